/* compare: what a row of Heddle's strategies says of a program, against the
 * brute force.
 *
 *   every finding is one that may be                     (no false alarm)
 *   a row that covers everything finds all that must be  (no wrong `holds`)
 *   `holds` is said iff there is no finding and nothing was left out
 *
 * Rows that sample are asked for the first only.  Rows that cover states
 * rather than traces must find some race when there is one; which pairs of
 * places they show is theirs. */
#ifndef TESTS_ORACLE_COMPARE_H
#define TESTS_ORACLE_COMPARE_H

#include "ask.h"
#include "base/text.h"
#include "brute.h"

struct oracle_row {
  const char *strategy;
  bool covers; /* every schedule */
  bool pairs;  /* finds every pair of places that race */
  bool texts;  /* does with texts whose length others change; else refuses */
  uint64_t runs;
};
extern const struct oracle_row oracle_rows[];
extern const unsigned oracle_rows_len;

/* False when they differ; *why then says how. */
bool compare_answer(const struct code *c, const struct brute *b,
                    const struct oracle_row *row, const struct answer *a,
                    struct text *why);
/* What the brute force found, for people. */
void compare_describe(const struct code *c, const struct brute *b,
                      struct text *out);

#endif
