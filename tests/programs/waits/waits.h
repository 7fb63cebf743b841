/* What the programs of this folder share: each is an algorithm that waits in
 * a loop, right as it stands and wrong with BROKEN defined.  `critical` is
 * what the algorithm protects. */
#ifndef WAITS_H
#define WAITS_H

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static int inside;

static inline void critical(void) {
  inside++;
  assert(inside == 1);
  inside--;
}

/* Threads 0 to count - 1, each with its number. */
static inline void run_threads(int count, void *(*body)(void *)) {
  pthread_t threads[8];
  for (intptr_t i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, body, (void *)i);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}

#endif
