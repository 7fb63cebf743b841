/* same: are two results of explore the same, in figures, in findings and their
 * order, and in every step of every run? */
#ifndef CROSS_SAME_H
#define CROSS_SAME_H

#include "explore/explore.h"

/* NULL, or where they differ. */
const char *results_differ(const struct explore_result *a,
                           const struct explore_result *b);

#endif
