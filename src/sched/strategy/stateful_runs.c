/* stateful-runs: every reachable state, as far as states can be told apart
 * without looking at memory (Kähkönen chapter 7; marking.h).
 *
 * K 7.3: the states of the program form a graph; search it, and go on from
 * each state once.  A run passes many states; in each of those that is new,
 * whatever else could be done there is to be done by another run; where it
 * comes to a state that is known, and goes on as was gone on before, the rest
 * of it says nothing new.  Here sleep sets are added, as in K 8.3, in the
 * form for searches that recognise states (Godefroid 1996, 5.2): a state
 * knows which threads went on from it; who sleeps at one visit and not at
 * another goes on then.  And steps are foreseen (K 7.3, "predicting
 * transitions"): when it is known what a thread does in the local state that
 * a step would bring it to, the state after the step is known without a run;
 * if that is an old one, from which everything awake has gone on, no run is
 * needed.  Nor is one when nobody else is awake and the thread would come, by
 * steps that are all foreseen and wake nobody, to where it has to wait:
 * somebody asleep can go on in all these states, so none of them is a
 * deadlock, and every local state of the thread there was seen.
 *
 * Why nothing is missed, in whichever order runs are made.  Every step gives
 * its thread a local state that was not there before, so the graph has no
 * circle.  Let v be a visit to a state M with a set Z of sleepers, and w steps
 * from M of which none in Z could be the first.  Then the state after w is
 * visited, by induction on how far one can go from M: the first step t of w
 * is awake in v, so it was taken at some visit u to M, then or before; with
 * those asleep that slept at u and had not gone on from M yet, or were taken
 * at u before t, and do not depend on t.  If none of these could be the first
 * of the rest of w, the state after w is visited by what was assumed.
 * Otherwise let it be the first of w instead: it was taken at u before t, or
 * at a later visit; after finitely many such changes there is no other.
 *
 * So all deadlocks, failures and local states are found (runs differ: traces
 * are not counted).  A data race may be cut off: which accesses are ordered is
 * a matter of the way to a state, not of the state.  But where there is one,
 * and whoever has learned something from another thread is ordered after it,
 * there is a state in which two threads stand at such accesses, and both can
 * go (the steps that neither is ordered after need not have been, since nobody
 * has learned of them); for each two places for which this is seen, one run
 * does the two one after the other.  Where threads learn without being
 * ordered, by relaxed accesses or by a trylock that fails, this does not hold.
 * As soon as a run shows that, the search begins anew with the way to a state
 * as part of the state (marking.h, histories): then every trace is run, and
 * whether two accesses race is a matter of the trace (datarace.h).  What is
 * found is as much as `optimal` finds, with fewer runs wherever dependent
 * steps commute: locks that are taken one after the other, writes over writes.
 * A search of all states instead of a reduction to traces has its price where
 * threads are many and independent.
 *
 * An atomic block depends on everything here: who sleeps and what is foreseen is
 * decided by operations that are parked, and of a block it is not known then
 * what it will touch (exec/event.h).
 *
 * K's other algorithm cuts an unfolding at known markings; it needs fewer
 * states, but the unfolding itself.  Comparing memory would recognise more,
 * also loops that come back to where they were; but what is in registers and
 * on the stack of a compiled program at a step cannot be told from what is
 * dead.  Loops that only wait are seen elsewhere (rt/access.c), runs that go on
 * are cut off at --steps. */
#include "base/hash.h"
#include "base/pack.h"
#include "sched/datarace.h"
#include "sched/marking.h"
#include "sched/strategy.h"
#include "sched/trails.h"

struct known { /* a state */
  uint64_t hash;
  uint64_t enabled, done; /* threads; done: went on from here */
};

struct foreseen { /* what is done in a local state */
  uint64_t local;
  struct marking_op next;
};

/* The first choices of a trail, and another one after them. */
struct branch {
  uint64_t sleep; /* after that */
  uint32_t trail; /* number + 1; 0: the root, nothing */
  uint32_t len;
  choice last;
};

struct stateful {
  const struct sched_options *options;
  VEC(struct branch) pending; /* a stack */
  struct trails trails;
  VEC(struct branch) sent; /* the branches of the batch */
  VEC(struct known) known;
  VEC(struct foreseen) foreseen;
  VEC(uint64_t) races; /* pairs of places at which a race was seen */
  struct map states, locals, raced; /* hash -> index in these */
  bool stale; /* the rest of the batch is of a search that is over */
  struct marking marking;    /* of the run that is being looked at */
};

static void *stateful_open(const struct sched_options *o) {
  struct stateful *f = alloc_zero(1, sizeof *f);
  f->options = o;
  struct branch root = {0};
  vec_push(&f->pending, root);
  return f;
}

static uint32_t prefix_len(const struct branch *b) {
  return b->trail ? b->len + 1 : 0;
}

