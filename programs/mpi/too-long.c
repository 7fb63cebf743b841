/* Who receives has made room for the message of the first that it asked, and
 * gets a longer one of another when that comes first.  Fixed: it asks how long
 * the message is.
 *
 * ranks 3; found: misuse of MPI; fixed: 2 executions */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank) {
    int *out = calloc((size_t)rank, sizeof *out);
    MPI_Send(out, rank, MPI_INT, 0, 0, MPI_COMM_WORLD);
    free(out);
  }
  for (int i = 1; rank == 0 && i < 3; i++) {
    int count = i;
    MPI_Status status = {.MPI_SOURCE = MPI_ANY_SOURCE};
#ifdef FIXED
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
#endif
    int *in = malloc((size_t)count * sizeof *in);
    MPI_Recv(in, count, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    free(in);
  }
  MPI_Finalize();
}
