/* ABA in a lock-free stack: pop reads the top and its successor, and believes
 * that nothing happened when the top is the same as before.  Meanwhile the
 * other thread took two nodes and gave the first one back: the successor,
 * which is in use, becomes the top again.  The twin counts its changes.
 *
 * Literature: Treiber 1986; IBM System/370 Principles of Operation 1983;
 * Michael 2004.
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

enum { NONE = 0, NODES = 3 };
static _Atomic unsigned top = 1; /* a node, and the count above it */
static _Atomic unsigned next[NODES + 1] = {NONE, 2, 3, NONE};
static _Atomic int in_use[NODES + 1];

static unsigned with_count(unsigned node, unsigned old) {
#ifdef FIXED
  return node | ((old & ~0xffu) + 0x100);
#else
  (void)old;
  return node;
#endif
}

static unsigned pop(void) {
  unsigned old = top, node;
  do {
    node = old & 0xff;
    if (node == NONE)
      return NONE;
  } while (!atomic_compare_exchange_strong(&top, &old,
                                           with_count(next[node], old)));
  int users = in_use[node]++;
  assert(users == 0);
  return node;
}

static void push(unsigned node) {
  in_use[node]--;
  unsigned old = top;
  do
    next[node] = old & 0xff;
  while (!atomic_compare_exchange_strong(&top, &old, with_count(node, old)));
}

static void *taker(void *unused) {
  other_work();
  pop();
  pop();
  return unused;
}

static void *changer(void *unused) {
  other_work();
  unsigned first = pop();
  pop();
  if (first != NONE)
    push(first);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, changer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
