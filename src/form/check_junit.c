/* The result of `heddle check` for CI servers: a case for each finding, and
 * one for whether everything was explored. */
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "form/check.h"
#include "job/findings.h"
#include "report/junit.h"

static const char *steps_of(const struct finding *f, const struct model *m,
                            struct arena *a) {
  struct recording r;
  struct text out = {0};
  if (f->kind == FINDING_UNEXECUTABLE)
    return NULL;
  finding_record(f, m, &r);
  for (size_t i = 0; i < r.steps.len; i++)
    text_printf(&out, "%s: %s\n", m->processes[r.steps.at[i].process].name,
                r.texts.at[i]);
  recording_free(&r);
  const char *kept = arena_string(a, text_str(&out), out.len);
  text_free(&out);
  return kept;
}

void check_junit(const struct check *c, struct text *out) {
  const struct explore_result *r = c->result;
  struct arena arena = {0};
  struct text where = {0};
  VEC(struct junit_case) cases = {0};
  struct text why = {0};
  reasons_text(&r->claim.because, &why);
  bool all = !why.len && r->stopped == STOP_NOT;
  struct junit_case whole = {
      .name = "everything explored",
      .result = all ? JUNIT_PASSED : JUNIT_SKIPPED,
      .message = all       ? NULL
                 : why.len ? arena_printf(&arena, "incomplete: %s",
                                          text_str(&why))
                           : stop_reason_texts[r->stopped],
      .seconds = r->stats.seconds};
  text_free(&why);
  vec_push(&cases, whole);
  vec_each(&r->findings, f) {
    text_clear(&where);
    finding_where(f, c->model, &where);
    const char *text = arena_string(&arena, text_str(&where), where.len);
    struct junit_case one = {
        .name = arena_printf(&arena, "%s: %s", finding_word(f->kind), text),
        .kind = finding_kind_names[f->kind],
        .message = text,
        .details = steps_of(f, c->model, &arena),
        .file = f->place.line ? c->model->file : NULL,
        .line = f->place.line,
        .result = JUNIT_FAILED};
    vec_push(&cases, one);
  }
  struct junit_suite s = {c->model->file, cases.at, cases.len,
                          r->stats.seconds};
  junit_render(out, &s, 1);
  vec_free(&cases);
  text_free(&where);
  arena_free(&arena);
}
