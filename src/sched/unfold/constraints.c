/* What can have happened so far, as a formula (Kähkönen 2015, 6.2), and
 * what violates a property then.
 *
 * A variable for each event says whether it has happened.  The formula:
 *
 *   B1  with an event, the events right before it have happened; and what
 *       happens by itself has, as soon as these have;
 *   B3  of events that need the same thing in the same state, no more than one
 *       has: of one thread after the same event; of changes of an object in
 *       one state; of a change and a use of it in one state, unless the use is
 *       in the past of the change;
 *   C2, C3  contextual: a use comes before the change that it does not see,
 *       and what has happened does not go round in a circle.  These are added
 *       for a circle when a solution has it;
 *   S1  a thing that a property reads is what the newest event left there
 *       that has happened and changed it: there is an order among these, by
 *       their pasts, so that is the one behind which no other has happened.
 *
 * B1 and B3 are enough.  Of two events that have happened, do not depend on
 * each other by their pasts and yet depend, take the first such pair along the
 * pasts: they see one state of what they have in common.  For if the one saw
 * another change of it that the other does not, that change and the other
 * would be such a pair, and an earlier one.
 *
 * There are no conditions here (B4), for an unfolding has none (unfold.h); and
 * branches on inputs (B2) are left to the other way (job/test.c). */
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "sched/constraints.h"
#include "sched/sched.h"
#include "sched/unfold/clauses.h"
#include "sym/solver.h"

typedef uint32_t past_t[THREADS_WORD + 4];

/* --- what runs show ------------------------------------------------------- */

bool unf_show(struct unfold *u, unf_id e, const struct event *shows) {
  EXPECTS(e < u->at.len);
  bool added;
  uint32_t thing = (uint32_t)shows->object;
  uint64_t *id = map_at(&u->shown_ids, shown_key(e, thing), &added);
  struct unf_shown s = {e, thing, shows->value};
  if (!added) {
    /* what a thread does alone may change it more than once: the last is it */
    u->shown.at[*id].value = shows->value;
    return true;
  }
  *id = u->shown.len;
  vec_push(&u->shown, s);
  return true;
}

/* --- S1 --------------------------------------------------------------------- */

/* The newest event in the past of e, without it, that is marked; or 0. */
static unf_id newest_before(const struct unfold *u, unf_id e,
                            const bool *marked) {
  EXPECTS(e && e < u->at.len);
  unf_id best = 0;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id k = unf_past(u, e)[t]; k > best; k = u->at.at[k].up)
      if (k != e && marked[k]) {
        best = k;
        break;
      }
  return best;
}

/* What one thing is, by the events that change it: `of` are their numbers in
 * u->shown, `later` is scratch, by record. */
static void say_thing(struct clauses *c, uint32_t thing, const uint32_t *of,
                      size_t count, bool *marked) {
  const struct unfold *u = c->u;
  struct sym_store *s = c->store;
  struct map numbers = {0}; /* event -> what is said if it is the newest */
  VEC(sym_id) says = {0};
  for (size_t i = 0; i < count; i++)
    marked[u->shown.at[of[i]].event] = true;
  for (size_t i = 0; i < count; i++) {
    const struct unf_shown *k = &u->shown.at[of[i]];
    sym_id is = sym_binary(s, SYM_EQ, constraints_thing(s, thing),
                           sym_const(s, 64, k->value));
    if (k->event)
      is = clauses_or(c, is, clauses_not(c, clauses_event(c, k->event)));
    map_put(&numbers, k->event, says.len);
    vec_push(&says, is);
  }
  for (size_t i = 0; i < count; i++) {
    unf_id e = u->shown.at[of[i]].event;
    if (!e || !clauses_event(c, e))
      continue;
    const uint64_t *at = map_get(&numbers, newest_before(u, e, marked));
    if (at)
      says.at[*at] = clauses_or(c, says.at[*at], clauses_event(c, e));
  }
  for (size_t i = 0; i < count; i++)
    if (!u->shown.at[of[i]].event || clauses_event(c, u->shown.at[of[i]].event))
      clauses_add(c, says.at[i]);
  for (size_t i = 0; i < count; i++)
    marked[u->shown.at[of[i]].event] = false;
  vec_free(&says);
  map_free(&numbers);
}

static void say_things(struct clauses *c, uint32_t things) {
  const struct unfold *u = c->u;
  bool *marked = alloc_zero(u->at.len, sizeof *marked);
  VEC(uint32_t) of = {0};
  for (uint32_t thing = 0; thing < things; thing++) {
    vec_clear(&of);
    for (size_t i = 0; i < u->shown.len; i++)
      if (u->shown.at[i].thing == thing)
        vec_push(&of, (uint32_t)i);
    say_thing(c, thing, of.at, of.len, marked);
  }
  vec_free(&of);
  free(marked);
}

/* Each thing is something that some event has left in it: much less than the
 * formula, and often no such values violate a property. */
