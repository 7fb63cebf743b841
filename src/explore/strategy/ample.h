/* The choice of ample.c, for strategies that combine it with others. */
#ifndef EXPLORE_STRATEGY_AMPLE_H
#define EXPLORE_STRATEGY_AMPLE_H

#include "explore/strategy.h"

struct ample;

struct ample *ample_open(const struct model *m, unsigned find);
void ample_close(struct ample *a);
/* `open` and `close` of a row that has nothing but these sets, for blocking
 * states. */
void *ample_open_blocking(const struct model *m, unsigned find,
                          struct text *why);
void ample_close_row(void *self);
/* Marks the processes of the chosen set in v->desk->chosen; false when that
 * would be all that can move.  Steps that sleep do not count; where any do,
 * the set must be one for blocking states only. */
bool ample_choose(const struct ample *a, const struct view *v);
const struct future *ample_future(const struct ample *a);

#endif
