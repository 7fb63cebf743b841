/* junit: results for continuous integration, in the XML that JUnit wrote
 * first and every CI server reads.
 *
 *     struct junit_suite s = {.name = "queue.c", .cases = cases, .len = n};
 *     junit_render(&out, &s, 1);
 *
 * A suite is a program or a model; a case is a finding, and what was covered.
 * Whatever the strings contain, the output is well-formed: characters that
 * XML cannot hold become U+FFFD. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include <stddef.h>

#include "base/text.h"

enum junit_result {
  JUNIT_PASSED,
  JUNIT_FAILED,
  JUNIT_SKIPPED, /* not decided, or known */
};

struct junit_case {
  const char *name;
  const char *kind;    /* type of a failure: "race" */
  const char *message; /* one line; NULL when passed */
  const char *details; /* any number of lines, or NULL */
  const char *file;    /* or NULL */
  unsigned line;
  enum junit_result result;
  double seconds;
};

struct junit_suite {
  const char *name;
  const struct junit_case *cases;
  size_t len;
  double seconds;
};

void junit_render(struct text *out, const struct junit_suite *suites,
                  size_t count);

#endif
