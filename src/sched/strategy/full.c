/* full: every interleaving, for tiny programs and for checking the others.
 *
 * Each run branches at every step beyond its prefix to every other enabled
 * thread and alternative, so each schedule is run exactly once.  A run goes
 * on beyond its prefix without preemption or delay, hence with a bound the
 * schedules within it are exactly those reached by prefixes within it.
 *
 * How many there will be: whoever walks down from the root and takes each way
 * equally likely ends in each schedule with some chance (Knuth 1975).  The
 * chances of all schedules add up to one; those of the schedules that were
 * run, to the share of the tree that was seen. */
#include <math.h>
#include <string.h>

#include "base/pack.h"
#include "sched/strategy.h"

/* The choices of a run, kept as long as something branches off it. */
struct trail {
  choice *at;
  uint32_t len;
  uint32_t branches; /* pending; 0: free */
};

/* The first choices of a trail, and another one after them. */
struct branch {
  double chance;
  uint32_t trail; /* number + 1; 0: the root, nothing */
  uint32_t len;
  choice last;
};

/* Of a plan of the batch. */
struct sent {
  double chance;
  uint32_t len;
};

struct full {
  const struct sched_options *options;
  VEC(struct branch) pending; /* a stack */
  VEC(struct trail) trails;
  VEC(uint32_t) unused; /* trails */
  uint64_t choices;     /* of all trails */
  VEC(struct sent) sent;
  uint64_t runs;
  double seen; /* the chances of the runs */
  /* the run that is being looked at */
  VEC(choice) taken;
  uint32_t trail; /* its number + 1, or 0 */
};

static void *full_open(const struct sched_options *o) {
  struct full *f = alloc_zero(1, sizeof *f);
  f->options = o;
  struct branch root = {.chance = 1};
  vec_push(&f->pending, root);
  return f;
}

/* --- branches ----------------------------------------------------------- */

static uint32_t trail_new(struct full *f) {
  if (!f->unused.len) {
    struct trail fresh = {0};
    vec_push(&f->unused, (uint32_t)f->trails.len);
    vec_push(&f->trails, fresh);
  }
  return vec_pop(&f->unused);
}

static void trail_leave(struct full *f, uint32_t number) {
  struct trail *t = &f->trails.at[number];
  if (--t->branches)
    return;
  f->choices -= t->len;
  free(t->at);
  *t = (struct trail){0};
  vec_push(&f->unused, number);
}

static uint32_t prefix_len(const struct branch *p) {
  return p->trail ? p->len + 1 : 0;
}

static bool full_propose(void *self, struct batch *b) {
  struct full *f = self;
  vec_clear(&f->sent);
  while (f->pending.len) {
    struct branch p = *vec_last(&f->pending);
    struct plan *plan = batch_plan(b, prefix_len(&p));
    if (!plan)
      break;
    choice *to = b->choices + plan->prefix;
    if (p.trail) {
      memcpy(to, f->trails.at[p.trail - 1].at, p.len * sizeof *to);
      to[p.len] = p.last;
      trail_leave(f, p.trail - 1);
    }
    struct sent s = {p.chance, prefix_len(&p)};
    vec_push(&f->sent, s);
    f->pending.len--;
  }
  return f->sent.len > 0;
}

/* A branch off the run looked at, behind its first `len` choices. */
static void push(struct full *f, uint32_t len, choice last, double chance) {
  if (!f->trail)
    f->trail = trail_new(f) + 1;
  f->trails.at[f->trail - 1].branches++;
  struct branch p = {chance, f->trail, len, last};
  vec_push(&f->pending, p);
}

/* The threads that could go on at a step within the bounds. */
static uint64_t affordable(const struct full *f, const struct event *e,
                           unsigned before, struct sched_cost spent) {
  uint64_t out = 0;
  for (uint64_t left = e->enabled; left; left &= left - 1) {
    unsigned thread = (unsigned)__builtin_ctzll(left);
    struct sched_cost cost = spent;
    sched_spend(&cost, before, thread, e->enabled);
    if (sched_within(&cost, f->options))
      out |= (uint64_t)1 << thread;
    else
      f->options->cut(f->options->give_up_user, e->site);
  }
  return out;
}

/* Every other way to go on from step i; the chance of each. */
static double branch(struct full *f, uint32_t i, const struct event *e,
                     uint64_t threads, double chance) {
  uint64_t others = threads & ~((uint64_t)1 << e->thread);
  bool own = threads >> e->thread & 1;
  unsigned alts = e->kind == OP_BRANCH ? 2 : e->alts;
  chance /= __builtin_popcountll(others) + (own ? e->alts : 1);
  for (uint64_t left = threads; left; left &= left - 1) {
    unsigned thread = (unsigned)__builtin_ctzll(left);
    if (thread != e->thread)
      push(f, i, CHOICE(thread, 0), chance);
    for (unsigned a = 0; thread == e->thread && a < alts; a++)
      if (a != e->alt && (e->kind != OP_BRANCH || e->value >> a & 1))
        push(f, i, CHOICE(thread, a), chance);
  }
  return chance;
}

/* --- learning ----------------------------------------------------------- */

