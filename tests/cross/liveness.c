/* liveness: temporal properties, fairness and circles of the explorer against
 * the slow judge of brute_runs.h, on random formulas and random models.
 *
 *     liveness [MODELS [FIRST_SEED]]
 *
 * Every run that is told is replayed on the plain interpreter.  The last line
 * counts models; what never came up counts as a failure. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/findings.h"
#include "base/rng.h"
#include "brute_runs.h"
#include "explore/explore.h"
#include "random_model.h"
#include "sets/sets.h"
#include "show.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 250 };
#else
enum { MODELS = 1000 };
#endif
enum { STATES_MOST = 120, FORMULAS = 3 };

/* --- random formulas ------------------------------------------------------ */

struct dress {
  struct model *m;
  struct rng r;
  VEC(struct expr) exprs;
  VEC(struct formula) formulas;
  VEC(struct temporal) temporals;
  VEC(struct code) code;
  unsigned ahead; /* that one formula may still have */
};

static expr_id add_expr(struct dress *d, struct expr e) {
  vec_push(&d->exprs, e);
  return (expr_id)(d->exprs.len - 1);
}

static expr_id add_const(struct dress *d, int64_t value) {
  return add_expr(d, (struct expr){.op = EXPR_CONST, .value = value});
}

static expr_id compare_const(struct dress *d, expr_id a, int32_t most) {
  static const enum expr_op ops[] = {EXPR_EQ, EXPR_GT, EXPR_NE};
  enum expr_op op = ops[rng_below(&d->r, 3)];
  expr_id b = add_const(d, (int64_t)rng_below(&d->r, (uint32_t)most + 1));
  return add_expr(d, (struct expr){.op = op, .a = a, .b = b});
}

static expr_id random_atom(struct dress *d) {
  const struct model *m = d->m;
  process_id p = (process_id)rng_below(&d->r, m->process_count);
  const struct process *process = &m->processes[p];
  switch (rng_below(&d->r, 8)) {
  case 0:
    return add_expr(d, (struct expr){.op = EXPR_ENDED, .a = p});
  case 1:
  case 2:
    if (process->slot_count) {
      slot_id slot = (slot_id)rng_below(&d->r, process->slot_count);
      expr_id x =
          add_expr(d, (struct expr){.op = EXPR_PEER, .a = p, .b = slot});
      if (rng_below(&d->r, 6))
        return compare_const(d, x, 2);
      expr_id one = add_const(d, 1); /* fails where it is 0 */
      return add_expr(d, (struct expr){.op = EXPR_DIV, .a = one, .b = x});
    }
    break;
  case 3:
  case 4:
    if (m->object_count) {
      object_id o = (object_id)rng_below(&d->r, m->object_count);
      bool queue = m->objects[o].kind >= OBJECT_CHANNEL;
      if (queue || m->objects[o].kind == OBJECT_SHARED)
        return compare_const(
            d,
            add_expr(d, (struct expr){.op = queue ? EXPR_LENGTH : EXPR_SHARED,
                                      .a = o}),
            1);
    }
    break;
  default:
    break;
  }
  return add_expr(d, (struct expr){.op = EXPR_AT,
                                   .a = p,
                                   .b = (uint32_t)rng_below(
                                       &d->r, process->location_count)});
}

static formula_id add_formula(struct dress *d, struct formula f) {
  vec_push(&d->formulas, f);
  return (formula_id)(d->formulas.len - 1);
}

static formula_id random_formula(struct dress *d, unsigned depth) {
  if (!depth || !rng_below(&d->r, 6))
    return add_formula(
        d, (struct formula){.op = FORMULA_STATE, .expr = random_atom(d)});
  enum formula_op op = FORMULA_NOT + (enum formula_op)rng_below(&d->r, 7);
  if (op >= FORMULA_NEXT && !d->ahead)
    op = FORMULA_NOT;
  d->ahead -= op >= FORMULA_NEXT;
  struct formula f = {.op = op, .a = random_formula(d, depth - 1)};
  if (op == FORMULA_AND || op == FORMULA_OR || op == FORMULA_UNTIL)
    f.b = random_formula(d, depth - 1);
  return add_formula(d, f);
}

/* --- random fairness and labels ------------------------------------------- */

