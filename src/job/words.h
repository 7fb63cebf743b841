/* words: what a result says to people, beside the words that all results
 * share: its line and title, grounds, remarks, facts, what to do next. */
#ifndef JOB_WORDS_H
#define JOB_WORDS_H

#include "base/arena.h"
#include "heddle.h"

struct check;
struct test_result;

void words_of_check(const struct check *c, struct arena *a,
                    struct heddle_result *out);
/* Wants the findings of the result, the first of them at least. */
void words_of_test(const struct test_result *t, struct arena *a,
                   struct heddle_result *out);

#endif
