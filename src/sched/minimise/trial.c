#include "sched/minimise/trial.h"

#include <string.h>

#include "base/clock.h"
#include "base/sound.h"
#include "sched/waits.h"

/* Steps are bounded too, so that runs of many steps do not take for ever:
 * a run may have this many on average. */
enum { STEPS_EACH = 1000 };

void schedule_set(struct schedule *s, const choice *c, size_t len) {
  EXPECTS(c || !len);
  vec_resize(&s->at, len);
  if (len)
    memmove(s->at.at, c, len * sizeof *c);
}

void schedule_free(struct schedule *s) { vec_free(&s->at); }

void reduced_set(struct reduced *r, const struct reduced *from) {
  EXPECTS(r != from);
  schedule_set(&r->schedule, from->schedule.at.at, from->schedule.at.len);
  r->round = from->round;
  r->preemptions = from->preemptions;
  r->switches = from->switches;
}

void reduced_free(struct reduced *r) {
  schedule_free(&r->schedule);
  vec_free(&r->inputs);
}

bool reduced_better(const struct reduced *a, const struct reduced *b) {
  if (a->preemptions != b->preemptions)
    return a->preemptions < b->preemptions;
  if (a->schedule.at.len != b->schedule.at.len)
    return a->schedule.at.len < b->schedule.at.len;
  return a->switches < b->switches;
}

/* --- limits ------------------------------------------------------------- */

static uint64_t runs_max(const struct trial *t) {
  return t->options->runs ? t->options->runs : MINIMISE_RUNS;
}

/* This part of the time is over. */
static bool spent(const struct trial *t, double part) {
  return t->options->seconds > 0 &&
         clock_wall() - t->started >= part * t->options->seconds;
}

bool trial_late(const struct trial *t) {
  return spent(t, 1);
}

bool trial_over(struct trial *t) {
  static const double most = 0.8;
  if (t->reason)
    return true;
  if (progress_stopped(t->progress))
    t->reason = "interrupted";
  else if (spent(t, most))
    t->reason = "time";
  else if (t->runs >= runs_max(t) || t->steps / STEPS_EACH >= runs_max(t))
    t->reason = "runs";
  return t->reason || t->runs >= t->runs_until;
}

void trial_share(struct trial *t, unsigned part) {
  EXPECTS(part > 0);
  uint64_t left = runs_max(t) > t->runs ? runs_max(t) - t->runs : 0;
  t->runs_until = t->runs + left / part;
}

/* --- running ------------------------------------------------------------ */

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

unsigned trial_stop(const struct trial *t) {
  return t->wanted.rounds ? PLAN_CIRCLE : t->wanted.whole ? 0 : PLAN_STOP;
}

bool trial_look(struct trial *t, const struct run *r) {
  t->run = r;
  t->events = t->x->batch->events + r->events;
  t->events_len = r->events_len;
  t->runs++;
  t->steps += r->steps;
  if (!failure_again(&t->wanted, t->x->batch, r, t->races, t->options->state,
                     &t->failure))
    return false;
  if (t->failure.stuck && t->core.len)
    failure_narrow(&t->failure, t->events, t->events_len, &t->core);
  return true;
}

bool trial_executes(struct trial *t, uint32_t done) {
  struct executor *x = t->x;
  x->stopped = false;
  if (x->run(x) && x->batch->done > done)
    return true;
  t->dead = !x->stopped;
  t->reason = t->dead ? "lost" : "time";
  return false;
}

static bool run_once(struct trial *t, const choice *c, size_t len,
                     unsigned flags) {
  struct batch *b = t->x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, (uint32_t)len);
  t->run = NULL;
  t->events_len = 0;
  if (!p || t->inputs.len > b->inputs_cap)
    return false;
  batch_prefix(b, p, c);
  p->flags |= (uint8_t)flags;
  p->round = t->round;
  if (t->inputs.len)
    memcpy(b->inputs, t->inputs.at, t->inputs.len * sizeof *b->inputs);
  p->inputs_len = b->inputs_len = (uint32_t)t->inputs.len;
  if (!trial_executes(t, 0))
    return false;
  return trial_look(t, &b->runs[0]);
}

/* Threads that wait for what others do not do: the run that goes on shows
 * that, the run that stops who stands where.  They must stand there for good
 * by then: in the run that goes on they take no step any more. */
