/* Use after free on shutdown: main tells the worker to stop and frees what it
 * works on, without waiting until it has stopped.
 *
 * Literature: Lu, Park, Seo and Zhou 2008 (order violations at shutdown in
 * Mozilla and MySQL).
 * Least preemptions: 0. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct log {
  _Atomic int stop;
  _Atomic int lines;
};

static void *worker(void *argument) {
  other_work();
  struct log *log = argument;
  for (int i = 0; i < 2 * TIMES && !log->stop; i++)
    log->lines++;
  return NULL;
}

int main(void) {
  pthread_t a;
  struct log *log = calloc(1, sizeof *log);
  pthread_create(&a, NULL, worker, log);
  other_work();
  log->stop = 1;
#ifdef FIXED
  pthread_join(a, NULL);
  free(log);
#else
  free(log);
  pthread_join(a, NULL);
#endif
  return 0;
}
