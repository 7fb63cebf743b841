/* Branches on inputs in an unfolding (Kähkönen 2015, 2.2 and 3.2): each way is
 * an event of its thread, with nothing but the thread's event before it in its
 * past, and the condition under which the thread goes there.
 *
 * A past can happen if some inputs satisfy the conditions of all its branches;
 * which of them happen by other threads does not matter, because an
 * unfolding asks what a step depends on.  "No such inputs" is remembered: the
 * record is there, is never run, and nothing is found from it, since whatever
 * has it in its past has these conditions too.
 *
 * The steps of a plan are choices of threads; its branches are none: they go as
 * the inputs say, and the inputs are those that satisfy the conditions. */
#include "base/sound.h"
#include "sched/sched.h"
#include "sched/unfold/unfold.h"

static bool is_branch(const struct unfold *u, unf_id e) {
  return unf_op_of(u, e)->kind == OP_BRANCH;
}

/* Into u->conditions, as sched_options wants them. */
static void gather(struct unfold *u, const uint32_t *past) {
  vec_clear(&u->conditions);
  for (uint32_t t = 0; u->branches && t < u->width; t++)
    for (unf_id e = past[t]; e; e = u->at.at[e].up)
      if (is_branch(u, e) && unf_op_of(u, e)->object)
        vec_push(&u->conditions,
                 unf_op_of(u, e)->object << 1 | (u->at.at[e].alt != 0));
}

bool unf_feasible(struct unfold *u, const uint32_t *past) {
  const struct sched_options *o = u->options;
  if (!u->branches || !o || !o->feasible)
    return true;
  gather(u, past);
  return !u->conditions.len ||
         o->feasible(o->feasible_user, u->conditions.at, u->conditions.len);
}

bool unf_possible(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  if (is_branch(u, r) && !unf_op_of(u, r)->object)
    return false; /* a value that could not be followed: the run goes its way */
  return unf_feasible(u, unf_past(u, r));
}

void unf_want(struct unfold *u, struct plan *p, const uint32_t *past) {
  const struct sched_options *o = u->options;
  if (!o || !o->want)
    return;
  gather(u, past);
  p->flags |= PLAN_FREE;
  p->seed = o->want(o->feasible_user, u->conditions.at, u->conditions.len);
}
