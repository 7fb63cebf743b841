/* A request is given up after some time and freed, while the worker that has
 * it writes its answer.
 *
 * Literature: Lu, Park, Seo and Zhou 2008 (order violations with time-outs);
 * Butenhof 1997, section 3.3.3 (timed waits).
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "busy.h"

struct request {
  int answer;
  bool done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static struct request *waiting;

static void *worker(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  struct request *r = waiting;
#ifndef FIXED
  pthread_mutex_unlock(&lock); /* the work takes long */
  other_work();
  pthread_mutex_lock(&lock);
#endif
  if (r) {
    r->answer = 42;
    r->done = true;
    pthread_cond_signal(&answered);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  struct timespec until = {0, 0};
  struct request *r = calloc(1, sizeof *r);
  waiting = r;
  pthread_create(&a, NULL, worker, NULL);
  other_work();
  pthread_mutex_lock(&lock);
  if (!r->done)
    pthread_cond_timedwait(&answered, &lock, &until);
  waiting = NULL;
  free(r);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