static bool stateful_propose(void *self, struct batch *b) {
  struct stateful *f = self;
  vec_clear(&f->sent);
  f->stale = false;
  while (f->pending.len) {
    struct branch p = *vec_last(&f->pending);
    struct plan *plan = trails_plan(&f->trails, p.trail, p.len, p.last, b);
    if (!plan)
      break;
    plan->sleep = p.sleep;
    vec_push(&f->sent, p);
    f->pending.len--;
  }
  return f->sent.len > 0;
}

/* --- states --------------------------------------------------------------- */

static struct known *state(struct stateful *f, uint64_t hash, uint64_t enabled,
                           bool *added) {
  uint64_t *at = map_at(&f->states, hash, added);
  if (*added) {
    struct known fresh = {.hash = hash, .enabled = enabled};
    *at = f->known.len;
    vec_push(&f->known, fresh);
  }
  return &f->known.at[*at];
}

static void foresee(struct stateful *f, uint64_t local,
                    const struct event *next) {
  bool added;
  if (!next || map_get(&f->locals, local))
    return;
  struct foreseen fresh = {local, marking_op(next)};
  uint64_t *at = map_at(&f->locals, local, &added);
  *at = f->foreseen.len;
  vec_push(&f->foreseen, fresh);
}

/* Those of the threads that do not depend on the operation. */
static uint64_t independent_of(const struct marking *m, uint64_t threads,
                               const struct marking_op *op) {
  for (uint64_t left = threads; left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    const struct event *z = marking_parked(m, t);
    if (!z || z->flags & EVENT_ENDS ||
        op_dependent(z->kind, z->object, z->size, op->kind, op->object,
                     op->size))
      threads &= ~((uint64_t)1 << t);
  }
  return threads;
}

static uint64_t independent(const struct marking *m, uint64_t threads,
                            const struct event *e) {
  if (!e || e->flags & EVENT_ENDS)
    return 0;
  struct marking_op op = marking_op(e);
  return independent_of(m, threads & ~((uint64_t)1 << e->thread), &op);
}

/* Whether it may let somebody go on who is not asleep: nobody else is enabled,
 * so whoever is there waits. */
static bool lets_go(const struct marking *m, unsigned thread, uint64_t sleep,
                    const struct marking_op *op) {
  for (unsigned t = 0; t < THREADS_WORD; t++) {
    const struct event *z = marking_parked(m, t);
    if (t == thread || !m->place[t] || sleep >> t & 1)
      continue;
    if (z ? op_dependent(z->kind, z->object, z->size, op->kind, op->object,
                         op->size)
          : m->quits)
      return true;
  }
  return false;
}

enum ahead { AHEAD_UNKNOWN, AHEAD_COVERED, AHEAD_ON };

/* One step of a thread ahead of the run; *op is what it does after that. */
static enum ahead step_ahead(struct stateful *f, unsigned thread, bool others,
                             uint64_t sleep, struct marking_op *op) {
  struct marking *m = &f->marking;
  if (!marking_foreseen(op) || independent_of(m, sleep, op) != sleep)
    return AHEAD_UNKNOWN;
  others |= lets_go(m, thread, sleep, op);
  uint64_t local = marking_try(m, thread, op);
  const uint64_t *at = map_get(&f->locals, local);
  if (!at)
    return AHEAD_UNKNOWN;
  *op = f->foreseen.at[*at].next;
  marking_stand(m, thread, local, op->number);
  at = map_get(&f->states, m->hash);
  if (at) {
    const struct known *k = &f->known.at[*at];
    return k->enabled & ~sleep & ~k->done ? AHEAD_UNKNOWN : AHEAD_COVERED;
  }
  if (others || !sleep) /* who is asleep can go on, wherever this leads */
    return AHEAD_UNKNOWN;
  return marking_waits(m, op) ? AHEAD_COVERED : AHEAD_ON;
}

/* Whether a step of the thread from here, with these asleep after it, is
 * known to lead to nothing new: to an old state from which all that are
 * awake have gone on; or, when nobody else is awake, by more steps of its own
 * to such a state or to where the thread has to wait. */
static bool covered(struct stateful *f, unsigned thread, uint64_t enabled,
                    uint64_t sleep) {
  enum { FAR = 256 };
  const struct event *e = marking_parked(&f->marking, thread);
  if (!e || f->marking.histories)
    return false;
  bool others = enabled & ~sleep & ~((uint64_t)1 << thread);
  uint64_t local = f->marking.base[thread];
  struct marking_op op = marking_op(e);
  enum ahead ahead = AHEAD_ON;
  for (unsigned i = 0; i < FAR && ahead == AHEAD_ON; i++)
    ahead = step_ahead(f, thread, others, sleep, &op);
  marking_back(&f->marking, thread, local);
  return ahead == AHEAD_COVERED;
}

