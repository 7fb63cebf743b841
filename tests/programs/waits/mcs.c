/* The queue lock of Mellor-Crummey and Scott 1991.  BROKEN: whoever releases
 * takes an empty `next` for the end of the queue. */
#include "waits.h"

struct node {
  struct node *_Atomic next;
  atomic_int locked;
};
static struct node *_Atomic tail;
static struct node nodes[3];

static void acquire(struct node *mine) {
  atomic_store(&mine->next, NULL);
  struct node *before = atomic_exchange(&tail, mine);
  if (!before)
    return;
  atomic_store(&mine->locked, 1);
  atomic_store(&before->next, mine);
  while (atomic_load(&mine->locked))
    sched_yield();
}

static void release(struct node *mine) {
  if (!atomic_load(&mine->next)) {
    struct node *expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL))
      return;
#ifdef BROKEN
    return;
#endif
    while (!atomic_load(&mine->next))
      sched_yield();
  }
  struct node *next = mine->next;
  atomic_store(&next->locked, 0);
}

static void *body(void *argument) {
  struct node *mine = &nodes[(intptr_t)argument];
  acquire(mine);
  critical();
  release(mine);
  return NULL;
}

int main(void) {
  run_threads(3, body);
  return 0;
}
