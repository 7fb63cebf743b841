/* coverage: what the runs of a search have touched: lines, both ways of
 * branches, and pairs of accesses in both orders (sched/pairs.h).
 *
 *     struct coverage c = {0};
 *     coverage_begin(&c, target, &options);   watches the runs
 *     sched_run ...
 *     coverage_end(&c);                       asks the executor
 *     coverage_text(&c, &out);  ..._json, ..._lcov, ..._page
 *     coverage_free(&c);
 *
 * Lines and branches are counted by programs built for it (`heddle cc
 * --heddle-coverage`, or sources given to `heddle test --coverage`); of what
 * is not, and of models, there are pairs only.  What a search has seen is
 * saved with it (job/cache.h), so that the one that continues it knows. */
#ifndef JOB_COVERAGE_H
#define JOB_COVERAGE_H

#include "base/pack.h"
#include "base/text.h"
#include "job/target.h"
#include "report/json.h"
#include "sched/pairs.h"
#include "sched/sched.h"

/* Of a program that was not built for it. */
#define COVERAGE_HOW                                                           \
  "lines and branches are not counted: build with 'heddle cc "                 \
  "--heddle-coverage'"

/* A line of a file, whatever number of blocks it is made of; or a branch. */
struct coverage_row {
  const char *file, *function;
  uint32_t line, column;
  bool branch;
  uint8_t seen;
};

struct coverage {
  const struct target *target;
  struct pairs pairs;
  VEC(struct coverage_row) rows; /* by file, line, kind, column */
  VEC(uint8_t)
  before; /* seen by searches that this one continues, in the
                          order of the executor */
  size_t lines, lines_seen, ways, ways_seen, both;
};

void coverage_begin(struct coverage *c, const struct target *t,
                    struct sched_options *o);
void coverage_end(struct coverage *c);
void coverage_text(const struct coverage *c, struct text *out);
void coverage_json(const struct coverage *c, struct json *j);
/* As geninfo(1) of lcov writes it. */
void coverage_lcov(const struct coverage *c, struct text *out);
/* The sources, line by line, with what was not seen: one self-contained page
 * (coverage_page.c). */
void coverage_page(const struct coverage *c, struct text *out);
/* What was seen so far, to a file and, just begun, back; false: damaged. */
void coverage_save(const struct coverage *c, struct text *out);
bool coverage_load(struct coverage *c, struct unpack *in);
void coverage_free(struct coverage *c);

#endif
