#include "lang/parse.h"

static struct ast_expr *parse_quantified(struct parser *p);

static struct ast_expr *new_expr(struct parser *p, enum ast_expr_kind kind,
                                 token_id token) {
  struct ast_expr *e = parse_new(p, struct ast_expr);
  e->kind = kind;
  e->token = token;
  return e;
}

static uint32_t height_of(const struct ast_expr *e) {
  return e ? e->height : 0;
}

/* Fixes the height; NULL with an error when the tree is too deep. */
static struct ast_expr *grown(struct parser *p, struct ast_expr *e) {
  uint32_t h = height_of(e->a);
  if (height_of(e->b) > h)
    h = height_of(e->b);
  if (height_of(e->c) > h)
    h = height_of(e->c);
  e->height = h + 1;
  if (e->height <= HEIGHT_MAX)
    return e;
  parse_error(p, "split it, or use forall or count",
              "expression of more than %d operators in a row", HEIGHT_MAX);
  return NULL;
}

bool parse_range(struct parser *p, struct ast_expr **lo, struct ast_expr **hi) {
  *lo = parse_sum(p);
  if (!*lo || !parse_expect(p, TOKEN_RANGE, "a range is lowest..highest"))
    return false;
  parse_lines(p);
  *hi = parse_sum(p);
  return *hi;
}

struct ast_type *parse_type(struct parser *p) {
  struct ast_type *t = parse_new(p, struct ast_type);
  t->token = p->pos;
  if (parse_is(p, TOKEN_LBRACE) || parse_is(p, TOKEN_LINE)) {
    parse_expected(p, "a type", "int, bool, an enum or lowest..highest");
    return NULL;
  }
  if (parse_accept_word(p, WORD_INT) || parse_accept_word(p, WORD_BOOL))
    return t;
  struct ast_expr *first = parse_sum(p);
  if (!first)
    return NULL;
  if (!parse_is(p, TOKEN_RANGE) && first->kind == AST_REF &&
      !first->ref.index && !first->ref.member)
    return t; /* an enum, by name */
  if (!parse_expect(p, TOKEN_RANGE, "a range is lowest..highest"))
    return NULL;
  parse_lines(p);
  t->lo = first;
  t->hi = parse_sum(p);
  return t->hi ? t : NULL;
}

static bool parse_index(struct parser *p, struct ast_expr **out) {
  if (!parse_is(p, TOKEN_LBRACKET))
    return true;
  parse_take(p);
  p->nest++;
  *out = parse_expr(p);
  bool ok = *out && parse_expect(p, TOKEN_RBRACKET, NULL);
  p->nest--;
  return ok;
}

bool parse_ref(struct parser *p, struct ast_ref *out) {
  *out = (struct ast_ref){0};
  if (!parse_is(p, TOKEN_NAME))
    return parse_expected(p, "a name", NULL);
  if (word_reserved(parse_peek(p)->value))
    return parse_error(p, "names cannot be words of the language",
                       "unexpected '%s'", word_texts[parse_peek(p)->value]);
  out->name = parse_take(p);
  if (!parse_index(p, &out->index))
    return false;
  if (parse_is(p, TOKEN_DOT)) {
    parse_take(p);
    if (!parse_name(p, "a variable or port", &out->member) ||
        !parse_index(p, &out->member_index))
      return false;
  }
  out->last = parse_last(p);
  return true;
}

static struct ast_expr *parse_len(struct parser *p) {
  struct ast_expr *e = new_expr(p, AST_LEN, parse_take(p));
  parse_take(p);
  p->nest++;
  bool ok = parse_ref(p, &e->ref);
  if (ok && parse_accept(p, TOKEN_ARROW)) {
    e->ref2 = parse_new(p, struct ast_ref);
    ok = parse_ref(p, e->ref2);
  }
  ok = ok && parse_expect(p, TOKEN_RPAREN,
                          "len(P -> Q) of a channel, len(P.port) of a port");
  p->nest--;
  return ok ? grown(p, e) : NULL;
}

static struct ast_expr *parse_ended(struct parser *p) {
  struct ast_expr *e = new_expr(p, AST_ENDED, parse_take(p));
  parse_take(p);
  p->nest++;
  bool ok = parse_ref(p, &e->ref) && parse_expect(p, TOKEN_RPAREN, NULL);
  p->nest--;
  return ok ? grown(p, e) : NULL;
}

