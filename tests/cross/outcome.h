/* outcome: a set of findings in words, so that what different engines find can
 * be compared. */
#ifndef TESTS_CROSS_OUTCOME_H
#define TESTS_CROSS_OUTCOME_H

#include "base/text.h"
#include "base/vec.h"

struct outcome {
  VEC(char *) at; /* in order, each once */
};

void outcome_add(struct outcome *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool outcome_has(const struct outcome *o, const char *what);
void outcome_free(struct outcome *o);

#endif
