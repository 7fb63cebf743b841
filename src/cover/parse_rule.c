#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bitset.h"
#include "base/text.h"
#include "cover/expr.h"
#include "cover/parse.h"

enum token_kind {
  TOKEN_END, TOKEN_PARAM, TOKEN_STRING, TOKEN_NUMBER, TOKEN_WORD, TOKEN_SIGN
};
struct token {
  enum token_kind kind;
  char *text; /* of a name, a string, a word; the sign itself */
  double number;
  struct diag_at at;
};

enum { NESTING_MOST = 400 };

struct rules {
  struct cover_parser *p;
  struct token t; /* the one ahead */
  unsigned depth;
};

/* --- tokens --------------------------------------------------------------- */

static void skip_blanks(struct cover_parser *p) {
  while (p->at < p->end) {
    if (*p->at == '\n') {
      p->line++;
      p->line_start = ++p->at;
    } else if (isspace((unsigned char)*p->at)) {
      p->at++;
    } else if (*p->at == '#' && !p->bare) {
      const char *c = p->line_start;
      while (c < p->at && isspace((unsigned char)*c))
        c++;
      if (c != p->at)
        return; /* not the first in its line: no comment */
      while (p->at < p->end && *p->at != '\n')
        p->at++;
    } else {
      return;
    }
  }
}

/* Up to the closing character, with PICT's escapes \\ \" \]. */
static bool quoted(struct rules *r, char close, enum token_kind kind) {
  struct cover_parser *p = r->p;
  const char *start = p->at++;
  struct text t = {0};
  while (p->at < p->end && *p->at != close && *p->at != '\n') {
    if (*p->at == '\\' && p->at + 1 < p->end && p->at[1] != '\n')
      p->at++;
    text_char(&t, *p->at++);
  }
  bool closed = p->at < p->end && *p->at == close;
  p->at += closed;
  r->t.kind = kind;
  r->t.text = arena_string(&p->m->arena, text_str(&t), t.len);
  text_free(&t);
  r->t.at = parse_place(p, start, (size_t)(p->at - start));
  return closed || diag_error(p->diag, r->t.at, "no closing '%c'", close);
}

static bool number(struct rules *r) {
  struct cover_parser *p = r->p;
  const char *start = p->at;
  char *end;
  r->t.number = strtod(start, &end); /* the text ends in NUL or a ';' */
  p->at = end > p->end ? p->end : end;
  r->t.kind = TOKEN_NUMBER;
  r->t.at = parse_place(p, start, (size_t)(p->at - start));
  return parse_told_apart(p, r->t.at, start, (size_t)(p->at - start));
}

/* What other tools write for our words and signs; the longest first. */
static const struct spelling {
  const char *theirs, *ours;
} spellings[] = {{"<=>", "<=>"}, {"<->", "<=>"}, {"=>", "=>"}, {"->", "=>"},
                 {"&&", "AND"},  {"||", "OR"},   {"==", "="},  {"!=", "!="},
                 {"&", "AND"},   {"|", "OR"},    {"!", "NOT"}};

static bool bare_sign(struct rules *r) {
  struct cover_parser *p = r->p;
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
    const char *theirs = spellings[i].theirs, *ours = spellings[i].ours;
    size_t len = strlen(theirs);
    if ((size_t)(p->end - p->at) < len || strncmp(p->at, theirs, len))
      continue;
    r->t.kind = isalpha((unsigned char)*ours) ? TOKEN_WORD : TOKEN_SIGN;
    r->t.text = arena_string(&p->m->arena, ours, strlen(ours));
    r->t.at = parse_place(p, p->at, len);
    p->at += len;
    return true;
  }
  return false;
}

static bool in_bare_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* A name, or a value such as 16MC. */
static bool bare_word(struct rules *r) {
  struct cover_parser *p = r->p;
  const char *end = p->at;
  bool word = false;
  for (; end < p->end && in_bare_word(*end); end++)
    word = word || !isdigit((unsigned char)*end);
  if (!word)
    return false;
  r->t.kind = TOKEN_WORD;
  r->t.text = arena_string(&p->m->arena, p->at, (size_t)(end - p->at));
  r->t.at = parse_place(p, p->at, (size_t)(end - p->at));
  p->at = end;
  return true;
}

