/* The result of a test, and of a recording of a program that is shown. */
#include <string.h>

#include "job/baseline.h"
#include "job/details.h"
#include "job/replay.h"
#include "job/result.h"
#include "job/telling.h"
#include "job/test.h"
#include "job/words.h"
#include "report/picture.h"
#include "sched/strategy.h"

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

/* --- the story as a picture ------------------------------------------------ */

struct told {
  struct heddle_picture picture; /* the first member */
  struct telling telling;
};

/* Source lines beside columns are hard to read where they are narrow, and
 * where they are wide. */
static void told_text(const struct heddle_picture *p,
                      struct picture_style style, struct text *out) {
  enum { LEAST = 60, MOST = 100 };
  unsigned width =
      style.width < LEAST || style.width > MOST ? MOST : style.width;
  telling_text(&((const struct told *)p)->telling,
               (struct story_style){.width = width, .colour = style.colour},
               out);
}

/* What is made for it is kept beside the story. */
static struct run_chart told_chart(const struct heddle_picture *p) {
  struct run_chart chart;
  story_chart(&((struct told *)(uintptr_t)p)->telling.story, &chart);
  return chart;
}

static void told_page(const struct heddle_picture *p, struct text *out) {
  telling_html(&((struct told *)(uintptr_t)p)->telling, p->title, out);
}

static void told_free(void *t) {
  telling_close(&((struct told *)t)->telling);
}

/* A story to be made, that lasts as long as the arena. */
static struct told *told_new(const char *title, struct arena *a) {
  struct told *t = arena_new(a, struct told);
  t->picture = (struct heddle_picture){.title = keep(a, title),
                                       .text = told_text,
                                       .chart = told_chart,
                                       .page = told_page};
  arena_at_end(a, told_free, t);
  return t;
}

/* --- findings --------------------------------------------------------------- */

static void take_story(const struct story *s, const struct target *target,
                       const struct sched_finding *f, struct arena *a,
                       struct heddle_finding *out) {
  struct heddle_place at = place_of(target->executor, f->site, a);
  struct text brief = {0};
  *out = (struct heddle_finding){
      .kind = HEDDLE_KINDS,
      .key = found_key(f->kind),
      .word = found_text(f->kind),
      .where = arena_printf(a, "%s%s%s", s->headline, *s->where ? ", " : "",
                            s->where),
      .file = at.file,
      .line = at.line,
      .column = at.column};
  out->title = arena_printf(a, "%s%s%s", s->headline, *s->sides ? ", " : "",
                            s->sides);
  out->headline = out->title;
  if (f->kind == FOUND_RACE)
    out->other = place_of(target->executor, f->other_site, a);
  story_brief(s, (struct story_style){.indent = 2}, &brief);
  out->brief = result_lines(&brief, a);
}

static void take_run(const struct story *s, struct arena *a,
                     struct heddle_finding *out) {
  struct text text = {0};
  take_steps(s, a, out);
  story_text(s, (struct story_style){.width = 100}, &text);
  out->story = arena_string(a, text_str(&text), text.len);
  text_free(&text);
}

/* What the program printed, in characters that can be shown. */
static const char *take_output(const struct test_result *t, struct arena *a) {
  if (!t->output || !t->output_len)
    return NULL;
  char *s = arena_string(a, t->output, t->output_len);
  for (size_t i = 0; i < t->output_len; i++)
    if ((unsigned char)s[i] < 32 && s[i] != '\t' && s[i] != '\n')
      s[i] = '?';
  return s;
}

static const char *missed(const struct sched *s, struct arena *a) {
  if (sched_covered(s))
    return NULL;
  struct text why = {0};
  if (!s->claim.because.at.len)
    text_add(&why, "stopped at a finding");
  reasons_text(&s->claim.because, &why);
  return result_lines(&why, a);
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
    take_story(&told.story, t->target, &b->known.at[i].finding, a, &at[i]);
    take_run(&told.story, a, &at[i]);
    telling_close(&told);
    at[i].known = keep(a, b->entries.at[b->known.at[i].entry].reason);
  }
  out->known = at;
  out->known_count = b->known.len;
}

/* Telling a finding goes through its whole run, so of many with very long runs
 * only the first are told as a story; of the others what and where it is. */
