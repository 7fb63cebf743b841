/* A rank that asks for two answers, and polls: what comes first depends on who
 * is asked.  It forgets that an answer may be there at once.  Fixed: it does not
 * count turns.
 *
 * ranks 2; found: assertion failed; fixed: 3 executions */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, value = 0, flag = 0, turns = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (!flag) {
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      if (!flag)
        turns = 1;
    }
    assert(value == 42);
#ifndef FIXED
    assert(turns);
#endif
  } else {
    value = 42;
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
