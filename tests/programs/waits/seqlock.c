/* A sequence lock: a reader tries again when a writer was there.  BROKEN: it
 * only looks whether one is there now.  LOCALS: what it has read it keeps to
 * itself, so that a turn that is too early is one in vain. */
#include "waits.h"

static atomic_uint sequence;
static atomic_int left, right;

static void write_both(int value) {
  atomic_fetch_add(&sequence, 1);
  left = value;
  right = value;
  atomic_fetch_add(&sequence, 1);
}

#ifdef LOCALS
#define READERS LOCALS
static void read_and_compare(void) {
  unsigned before, after;
  int a, b;
  do {
    before = sequence;
    a = left;
    b = right;
    after = sequence;
  } while (before != after || before & 1);
  assert(a == b);
}
#else
#define READERS 1
static void read_both(int *a, int *b) {
  unsigned before;
  do {
    while ((before = sequence) & 1)
      ;
    *a = left;
    *b = right;
#ifdef BROKEN
  } while (sequence & 1);
#else
  } while (sequence != before);
#endif
}

static void read_and_compare(void) {
  int a, b;
  read_both(&a, &b);
  assert(a == b);
}
#endif

static void *body(void *argument) {
  if (argument) {
    read_and_compare();
  } else {
    write_both(1);
    write_both(2);
  }
  return NULL;
}

int main(void) {
  run_threads(1 + READERS, body);
  return 0;
}
