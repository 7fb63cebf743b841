/* Which possible events are run next, and how.
 *
 * A plan does one possible event and then whatever else goes together with it
 * of those that were found last.  A plan is added to a batch only if its first
 * target goes together with none of those before it, so that no run of a batch
 * does what an earlier one did: every run adds an event, and there are no more
 * runs than traces. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "sched/constraints.h"
#include "sched/sched.h"
#include "sched/unfold/net.h"

enum { AHEAD = STRESSED(2, 32) }; /* plans in one batch */

void unf_add_plan(struct unfold *u, const uint32_t *past, struct unf_plan p) {
  vec_push(&u->plans, p);
  size_t at = u->plan_pasts.len;
  vec_resize(&u->plan_pasts, at + u->width);
  memcpy(u->plan_pasts.at + at, past, u->width * sizeof *past);
}

/* Adds a target to a plan that it goes together with. */
static bool add_to_plan(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  for (size_t k = 0; k < u->plans.len; k++) {
    uint32_t *past = u->plan_pasts.at + k * u->width;
    uint32_t both[THREADS_WORD + 4];
    if (!unf_together(u, past, unf_past(u, r)))
      continue;
    memcpy(both, past, u->width * sizeof *both);
    unf_join(both, unf_past(u, r), u->width);
    if (!unf_feasible(u, both))
      continue;
    memcpy(past, both, u->width * sizeof *both);
    return true;
  }
  return false;
}

/* How often what it does was planned. */
static uint32_t times(const struct unfold *u, unf_id r) {
  return u->at.at[r].op < u->planned.len ? u->planned.at[u->at.at[r].op] : 0;
}

static size_t pick(const struct unfold *u) {
  enum { NEAR = 4096 }; /* no more are looked at: picking stays cheap */
  size_t len = u->todo.len, from = len > NEAR ? len - NEAR : 0, best = len - 1;
  const struct sched_options *o = u->options;
  if (o->order == ORDER_RANDOM)
    return hash_mix(o->seed + u->events + len) % len;
  for (size_t i = o->order == ORDER_BREADTH ? 0 : from; i < len; i++)
    if (o->order == ORDER_BREADTH
            ? u->todo.at[i] < u->todo.at[best]
            : times(u, u->todo.at[i]) < times(u, u->todo.at[best]))
      best = i;
  return best;
}

/* The one that is next by the order asked for becomes the last. */
static void bring_next(struct unfold *u) {
  if (!u->options || u->options->order == ORDER_DEPTH)
    return;
  size_t i = pick(u);
  unf_id r = u->todo.at[i];
  op_id op = u->at.at[r].op;
  u->todo.at[i] = *vec_last(&u->todo);
  *vec_last(&u->todo) = r;
  if (op >= u->planned.len)
    vec_resize(&u->planned, u->ops.len);
  u->planned.at[op]++;
}

static void choose(struct unfold *u, size_t cap) {
  while (u->todo.len) {
    bring_next(u);
    unf_id r = *vec_last(&u->todo);
    if (!(u->at.at[r].flags & (UNF_DONE | UNF_BLOCKED | UNF_SENT)) &&
        !add_to_plan(u, r)) {
      if (u->plans.len == cap)
        return;
      unf_add_plan(u, unf_past(u, r), (struct unf_plan){0});
    }
    u->at.at[r].flags |= UNF_SENT;
    u->todo.len--;
  }
}

/* Runs that the search begins with come before all others, each once; by default
 * any one does. */
static bool choose_starts(struct unfold *u, size_t cap) {
  const struct sched_options *o = u->options;
  uint32_t nothing[THREADS_WORD + 4] = {0}, given = o ? o->starts_len : 0;
  if (u->tests >= (given ? given : 1))
    return false;
  for (uint64_t i = u->tests; i < given && u->plans.len < cap; i++)
    unf_add_plan(u, nothing, (struct unf_plan){.start = (uint32_t)i + 1});
  if (!given)
    unf_add_plan(u, nothing, (struct unf_plan){0});
  return true;
}

/* What was recorded, as far as it can be done. */
static bool send_start(struct unfold *u, struct batch *b, uint32_t number) {
  const struct sched_options *o = u->options;
  EXPECTS(o && number < o->starts_len);
  const struct sched_start *s = &o->starts[number];
  struct plan *p = batch_plan(b, s->len);
  if (!p)
    return false;
  batch_prefix(b, p, s->choices);
  p->flags |= PLAN_SKIP;
  if (o->give) {
    p->flags |= PLAN_FREE;
    p->seed = o->give(o->feasible_user, s->inputs, s->inputs_len);
  }
  vec_push(&u->plan_ends, (uint32_t)u->plan_steps.len);
  return true;
}

