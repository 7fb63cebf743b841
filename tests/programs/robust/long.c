/* Runs that are long, not endless: each turn does something new.  With -1 the
 * loop does end, with -2 it does not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TURNS = 2500 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static _Atomic int stop, busy;

static void *add(void *unused) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&lock);
    sum += i;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *go_round(void *unused) {
  while (!stop) { /* with effects: it does not only wait */
    busy = 1;
    busy = 0;
  }
  return unused;
}

int main(int argc, char **argv) {
  void *(*work)(void *) = argc > 1 && argv[1][1] == '2' ? go_round : add;
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == (long)TURNS * (TURNS - 1));
  return 0;
}