static enum fairness random_fairness(struct dress *d, uint32_t often) {
  return rng_below(&d->r, often)
             ? FAIR_NOT
             : FAIR_WEAK + (enum fairness)rng_below(&d->r, 2);
}

/* An edge with no code of its own passes a label. */
static void add_label(struct dress *d, struct edge *e) {
  struct code stop = d->code.at[e->code];
  if (stop.op != CODE_STOP)
    return;
  struct code pass = {.op = CODE_PROGRESS, .index = NONE, .value = NONE};
  e->code = (code_id)d->code.len;
  vec_push(&d->code, pass);
  vec_push(&d->code, stop);
}

static void dress_processes(struct dress *d) {
  struct model *m = d->m;
  uint32_t fair = 1 + (uint32_t)rng_below(&d->r, 4);
  bool edges = !rng_below(&d->r, 3), labels = !rng_below(&d->r, 2);
  struct process *all = arena_copy(&m->arena, m->processes,
                                   m->process_count * sizeof *m->processes);
  for (process_id p = 0; p < m->process_count; p++) {
    all[p].fair = random_fairness(d, fair);
    struct edge *own = arena_copy(&m->arena, all[p].edges,
                                  all[p].edge_count * sizeof *all[p].edges);
    for (edge_id e = 0; e < all[p].edge_count; e++) {
      own[e].fair = edges ? random_fairness(d, 4) : FAIR_NOT;
      if (labels && !rng_below(&d->r, 4))
        add_label(d, &own[e]);
    }
    all[p].edges = own;
  }
  m->processes = all;
}

#define TAKE_OVER(d, field, count)                                             \
  ((d)->m->field = arena_copy(&(d)->m->arena, (d)->field.at,                   \
                              (d)->field.len * sizeof *(d)->field.at),         \
   (d)->m->count = (uint32_t)(d)->field.len)

static void dress_model(struct model *m, uint64_t seed) {
  struct dress d = {.m = m, .r = rng_seed(seed * 7919 + 13)};
  for (uint32_t i = 0; i < m->expr_count; i++)
    vec_push(&d.exprs, m->exprs[i]);
  for (uint32_t i = 0; i < m->code_count; i++)
    vec_push(&d.code, m->code[i]);
  for (unsigned i = 0; i < FORMULAS; i++) {
    struct temporal t = {.text = "a formula", .expr = NONE};
    d.ahead = 3;
    t.formula = random_formula(&d, 1 + (unsigned)rng_below(&d.r, 4));
    vec_push(&d.temporals, t);
  }
  struct temporal possible = {
      .text = "possibly", .possibly = true, .expr = random_atom(&d)};
  vec_push(&d.temporals, possible);
  dress_processes(&d);
  TAKE_OVER(&d, exprs, expr_count);
  TAKE_OVER(&d, code, code_count);
  TAKE_OVER(&d, formulas, formula_count);
  TAKE_OVER(&d, temporals, temporal_count);
  m->property_count = 0;
  vec_free(&d.exprs);
  vec_free(&d.code);
  vec_free(&d.formulas);
  vec_free(&d.temporals);
}

/* --- comparing ------------------------------------------------------------ */

struct tally {
  uint64_t passed, failed, too_large;
  uint64_t violated, holds, circles, none, possibly, stays, goes_round, fair;
  uint64_t sets; /* violated, and what is possible was asked of sets */
};

static bool replays(const struct model *m, const struct finding *f,
                    struct text *why) {
  struct recording r;
  finding_record(f, m, &r);
  bool ok = recording_replay(&r, m, NULL, NULL, why);
  recording_free(&r);
  return ok;
}

