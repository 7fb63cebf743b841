/* The size of the unfolding, as K counts it. */
#include "sched/sched.h"
#include "sched/unfold/net.h"

/* The conditions behind an event (doc/papers.md, K figures 3.4 and 5.3):
 * one of its thread, and those of its object.  An object that can be used
 * without changing it has a place for each thread, and a change renews all of
 * them; read arcs need one.  The lock that is taken has none. */
static uint64_t conditions(const struct unfold *u, const struct unf_op *o,
                           uint64_t threads) {
  switch (o->class_) {
  case CLASS_LOCAL:
  case CLASS_GLOBAL:
    return 1;
  case CLASS_LOCK:
    return o->kind == OP_LOCK ? 1 : 2;
  case CLASS_SEM:
  case CLASS_PORT:
  case CLASS_STREAM:
    return 2;
  case CLASS_ACCESS:
    if (u->contextual)
      return o->changes ? 2 : 1;
  }
  return o->changes ? 1 + threads : 2;
}

/* The conditions of an object at first. */
static uint64_t at_first(const struct unfold *u, const struct unf_op *o,
                         uint64_t threads) {
  switch (o->class_) {
  case CLASS_LOCK:
  case CLASS_SEM:
  case CLASS_PORT:
  case CLASS_STREAM:
    return 1;
  case CLASS_ACCESS:
    return u->contextual ? 1 : threads;
  case CLASS_RWLOCK:
  case CLASS_COND:
  case CLASS_BARRIER:
    return threads;
  }
  return 0;
}

static bool is_new_object(const struct unfold *u, size_t i) {
  const struct unf_op *o = &u->ops.at[i];
  if (o->kind >= OP_COUNT)
    return false;
  for (size_t k = 1; k < i; k++) {
    const struct unf_op *p = &u->ops.at[k];
    if (p->kind < OP_COUNT && p->class_ == o->class_ && p->object == o->object)
      return false;
  }
  return true;
}

void unfold_figures(const struct unfold *u, struct sched_stats *out) {
  uint64_t threads = (uint64_t)__builtin_popcountll(u->seen_threads);
  uint64_t sum = threads;
  for (size_t i = 1; i < u->ops.len; i++)
    if (is_new_object(u, i))
      sum += at_first(u, &u->ops.at[i], threads);
  for (size_t i = 1; i < u->at.len; i++)
    if ((u->at.at[i].flags & (UNF_DONE | UNF_VIRTUAL)) == UNF_DONE)
      sum += conditions(u, unf_op_of(u, (unf_id)i), threads);
  out->events = u->events;
  out->conditions = sum;
  out->stuck = u->deadlocks;
  out->terminals = u->net ? u->net->cuts : 0;
  out->misfit = u->misfit;
  out->asked = u->asked;
  out->solutions = u->solutions;
  out->undecided = u->undecided;
}

uint64_t unfold_bytes(const struct unfold *u) {
  return u->at.cap * sizeof *u->at.at + u->shown.cap * sizeof *u->shown.at +
         u->shown_ids.cap * sizeof(struct map_slot) +
         u->pasts_cap * u->width * sizeof *u->pasts +
         u->table_cap * sizeof *u->table + u->links.cap * sizeof *u->links.at +
         u->todo.cap * sizeof(unf_id) + (u->net ? net_bytes(u->net) : 0);
}

bool unfold_leaves_off(const struct unfold *u, uint64_t more) {
  const struct sched_options *o = u->options;
  return o && ((o->give_up && o->give_up(o->give_up_user)) ||
               (o->memory && unfold_bytes(u) + more > o->memory));
}