static struct ast_expr *parse_name_expr(struct parser *p) {
  uint32_t name = parse_peek(p)->value;
  const struct token *next = parse_ahead(p, 1);
  if (name == WORD_TRUE || name == WORD_FALSE) {
    struct ast_expr *e = new_expr(p, AST_NUMBER, parse_take(p));
    e->value = name == WORD_TRUE;
    return grown(p, e);
  }
  if (name == WORD_FORALL || name == WORD_EXISTS ||
      (name == WORD_COUNT && next->kind == TOKEN_NAME))
    return parse_quantified(p);
  if (name == WORD_LEN && next->kind == TOKEN_LPAREN)
    return parse_len(p);
  if (name == WORD_ENDED && next->kind == TOKEN_LPAREN)
    return parse_ended(p);
  if (p->temporal) {
    bool none;
    struct ast_expr *e = parse_temporal(p, &none);
    if (!none)
      return e ? grown(p, e) : NULL;
  }
  if (name == WORD_INPUT) {
    parse_error(p, "write x = input", "'input' stands alone behind '='");
    return NULL;
  }
  struct ast_expr *e = new_expr(p, AST_REF, p->pos);
  if (!parse_ref(p, &e->ref))
    return NULL;
  e->token = e->ref.name;
  if (parse_is_word(p, WORD_AT)) {
    parse_take(p);
    e->kind = AST_AT;
    if (!parse_state(p, &e->state))
      return NULL;
  }
  /* Indices count towards the height of what they stand in. */
  e->a = e->ref.index;
  e->b = e->ref.member_index;
  return grown(p, e);
}

static struct ast_expr *parse_primary(struct parser *p) {
  const struct token *t = parse_peek(p);
  if (t->kind == TOKEN_NUMBER) {
    struct ast_expr *e = new_expr(p, AST_NUMBER, p->pos);
    e->value = t->value;
    e->token = parse_take(p);
    return grown(p, e);
  }
  if (t->kind == TOKEN_NAME)
    return parse_name_expr(p);
  if (t->kind != TOKEN_LPAREN) {
    parse_expected(p, "an expression", NULL);
    return NULL;
  }
  parse_take(p);
  p->nest++;
  struct ast_expr *e = parse_expr(p);
  bool ok = e && parse_expect(p, TOKEN_RPAREN, NULL);
  p->nest--;
  return ok ? e : NULL;
}

static struct ast_expr *parse_unary(struct parser *p) {
  if (!parse_is(p, TOKEN_NOT) && !parse_is(p, TOKEN_MINUS))
    return parse_primary(p);
  if (!parse_enter(p))
    return NULL;
  struct ast_expr *e = new_expr(p, AST_UNARY, p->pos);
  e->op = parse_peek(p)->kind;
  e->token = parse_take(p);
  parse_lines(p);
  e->a = parse_unary(p);
  parse_leave(p);
  return e->a ? grown(p, e) : NULL;
}

enum { LEVEL_OR = 1, LEVEL_AND, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT };

static int level_of(const struct token *t) {
  switch (t->kind) {
  case TOKEN_OR:
    return LEVEL_OR;
  case TOKEN_AND:
    return LEVEL_AND;
  case TOKEN_EQ:
  case TOKEN_NE:
  case TOKEN_LT:
  case TOKEN_LE:
  case TOKEN_GT:
  case TOKEN_GE:
    return LEVEL_COMPARE;
  case TOKEN_PLUS:
  case TOKEN_MINUS:
    return LEVEL_SUM;
  case TOKEN_STAR:
  case TOKEN_SLASH:
  case TOKEN_PERCENT:
    return LEVEL_PRODUCT;
  default:
    return 0;
  }
}

