/* The result of a test, and of a recording of a program that is shown. */
#include <string.h>

#include "job/baseline.h"
#include "job/details.h"
#include "job/replay.h"
#include "job/result.h"
#include "job/telling.h"
#include "job/test.h"

static const char *keep(struct arena *a, const char *s) {
  return s ? arena_string(a, s, strlen(s)) : NULL;
}

static struct heddle_place place_of(struct executor *x, uint32_t site,
                                    struct arena *a) {
  struct spot at = {0};
  if (x->place && site)
    at = x->place(x, site);
  return (struct heddle_place){keep(a, at.file), keep(a, at.function), at.line,
                               at.col};
}

static void take_steps(const struct story *s, struct arena *a,
                       struct heddle_finding *out) {
  struct heddle_step *run = arena_array(a, struct heddle_step, s->steps.len);
  vec_each(&s->steps, step) {
    if (step->kind == STORY_FOLD)
      continue;
    run[out->length++] = (struct heddle_step){
        .process = keep(a, s->threads[step->thread].name),
        .text = keep(a, step->what),
        .at = {keep(a, step->at.file), keep(a, step->at.function),
               step->at.line, step->at.col}};
  }
  out->run = run;
}

static void take_story(struct telling *t, const struct target *target,
                       const struct sched_finding *f, struct arena *a,
                       struct heddle_finding *out) {
  struct heddle_place at = place_of(target->executor, f->site, a);
  struct text text = {0};
  *out = (struct heddle_finding){
      .kind = HEDDLE_KINDS,
      .key = found_key(f->kind),
      .where = arena_printf(a, "%s%s%s", t->story.headline,
                            *t->story.where ? ", " : "", t->story.where),
      .file = at.file,
      .line = at.line,
      .column = at.column};
  out->title = arena_printf(a, "%s%s%s", t->story.headline,
                            *t->story.sides ? ", " : "", t->story.sides);
  out->headline = out->title;
  if (f->kind == FOUND_RACE)
    out->other = place_of(target->executor, f->other_site, a);
  take_steps(&t->story, a, out);
  story_text(&t->story, (struct story_style){.width = 100}, &text);
  out->story = arena_string(a, text_str(&text), text.len);
  text_free(&text);
}

static const char *missed(const struct sched *s, struct arena *a) {
  if (sched_covered(s))
    return NULL;
  struct text why = {0};
  text_add(&why, s->claim.because.at.len ? "incomplete: "
                                          : "stopped at a finding");
  reasons_text(&s->claim.because, &why);
  const char *text = arena_string(a, text_str(&why), why.len);
  text_free(&why);
  return text;
}

static void take_known(const struct test_result *t, struct arena *a,
                       struct heddle_result *out) {
  const struct baseline *b = t->baseline;
  if (!b)
    return;
  struct heddle_finding *at =
      arena_array(a, struct heddle_finding, b->known.len);
  for (size_t i = 0; i < b->known.len; i++) {
    struct telling told;
    telling_open(&told, t->target, &b->known.at[i].finding, NULL);
    take_story(&told, t->target, &b->known.at[i].finding, a, &at[i]);
    telling_close(&told);
    at[i].known = keep(a, b->entries.at[b->known.at[i].entry].reason);
  }
  out->known = at;
  out->known_count = b->known.len;
}

void result_of_test(const struct test_result *t, struct arena *a,
                    struct heddle_result *out) {
  const struct sched *s = t->sched;
  *out = (struct heddle_result){
      .command = "test",
      .name = t->test ? t->test : t->name,
      .verdict = s->verdict == VERDICT_HOLDS      ? HEDDLE_HOLDS
                 : s->verdict == VERDICT_VIOLATED ? HEDDLE_VIOLATED
                                                  : HEDDLE_INCOMPLETE};
  struct heddle_finding *at =
      arena_array(a, struct heddle_finding, s->findings.len);
  for (size_t i = 0; i < s->findings.len; i++) {
    struct telling told;
    const struct minimised *m =
        i < t->reductions.len ? &t->reductions.at[i] : NULL;
    telling_open(&told, t->target, &s->findings.at[i], m);
    take_story(&told, t->target, &s->findings.at[i], a, &at[i]);
    at[i].details = details_of_run(t->target, &s->findings.at[i], m,
                                   &told.story, a);
    telling_close(&told);
  }
  out->findings = at;
  out->finding_count = s->findings.len;
  struct heddle_count *n = arena_array(a, struct heddle_count, 2);
  n[0] = (struct heddle_count){"executions", s->stats.executions, true, false};
  n[1] = (struct heddle_count){"findings", s->findings.len, sched_covered(s), true};
  out->counts = n;
  out->count_count = 2;
  result_claim(&s->claim, a, out);
  take_known(t, a, out);
  out->goal = "every schedule covered";
  out->missed = missed(s, a);
  out->seconds = s->seconds;
  out->details = details_of_test(t, a);
}

void result_of_replay(const struct replay *w, struct arena *a,
                      struct heddle_result *out) {
  struct heddle_finding *f = arena_array(a, struct heddle_finding, 1);
  struct telling told;
  *out = (struct heddle_result){.command = "show",
                                .name = w->target.files.at[0],
                                .verdict = HEDDLE_VIOLATED,
                                .findings = f,
                                .finding_count = 1};
  replay_tell(&told, w);
  take_story(&told, &w->target, &w->finding, a, f);
  telling_close(&told);
}
