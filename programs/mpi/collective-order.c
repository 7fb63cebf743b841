/* The ranks do not call the same collectives in the same order.
 *
 * ranks 3; found: misuse of MPI; fixed: 1 execution */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifndef FIXED
  if (rank == 2)
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  value = rank == 0 ? 42 : 0;
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  assert(value == 42);
#ifndef FIXED
  if (rank != 2)
#endif
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
