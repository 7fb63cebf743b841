/* Only with a buffer the message that went a long way can come first: a program
 * that was tested with large messages alone.  (The example of Vakkalanka,
 * Szubzda and others, FM 2009.)  Fixed: the first message is sent synchronously.
 *
 * ranks 3; found: assertion failed; fixed: 1 execution */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  value = rank;
  if (rank == 0) {
    int first, second;
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    assert(first == 1 && second == 2);
  } else if (rank == 1) {
#ifdef FIXED
    MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#else
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
#endif
    MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else {
    int go;
    MPI_Recv(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
