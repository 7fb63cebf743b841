/* sarif: a result as SARIF 2.1.0, which code hosts and editors read.
 *
 * A kind of finding is a rule, a finding a result with its place, the other
 * side of a data race is a related place, and the run a code flow.  Why a
 * verdict is incomplete is told as notifications of the invocation. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "base/text.h"
#include "heddle.h"

void sarif_render(struct text *out, const struct heddle_result *r);

#endif
