/* details: what a command says beside the words that all results share, as
 * details of heddle.h; lists begin with what is returned. */
#ifndef JOB_DETAILS_H
#define JOB_DETAILS_H

#include "base/arena.h"
#include "heddle.h"

struct derivation;
struct minimised;
struct sched_finding;
struct story;
struct target;
struct test_result;

/* Parts, numbers, bounds, inputs, known findings and coverage of a search. */
const struct heddle_detail *details_of_test(const struct test_result *r,
                                            struct arena *a);
/* A finding of it: its choices and events, and the story of its run; `m`, how
 * it was made small, may be NULL. */
const struct heddle_detail *details_of_run(const struct target *t,
                                           const struct sched_finding *f,
                                           const struct minimised *m,
                                           const struct story *story,
                                           struct arena *a);

/* Tests and numbers of a derivation. */
const struct heddle_detail *details_of_derive(const struct derivation *d,
                                              const char *file,
                                              struct arena *a);

#endif
