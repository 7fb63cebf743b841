/* because: the reasons of a verdict, and what it stands under, as JSON. */
#ifndef REPORT_BECAUSE_H
#define REPORT_BECAUSE_H

#include "base/verdict.h"
#include "report/json.h"

/* {"why": "time"}: one of them. */
void because_put(struct json *j, const struct heddle_because *b);
/* "because": [{"why": "unmodelled", "name": "pipe", "file": "x.c", "line": 7,
 * "count": 2}], what is not known left out. */
void because_json(struct json *j, const struct reasons *r);
/* "under": ["sequential consistency"] */
void under_json(struct json *j, unsigned under);

#endif
