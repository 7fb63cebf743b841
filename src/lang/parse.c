#include "lang/parse.h"

#include "base/text.h"

/* --- tokens --------------------------------------------------------------- */

static const struct token *at(const struct parser *p, token_id id) {
  size_t last = p->tokens->at.len - 1;
  return &p->tokens->at.at[id < last ? id : last];
}

const struct token *parse_peek(struct parser *p) {
  if (p->nest)
    while (at(p, p->pos)->kind == TOKEN_LINE)
      p->pos++;
  return at(p, p->pos);
}

const struct token *parse_ahead(struct parser *p, unsigned n) {
  parse_peek(p);
  token_id id = p->pos;
  while (n--) {
    id++;
    if (p->nest)
      while (at(p, id)->kind == TOKEN_LINE)
        id++;
  }
  return at(p, id);
}

bool parse_is(struct parser *p, enum token_kind kind) {
  return parse_peek(p)->kind == kind;
}

bool parse_is_word(struct parser *p, enum word w) {
  const struct token *t = parse_peek(p);
  return t->kind == TOKEN_NAME && t->value == w;
}

token_id parse_take(struct parser *p) {
  parse_peek(p);
  token_id id = p->pos;
  if (at(p, id)->kind != TOKEN_END)
    p->pos++;
  return id;
}

bool parse_accept(struct parser *p, enum token_kind kind) {
  if (!parse_is(p, kind))
    return false;
  parse_take(p);
  return true;
}

bool parse_accept_word(struct parser *p, enum word w) {
  if (!parse_is_word(p, w))
    return false;
  parse_take(p);
  return true;
}

void parse_lines(struct parser *p) {
  while (parse_accept(p, TOKEN_LINE))
    ;
}

token_id parse_last(const struct parser *p) {
  token_id id = p->pos ? p->pos - 1 : 0;
  while (id && at(p, id)->kind == TOKEN_LINE)
    id--;
  return id;
}

/* --- errors --------------------------------------------------------------- */

bool parse_error(struct parser *p, const char *hint, const char *fmt, ...) {
  struct text msg = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&msg, fmt, args);
  va_end(args);
  p->failed = true;
  parse_peek(p);
  token_id id =
      p->pos < p->tokens->at.len ? p->pos : (token_id)p->tokens->at.len - 1;
  diag_error_hint(p->tokens->diag, token_at(p->tokens, id), hint, "%s",
                  text_str(&msg));
  text_free(&msg);
  return false;
}

bool parse_expected(struct parser *p, const char *what, const char *hint) {
  const struct token *t = parse_peek(p);
  if (t->kind == TOKEN_BAD) {
    p->failed = true; /* the lexer has said so */
    return false;
  }
  if (t->kind != TOKEN_NAME && t->kind != TOKEN_NUMBER)
    return parse_error(p, hint, "expected %s, found %s", what,
                       token_texts[t->kind]);
  int len = t->len < 60 ? (int)t->len : 60;
  return parse_error(p, hint, "expected %s, found '%.*s'", what, len,
                     p->tokens->text + t->offset);
}

bool parse_expect(struct parser *p, enum token_kind kind, const char *hint) {
  return parse_accept(p, kind) || parse_expected(p, token_texts[kind], hint);
}

bool parse_name(struct parser *p, const char *what, token_id *out) {
  if (!parse_is(p, TOKEN_NAME))
    return parse_expected(p, what, NULL);
  uint32_t name = parse_peek(p)->value;
  if (word_reserved(name))
    return parse_error(p, "choose another name",
                       "'%s' is a word of the language", word_texts[name]);
  *out = parse_take(p);
  return true;
}

bool parse_state(struct parser *p, token_id *out) {
  if (!parse_is(p, TOKEN_NAME) && !parse_is(p, TOKEN_NUMBER))
    return parse_expected(p, "a state", NULL);
  *out = parse_take(p);
  return true;
}

bool parse_enter(struct parser *p) {
  if (p->depth < NESTING_MAX) {
    p->depth++;
    return true;
  }
  return parse_error(p, NULL, "nested more than %d levels deep", NESTING_MAX);
}

