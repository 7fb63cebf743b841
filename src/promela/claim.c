/* What is asked of runs: ltl formulas, never claims, accept and progress
 * labels. */
#include <string.h>

#include "promela/read.h"

/* The first statement with such a label; the beginning of the text where there
 * is none. */
static struct place first_label(const struct promela *pm, unsigned flag) {
  for (size_t i = 0; i < pm->program->procs.len; i++)
    for (uint32_t k = 1; k < pm->flows[i]->state_count; k++) {
      const struct pstate *s = &pm->flows[i]->states[k];
      if (s->flags & flag && s->stmt && s->stmt->place.line)
        return s->stmt->place;
    }
  return (struct place){1, 1};
}

bool promela_has(const struct promela *pm, unsigned flag) {
  for (size_t i = 0; i < pm->program->procs.len; i++) {
    const struct pproc *proc = pm->program->procs.at[i];
    for (uint32_t k = 0; k < pm->flows[i]->state_count; k++)
      if (!proc->is_claim && !proc->is_trace &&
          pm->flows[i]->states[k].flags & flag)
        return true;
  }
  return false;
}

static expr_id add_atom(struct program *p, enum pexpr_op op) {
  struct pexpr *e = arena_new(p->arena, struct pexpr);
  e->op = op;
  tree_push(p->arena, &p->atoms, e);
  return (expr_id)p->atoms.len - 1;
}

static formula_id add_formula(struct program *p, enum formula_op op,
                              uint32_t of) {
  struct formula f = {.op = op, .a = of, .b = of, .expr = NONE};
  if (op == FORMULA_STATE)
    f.expr = of;
  tree_push(p->arena, &p->formulas, f);
  return (formula_id)p->formulas.len - 1;
}

/* --- never claims --------------------------------------------------------- */

/* A claim reads a state with one transition; with those of an atomic sequence
 * all at once.  A transition is a condition, or nothing; an assertion that
 * fails ends the claim, as its own end does. */
enum { PATH_MAX_LENGTH = 100, CLAIM_EDGES_MAX = 1 << 16 };

struct claim_maker {
  struct program *program;
  const struct pproc *proc;
  const struct pflow *flow;
  struct diag *diag;
  bool failed;
  VEC(expr_id) atoms;
  VEC(const char *) texts; /* of the atoms */
  uint32_t *number;        /* by state of the flow: 1 + that of the claim */
  VEC(uint32_t) states;    /* of the flow, by number */
  VEC(struct never_edge) edges;
};

static bool claim_fails(struct claim_maker *k, struct place at,
                        const char *why) {
  if (!k->failed)
    diag_error(k->diag,
               (struct diag_at){k->program->file, at.line, at.col, 1}, "%s",
               why);
  k->failed = true;
  return false;
}

static bool asks_timeout(const struct pexpr *e) {
  return e && (e->op == PE_TIMEOUT || asks_timeout(e->a) ||
               asks_timeout(e->b) || asks_timeout(e->c));
}

/* The bit of a condition; 0 after an error. */
static uint64_t claim_bit(struct claim_maker *k, const struct pstmt *s) {
  const char *text = s->text ? s->text : "";
  for (size_t i = 0; i < k->texts.len; i++)
    if (*text && !strcmp(k->texts.at[i], text))
      return (uint64_t)1 << i;
  if (asks_timeout(s->expr)) {
    claim_fails(k, s->place, "timeout is not read in a never claim");
    return 0;
  }
  if (s->expr->op == PE_RUN || k->atoms.len + 1 >= FORMULA_ATOMS_MAX) {
    claim_fails(k, s->place,
                s->expr->op == PE_RUN ? "a never claim starts no process"
                                      : "a never claim has at most 63 "
                                        "different conditions");
    return 0;
  }
  expr_id id = (expr_id)k->program->atoms.len;
  tree_push(k->program->arena, &k->program->atoms, s->expr);
  tree_push(k->program->arena, &k->atoms, id);
  tree_push(k->program->arena, &k->texts, text);
  return (uint64_t)1 << (k->atoms.len - 1);
}

