/* Polls under a lock, by an attempt to lock, and by a look at a pair of
 * flags.  BROKEN: what it waits for is taken back. */
#include "waits.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static int is_ready(void) {
  pthread_mutex_lock(&lock);
  int is = ready;
  pthread_mutex_unlock(&lock);
  return is;
}

static void set(int value) {
  pthread_mutex_lock(&lock);
  ready = value;
  pthread_mutex_unlock(&lock);
}

static void *body(void *argument) {
  if (argument) {
    while (!is_ready())
      sched_yield();
    while (pthread_mutex_trylock(&door))
      sched_yield();
    critical();
    pthread_mutex_unlock(&door);
  } else {
    pthread_mutex_lock(&door);
    set(1);
    critical();
    pthread_mutex_unlock(&door);
#ifdef BROKEN
    set(0);
#endif
  }
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
