/* A rank that has no neighbour forgets one of its requests.  Fixed: it waits for
 * all.
 *
 * ranks 3; found: misuse of MPI; fixed: 1 execution */
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size, left = -1, right = -1, n = 2;
  MPI_Request requests[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int before = rank ? rank - 1 : MPI_PROC_NULL;
  int after = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Irecv(&left, 1, MPI_INT, before, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, after, 0, MPI_COMM_WORLD, &requests[1]);
  if (before != MPI_PROC_NULL)
    MPI_Isend(&rank, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[n++]);
  if (after != MPI_PROC_NULL)
    MPI_Irecv(&right, 1, MPI_INT, after, 1, MPI_COMM_WORLD, &requests[n++]);
#ifdef FIXED
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
#else
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
#endif
  MPI_Finalize();
}