static uint32_t claim_state(struct claim_maker *k, uint32_t at) {
  if (!at || k->flow->states[at].flags & STATE_END)
    return NEVER_ENDS;
  if (!k->number[at]) {
    tree_push(k->program->arena, &k->states, at);
    k->number[at] = (uint32_t)k->states.len;
  }
  return k->number[at] - 1;
}

static void claim_edge(struct claim_maker *k, uint32_t to, uint64_t yes,
                       uint64_t no) {
  struct never_edge e = {to, yes, no};
  if (k->edges.len >= CLAIM_EDGES_MAX)
    claim_fails(k, k->proc->place, "this never claim is too large");
  else if (!(yes & no))
    tree_push(k->program->arena, &k->edges, e);
}

/* What is read from a place of the claim, when so much holds already. */
static void claim_paths(struct claim_maker *k, uint32_t at, uint64_t yes,
                        uint64_t no, unsigned length) {
  const struct pstate *here = &k->flow->states[at];
  uint64_t earlier = 0;
  bool always = false; /* an earlier transition can be taken whatever holds */
  if (length > PATH_MAX_LENGTH)
    claim_fails(k, k->proc->place, "an atomic sequence that does not end");
  for (uint32_t i = 0; i < here->count && !k->failed; i++) {
    const struct ptrans *t = &k->flow->trans[here->first + i];
    const struct pstmt *s = t->stmt;
    enum pstmt_kind kind = s ? s->kind : PS_GOTO;
    uint64_t y = yes, n = no, bit = 0;
    bool constant = s && s->expr && s->expr->op == PE_CONST;
    if (t->body || t->escape_count ||
        (kind != PS_EXPR && kind != PS_ELSE && kind != PS_ASSERT &&
         kind != PS_PRINT && kind != PS_GOTO)) {
      claim_fails(k, s ? s->place : k->proc->place,
                  "a never claim is read only if it changes nothing: "
                  "conditions, else, assert and jumps");
      return;
    }
    if (kind == PS_EXPR && constant && !s->expr->value)
      continue;
    if (kind == PS_ELSE && always)
      continue;
    if ((kind == PS_EXPR || kind == PS_ASSERT) && !constant)
      bit = claim_bit(k, s);
    if (kind == PS_ELSE)
      n |= earlier;
    if (kind == PS_ASSERT && (!constant || !s->expr->value))
      claim_edge(k, NEVER_ENDS, yes, no | bit);
    y |= bit;
    if (kind == PS_EXPR && !constant)
      earlier |= bit;
    else
      always = true;
    if (t->atomic && claim_state(k, t->to) != NEVER_ENDS)
      claim_paths(k, t->to, y, n, length + 1);
    else
      claim_edge(k, claim_state(k, t->to), y, n);
  }
}

static const struct never *claim_make(struct program *p,
                                      const struct pproc *proc,
                                      const struct pflow *flow, bool accepts,
                                      struct diag *diag) {
  struct claim_maker k = {
      .program = p, .proc = proc, .flow = flow, .diag = diag};
  struct arena *a = p->arena;
  VEC(uint32_t) first = {0};
  struct never *n = arena_new(a, struct never);
  k.number = arena_array(a, uint32_t, flow->state_count + 1);
  if (proc->variables.len)
    claim_fails(&k, proc->variables.at[0].place,
                "a never claim has no variables of its own");
  if (claim_state(&k, flow->start) == NEVER_ENDS)
    claim_fails(&k, proc->place, "this never claim has no statement");
  for (size_t i = 0; i < k.states.len && !k.failed; i++) {
    tree_push(a, &first, (uint32_t)k.edges.len);
    claim_paths(&k, k.states.at[i], 0, 0, 0);
  }
  tree_push(a, &first, (uint32_t)k.edges.len);
  bool *accepting = arena_array(a, bool, k.states.len + 1);
  for (size_t i = 0; i < k.states.len; i++)
    accepting[i] = flow->states[k.states.at[i]].flags & STATE_ACCEPT;
  if (accepts) {
    tree_push(a, &k.atoms, add_atom(p, PE_ACCEPT));
    n->accept = (uint64_t)1 << (k.atoms.len - 1);
  }
  n->atoms = k.atoms.at;
  n->atom_count = (uint32_t)k.atoms.len;
  n->state_count = (uint32_t)k.states.len;
  n->accepts = accepting;
  n->first = first.at;
  n->edges = k.edges.at;
  return k.failed ? NULL : n;
}

