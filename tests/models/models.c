/* Every shipped model, and every small one of this folder, does what the
 * comments "// expect: ..." in it say (expect.h is the grammar).
 *
 * An expectation is up to three tests: the numbers are as written; the run
 * of every finding, saved as a recording and read again, shows its finding
 * on the plain interpreter; and, where `full` found few states, all counts
 * are those of brute force over that interpreter (tests/cross/brute.h).
 *
 *     models [FILE.hed ...]        without files: all of them */
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../cross/brute.h"
#include "../cross/brute_runs.h"
#include "expect.h"
#include "model/recording.h"

enum { BRUTE_STATES_MAX = 20000, RUNS_STATES_MAX = 250 };

struct tally {
  unsigned passed, failed;
};

static void count(struct tally *t, bool ok, const char *file, uint32_t line,
                  const char *what, const struct text *why) {
  *(ok ? &t->passed : &t->failed) += 1;
  if (!ok)
    printf("%s:%u: %s\n%s\n", file, line, what, text_str(why));
}

/* --- the run of every finding --------------------------------------------- */

static void record(const struct finding *f, const struct model *m,
                   struct recording *out) {
  *out = (struct recording){
      .model = m->file, .digest = m->digest, .scheme = m->scheme, .where = ""};
  for (uint32_t i = 0; i < m->parameter_count; i++)
    vec_push(&out->parameters, m->parameters[i]);
  out->finding = (struct recorded_finding){
      f->kind,     f->process, f->location, f->message,         f->object,
      f->property, f->failure, f->place,    f->last_step_fails, f->circle};
  vec_each(&f->run.steps, s) {
    vec_push(&out->steps, *s);
    vec_push(&out->texts, "a step");
  }
}

static bool same_recording(const struct recording *a,
                           const struct recording *b) {
  return !strcmp(a->model, b->model) && a->digest == b->digest &&
         a->scheme == b->scheme && a->parameters.len == b->parameters.len &&
         a->steps.len == b->steps.len &&
         (!a->steps.len || !memcmp(a->steps.at, b->steps.at,
                                   a->steps.len * sizeof *a->steps.at));
}

/* Written, read again, replayed. */
static bool replays(const struct finding *f, const struct model *m,
                    struct text *why) {
  struct recording before, after;
  struct text file = {0};
  struct diag diag = {0};
  record(f, m, &before);
  recording_write(&before, &file);
  bool ok = recording_read(&after, "memory", text_str(&file), &diag) &&
            same_recording(&before, &after);
  if (!ok)
    text_add(why, "the recording is not read as it was written");
  else
    ok = recording_replay(&after, m, NULL, NULL, why);
  text_free(&file);
  recording_free(&before);
  recording_free(&after);
  return ok;
}

static bool all_replay(const struct explore_result *r, const struct model *m,
                       struct text *why) {
  size_t number = 0;
  vec_each(&r->findings, f) {
    number++;
    if (f->kind == FINDING_UNEXECUTABLE)
      continue;
    struct text reason = {0};
    if (!replays(f, m, &reason))
      text_printf(why, "  finding %zu (%s): %s\n", number,
                  finding_kind_names[f->kind], text_str(&reason));
    text_free(&reason);
  }
  return !why->len;
}

/* --- brute force ---------------------------------------------------------- */

static void differ(struct text *why, const char *what, uint64_t full,
                   uint64_t brute) {
  if (full != brute)
    text_printf(why, "  %s: %" PRIu64 ", by brute force %" PRIu64 "\n", what,
                full, brute);
}

/* What is asked of runs that go on for ever; of small models, since the judge
 * is slow. */
static void recount_runs(const struct model *m, const struct explore_result *r,
                         unsigned find, struct text *why) {
  struct runs runs;
  uint64_t violated = 0;
  bool known = true;
  runs_open(&runs, m, RUNS_STATES_MAX);
  for (uint32_t i = 0; i < m->temporal_count && !runs.too_large; i++) {
    const struct temporal *t = &m->temporals[i];
    if (t->possibly || runs_ahead(m, t->formula) <= RUNS_AHEAD)
      violated += runs_violate(&runs, t);
    else
      known = false;
  }
  if (find >> FINDING_LIVENESS & 1 && known && !runs.too_large)
    differ(why, "liveness", r->counts[FINDING_LIVENESS], violated);
  if (find >> FINDING_CIRCLE & 1 && !runs.too_large)
    differ(why, "circle", r->counts[FINDING_CIRCLE], runs_circle(&runs));
  runs_close(&runs);
}

static bool recount(const struct model *m, const struct explore_result *r,
                    unsigned find, struct text *why) {
  struct brute *b = brute_explore(m, BRUTE_STATES_MAX);
  if (b->too_large) {
    text_add(why, "  brute force finds more states\n");
  } else {
    recount_runs(m, r, find, why);
    differ(why, "states", r->stats.states, b->states.len);
    differ(why, "transitions", r->stats.transitions, b->transitions);
    differ(why, "terminated", r->stats.terminated, b->terminated);
    for (int k = 0; k < FINDING_KINDS; k++) {
      uint64_t n = brute_count(b, (enum finding_kind)k);
      if (k == FINDING_BLOCKING)
        n += brute_count(b, FINDING_DEADLOCK);
      bool runs = k == FINDING_LIVENESS || k == FINDING_CIRCLE;
      if (find >> k & 1 && !runs)
        differ(why, finding_kind_names[k], r->counts[k], n);
    }
  }
  brute_free(b);
  return !why->len;
}

