/* Two ranks send to each other before they receive: without a buffer both wait
 * for ever.  It works as long as messages are small.  Fixed: one of them
 * receives first.
 *
 * ranks 2; found: deadlock; fixed: 1 execution */
#include <mpi.h>

static double mine[1000], theirs[1000];

int main(int argc, char **argv) {
  int rank, first = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef FIXED
  first = rank == 0;
#endif
  if (first)
    MPI_Send(mine, 1000, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD);
  MPI_Recv(theirs, 1000, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  if (!first)
    MPI_Send(mine, 1000, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD);
  MPI_Finalize();
}
