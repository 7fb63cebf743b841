#include "model/lasso.h"

#include <string.h>

#include "base/sound.h"
#include "model/interp.h"

struct walk {
  const struct model *m;
  const struct recording *r;
  struct interp *in;
  VEC(struct istate *) states; /* on the way; the circle's first once more */
  VEC(bool) passed;            /* by step: it passed a progress label */
  size_t stem, circle;
};

static bool same_state(struct interp *in, const struct istate *a,
                       const struct istate *b) {
  struct text x = {0}, y = {0};
  interp_key(in, a, &x);
  interp_key(in, b, &y);
  bool same = x.len == y.len && !memcmp(text_str(&x), text_str(&y), x.len);
  text_free(&x);
  text_free(&y);
  return same;
}

static bool take_steps(struct walk *w, struct text *why) {
  struct interp_failure failed = {0};
  vec_push(&w->states, interp_initial(w->in, &failed));
  for (size_t i = 0; i < w->r->steps.len; i++) {
    const struct model_step *step = &w->r->steps.at[i];
    struct istate *s = *vec_last(&w->states);
    struct istate *t = recording_possible(w->in, s, step)
                           ? interp_fire(w->in, s, step, &failed)
                           : NULL;
    if (!t) {
      text_printf(why, "step %zu, '%s', cannot be taken", i + 1,
                  recording_text(w->r, i));
      return false;
    }
    vec_push(&w->passed, interp_passed(t));
    vec_push(&w->states, t);
  }
  return true;
}

/* Of a machine properties see only states that are settled: the others are
 * left out, with what the stem and the circle count. */
static void keep_settled(struct walk *w) {
  size_t kept = 0, stem = 0, all = w->states.len;
  if (!w->m->machine)
    return;
  for (size_t i = 0; i < all; i++) {
    struct istate *s = w->states.at[i];
    stem += i < w->stem && interp_settled(s);
    if (interp_settled(s))
      w->states.at[kept++] = s;
    else
      interp_state_free(s);
  }
  w->states.len = kept;
  w->stem = stem;
  w->circle = kept - stem - 1;
}

static bool closes(struct walk *w, struct text *why) {
  struct istate *last = *vec_last(&w->states);
  if (!w->circle && interp_end(w->in, last) == END_NOT)
    text_add(why, "the run has no circle, and could go on");
  else if (!same_state(w->in, last, w->states.at[w->stem]))
    text_add(why, "the circle does not lead back to where it began");
  return !why->len;
}

/* --- formulas ------------------------------------------------------------- */

static bool judge_once(const struct walk *w, const struct formula *f, size_t i,
                       bool **at) {
  size_t positions = w->stem + (w->circle ? w->circle : 1);
  size_t next = i + 1 < positions ? i + 1 : w->stem;
  switch (f->op) {
  case FORMULA_STATE:
    return interp_true(w->in, w->states.at[i], f->expr);
  case FORMULA_NOT:
    return !at[f->a][i];
  case FORMULA_AND:
    return at[f->a][i] && at[f->b][i];
  case FORMULA_OR:
    return at[f->a][i] || at[f->b][i];
  case FORMULA_NEXT:
    return at[f->a][next];
  case FORMULA_EVENTUALLY:
    return at[f->a][i] || at[f - w->m->formulas][next];
  case FORMULA_ALWAYS:
    return at[f->a][i] && at[f - w->m->formulas][next];
  case FORMULA_UNTIL:
    return at[f->b][i] || (at[f->a][i] && at[f - w->m->formulas][next]);
  }
  return false;
}

/* By its parts first; what refers to itself one state on begins as false
 * (always: true) everywhere, and twice round the circle it is settled. */
static void judge(const struct walk *w, formula_id id, bool **at) {
  EXPECTS(id < w->m->formula_count);
  const struct formula *f = &w->m->formulas[id];
  size_t positions = w->stem + (w->circle ? w->circle : 1);
  if (at[id])
    return;
  if (f->op != FORMULA_STATE)
    judge(w, f->a, at);
  if (f->op == FORMULA_AND || f->op == FORMULA_OR || f->op == FORMULA_UNTIL)
    judge(w, f->b, at);
  at[id] = alloc_zero(positions, sizeof *at[id]);
  for (size_t i = 0; i < positions; i++)
    at[id][i] = f->op == FORMULA_ALWAYS;
  for (int round = 0; round < 2; round++)
    for (size_t i = positions; i-- > 0;)
      at[id][i] = judge_once(w, f, i, at);
}

static bool formula_holds(const struct walk *w, formula_id id) {
  EXPECTS(id < w->m->formula_count);
  bool **at = alloc_zero(w->m->formula_count, sizeof *at);
  judge(w, id, at);
  bool holds = at[id][0];
  for (uint32_t i = 0; i < w->m->formula_count; i++)
    free(at[i]);
  free(at);
  return holds;
}

/* --- what must never match ------------------------------------------------ */

struct watching {
  const struct walk *w;
  const struct never *n;
  size_t positions;
  uint64_t *truth; /* by position */
  bool *been;      /* by position and state of the automaton */
  VEC(size_t) todo;
  bool ends;
};

static void visit(struct watching *x, size_t cell) {
  if (x->been[cell])
    return;
  x->been[cell] = true;
  vec_push(&x->todo, cell);
}

/* Reads on from this cell; the last position is followed by the first of the
 * circle, unless the run has none that is known. */