static struct ast_expr *parse_binary(struct parser *p, int level) {
  if (level > LEVEL_PRODUCT)
    return parse_unary(p);
  struct ast_expr *left = parse_binary(p, level + 1);
  bool compared = false;
  while (left && level_of(parse_peek(p)) == level) {
    if (level == LEVEL_COMPARE && compared) {
      parse_error(p, "write a < b && b < c", "comparisons cannot be chained");
      return NULL;
    }
    compared = true;
    struct ast_expr *e = new_expr(p, AST_BINARY, p->pos);
    e->op = parse_peek(p)->kind;
    e->token = parse_take(p);
    parse_lines(p);
    e->a = left;
    e->b = parse_binary(p, level + 1);
    left = e->b ? grown(p, e) : NULL;
  }
  return left;
}

struct ast_expr *parse_sum(struct parser *p) {
  if (!parse_enter(p))
    return NULL;
  struct ast_expr *e = parse_binary(p, LEVEL_SUM);
  parse_leave(p);
  return e;
}

/* forall i: lo..hi: e; its body reaches as far as it can */
static struct ast_expr *parse_quantified(struct parser *p) {
  struct ast_expr *e = new_expr(p, AST_QUANTIFIED, p->pos);
  e->op = parse_peek(p)->value;
  e->token = parse_take(p);
  static const char form[] = "forall i: 0..2: e";
  if (!parse_name(p, "a variable", &e->state) ||
      !parse_expect(p, TOKEN_COLON, form) || !parse_range(p, &e->a, &e->b) ||
      !parse_expect(p, TOKEN_COLON, form))
    return NULL;
  parse_lines(p);
  e->c = parse_expr(p);
  return e->c ? grown(p, e) : NULL;
}

static struct ast_expr *parse_cond(struct parser *p) {
  struct ast_expr *cond = parse_binary(p, LEVEL_OR);
  if (!cond || !parse_is(p, TOKEN_QUESTION))
    return cond;
  struct ast_expr *e = new_expr(p, AST_COND, p->pos);
  e->token = parse_take(p);
  parse_lines(p);
  e->a = cond;
  e->b = parse_expr(p);
  if (!e->b || !parse_expect(p, TOKEN_COLON, "a ? b : c"))
    return NULL;
  parse_lines(p);
  e->c = parse_expr(p);
  return e->c ? grown(p, e) : NULL;
}

/* a until b; what is behind `until` may be another one */
static struct ast_expr *parse_until(struct parser *p) {
  struct ast_expr *left = parse_cond(p);
  if (!left || !parse_at_until(p))
    return left;
  if (!parse_enter(p))
    return NULL;
  struct ast_expr *e = new_expr(p, AST_TEMPORAL, p->pos);
  e->op = WORD_UNTIL;
  e->token = parse_take(p);
  parse_lines(p);
  e->a = left;
  e->b = parse_until(p);
  parse_leave(p);
  return e->b ? grown(p, e) : NULL;
}

/* a => b is !a || b, and b reaches as far as it can */
static struct ast_expr *parse_implies(struct parser *p, struct ast_expr *a) {
  struct ast_expr *no = new_expr(p, AST_UNARY, p->pos);
  struct ast_expr *e = new_expr(p, AST_BINARY, p->pos);
  no->op = TOKEN_NOT;
  e->op = TOKEN_OR;
  no->token = e->token = parse_take(p);
  parse_lines(p);
  no->a = a;
  e->a = grown(p, no);
  e->b = e->a ? parse_expr(p) : NULL;
  return e->b ? grown(p, e) : NULL;
}

static struct ast_expr *parse_leads(struct parser *p, struct ast_expr *a) {
  struct ast_expr *e = new_expr(p, AST_TEMPORAL, p->pos);
  e->op = WORD_LEADS;
  e->token = parse_take(p);
  parse_take(p);
  parse_lines(p);
  e->a = a;
  e->b = parse_until(p);
  return e->b ? grown(p, e) : NULL;
}

struct ast_expr *parse_expr(struct parser *p) {
  if (!parse_enter(p))
    return NULL;
  struct ast_expr *e = parse_until(p);
  if (e && parse_is(p, TOKEN_IMPLIES))
    e = parse_implies(p, e);
  else if (e && parse_at_leads(p))
    e = parse_leads(p, e);
  parse_leave(p);
  if (e && parse_is(p, TOKEN_ASSIGN)) {
    parse_error(p, "did you mean '=='?", "assignment inside an expression");
    return NULL;
  }
  return e;
}
