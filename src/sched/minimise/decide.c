/* Which switch decided it: the last that, made otherwise, lets the rest of
 * the schedule pass without the failure.
 *
 * That is said only of a run that comes to its own end without any failure:
 * one that fails otherwise, or waits, or is cut off, might have come to this
 * one later. */
#include <string.h>

#include "base/rng.h"
#include "base/sound.h"
#include "sched/minimise/stages.h"

enum {
  AT_RANDOM = 16, /* schedules that are tried to say that none avoids it */
  RUNS_MAX = 400, /* these are run even when the others are spent, in time */
  GOES_ON = 1000, /* steps by which a thread "goes on as long as it can" */
};

struct decide {
  struct trial *t;
  const struct schedule *s;
  uint32_t round; /* where its round begins, if it has one */
  struct minimise_switch *out;
  VEC(struct event) events; /* of the run itself */
  VEC(uint32_t) steps;      /* its events that are steps */
  struct schedule other;
  uint64_t runs_until;
  uint32_t failed; /* other choices with which it came */
  uint32_t unsure; /* with which something else did */
};

static bool over(const struct decide *d) {
  return d->t->dead || progress_stopped(d->t->progress) ||
         trial_late(d->t) || d->t->runs >= d->runs_until;
}

/* The rest of the schedule from step i on, less one step of a thread that has
 * been done already (SCHED_NOBODY: less none); a round again and again. */
static void add_rest(struct decide *d, size_t i, unsigned done) {
  for (; i < d->s->at.len; i++)
    if (CHOICE_THREAD(d->s->at.at[i]) == done)
      done = SCHED_NOBODY;
    else
      vec_push(&d->other.at, d->s->at.at[i]);
  while (d->t->wanted.rounds && d->other.at.len < d->t->x->steps_max)
    for (i = d->round; i < d->s->at.len; i++)
      vec_push(&d->other.at, d->s->at.at[i]);
}

static void make_other(struct decide *d, size_t i, unsigned thread,
                       enum minimise_change change) {
  EXPECTS(thread < THREADS_MAX);
  schedule_set(&d->other, d->s->at.at, i);
  bool on = change == CHANGE_UNDONE || change == CHANGE_AHEAD;
  for (size_t k = 0; k < (on ? GOES_ON : 1); k++)
    vec_push(&d->other.at, CHOICE(thread, 0));
  add_rest(d, i, on ? SCHED_NOBODY : thread);
}

static bool same_event(const struct event *a, const struct event *b) {
  return a->thread == b->thread && a->kind == b->kind && a->site == b->site &&
         a->flags == b->flags;
}