static bool next(struct rules *r) {
  struct cover_parser *p = r->p;
  struct diag_at before = r->t.at;
  skip_blanks(p);
  r->t = (struct token){.at = parse_place(p, p->at, 1)};
  if (p->at >= p->end) {
    if (before.line) /* behind the last word, where something is missing */
      r->t.at = (struct diag_at){before.file, before.line,
                                 before.col + before.len, 1};
    return true;
  }
  char c = *p->at;
  if (p->bare && (bare_sign(r) || bare_word(r)))
    return true;
  if (p->bare && c == '\'')
    return quoted(r, '\'', TOKEN_STRING);
  if (c == '[' && !p->bare)
    return quoted(r, ']', TOKEN_PARAM);
  if (c == '"')
    return quoted(r, '"', TOKEN_STRING);
  if (isdigit((unsigned char)c) ||
      (c == '.' && p->at + 1 < p->end && isdigit((unsigned char)p->at[1])))
    return number(r);
  const char *start = p->at;
  if (isalpha((unsigned char)c)) {
    while (p->at < p->end && isalnum((unsigned char)*p->at))
      p->at++;
    r->t.kind = TOKEN_WORD;
  } else {
    p->at++;
    if (p->at < p->end && ((c == '<' && (*p->at == '>' || *p->at == '=')) ||
                           (c == '>' && *p->at == '=') ||
                           (c == '!' && *p->at == '=')))
      p->at++;
    r->t.kind = TOKEN_SIGN;
  }
  size_t len = (size_t)(p->at - start);
  r->t.text = arena_string(&p->m->arena, start, len);
  r->t.at = parse_place(p, start, len);
  return true;
}

static bool is_sign(const struct rules *r, const char *sign) {
  return r->t.kind == TOKEN_SIGN && !strcmp(r->t.text, sign);
}
static bool is_word(const struct rules *r, const char *word) {
  return r->t.kind == TOKEN_WORD && !strcasecmp(r->t.text, word);
}

static void *expected(struct rules *r, const char *what) {
  if (r->t.kind == TOKEN_END)
    diag_error(r->p->diag, r->t.at, "the %s ends where %s was expected",
               r->p->bare ? "constraint" : "file", what);
  else
    diag_error(r->p->diag, r->t.at, "expected %s", what);
  return NULL;
}

/* --- building ------------------------------------------------------------- */

static struct rule_expr *make(struct rules *r, enum rule_op op, struct rule_expr *a,
                         struct rule_expr *b, struct diag_at at) {
  struct rule_expr *e = arena_new(&r->p->m->arena, struct rule_expr);
  e->op = op;
  e->a = a;
  e->b = b;
  e->at = at;
  return e;
}

static bool is_term(const struct rule_expr *e) { return e->op >= RULE_PARAM; }

static bool is_string(const struct rules *r, const struct rule_expr *e) {
  return e->op == RULE_STRING ||
         (e->op == RULE_PARAM && !r->p->m->params.at[e->param].numeric);
}

/* A parameter of truth values on its own is a formula to other tools. */
static struct rule_expr *truth_of(struct rules *r, struct rule_expr *e) {
  if (!r->p->bare || e->op != RULE_PARAM ||
      model_find_value(r->p->m, e->param, "true") == UINT32_MAX)
    return e;
  struct rule_expr *yes = make(r, RULE_STRING, NULL, NULL, e->at);
  yes->text = "true";
  return make(r, RULE_EQ, e, yes, e->at);
}

static struct rule_expr *need_formula(struct rules *r, struct rule_expr *e) {
  if (e)
    e = truth_of(r, e);
  if (e && is_term(e)) {
    if (r->p->bare && e->op == RULE_STRING)
      diag_error(r->p->diag, e->at, "unknown parameter '%s'", e->text);
    else
      diag_error(r->p->diag, e->at, "expected a comparison, found a value");
    return NULL;
  }
  return e;
}

static struct rule_expr *need_number(struct rules *r, struct rule_expr *e) {
  if (e && (!is_term(e) || is_string(r, e))) {
    diag_error_hint(r->p->diag, e->at,
                    e->op == RULE_PARAM ? "some of its values are no numbers"
                                        : NULL,
                    "arithmetic needs numbers");
    return NULL;
  }
  return e;
}