static void push(struct stateful *f, struct branch b) {
  b.trail = trails_from(&f->trails);
  b.len = (uint32_t)f->trails.taken.len;
  vec_push(&f->pending, b);
}

/* --- learning ------------------------------------------------------------- */

/* Threads that go on from the state where the run is, by other runs; `first`
 * were asleep or went on before them. */
static void branch_off(struct stateful *f, uint64_t threads, uint64_t first,
                       uint64_t enabled) {
  struct branch all[THREADS_WORD];
  unsigned count = 0;
  for (; threads; threads &= threads - 1) {
    unsigned t = (unsigned)__builtin_ctzll(threads);
    const struct event *e = marking_parked(&f->marking, t);
    struct branch b = {.last = CHOICE(t, 0),
                       .sleep = independent(&f->marking, first, e)};
    first |= (uint64_t)1 << t;
    if (!covered(f, t, enabled, b.sleep))
      all[count++] = b;
  }
  while (count) /* they are taken from the top: the elder first */
    push(f, all[--count]);
}

/* What a block is going to touch is not known: it may be this.  The block goes
 * second, for it may have more steps than one. */
static bool may_race(const struct event *block, const struct event *e) {
  return block->kind == OP_ATOMIC && block->flags & EVENT_INSIDE &&
         OP_CLASS(e->kind) == CLASS_ACCESS && e->flags & EVENT_PLAIN;
}

static bool race(const struct event *a, const struct event *b) {
  return (op_race(a->kind, a->flags & EVENT_PLAIN, b->kind,
                  b->flags & EVENT_PLAIN) &&
          event_dependent(a, b)) ||
         event_overlays(a, b) || event_overlays(b, a);
}

/* A run that does the two accesses one after the other, unless there was one
 * for these places. */
static void show_race(struct stateful *f, const struct event *a,
                      const struct event *b) {
  uint32_t lo = a->site < b->site ? a->site : b->site;
  uint32_t hi = a->site < b->site ? b->site : a->site;
  bool added;
  uint64_t key = hash_pair(hi, lo);
  uint64_t *at = map_at(&f->raced, key, &added);
  if (!added)
    return;
  *at = f->races.len;
  vec_push(&f->races, key);
  struct branch show = {.trail =
                            trails_detour(&f->trails, CHOICE(a->thread, 0)),
                        .len = (uint32_t)f->trails.taken.len + 1,
                        .last = CHOICE(b->thread, 0)};
  vec_push(&f->pending, show);
}

static void show_races(struct stateful *f, uint64_t enabled) {
  for (uint64_t left = enabled; left; left &= left - 1) {
    const struct event *a =
        marking_parked(&f->marking, (unsigned)__builtin_ctzll(left));
    for (uint64_t more = left & (left - 1); a && more; more &= more - 1) {
      const struct event *b =
          marking_parked(&f->marking, (unsigned)__builtin_ctzll(more));
      if (b && (race(a, b) || may_race(b, a)))
        show_race(f, a, b);
      else if (b && may_race(a, b))
        show_race(f, b, a);
    }
  }
}

/* The run is at a state, with these asleep; false when the rest of it says
 * nothing new.  *sleep: those asleep that have not gone on from here. */
static bool visit(struct stateful *f, const struct event *e,
                  uint64_t enabled, uint64_t *sleep) {
  bool fresh;
  struct known *k = state(f, f->marking.hash, enabled, &fresh);
  uint64_t own = e ? (uint64_t)1 << e->thread : 0;
  uint64_t todo = enabled & ~*sleep & ~k->done;
  bool goes_on = e && !(k->done & own);
  *sleep &= ~k->done;
  k->done |= todo | own;
  branch_off(f, todo & ~own, *sleep | (goes_on ? own : 0), enabled);
  if (fresh && !f->options->no_races)
    show_races(f, enabled);
  return goes_on;
}

/* Other outcomes of a step. */
static void alternatives(struct stateful *f, const struct event *e,
                         uint64_t sleep) {
  for (unsigned a = 0; a < e->alts; a++)
    if (a != e->alt)
      push(f, (struct branch){.last = CHOICE(e->thread, a),
                              .sleep = independent(&f->marking, sleep, e)});
}

static void step(struct stateful *f, const struct event *e) {
  bool alone;
  uint64_t local = marking_step(&f->marking, &alone);
  foresee(f, local, alone ? marking_parked(&f->marking, e->thread) : NULL);
  trails_take(&f->trails, CHOICE(e->thread, e->alt));
}

/* Threads that could go on where the run was abandoned. */
static uint64_t left(const struct marking *m) {
  uint64_t ready = 0;
  for (size_t i = m->at; i < m->count; i++)
    if (m->events[i].flags & EVENT_READY)
      ready |= (uint64_t)1 << m->events[i].thread;
  return ready;
}