void parse_leave(struct parser *p) {
  p->depth--;
}

bool parse_at_declaration(struct parser *p) {
  const struct token *t = parse_peek(p);
  if (t->kind != TOKEN_NAME || parse_ahead(p, 1)->kind == TOKEN_COLON ||
      (p->pos && at(p, p->pos - 1)->kind != TOKEN_LINE))
    return false;
  switch (t->value) {
  case WORD_PARAM:
  case WORD_CONST:
  case WORD_ENUM:
  case WORD_SCHEME:
  case WORD_CHANNEL:
  case WORD_PROCESS:
  case WORD_THREAD:
  case WORD_SHARED:
  case WORD_SEM:
  case WORD_ALWAYS:
  case WORD_NEVER:
    return true;
  default:
    return false;
  }
}

void parse_recover(struct parser *p) {
  p->nest = 0;
  unsigned open = 0;
  for (;; p->pos++)
    if (parse_at_declaration(p))
      return;
    else
      switch (at(p, p->pos)->kind) {
      case TOKEN_END:
        return;
      case TOKEN_LBRACE:
        open++;
        break;
      case TOKEN_RBRACE:
        if (!open)
          return;
        open--;
        break;
      case TOKEN_LINE:
      case TOKEN_SEMICOLON:
        if (!open)
          return;
        break;
      default:
        break;
      }
}

/* --- declarations --------------------------------------------------------- */

bool parse_messages(struct parser *p, struct ast_message **list) {
  struct ast_message **end = list;
  do {
    parse_lines(p);
    struct ast_message *m = parse_new(p, struct ast_message);
    if (!parse_name(p, "a message", &m->name))
      return false;
    *end = m;
    end = &m->next;
    if (!parse_accept(p, TOKEN_LPAREN))
      continue;
    p->nest++;
    struct ast_type **type = &m->payload;
    bool ok = true;
    if (!parse_is(p, TOKEN_RPAREN))
      do {
        ok = (*type = parse_type(p));
        m->arity++;
      } while (ok && (type = &(*type)->next, parse_accept(p, TOKEN_COMMA)));
    ok = ok && parse_expect(p, TOKEN_RPAREN, "message(0..3, bool)");
    p->nest--;
    if (!ok)
      return false;
  } while (parse_accept(p, TOKEN_COMMA));
  return true;
}

static bool parse_var(struct parser *p, struct ast_var *v, bool typed,
                      bool sized) {
  if (sized && parse_accept(p, TOKEN_LBRACKET)) {
    p->nest++;
    v->size = parse_expr(p);
    bool ok = v->size && parse_expect(p, TOKEN_RBRACKET, "name[size]");
    p->nest--;
    if (!ok)
      return false;
  }
  if (typed && parse_accept(p, TOKEN_COLON) && !(v->type = parse_type(p)))
    return false;
  if (parse_accept(p, TOKEN_ASSIGN)) {
    parse_lines(p);
    if (!(v->init = parse_expr(p)))
      return false;
  }
  return true;
}

bool parse_vars(struct parser *p, struct ast_var **list, const char *what,
                bool typed, bool sized) {
  struct ast_var **end = list;
  do {
    parse_lines(p);
    struct ast_var *v = parse_new(p, struct ast_var);
    if (!parse_name(p, what, &v->name))
      return false;
    *end = v;
    end = &v->next;
    v->bad = !parse_var(p, v, typed, sized);
    if (v->bad)
      return false;
  } while (parse_accept(p, TOKEN_COMMA));
  if (parse_is(p, TOKEN_LINE) || parse_is(p, TOKEN_SEMICOLON) ||
      parse_is(p, TOKEN_RBRACE))
    return true;
  return parse_expected(p, "',' or the end of the line",
                        typed ? "name: 0..7 = 0" : NULL);
}

