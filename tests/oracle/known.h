/* known: differences that have a reason and wait for their cure.
 *
 * A row says which programs, which strategies and which words of a difference
 * it stands for.  Such a difference is counted, not shown; a row that no
 * program needs any more makes the test fail, so that it is taken out. */
#ifndef TESTS_ORACLE_KNOWN_H
#define TESTS_ORACLE_KNOWN_H

#include "program.h"

struct known {
  const char *strategy; /* or NULL: any */
  const char *words;    /* the difference has them, or NULL */
  uint8_t ops[4];       /* the program uses all of these; none: any */
  const char *reason;
};
extern const struct known knowns[];
extern const unsigned knowns_len;

/* The number of the row that this difference falls under, or knowns_len. */
unsigned known_find(const struct program *p, const char *strategy,
                    const char *why);

#endif