/* --- one expectation ------------------------------------------------------ */

static void hear(void *user, enum diag_level level, struct diag_at at,
                 const char *msg, const char *hint) {
  if (level == DIAG_ERROR)
    text_printf(user, "  %u:%u: %s%s%s\n", at.line, at.col, msg,
                hint ? "; " : "", hint ? hint : "");
}

static struct model *read_model(const char *file, const struct text *source,
                                const struct expect *e, struct text *why) {
  struct lang_options o = {.params = e->params.at,
                           .param_count = e->params.len,
                           .has_scheme = e->has_scheme,
                           .scheme = e->scheme};
  struct diag diag = {.sink = hear, .user = why};
  return lang_read(file, text_str(source), source->len, &o, &diag);
}

static bool applies(const struct expect *e, const struct model *m,
                    struct text *why) {
  void *self = e->strategy->open(m, e->find ? e->find : EXPLORE_FIND_ALL, why);
  if (self)
    e->strategy->close(self);
  return self != NULL;
}

static void search(struct tally *t, const struct model *m, uint32_t line,
                   const char *what, const struct expect *e) {
  struct explore_options o = {
      .strategy = e->strategy, .find = explore_find(m, e->find), .jobs = 1};
  struct explore_result *r = explore(m, &o);
  struct text why = {0};
  count(t, expect_met(e, r, &why), m->file, line, what, &why);
  text_clear(&why);
  count(t, all_replay(r, m, &why), m->file, line, "a run does not replay",
        &why);
  text_clear(&why);
  if (e->strategy == &strategy_full && r->stats.states < BRUTE_STATES_MAX &&
      !r->stopped)
    count(t, recount(m, r, o.find, &why), m->file, line,
          "brute force finds something else", &why);
  text_free(&why);
  explore_result_free(r);
}

static void check_one(struct tally *t, const char *file,
                      const struct text *source,
                      const struct lang_expectation *expectation) {
  struct arena arena = {0};
  struct expect e;
  struct text why = {0};
  uint32_t line = expectation->place.line;
  const char *what = expectation->text;
  struct model *m = NULL;
  if (!expect_parse(&e, what, &arena, &why) ||
      !(m = read_model(file, source, &e, &why)))
    count(t, false, file, line, what, &why);
  else if (!applies(&e, m, &why) || e.word == EXPECT_REFUSED)
    count(t, e.word == EXPECT_REFUSED && why.len, file, line, what, &why);
  else
    search(t, m, line, what, &e);
  model_free(m);
  text_free(&why);
  expect_free(&e);
  arena_free(&arena);
}

static void check_file(struct tally *t, const char *file) {
  struct text source = {0}, why = {0};
  struct lang_expectations all = {0};
  if (text_read_file(&source, file))
    lang_expectations(&all, text_str(&source), source.len);
  if (!all.at.len)
    count(t, false, file, 1, "no '// expect:' in this model", &why);
  vec_each(&all.at, e) check_one(t, file, &source, e);
  lang_expectations_free(&all);
  text_free(&source);
}

/* --- slips in expectations are noticed ------------------------------------ */

static void check_slips(struct tally *t) {
  static const char *const slips[] = {"",
                                      "fulll states 1",
                                      "full",
                                      "full state 1",
                                      "full states",
                                      "full states x",
                                      "full states 1 states 1",
                                      "full -D N states 1",
                                      "full holds violated",
                                      "full --find deadlok holds",
                                      "full --scheme lifo holds",
                                      "full states -1",
                                      "full -D N=1"};
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
    struct arena arena = {0};
    struct expect e;
    struct text why = {0};
    bool refused = !expect_parse(&e, slips[i], &arena, &why) && why.len;
    count(t, refused, "slips", (uint32_t)i, slips[i], &why);
    text_free(&why);
    expect_free(&e);
    arena_free(&arena);
  }
}

int main(int argc, char **argv) {
  struct tally t = {0};
  glob_t found = {0};
  if (argc == 1) {
    check_slips(&t);
    glob("models/*.hed", 0, NULL, &found);
    glob("models/*/*.hed", GLOB_APPEND, NULL, &found);
    glob("tests/models/*.hed", GLOB_APPEND, NULL, &found);
  }
  for (int i = 1; i < argc; i++)
    check_file(&t, argv[i]);
  for (size_t i = 0; i < found.gl_pathc; i++)
    check_file(&t, found.gl_pathv[i]);
  globfree(&found);
  printf("models: %u passed, %u failed\n", t.passed, t.failed);
  return t.failed ? 1 : 0;
}
