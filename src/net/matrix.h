/* matrix: which test kills which mutant, seen from the mutants.
 *
 *     struct kill_matrix k;
 *     matrix_make(&k, &result);
 *     const uint32_t *tests = matrix_row(&k, mutant, &count);
 *     matrix_free(&k);
 *
 * A derivation lists the mutants of each test; here they are turned round, for
 * whoever goes through the mutants.  Where a limit has ended it each mutant has
 * the first test that killed it, and no other. */
#ifndef NET_MATRIX_H
#define NET_MATRIX_H

#include "net/derive.h"

struct kill_matrix {
  const struct derive_result *result;
  uint32_t *first; /* by place in `killed`: where its tests begin */
  uint32_t *tests;
};

/* The result must outlive it. */
void matrix_make(struct kill_matrix *k, const struct derive_result *r);
void matrix_free(struct kill_matrix *k);
/* Of the mutant of that number: the tests that kill it, increasing; none if it
 * is not killed. */
const uint32_t *matrix_row(const struct kill_matrix *k, uint64_t mutant,
                           size_t *count);

#endif
