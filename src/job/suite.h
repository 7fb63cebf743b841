/* suite: sequences of a file, run again one by one: a regression suite.
 *
 * Each is forced step by step, and what the run then is, is compared with what
 * is written, line by line; what is another way now is told with its line. */
#ifndef JOB_SUITE_H
#define JOB_SUITE_H

#include "job/host.h"
#include "job/sequences.h"

struct syn_suite {
  uint64_t run, same;
  uint64_t failing;  /* end with a finding, as written or not */
  struct text first; /* how the first of those ends */
  bool stopped;      /* there was no time for the rest */
};

/* False after a message: it could not be run. */
bool suite_run(struct syn_suite *out, struct sequences *s, const struct host *h,
               struct executor *x);
/* "4 sequences, 4 as written", and what became of the properties. */
void suite_text(const struct syn_suite *u, const char *file, struct text *out);
/* "'a before b' fails in 2 of 4 sequences ..."; false when one fails. */
bool suite_before(const struct sequences *s, uint64_t of, struct text *out);

#endif
