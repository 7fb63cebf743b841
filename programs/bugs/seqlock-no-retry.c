/* A reader under a sequence lock that looks at the sequence only before it
 * reads: it sees one half of a pair old and the other new.  (A reader that
 * must try again gives up instead: the program stays finite.)
 *
 * Literature: Lameter 2005 (seqlocks in Linux); Boehm 2012.
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic unsigned sequence;
static _Atomic int low, high;

static void *writer(void *unused) {
  for (int i = 1; i <= TIMES; i++) {
    other_work();
    sequence++;
    low = i;
    high = i;
    sequence++;
  }
  return unused;
}

static void look(void) {
  unsigned before = sequence;
  if (before & 1)
    return;
  int a = low, b = high;
#ifdef FIXED
  if (sequence != before)
    return;
#endif
  assert(a == b);
}

static void *reader(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    look();
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