static bool compare_all(const struct model *m, const struct runs *runs,
                        const struct explore_options *o, struct tally *t,
                        struct text *why) {
  struct explore_result *r = explore(m, o);
  bool told[FORMULAS + 1] = {0}, circle = false, ok = !r->stopped;
  if (!ok)
    text_add(why, stop_reason_texts[r->stopped]);
  vec_each(&r->findings, f) {
    if (f->kind == FINDING_LIVENESS)
      told[f->property] = true;
    circle |= f->kind == FINDING_CIRCLE;
    ok = ok && replays(m, f, why);
    *(f->circle ? &t->goes_round : &t->stays) += 1;
  }
  for (uint32_t i = 0; i < m->temporal_count && ok; i++) {
    bool truth = runs_violate(runs, &m->temporals[i]);
    *(truth ? &t->violated : &t->holds) += 1;
    t->possibly += truth && m->temporals[i].possibly;
    if (truth != told[i]) {
      ok = false;
      text_printf(why, "temporal property %u is %s", i,
                  truth ? "violated" : "not violated");
    }
  }
  bool truth = runs_circle(runs);
  *(truth ? &t->circles : &t->none) += 1;
  if (ok && truth != circle) {
    ok = false;
    text_printf(why, "there is %s circle", truth ? "a" : "no");
  }
  explore_result_free(r);
  return ok;
}

/* What is possible, by the set of states (sets/sets.h); runs replay, and nothing
 * holds where another temporal property is asked for. */
static bool compare_sets(const struct model *m, const struct runs *runs,
                         struct tally *t, struct text *why) {
  struct sets_figures figures = {0};
  struct explore_options o = {.find = 1u << FINDING_LIVENESS};
  struct text refused = {0};
  bool told[FORMULAS + 1] = {0}, others = false, ok = true;
  const bool refuses = sets_refuses(m, &refused);
  text_free(&refused);
  if (refuses)
    return true;
  struct explore_result *r = sets_explore(m, &o, &figures);
  vec_each(&r->findings, f) {
    told[f->property] = true;
    ok = ok && replays(m, f, why);
  }
  for (uint32_t i = 0; i < m->temporal_count && ok; i++) {
    const bool truth = runs_violate(runs, &m->temporals[i]);
    others |= !m->temporals[i].possibly;
    t->sets += truth && m->temporals[i].possibly;
    if (m->temporals[i].possibly ? truth != told[i] : told[i]) {
      ok = false;
      text_printf(why, "by sets, temporal property %u is %s", i,
                  told[i] ? "violated" : "not violated");
    }
  }
  if (ok && others && r->verdict == VERDICT_HOLDS) {
    ok = false;
    text_add(why, "by sets, what was not looked at holds");
  }
  text_free(&figures.states);
  explore_result_free(r);
  return ok;
}

static void try_seed(struct tally *t, uint64_t seed) {
  struct model *m = random_model(seed);
  struct runs runs;
  dress_model(m, seed);
  runs_open(&runs, m, STATES_MOST);
  if (runs.too_large) {
    t->too_large++;
  } else {
    struct text why = {0};
    struct explore_options o = {.find = 1u << FINDING_LIVENESS |
                                        1u << FINDING_CIRCLE,
                                .depth_first = seed % 3 == 1,
                                .jobs = seed % 3 == 2 ? 2 : 1};
    bool ok =
        compare_all(m, &runs, &o, t, &why) && compare_sets(m, &runs, t, &why);
    for (process_id p = 0; p < m->process_count; p++)
      t->fair += m->processes[p].fair == FAIR_STRONG;
    *(ok ? &t->passed : &t->failed) += 1;
    if (!ok && t->failed <= 3) {
      struct text out = {0};
      text_printf(&out, "seed %" PRIu64 ", %zu states: %s\n", seed,
                  runs.states.len, text_str(&why));
      show_model(m, &out);
      fputs(text_str(&out), stdout);
      text_free(&out);
    }
    text_free(&why);
  }
  runs_close(&runs);
  model_free(m);
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  for (; t.passed + t.failed < models; seed++)
    try_seed(&t, seed);
  printf("  %" PRIu64 " properties violated (%" PRIu64
         " of what is possible), %" PRIu64 " hold\n  %" PRIu64
         " models with a circle, %" PRIu64 " without; %" PRIu64
         " runs go round, %" PRIu64 " stay\n",
         t.violated, t.possibly, t.holds, t.circles, t.none, t.goes_round,
         t.stays);
  bool all = t.violated && t.holds && t.possibly && t.circles && t.none &&
             t.goes_round && t.stays && t.fair && t.sets;
  if (!all && argc < 3)
    printf("something never came up\n"), t.failed++;
  printf("liveness: %" PRIu64 " passed, %" PRIu64 " failed\n", t.passed,
         t.failed);
  return t.failed != 0;
}
