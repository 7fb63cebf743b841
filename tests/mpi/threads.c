/* Ranks with threads: the argument says which case.  The line above a case has
 * what is found there, or "holds"; it is the same with ANYBODY, where messages
 * could be for receives from anybody.  Cases in capitals need that, and three
 * ranks. */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define W MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE
#ifdef ANYBODY
enum { FROM = MPI_ANY_SOURCE };
#else
enum { FROM = 0 };
#endif
static int rank, other, which, level, total, shared, got[2];
static atomic_int stop;
static MPI_Comm copy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin(int provided) {
  MPI_Init_thread(NULL, NULL, provided, &level);
  assert(level == provided);
  MPI_Comm_rank(W, &rank);
  other = 1 - rank;
}

static void send(int to, int tag) {
  MPI_Send(&rank, 1, MPI_INT, to, tag, W);
}

static int receive(int from, int tag) {
  int v;
  MPI_Recv(&v, 1, MPI_INT, from, tag, W, IGNORE);
  return v;
}

/* --- messages and memory ------------------------------------------------- */

static void count_up(void) {
  int locks = which == 'a';
  if (locks)
    pthread_mutex_lock(&lock);
  total++;
  if (locks)
    pthread_mutex_unlock(&lock);
}

/* A thread for each tag. */
static void *pair(void *tag) {
  int t = (int)(long)tag;
  if (rank)
    assert(receive(0, t) == 0);
  else
    send(1, t);
  count_up();
  return NULL;
}

