#include "sched/minimise.h"

#include <string.h>

#include "base/clock.h"
#include "base/sound.h"
#include "sched/minimise/stages.h"

enum { RUN_SECONDS_MAX = 1 }; /* longer runs are not repeated */

/* Looking for races in a long run may take longer than there is time. */
static bool is_late(void *user) {
  const struct trial *t = user;
  return trial_late(t) || progress_stopped(t->progress);
}

static void begin(struct trial *t, struct executor *x,
                  const struct minimise_options *o, struct progress *p) {
  *t = (struct trial){.x = x,
                      .options = o,
                      .progress = p,
                      .started = clock_wall(),
                      .races = datarace_new()};
  datarace_ask(t->races, is_late, t);
  for (uint32_t i = 0; i < o->inputs_len; i++)
    vec_push(&t->inputs, o->inputs[i]);
  trial_share(t, 1);
}

static void end(struct trial *t) {
  datarace_free(t->races);
  order_free(&t->order);
  order_work_free(&t->work);
  vec_free(&t->inputs);
}

/* Runs the finding once more, to know what its failure is. */
static bool comes_again(struct trial *t, const struct sched_finding *f,
                        struct minimised *m) {
  uint32_t lo = f->site < f->other_site ? f->site : f->other_site;
  uint32_t hi = f->site < f->other_site ? f->other_site : f->site;
  t->wanted = (struct failure){.kind = f->kind};
  if (f->kind == FOUND_RACE)
    t->wanted.key = (uint64_t)hi << 32 | lo;
  bool whole = f->kind == FOUND_OUTPUT;
  t->round = f->round;
  trial_run(t, f->choices, f->choices_len, f->rounds ? PLAN_CIRCLE : 0);
  if (!t->run)
    return false;
  if (f->kind == FOUND_RACE || whole) {
    if (!failure_again(&t->wanted, t->x->batch, t->run, t->races,
                       t->options->state, &t->failure))
      return false;
    t->wanted.whole = whole;
  } else {
    t->failure = t->wanted =
        failure_like(t->x->batch, t->run, f->kind, f->site);
    if (t->wanted.kind != f->kind || t->wanted.rounds != f->rounds)
      return false;
  }
  m->first_preemptions = trial_preemptions(t);
  return true;
}

/* The run as it was, reduced to what its failure needs. */
static bool first_cut(struct trial *t, const struct sched_finding *f,
                      struct reduced *best) {
  struct schedule s = {0};
  bool ok = true;
  if (t->wanted.rounds)
    return cycle_find(t, f->choices, f->choices_len, best);
  schedule_set(&s, f->choices, f->choices_len);
  if (t->wanted.stuck) {
    core_find(t);
    ok = trial_run(t, f->choices, f->choices_len, 0);
  }
  ok = ok && (trial_measure_last(t, UINT32_MAX, best) ||
              trial_measure(t, &s, UINT32_MAX, best));
  schedule_free(&s);
  return ok;
}

/* Of a run that goes round, the way there and the round; of others blocks. */
static void make_smaller(struct trial *t, struct reduced *best) {
  if (t->wanted.rounds)
    stage_cycle(t, best);
  else
    stage_shrink(t, best);
}

static void all_stages(struct trial *t, struct reduced *best,
                       struct minimised *m) {
  stage_straighten(t, best);
  trial_share(t, 4);
  make_smaller(t, best);
  trial_share(t, 4);
  stage_inputs(t, best);
  trial_share(t, 2);
  m->least = !t->wanted.rounds && stage_search(t, best);
  trial_share(t, 1);
  make_smaller(t, best);
  stage_inputs(t, best);
  m->done = !t->reason;
  stage_decide(t, best, m);
}

/* --- the result --------------------------------------------------------- */

static void replace_text(struct sched_finding *f, const struct batch *b,
                         const struct run *r) {
  const struct run_found *k = failure_listed(b, r, f->kind, f->site);
  if (!k && (f->kind != r->finding || r->text >= b->text_len))
    return;
  free(f->text);
  f->text = strdup(k ? k->text : b->text + r->text);
}

static void keep_inputs(const struct trial *t, struct sched_finding *f) {
  free(f->inputs);
  f->inputs = alloc_zero(t->inputs.len + 1, sizeof *f->inputs);
  f->inputs_len = (uint32_t)t->inputs.len;
  if (t->inputs.len)
    memcpy(f->inputs, t->inputs.at, t->inputs.len * sizeof *f->inputs);
}

