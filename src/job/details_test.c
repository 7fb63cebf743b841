/* What `heddle test` says beside the words that all results share. */
#include "job/details.h"

#include <math.h>

#include "job/baseline.h"
#include "job/coverage.h"
#include "job/events.h"
#include "job/telling.h"
#include "job/test.h"
#include "report/json.h"
#include "sched/concolic.h"
#include "sched/contacts.h"
#include "sched/strategy.h"

static void part_json(const struct sched *s, const struct sched_part *p,
                      struct json *j) {
  json_open(j, '{');
  json_put_string(j, "strategy", p->strategy->name);
  if (p->options.preemptions != s->options.preemptions)
    json_put_uint(j, "preemptions", p->options.preemptions);
  json_put_uint(j, "executions", p->executions);
  json_put_bool(j, "complete", p->complete);
  json_put_real(j, "seconds", p->seconds);
  json_put_uint(j, "findings", p->findings);
  json_close(j);
}

/* What each part of the search did, when it has several. */
static void parts_json(const struct sched *s, struct json *j) {
  if (!s->options.strategy->choose || !s->parts_len)
    return;
  if (s->findings.len)
    json_put_string(j, "found_by",
                    s->parts[s->findings.at[0].part].strategy->name);
  json_key(j, "parts");
  json_open(j, '[');
  for (uint32_t i = 0; i < s->parts_len; i++)
    part_json(s, &s->parts[i], j);
  json_close(j);
  struct contacts_figures f = contacts_figures(s->contacts);
  json_key(j, "pairs");
  json_open(j, '{');
  json_put_uint(j, "seen", f.pairs);
  json_put_uint(j, "both", f.both);
  json_put_uint(j, "runs", f.runs);
  json_put_uint(j, "in_one_run", f.once);
  json_close(j);
}

/* Where runs made no step any more when they were given up. */
static void stuck_json(const struct target *t, struct json *j) {
  enum { MOST = 8 };
  struct stuck all[MOST];
  struct executor *x = t->executor;
  size_t count = x && x->stuck ? x->stuck(x, all, MOST) : 0;
  if (!count)
    return;
  json_key(j, "stuck_at");
  json_open(j, '[');
  for (size_t i = 0; i < count && i < MOST; i++) {
    json_open(j, '{');
    json_put_string(j, "thread", all[i].thread);
    json_put_string(j, "file", all[i].at.file ? all[i].at.file : "");
    json_put_uint(j, "line", all[i].at.line);
    json_put_string(j, "call", all[i].call ? all[i].call : "");
    json_put_bool(j, "blocked", all[i].blocked);
    json_put_uint(j, "count", all[i].count);
    json_close(j);
  }
  json_close(j);
}

static void inputs_json(const struct target *t, struct json *j) {
  if (!t->concolic)
    return;
  const struct concolic_stats *s = concolic_stats(t->concolic);
  const struct sym_query_stats *q = concolic_queries(t->concolic);
  size_t count;
  const struct lost *lost = concolic_lost(t->concolic, &count);
  json_key(j, "symbolic");
  json_open(j, '{');
  json_put_uint(j, "branches", s->branches);
  json_put_uint(j, "both_ways", s->both);
  json_put_uint(j, "runs_again", s->again);
#define FIELD(name, text) json_put_uint(j, #name, q->name);
  SYM_QUERY_STATS(FIELD)
#undef FIELD
  json_key(j, "lost");
  json_open(j, '[');
  for (size_t i = 0; i < count; i++) {
    struct spot at = t->executor->place(t->executor, lost[i].site);
    json_open(j, '{');
    json_put_string(j, "why", lost_text(lost[i].why));
    json_put_string(j, "file", at.file ? at.file : "");
    json_put_uint(j, "line", at.line);
    json_put_uint(j, "count", lost[i].count);
    json_close(j);
  }
  json_close(j);
  json_close(j);
}