static void keep_other(struct decide *d, enum minimise_change change,
                       size_t i, unsigned from, unsigned instead) {
  const struct trial *t = d->t;
  const struct event *first = &d->events.at[d->steps.at[i]];
  struct minimise_switch *o = d->out;
  *o = (struct minimise_switch){
      .change = (uint8_t)change,
      .from = (uint16_t)from,
      .to = first->thread,
      .instead = (uint16_t)instead,
      .event = d->steps.at[i],
      .preempts = from != SCHED_NOBODY && event_enables(first, from)};
  o->events_len = t->events_len;
  o->events = alloc_zero(t->events_len + 1, sizeof *o->events);
  o->choices = alloc_zero(t->events_len + 1, sizeof *o->choices);
  for (uint32_t k = 0; k < t->events_len; k++) {
    const struct event *e = &t->events[k];
    o->events[k] = *e;
    if (!(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      o->choices[o->choices_len++] = CHOICE(e->thread, e->alt);
  }
  while (o->differs < o->events_len && o->differs < d->events.len &&
         same_event(&o->events[o->differs], &d->events.at[o->differs]))
    o->differs++;
}

/* Whether the last run came to its end, and nothing was wrong with it. */
static bool is_clean(struct trial *t) {
  return t->run && t->run->end == RUN_COMPLETE && !t->run->finding &&
         (t->wanted.kind != FOUND_OUTPUT ||
          t->run->state == t->options->state) &&
         (t->wanted.kind != FOUND_RACE ||
          !datarace_find(t->races, t->events, t->events_len));
}

/* Whether this other choice lets the failure not come. */
static bool try_other(struct decide *d, size_t i, unsigned from,
                      unsigned instead, enum minimise_change change) {
  struct trial *t = d->t;
  if (over(d))
    return false;
  make_other(d, i, instead, change);
  bool shows = trial_run(t, d->other.at.at, d->other.at.len, PLAN_SKIP);
  if (!shows && is_clean(t)) {
    keep_other(d, change, i, from, instead);
    return true;
  }
  d->failed += shows;
  d->unsure += !shows;
  return false;
}

/* Any other thread that could have gone, in this way. */
static bool try_others(struct decide *d, size_t i, unsigned from,
                       enum minimise_change change) {
  const struct event *e = &d->events.at[d->steps.at[i]];
  struct threads enabled = event_all_enabled(e);
  threads_each(THREADS_ALL, &enabled, t)
    if (t != e->thread && try_other(d, i, from, (unsigned)t, change))
      return true;
  return false;
}

static bool try_switch(struct decide *d, size_t i) {
  const struct event *e = &d->events.at[d->steps.at[i]];
  unsigned from = i ? CHOICE_THREAD(d->s->at.at[i - 1]) : SCHED_NOBODY;
  if (from == e->thread)
    return false;
  if (from != SCHED_NOBODY && event_enables(e, from))
    return try_other(d, i, from, from, CHANGE_LATER) ||
           try_other(d, i, from, from, CHANGE_UNDONE);
  return try_others(d, i, from, CHANGE_OTHER);
}

/* Another thread as long as it can: at a switch, or where there is none. */
static bool try_ahead(struct decide *d, size_t i, bool switches) {
  unsigned from = i ? CHOICE_THREAD(d->s->at.at[i - 1]) : SCHED_NOBODY;
  bool is = from != d->events.at[d->steps.at[i]].thread;
  return is == switches && try_others(d, i, from, CHANGE_AHEAD);
}

static bool try_all(struct decide *d) {
  size_t count = d->s->at.len;
  for (size_t i = count; i-- > 0;)
    if (try_switch(d, i))
      return true;
  for (int switches = 1; switches >= 0; switches--)
    for (size_t i = count; i-- > 0;)
      if (try_ahead(d, i, switches))
        return true;
  return false;
}

static bool begin(struct decide *d) {
  struct trial *t = d->t;
  if (!trial_run(t, d->s->at.at, d->s->at.len, trial_stop(t)))
    return false;
  for (uint32_t i = 0; i < t->events_len; i++) {
    if (!(t->events[i].flags & (EVENT_SILENT | EVENT_PENDING)))
      vec_push(&d->steps, i);
    vec_push(&d->events, t->events[i]);
  }
  return d->steps.len >= d->s->at.len;
}

/* Schedules that have nothing to do with this one: does it come in all? */
static bool comes_anyway(struct decide *d) {
  struct rng random = rng_seed(d->steps.len);
  struct threads threads = threads_none();
  unsigned all[THREADS_MAX], count = 0;
  vec_each(&d->events, e)
    threads_add(THREADS_ALL, &threads, e->thread % THREADS_MAX);
  threads_each(THREADS_ALL, &threads, t)
    all[count++] = (unsigned)t;
  for (unsigned i = 0; i < AT_RANDOM && count > 1; i++) {
    d->other.at.len = 0;
    for (size_t k = 0; k < 2 * d->steps.len; k++)
      vec_push(&d->other.at, CHOICE(all[rng_next(&random) % count], 0));
    if (over(d) || !trial_run(d->t, d->other.at.at, d->other.at.len, PLAN_SKIP))
      return false;
  }
  return true;
}

void stage_decide(struct trial *t, const struct reduced *best,
                  struct minimised *m) {
  struct decide d = {.t = t,
                     .s = &best->schedule,
                     .round = best->round,
                     .out = &m->decisive,
                     .runs_until = t->runs + RUNS_MAX};
  if (begin(&d) && !try_all(&d) && !over(&d) && !d.unsure) {
    m->decisive.failed = d.failed;
    m->decisive.always = comes_anyway(&d);
  }
  vec_free(&d.events);
  vec_free(&d.steps);
  schedule_free(&d.other);
}
