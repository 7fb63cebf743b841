/* Producer and consumer with sleep and wake-up: the consumer sees an empty
 * buffer and goes to sleep; the wake-up that comes before it sleeps is lost.
 * A condition variable without a test under its lock stands for sleep.
 * The twin counts wake-ups with a semaphore.
 *
 * Literature: Dijkstra 1965; Tanenbaum 1987, section 2.2.4 (the lost wake-up
 * and the wakeup waiting bit of Saltzer 1966).
 * Least preemptions: 1. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int count;
#ifdef FIXED
static sem_t wake_ups;
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t alarm_clock = PTHREAD_COND_INITIALIZER;
#endif

static void go_to_sleep(void) {
#ifdef FIXED
  sem_wait(&wake_ups);
#else
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&alarm_clock, &lock);
  pthread_mutex_unlock(&lock);
#endif
}

static void wake_up(void) {
#ifdef FIXED
  sem_post(&wake_ups);
#else
  pthread_cond_signal(&alarm_clock);
#endif
}

static void *consumer(void *unused) {
  other_work();
  if (count == 0)
    go_to_sleep();
  count--;
  return unused;
}

int main(void) {
  pthread_t a;
#ifdef FIXED
  sem_init(&wake_ups, 0, 0);
#endif
  pthread_create(&a, NULL, consumer, NULL);
  other_work();
  if (++count == 1)
    wake_up();
  pthread_join(a, NULL);
  return 0;
}
