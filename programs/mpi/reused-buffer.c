/* The buffer of a send is written again while the message may still be read
 * from it.  Fixed: the request is waited for first.
 *
 * ranks 2; found: misuse of MPI; fixed: 1 execution */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, buffer = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; i++)
    if (rank == 0) {
      MPI_Request request;
      buffer = i;
      MPI_Isend(&buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
#ifdef FIXED
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      buffer = -1;
#else
      buffer = -1;
      MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    } else {
      MPI_Recv(&buffer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      assert(buffer == i);
    }
  MPI_Finalize();
}