static bool is_followed(const struct test_result *t, size_t i) {
  enum { EVENTS = 300 * 1000 };
  uint64_t events = 0;
  for (size_t k = 0; k <= i; k++)
    events += t->sched->findings.at[k].events_len;
  return !i || events <= EVENTS;
}

static void take_finding(const struct test_result *t, size_t i,
                         struct result_wish wish, struct arena *a,
                         struct heddle_finding *out) {
  const struct sched_finding *f = &t->sched->findings.at[i];
  const struct minimised *m =
      i < t->reductions.len ? &t->reductions.at[i] : NULL;
  struct told *told = i < wish.pictures ? told_new(t->name, a) : NULL;
  struct telling own = {0}, *telling = told ? &told->telling : &own;
  telling->brief = i > 0;
  telling->bare = !is_followed(t, i);
  telling_make(telling, t->target, f, m);
  take_story(&telling->story, t->target, f, a, out);
  if (i < wish.runs && !telling->bare) {
    take_run(&telling->story, a, out);
    out->details = details_of_run(t->target, f, m, &telling->story, a);
  }
  if (told)
    out->picture = &told->picture;
  else
    telling_close(telling);
  if (!i)
    out->output = take_output(t, a);
}

static void take_findings(const struct test_result *t, struct result_wish wish,
                          struct arena *a, struct heddle_result *out) {
  const size_t all = t->sched->findings.len;
  const size_t count = all < wish.listed ? all : wish.listed;
  struct heddle_finding *at = arena_array(a, struct heddle_finding, count);
  for (size_t i = 0; i < count; i++)
    take_finding(t, i, wish, a, &at[i]);
  out->findings = at;
  out->finding_count = count;
  if (count < all) {
    struct heddle_more *more = arena_array(a, struct heddle_more, 1);
    *more = (struct heddle_more){.key = "", .count = all - count};
    out->more = more;
    out->more_count = 1;
  }
}

static void take_facts(const struct test_result *t, struct arena *a,
                       struct heddle_result *out) {
  struct heddle_fact *at = arena_array(a, struct heddle_fact, 2);
  at[0] = (struct heddle_fact){"strategy", t->sched->options.strategy->name};
  at[1] = (struct heddle_fact){"time",
                               arena_printf(a, "%.2f s", t->sched->seconds)};
  out->facts = at;
  out->fact_count = 2;
}

void result_of_test(const struct test_result *t, struct result_wish wish,
                    struct arena *a, struct heddle_result *out) {
  const struct sched *s = t->sched;
  *out = (struct heddle_result){
      .command = "test",
      .name = t->test ? t->test : t->name,
      .verdict = s->verdict == VERDICT_HOLDS      ? HEDDLE_HOLDS
                 : s->verdict == VERDICT_VIOLATED ? HEDDLE_VIOLATED
                                                  : HEDDLE_INCOMPLETE};
  take_findings(t, wish, a, out);
  struct heddle_count *n = arena_array(a, struct heddle_count, 2);
  n[0] = (struct heddle_count){"executions", s->stats.executions, true, false};
  n[1] = (struct heddle_count){"findings", s->findings.len, sched_covered(s), true};
  out->counts = n;
  out->count_count = 2;
  result_claim(&s->claim, a, out);
  if (wish.runs)
    take_known(t, a, out);
  words_of_test(t, a, out);
  take_facts(t, a, out);
  out->goal = "every schedule covered";
  out->missed = missed(s, a);
  out->seconds = s->seconds;
  if (wish.runs)
    out->details = details_of_test(t, a);
}

void result_of_replay(const struct replay *w, struct arena *a,
                      struct heddle_result *out) {
  struct heddle_finding *f = arena_array(a, struct heddle_finding, 1);
  struct told *told = told_new(w->name, a);
  *out = (struct heddle_result){.command = "show",
                                .name = w->target.files.at[0],
                                .verdict = HEDDLE_VIOLATED,
                                .findings = f,
                                .finding_count = 1};
  replay_tell(&told->telling, w);
  take_story(&told->telling.story, &w->target, &w->finding, a, f);
  take_run(&told->telling.story, a, f);
  f->picture = &told->picture;
  out->line = arena_printf(a, "%s: %s", w->name, f->title);
}