static sym_id say_values(struct unfold *u, struct sym_store *s,
                         uint32_t things) {
  sym_id all = sym_const(s, 1, 1);
  for (uint32_t thing = 0; thing < things; thing++) {
    struct map met = {0};
    sym_id some = sym_const(s, 1, 0);
    bool added;
    vec_each(&u->shown, k) {
      if (k->thing != thing || (map_at(&met, k->value, &added), !added))
        continue;
      some = sym_binary(s, SYM_OR, some,
                        sym_binary(s, SYM_EQ, constraints_thing(s, thing),
                                   sym_const(s, 64, k->value)));
    }
    all = sym_binary(s, SYM_AND, all, some);
    map_free(&met);
  }
  return all;
}

/* --- asking --------------------------------------------------------------- */

struct unf_asker {
  struct clauses c;
  struct solver *solver, *small; /* small: of values alone */
  sym_id values_alone;
  struct sym_values values;
  VEC(sym_id) circles;   /* what solutions have taught: of all properties, */
  VEC(sym_id) ruled_out; /* and of the one that is asked about */
  sym_id all;
  uint64_t records; /* of the unfolding that it is about */
};

static void asker_free(struct unf_asker *a) {
  solver_close(a->solver);
  solver_close(a->small);
  clauses_free(&a->c);
  sym_values_free(&a->values);
  vec_free(&a->circles);
  vec_free(&a->ruled_out);
  free(a);
}

void unf_asker_close(struct unf_asker *a) {
  if (a)
    asker_free(a);
}

static struct solver *open_solver(const struct unf_asker *a) {
  enum { PATIENCE = 4000000000u };
  const struct sched_options *o = a->c.u->options;
  struct solver *z = solver_open(a->c.store, PATIENCE);
  if (z)
    solver_watch(z, o->give_up, o->give_up_user);
  return z;
}

static struct unf_asker *asker_open(struct unfold *u) {
  const struct constraints *k = u->options->constraints;
  struct unf_asker *a = alloc_zero(1, sizeof *a);
  a->records = u->at.len;
  a->c = (struct clauses){.u = u, .store = k->store};
  a->values_alone = say_values(u, k->store, k->things);
  a->small = open_solver(a);
  return a;
}

/* The formula is made when it is needed. */
static void say_all(struct unf_asker *a) {
  if (a->all)
    return;
  clauses_configurations(&a->c);
  say_things(&a->c, a->c.u->options->constraints->things);
  a->all = clauses_all(&a->c);
  a->solver = open_solver(a);
}

static enum sym_answer ask(struct unf_asker *a, sym_id violated) {
  sym_id values[] = {a->values_alone, violated};
  if (!a->small)
    return SYM_UNKNOWN;
  if (solver_check(a->small, values, 2, &a->values) == SYM_UNSAT)
    return SYM_UNSAT;
  say_all(a);
  if (!a->solver)
    return SYM_UNKNOWN;
  sym_id asked[] = {a->all, clauses_both(&a->c, a->circles.at, a->circles.len),
                    violated,
                    clauses_both(&a->c, a->ruled_out.at, a->ruled_out.len)};
  sym_values_clear(&a->values);
  return solver_check(a->solver, asked, sizeof asked / sizeof *asked,
                      &a->values);
}

static bool told_to_stop(const struct unfold *u) {
  const struct sched_options *o = u->options;
  return o->give_up && o->give_up(o->give_up_user);
}

/* A solution for this property, or none; false: it was told to give up. */
static bool solve(struct unf_asker *a, sym_id violated, uint32_t *past,
                  bool *found) {
  struct unfold *u = a->c.u;
  *found = false;
  for (;;) {
    enum sym_answer answer = ask(a, violated);
    u->asked++;
    if (answer == SYM_UNKNOWN && told_to_stop(u))
      return false;
    u->undecided += answer == SYM_UNKNOWN;
    if (answer != SYM_SAT)
      return true;
    clauses_solution(&a->c, &a->values, past);
    sym_id no_circle = clauses_circle(&a->c, past);
    *found = !no_circle;
    if (*found)
      return true;
    vec_push(&a->circles, no_circle);
  }
}

/* On to the next property. */
static void decided(struct unfold *u) {
  u->asked_about++;
  if (u->asker)
    vec_clear(&u->asker->ruled_out);
}

bool unf_find_violation(struct unfold *u) {
  const struct constraints *k = u->options ? u->options->constraints : NULL;
  past_t past;
  bool found = false;
  if (u->asker && u->asker->records != u->at.len) {
    unf_asker_close(u->asker); /* more is known by now */
    u->asker = NULL;
  }
  while (k && !found && u->asked_about < k->count) {
    if (!u->asker)
      u->asker = asker_open(u);
    if (!solve(u->asker, k->violated[u->asked_about], past, &found))
      return false;
    if (found)
      unf_add_plan(u, past, (struct unf_plan){.violates = true});
    else
      decided(u);
  }
  return true;
}

void unf_violated(struct unfold *u, bool did) {
  u->solutions++;
  if (did)
    decided(u);
  else if (u->asker)
    vec_push(&u->asker->ruled_out,
             clauses_other(&u->asker->c, u->plan_pasts.at));
}
