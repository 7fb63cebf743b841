/* What is received is looked at before the request is complete: whether the
 * message is there by then is up to the system.  Fixed: the request is waited
 * for first.
 *
 * ranks 2; found: misuse of MPI; fixed: 1 execution */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, ready = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request request;
    MPI_Irecv(&ready, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    assert(ready == 1);
#else
    if (!ready)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  } else {
    ready = 1;
    MPI_Send(&ready, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
