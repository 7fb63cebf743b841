/* Two readers want to become writers and keep their read locks: each waits for
 * the other to leave.  In the twin the second to ask is refused, leaves, and
 * comes back as a writer.
 *
 * Literature: Gray and Reuter 1993, section 7.8 (conversion deadlock);
 * Courtois, Heymans and Parnas 1971 (readers and writers).
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdbool.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left_it = PTHREAD_COND_INITIALIZER;
static int readers;
static bool writing, upgrading;
static int value;

static void read_begin(void) {
  pthread_mutex_lock(&lock);
  while (writing)
    pthread_cond_wait(&left_it, &lock);
  readers++;
  pthread_mutex_unlock(&lock);
}

/* From reader to writer; false: no longer a reader, and no writer. */
static bool upgrade(void) {
  pthread_mutex_lock(&lock);
  bool mine = true;
#ifdef FIXED
  mine = !upgrading;
#endif
  if (mine) {
    upgrading = true;
    while (readers > 1)
      pthread_cond_wait(&left_it, &lock);
    upgrading = false;
    writing = true;
  }
  readers--;
  pthread_cond_broadcast(&left_it);
  pthread_mutex_unlock(&lock);
  return mine;
}

static void write_begin(void) {
  pthread_mutex_lock(&lock);
  while (readers || writing)
    pthread_cond_wait(&left_it, &lock);
  writing = true;
  pthread_mutex_unlock(&lock);
}

static void write_end(void) {
  pthread_mutex_lock(&lock);
  writing = false;
  pthread_cond_broadcast(&left_it);
  pthread_mutex_unlock(&lock);
}

static void *user(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    read_begin();
    if (!upgrade())
      write_begin();
    value++;
    write_end();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value != 2 * TIMES;
}