static uint32_t executed(const struct sched_finding *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->events_len; i++)
    n += !(f->events[i].flags & EVENT_PENDING) && !event_is_part(&f->events[i]);
  return n;
}

/* The last run and its choices become the finding's. */
static void take_run(const struct trial *t, const struct schedule *s,
                     struct sched_finding *f) {
  free(f->events);
  f->events_len = t->events_len;
  f->events = alloc_zero(t->events_len + 1, sizeof *f->events);
  if (t->events_len)
    memcpy(f->events, t->events, t->events_len * sizeof *f->events);
  free(f->choices);
  f->choices_len = (uint32_t)s->at.len;
  f->choices = alloc_zero(s->at.len + 1, sizeof *f->choices);
  if (s->at.len)
    memcpy(f->choices, s->at.at, s->at.len * sizeof *f->choices);
  f->thread = t->failure.thread;
  f->other = t->failure.other;
  f->site = t->failure.site;
  f->other_site = t->failure.other_site;
  f->event = t->failure.event < t->events_len ? t->failure.event : 0;
  f->other_event = t->failure.other_event;
  f->waiting = t->failure.waiting;
}

static void mark_relevant(struct minimised *m, const struct sched_finding *f) {
  EXPECTS(f->events || !f->events_len);
  m->relevant = alloc_zero(f->events_len + 1, 1);
  relevance_mark(m->relevant, f, &m->decisive);
  for (uint32_t i = 0; i < f->events_len; i++)
    m->relevant_events +=
        m->relevant[i] && !event_is_part(&f->events[i]) &&
        !(f->events[i].flags & EVENT_PENDING);
}

/* Runs the best a last time; its run becomes the finding's. */
static bool conclude(struct trial *t, struct reduced *best,
                     struct sched_finding *f, struct minimised *m) {
  struct schedule *s = &best->schedule;
  t->round = best->round;
  if (!trial_run(t, s->at.at, s->at.len, trial_stop(t)))
    return false;
  take_run(t, s, f);
  f->stuck = t->wanted.stuck;
  f->stops = trial_stop(t) == PLAN_STOP && !f->stuck;
  f->round = best->round;
  f->preemptions = m->preemptions = best->preemptions;
  m->waiting = f->waiting;
  m->steps = f->choices_len;
  m->events = executed(f);
  mark_relevant(m, f);
  replace_text(f, t->x->batch, t->run);
  keep_inputs(t, f);
  return true;
}

bool minimise_settle(struct executor *x, const struct minimise_options *o,
                     struct sched_finding *f) {
  struct trial t;
  struct schedule s = {0};
  if (!f->rounds || f->round != ROUND_ANYWHERE)
    return true;
  begin(&t, x, o, NULL);
  t.wanted.kind = f->kind;
  t.round = f->round;
  trial_run(&t, f->choices, f->choices_len, PLAN_CIRCLE);
  if (t.run)
    t.failure = failure_of(x->batch, t.run);
  if (t.run && t.failure.rounds) {
    trial_taken(&t, &s);
    take_run(&t, &s, f);
    f->round = trial_steps(&t, t.failure.round);
  }
  schedule_free(&s);
  end(&t);
  return !t.dead;
}

bool minimise(struct minimised *m, struct executor *x,
              const struct minimise_options *o, struct sched_finding *f,
              struct progress *p) {
  struct trial t;
  struct reduced best = {0};
  if (!minimise_settle(x, o, f))
    return false;
  *m = (struct minimised){.first_events = executed(f),
                          .events = executed(f),
                          .first_steps = f->choices_len,
                          .steps = f->choices_len};
  begin(&t, x, o, p);
  t.events_most = m->first_events;
  bool again = comes_again(&t, f, m);
  m->preemptions = f->preemptions = m->first_preemptions;
  bool slow = clock_wall() - t.started > RUN_SECONDS_MAX;
  if (!again || slow || !first_cut(&t, f, &best)) {
    t.reason = slow ? "slow" : t.reason ? t.reason : "lost";
  } else {
    all_stages(&t, &best, m);
    if (!t.dead && !conclude(&t, &best, f, m) && !t.reason)
      t.reason = "lost";
  }
  m->reason = t.reason;
  m->runs = t.runs;
  m->seconds = clock_wall() - t.started;
  m->done &= !t.reason;
  reduced_free(&best);
  end(&t);
  return !t.dead;
}

void minimised_free(struct minimised *m) {
  free(m->decisive.events);
  free(m->decisive.choices);
  free(m->relevant);
  *m = (struct minimised){0};
}
