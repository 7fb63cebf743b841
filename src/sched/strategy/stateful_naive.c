/* stateful-naive: every state of the net that runs have shown, walked one by
 * one (Kähkönen 7.3, figure 7.5; unfold/roam.h): what `stateful` unfolds.
 * The program is run only where the net does not know what happens, and where
 * something is to be told.  So it takes about as many runs as `stateful`, but
 * walks every order of steps that are independent, as K says of his: for few
 * threads at a time.
 *
 * What the net is not for (unfold/net.h), loops that wait for a write among it,
 * is left to `stateful-runs`, which does not follow inputs (then to `unfold`): as
 * soon as a run shows something of that kind the search begins anew. */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "base/sound.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "sched/unfold/roam.h"

struct naive {
  const struct sched_options *options;
  struct unfold u;
  struct roam walk;
  size_t sent; /* plans of the batch */
  void *runs;  /* of the row that has taken over; or NULL */
  bool stale;  /* the rest of the batch is of a search that is over */
  uint64_t misfit;
};

static const struct sched_strategy *after(const struct naive *n) {
  return n->options->feasible ? &sched_unfold : &sched_stateful_runs;
}

static void *naive_open(const struct sched_options *o) {
  struct naive *n = alloc_zero(1, sizeof *n);
  n->options = o;
  unfold_open(&n->u, false, o);
  unfold_with_net(&n->u);
  roam_open(&n->walk, &n->u);
  return n;
}

/* --- plans ----------------------------------------------------------------- */

static bool send(struct naive *n, struct batch *b,
                 const struct roam_plan *planned) {
  struct plan *p = batch_plan(b, (uint32_t)planned->len);
  if (!p)
    return false;
  batch_prefix(b, p, n->walk.choices.at + planned->from);
  p->flags |= PLAN_SKIP; /* roam_learn sees whether it came there */
  const struct sched_options *o = n->options;
  if (planned->asked == ROAM_STEP || planned->asked == ROAM_JOIN) {
    p->after = AFTER_RANDOM; /* to meet more that the net does not know */
    p->seed = hash_mix(n->u.tests + n->sent);
  }
  if (o->want) {
    p->flags |= PLAN_FREE;
    p->seed =
        o->want(o->feasible_user, n->walk.branches.at + planned->branches_from,
                planned->branches_len);
  }
  n->sent++;
  return true;
}

static bool naive_propose(void *self, struct batch *b) {
  struct naive *n = self;
  n->stale = false;
  if (n->runs)
    return after(n)->propose(n->runs, b);
  n->sent = 0;
  if (!roam_walk(&n->walk))
    return !n->walk.over;
  vec_each(&n->walk.plans, p) if (!send(n, b, p)) break;
  return true;
}

/* --- learning -------------------------------------------------------------- */

/* From the beginning, by running. */
static bool take_over(struct naive *n, enum net_misfit why) {
  n->misfit = why;
  n->stale = true;
  roam_close(&n->walk);
  unfold_close(&n->u);
  unfold_open(&n->u, false, n->options);
  n->runs = after(n)->open(n->options);
  return true;
}

static enum net_misfit misfit(const struct naive *n, const struct batch *b,
                              uint32_t i) {
  const struct run *run = &b->runs[i];
  for (uint32_t k = 0; k < run->events_len; k++) {
    const struct event *e = &b->events[run->events + k];
    if (e->kind == OP_AWAIT || e->flags & EVENT_VAIN)
      return NET_WAITS;
  }
  return net_misfit_of(&n->u, b, i);
}

static bool naive_learn(void *self, const struct batch *b, uint32_t i,
                        bool left_out, const char **error) {
  struct naive *n = self;
  if (n->stale)
    return true;
  if (n->runs)
    return after(n)->learn(n->runs, b, i, left_out, error);
  EXPECTS(i < n->sent && n->sent <= n->walk.plans.len);
  const struct run *run = &b->runs[i];
  struct lesson l = {&n->u, b->events + run->events, run->events_len,
                     UINT32_MAX};
  uint64_t deadlock = 0;
  n->u.tests++;
  enum net_misfit why = misfit(n, b, i);
  if (!why && !net_teach(&l, b, i, &deadlock))
    why = NET_OTHERWISE;
  if (!why && unf_does_not_apply(&n->u))
    why = NET_APART;
  if (!why && !roam_learn(&n->walk, &n->walk.plans.at[i], deadlock,
                          lesson_was_cut(&l, run)))
    why = NET_OTHERWISE;
  if (why)
    return take_over(n, why);
  if (deadlock)
    map_put(&n->u.stuck, deadlock, 1);
  if (i + 1 == n->sent) { /* a search may be saved between two batches */
    roam_learned(&n->walk, n->sent);
    n->sent = 0;
  }
  return true;
}

/* --- the row --------------------------------------------------------------- */

static void naive_figures(const void *self, struct sched_stats *out) {
  const struct naive *n = self;
  out->misfit = n->misfit;
  out->states = n->walk.visited.len;
  out->stuck = n->u.deadlocks;
}

static void naive_save(const void *self, struct text *out) {
  const struct naive *n = self;
  pack_uint(out, n->misfit);
  pack_uint(out, n->sent);
  pack_uint(out, n->stale);
  if (n->misfit) {
    after(n)->save(n->runs, out);
    return;
  }
  unfold_save(&n->u, out);
  roam_save(&n->walk, out);
}

static bool naive_load(void *self, struct unpack *in) {
  struct naive *n = self;
  uint64_t why = unpack_uint(in, NET_MISFITS - 1);
  size_t sent = unpack_uint(in, UINT32_MAX);
  bool stale = unpack_uint(in, 1);
  if (in->bad)
    return false;
  if (why) {
    take_over(n, (enum net_misfit)why);
    n->stale = stale;
    return after(n)->load(n->runs, in);
  }
  n->sent = sent;
  return unfold_load(&n->u, in) && n->u.net && roam_load(&n->walk, in) &&
         sent <= n->walk.plans.len;
}

static uint64_t naive_bytes(const void *self) {
  const struct naive *n = self;
  return n->runs ? after(n)->bytes(n->runs)
                 : unfold_bytes(&n->u) + roam_bytes(&n->walk);
}

static uint64_t naive_work(const void *self) {
  const struct naive *n = self;
  return n->runs ? 0 : n->walk.moves;
}

static void naive_close(void *self) {
  struct naive *n = self;
  if (n->runs)
    after(n)->close(n->runs);
  else
    roam_close(&n->walk);
  unfold_close(&n->u);
  free(n);
}

const struct sched_strategy sched_stateful_naive = {
    .name = "stateful-naive",
    .summary = "every state of a net of what runs have shown, one by one",
    .preserves = PRESERVES_ALL & ~(1u << FOUND_OUTPUT | 1u << FOUND_BLOCKING),
    .local = true,
    .states = true,
    .narrow = true,
    .open = naive_open,
    .propose = naive_propose,
    .learn = naive_learn,
    .figures = naive_figures,
    .save = naive_save,
    .load = naive_load,
    .bytes = naive_bytes,
    .work = naive_work,
    .close = naive_close,
};
