/* tests: programs with many tests in them (include/heddle/rt.h, HEDDLE_TEST).
 *
 *     struct test_list all;
 *     if (tests_open(&all, host, &options))
 *       ... all.names, each with tests_choose ...
 *     tests_close(&all);
 *
 * The program is built once; it is asked for its tests, and each of them is
 * a test job of its own (test.h) on what was built. */
#ifndef JOB_TESTS_H
#define JOB_TESTS_H

#include "base/arena.h"
#include "job/target.h"
#include "job/test.h"

struct test_list {
  struct target target;
  struct arena arena;
  VEC(const char *) names;
  VEC(const char *) args; /* of the test that was chosen */
};

/* False after a message: it cannot be built, or has no tests. */
bool tests_open(struct test_list *t, const struct host *h,
                const struct test_options *o);
/* The options of one of them; false after a message when there is none. */
bool tests_choose(struct test_list *t, const char *name,
                  struct test_options *o);
void tests_close(struct test_list *t);

#endif
