/* A broadcast does not keep ranks apart: what its root sends after it may come
 * before what others have sent before it.  (MPI 3.1, example 5.25.)  Fixed: the
 * messages have tags of their own.
 *
 * ranks 3; found: assertion failed; fixed: 1 execution */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, first, second, late = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef FIXED
  late = 1;
#endif
  switch (rank) {
  case 0:
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1, late, MPI_COMM_WORLD);
    break;
  case 1:
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, late, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    assert(first == 2 && second == 0);
    break;
  default:
    MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