static bool run_stuck(struct trial *t, const choice *c, size_t len,
                      unsigned flags) {
  EXPECTS(c || !len);
  uint32_t steps[THREADS_MAX] = {0};
  if (!run_once(t, c, len, flags & ~(unsigned)PLAN_STOP))
    return false;
  struct failure f = t->failure;
  for (uint32_t i = 0; i < t->events_len; i++)
    steps[t->events[i].thread % THREADS_MAX] += is_step(&t->events[i]);
  run_once(t, c, len, flags);
  t->failure = f;
  t->failure.event = failure_last_event(t->events, t->events_len, f.thread);
  for (uint32_t i = 0; i < t->events_len; i++)
    steps[t->events[i].thread % THREADS_MAX] -= is_step(&t->events[i]);
  threads_each(THREADS_ALL, &f.waiting, who)
    if (steps[who])
      return false;
  return t->run && failure_stuck(t->events, t->events_len, &f.waiting, f.key);
}

bool trial_run(struct trial *t, const choice *c, size_t len, unsigned flags) {
  EXPECTS(c || !len);
  EXPECTS(c || !len);
  return t->wanted.stuck && flags & PLAN_STOP ? run_stuck(t, c, len, flags)
                                              : run_once(t, c, len, flags);
}

/* --- what the failure needs --------------------------------------------- */

uint32_t trial_steps(const struct trial *t, uint32_t event) {
  EXPECTS(event <= t->events_len);
  uint32_t n = 0;
  for (uint32_t i = 0; i < event && i < t->events_len; i++)
    n += is_step(&t->events[i]);
  return n;
}

uint32_t trial_end(const struct trial *t) {
  const struct failure *f = &t->failure;
  if (f->whole || f->stuck || f->rounds)
    return t->events_len;
  if (!failure_waits(f)) { /* a failure before the first step has no event */
    uint32_t end = (f->event > f->other_event ? f->event : f->other_event) + 1;
    return end < t->events_len ? end : t->events_len;
  }
  for (uint32_t i = t->events_len; i-- > 0;)
    if (!(t->events[i].flags & EVENT_PENDING) &&
        threads_has(THREADS_ALL, &f->waiting, t->events[i].thread))
      return i + 1;
  return 0;
}

static void join_clock(uint32_t *into, const struct order_work *w,
                       unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  const uint32_t *from = w->now + (size_t)thread * w->width;
  for (uint32_t i = 0; i < w->width; i++)
    into[i] = into[i] > from[i] ? into[i] : from[i];
}

static bool same_object(const struct event *a, const struct step *b) {
  unsigned class_ = a->kind == OP_NOTE ? CLASS_BARRIER : OP_CLASS(a->kind);
  if (class_ != OP_CLASS(b->kind) || class_ <= CLASS_LOCAL)
    return false;
  return class_ == CLASS_ACCESS ? a->object < b->object + b->size &&
                                      b->object < a->object + a->size
                                : a->object == b->object;
}

/* Every step on what a thread waits for, with its past. */
static void join_awaited(struct trial *t, const struct event *awaited,
                         uint32_t *clock) {
  for (uint32_t s = 0; s < t->order.executed; s++)
    if (same_object(awaited, &t->order.steps.at[s]))
      for (uint32_t i = 0; i < t->order.width; i++)
        if (order_clock(&t->order, s)[i] > clock[i])
          clock[i] = order_clock(&t->order, s)[i];
}

static void find_awaited(struct trial *t, uint32_t *clock) {
  struct waits w;
  waits_compute(&w, t->events, t->events_len);
  struct threads both = threads_both(&t->failure.waiting, &w.waiting);
  threads_each(THREADS_ALL, &both, who) {
    const struct event *e = &t->events[w.pending[who]];
    if (e->flags & EVENT_WOKEN && w.since[who] != WAITS_UNKNOWN &&
        t->events[w.since[who]].kind == OP_WAIT)
      e = &t->events[w.since[who]]; /* for the signal, not for the lock */
    join_awaited(t, e, clock);
  }
}

/* How far each thread got in the past of the failure: numbers of steps of
 * t->order, plus 1.  Leaving the process depends on everything by rule, but
 * what is told of it, the exit code, only on the past of its thread. */
