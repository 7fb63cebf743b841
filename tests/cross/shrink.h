/* shrink: the smallest model one can get by leaving things out of a model
 * that fails, such that it still fails.
 *
 * Greedy: leave one thing out (a process's edges, an edge, a property, a
 * guard, an instruction, half an expression, room in a channel), keep that
 * if the test still fails, until nothing can be left out any more. */
#ifndef TESTS_CROSS_SHRINK_H
#define TESTS_CROSS_SHRINK_H

#include "model/model.h"

typedef bool shrink_fails(const struct model *m, void *user);

/* A new model; m is not changed. */
struct model *shrink(const struct model *m, shrink_fails *fails, void *user);
/* A copy that shares nothing with m. */
struct model *shrink_copy(const struct model *m);

#endif