static struct rule_expr *param_node(struct rules *r, const struct token *t) {
  struct cover_model *m = r->p->m;
  uint32_t id = model_find_param(m, t->text);
  if (id == UINT32_MAX) {
    const char *near = model_nearest_param(m, t->text);
    diag_error_hint(
        r->p->diag, t->at,
        near ? arena_printf(&m->arena, "did you mean '%s'?", near) : NULL,
        "unknown parameter '%s'", t->text);
    return NULL;
  }
  struct rule_expr *e = make(r, RULE_PARAM, NULL, NULL, t->at);
  e->param = id;
  return e;
}

/* --- the grammar, weakest binding last ------------------------------------ */

static struct rule_expr *disjunction(struct rules *r);
static struct rule_expr *outermost(struct rules *r);

/* A word of another tool's rule: a parameter, or else a value. */
static struct rule_expr *bare_name(struct rules *r, const struct token *t) {
  if (model_find_param(r->p->m, t->text) != UINT32_MAX)
    return param_node(r, t);
  struct rule_expr *e = make(r, RULE_STRING, NULL, NULL, t->at);
  e->text = t->text;
  return e;
}

/* "Any value of the test is negative": of the parameters that have such
 * values; of the first, where there are none, so that it is false. */
static struct rule_expr *any_negative(struct rules *r, struct diag_at at) {
  const struct cover_model *m = r->p->m;
  struct rule_expr *any = NULL;
  for (uint32_t p = 0; p < m->params.len; p++) {
    bool has = !p && !m->has_negative;
    for (uint32_t v = 0; v < m->params.at[p].count; v++)
      has = has || m->params.at[p].values[v].negative;
    if (!has)
      continue;
    struct rule_expr *param = make(r, RULE_PARAM, NULL, NULL, at);
    param->param = p;
    struct rule_expr *e = make(r, RULE_NEGATIVE, param, NULL, at);
    any = any ? make(r, RULE_OR, any, e, at) : e;
  }
  return any;
}

static struct rule_expr *sign_test(struct rules *r, bool negative) {
  struct token name = {0};
  if (!next(r))
    return NULL;
  if (!is_sign(r, "("))
    return expected(r, "'('");
  struct cover_parser *p = r->p;
  skip_blanks(p);
  if (p->at < p->end && *p->at == '[') {
    if (!next(r))
      return NULL;
    name = r->t;
  } else { /* PICT writes the bare name */
    const char *start = p->at;
    while (p->at < p->end && *p->at != ')' && *p->at != '\n')
      p->at++;
    const char *stop = p->at;
    while (stop > start && isspace((unsigned char)stop[-1]))
      stop--;
    name.text = arena_string(&p->m->arena, start, (size_t)(stop - start));
    name.at = parse_place(p, start, (size_t)(stop - start));
  }
  if (!next(r))
    return NULL;
  if (!is_sign(r, ")"))
    return expected(r, "')'");
  bool all = !*name.text && r->p->m->params.len;
  struct rule_expr *a = all ? NULL : param_node(r, &name);
  if ((!a && !all) || !next(r))
    return NULL;
  struct rule_expr *e = all ? any_negative(r, name.at)
                       : make(r, RULE_NEGATIVE, a, NULL, name.at);
  return negative ? e : make(r, RULE_NOT, e, NULL, name.at);
}

static struct rule_expr *primary(struct rules *r) {
  struct token t = r->t;
  struct rule_expr *e = NULL;
  if (t.kind == TOKEN_PARAM) {
    e = param_node(r, &t);
  } else if (t.kind == TOKEN_NUMBER) {
    e = make(r, RULE_NUMBER, NULL, NULL, t.at);
    e->number = t.number;
  } else if (t.kind == TOKEN_STRING) {
    e = make(r, RULE_STRING, NULL, NULL, t.at);
    e->text = t.text;
  } else if (t.kind == TOKEN_WORD && r->p->bare) {
    e = bare_name(r, &t);
  } else if (is_word(r, "IsNegative")) {
    return sign_test(r, true);
  } else if (is_word(r, "IsPositive")) {
    return sign_test(r, false);
  } else if (is_sign(r, "-")) {
    if (!next(r))
      return NULL;
    struct rule_expr *zero = make(r, RULE_NUMBER, NULL, NULL, t.at);
    struct rule_expr *a = need_number(r, primary(r));
    return a ? make(r, RULE_SUB, zero, a, t.at) : NULL;
  } else if (is_sign(r, "(")) {
    if (!next(r) || !(e = outermost(r)))
      return NULL;
    if (!is_sign(r, ")"))
      return expected(r, "')'");
  } else {
    return expected(r, r->p->bare ? "a parameter, a value or '('"
                                  : "a parameter in brackets, a value or '('");
  }
  return e && next(r) ? e : NULL;
}

