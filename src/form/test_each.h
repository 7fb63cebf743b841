/* test_each: the results of many tests as one (heddle test --each).
 *
 *     {"schema": "heddle.tests/1", "tests": [{"name": "push", "program": "queue.c", ...}, ...]}
 *
 * What stands in a row beside the name is what `heddle test --json` says of one
 * program; in JUnit a test is a suite. */
#ifndef FORM_TEST_EACH_H
#define FORM_TEST_EACH_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "report/junit.h"

struct test_result;

struct each {
  struct text json; /* rows */
  VEC(struct junit_suite) suites;
  struct arena arena;
};

void each_add_json(struct each *e, const char *name,
                   const struct test_result *r);
void each_add_suite(struct each *e, const char *name,
                    const struct test_result *r);
void each_json(const struct each *e, struct text *out);
void each_junit(const struct each *e, struct text *out);
void each_free(struct each *e);

#endif
