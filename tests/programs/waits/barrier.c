/* A barrier made of a counter, used twice, with a number for each round.
 * BROKEN: waits for the counter to be back at zero, which a quick thread that
 * comes again changes. */
#include "waits.h"

enum { THREADS = 2 };
static atomic_int arrived, round_number, done[THREADS];

static void barrier(void) {
  int mine = round_number;
  if (atomic_fetch_add(&arrived, 1) + 1 == THREADS) {
    arrived = 0;
    round_number = mine + 1;
    return;
  }
#ifdef BROKEN
  while (arrived)
    ;
#else
  while (round_number == mine)
    ;
#endif
}

static void *body(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int i = 1; i <= 2; i++) {
    done[me] = i;
    barrier();
    assert(done[1 - me] >= i);
  }
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
