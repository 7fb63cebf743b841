/* pairs: places that touch the same memory from different threads, and in
 * which orders that was seen.
 *
 *     struct pairs p = {0};
 *     pairs_add(&p, events, count);          each run
 *     vec_each(&p.at, pair) ...
 *     pairs_free(&p);
 *
 * A pair is two places of which at least one writes, seen on the same bytes
 * in one run by different threads, one right after the other as far as these
 * two threads go; or two places that a property of a model sees (exec/event.h).
 * A pair seen in one order only is one that tests have not tried the other way
 * round, or that something orders. */
#ifndef SCHED_PAIRS_H
#define SCHED_PAIRS_H

#include "base/map.h"
#include "base/vec.h"
#include "exec/event.h"

enum { PAIR_FORTH = 1, PAIR_BACK = 2 };

struct pair {
  uint32_t a, b;  /* sites, a <= b */
  uint8_t orders; /* FORTH: a before b was seen; BACK: b before a */
};

/* A few bytes, in one run.  Many threads are taken together. */
struct pairs_cell {
  uint64_t threads; /* that have come to it: of others nothing follows */
  uint64_t last[THREADS_WORD]; /* of each: newest read << 32 | newest write */
};

struct pairs {
  VEC(struct pair) at; /* as they were first seen */
  struct map known;    /* sites -> index + 1 */
  struct map places;   /* of the run: cell -> index + 1 */
  VEC(struct pairs_cell) cells;
};

void pairs_add(struct pairs *p, const struct event *events, size_t count);
/* A pair as it was seen elsewhere; its index. */
size_t pairs_put(struct pairs *p, const struct pair *seen);
/* As if nothing had been seen, with the memory kept. */
void pairs_clear(struct pairs *p);
void pairs_free(struct pairs *p);

#endif
