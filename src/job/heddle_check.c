/* The part of heddle.h that reads and checks models. */
#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "heddle.h"
#include "job/check.h"
#include "job/findings.h"
#include "job/guarded.h"
#include "job/inside.h"
#include "job/result.h"
#include "read/reader.h"

_Static_assert((int)HEDDLE_DEADLOCK == (int)FINDING_DEADLOCK &&
                   (int)HEDDLE_PROPERTY == (int)FINDING_PROPERTY &&
                   (int)HEDDLE_UNEXECUTABLE == (int)FINDING_UNEXECUTABLE &&
                   (int)HEDDLE_KINDS == (int)FINDING_KINDS,
               "kinds of findings have one order");
_Static_assert((int)HEDDLE_HOLDS == (int)VERDICT_HOLDS &&
                   (int)HEDDLE_INCOMPLETE == (int)VERDICT_INCOMPLETE,
               "verdicts have one order");

const char *const heddle_kind_names[] = {
    "deadlock",  "blocking", "unspecified",  "overflow", "property",
    "assertion", "range",    "endless",      "liveness", "circle",
    "unexecutable", NULL};


struct heddle_check {
  struct arena arena; /* findings, runs and their strings */
  struct check check;
  struct heddle_check_stats stats;
  struct heddle_result result;
};

/* --- models --------------------------------------------------------------- */

struct reading {
  const char *file, *text;
  size_t len;
  const struct heddle_model_options *options;
  struct listener listener;
  struct heddle_model *model; /* or NULL */
};

static void read_text(void *arg) {
  struct reading *r = arg;
  const struct heddle_model_options *o = r->options;
  struct diag diag = {.sink = listener_say, .user = &r->listener};
  struct arena arena = {0};
  struct lang_options lo = {.param_count = o ? o->param_count : 0};
  struct lang_param *params =
      arena_array(&arena, struct lang_param, lo.param_count);
  for (size_t i = 0; i < lo.param_count; i++)
    params[i] = (struct lang_param){o->params[i].name, o->params[i].value};
  lo.params = params;
  struct model *model =
      lang_scheme_parse(o ? o->scheme : NULL, &lo, &diag)
          ? read_model(r->file, r->text, r->len, &lo, &diag)
          : NULL;
  arena_free(&arena);
  if (!model)
    return;
  struct heddle_model *m = alloc_zero(1, sizeof *m);
  m->model = model;
  r->model = m;
}

struct heddle_model *heddle_model_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_model_options *o,
                                       heddle_report *report, void *user) {
  struct reading r = {file, text, len, o, {report, user}, NULL};
  if (!alloc_guarded(read_text, &r)) {
    listener_memory(&r.listener);
    return NULL;
  }
  return r.model;
}

void heddle_model_free(struct heddle_model *m) {
  if (!m)
    return;
  model_free(m->model);
  free(m);
}

static void fill_result(struct heddle_check *c) {
  const struct explore_result *r = c->check.result;
  c->stats = (struct heddle_check_stats){.states = r->stats.states,
                                         .transitions = r->stats.transitions,
                                         .depth = r->stats.depth,
                                         .terminated = r->stats.terminated,
                                         .bytes = r->stats.store_bytes +
                                                  r->stats.memo_bytes,
                                         .seconds = r->stats.seconds};
  for (int k = 0; k < FINDING_KINDS; k++)
    c->stats.counts[k] = r->counts[k];
  result_of_check(&c->check, RESULT_ALL, &c->arena, &c->result);
}

/* --- checking ------------------------------------------------------------- */

struct request {
  const struct heddle_model *model;
  const struct heddle_check_options *options;
  struct host host;
  struct heddle_check *check; /* or NULL */
};

static void search(void *arg) {
  struct request *r = arg;
  const struct heddle_check_options *o = r->options;
  struct check_options co = {.strategy = o->strategy,
                             .engine = o->engine,
                             .depth_first = o->depth_first,
                             .first_only = o->first_only,
                             .jobs = o->jobs ? o->jobs : 1,
                             .seconds = o->seconds,
                             .memory = o->memory ? o->memory : UINT64_MAX,
                             .states = o->states,
                             .depth = o->depth,
                             .findings = o->findings,
                             .fair = o->fair,
                             .compact = o->compact,
                             .bitstate = o->bitstate,
                             .hashes = o->hashes,
                             .swarm = o->swarm,
                             .seed = o->seed};
  struct heddle_check *c = alloc_zero(1, sizeof *c);
  c->check = (struct check){.model = r->model->model, .find = o->find};
  if (check_run(&c->check, &r->host, &co)) {
    fill_result(c);
    r->check = c;
  } else {
    free(c);
  }
}

struct heddle_check *heddle_check(const struct heddle_model *m,
                                  const struct heddle_check_options *o,
                                  heddle_report *report, void *user) {
  static const struct heddle_check_options defaults;
  struct listener l = {report, user};
  struct request r = {.model = m, .options = o ? o : &defaults};
  r.host = (struct host){
      .say = listener_say, .user = &l, .stop = r.options->stop};
  if (!alloc_guarded(search, &r)) {
    listener_memory(&l);
    return NULL;
  }
  return r.check;
}

void heddle_check_free(struct heddle_check *c) {
  if (!c)
    return;
  arena_free(&c->arena); /* pictures are of what is in the check */
  check_close(&c->check);
  free(c);
}

/* --- looking at the result ------------------------------------------------ */

enum heddle_verdict heddle_check_verdict(const struct heddle_check *c) {
  return (enum heddle_verdict)c->check.result->verdict;
}

const char *heddle_check_stopped(const struct heddle_check *c) {
  return stop_reason_texts[c->check.result->stopped];
}

const struct heddle_because *
heddle_check_because(const struct heddle_check *c, size_t i) {
  return i < c->result.because_count ? &c->result.because[i] : NULL;
}

const struct heddle_check_stats *
heddle_check_stats(const struct heddle_check *c) {
  return &c->stats;
}

const struct heddle_result *heddle_check_result(const struct heddle_check *c) {
  return &c->result;
}

size_t heddle_check_count(const struct heddle_check *c) {
  return c->check.result->findings.len;
}

const struct heddle_finding *heddle_check_finding(const struct heddle_check *c,
                                                  size_t i) {
  return i < c->result.finding_count ? &c->result.findings[i] : NULL;
}

static bool has_run(const struct heddle_check *c, size_t i) {
  return i < c->check.result->findings.len &&
         c->result.findings[i].kind != HEDDLE_UNEXECUTABLE;
}

static char *record(const struct heddle_check *c, size_t i) {
  EXPECTS(i < heddle_check_count(c));
  struct text out = {0};
  finding_write(&c->check.result->findings.at[i], c->check.model, &out);
  return out.at; /* malloc'ed, ends in NUL */
}

char *heddle_check_recording(const struct heddle_check *c, size_t i) {
  GUARDED(char *, NULL, NULL, has_run(c, i) ? record(c, i) : NULL);
}

static bool replay(const struct heddle_check *c, size_t i) {
  EXPECTS(i < heddle_check_count(c));
  struct recording r;
  struct text why = {0};
  finding_record(&c->check.result->findings.at[i], c->check.model, &r);
  bool ok = recording_replay(&r, c->check.model, NULL, NULL, &why);
  recording_free(&r);
  text_free(&why);
  return ok;
}

bool heddle_check_replay(const struct heddle_check *c, size_t i) {
  GUARDED(bool, false, NULL, has_run(c, i) && replay(c, i));
}