static bool parse_enum(struct parser *p, struct ast_decl *d) {
  if (!parse_name(p, "a type", &d->name))
    return false;
  parse_lines(p);
  if (!parse_expect(p, TOKEN_LBRACE, "enum color { red, green }"))
    return false;
  p->nest++;
  struct ast_name **end = &d->names;
  bool ok = true;
  do {
    if (d->names && parse_is(p, TOKEN_RBRACE))
      break; /* a comma may end the list */
    struct ast_name *n = parse_new(p, struct ast_name);
    ok = parse_name(p, "a constant", &n->token);
    if (ok) {
      *end = n;
      end = &n->next;
    }
  } while (ok && parse_accept(p, TOKEN_COMMA));
  ok = ok && parse_expect(p, TOKEN_RBRACE, NULL);
  p->nest--;
  return ok;
}

static bool parse_end(struct parser *p, struct ast_end *e) {
  if (!parse_name(p, "a process", &e->name))
    return false;
  if (!parse_accept(p, TOKEN_LBRACKET))
    return true;
  p->nest++;
  bool ok;
  if (parse_is(p, TOKEN_NAME) && parse_ahead(p, 1)->kind == TOKEN_COLON) {
    ok = parse_name(p, "an index", &e->binder);
    parse_take(p);
    ok = ok && parse_range(p, &e->index, &e->hi);
  } else {
    ok = (e->index = parse_expr(p));
  }
  ok = ok && parse_expect(p, TOKEN_RBRACKET, NULL);
  p->nest--;
  return ok;
}

static bool parse_channel(struct parser *p, struct ast_decl *d) {
  struct ast_channel *c = parse_new(p, struct ast_channel);
  static const char form[] = "channel P -> Q [2]: message, ...";
  c->token = d->token;
  if (!parse_end(p, &c->from) || !parse_expect(p, TOKEN_ARROW, form) ||
      !parse_end(p, &c->to))
    return false;
  bool ok = true;
  if (parse_accept(p, TOKEN_LBRACKET)) {
    p->nest++;
    c->capacity = parse_expr(p);
    ok = c->capacity && parse_expect(p, TOKEN_RBRACKET, NULL);
    p->nest--;
  } else if (c->to.index && !c->to.binder) {
    /* one pair of brackets: P2 [2] is a capacity, not an element */
    c->capacity = c->to.index;
    c->to.index = NULL;
  } else {
    return parse_expected(p, "the capacity", form);
  }
  if (ok && parse_accept(p, TOKEN_COLON)) {
    c->has_messages = true;
    ok = parse_messages(p, &c->messages);
  }
  if (ok)
    d->channel = c;
  return ok;
}

static const struct {
  enum word word;
  enum ast_decl_kind kind;
} kinds[] = {
    {WORD_PARAM, AST_PARAM},     {WORD_CONST, AST_CONST},
    {WORD_ENUM, AST_ENUM},       {WORD_SCHEME, AST_SCHEME},
    {WORD_CHANNEL, AST_CHANNEL}, {WORD_PROCESS, AST_PROCESS},
    {WORD_THREAD, AST_PROCESS},  {WORD_SHARED, AST_SHARED},
    {WORD_LOCK, AST_LOCKS},      {WORD_SEM, AST_SEM},
    {WORD_ALWAYS, AST_ALWAYS},   {WORD_NEVER, AST_NEVER},
};

static bool parse_scheme(struct parser *p, struct ast_decl *d) {
  if (!parse_is(p, TOKEN_NAME))
    return parse_expected(p, "a scheme", "async, fifo, causal or mailbox");
  d->name = parse_take(p);
  return true;
}

