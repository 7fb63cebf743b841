#include "explore/liveness.h"

#include "base/sound.h"
#include "explore/circles.h"
#include "explore/search.h"
#include "explore/sweep.h"

struct liveness {
  struct search *s;
  struct arcs arcs;
  VEC(struct demand) demands;
};

static bool wants(const struct search *s, enum finding_kind kind) {
  return s->options.find & s->options.strategy->preserves & 1u << kind;
}

/* --- who is owed fairness ------------------------------------------------- */

/* everybody: strongly. */
static void find_demands(struct liveness *x, bool everybody) {
  const struct model *m = x->s->model;
  enum fairness least = x->s->options.fair ? FAIR_WEAK : FAIR_NOT;
  vec_clear(&x->demands);
  for (process_id p = 0; p < m->process_count; p++) {
    enum fairness fair = everybody ? FAIR_STRONG : m->processes[p].fair;
    fair = fair < least ? least : fair;
    if (fair)
      vec_push(&x->demands, ((struct demand){p, NONE, fair == FAIR_STRONG}));
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      fair = m->processes[p].edges[e].fair;
      if (fair)
        vec_push(&x->demands, ((struct demand){p, x->arcs.base[p] + e,
                                               fair == FAIR_STRONG}));
    }
  }
}

/* --- findings ------------------------------------------------------------- */

static void add_finding(struct liveness *x, enum finding_kind kind,
                        uint32_t property, const struct circle_run *run) {
  EXPECTS(kind == FINDING_LIVENESS || kind == FINDING_CIRCLE);
  struct explore_run steps = {0};
  struct lasso l = {0};
  struct candidate c = {.kind = kind,
                        .property = property,
                        .process = NONE,
                        .remark = {.object = NONE}};
  size_t stem = 0;
  for (size_t i = 0; i < run->at.len; i++) {
    if (i + run->circle == run->at.len)
      stem = steps.steps.len;
    arcs_steps(x->s, run->at.at[i].state, run->at.at[i].arc, &steps);
  }
  l.circle = run->circle ? (uint32_t)(steps.steps.len - stem) : 0;
  vec_each(&steps.steps, step) vec_push(&l.steps, *step);
  vec_free(&steps.steps);
  vec_push(&x->s->lassos, l);
  c.lasso = (uint32_t)x->s->lassos.len;
  search_count(x->s, &c);
}

static void look_round(struct liveness *x, const struct circles *c,
                       enum finding_kind kind, uint32_t property) {
  struct circle_run run = {0};
  switch (circles_find(c, &run)) {
  case CIRCLES_FOUND:
    add_finding(x, kind, property, &run);
    break;
  case CIRCLES_LATE:
    if (!x->s->result->stopped)
      x->s->result->stopped = STOP_MEMORY; /* too many pairs to number */
    break;
  case CIRCLES_NONE:
    break;
  }
  vec_free(&run.at);
}

/* --- properties ----------------------------------------------------------- */

struct truths {
  struct search *s;
  const expr_id *atoms;
  struct support *supports;
  size_t count;
  uint64_t *truth; /* by state */
};

static void find_slice(void *ctx, unsigned worker, uint64_t begin,
                       uint64_t end) {
  EXPECTS(begin <= end);
  const struct truths *t = ctx;
  for (uint64_t id = begin; id < end; id++)
    t->truth[id] = expand_truth(&t->s->expanders[worker], (state_id)id,
                                t->atoms, t->supports, t->count);
}

/* By state: which of these hold; NULL: late. */
static uint64_t *find_truth(struct liveness *x, const expr_id *atoms,
                            size_t count) {
  EXPECTS(atoms || !count);
  struct search *s = x->s;
  uint64_t states = s->store.count;
  struct truths t = {s, atoms, alloc_zero(count + 1, sizeof *t.supports), count,
                     alloc_zero(states, sizeof *t.truth)};
  bool in_time = true;
  for (size_t i = 0; i < count; i++)
    if (!s->slots)
      t.supports[i] = support_of(&s->parts, atoms[i]);
  for (uint64_t begin = 0, end; begin < states && in_time; begin = end) {
    end = sweep_round(s, begin, states);
    sweep(s, begin, end, find_slice, &t);
    in_time = end == states || !search_late(s);
  }
  for (size_t i = 0; i < count; i++)
    free(t.supports[i].parts);
  free(t.supports);
  if (in_time)
    return t.truth;
  free(t.truth);
  return NULL;
}

static void give_up(struct liveness *x, const struct temporal *t) {
  struct text name = {0};
  text_printf(&name, "'%s': its automaton is too large", t->text);
  reasons_add(&x->s->result->claim.because,
              (struct because){.why = WHY_BOUND,
                               .name = text_str(&name),
                               .file = x->s->model->file,
                               .line = t->place.line});
  text_free(&name);
}

