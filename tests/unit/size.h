/* The estimate of what remains, asked of a search that is left off. */
#ifndef TESTS_UNIT_SIZE_H
#define TESTS_UNIT_SIZE_H

#include "sched/sched.h"

struct model;

/* How many executions there were, at most `runs` (0: to the end); *known:
 * whether *left says anything. */
uint64_t size_search(const struct model *m, const char *strategy, uint64_t runs,
                     struct sched_estimate *left, bool *known);

#endif