/* From the beginning, unless that is where the run is from. */
static void begin_anew(struct stateful *f, const struct branch *sent) {
  f->marking.histories = true;
  trails_free(&f->trails);
  vec_clear(&f->pending);
  vec_clear(&f->known);
  vec_clear(&f->foreseen);
  vec_clear(&f->races);
  map_clear(&f->states);
  map_clear(&f->locals);
  map_clear(&f->raced);
  struct branch root = {0};
  f->stale = sent->trail != 0;
  if (f->stale)
    vec_push(&f->pending, root);
}

static bool stateful_learn(void *self, const struct batch *b, uint32_t i,
                           bool left_out, const char **error) {
  (void)left_out;
  (void)error;
  struct stateful *f = self;
  if (!f->options->no_races && !f->marking.histories &&
      datarace_unordered(b->events + b->runs[i].events, b->runs[i].events_len))
    begin_anew(f, &f->sent.at[i]);
  if (f->stale)
    return true;
  struct marking *m = &f->marking;
  const struct run *run = &b->runs[i];
  struct branch sent = f->sent.at[i];
  uint64_t sleep = sent.sleep;
  bool news = true;
  marking_begin(m, b->events + run->events, run->events_len);
  trails_run(&f->trails);
  while (marking_more(m) && news) {
    const struct event *e = &m->events[m->at];
    uint32_t taken = (uint32_t)f->trails.taken.len;
    if (taken >= prefix_len(&sent)) {
      news = visit(f, e, e->enabled, &sleep);
      if (news)
        alternatives(f, e, sleep);
      sleep = independent(m, sleep, e);
    } else if (taken + 1 == prefix_len(&sent) && e->alt == 0) {
      for (unsigned a = 1; a < e->alts; a++)
        push(f, (struct branch){.last = CHOICE(e->thread, a), .sleep = sleep});
    }
    step(f, e);
  }
  if (news && !marking_more(m) && run->end == RUN_REDUNDANT)
    visit(f, NULL, left(m), &sleep);
  trails_end(&f->trails);
  return true;
}

/* --- the row -------------------------------------------------------------- */

static uint64_t stateful_bytes(const void *self) {
  const struct stateful *f = self;
  return f->pending.cap * sizeof(struct branch) + trails_bytes(&f->trails) +
         f->known.cap * sizeof(struct known) +
         f->foreseen.cap * sizeof(struct foreseen) +
         (f->states.cap + f->locals.cap) * 17;
}

static void stateful_save(const void *self, struct text *out) {
  const struct stateful *f = self;
  trails_save(&f->trails, out);
  pack_vec(out, &f->pending);
  pack_vec(out, &f->sent);
  pack_vec(out, &f->known);
  pack_vec(out, &f->foreseen);
  pack_vec(out, &f->races);
  pack_uint(out, f->marking.histories);
  pack_uint(out, f->stale);
}

static bool stateful_load(void *self, struct unpack *in) {
  struct stateful *f = self;
  vec_clear(&f->pending);
  trails_load(&f->trails, in);
  unpack_vec(in, &f->pending);
  unpack_vec(in, &f->sent);
  unpack_vec(in, &f->known);
  unpack_vec(in, &f->foreseen);
  unpack_vec(in, &f->races);
  f->marking.histories = unpack_uint(in, 1);
  f->stale = unpack_uint(in, 1);
  if (in->bad)
    return false;
  for (size_t i = 0; i < f->known.len; i++)
    map_put(&f->states, f->known.at[i].hash, i);
  for (size_t i = 0; i < f->foreseen.len; i++)
    map_put(&f->locals, f->foreseen.at[i].local, i);
  for (size_t i = 0; i < f->races.len; i++)
    map_put(&f->raced, f->races.at[i], i);
  vec_each(&f->pending, p)
    if (!trails_claim(&f->trails, p->trail, p->len))
      return false;
  return trails_sane(&f->trails);
}

static void stateful_close(void *self) {
  struct stateful *f = self;
  trails_free(&f->trails);
  marking_free(&f->marking);
  vec_free(&f->pending);
  vec_free(&f->sent);
  vec_free(&f->known);
  vec_free(&f->foreseen);
  map_free(&f->states);
  map_free(&f->locals);
  map_free(&f->raced);
  vec_free(&f->races);
  free(f);
}

const struct sched_strategy sched_stateful_runs = {
    .name = "stateful-runs",
    .summary = "every state at least once, by running the program there",
    .preserves = PRESERVES_ALL,
    .states = true,
    .narrow = true,
    .open = stateful_open,
    .propose = stateful_propose,
    .learn = stateful_learn,
    .save = stateful_save,
    .load = stateful_load,
    .bytes = stateful_bytes,
    .close = stateful_close,
};
