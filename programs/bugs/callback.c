/* A value holder calls its listener while it holds its lock; the listener takes
 * a lock of its own, under which another thread sets the value.  The twin
 * calls after it has unlocked.
 *
 * Literature: Lee 2006 ("The problem with threads": the observer pattern).
 * Least preemptions: 1. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t of_holder = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_window = PTHREAD_MUTEX_INITIALIZER;
static int value, shown;

static void listener(int now) {
  pthread_mutex_lock(&of_window);
  shown = now;
  pthread_mutex_unlock(&of_window);
}

static void set_value(int now, void (*call)(int)) {
  pthread_mutex_lock(&of_holder);
  value = now;
#ifdef FIXED
  pthread_mutex_unlock(&of_holder);
  if (call)
    call(now);
#else
  if (call)
    call(now);
  pthread_mutex_unlock(&of_holder);
#endif
}

static void *sensor(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    set_value(1, listener);
  }
  return unused;
}

static void *window(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    pthread_mutex_lock(&of_window);
    set_value(shown + 1, NULL);
    pthread_mutex_unlock(&of_window);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sensor, NULL);
  pthread_create(&b, NULL, window, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value == 0;
}
