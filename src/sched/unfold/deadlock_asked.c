/* Deadlocks of a complete unfolding once more, by a solver (K 6.2, D1 to D4):
 * a second opinion of the direct search (deadlock.c).
 *
 * What has happened so far (constraints.c), such that
 *
 *   D1      nothing more can: of each event, something that comes right before
 *           it has not happened, or it has, or something that excludes it;
 *   D2..D4  some thread has come to where it waits; nobody has ended the
 *           process, or failed.
 *
 * Each solution is one deadlock; the next question rules it out. */
#include "base/alloc.h"
#include "sched/sched.h"
#include "sched/unfold/clauses.h"
#include "sym/solver.h"

static void add_maximal(struct clauses *c) {
  const struct unfold *u = c->u;
  sym_id *more = alloc_zero(u->at.len, sizeof *more);
  for (unf_id e = 1; e < u->at.len; e++)
    more[e] = clauses_event(c, e) ? clauses_or_not_caused(c, e) : 0;
  vec_each(&c->rivals, r) more[r->of] =
      clauses_or(c, more[r->of], clauses_event(c, r->by));
  for (unf_id e = 1; e < u->at.len; e++)
    if (more[e])
      clauses_add(c, clauses_or(c, more[e], clauses_event(c, e)));
  free(more);
}

/* Its thread has come to it, and not further. */
static sym_id is_last(struct clauses *c, unf_id e) {
  const struct unfold *u = c->u;
  sym_id is = clauses_event(c, e);
  for (unf_id k = u->at.at[e].exts; k; k = u->at.at[k].sibling)
    if (u->at.at[k].up == e && clauses_event(c, k))
      is = sym_binary(c->store, SYM_AND, is,
                      clauses_not(c, clauses_event(c, k)));
  return is;
}

static void add_waits(struct clauses *c) {
  const struct unfold *u = c->u;
  sym_id some = sym_const(c->store, 1, 0);
  for (unf_id e = 1; e < u->at.len; e++) {
    if (!clauses_event(c, e))
      continue;
    if (u->at.at[e].flags & UNF_OVER || unf_stopped(u, e))
      clauses_add(c, clauses_not(c, clauses_event(c, e)));
    else if (u->at.at[e].then && u->ops.at[u->at.at[e].then].kind != UNF_LEAVE)
      some = clauses_or(c, some, is_last(c, e));
  }
  clauses_add(c, some);
}

bool unf_ask_deadlocks(struct unfold *u, struct sym_store *store,
                       uint64_t *count) {
  enum { PATIENCE = 4000000000u, MOST = 100, LARGE = 1000 };
  if (u->at.len > LARGE) /* the formula grows with its square, or faster */
    return false;
  struct clauses c = {.u = u, .store = store, .everything = true};
  struct sym_values values = {0};
  uint32_t past[THREADS_WORD + 4];
  VEC(sym_id) asked = {0};
  enum sym_answer answer = SYM_UNKNOWN;
  struct solver *z = solver_open(store, PATIENCE);
  clauses_configurations(&c);
  add_maximal(&c);
  add_waits(&c);
  vec_push(&asked, clauses_all(&c));
  if (z && u->options)
    solver_watch(z, u->options->give_up, u->options->give_up_user);
  *count = 0;
  while (z && asked.len < MOST) {
    sym_values_clear(&values);
    answer = solver_check(z, asked.at, asked.len, &values);
    if (answer != SYM_SAT)
      break;
    clauses_solution(&c, &values, past);
    sym_id circle = clauses_circle(&c, past);
    *count += !circle;
    vec_push(&asked, circle ? circle : clauses_other(&c, past));
  }
  solver_close(z);
  sym_values_free(&values);
  vec_free(&asked);
  clauses_free(&c);
  return answer == SYM_UNSAT;
}
