/* The result of `heddle test` for CI servers: a case for each finding, and
 * one for whether everything was covered. */
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "form/test_report.h"
#include "job/baseline.h"
#include "job/telling.h"
#include "report/junit.h"

typedef VEC(struct junit_case) cases;

static const char *keep(struct arena *a, const char *s) {
  return s ? arena_string(a, s, strlen(s)) : NULL;
}

/* known: why it is, or NULL. */
static void add_finding(const struct test_result *r,
                        const struct sched_finding *f,
                        const struct minimised *m, const char *known,
                        cases *out, struct arena *a) {
  struct executor *x = r->target->executor;
  struct telling t;
  struct text body = {0};
  struct spot at = {0};
  telling_open(&t, r->target, f, m);
  story_text(&t.story, (struct story_style){.width = 100}, &body);
  if (x->place && f->site)
    at = x->place(x, f->site);
  struct junit_case c = {
      .name = arena_printf(a, "%s%s%s", t.story.headline,
                           *t.story.sides ? ", " : "", t.story.sides),
      .kind = found_key(f->kind),
      .message = known ? arena_printf(a, "known: %s", known)
                       : arena_printf(a, "%s%s%s", t.story.headline,
                                      *t.story.sides ? ", " : "",
                                      t.story.sides),
      .details = keep(a, text_str(&body)),
      .file = keep(a, at.file),
      .line = at.line,
      .result = known ? JUNIT_SKIPPED : JUNIT_FAILED};
  vec_push(out, c);
  telling_close(&t);
  text_free(&body);
}

static struct junit_case covered(const struct test_result *r,
                                 struct arena *a) {
  const struct sched *s = r->sched;
  bool all = sched_covered(s);
  struct text why = {0};
  text_add(&why, s->claim.because.at.len ? "incomplete: "
                                          : "stopped at a finding");
  reasons_text(&s->claim.because, &why);
  struct junit_case c = {
      .name = "every schedule covered",
      .result = all ? JUNIT_PASSED : JUNIT_SKIPPED,
      .seconds = s->seconds,
      .message = all ? NULL : keep(a, text_str(&why))};
  text_free(&why);
  return c;
}

void test_report_junit(const struct test_result *r, struct text *out) {
  struct arena arena = {0};
  cases list = {0};
  struct junit_case all = covered(r, &arena);
  vec_push(&list, all);
  for (size_t i = 0; i < r->sched->findings.len; i++)
    add_finding(r, &r->sched->findings.at[i],
                i < r->reductions.len ? &r->reductions.at[i] : NULL, NULL,
                &list, &arena);
  for (size_t i = 0; r->baseline && i < r->baseline->known.len; i++) {
    const struct baseline_known *k = &r->baseline->known.at[i];
    add_finding(r, &k->finding, NULL, r->baseline->entries.at[k->entry].reason,
                &list, &arena);
  }
  struct junit_suite s = {r->name, list.at, list.len, r->sched->seconds};
  junit_render(out, &s, 1);
  vec_free(&list);
  arena_free(&arena);
}