static void find_clock(struct trial *t, uint32_t clock[THREADS_MAX + 4]) {
  const struct failure *f = &t->failure;
  uint32_t count = trial_end(t);
  bool quits = count && !failure_waits(f) && t->events[count - 1].kind == OP_QUIT;
  order_compute(&t->work, &t->order, t->events, quits ? count - 1 : count);
  memset(clock, 0, (THREADS_MAX + 4) * sizeof *clock);
  struct threads who =
      failure_waits(f) ? f->waiting : threads_one(f->thread % THREADS_MAX);
  threads_each(THREADS_ALL, &who, thread)
    if (thread < t->work.width)
      join_clock(clock, &t->work, (unsigned)thread);
  if (f->stuck)
    find_awaited(t, clock);
}

void trial_taken(const struct trial *t, struct schedule *out) {
  uint32_t count = trial_end(t);
  vec_clear(&out->at);
  for (uint32_t i = 0; i < count; i++)
    if (is_step(&t->events[i]))
      vec_push(&out->at, CHOICE(t->events[i].thread, t->events[i].alt));
}

void trial_past(struct trial *t, struct schedule *out) {
  uint32_t clock[THREADS_MAX + 4];
  uint32_t count = trial_end(t);
  if (t->failure.whole || t->failure.rounds) {
    trial_taken(t, out);
    return;
  }
  find_clock(t, clock);
  vec_clear(&out->at);
  for (uint32_t s = 0; s < t->order.executed; s++) {
    const struct step *step = &t->order.steps.at[s];
    if (clock[step->thread] > s)
      vec_push(&out->at, CHOICE(step->thread, step->alt));
  }
  const struct event *last = count ? &t->events[count - 1] : NULL;
  if (last && last->kind == OP_QUIT && is_step(last) && !failure_waits(&t->failure))
    vec_push(&out->at, CHOICE(last->thread, last->alt));
}

/* --- the price ---------------------------------------------------------- */

static uint32_t count_preemptions(const struct event *events, uint32_t count) {
  EXPECTS(events || !count);
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  for (uint32_t i = 0; i < count; i++)
    if (is_step(&events[i])) {
      sched_spend(&cost, before, events[i].thread, &events[i]);
      before = events[i].thread;
    }
  return cost.preemptions;
}

uint32_t trial_preemptions(const struct trial *t) {
  return count_preemptions(t->events, trial_end(t));
}

/* A switch away from a thread that could go on. */
struct leave {
  uint32_t at;    /* step before which it is */
  uint16_t thread; /* that is left */
  bool for_good;  /* it has no more steps */
};

struct leaves {
  VEC(struct leave) at;
  uint32_t switches;
};

/* The preempting switches of the last run, which went as s says. */
static void find_leaves(const struct trial *t, struct leaves *out) {
  uint32_t last[THREADS_MAX] = {0}, step = 0;
  unsigned before = SCHED_NOBODY;
  for (uint32_t i = 0; i < t->events_len; i++)
    if (is_step(&t->events[i]))
      last[t->events[i].thread] = step++;
  step = 0;
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (!is_step(e))
      continue;
    if (before != SCHED_NOBODY && before != e->thread) {
      out->switches++;
      if (event_enables(e, before)) {
        struct leave l = {step, (uint16_t)before, last[before] < step};
        vec_push(&out->at, l);
      }
    }
    before = e->thread;
    step++;
  }
}

/* The schedule in which the thread that is left goes on first, as long as it
 * can; false when it goes on for ever. */
static bool let_go_on(struct trial *t, struct schedule *s, size_t at,
                      unsigned thread) {
  EXPECTS(at <= s->at.len && thread < THREADS_MAX);
  size_t step = 0, more = 0;
  trial_run(t, s->at.at, at, 0);
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (!is_step(e) || step++ < at)
      continue;
    if (e->thread != thread)
      break;
    more++;
  }
  if (!t->run || t->run->end == RUN_STEPS || t->run->end == RUN_STUCK ||
      t->run->end == RUN_DIVERGED)
    return false;
  size_t rest = s->at.len - at;
  vec_resize(&s->at, s->at.len + more);
  memmove(s->at.at + at + more, s->at.at + at, rest * sizeof *s->at.at);
  for (size_t i = 0; i < more; i++)
    s->at.at[at + i] = CHOICE(thread, 0);
  return true;
}

