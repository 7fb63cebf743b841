/* Two threads of a rank ask how long the next message is, and then receive it:
 * meanwhile the other one may have taken it.  Fixed: the two calls belong
 * together.
 *
 * ranks 3; found: assertion failed; fixed: 80 executions */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>

#ifdef FIXED
static pthread_mutex_t next = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *serve(void *unused) {
  int numbers[2], count;
  MPI_Status s;
#ifdef FIXED
  pthread_mutex_lock(&next);
#endif
  MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
  MPI_Get_count(&s, MPI_INT, &count);
#ifdef FIXED
  MPI_Recv(numbers, 2, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, &s);
  pthread_mutex_unlock(&next);
#else
  MPI_Recv(numbers, 2, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
#endif
  assert(count == s.MPI_SOURCE);
  return unused;
}

int main(int argc, char **argv) {
  int rank, level, numbers[2] = {1, 2};
  pthread_t t;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_create(&t, NULL, serve, NULL);
    serve(NULL);
    pthread_join(t, NULL);
  } else {
    MPI_Send(numbers, rank, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
