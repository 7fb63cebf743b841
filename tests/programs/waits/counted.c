/* Readers count themselves in, unless somebody writes, and look again. */
#include "waits.h"

static atomic_int readers, writing;
static int data;

static void *body(void *argument) {
  if (!argument) {
    while (atomic_exchange(&writing, 1))
      ;
    while (readers)
      ;
    data = 1;
    writing = 0;
    return NULL;
  }
  for (;;) {
    while (writing)
      ;
    atomic_fetch_add(&readers, 1);
    if (!writing)
      break;
    atomic_fetch_sub(&readers, 1);
  }
  int seen = data;
  assert(seen == 0 || seen == 1);
  atomic_fetch_sub(&readers, 1);
  return NULL;
}

int main(void) {
  run_threads(3, body);
  return 0;
}