/* What is divided by the number 0 has no value in any test, so no rule would
 * ever be broken by it. */
static bool divides(struct rules *r, enum rule_op op,
                    const struct rule_expr *by) {
  return op == RULE_MUL || by->op != RULE_NUMBER || by->number != 0 ||
         diag_error(r->p->diag, by->at, "expected a divisor other than 0");
}

static struct rule_expr *product(struct rules *r) {
  struct rule_expr *a = primary(r);
  while (a && (is_sign(r, "*") || is_sign(r, "/") || is_sign(r, "%"))) {
    struct token t = r->t;
    enum rule_op op = *t.text == '*'   ? RULE_MUL
                      : *t.text == '/' ? RULE_DIV
                                       : RULE_MOD;
    if (!need_number(r, a) || !next(r))
      return NULL;
    struct rule_expr *b = need_number(r, primary(r));
    a = b && divides(r, op, b) ? make(r, op, a, b, t.at) : NULL;
  }
  return a;
}

static struct rule_expr *sum(struct rules *r) {
  struct rule_expr *a = product(r);
  while (a && (is_sign(r, "+") || is_sign(r, "-"))) {
    struct token t = r->t;
    if (!need_number(r, a) || !next(r))
      return NULL;
    struct rule_expr *b = need_number(r, product(r));
    a = b ? make(r, *t.text == '+' ? RULE_ADD : RULE_SUB, a, b, t.at) : NULL;
  }
  return a;
}

static struct rule_expr *one_parameter(struct rules *r, struct rule_expr *a,
                                  const char *what) {
  if (a->op == RULE_PARAM)
    return a;
  diag_error(r->p->diag, a->at, "%s needs a parameter on its left", what);
  return NULL;
}

static struct rule_expr *like(struct rules *r, struct rule_expr *a) {
  if (!one_parameter(r, a, "LIKE") || !next(r))
    return NULL;
  if (!is_string(r, a)) {
    diag_error(r->p->diag, a->at, "LIKE needs a parameter with text values");
    return NULL;
  }
  if (r->t.kind != TOKEN_STRING)
    return expected(r, "a pattern in quotes after LIKE");
  struct rule_expr *e = make(r, RULE_LIKE, a, NULL, r->t.at);
  e->text = r->t.text;
  return next(r) ? e : NULL;
}

/* One member of the set after IN; marks the values it names. */
static bool member(struct rules *r, struct rule_expr *e) {
  struct cover_model *m = r->p->m;
  const struct param *param = &m->params.at[e->a->param];
  bool minus = is_sign(r, "-");
  if (minus && !next(r))
    return false;
  if (r->t.kind != (param->numeric ? TOKEN_NUMBER : TOKEN_STRING))
    return expected(r, param->numeric ? "a number" : "a string in quotes");
  double n = minus ? -r->t.number : r->t.number;
  bool found = false;
  for (uint32_t v = 0; v < param->count; v++)
    if (param->numeric ? param->values[v].number == n
                       : !model_compare(m, param->values[v].name, r->t.text)) {
      bitset_add(e->values, v);
      found = true;
    }
  if (!found)
    diag_warning(r->p->diag, r->t.at, NULL, "'%s' has no such value",
                 param->name);
  return next(r);
}

static struct rule_expr *in(struct rules *r, struct rule_expr *a) {
  if (!one_parameter(r, a, "IN") || !next(r))
    return NULL;
  if (!is_sign(r, "{"))
    return expected(r, "'{' after IN");
  struct rule_expr *e = make(r, RULE_IN, a, NULL, r->t.at);
  e->values = arena_array(&r->p->m->arena, uint64_t,
                          BITSET_WORDS(r->p->m->params.at[a->param].count + 1));
  do {
    if (!next(r) || !member(r, e))
      return NULL;
  } while (is_sign(r, ","));
  if (!is_sign(r, "}"))
    return expected(r, "',' or '}'");
  return next(r) ? e : NULL;
}

