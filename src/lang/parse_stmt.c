#include "lang/parse.h"

static struct ast_stmt *parse_statement(struct parser *p);

static struct ast_stmt *new_stmt(struct parser *p, enum ast_stmt_kind kind) {
  struct ast_stmt *s = parse_new(p, struct ast_stmt);
  s->kind = kind;
  s->token = p->pos;
  return s;
}

static bool parse_send_args(struct parser *p, struct ast_action *a) {
  struct ast_expr **end = &a->args;
  do {
    *end = parse_expr(p);
    if (!*end)
      return false;
    end = &(*end)->next;
    a->arg_count++;
  } while (parse_accept(p, TOKEN_COMMA));
  return true;
}

static bool parse_receive_args(struct parser *p, struct ast_action *a) {
  struct ast_name **end = &a->names;
  do {
    *end = parse_new(p, struct ast_name);
    const struct token *next = parse_ahead(p, 1);
    if (!parse_is(p, TOKEN_NAME) ||
        (next->kind != TOKEN_COMMA && next->kind != TOKEN_RPAREN))
      return parse_error(p, "receive into a new name and test it with 'when'",
                         "a reception names the values it takes");
    if (!parse_name(p, "a name for the value", &(*end)->token))
      return false;
    end = &(*end)->next;
    a->arg_count++;
  } while (parse_accept(p, TOKEN_COMMA));
  return true;
}

struct ast_action *parse_action(struct parser *p, const struct ast_ref *to) {
  struct ast_action *a = parse_new(p, struct ast_action);
  a->to = *to;
  a->send = parse_is(p, TOKEN_NOT);
  parse_take(p);
  if (!parse_name(p, "a message", &a->message))
    return NULL;
  if (parse_is(p, TOKEN_LPAREN)) {
    parse_take(p);
    p->nest++;
    bool ok = parse_is(p, TOKEN_RPAREN) ||
              (a->send ? parse_send_args(p, a) : parse_receive_args(p, a));
    ok = ok && parse_expect(p, TOKEN_RPAREN, NULL);
    p->nest--;
    if (!ok)
      return NULL;
  }
  a->last = parse_last(p);
  return a;
}

struct ast_stmt *parse_block(struct parser *p, bool *ok) {
  *ok = parse_expect(p, TOKEN_LBRACE, NULL) && parse_enter(p);
  if (!*ok)
    return NULL;
  token_id open = parse_last(p);
  struct ast_stmt *body = parse_statements(p, NULL);
  parse_leave(p);
  if (!parse_accept(p, TOKEN_RBRACE)) {
    struct text hint = {0};
    text_printf(&hint, "it closes the '{' of line %u",
                p->tokens->at.at[open].line);
    *ok = parse_expected(p, "'}'", text_str(&hint));
    text_free(&hint);
  }
  return body;
}

static bool parse_if(struct parser *p, struct ast_stmt *s) {
  struct ast_arm **end = &s->arms;
  for (bool more = true, ok; more;) {
    struct ast_arm *arm = parse_new(p, struct ast_arm);
    *end = arm;
    end = &arm->next;
    arm->first = p->pos;
    if (parse_accept_word(p, WORD_IF)) {
      if (!(arm->guard = parse_expr(p)))
        return false;
    } else {
      more = false;
    }
    arm->body = parse_block(p, &ok);
    if (!ok)
      return false;
    token_id here = p->pos;
    parse_lines(p);
    if (!more || !parse_accept_word(p, WORD_ELSE)) {
      p->pos = here;
      more = false;
    }
  }
  return true;
}

