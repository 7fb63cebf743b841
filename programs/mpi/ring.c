/* A token goes round once, and every rank has its own variables.
 *
 * ranks 3; found: nothing, 1 execution */
#include <assert.h>
#include <mpi.h>

static int token, rank, size;
static int *where = &token; /* an address in an initial value */

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    *where = 1;
    MPI_Send(&token, 1, MPI_INT, 1 % size, 0, MPI_COMM_WORLD);
  }
  MPI_Recv(&token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  assert(*where == (rank ? rank : size));
  token++;
  if (rank)
    MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
