/* The results of the others are added up by the first rank, which takes them as
 * they come.  BUG: it believes that they come in the order of ranks. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size, last = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank) {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < size; i++) {
      int value;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
#ifdef BUG
      assert(value > last);
#else
      assert(value == status.MPI_SOURCE);
#endif
      last = value;
    }
  }
  MPI_Finalize();
  return 0;
}