static struct ast_arm *parse_choice(struct parser *p) {
  struct ast_arm *arm = parse_new(p, struct ast_arm);
  bool ok = true;
  struct ast_ref to;
  arm->fair = parse_fairness(p);
  arm->first = p->pos;
  if (parse_accept_word(p, WORD_WHEN) && !(arm->guard = parse_expr(p)))
    return NULL;
  if (!parse_ref(p, &to))
    return NULL;
  if (!parse_is(p, TOKEN_NOT) && !parse_is(p, TOKEN_QUESTION)) {
    parse_expected(p, "'?' or '!'", "each choice is an action");
    return NULL;
  }
  if (!(arm->action = parse_action(p, &to)))
    return NULL;
  if (parse_accept_word(p, WORD_WHEN) && !(arm->guard2 = parse_expr(p)))
    return NULL;
  arm->last = parse_last(p);
  if (parse_is(p, TOKEN_LBRACE))
    arm->body = parse_block(p, &ok);
  return ok ? arm : NULL;
}

static bool parse_select(struct parser *p, struct ast_stmt *s) {
  static const char form[] = "select { in?m(x) { } ... }";
  struct ast_arm **end = &s->arms;
  bool any = false;
  if (!parse_expect(p, TOKEN_LBRACE, form))
    return false;
  for (;; any = true) {
    while (parse_accept(p, TOKEN_LINE) || parse_accept(p, TOKEN_SEMICOLON))
      ;
    if (parse_is(p, TOKEN_RBRACE) || parse_is(p, TOKEN_END) ||
        parse_at_declaration(p))
      break;
    struct ast_arm *arm = parse_choice(p);
    if (!arm) {
      parse_recover(p);
      continue;
    }
    *end = arm;
    end = &arm->next;
  }
  if (!any)
    parse_error(p, form, "empty select");
  return parse_expect(p, TOKEN_RBRACE, form);
}

static bool parse_loop(struct parser *p, struct ast_stmt *s) {
  bool ok;
  parse_take(p);
  if (s->kind == AST_FOR) {
    if (!parse_name(p, "a variable", &s->var) ||
        !parse_expect(p, TOKEN_COLON, "for k: 0..3 { }") ||
        !parse_range(p, &s->lo, &s->hi))
      return false;
  } else if (!(s->expr = parse_expr(p))) {
    return false;
  }
  s->last = parse_last(p);
  s->body = parse_block(p, &ok);
  return ok;
}

static bool parse_assign(struct parser *p, struct ast_stmt *s) {
  s->op = parse_peek(p)->kind;
  switch (s->op) {
  case TOKEN_INCREMENT:
  case TOKEN_DECREMENT:
    parse_take(p);
    return true;
  case TOKEN_ASSIGN:
  case TOKEN_ADD_ASSIGN:
  case TOKEN_SUB_ASSIGN:
    parse_take(p);
    parse_lines(p);
    if (s->op == TOKEN_ASSIGN && parse_accept_word(p, WORD_INPUT))
      return true;
    return (s->expr = parse_expr(p));
  default:
    return parse_expected(p, "'=', '!' or '?'",
                          "a statement assigns, sends or receives");
  }
}

static bool parse_ref_statement(struct parser *p, struct ast_stmt *s) {
  if (!parse_ref(p, &s->ref))
    return false;
  if (!parse_is(p, TOKEN_NOT) && !parse_is(p, TOKEN_QUESTION))
    return parse_assign(p, s);
  s->kind = AST_ACTION;
  return (s->action = parse_action(p, &s->ref));
}

static const struct {
  enum word word;
  enum ast_stmt_kind kind;
} simple[] = {
    {WORD_BREAK, AST_BREAK},   {WORD_CONTINUE, AST_CONTINUE},
    {WORD_SKIP, AST_SKIP},     {WORD_RETURN, AST_RETURN},
    {WORD_WHILE, AST_WHILE},   {WORD_FOR, AST_FOR},
    {WORD_REPEAT, AST_REPEAT}, {WORD_ASSERT, AST_ASSERT},
    {WORD_AWAIT, AST_AWAIT},   {WORD_LOCK, AST_LOCK},
    {WORD_UNLOCK, AST_UNLOCK}, {WORD_P, AST_P},
    {WORD_V, AST_V},           {WORD_ATOMIC, AST_ATOMIC},
    {WORD_IF, AST_IF},         {WORD_SELECT, AST_SELECT},
    {WORD_PROGRESS, AST_PASS},
};

