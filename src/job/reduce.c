#include "job/reduce.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/sound.h"
#include "base/vec.h"
#include "job/host.h"

enum {
  MOST = 20,        /* findings that are told and recorded */
  RUNS_REST = 2000, /* runs for each but the first */
};

struct given {
  struct plan_input *at;
  size_t len, cap;
};

/* What the run was given: what the search found for it, and what the user has
 * fixed, which is never changed. */
static void inputs_of(const struct sched *s, const struct sched_finding *f,
                      struct given *out) {
  vec_clear(out);
  for (uint32_t i = 0; f->inputs && i < f->inputs_len; i++)
    vec_push(out, f->inputs[i]);
  for (uint32_t i = 0; i < s->options.inputs_len; i++)
    vec_push(out, s->options.inputs[i]);
}

/* As they were found, but so that they can be told. */
static void settle_findings(struct target *t, struct sched *s, size_t count) {
  EXPECTS(count <= s->findings.len);
  struct given given = {0};
  bool alive = true;
  for (size_t i = 0; i < count && alive; i++) {
    inputs_of(s, &s->findings.at[i], &given);
    struct minimise_options o = {.inputs = given.at,
                                 .inputs_len = (uint32_t)given.len};
    alive = minimise_settle(t->executor, &o, &s->findings.at[i]);
  }
  vec_free(&given);
}

void reduce_findings(struct reductions *r, struct target *t, struct sched *s,
                     double seconds) {
  struct progress progress;
  struct given given = {0};
  size_t count = s->findings.len < MOST ? s->findings.len : MOST;
  double started = clock_wall();
  *r = (struct reductions){0};
  if (seconds <= 0 || !count) {
    settle_findings(t, s, count);
    return;
  }
  r->at = alloc_zero(count, sizeof *r->at);
  host_progress_begin(t->host, &progress);
  for (; r->len < count && !progress_stopped(&progress); r->len++) {
    double left = seconds - (clock_wall() - started);
    inputs_of(s, &s->findings.at[r->len], &given);
    struct minimise_options o = {
        .runs = r->len ? RUNS_REST : 0,
        .seconds = r->len ? left / (double)(count - r->len) : left,
        .state = s->first_state,
        .inputs = given.at,
        .inputs_len = (uint32_t)given.len,
        .fixed = s->options.inputs,
        .fixed_len = s->options.inputs_len};
    if (left <= 0 || !minimise(&r->at[r->len], t->executor, &o,
                               &s->findings.at[r->len], &progress))
      break;
  }
  host_progress_end(t->host, &progress);
  vec_free(&given);
}

void reduce_free(struct reductions *r) {
  for (size_t i = 0; i < r->len; i++)
    minimised_free(&r->at[i]);
  free(r->at);
  *r = (struct reductions){0};
}

static void add_count(struct text *out, uint64_t n, const char *what) {
  text_count(out, n);
  text_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

void reduce_text(const struct minimised *m, struct text *out) {
  text_add(out, "  minimised: ");
  text_count(out, m->events);
  text_add(out, " of ");
  add_count(out, m->first_events, "event");
  text_add(out, ", ");
  add_count(out, m->preemptions, "preemption");
  if (m->preemptions < m->first_preemptions)
    text_printf(out, " of %u", m->first_preemptions);
  if (m->least && m->preemptions)
    text_add(out, " (fewer do not do it)");
  text_add(out, "; ");
  add_count(out, m->runs, "run");
  if (m->reason)
    text_printf(out, ", stopped: %s", m->reason);
  text_char(out, '\n');
}

static const char *const changes[] = {"none", "later", "undone", "other",
                                      "ahead"};

static void decisive_json(const struct minimise_switch *d, struct json *j) {
  json_key(j, "decisive");
  json_open(j, '{');
  json_put_string(j, "change", changes[d->change]);
  if (d->change == CHANGE_NONE) {
    json_put_uint(j, "others_that_fail", d->failed);
    json_put_bool(j, "always", d->always);
  } else {
    json_put_uint(j, "event", d->event);
    if (d->from != SCHED_NOBODY)
      json_put_uint(j, "from", d->from);
    json_put_uint(j, "to", d->to);
    json_put_uint(j, "instead", d->instead);
    json_put_bool(j, "preempts", d->preempts);
    json_put_uint(j, "differs", d->differs);
    json_key(j, "choices");
    json_open(j, '[');
    for (uint32_t i = 0; i < d->choices_len; i++)
      json_uint(j, d->choices[i]);
    json_close(j);
  }
  json_close(j);
}

void reduce_json(const struct minimised *m, const struct sched_finding *f,
                 struct json *j) {
  json_put_uint(j, "first_run_events", m->first_events);
  json_put_uint(j, "preemptions", m->preemptions);
  json_key(j, "minimised");
  json_open(j, '{');
  json_put_uint(j, "first_run_events", m->first_events);
  json_put_uint(j, "first_run_steps", m->first_steps);
  json_put_uint(j, "first_run_preemptions", m->first_preemptions);
  json_put_uint(j, "events", m->events);
  json_put_uint(j, "relevant_events", m->relevant_events);
  json_put_uint(j, "steps", m->steps);
  json_put_uint(j, "preemptions", m->preemptions);
  json_put_bool(j, "least", m->least);
  json_put_bool(j, "stops", f->stops || f->stuck);
  json_put_uint(j, "runs", m->runs);
  json_put_real(j, "seconds", m->seconds);
  if (m->reason)
    json_put_string(j, "reason", m->reason);
  decisive_json(&m->decisive, j);
  json_close(j);
}
