/* One who puts and one who takes, by a ring of two places. */
#include "waits.h"

enum { ROOM = 2, ITEMS = 4 };
static atomic_uint put, taken;
static int ring[ROOM];

static void *body(void *argument) {
  for (unsigned i = 0; i < ITEMS; i++)
    if (argument) {
      while (put - taken == ROOM)
        ;
      ring[i % ROOM] = (int)i;
      put = i + 1;
    } else {
      while (put == taken)
        ;
      assert(ring[i % ROOM] == (int)i);
      taken = i + 1;
    }
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
