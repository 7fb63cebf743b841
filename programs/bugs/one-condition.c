/* One condition variable for two conditions ("not empty", "not full"), and a
 * signal where it takes a broadcast: the signal of the consumer that made room
 * wakes the other consumer, which finds nothing and sleeps again.
 *
 * Literature: Andrews 1991, chapter 6; Flanagan, Freund and Qadeer 2005
 * (signal against broadcast as a bug pattern).
 * Least preemptions: 0. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void tell(void) {
#ifdef FIXED
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
#endif
}

static void move(int from, int to) {
  pthread_mutex_lock(&lock);
  while (full != from)
    pthread_cond_wait(&changed, &lock);
  full = to;
  tell();
  pthread_mutex_unlock(&lock);
}

static void *consumer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    move(1, 0);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  other_work();
  for (int i = 0; i < 2 * TIMES; i++)
    move(0, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
