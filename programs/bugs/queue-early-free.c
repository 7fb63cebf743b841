/* Michael and Scott's queue with a memory manager that is none: who dequeues
 * frees the old dummy at once, while another dequeuer still reads its next.
 * The twin keeps what was taken out until everybody is done.
 *
 * Literature: Michael and Scott 1996; Michael 2004 (hazard pointers).
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct node {
  struct node *_Atomic next;
  struct node *retired; /* written by who took it out */
};

static struct node *_Atomic head;
static struct node *_Atomic retired;

static struct node *make(struct node *next) {
  struct node *n = calloc(1, sizeof *n);
  n->next = next;
  return n;
}

static void retire(struct node *n) {
#ifdef FIXED
  n->retired = retired;
  while (!atomic_compare_exchange_strong(&retired, &n->retired, n))
    ;
#else
  free(n);
#endif
}

static void dequeue(void) {
  struct node *first = head;
  for (;;) {
    struct node *next = first->next;
    if (!next)
      return;
    if (atomic_compare_exchange_strong(&head, &first, next))
      break;
  }
  retire(first);
}

static void *consumer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    dequeue();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  struct node *list = make(NULL);
  for (int i = 0; i < 2 * TIMES; i++)
    list = make(list);
  head = list;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = retired, *next; n; n = next) {
    next = n->retired;
    free(n);
  }
  free(head);
  return 0;
}