/* --- together -------------------------------------------------------------- */

/* What the automata of formulas ask of an expression: is it a constant, and
 * which are the same. */
static void make_atoms(struct model *m, const struct program *p) {
  struct expr *all = arena_array(&m->arena, struct expr, p->atoms.len);
  for (size_t i = 0; i < p->atoms.len; i++)
    all[i] = (struct expr){
        .op = p->atoms.at[i]->op == PE_CONST ? EXPR_CONST : EXPR_LOCAL,
        .value = p->atoms.at[i]->op == PE_CONST ? p->atoms.at[i]->value : 0,
        .a = (uint32_t)i};
  m->exprs = all;
  m->expr_count = (uint32_t)p->atoms.len;
}

/* Some process is at an accept label again and again: never, unless a claim
 * says what of it counts. */
static struct temporal accept_never(struct program *p) {
  formula_id f = add_formula(p, FORMULA_STATE, add_atom(p, PE_ACCEPT));
  f = add_formula(p, FORMULA_EVENTUALLY, f);
  f = add_formula(p, FORMULA_NOT, add_formula(p, FORMULA_ALWAYS, f));
  return (struct temporal){.formula = f, .expr = NONE,
                           .text = "no accept label again and again"};
}

/* What is so only of circles: no process at a progress label, ever. */
static struct temporal progress_always(struct program *p) {
  formula_id f = add_formula(p, FORMULA_STATE, add_atom(p, PE_NP));
  f = add_formula(p, FORMULA_EVENTUALLY, add_formula(p, FORMULA_NOT, f));
  f = add_formula(p, FORMULA_ALWAYS, f);
  return (struct temporal){.formula = f, .expr = NONE, .circle = true,
                           .moves = true, .text = "progress"};
}

bool promela_claims(struct model *m, struct promela *pm, struct diag *diag) {
  struct program *p = (struct program *)pm->program;
  struct temporal *all = arena_array(&m->arena, struct temporal,
                                     p->ltls.len + p->procs.len + 2);
  uint32_t count = 0;
  bool claims = false, accepts = promela_has(pm, STATE_ACCEPT), ok = true;
  for (size_t i = 0; i < p->ltls.len; i++)
    all[count++] = (struct temporal){.formula = p->ltls.at[i].formula,
                                     .expr = NONE,
                                     .text = p->ltls.at[i].text,
                                     .place = p->ltls.at[i].place};
  for (size_t i = 0; i < p->procs.len; i++) {
    const struct pproc *proc = p->procs.at[i];
    if (!proc->is_claim)
      continue;
    claims = true;
    struct temporal *t = &all[count++];
    bool plain = !strcmp(proc->name, "never");
    *t = (struct temporal){.expr = NONE,
                           .text = plain ? "never claim"
                                         : arena_printf(p->arena,
                                                        "never claim %s",
                                                        proc->name),
                           .place = proc->place};
    t->never = claim_make(p, proc, pm->flows[i], accepts, diag);
    ok &= t->never != NULL;
  }
  if (accepts && !claims) {
    all[count] = accept_never(p);
    all[count++].place = first_label(pm, STATE_ACCEPT);
  }
  all[count] = progress_always(p);
  all[count++].place = first_label(pm, STATE_PROGRESS);
  make_atoms(m, p);
  m->formula_count = (uint32_t)p->formulas.len;
  m->formulas = p->formulas.at;
  m->temporal_count = count;
  m->temporals = all;
  return ok;
}

