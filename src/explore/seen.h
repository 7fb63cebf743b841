/* seen: states that were seen, remembered by hash only.
 *
 * Two ways, both of a fixed size (Holzmann, 1998; Wolper and Leroy, 1993):
 *
 *   hashes   forty bits of hash for each state, in buckets of twelve
 *   bits     a few bits for each state, set in one large table
 *
 * A state that was not seen may be taken for one that was; never the other way
 * round.  How likely that is is known whenever a state is added: by the bits
 * that are set at that time, or by the hashes it was compared with.  `omitted`
 * adds these up: for each state added, how many were, on the average, taken for
 * others before it.  The probability that none was is the product of the
 * probabilities that each was not, for searches that see as many states. */
#ifndef EXPLORE_SEEN_H
#define EXPLORE_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "explore/explore.h"
#include "explore/pages.h"

struct seen {
  enum explore_keep keep;
  unsigned hashes; /* bits for a state */
  uint64_t size;   /* bits, or buckets */
  uint64_t set;    /* bits */
  uint64_t count;  /* states added */
  uint64_t seed;
  double omitted;  /* expected */
  double log_none; /* logarithm of the probability that none was */
  struct pages table;
};

/* hashes: for bits; bytes: of the table.  False: memory is refused. */
bool seen_open(struct seen *s, enum explore_keep keep, unsigned hashes,
               uint64_t bytes, uint64_t seed);
void seen_close(struct seen *s);

enum seen_answer { SEEN_NEW, SEEN_BEFORE, SEEN_FULL };
/* hash: of the state, all 64 bits of it good. */
enum seen_answer seen_add(struct seen *s, uint64_t hash);

/* That some state was taken for another. */
double seen_chance(const struct seen *s);

#endif
