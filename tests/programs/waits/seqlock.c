/* A sequence lock: a reader tries again when a writer was there.  BROKEN: it
 * only looks whether one is there now. */
#include "waits.h"

static atomic_uint sequence;
static atomic_int left, right;

static void write_both(int value) {
  atomic_fetch_add(&sequence, 1);
  left = value;
  right = value;
  atomic_fetch_add(&sequence, 1);
}

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

static void *body(void *argument) {
  if (argument) {
    int a, b;
    read_both(&a, &b);
    assert(a == b);
  } else {
    write_both(1);
    write_both(2);
  }
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
