/* junit: results for continuous integration, in the XML that JUnit wrote
 * first and every CI server reads.
 *
 * A suite is a program, a model or a network; a case is a finding, and one more
 * says whether everything was looked at; what is known is skipped.  Whatever the
 * strings contain, the output is well-formed: characters that XML cannot hold
 * become U+FFFD. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "base/text.h"
#include "heddle.h"

void junit_render(struct text *out, const struct heddle_result *r);

#endif