static void *send_locked(void *unused) {
  pthread_mutex_lock(&lock);
  send(other, 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void receive_locked(void) {
  if (which == 'c')
    pthread_mutex_lock(&lock);
  receive(other, 1);
  if (which == 'c')
    pthread_mutex_unlock(&lock);
}

/* By way of the other rank. */
static void *write_and_send(void *unused) {
  shared = 1;
  if (which == 'g')
    send(1, 1);
  return unused;
}

static void read_after(void) {
  if (which == 'g')
    receive(1, 2);
  assert(shared == 1 || which != 'g');
}

/* What is behind a synchronous send is behind the receive. */
static void *ask_back(void *unused) {
  int v;
  receive(1, 1);
  shared = 1;
  MPI_Recv(&v, 1, MPI_INT, 1, 2, W, IGNORE);
  return unused;
}

static void look_behind(void) {
  send(1, 3);
  receive(1, 4);
  assert(shared == 1);
}

static void *poll(void *unused) {
  int flag = 0, v = 0;
  MPI_Request r;
  MPI_Irecv(&v, 1, MPI_INT, 1, 3, W, &r);
  while (!flag)
    MPI_Test(&r, &flag, IGNORE);
  assert(v == 1);
  stop = 1;
  return unused;
}

static void *both(void *unused) {
  MPI_Request r[2];
  int in = -1;
  MPI_Irecv(&in, 1, MPI_INT, other, 5, W, &r[0]);
  MPI_Isend(&rank, 1, MPI_INT, other, 5, W, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  assert(in == other);
  return unused;
}

static void *some(void *unused) {
  MPI_Request r[2];
  int in[2] = {-1, -1}, index, flag = 0;
  MPI_Irecv(&in[0], 1, MPI_INT, other, 6, W, &r[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, other, 7, W, &r[1]);
  send(other, 7);
  send(other, 6);
  MPI_Waitany(2, r, &index, IGNORE);
  assert(in[index] == other);
  while (!flag)
    MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
  assert(in[0] == other && in[1] == other);
  return unused;
}

/* --- levels -------------------------------------------------------------- */

static void *send_small(void *tag) {
  int locks = which == 'n';
  if (locks)
    pthread_mutex_lock(&lock);
  MPI_Bsend(&rank, 1, MPI_INT, other, (int)(long)tag, W);
  if (locks)
    pthread_mutex_unlock(&lock);
  return NULL;
}

static void *ask(void *unused) {
  int flag, provided;
  MPI_Is_thread_main(&flag);
  MPI_Query_thread(&provided);
  assert(!flag && provided == MPI_THREAD_MULTIPLE);
  return unused;
}

static void *finalize(void *unused) {
  MPI_Finalize();
  return unused;
}

static void *leave(void *unused) {
  exit(0);
  return unused;
}

static void *stay(void *unused) {
  while (!stop)
    ;
  return unused;
}

/* --- collectives --------------------------------------------------------- */

static void *sum_up(void *of) {
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, *(MPI_Comm *)of);
  assert(sum == 2);
  return NULL;
}

static void tell_all(void) {
  int v = rank == 1 ? 42 : 0;
  MPI_Bcast(&v, 1, MPI_INT, 1, W);
  assert(v == 42);
}

static void test_barrier(void) {
  int flag = 0;
  MPI_Request r;
  MPI_Ibarrier(W, &r);
  while (!flag)
    MPI_Test(&r, &flag, IGNORE);
}

static void make_window(void) {
  MPI_Win w;
  MPI_Win_create(got, sizeof got, sizeof *got, MPI_INFO_NULL, W, &w);
  MPI_Win_free(&w);
}

/* --- from anybody -------------------------------------------------------- */

static void *from_anybody(void *index) {
  MPI_Status s;
  int v, i = (int)(long)index;
  MPI_Recv(&v, 1, MPI_INT, FROM, 0, W, &s);
  assert(v == s.MPI_SOURCE);
  got[i] = v;
  return NULL;
}

/* Between the probe and the receive another thread may take the message. */
static void *probe(void *index) {
  MPI_Status s;
  int v, i = (int)(long)index;
  if (which == 'E')
    pthread_mutex_lock(&lock);
  MPI_Probe(FROM, 0, W, &s);
  MPI_Recv(&v, 1, MPI_INT, which == 'E' ? s.MPI_SOURCE : FROM, 0, W, IGNORE);
  assert(v == s.MPI_SOURCE);
  if (which == 'E')
    pthread_mutex_unlock(&lock);
  got[i] = v;
  return NULL;
}

/* --- all of them --------------------------------------------------------- */

static void with(void *(*start)(void *), void *argument, void (*own)(void)) {
  pthread_t t;
  pthread_create(&t, NULL, start, argument);
  if (own)
    own();
  pthread_join(t, NULL);
}

static void pair_of_main(void) {
  pair((void *)1);
}
static void send_of_main(void) {
  send_small((void *)2);
}
static void wait_for_stop(void) {
  while (!stop)
    ;
}
static void sum_of_main(void) {
  sum_up(&(MPI_Comm){W});
}
static void receive_all(void) {
  receive(other, 1);
  receive(other, 2);
}
static void from_anybody_of_main(void) {
  from_anybody((void *)0);
}
static void probe_of_main(void) {
  probe((void *)0);
}

static void run(void) {
  pthread_t t;
  switch (which) {
  /* holds */
  case 'a':
    with(pair, NULL, pair_of_main);
    assert(total == 2);
    break;
  /* data race */
  case 'b':
    with(pair, NULL, pair_of_main);
    break;
  /* waits at line [0-9]* for a message of rank 1, tag 1 */
  case 'c':
    with(send_locked, NULL, receive_locked);
    break;
  /* holds */
  case 'd':
    with(send_locked, NULL, receive_locked);
    break;
  /* for rank 1 to receive what MPI_Send sends, tag 1 */
  case 'e':
    with(send_locked, NULL, NULL);
    receive(other, 1);
    break;
  /* data race */
  case 'f':
    if (!rank)
      with(write_and_send, NULL, read_after);
    break;
  /* holds */
  case 'g':
    if (!rank) {
      with(write_and_send, NULL, read_after);
    } else {
      receive(0, 1);
      send(0, 2);
    }
    break;
  /* holds */
  case 'h':
    if (!rank) {
      with(ask_back, NULL, look_behind);
    } else {
      int v = 0;
      send(0, 1);
      MPI_Ssend(&v, 1, MPI_INT, 0, 2, W);
      receive(0, 3);
      send(0, 4);
    }
    break;
  /* holds */
  case 'i':
    if (!rank)
      with(poll, NULL, wait_for_stop);
    else
      send(0, 3);
    break;
  /* a loop that does not end */
  case 'j':
    if (!rank)
      with(poll, NULL, wait_for_stop);
    break;
  /* holds */
  case 'k':
    with(both, NULL, NULL);
    break;
  /* for rank [01] to receive what MPI_Send sends, tag 8 */
  case 'l':
    with(some, NULL, NULL);
    send(other, 8);
    receive(other, 8);
    break;
  /* MPI-by-one-thread-at-a-time */
  case 'm':
    with(send_small, (void *)1, send_of_main);
    receive_all();
    break;
  /* holds */
  case 'n':
    with(send_small, (void *)1, send_of_main);
    receive_all();
    break;
  /* MPI_Bsend by another thread than that of MPI_Init, of a rank with */
  case 'o':
    with(send_small, (void *)1, NULL);
    receive(other, 1);
    break;
  /* holds */
  case 'p':
    with(ask, NULL, NULL);
    break;
  /* MPI_Finalize by another thread than that of MPI_Init */
  case 'q':
    with(finalize, NULL, NULL);
    exit(0);
    break;
  /* exit by another thread of a rank */
  case 'r':
    with(leave, NULL, NULL);
    break;
  /* a rank that ends before its threads */
  case 's':
    pthread_create(&t, NULL, stay, NULL);
    break;
  /* holds */
  case 't':
    with(sum_up, &copy, tell_all);
    break;
  /* write collectives-of-a-communicator */
  case 'u':
    with(sum_up, &(MPI_Comm){W}, sum_of_main);
    break;
  /* a test of a collective of ranks with threads */
  case 'v':
    test_barrier();
    break;
  /* windows of ranks with threads */
  case 'w':
    make_window();
    break;
  }
}

static void receive_twice(void) {
  switch (which) {
  /* holds */
  case 'A':
    with(from_anybody, (void *)1, from_anybody_of_main);
    assert(got[0] + got[1] == 3);
    break;
  /* assertion failed: assert(got\[0\] == 1) */
  case 'B':
    with(from_anybody, (void *)1, from_anybody_of_main);
    assert(got[0] == 1);
    break;
  /* assertion failed: assert(got\[0\] == 2) */
  case 'C':
    with(from_anybody, (void *)1, from_anybody_of_main);
    assert(got[0] == 2);
    break;
  /* assertion failed: assert(v == s.MPI_SOURCE */
  case 'D':
    with(probe, (void *)1, probe_of_main);
    break;
  /* holds */
  case 'E':
    with(probe, (void *)1, probe_of_main);
    assert(got[0] + got[1] == 3);
    break;
  }
}

int main(int argc, char **argv) {
  which = argc > 1 ? argv[1][0] : 'a';
  begin(which == 'm' || which == 'n' ? MPI_THREAD_SERIALIZED
        : which == 'o'               ? MPI_THREAD_FUNNELED
                                     : MPI_THREAD_MULTIPLE);
  MPI_Comm_dup(W, &copy);
  if (which >= 'a')
    run();
  else if (!rank)
    receive_twice();
  else
    send(0, 0);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
