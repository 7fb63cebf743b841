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

#include "base/pack.h"
#include "sched/strategy.h"
#include "sched/trails.h"

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
  struct trails trails;
  VEC(struct sent) sent;
  uint64_t runs;
  double seen; /* the chances of the runs */
};

static void *full_open(const struct sched_options *o) {
  struct full *f = alloc_zero(1, sizeof *f);
  f->options = o;
  struct branch root = {.chance = 1};
  vec_push(&f->pending, root);
  return f;
}

/* --- branches ----------------------------------------------------------- */

static uint32_t prefix_len(const struct branch *p) {
  return p->trail ? p->len + 1 : 0;
}

static bool full_propose(void *self, struct batch *b) {
  struct full *f = self;
  vec_clear(&f->sent);
  while (f->pending.len) {
    struct branch p = *vec_last(&f->pending);
    if (!trails_plan(&f->trails, p.trail, p.len, p.last, b))
      break;
    struct sent s = {p.chance, prefix_len(&p)};
    vec_push(&f->sent, s);
    f->pending.len--;
  }
  return f->sent.len > 0;
}

/* A branch off the run looked at, behind its first `len` choices. */
static void push(struct full *f, uint32_t len, choice last, double chance) {
  struct branch p = {chance, trails_from(&f->trails), len, last};
  vec_push(&f->pending, p);
}

/* The threads that could go on at a step within the bounds. */
static struct threads affordable(const struct full *f, const struct event *e,
                                 unsigned before, struct sched_cost spent) {
  struct threads out = event_all_enabled(e);
  unsigned words = event_enabled_words(e);
  threads_each(words, &out, thread) {
    struct sched_cost cost = spent;
    sched_spend(&cost, before, (unsigned)thread, e);
    if (sched_within(&cost, f->options))
      continue;
    threads_remove(words, &out, (unsigned)thread);
    f->options->cut(f->options->give_up_user, e->site);
  }
  return out;
}

/* Every other way to go on from step i; the chance of each. */
static double branch(struct full *f, uint32_t i, const struct event *e,
                     const struct threads *threads, double chance) {
  bool own = threads_has(THREADS_ALL, threads, e->thread);
  uint32_t others = threads_count(THREADS_ALL, threads) - own;
  unsigned alts = e->kind == OP_BRANCH ? 2 : e->alts;
  chance /= others + (own ? e->alts : 1);
  threads_each(THREADS_ALL, threads, thread) {
    if (thread != e->thread)
      push(f, i, CHOICE(thread, 0), chance);
    for (unsigned a = 0; thread == e->thread && a < alts; a++)
      if (a != e->alt && (e->kind != OP_BRANCH || e->value >> a & 1))
        push(f, i, CHOICE(thread, a), chance);
  }
  return chance;
}

/* --- learning ----------------------------------------------------------- */

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
  trails_run(&f->trails);
  for (uint32_t k = 0; k < run->events_len; k++) {
    const struct event *e = &b->events[run->events + k];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    uint32_t step = (uint32_t)f->trails.taken.len;
    if (step >= sent.len) {
      struct threads threads = e->kind == OP_BRANCH
                                   ? event_all_enabled(e)
                                   : affordable(f, e, before, cost);
      sent.chance = branch(f, step, e, &threads, sent.chance);
    } else if (step + 1 == sent.len && e->alt == 0 && e->alts > 1 &&
               e->kind != OP_BRANCH) {
      sent.chance /= e->alts;
      for (unsigned a = 1; a < e->alts; a++)
        push(f, step, CHOICE(e->thread, a), sent.chance);
    }
    if (e->kind != OP_BRANCH) { /* no choice of a thread */
      sched_spend(&cost, before, e->thread, e);
      before = e->thread;
    }
    trails_take(&f->trails, CHOICE(e->thread, e->alt));
  }
  trails_end(&f->trails);
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
  return f->pending.cap * sizeof(struct branch) + trails_bytes(&f->trails);
}

/* --- to a file and back ------------------------------------------------- */

static void full_save(const void *self, struct text *out) {
  const struct full *f = self;
  trails_save(&f->trails, out);
  pack_vec(out, &f->pending);
  pack_vec(out, &f->sent);
  pack_uint(out, f->runs);
  pack_bytes(out, &f->seen, sizeof f->seen);
}

static bool branches_are_sane(struct full *f) {
  vec_each(&f->pending, p)
    if (!trails_claim(&f->trails, p->trail, p->len))
      return false;
  return trails_sane(&f->trails);
}

static bool full_load(void *self, struct unpack *in) {
  struct full *f = self;
  vec_clear(&f->pending);
  trails_load(&f->trails, in);
  unpack_vec(in, &f->pending);
  unpack_vec(in, &f->sent);
  f->runs = unpack_uint(in, UINT64_MAX);
  unpack_into(in, &f->seen, 1, sizeof f->seen);
  return !in->bad && branches_are_sane(f);
}

static void full_close(void *self) {
  struct full *f = self;
  trails_free(&f->trails);
  vec_free(&f->pending);
  vec_free(&f->sent);
  free(f);
}

const struct sched_strategy sched_full = {
    .name = "full",
    .summary = "every interleaving, for tiny programs",
    .preserves = PRESERVES_ALL,
    .bounded = true,
    .repeats = true,
    .open = full_open,
    .propose = full_propose,
    .learn = full_learn,
    .estimate = full_estimate,
    .save = full_save,
    .load = full_load,
    .bytes = full_bytes,
    .close = full_close,
};
