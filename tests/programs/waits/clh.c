/* The queue lock of Craig 1993 and Landin and Hagersten 1994.  BROKEN: a
 * thread that comes again uses its own node, not that of the one before. */
#include "waits.h"

struct node {
  atomic_int locked;
};
static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];

static struct node *section(struct node *mine) {
  atomic_store(&mine->locked, 1);
  struct node *before = atomic_exchange(&tail, mine);
  while (atomic_load(&before->locked))
    ;
  critical();
  atomic_store(&mine->locked, 0);
#ifdef BROKEN
  return mine;
#else
  return before;
#endif
}

static void *body(void *argument) {
  struct node *mine = section(&nodes[(intptr_t)argument]);
  section(mine);
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
