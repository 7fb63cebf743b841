/* suite: tests of the runtime and of the program executor.
 *
 * Programs are built with the `heddle cc` under test ($HEDDLE) into a fresh
 * folder; what comes out is compared with numbers from doc/papers.md, with
 * closed forms, or with the other way to execute (a process for each run). */
#ifndef TESTS_PROGRAMS_SUITE_H
#define TESTS_PROGRAMS_SUITE_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/executor.h"
#include "sched/sched.h"

struct suite {
  const char *heddle;
  char folder[64];
  bool quick; /* a slow build: only the short tests */
  unsigned passed, failed;
  unsigned patient; /* scripts run with patience to the end */
  unsigned twice;   /* and in which optimal ran a trace twice */
};

/* The path of the binary, to be freed, or NULL (which counts as failed). */
char *suite_build(struct suite *s, const char *source);
/* With further words on the command line; "-c" makes an object file. */
char *suite_build_with(struct suite *s, const char *source,
                       const char *options);
/* Runs a line of the shell in a copy of tests/programs/project, with `heddle`
 * and `heddle-cc` on the path; it must come out true. */
void suite_command(struct suite *s, const char *what, const char *command);
void suite_check(struct suite *s, bool ok, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* One search; `fork`: a process for each run.  Ends with sched_close and
 * x->close, or suite_search_end. */
struct search {
  struct executor *x;
  struct sched sched;
};
struct search_options {
  const char *strategy, *argument;
  uint64_t runs;
  uint32_t steps; /* of a run; 0: as many as usual */
  bool fork, first, spurious, no_races, no_values;
  bool bounded; /* by the number of preemptions that follows */
  uint32_t preemptions;
  const struct plan_input *inputs; /* of every run */
  uint32_t inputs_len;
};
bool suite_search(struct suite *s, struct search *r, const char *binary,
                  const struct search_options *o);
void suite_search_end(struct search *r);
/* Opens a program, or counts a failure. */
struct executor *suite_open(struct suite *s, const char *binary,
                            const struct search_options *o);

void suite_dropin(struct suite *s);  /* dropin.c */
void suite_header(struct suite *s);  /* header.c */
void suite_counts(struct suite *s);  /* counts.c */
void suite_bugs(struct suite *s);    /* bugs.c */
void suite_oracle(struct suite *s);  /* oracle.c */
void suite_robust(struct suite *s);  /* robust.c */
void suite_bounds(struct suite *s);  /* bounds.c */
void suite_random(struct suite *s);  /* random.c */
/* A number for the trace of a run, looks in vain crossed out. */
uint64_t random_trace(const struct event *events, uint32_t len);
void suite_waits(struct suite *s);   /* waits.c */
void suite_rounds(struct suite *s);  /* rounds.c */
void suite_vain(struct suite *s);    /* vain.c */
void suite_resume(struct suite *s);  /* resume.c */
void suite_minimise(struct suite *s); /* minimise.c */
void suite_symbolic(struct suite *s); /* symbolic.c */
void suite_busy(struct suite *s); /* busy.c */
void suite_inputs(struct suite *s); /* inputs.c */
void suite_library(struct suite *s); /* library.c */

#endif