static bool relation_op(const struct rules *r, enum rule_op *op) {
  static const struct {
    const char *sign;
    enum rule_op op;
  } table[] = {{"=", RULE_EQ}, {"<>", RULE_NE}, {"!=", RULE_NE},
               {"<", RULE_LT}, {"<=", RULE_LE}, {">", RULE_GT},
               {">=", RULE_GE}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (is_sign(r, table[i].sign)) {
      *op = table[i].op;
      return true;
    }
  return false;
}

/* Warns when one parameter is compared with a value it does not have. */
static void check_value(struct rules *r, const struct rule_expr *e) {
  const struct rule_expr *a = e->a, *b = e->b;
  if (a->op != RULE_PARAM || (e->op != RULE_EQ && e->op != RULE_NE))
    return;
  const struct param *p = &r->p->m->params.at[a->param];
  if (b->op == RULE_PARAM && b->param == a->param)
    diag_warning(r->p->diag, b->at, NULL,
                 "'%s' is compared with itself", p->name);
  bool found = b->op != RULE_STRING && b->op != RULE_NUMBER;
  for (uint32_t v = 0; v < p->count && !found; v++)
    found = b->op == RULE_NUMBER
                ? p->values[v].number == b->number
                : !model_compare(r->p->m, p->values[v].name, b->text);
  if (!found)
    diag_warning(r->p->diag, b->at, "always the same answer",
                 "'%s' has no such value", p->name);
}

static struct rule_expr *same_truth(struct rules *r, struct rule_expr *a,
                               struct rule_expr *b, struct diag_at at) {
  struct rule_expr *not_a = make(r, RULE_NOT, a, NULL, at);
  struct rule_expr *not_b = make(r, RULE_NOT, b, NULL, at);
  return make(r, RULE_AND, make(r, RULE_OR, not_a, b, at),
              make(r, RULE_OR, a, not_b, at), at);
}

/* "true" or "false" beside a formula; 1 and 0 of them, otherwise -1. */
static int truth_word(const struct rule_expr *e) {
  return e->op != RULE_STRING         ? -1
         : !strcasecmp(e->text, "true") ? 1
         : !strcasecmp(e->text, "false") ? 0 : -1;
}

/* Other tools compare formulas, too. */
static struct rule_expr *equal_formulas(struct rules *r, enum rule_op op,
                                   struct rule_expr *a, struct rule_expr *b,
                                   struct diag_at at) {
  if (op != RULE_EQ && op != RULE_NE) {
    diag_error(r->p->diag, at, "formulas are equal or not, neither is less");
    return NULL;
  }
  int truth = truth_word(a) >= 0 ? truth_word(a) : truth_word(b);
  struct rule_expr *f = truth_word(a) >= 0 ? b : a;
  if (truth < 0) {
    a = need_formula(r, a);
    b = need_formula(r, b);
    if (!a || !b)
      return NULL;
    f = same_truth(r, a, b, at);
    truth = 1;
  }
  return truth == (op == RULE_EQ) ? f : make(r, RULE_NOT, f, NULL, at);
}

/* Other tools do not always quote: a number beside a parameter of texts is a
 * text, and a text that is a number beside a parameter of numbers one. */
static struct rule_expr *coerced(struct rules *r, struct rule_expr *e,
                            const struct rule_expr *other) {
  if (!r->p->bare || other->op != RULE_PARAM ||
      is_string(r, e) == is_string(r, other))
    return e;
  bool minus = e->op == RULE_SUB && e->a->op == RULE_NUMBER &&
               e->a->number == 0 && e->b->op == RULE_NUMBER;
  double n;
  struct rule_expr *to = make(r, RULE_STRING, NULL, NULL, e->at);
  if (e->op == RULE_STRING && parse_number(e->text, &n)) {
    to->op = RULE_NUMBER;
    to->number = n;
  } else if (e->op == RULE_NUMBER || minus) {
    to->text = parse_number_text(r->p->m, minus ? -e->b->number : e->number, 0);
  } else {
    return e;
  }
  return to;
}

static struct rule_expr *comparison(struct rules *r) {
  struct rule_expr *a = sum(r);
  if (!a)
    return NULL;
  if (is_word(r, "LIKE"))
    return like(r, a);
  if (is_word(r, "IN"))
    return in(r, a);
  if (is_word(r, "NOT") && is_term(a)) {
    struct diag_at at = r->t.at;
    if (!next(r))
      return NULL;
    struct rule_expr *e = is_word(r, "IN")     ? in(r, a)
                     : is_word(r, "LIKE") ? like(r, a)
                                          : expected(r, "IN or LIKE");
    return e ? make(r, RULE_NOT, e, NULL, at) : NULL;
  }
  enum rule_op op;
  if (!relation_op(r, &op))
    return a;
  struct token t = r->t;
  if (!is_term(a) && !r->p->bare) {
    diag_error(r->p->diag, t.at, "expected AND, OR or ';'");
    return NULL;
  }
  struct rule_expr *b = next(r) ? sum(r) : NULL;
  if (!b)
    return NULL;
  if (r->p->bare && (!is_term(a) || !is_term(b)))
    return equal_formulas(r, op, a, b, t.at);
  a = coerced(r, a, b);
  b = coerced(r, b, a);
  if (!is_term(b) || is_string(r, a) != is_string(r, b)) {
    diag_error_hint(r->p->diag, b->at,
                    is_string(r, a) ? "expected a string in quotes"
                                    : "expected a number",
                    "comparison of different types");
    return NULL;
  }
  struct rule_expr *e = make(r, op, a, b, t.at);
  check_value(r, e);
  return e;
}

static struct rule_expr *negation(struct rules *r) {
  if (++r->depth > NESTING_MOST) {
    diag_error(r->p->diag, r->t.at, "nested more than %d deep",
               (int)NESTING_MOST);
    return NULL;
  }
  struct rule_expr *e;
  if (is_word(r, "NOT")) {
    struct diag_at at = r->t.at;
    e = next(r) ? need_formula(r, negation(r)) : NULL;
    e = e ? make(r, RULE_NOT, e, NULL, at) : NULL;
  } else {
    e = comparison(r);
  }
  r->depth--;
  return e;
}

static struct rule_expr *chain(struct rules *r, const char *word, enum rule_op op,
                          struct rule_expr *(*part)(struct rules *)) {
  struct rule_expr *a = part(r);
  while (a && is_word(r, word)) {
    struct diag_at at = r->t.at;
    if (!(a = need_formula(r, a)) || !next(r))
      return NULL;
    struct rule_expr *b = need_formula(r, part(r));
    a = b ? make(r, op, a, b, at) : NULL;
  }
  return a;
}

static struct rule_expr *conjunction(struct rules *r) {
  return chain(r, "AND", RULE_AND, negation);
}
static struct rule_expr *disjunction(struct rules *r) {
  return chain(r, "OR", RULE_OR, conjunction);
}
static struct rule_expr *formula(struct rules *r) {
  return need_formula(r, disjunction(r));
}

/* What may stand in parentheses: with bare names, a => b and a <=> b too. */
static struct rule_expr *outermost(struct rules *r) {
  struct rule_expr *a = disjunction(r);
  while (a && r->p->bare && (is_sign(r, "=>") || is_sign(r, "<=>"))) {
    struct token t = r->t;
    a = need_formula(r, a);
    struct rule_expr *b = a && next(r) ? formula(r) : NULL;
    if (!b)
      return NULL;
    a = *t.text == '=' ? make(r, RULE_OR, make(r, RULE_NOT, a, NULL, t.at), b,
                              t.at)
                       : same_truth(r, a, b, t.at);
  }
  return a;
}

/* IF p THEN q ELSE s is (not p or q) and (p or s). */
static struct rule_expr *implication(struct rules *r) {
  struct diag_at at = r->t.at;
  struct rule_expr *p = next(r) ? formula(r) : NULL;
  if (!p)
    return NULL;
  if (!is_word(r, "THEN"))
    return expected(r, "AND, OR or THEN");
  struct rule_expr *q = next(r) ? formula(r) : NULL;
  if (!q)
    return NULL;
  struct rule_expr *e = make(r, RULE_OR, make(r, RULE_NOT, p, NULL, at), q, at);
  if (!is_word(r, "ELSE"))
    return e;
  struct rule_expr *s = next(r) ? formula(r) : NULL;
  return s ? make(r, RULE_AND, e, make(r, RULE_OR, p, s, at), at) : NULL;
}

/* --- conditional parameters ----------------------------------------------- */

static void give_absent(struct cover_model *m, struct param *p) {
  struct value *values = arena_array(&m->arena, struct value, p->count + 1);
  memcpy(values, p->values, p->count * sizeof *values);
  const char **names = arena_array(&m->arena, const char *, 1);
  names[0] = "";
  values[p->count++] = (struct value){.name = "", .names = names,
                                      .name_count = 1, .weight = 1,
                                      .absent = true};
  p->values = values;
  p->conditional = true;
}

/* [B] ONLY IF f: B is present exactly when f is true.  f is not true when
 * a parameter of it is absent: that is said apart, since such an f is only
 * unknown. */
static struct rule_expr *conditional(struct rules *r, struct rule_expr *b) {
  struct cover_model *m = r->p->m;
  struct diag_at at = b->at;
  if (!next(r))
    return NULL;
  if (!is_word(r, "IF"))
    return expected(r, "IF after ONLY");
  struct rule_expr *f = next(r) ? formula(r) : NULL;
  if (!f)
    return NULL;
  if (m->params.at[b->param].conditional) {
    diag_error(r->p->diag, at, "'%s' has a condition already",
               m->params.at[b->param].name);
    return NULL;
  }
  if (m->params.at[b->param].count == VALUES_MOST) {
    diag_error(r->p->diag, at, "'%s' has too many values",
               m->params.at[b->param].name);
    return NULL;
  }
  uint64_t *set = arena_array(&m->arena, uint64_t,
                              BITSET_WORDS(m->params.len));
  expr_params(f, set);
  if (bitset_has(set, b->param)) {
    diag_error(r->p->diag, at, "the condition of '%s' depends on itself",
               m->params.at[b->param].name);
    return NULL;
  }
  give_absent(m, &m->params.at[b->param]);
  struct rule_expr *absent = make(r, RULE_ABSENT, b, NULL, at);
  struct rule_expr *present = make(r, RULE_NOT, absent, NULL, at);
  struct rule_expr *e =
      make(r, RULE_AND, make(r, RULE_OR, f, absent, at),
           make(r, RULE_OR, make(r, RULE_NOT, f, NULL, at), present, at), at);
  bitset_each(set, BITSET_WORDS(m->params.len), q) {
    struct rule_expr *node = make(r, RULE_PARAM, NULL, NULL, at);
    node->param = (uint32_t)q;
    struct rule_expr *there = make(r, RULE_NOT, make(r, RULE_ABSENT, node, NULL,
                                                at), NULL, at);
    e = make(r, RULE_AND, e, make(r, RULE_OR, there, absent, at), at);
  }
  return e;
}

/* --- rules ---------------------------------------------------------------- */

static const char *on_one_line(struct cover_model *m, const char *at,
                               const char *end) {
  struct text t = {0};
  bool blank = false;
  for (; at < end; at++) {
    if (isspace((unsigned char)*at)) {
      blank = t.len > 0;
      continue;
    }
    if (blank)
      text_char(&t, ' ');
    blank = false;
    text_char(&t, *at);
  }
  const char *s = arena_string(&m->arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

static struct rule_expr *statement(struct rules *r) {
  if (r->p->bare)
    return need_formula(r, outermost(r));
  if (is_word(r, "IF"))
    return implication(r);
  struct rule_expr *e = disjunction(r);
  if (e && e->op == RULE_PARAM && is_word(r, "ONLY"))
    return conditional(r, e);
  return need_formula(r, e);
}

static bool rule(struct rules *r) {
  struct cover_parser *p = r->p;
  struct diag_at at = r->t.at;
  const char *start = p->line_start + at.col - 1;
  struct rule_expr *e = statement(r);
  bool ends = r->p->bare ? r->t.kind == TOKEN_END : is_sign(r, ";");
  if (e && !ends) {
    expected(r, r->p->bare ? "an operator or the end of the constraint"
                           : "AND, OR or ';'");
    e = NULL;
  }
  if (e) {
    struct rule rule = {.expr = e, .at = at,
                        .text = on_one_line(p->m, start, p->at)};
    vec_push(&p->m->rules, rule);
  }
  return e != NULL;
}

bool parse_rules(struct cover_parser *p) {
  struct rules r = {.p = p};
  bool ok = true, good = next(&r);
  while (!good || r.t.kind != TOKEN_END) {
    r.depth = 0;
    if (!good || !rule(&r)) {
      ok = false;
      while (r.t.kind != TOKEN_END && !is_sign(&r, ";"))
        next(&r);
      if (r.t.kind == TOKEN_END)
        break;
    }
    good = next(&r);
  }
  return ok;
}

bool parse_bare_rule(struct cover_parser *p) {
  struct rules r = {.p = p};
  p->bare = true;
  bool ok = next(&r) && (r.t.kind == TOKEN_END || rule(&r));
  p->bare = false;
  p->at = p->end;
  return ok;
}
