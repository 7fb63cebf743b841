/* An implementation of the alternating bit protocol over a line that loses at
 * random, and other versions of it (-DFAULT=1 ...), for
 *
 *     heddle derive --c tests.c networks/lossy.xml
 *     cc tests.c networks/example/lossy.c -o lossy && ./lossy 500
 *
 * FAULT 1 never loses anything, which is allowed: it conforms.  The others do
 * not. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAULT
#define FAULT 0
#endif

static int bit, waiting, expected;

void iut_reset(void) {
  bit = waiting = 0;
  expected = FAULT == 2; /* 2: starts with the wrong bit */
}

static int lost(void) { return FAULT != 1 && rand() / 7 % 3 == 0; }

/* The frame that the sender waits for, on its way and back. */
static const char *transmit(void) {
  if (lost())
    return "-";
  const int old = bit != expected;
  if (!old || FAULT == 3) /* 3: what was there before is taken again */
    expected = FAULT == 4 ? expected : !expected; /* 4: does not alternate */
  if (lost())
    return FAULT == 5 ? "lost" : "-"; /* 5: says what is not its to say */
  waiting = 0;
  bit = FAULT == 6 ? bit : !bit; /* 6: the sender does not alternate */
  return old ? "repeated" : "done";
}

const char *iut_input(const char *name) {
  if (!strcmp(name, "put") && !waiting) {
    waiting = 1;
    return transmit();
  }
  if (!strcmp(name, "timeout") && waiting)
    return FAULT == 7 ? NULL : transmit(); /* 7: gives up, and says nothing */
  return NULL;
}
