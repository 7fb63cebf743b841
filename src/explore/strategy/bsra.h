/* The leaps of bsra.c, for strategies that combine them with others.  Where
 * sleep sets are kept they are bsra-sleep's (bsra_sleep.c). */
#ifndef EXPLORE_STRATEGY_BSRA_H
#define EXPLORE_STRATEGY_BSRA_H

#include "explore/strategy.h"

void *bsra_open(const struct model *m, unsigned find, struct text *why);
void bsra_close(void *self);
void bsra_leaps(void *self, const struct view *v, struct leaps *out);

#endif
