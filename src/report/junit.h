/* junit: results for continuous integration, in the XML that JUnit wrote
 * first and every CI server reads.
 *
 * A suite is a program, a model or a network; a case is a finding, and one more
 * says whether everything was looked at; what is known is skipped.  Whatever the
 * strings contain, the output is well-formed: characters that XML cannot hold
 * become U+FFFD. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "report/forms.h"

/* Several results as one document, a suite each:
 *
 *     struct junit_document d = {0};
 *     junit_add(&d, &result);  ...
 *     junit_close(&d, &out);
 */
struct junit_document {
  struct text suites;
  size_t tests, failures, skipped;
  double seconds;
};
void junit_add(struct junit_document *d, const struct heddle_result *r);
void junit_close(struct junit_document *d, struct text *out);

#endif
