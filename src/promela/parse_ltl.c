#include "promela/parse.h"

#include <string.h>

const struct pexpr *pml_atom(struct pml_parser *p);

static formula_id formula(struct pml_parser *p, enum formula_op op,
                          formula_id a, formula_id b) {
  struct formula f = {.op = op, .a = a, .b = b, .expr = NONE};
  pml_push(p, &p->program->formulas, f);
  return (formula_id)p->program->formulas.len - 1;
}

static formula_id atom(struct pml_parser *p, const struct pexpr *e) {
  formula_id f = formula(p, FORMULA_STATE, 0, 0);
  p->program->formulas.at[f].expr = (expr_id)p->program->atoms.len;
  pml_push(p, &p->program->atoms, e);
  return f;
}

static formula_id negated(struct pml_parser *p, formula_id a) {
  return formula(p, FORMULA_NOT, a, 0);
}

static formula_id implied(struct pml_parser *p, formula_id a, formula_id b) {
  return formula(p, FORMULA_OR, negated(p, a), b);
}

static bool word_is(const struct pml_word *w, const char *a, const char *b) {
  return w->kind == T_NAME && (!strcmp(w->text, a) || !strcmp(w->text, b));
}

static bool is_temporal(const struct pml_word *w) {
  return w->kind == T_ALWAYS || w->kind == T_EVENTUALLY || w->kind == T_EQUIV ||
         word_is(w, "U", "until") || word_is(w, "V", "release") ||
         word_is(w, "W", "weakuntil") || word_is(w, "X", "next") ||
         word_is(w, "stronguntil", "R");
}

/* Is what stands in these parentheses a formula, and not a number? */
static bool holds_formula(const struct pml_parser *p) {
  unsigned depth = 0;
  size_t at = p->at;
  for (;; at++) {
    const struct pml_word *w = &p->words.at.at[at];
    if (w->kind == T_END)
      return false;
    depth += w->kind == T_OPEN;
    if (is_temporal(w) || (depth == 1 && (w->kind == T_ARROW) &&
                           p->words.at.at[at].kind == T_ARROW))
      return true;
    if (w->kind == T_CLOSE && !--depth)
      break;
  }
  enum pml_token next = p->words.at.at[at + 1].kind;
  return next == T_AND || next == T_OR || next == T_CLOSE ||
         next == T_CLOSE_BRACE || next == T_ARROW || next == T_EQUIV ||
         next == T_SEMI || is_temporal(&p->words.at.at[at + 1]);
}

static formula_id pml_implies(struct pml_parser *p);

static formula_id pml_one(struct pml_parser *p) {
  const struct pml_word *w = pml_word(p);
  formula_id f;
  pml_enter(p);
  if (pml_accept(p, T_SEND)) {
    f = negated(p, pml_one(p));
  } else if (pml_accept(p, T_ALWAYS)) {
    f = formula(p, FORMULA_ALWAYS, pml_one(p), 0);
  } else if (pml_accept(p, T_EVENTUALLY)) {
    f = formula(p, FORMULA_EVENTUALLY, pml_one(p), 0);
  } else if (word_is(w, "X", "next") && !pml_name_find(p, w->text)) {
    p->at++;
    f = formula(p, FORMULA_NEXT, pml_one(p), 0);
  } else if (w->kind == T_OPEN && holds_formula(p)) {
    p->at++;
    f = pml_implies(p);
    pml_expect(p, T_CLOSE);
  } else {
    f = atom(p, pml_atom(p));
  }
  pml_leave(p);
  return f;
}

static formula_id pml_until(struct pml_parser *p) {
  formula_id a = pml_one(p);
  for (;;) {
    const struct pml_word *w = pml_word(p);
    bool until = word_is(w, "U", "until") || word_is(w, "stronguntil", "U");
    bool weak = word_is(w, "W", "weakuntil");
    bool release = word_is(w, "V", "release") || word_is(w, "R", "V");
    if (!until && !weak && !release)
      return a;
    p->at++;
    formula_id b = pml_one(p);
    if (until)
      a = formula(p, FORMULA_UNTIL, a, b);
    else if (weak)
      a = formula(p, FORMULA_OR, formula(p, FORMULA_ALWAYS, a, 0),
                  formula(p, FORMULA_UNTIL, a, b));
    else
      a = negated(p, formula(p, FORMULA_UNTIL, negated(p, a), negated(p, b)));
  }
}

static formula_id pml_and(struct pml_parser *p) {
  formula_id a = pml_until(p);
  while (pml_accept(p, T_AND))
    a = formula(p, FORMULA_AND, a, pml_until(p));
  return a;
}

static formula_id pml_or(struct pml_parser *p) {
  formula_id a = pml_and(p);
  while (pml_accept(p, T_OR))
    a = formula(p, FORMULA_OR, a, pml_and(p));
  return a;
}

static formula_id pml_implies(struct pml_parser *p) {
  formula_id a = pml_or(p);
  for (;;) {
    if (pml_accept(p, T_ARROW)) {
      a = implied(p, a, pml_or(p));
    } else if (pml_accept(p, T_EQUIV)) {
      formula_id b = pml_or(p);
      a = formula(p, FORMULA_AND, implied(p, a, b), implied(p, b, a));
    } else {
      return a;
    }
  }
}

void pml_ltl(struct pml_parser *p) {
  struct pml_word w = pml_expect(p, T_LTL);
  struct pltl l = {.place = w.place, .name = "ltl"};
  if (pml_peek(p) == T_NAME) {
    l.name = pml_word(p)->text;
    p->at++;
  }
  pml_expect(p, T_OPEN_BRACE);
  size_t begin = p->at, atoms = p->program->atoms.len;
  l.formula = pml_implies(p);
  const char *text = pml_text(p, begin);
  if (p->program->atoms.len - atoms > FORMULA_ATOMS_MAX)
    pml_fail(p, &w, "more than %d expressions in one formula",
             (int)FORMULA_ATOMS_MAX);
  l.text = arena_printf(p->arena, "ltl %s { %s }", l.name, text);
  while (pml_accept(p, T_SEMI))
    ;
  pml_expect(p, T_CLOSE_BRACE);
  pml_push(p, &p->program->ltls, l);
}
