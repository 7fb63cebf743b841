/* repeats: successors of one state that are the same state. */
#ifndef EXPLORE_REPEATS_H
#define EXPLORE_REPEATS_H

#include "base/sound.h"

struct expander;

static inline bool same_words(const uint64_t *a, const uint64_t *b,
                              size_t len) {
  EXPECTS(a && b && len);
  for (size_t i = 0; i < len; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

/* Of the records of the expander leaves out those that an earlier one equals;
 * what sleeps behind both of them sleeps. */
void repeats_drop(struct expander *x);

#endif
