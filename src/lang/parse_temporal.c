/* What holds of runs, and who is treated fairly.  The words of both are names
 * elsewhere, so each is looked at together with what follows it. */
#include "lang/parse.h"

/* Something that can be operated on begins here. */
static bool begins_operand(const struct token *t) {
  return t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER ||
         t->kind == TOKEN_LPAREN || t->kind == TOKEN_NOT;
}

static bool is_prefix(uint32_t name) {
  return name == WORD_ALWAYS || name == WORD_NEVER || name == WORD_EVENTUALLY ||
         name == WORD_NEXT || name == WORD_POSSIBLY;
}

struct ast_expr *parse_temporal(struct parser *p, bool *none) {
  uint32_t name = parse_peek(p)->value;
  const struct token *next = parse_ahead(p, 1);
  *none = !is_prefix(name) || !begins_operand(next) ||
          (next->kind == TOKEN_NAME &&
           (next->value == WORD_AT || next->value == WORD_UNTIL ||
            next->value == WORD_LEADS));
  if (*none)
    return NULL;
  struct ast_expr *e = parse_new(p, struct ast_expr);
  e->kind = AST_TEMPORAL;
  e->op = name;
  e->token = parse_take(p);
  parse_lines(p);
  e->a = parse_expr(p);
  return e->a ? e : NULL;
}

bool parse_at_until(struct parser *p) {
  return p->temporal && parse_is_word(p, WORD_UNTIL);
}

bool parse_at_leads(struct parser *p) {
  return p->temporal && parse_is_word(p, WORD_LEADS) &&
         parse_ahead(p, 1)->kind == TOKEN_NAME &&
         parse_ahead(p, 1)->value == WORD_TO;
}

/* A word of formulas stands in this line.  Tokens stand one behind the other,
 * and the last of them is END. */
bool parse_at_formula(struct parser *p) {
  unsigned open = 0;
  for (const struct token *t = parse_peek(p);; t++) {
    switch (t->kind) {
    case TOKEN_LPAREN:
    case TOKEN_LBRACKET:
      open++;
      break;
    case TOKEN_RPAREN:
    case TOKEN_RBRACKET:
      open -= open > 0;
      break;
    case TOKEN_LINE:
      if (open)
        break;
      return false;
    case TOKEN_END:
    case TOKEN_SEMICOLON:
    case TOKEN_LBRACE:
    case TOKEN_RBRACE:
      return false;
    case TOKEN_NAME:
      if ((is_prefix(t->value) || t->value == WORD_UNTIL ||
           t->value == WORD_LEADS) &&
          begins_operand(t + 1))
        return true;
      break;
    default:
      break;
    }
  }
}

/* --- fairness ------------------------------------------------------------- */

/* How many words say it, 0: none. */
static unsigned fair_words(struct parser *p) {
  if (parse_is_word(p, WORD_FAIR))
    return 1;
  const struct token *next = parse_ahead(p, 1);
  return parse_is_word(p, WORD_STRONG) && next->kind == TOKEN_NAME &&
                 next->value == WORD_FAIR
             ? 2
             : 0;
}

enum fairness parse_fairness(struct parser *p) {
  unsigned words = fair_words(p);
  const struct token *next = parse_ahead(p, words);
  if (!words || (next->kind != TOKEN_NAME && next->kind != TOKEN_LBRACE &&
                 next->kind != TOKEN_ARROW))
    return FAIR_NOT;
  for (unsigned i = 0; i < words; i++)
    parse_take(p);
  return words == 2 ? FAIR_STRONG : FAIR_WEAK;
}

bool parse_at_fair(struct parser *p) {
  unsigned words = fair_words(p);
  const struct token *next = parse_ahead(p, words);
  return words && (next->kind == TOKEN_NAME || next->kind == TOKEN_LINE ||
                   next->kind == TOKEN_SEMICOLON || next->kind == TOKEN_END);
}

bool parse_fair(struct parser *p, struct ast_decl *d) {
  struct ast_fair **end = &d->fair;
  d->strong = fair_words(p) == 2;
  for (unsigned words = fair_words(p); words; words--)
    parse_take(p);
  if (!parse_is(p, TOKEN_NAME))
    return true;
  do {
    struct ast_fair *f = parse_new(p, struct ast_fair);
    parse_lines(p);
    if (!parse_ref(p, &f->ref))
      return false;
    *end = f;
    end = &f->next;
  } while (parse_accept(p, TOKEN_COMMA));
  return true;
}