static void known_json(const struct test_result *r, struct json *j) {
  if (!r->baseline)
    return;
  json_key(j, "known");
  json_open(j, '[');
  vec_each(&r->baseline->known, k) {
    const struct baseline_entry *e = &r->baseline->entries.at[k->entry];
    json_open(j, '{');
    json_put_string(j, "kind", found_key(k->finding.kind));
    json_put_uint(j, "count", k->finding.count);
    json_put_string(j, "file", e->place.file);
    json_put_string(j, "function", e->place.function);
    json_put_string(j, "line", e->place.text);
    json_put_string(j, "reason", e->reason);
    json_close(j);
  }
  json_close(j);
}

static void bounds_json(const struct test_result *r, struct json *j) {
  const struct sched_options *o = &r->sched->options;
  json_key(j, "bounds");
  json_open(j, '{');
  json_put_string(j, "memory_model", "sequential consistency");
  json_put_uint(j, "steps", r->target->steps);
  json_put_bool(j, "steps_reached",
                r->sched->stats.longest >= r->target->steps);
  if (o->preemptions != SCHED_UNBOUNDED)
    json_put_uint(j, "preemptions", o->preemptions);
  if (o->delays != SCHED_UNBOUNDED)
    json_put_uint(j, "delays", o->delays);
  json_put_bool(j, "fork", r->target->fork);
  json_key(j, "cuts");
  json_open(j, '[');
  vec_each(&r->sched->cuts, c) {
    struct executor *x = r->target->executor;
    struct spot at = x->place ? x->place(x, c->site) : (struct spot){0};
    json_open(j, '{');
    json_put_string(j, "file", at.file ? at.file : "");
    json_put_uint(j, "line", at.line);
    json_put_uint(j, "count", c->count);
    json_close(j);
  }
  json_close(j);
  json_close(j);
}

static void remaining_json(const struct sched *s, struct json *j) {
  struct sched_estimate left;
  if (!s->options.strategy->preserves || !sched_remaining(s, &left))
    return;
  json_key(j, "remaining");
  json_open(j, '{');
  json_put_real(j, "low", left.low);
  json_put_real(j, "about", left.middle);
  if (isfinite(left.high))
    json_put_real(j, "high", left.high);
  json_close(j);
}

const struct heddle_detail *details_of_test(const struct test_result *r,
                                            struct arena *a) {
  const struct sched *s = r->sched;
  const struct heddle_detail *first;
  struct json kept = json_keep(a, &first), *j = &kept;
  if (r->test)
    json_put_string(j, "program", r->name);
  json_put_string(j, "strategy", s->options.strategy->name);
  parts_json(s, j);
#define FIELD(name, unit, text) json_put_uint(j, #name, s->stats.name);
  SCHED_STATS(FIELD)
#undef FIELD
  json_put_uint(j, "executions_before", s->before);
  json_put_real(j, "seconds", s->seconds);
  remaining_json(s, j);
  json_put_real(j, "build_seconds", r->target->build_seconds);
  json_put_uint(j, "seed", s->options.seed);
  bounds_json(r, j);
  stuck_json(r->target, j);
  inputs_json(r->target, j);
  if (r->recording)
    json_put_string(j, "recording", r->recording);
  known_json(r, j);
  if (r->coverage)
    coverage_json(r->coverage, j);
  return first;
}

const struct heddle_detail *details_of_run(const struct target *t,
                                           const struct sched_finding *f,
                                           const struct minimised *m,
                                           const struct story *story,
                                           struct arena *a) {
  const struct heddle_detail *first;
  struct json kept = json_keep(a, &first), *j = &kept;
  json_put_string(j, "text", story->headline);
  json_put_uint(j, "execution", f->execution);
  json_put_uint(j, "count", f->count);
  if (m)
    reduce_json(m, f, j);
  telling_after_json(f, j);
  json_put_uint(j, "thread", f->thread);
  if (f->kind == FOUND_RACE) {
    json_put_uint(j, "event", f->event);
    json_put_uint(j, "other_event", f->other_event);
  }
  json_key(j, "choices");
  json_open(j, '[');
  for (uint32_t k = 0; k < f->choices_len; k++)
    json_uint(j, f->choices[k]);
  json_close(j);
  json_key(j, "events");
  events_json(t->executor, f->events, f->events_len, j);
  json_key(j, "story");
  json_open(j, '{');
  story_json(story, j);
  json_close(j);
  return first;
}