static void keep_trail(struct full *f) {
  if (!f->trail)
    return;
  struct trail *t = &f->trails.at[f->trail - 1];
  t->len = (uint32_t)f->taken.len;
  f->choices += t->len;
  t->at = alloc_zero(t->len + 1, sizeof *t->at);
  memcpy(t->at, f->taken.at, t->len * sizeof *t->at);
}

/* A thread other than the one taken is tried with alternative 0 first; its
 * other alternatives are found when that has run. */
static bool full_learn(void *self, const struct batch *b, uint32_t i,
                       bool left_out, const char **error) {
  (void)left_out;
  (void)error;
  struct full *f = self;
  const struct run *run = &b->runs[i];
  struct sent sent = f->sent.at[i];
  struct sched_cost cost = {0};
  unsigned before = SCHED_NOBODY;
  f->trail = 0;
  vec_clear(&f->taken);
  for (uint32_t k = 0; k < run->events_len; k++) {
    const struct event *e = &b->events[run->events + k];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    uint32_t step = (uint32_t)f->taken.len;
    if (step >= sent.len) {
      uint64_t threads = e->kind == OP_BRANCH
                             ? e->enabled
                             : affordable(f, e, before, cost);
      sent.chance = branch(f, step, e, threads, sent.chance);
    } else if (step + 1 == sent.len && e->alt == 0 && e->alts > 1 &&
               e->kind != OP_BRANCH) {
      sent.chance /= e->alts;
      for (unsigned a = 1; a < e->alts; a++)
        push(f, step, CHOICE(e->thread, a), sent.chance);
    }
    if (e->kind != OP_BRANCH) { /* no choice of a thread */
      sched_spend(&cost, before, e->thread, e->enabled);
      before = e->thread;
    }
    vec_push(&f->taken, CHOICE(e->thread, e->alt));
  }
  keep_trail(f);
  f->runs++;
  f->seen += sent.chance;
  return true;
}

static void full_estimate(const void *self, struct sched_estimate *out) {
  const struct full *f = self;
  double least = (double)(f->runs + f->pending.len);
  double all = f->seen > 0 ? fmax(least, (double)f->runs / f->seen) : 0;
  *out = (struct sched_estimate){all, all, 2 * all};
}

static uint64_t full_bytes(const void *self) {
  const struct full *f = self;
  return f->pending.cap * sizeof(struct branch) +
         f->trails.cap * sizeof(struct trail) + f->choices * sizeof(choice);
}

/* --- to a file and back ------------------------------------------------- */

static void full_save(const void *self, struct text *out) {
  const struct full *f = self;
  pack_uint(out, f->trails.len);
  for (size_t i = 0; i < f->trails.len; i++) {
    const struct trail *t = &f->trails.at[i];
    pack_uint(out, t->len);
    pack_bytes(out, t->at, t->len * sizeof *t->at);
  }
  pack_vec(out, &f->unused);
  pack_vec(out, &f->pending);
  pack_vec(out, &f->sent);
  pack_uint(out, f->runs);
  pack_bytes(out, &f->seen, sizeof f->seen);
}

static bool branches_are_sane(struct full *f) {
  vec_each(&f->pending, p) {
    if (p->trail > f->trails.len)
      return false;
    if (p->trail && p->len > f->trails.at[p->trail - 1].len)
      return false;
    if (p->trail)
      f->trails.at[p->trail - 1].branches++;
  }
  vec_each(&f->unused, u)
    if (*u >= f->trails.len || f->trails.at[*u].branches)
      return false;
  return true;
}

static bool full_load(void *self, struct unpack *in) {
  struct full *f = self;
  uint32_t trails = unpack_count(in);
  vec_clear(&f->pending);
  for (uint32_t i = 0; i < trails && !in->bad; i++) {
    struct trail t = {.len = unpack_count(in)};
    const void *from = unpack_bytes(in, t.len * sizeof *t.at);
    if (from && t.len) {
      t.at = alloc_zero(t.len, sizeof *t.at);
      memcpy(t.at, from, t.len * sizeof *t.at);
    }
    f->choices += t.len;
    vec_push(&f->trails, t);
  }
  unpack_vec(in, &f->unused);
  unpack_vec(in, &f->pending);
  unpack_vec(in, &f->sent);
  f->runs = unpack_uint(in, UINT64_MAX);
  unpack_into(in, &f->seen, 1, sizeof f->seen);
  return !in->bad && branches_are_sane(f);
}

static void full_close(void *self) {
  struct full *f = self;
  vec_each(&f->trails, t) free(t->at);
  vec_free(&f->trails);
  vec_free(&f->unused);
  vec_free(&f->pending);
  vec_free(&f->sent);
  vec_free(&f->taken);
  free(f);
}

const struct sched_strategy sched_full = {
    .name = "full",
    .summary = "every interleaving, for tiny programs",
    .exhaustive = true,
    .bounded = true,
    .open = full_open,
    .propose = full_propose,
    .learn = full_learn,
    .estimate = full_estimate,
    .save = full_save,
    .load = full_load,
    .bytes = full_bytes,
    .close = full_close,
};