static bool parse_rest(struct parser *p, struct ast_decl *d) {
  if (d->kind == AST_PROCESS) {
    d->process = parse_process(p, parse_is_word(p, WORD_THREAD));
    return d->process;
  }
  if (d->kind == AST_FAIR)
    return parse_fair(p, d);
  if (d->kind != AST_FORMULA)
    parse_take(p);
  switch (d->kind) {
  case AST_PARAM:
    return parse_vars(p, &d->vars, "a parameter", false, false);
  case AST_CONST:
    return parse_vars(p, &d->vars, "a constant", false, false);
  case AST_SHARED:
    return parse_vars(p, &d->vars, "a variable", true, true);
  case AST_LOCKS:
    return parse_vars(p, &d->vars, "a lock", false, true);
  case AST_SEM:
    return parse_vars(p, &d->vars, "a semaphore", true, true);
  case AST_ENUM:
    return parse_enum(p, d);
  case AST_CHANNEL:
    return parse_channel(p, d);
  case AST_SCHEME:
    return parse_scheme(p, d);
  default:
    p->temporal = true;
    d->expr = parse_expr(p);
    p->temporal = false;
    return d->expr;
  }
}

static bool unknown_declaration(struct parser *p) {
  const char *words[sizeof kinds / sizeof *kinds];
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    words[i] = word_texts[kinds[i].word];
  const char *near = NULL;
  if (parse_is(p, TOKEN_NAME))
    near = text_nearest(token_name(p->tokens, p->pos), words,
                        sizeof words / sizeof *words);
  struct text hint = {0};
  if (near)
    text_printf(&hint, "did you mean '%s'?", near);
  else if (parse_is_word(p, WORD_VAR) || parse_is_word(p, WORD_INT) ||
           parse_is_word(p, WORD_BOOL))
    text_add(&hint, "'shared' declares a variable of threads, 'var' in a "
                    "process or thread its own");
  else if (parse_is(p, TOKEN_NAME))
    text_add(&hint, "such as process, thread, shared, param, const, never");
  else if (parse_peek(p)->kind >= TOKEN_PLUS)
    text_add(&hint, "an expression goes on after an operator at the end of "
                    "a line, or inside ( )");
  parse_expected(p, "a declaration", hint.len ? text_str(&hint) : NULL);
  text_free(&hint);
  return false;
}

/* Reads the rest of a declaration, whose kind is known. */
static struct ast_decl *finish_declaration(struct parser *p,
                                           enum ast_decl_kind kind) {
  struct ast_decl *d = parse_new(p, struct ast_decl);
  d->kind = kind;
  d->token = p->pos;
  bool ok = parse_rest(p, d);
  d->last = parse_last(p);
  if (!ok) /* what was understood still declares its names */
    parse_recover(p);
  else if (!parse_is(p, TOKEN_LINE) && !parse_is(p, TOKEN_SEMICOLON) &&
           !parse_is(p, TOKEN_END) && !parse_at_declaration(p)) {
    parse_expected(p, "the end of the line", NULL);
    parse_recover(p);
  }
  return d;
}

static struct ast_decl *parse_declaration(struct parser *p) {
  if (parse_is_word(p, WORD_MACHINE)) {
    parse_error(p, "'heddle check' takes processes and threads",
                "networks of machines are for heddle derive");
    return NULL;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (parse_is_word(p, kinds[i].word))
      return finish_declaration(p, kinds[i].kind);
  if (parse_at_fair(p))
    return finish_declaration(p, AST_FAIR);
  if (parse_at_formula(p))
    return finish_declaration(p, AST_FORMULA);
  unknown_declaration(p);
  return NULL;
}

void parse_text(struct ast *out, const struct tokens *tokens) {
  *out = (struct ast){0};
  struct parser p = {.tokens = tokens, .arena = &out->arena};
  struct ast_decl **end = &out->decls;
  for (;;) {
    while (parse_accept(&p, TOKEN_LINE) || parse_accept(&p, TOKEN_SEMICOLON))
      ;
    if (parse_is(&p, TOKEN_END))
      break;
    token_id before = p.pos;
    struct ast_decl *d = parse_declaration(&p);
    if (!d)
      parse_recover(&p);
    if (p.pos == before || parse_is(&p, TOKEN_RBRACE))
      parse_take(&p); /* a stray '}', or one that ends what was skipped */
    if (d) {
      *end = d;
      end = &d->next;
    }
    p.depth = p.nest = 0;
  }
  out->complete = !p.failed;
}

void ast_free(struct ast *a) {
  arena_free(&a->arena);
}
