/* A receive from anybody may take the message that the next receive waits for.
 * Two of three outcomes are fine.  Fixed: they have tags of their own.
 *
 * ranks 4; found: deadlock; fixed: 2 executions */
#include <mpi.h>

enum { RESULT, READY };

int main(int argc, char **argv) {
  int rank, value = 0, any = RESULT;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef FIXED
  any = READY;
#endif
  switch (rank) {
  case 0:
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, any, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 1, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, any, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    break;
  case 1:
    MPI_Send(&rank, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    break;
  default:
    MPI_Send(&rank, 1, MPI_INT, 0, any, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
