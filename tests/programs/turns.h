/* turns: what the thread programs of turning.c can come to, found by a brute
 * force that shares nothing with cc/, rt/, exec/ or sched/, and above all not
 * the argument why a loop that looks in vain need not be seen to look: here
 * loops go round as often as they like, a step at a time, and what is
 * counted are the states that can be reached. */
#ifndef TESTS_PROGRAMS_TURNS_H
#define TESTS_PROGRAMS_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "turning.h"

struct turning {
  unsigned threads;
  struct {
    uint8_t code, object;
  } ops[TURNING_THREADS][TURNING_OPS + 1]; /* code 0 ends */
};

struct turns {
  struct map ends;                      /* what all threads tell together */
  struct map tells[TURNING_THREADS];    /* what each may tell */
  bool stuck; /* a state from where the end can no longer be reached */
};

/* What threads tell at their ends, as one number. */
uint64_t turns_end(const uint64_t told[TURNING_THREADS]);
/* False when there are more states than `limit`. */
bool turns_find(const struct turning *p, size_t limit, struct turns *out);
void turns_free(struct turns *t);

#endif