/* The kind by its first word; an assignment or action otherwise. */
static enum ast_stmt_kind kind_at(struct parser *p) {
  const struct token *t = parse_peek(p);
  /* P and V are ordinary names unless a name follows. */
  if ((t->value == WORD_P || t->value == WORD_V) &&
      parse_ahead(p, 1)->kind != TOKEN_NAME)
    return AST_ASSIGN;
  /* So is progress, unless it stands alone. */
  if (t->value == WORD_PROGRESS && parse_ahead(p, 1)->kind != TOKEN_LINE &&
      parse_ahead(p, 1)->kind != TOKEN_SEMICOLON &&
      parse_ahead(p, 1)->kind != TOKEN_RBRACE)
    return AST_ASSIGN;
  for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
    if (t->value == simple[i].word)
      return simple[i].kind;
  return AST_ASSIGN;
}

static bool parse_rest(struct parser *p, struct ast_stmt *s) {
  bool ok;
  switch (s->kind) {
  case AST_IF:
    return parse_if(p, s);
  case AST_WHILE:
  case AST_FOR:
  case AST_REPEAT:
    return parse_loop(p, s);
  case AST_ASSERT:
  case AST_AWAIT:
    parse_take(p);
    return (s->expr = parse_expr(p));
  case AST_LOCK:
  case AST_UNLOCK:
  case AST_P:
  case AST_V:
    parse_take(p);
    return parse_ref(p, &s->ref);
  case AST_ATOMIC:
    parse_take(p);
    s->last = s->token;
    s->body = parse_block(p, &ok);
    return ok;
  case AST_SELECT:
    parse_take(p);
    return parse_select(p, s);
  case AST_BREAK:
  case AST_CONTINUE:
  case AST_SKIP:
  case AST_RETURN:
  case AST_PASS:
    parse_take(p);
    return true;
  default:
    return parse_ref_statement(p, s);
  }
}

static struct ast_stmt *parse_statement(struct parser *p) {
  if (!parse_is(p, TOKEN_NAME)) {
    parse_expected(p, "a statement", NULL);
    return NULL;
  }
  struct ast_stmt *s = new_stmt(p, kind_at(p));
  if (!parse_rest(p, s))
    return NULL;
  token_id last = parse_last(p);
  if (!s->last)
    s->last = last;
  bool block = p->tokens->at.at[last].kind == TOKEN_RBRACE;
  if (block || parse_is(p, TOKEN_LINE) || parse_is(p, TOKEN_SEMICOLON) ||
      parse_is(p, TOKEN_RBRACE) || parse_is(p, TOKEN_END))
    return s;
  parse_expected(p, "the end of the statement",
                 "a new line or ';' between statements");
  return NULL;
}

static void separators(struct parser *p) {
  while (parse_accept(p, TOKEN_SEMICOLON) || parse_accept(p, TOKEN_LINE))
    ;
}

struct ast_stmt *parse_statements(struct parser *p, struct ast_process *owner) {
  struct ast_stmt *head = NULL, **end = &head;
  for (separators(p); !parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END) &&
                      !parse_at_declaration(p);
       separators(p)) {
    if (parse_is_word(p, WORD_VAR) || parse_is_word(p, WORD_PORT)) {
      bool ok = true;
      if (!owner)
        ok = parse_error(p, "declare it at the top of the thread or process",
                         "declaration inside a block");
      else if (parse_is_word(p, WORD_VAR))
        ok = parse_local_vars(p, owner);
      else
        ok = parse_port(p, owner);
      if (!ok)
        parse_recover(p);
      continue;
    }
    struct ast_stmt *s = parse_statement(p);
    if (!s) {
      parse_recover(p);
      continue;
    }
    *end = s;
    end = &s->next;
  }
  return head;
}