static bool open_automaton(struct liveness *x, const struct temporal *t,
                           struct ltl *out) {
  if (t->never) {
    ltl_open_never(out, t->never);
    return true;
  }
  if (ltl_open(out, x->s->model, t->formula, true))
    return true;
  give_up(x, t);
  ltl_close(out);
  return false;
}

static void look_formula(struct liveness *x, uint32_t i) {
  EXPECTS(i < x->s->model->temporal_count);
  struct search *s = x->s;
  const struct temporal *t = &s->model->temporals[i];
  struct ltl automaton;
  if (!open_automaton(x, t, &automaton))
    return;
  uint64_t *truth = find_truth(x, automaton.atoms.at, automaton.atoms.len);
  find_demands(x, false);
  struct circles c = {.arcs = &x->arcs,
                      .automaton = &automaton,
                      .truth = truth,
                      .demands = x->demands.at,
                      .demand_count = x->demands.len,
                      .moves = t->moves,
                      .search = s};
  if (truth)
    look_round(x, &c, t->circle ? FINDING_CIRCLE : FINDING_LIVENESS, i);
  free(truth);
  ltl_close(&automaton);
}

/* Backwards from where it holds: who leads there; the first who does not. */
static void look_possibly(struct liveness *x, uint32_t i) {
  EXPECTS(i < x->s->model->temporal_count);
  struct search *s = x->s;
  const struct arcs *a = &x->arcs;
  uint64_t *known = find_truth(x, &s->model->temporals[i].expr, 1);
  if (!known)
    return;
  uint64_t *first = alloc_zero(a->states + 2, sizeof *first);
  state_id *back = alloc_zero(a->at.len + 1, sizeof *back);
  vec_each(&a->at, arc) if (arc->to != ARC_FAILS) first[arc->to + 2]++;
  for (state_id id = 0; id < a->states; id++)
    first[id + 2] += first[id + 1];
  for (state_id id = 0; id < a->states; id++)
    for (uint64_t k = a->first.at[id]; k < a->first.at[id + 1]; k++)
      if (a->at.at[k].to != ARC_FAILS)
        back[first[a->at.at[k].to + 1]++] = id;
  VEC(state_id) todo = {0};
  for (state_id id = 0; id < a->states; id++)
    if (known[id])
      vec_push(&todo, id);
  while (todo.len) {
    state_id to = vec_pop(&todo);
    for (uint64_t k = first[to]; k < first[to + 1]; k++)
      if (!known[back[k]]) {
        known[back[k]] = 1;
        vec_push(&todo, back[k]);
      }
  }
  state_id lost = 0;
  while (lost < a->states && known[lost])
    lost++;
  struct candidate c = {.kind = FINDING_LIVENESS,
                        .state = lost,
                        .property = i,
                        .process = NONE,
                        .remark = {.object = NONE}};
  if (lost < a->states)
    search_count(s, &c);
  vec_free(&todo);
  free(first);
  free(back);
  free(known);
}

static bool had_enough(const struct search *s) {
  return s->result->stopped || (s->options.first_only && s->found.len);
}

static void look_all(struct liveness *x) {
  struct search *s = x->s;
  for (uint32_t i = 0; i < s->model->temporal_count && !had_enough(s); i++) {
    const struct temporal *t = &s->model->temporals[i];
    if (!wants(s, t->circle ? FINDING_CIRCLE : FINDING_LIVENESS))
      continue;
    if (t->possibly)
      look_possibly(x, i);
    else
      look_formula(x, i);
  }
  if (s->slots || !wants(s, FINDING_CIRCLE) || had_enough(s))
    return;
  find_demands(x, true);
  struct circles c = {.arcs = &x->arcs,
                      .demands = x->demands.at,
                      .demand_count = x->demands.len,
                      .no_progress = true,
                      .search = s};
  look_round(x, &c, FINDING_CIRCLE, NONE);
}

void liveness_find(struct search *s) {
  struct liveness x = {.s = s};
  bool cut = had_enough(s);
  for (object_id o = 0; o < s->model->object_count; o++)
    cut |= s->grows[o];
  if (cut || s->start_failed ||
      (!wants(s, FINDING_CIRCLE) &&
       (!wants(s, FINDING_LIVENESS) || !model_has_liveness(s->model))))
    return;
  if (arcs_open(&x.arcs, s))
    look_all(&x);
  arcs_close(&x.arcs);
  vec_free(&x.demands);
  s->more_bytes = 0;
  if (s->options.first_only && s->found.len && !s->result->stopped)
    s->result->stopped = STOP_FIRST;
}
