/* The first rank takes results as they come, and believes that they come in the
 * order of the ranks.  Fixed: it believes what the status says.
 *
 * ranks 3; found: assertion failed; fixed: 2 executions */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank)
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (int i = 1; rank == 0 && i < size; i++) {
    int value;
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
#ifdef FIXED
    assert(value == status.MPI_SOURCE);
#else
    assert(value == i);
#endif
  }
  MPI_Finalize();
}