/* The preemptions when the threads of these leaves go on first, as long as
 * they can, or UINT32_MAX when the failure does not come then.  From the first
 * leave to the last: how far one can go may depend on how far others went. */
static uint32_t price_with(struct trial *t, const struct schedule *s,
                           const struct leaves *leaves, uint64_t which) {
  struct schedule longer = {0};
  uint32_t paid = UINT32_MAX;
  bool ok = true;
  schedule_set(&longer, s->at.at, s->at.len);
  for (size_t i = 0; ok && i < leaves->at.len && i < 64; i++)
    if (which >> i & 1)
      ok = let_go_on(t, &longer,
                     leaves->at.at[i].at + longer.at.len - s->at.len,
                     leaves->at.at[i].thread);
  if (ok && trial_run(t, longer.at.at, longer.at.len, PLAN_STOP))
    paid = trial_preemptions(t);
  schedule_free(&longer);
  return paid;
}

/* Leaves for good are given a try each, from the last on. */
static uint32_t price_greedily(struct trial *t, const struct schedule *s,
                               const struct leaves *leaves, uint64_t good) {
  uint32_t least = (uint32_t)leaves->at.len;
  uint64_t which = 0;
  for (; good && !trial_over(t);) {
    uint64_t last = (uint64_t)1 << (63 - __builtin_clzll(good));
    uint32_t paid = price_with(t, s, leaves, which | last);
    good &= ~last;
    if (paid < least) {
      least = paid;
      which |= last;
    }
  }
  return least;
}

/* There are about as many leaves for good as threads: when trying each does
 * not lead to as few as are asked for, every set of them is tried if they are
 * few. */
static uint32_t price(struct trial *t, const struct schedule *s,
                      const struct leaves *leaves, uint32_t most) {
  enum { FEW = 4 };
  uint64_t good = 0;
  for (size_t i = 0; i < leaves->at.len && i < 64; i++)
    good |= (uint64_t)leaves->at.at[i].for_good << i;
  uint32_t least = price_greedily(t, s, leaves, good);
  if (__builtin_popcountll(good) > FEW)
    return least;
  for (uint64_t which = good; which && least > most && !trial_over(t);
       which = (which - 1) & good) {
    uint32_t paid = price_with(t, s, leaves, which);
    least = paid < least ? paid : least;
  }
  return least;
}

uint32_t trial_events(const struct trial *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->events_len; i++)
    n += !(t->events[i].flags & EVENT_PENDING);
  return n;
}

bool trial_measure(struct trial *t, const struct schedule *s, uint32_t most,
                   struct reduced *out) {
  struct leaves leaves = {0};
  bool ok = trial_run(t, s->at.at, s->at.len, trial_stop(t)) &&
            trial_events(t) <= t->events_most;
  if (ok)
    find_leaves(t, &leaves);
  /* a thread that goes on may make another unable to */
  uint32_t good = 0;
  vec_each(&leaves.at, l) good += l->for_good;
  ok = ok && leaves.at.len <= (uint64_t)most + 2 * good;
  bool all = t->wanted.whole || t->wanted.rounds;
  if (ok) {
    if (all)
      trial_past(t, &out->schedule);
    else
      schedule_set(&out->schedule, s->at.at, s->at.len);
    out->round = t->wanted.rounds ? trial_steps(t, t->failure.round) : 0;
    out->switches = leaves.switches;
    out->preemptions =
        all ? (uint32_t)leaves.at.len : price(t, s, &leaves, most);
    ok = out->preemptions <= most;
  }
  vec_free(&leaves.at);
  return ok;
}

bool trial_measure_last(struct trial *t, uint32_t most, struct reduced *out) {
  struct schedule past = {0}, taken = {0};
  uint32_t plain = trial_preemptions(t);
  trial_taken(t, &taken);
  trial_past(t, &past);
  uint32_t asked = plain <= most ? UINT32_MAX : most;
  bool ok = trial_measure(t, &past, asked, out) ||
            (taken.at.len > past.at.len &&
             trial_measure(t, &taken, asked, out));
  if (ok && out->preemptions > plain)
    out->preemptions = plain;
  schedule_free(&past);
  schedule_free(&taken);
  return ok;
}
