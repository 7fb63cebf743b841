/* A work-stealing queue that gives its last task away twice: the owner takes
 * from the bottom without a compare-and-swap, and a thief that has read the
 * bottom before takes the same task from the top.
 *
 * Literature: Arora, Blumofe and Plaxton 1998; Chase and Lev 2005; as a test
 * program: Musuvathi et al. 2008 (CHESS).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "busy.h"

enum { TASKS = 2 };
static _Atomic long top, bottom;
static _Atomic int tasks[TASKS], taken[TASKS];

static void run(int task) {
  int before = taken[task]++;
  assert(before == 0);
}

static void push(int task) {
  long b = bottom;
  tasks[b] = task;
  bottom = b + 1;
}

static void take(void) {
  long b = bottom - 1;
  bottom = b;
  long t = top;
  if (t > b) { /* empty */
    bottom = b + 1;
    return;
  }
  bool mine = true;
#ifdef FIXED
  if (t == b) {
    mine = atomic_compare_exchange_strong(&top, &t, t + 1);
    bottom = b + 1;
  }
#endif
  if (mine)
    run(tasks[b]);
}

static void steal(void) {
  long t = top;
  if (t >= bottom)
    return;
  int task = tasks[t];
  if (atomic_compare_exchange_strong(&top, &t, t + 1))
    run(task);
}

static void *thief(void *unused) {
  other_work();
  steal();
  return unused;
}

int main(void) {
  pthread_t a;
  push(0);
  pthread_create(&a, NULL, thief, NULL);
  other_work();
  push(1);
  take();
  take();
  pthread_join(a, NULL);
  return 0;
}
