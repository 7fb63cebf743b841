/* A reader under a sequence lock that looks at the sequence only before it
 * reads: it sees one half of a pair old and the other new.  (A reader that
 * must try again gives up instead: the program stays finite.)
 *
 * Literature: Lameter 2005 (seqlocks in Linux); Boehm 2012.
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned sequence;
static _Atomic int low, high;

static void *writer(void *unused) {
  sequence++;
  low = 1;
  high = 1;
  sequence++;
  return unused;
}

static void *reader(void *unused) {
  unsigned before = sequence;
  if (before & 1)
    return unused;
  int a = low, b = high;
#ifdef FIXED
  if (sequence != before)
    return unused;
#endif
  assert(a == b);
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