/* The steps of a plan as choices; false when there is no room. */
static bool send(struct unfold *u, struct batch *b, size_t k) {
  EXPECTS(k < u->plans.len);
  const struct unf_plan *planned = &u->plans.at[k];
  if (planned->start)
    return send_start(u, b, planned->start - 1);
  unf_sort(u, u->plan_pasts.at + k * u->width);
  if (planned->one) {
    vec_push(&u->order, planned->one);
    vec_push(&u->order, planned->other);
  }
  struct plan *p = batch_plan(b, (uint32_t)u->order.len);
  if (!p)
    return false;
  unf_want(u, p, u->plan_pasts.at + k * u->width);
  vec_each(&u->order, e) vec_push(&u->plan_steps, *e);
  vec_push(&u->plan_ends, (uint32_t)u->plan_steps.len);
  p->flags |= PLAN_SKIP; /* learn.c sees whether it came to its targets */
  if (planned->target) { /* to meet more that the net does not know */
    p->after = AFTER_RANDOM;
    if (!(p->flags & PLAN_FREE)) /* whose seed says what it wants */
      p->seed = hash_mix(u->tests + k);
  }
  choice *to = b->choices + p->prefix;
  for (size_t i = 0; i < u->order.len; i++)
    to[i] =
        CHOICE(u->at.at[u->order.at[i]].thread, u->at.at[u->order.at[i]].alt);
  return true;
}

static void take_back_one(struct unfold *u, size_t i) {
  const struct unf_plan *p = &u->plans.at[i];
  if (p->again)
    vec_push(&u->again, p->again);
  if (p->deadlock)
    vec_push(&u->stuck_keys, p->key);
  if (p->one)
    vec_push(&u->net->races, ((struct net_race){p->one, p->other}));
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id r = u->plan_pasts.at[i * u->width + t];
    if (p->deadlock) {
      vec_push(&u->stuck_pasts, r);
    } else if (r && !(u->at.at[r].flags & UNF_DONE)) {
      u->at.at[r].flags &= (uint16_t)~UNF_SENT;
      vec_push(&u->todo, r);
    }
  }
}

/* Takes back the plans from k on. */
static void take_back(struct unfold *u, size_t k) {
  EXPECTS(k <= u->plans.len);
  for (size_t i = u->plans.len; i-- > k;)
    take_back_one(u, i);
  u->plans.len = k;
  u->plan_pasts.len = k * u->width;
}

static void choose_stuck(struct unfold *u, size_t cap) {
  while (u->stuck_keys.len && u->plans.len < cap) {
    size_t from = (u->stuck_keys.len - 1) * u->width;
    struct unf_plan p = {.deadlock = true, .key = vec_pop(&u->stuck_keys)};
    unf_add_plan(u, u->stuck_pasts.at + from, p);
    u->stuck_pasts.len = from;
  }
}

static void choose_again(struct unfold *u, size_t cap) {
  while (u->again.len && u->plans.len < cap) {
    unf_id e = vec_pop(&u->again);
    unf_add_plan(u, unf_past(u, e), (struct unf_plan){.again = e});
  }
}

/* Nothing else is left: whoever stands at a join that no run has passed
 * may pass it together with what other runs have done. */
static bool look_at_vague(struct unfold *u) {
  bool any = false;
  for (size_t i = 0; i < u->vague.len; i++) {
    unf_id e = u->vague.at[i];
    op_id op = u->vague_ops.at[i];
    if (u->at.at[e].then)
      continue;
    if (u->net) /* another run may have passed it */
      op = u->net->steps.at[u->net->of.at[e].step].then;
    u->at.at[e].then = op;
    if (u->ops.at[op].kind == UNF_LEAVE)
      continue;
    unf_from_thread(u, e);
    any = true;
  }
  u->vague.len = u->vague_ops.len = 0;
  return any;
}

/* False: it was told to give up. */
static bool choose_possible(struct unfold *u, size_t cap) {
  if (u->net)
    return net_unfold(u, cap);
  choose(u, cap);
  return true;
}

/* The search is over; what a solver says of the same. */
static void ask_again(struct unfold *u) {
  struct second_opinion *o = u->options ? u->options->opinion : NULL;
  bool vain = u->turns.len;
  if (!o || vain)
    return;
  o->found = u->deadlocks;
  o->asked = unf_ask_deadlocks(u, &o->store, &o->deadlocks);
}

bool unfold_propose(struct unfold *u, struct batch *b) {
  size_t cap = b->plans_cap < AHEAD ? b->plans_cap : AHEAD;
  u->plans.len = u->plan_pasts.len = 0;
  u->plan_steps.len = u->plan_ends.len = 0;
  if (sound_due(u->at.len, &u->sound_at))
    SOUND(unfold_sound(u));
  bool begins = choose_starts(u, cap);
  if (!begins && !choose_possible(u, cap))
    return true;
  /* With a net a join may be passed without a run, and be followed by another
   * that no run has passed. */
  while (!u->plans.len && look_at_vague(u))
    if (!choose_possible(u, cap))
      return true;
  if (!u->plans.len)
    choose_again(u, cap);
  if (!u->plans.len && u->net)
    net_plan_races(u, cap);
  if (!u->plans.len) {
    if (!u->searched && !unf_find_deadlocks(u))
      return true;
    u->searched = true;
    ask_again(u);
    choose_stuck(u, cap);
  }
  if (!u->plans.len && !unf_find_violation(u))
    return true;
  for (size_t k = 0; k < u->plans.len; k++)
    if (!send(u, b, k)) {
      take_back(u, k);
      break;
    }
  return u->plans.len > 0;
}