static void read_on(struct watching *x, size_t cell, bool round) {
  size_t states = x->n->state_count, at = cell / states;
  uint32_t from = (uint32_t)(cell % states);
  size_t next = at + 1 < x->positions ? at + 1 : x->w->stem;
  for (uint32_t i = x->n->first[from]; i < x->n->first[from + 1]; i++) {
    const struct never_edge *e = &x->n->edges[i];
    if ((e->yes & ~x->truth[at]) || (e->no & x->truth[at]))
      continue;
    if (e->to == NEVER_ENDS)
      x->ends = true;
    else if (round || at + 1 < x->positions)
      visit(x, next * states + e->to);
  }
}

static void read_from(struct watching *x, size_t cell, bool round) {
  memset(x->been, 0, x->positions * x->n->state_count * sizeof *x->been);
  read_on(x, cell, round);
  while (x->todo.len)
    read_on(x, vec_pop(&x->todo), round);
}

/* Some accepting cell that can be reached leads back to itself. */
static bool accepts(struct watching *x) {
  size_t states = x->n->state_count, cells = x->positions * states;
  bool *can = alloc_zero(cells, sizeof *can), found = false;
  read_from(x, 0, true);
  memcpy(can, x->been, cells * sizeof *can);
  can[0] = true;
  for (size_t c = x->w->stem * states; c < cells && !found; c++) {
    if (!can[c] ||
        !(x->n->accepts[c % states] || x->truth[c / states] & x->n->accept))
      continue;
    read_from(x, c, true);
    found = x->been[c];
  }
  free(can);
  return found;
}

/* The states are settled. */
static bool never_matches(struct walk *w, const struct never *n,
                          struct text *why) {
  struct watching x = {.w = w, .n = n};
  x.positions = w->stem + (w->circle ? w->circle : 1);
  x.truth = alloc_zero(x.positions, sizeof *x.truth);
  x.been = alloc_zero(x.positions * n->state_count, sizeof *x.been);
  for (size_t i = 0; i < x.positions; i++)
    for (uint32_t a = 0; a < n->atom_count; a++)
      if (interp_true(w->in, w->states.at[i], n->atoms[a]))
        x.truth[i] |= (uint64_t)1 << a;
  read_from(&x, 0, false);
  bool matches = x.ends;
  if (!matches && closes(w, why)) {
    matches = accepts(&x);
    if (!matches)
      text_add(why, "the never claim does not match this run");
  }
  free(x.truth);
  free(x.been);
  vec_free(&x.todo);
  return matches;
}

/* --- fairness ------------------------------------------------------------- */

/* edge NONE: any of the process. */
static bool is_step_of(const struct model_step *s, process_id p, edge_id e) {
  return s->process == p && (e == NONE || s->edge == e);
}

static bool is_owed(const struct walk *w, process_id p, edge_id e,
                    enum fairness fair) {
  EXPECTS(p < w->m->process_count);
  bool moves = false, always = true, ever = false;
  for (size_t i = w->stem; i < w->stem + w->circle; i++) {
    struct interp_steps steps = {0};
    bool can = false;
    interp_steps(w->in, w->states.at[i], &steps);
    vec_each(&steps.at, s) can |= is_step_of(s, p, e);
    vec_free(&steps.at);
    always &= can;
    ever |= can;
    moves |= is_step_of(&w->r->steps.at[i], p, e);
  }
  return !moves && (fair == FAIR_STRONG ? ever : always);
}

/* everybody: strongly, as a circle without progress has it. */
static bool is_fair(const struct walk *w, bool everybody, struct text *why) {
  for (process_id p = 0; w->circle && p < w->m->process_count; p++) {
    const struct process *process = &w->m->processes[p];
    enum fairness fair = everybody ? FAIR_STRONG : process->fair;
    if (fair && is_owed(w, p, NONE, fair))
      text_printf(why, "the circle is not fair to %s", process->name);
    for (edge_id e = 0; e < process->edge_count && !why->len; e++)
      if (process->edges[e].fair && is_owed(w, p, e, process->edges[e].fair))
        text_printf(why, "the circle is not fair to the edge of line %u of %s",
                    w->m->sources[process->edges[e].source].place.line,
                    process->name);
  }
  return !why->len;
}

/* -------------------------------------------------------------------------- */

static bool shows_property(struct walk *w, const struct temporal *t,
                           struct text *why) {
  keep_settled(w);
  if (t->never)
    return never_matches(w, t->never, why);
  if (t->moves && !w->circle)
    text_add(why, "the run has no circle");
  else if (closes(w, why) && formula_holds(w, t->formula))
    text_add(why, "the property holds of this run");
  return !why->len;
}

static bool shows(struct walk *w, struct text *why) {
  const struct recorded_finding *f = &w->r->finding;
  bool property = f->kind == FINDING_LIVENESS || w->m->machine;
  if (!take_steps(w, why) || !is_fair(w, !property, why))
    return false;
  if (property)
    return shows_property(w, &w->m->temporals[f->property], why);
  if (!closes(w, why))
    return false;
  bool passed = !w->circle;
  for (size_t i = w->stem; i < w->passed.len; i++)
    passed |= w->passed.at[i];
  if (passed)
    text_add(why, "the circle passes a progress label, or has no step");
  return !passed;
}

bool lasso_shows(const struct recording *r, const struct model *m,
                 struct text *why) {
  struct walk w = {.m = m, .r = r, .circle = r->finding.circle};
  if ((r->finding.kind == FINDING_LIVENESS || m->machine) &&
      (r->finding.property >= m->temporal_count ||
       m->temporals[r->finding.property].possibly))
    return r->finding.property < m->temporal_count;
  if (w.circle > r->steps.len) {
    text_add(why, "the circle is longer than the run");
    return false;
  }
  w.stem = r->steps.len - w.circle;
  w.in = interp_new(m);
  bool ok = shows(&w, why);
  vec_each(&w.states, s) interp_state_free(*s);
  vec_free(&w.states);
  vec_free(&w.passed);
  interp_free(w.in);
  return ok;
}
