/* result: what a job says, in the vocabulary of heddle.h.
 *
 *     struct arena a = {0};
 *     struct heddle_result r;
 *     result_of_test(&test.result, RESULT_ALL, &a, &r);
 *     ... sarif_render, markdown_render, heddle_render ...
 *     arena_free(&a);
 *
 * Every form that is made of a result and nothing else works for each of
 * these jobs.  It lives in the arena; pictures need the job's own result too.
 *
 * To tell a run takes a walk along it, so nobody tells what nobody looks at:
 * a wish says how much that is. */
#ifndef JOB_RESULT_H
#define JOB_RESULT_H

#include <stdint.h>

#include "base/arena.h"
#include "base/verdict.h"
#include "heddle.h"

struct result_wish {
  size_t listed;   /* findings told, of a model so many of each kind */
  size_t runs;     /* the first so many with steps and details */
  size_t pictures; /* ... with a picture of their run */
  bool sheet;      /* and what else is drawn */
};
#define RESULT_TOLD {SIZE_MAX, SIZE_MAX, 0, false}
/* Whatever a form may look at. */
#define RESULT_ALL                                                             \
  ((struct result_wish){SIZE_MAX, SIZE_MAX, RESULT_DRAWN, true})
enum { RESULT_DRAWN = 200 }; /* pictures on a page */
/* What both want. */
struct result_wish result_wish_both(struct result_wish a,
                                    struct result_wish b);

struct check;
struct derivation;
struct model;
struct recording;
struct replay;
struct rerun;
struct test_result;

void result_of_check(const struct check *c, struct result_wish wish,
                     struct arena *a, struct heddle_result *out);
void result_of_test(const struct test_result *t, struct result_wish wish,
                    struct arena *a, struct heddle_result *out);
void result_of_derive(const struct derivation *d, const char *file,
                      struct result_wish wish, struct arena *a,
                      struct heddle_result *out);
/* One that came out as recorded. */
void result_of_replay(const struct replay *w, struct arena *a,
                      struct heddle_result *out);
void result_of_rerun(const struct rerun *w, struct arena *a,
                     struct heddle_result *out);

/* For all of these: why it is not complete, and what it stands under. */
void result_claim(const struct claim *c, struct arena *a,
                  struct heddle_result *out);
/* The lines in `t`, kept; NULL when there are none.  Frees `t`. */
const char *result_lines(struct text *t, struct arena *a);
/* For models: the run of the recording, taken again on the plain interpreter,
 * with the values that each step changes (`end`, if given, gets the state it
 * ends in); and a picture of it. */
void result_run(const struct recording *r, const struct model *m,
                struct text *end, struct arena *a,
                struct heddle_finding *out);
void result_picture(const struct recording *r, const struct model *m,
                    struct arena *a, struct heddle_finding *out);

#endif
