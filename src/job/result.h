/* result: what a job says, in the vocabulary of heddle.h.
 *
 *     struct arena a = {0};
 *     struct heddle_result r;
 *     result_of_test(&test.result, &a, &r);
 *     ... sarif_render, markdown_render, heddle_render ...
 *     arena_free(&a);
 *
 * Every form that is made of a result and nothing else works for each of
 * these jobs.  Strings are copied into the arena. */
#ifndef JOB_RESULT_H
#define JOB_RESULT_H

#include "base/arena.h"
#include "base/verdict.h"
#include "heddle.h"

struct check;
struct derivation;
struct model;
struct recording;
struct replay;
struct rerun;
struct test_result;

void result_of_check(const struct check *c, struct arena *a,
                     struct heddle_result *out);
void result_of_test(const struct test_result *t, struct arena *a,
                    struct heddle_result *out);
void result_of_derive(const struct derivation *d, const char *file,
                      struct arena *a, struct heddle_result *out);
/* One that came out as recorded. */
void result_of_replay(const struct replay *w, struct arena *a,
                      struct heddle_result *out);
void result_of_rerun(const struct rerun *w, struct arena *a,
                     struct heddle_result *out);

/* For all of these: why it is not complete, and what it stands under. */
void result_claim(const struct claim *c, struct arena *a,
                  struct heddle_result *out);
/* For models: the run of the recording, taken again on the plain interpreter,
 * with the values that each step changes. */
void result_run(const struct recording *r, const struct model *m,
                struct arena *a, struct heddle_finding *out);

#endif
