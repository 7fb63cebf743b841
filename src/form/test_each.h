/* test_each: the results of many tests as one (heddle test --each).
 *
 *     {"schema": "heddle.tests/1",
 *      "tests": [{..., "name": "push", "program": "queue.c", ...}, ...]}
 *
 * A row is what `heddle test --json` says of one program; in JUnit a test is a
 * suite. */
#ifndef FORM_TEST_EACH_H
#define FORM_TEST_EACH_H

#include "base/text.h"
#include "report/junit.h"

struct each {
  struct text json; /* rows */
  struct junit_document junit;
};

void each_add(struct each *e, const struct heddle_result *r);
void each_json(const struct each *e, struct text *out);
void each_junit(struct each *e, struct text *out);
void each_free(struct each *e);

#endif
