#include "promela/parse.h"

#include <string.h>

struct pstmt *pstmt_new(struct pml_parser *p, enum pstmt_kind kind,
                       const struct pml_word *at) {
  struct pstmt *s = arena_new(p->arena, struct pstmt);
  s->kind = kind;
  s->place = at->place;
  s->file = at->file;
  s->inlined = at->inlined;
  return s;
}

void pstmt_add(struct pml_parser *p, struct pstmt *s) {
  pml_push(p, &p->seq->at, s);
}

static struct pseq *open_sequence(struct pml_parser *p, struct pseq **outer) {
  *outer = p->seq;
  p->seq = arena_new(p->arena, struct pseq);
  return p->seq;
}

static void need_statement(struct pml_parser *p, const struct pseq *seq,
                           const struct pml_word *at) {
  if (!seq->at.len)
    pml_fail(p, at, "a sequence has at least one statement");
}

/* { ... }, with a scope of its own. */
static struct pseq *pml_block(struct pml_parser *p) {
  struct pseq *outer, *seq = open_sequence(p, &outer);
  struct pml_word w = pml_expect(p, T_OPEN_BRACE);
  pml_scope_open(p);
  p->started = true; /* declarations in here are steps */
  pml_sequence(p);
  pml_scope_close(p);
  pml_expect(p, T_CLOSE_BRACE);
  need_statement(p, seq, &w);
  p->seq = outer;
  return seq;
}

struct pseq *pml_body(struct pml_parser *p) {
  struct pseq *outer, *seq = open_sequence(p, &outer);
  pml_expect(p, T_OPEN_BRACE);
  pml_scope_open(p);
  p->started = false;
  pml_sequence(p);
  pml_scope_close(p);
  struct pml_word w = pml_expect(p, T_CLOSE_BRACE);
  struct pstmt *end = pstmt_new(p, PS_END, &w);
  end->text = "-end-";
  pstmt_add(p, end);
  p->seq = outer;
  return seq;
}

static void add_part(struct pml_parser *p, struct pstmt *s,
                     struct pseq *seq) {
  pml_push(p, &s->parts, seq);
}

/* --- selections and loops ------------------------------------------------- */

static bool is_print_or_skip(const struct pstmt *s) {
  return s->kind == PS_PRINT || (s->kind == PS_EXPR &&
                                 s->expr->op == PE_CONST &&
                                 s->expr->value == 1);
}

/* SPIN leaves out the second of two skips without a label inside an option,
 * but never its last statement. */
static void prune_skips(struct pseq *seq) {
  size_t kept = 0;
  unsigned skips = 0;
  for (size_t i = 0; i < seq->at.len; i++) {
    struct pstmt *s = seq->at.at[i];
    skips = is_print_or_skip(s) && !s->labels.len ? skips + 1 : 0;
    if (skips > 1 && s->kind != PS_PRINT && i > 0 && i + 1 < seq->at.len)
      continue;
    seq->at.at[kept++] = s;
  }
  seq->at.len = kept;
}

static void pml_options(struct pml_parser *p, struct pstmt *s, enum pml_token end) {
  while (pml_accept(p, T_SEMI)) /* `do` at the end of a line */
    ;
  while (pml_peek(p) == T_SEP) {
    struct pml_word w = *pml_word(p);
    p->at++;
    struct pseq *outer, *seq = open_sequence(p, &outer);
    p->started = true;
    pml_sequence(p);
    need_statement(p, seq, &w);
    p->seq = outer;
    prune_skips(seq);
    add_part(p, s, seq);
  }
  if (!s->parts.len)
    pml_fail(p, pml_word(p), "expected '::'");
  pml_expect(p, end);
}

static struct pstmt *goto_break(struct pml_parser *p, const struct pml_word *w) {
  struct pstmt *s = pstmt_new(p, PS_GOTO, w);
  s->leaves = *vec_last(&p->loops);
  s->text = "break";
  return s;
}

static struct pstmt *pml_if(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  p->at++;
  struct pstmt *s = pstmt_new(p, w.kind == T_IF ? PS_IF : PS_DO, &w);
  if (w.kind == T_DO)
    pml_push(p, &p->loops, s);
  pml_options(p, s, w.kind == T_IF ? T_FI : T_OD);
  if (w.kind == T_DO)
    p->loops.len--;
  return s;
}

/* --- for and select ------------------------------------------------------- */

static void add_assign(struct pml_parser *p, const struct pml_word *w,
                       struct plvalue *v, const struct pexpr *e,
                       const char *text) {
  struct pstmt *s = pstmt_new(p, PS_ASSIGN, w);
  s->target = v;
  s->expr = e;
  s->text = text;
  pstmt_add(p, s);
}

static const struct pexpr *binary(struct pml_parser *p, enum pexpr_op op,
                                  const struct pml_word *w, const struct pexpr *a,
                                  const struct pexpr *b) {
  struct pexpr *e = pexpr_new(p, op, w);
  e->a = a;
  e->b = b;
  return e;
}

static void add_condition(struct pml_parser *p, const struct pml_word *w,
                          const struct pexpr *e, const char *text) {
  struct pstmt *s = pstmt_new(p, PS_EXPR, w);
  s->expr = e;
  s->text = text;
  pstmt_add(p, s);
}

/* What follows the head of a loop over v, up to `od`: in SPIN's order the way
 * out comes first. */
static void finish_loop(struct pml_parser *p, const struct pml_word *w,
                        struct pstmt *loop, struct plvalue *v,
                        struct pseq *body, bool with_else) {
  const struct pexpr *one = pexpr_const(p, 1, w);
  p->seq = body;
  add_assign(p, w, v, binary(p, PE_ADD, w, pexpr_var(p, v), one),
             arena_printf(p->arena, "%s++", v->name));
  struct pseq *out = arena_new(p->arena, struct pseq);
  p->seq = out;
  if (with_else) {
    struct pstmt *other = pstmt_new(p, PS_ELSE, w);
    other->text = "else";
    pstmt_add(p, other);
  }
  pstmt_add(p, goto_break(p, w));
  add_part(p, loop, out);
  add_part(p, loop, body);
  p->loops.len--;
}

struct pattern_cells {
  VEC(struct pattern) patterns;
  VEC(const struct pexpr *) args;
};
static void push_both(struct pml_parser *p, struct plvalue *v, void *user) {
  struct pattern_cells *c = user;
  struct pattern one = {PATTERN_STORE, NULL, v};
  pml_push(p, &c->patterns, one);
  pml_push(p, &c->args, pexpr_var(p, v));
}

/* for (m in channel): the contents go round once. */
static struct plvalue *head_of_channel(struct pml_parser *p, const struct pml_word *w,
                                       struct plvalue *v, struct plvalue *chan,
                                       struct pseq *body) {
  struct plvalue *count = arena_new(p->arena, struct plvalue);
  *count = (struct plvalue){.local = true, .base = p->proc->cells++,
                            .type = {.type = TYPE_BYTE}, .name = "_for",
                            .place = w->place};
  struct pinit zero = {count, NULL, NULL};
  pml_push(p, &p->proc->inits, zero);
  add_assign(p, w, count, pexpr_const(p, 0, w), "for");
  struct pseq *outer = p->seq;
  p->seq = body;
  struct pexpr *len = pexpr_new(p, PE_LEN, w);
  len->a = pexpr_var(p, chan);
  add_condition(p, w, binary(p, PE_LT, w, pexpr_var(p, count), len), "for");
  struct pattern_cells cells = {0};
  pml_lvalue_cells(p, v, push_both, &cells);
  struct pstmt *in = pstmt_new(p, PS_RECEIVE, w);
  in->expr = pexpr_var(p, chan);
  in->arg_count = (uint32_t)cells.patterns.len;
  in->patterns = arena_copy(p->arena, cells.patterns.at,
                            cells.patterns.len * sizeof *cells.patterns.at);
  in->text = arena_printf(p->arena, "%s?%s", chan->name, v->name);
  pstmt_add(p, in);
  struct pstmt *back = pstmt_new(p, PS_SEND, w);
  back->expr = pexpr_var(p, chan);
  back->arg_count = in->arg_count;
  back->args = arena_copy(p->arena, cells.args.at,
                          cells.args.len * sizeof *cells.args.at);
  back->text = arena_printf(p->arena, "%s!%s", chan->name, v->name);
  pstmt_add(p, back);
  p->seq = outer;
  return count;
}

static const struct name *array_named(const struct pml_parser *p) {
  const struct name *n = pml_name_find(p, pml_word(p)->text);
  return n && n->variable.is_array && pml_peek_at(p, 1) == T_CLOSE ? n
                                                                     : NULL;
}

static void head_of_range(struct pml_parser *p, const struct pml_word *w,
                          struct plvalue *v, const struct pexpr *from,
                          const struct pexpr *to, enum pexpr_op op,
                          struct pseq *body) {
  add_assign(p, w, v, from, arena_printf(p->arena, "%s = ...", v->name));
  struct pseq *outer = p->seq;
  p->seq = body;
  add_condition(p, w, binary(p, op, w, pexpr_var(p, v), to),
                arena_printf(p->arena, "%s in range", v->name));
  p->seq = outer;
}

static struct pstmt *pml_for(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  p->at++;
  pml_expect(p, T_OPEN);
  struct plvalue *v = pml_lvalue(p), *step = v;
  struct pstmt *loop = pstmt_new(p, PS_DO, &w);
  struct pseq *outer = p->seq, *body = arena_new(p->arena, struct pseq);
  pml_push(p, &p->loops, loop);
  if (pml_accept(p, T_COLON)) {
    const struct pexpr *from = pml_expr(p);
    pml_expect(p, T_DOTDOT);
    const struct pexpr *to = pml_expr(p);
    head_of_range(p, &w, v, from, to, PE_LE, body);
  } else {
    pml_expect(p, T_IN);
    const struct name *array = array_named(p);
    if (array) {
      p->at++;
      int32_t last = (int32_t)array->variable.count - 1;
      head_of_range(p, &w, v, pexpr_const(p, 0, &w), pexpr_const(p, last, &w),
                    PE_LE, body);
    } else {
      step = head_of_channel(p, &w, v, pml_lvalue(p), body);
    }
  }
  pml_expect(p, T_CLOSE);
  while (pml_accept(p, T_SEMI))
    ;
  p->seq = body;
  pml_expect(p, T_OPEN_BRACE);
  pml_scope_open(p);
  p->started = true;
  pml_sequence(p);
  pml_scope_close(p);
  pml_expect(p, T_CLOSE_BRACE);
  finish_loop(p, &w, loop, step, body, true);
  p->seq = outer;
  return loop;
}

/* SPIN makes a selection of a short range of numbers, outside of inlines. */
static struct pstmt *select_number(struct pml_parser *p, const struct pml_word *w,
                                   struct plvalue *v, int32_t from,
                                   int32_t to) {
  struct pstmt *s = pstmt_new(p, PS_IF, w);
  struct pseq *outer = p->seq;
  for (int32_t i = from; i <= to; i++) {
    p->seq = arena_new(p->arena, struct pseq);
    add_assign(p, w, v, pexpr_const(p, i, w),
               arena_printf(p->arena, "%s = %d", v->name, i));
    add_part(p, s, p->seq);
  }
  p->seq = outer;
  return s;
}

/* select (name : number .. number), and nothing else?  SPIN finds it in the
 * text: on one line, digits, and in the name no underscore. */
static bool is_short_select(const struct pml_parser *p) {
  static const enum pml_token shape[] = {T_SELECT, T_OPEN,   T_NAME,  T_COLON,
                                     T_CONST,  T_DOTDOT, T_CONST, T_CLOSE};
  const struct pml_word *at = pml_word(p);
  for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
    if (pml_peek_at(p, i) != shape[i] || (i > 1 && at[i].line))
      return false;
  return !at->inlined && !strchr(at[2].text, '_') &&
         at[4].text[0] != '\'' && at[6].text[0] != '\'' && at[4].value <= at[6].value &&
         (int64_t)at[6].value - at[4].value <= 32;
}

static struct pstmt *pml_select(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  bool is_short = is_short_select(p);
  p->at++;
  pml_expect(p, T_OPEN);
  struct plvalue *v = pml_lvalue(p);
  pml_expect(p, T_COLON);
  const struct pexpr *from = pml_expr(p);
  pml_expect(p, T_DOTDOT);
  const struct pexpr *to = pml_expr(p);
  pml_expect(p, T_CLOSE);
  if (is_short)
    return select_number(p, &w, v, from->value, to->value);
  struct pstmt *loop = pstmt_new(p, PS_DO, &w);
  struct pseq *outer = p->seq, *body = arena_new(p->arena, struct pseq);
  pml_push(p, &p->loops, loop);
  head_of_range(p, &w, v, from, to, PE_LT, body);
  finish_loop(p, &w, loop, v, body, false);
  p->seq = outer;
  return loop;
}

/* --- basic statements ----------------------------------------------------- */

static struct pstmt *pml_print(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  p->at++;
  pml_expect(p, T_OPEN);
  if (w.kind == T_PRINTF)
    pml_expect(p, T_STRING);
  else
    pml_expr(p);
  while (pml_accept(p, T_COMMA))
    pml_expr(p);
  pml_expect(p, T_CLOSE);
  return pstmt_new(p, PS_PRINT, &w);
}

static struct pstmt *pml_send(struct pml_parser *p, struct plvalue *v,
                                const struct pml_word *w) {
  struct pstmt *s = pstmt_new(p, PS_SEND, w);
  struct pexpr args = {0};
  s->sorted = pml_peek(p) == T_SORTED;
  p->at++;
  s->expr = pexpr_var(p, v);
  pml_args(p, T_SEMI, &args);
  s->args = args.args;
  s->arg_count = args.arg_count;
  return s;
}

static struct pstmt *pml_receive(struct pml_parser *p, struct plvalue *v,
                                   const struct pml_word *w) {
  struct pstmt *s = pstmt_new(p, PS_RECEIVE, w);
  struct pexpr patterns = {0};
  s->random = pml_peek(p) == T_RANDOM;
  p->at++;
  s->expr = pexpr_var(p, v);
  s->keeps = pml_accept(p, T_LT);
  pml_patterns(p, T_SEMI, &patterns);
  if (s->keeps)
    pml_expect(p, T_GT);
  s->patterns = patterns.patterns;
  s->arg_count = patterns.arg_count;
  return s;
}

static struct pstmt *assignment(struct pml_parser *p, struct plvalue *v,
                                const struct pml_word *w,
                                const struct pexpr *value) {
  struct pstmt *s = pstmt_new(p, PS_ASSIGN, w);
  if (v->type.type == TYPE_STRUCT)
    pml_fail(p, w, "a structure is not assigned as a whole");
  s->target = v;
  s->expr = value;
  return s;
}

static struct pstmt *pml_simple(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  size_t begin = p->at;
  if (w.kind == T_NAME && (pml_name_find(p, w.text) || !strcmp(w.text, "_"))) {
    struct plvalue *v = pml_lvalue(p);
    enum pml_token t = pml_peek(p);
    bool poll = pml_peek_at(p, 1) == T_OPEN_BRACKET;
    if (t == T_SEND || t == T_SORTED)
      return pml_send(p, v, &w);
    if ((t == T_RECEIVE || t == T_RANDOM) && !poll)
      return pml_receive(p, v, &w);
    if (pml_accept(p, T_ASSIGN))
      return assignment(p, v, &w, pml_expr(p));
    if (t == T_INCR || t == T_DECR) {
      p->at++;
      return assignment(p, v, &w,
                        binary(p, t == T_INCR ? PE_ADD : PE_SUB, &w,
                               pexpr_var(p, v), pexpr_const(p, 1, &w)));
    }
    p->at = begin;
  }
  struct pstmt *s = pstmt_new(p, PS_EXPR, &w);
  s->expr = pml_expr(p);
  return s;
}

static struct pstmt *pml_goto(struct pml_parser *p, const struct pml_word *w) {
  struct pstmt *s = pstmt_new(p, PS_GOTO, w);
  s->label = pml_expect(p, T_NAME).text;
  return s;
}

static struct pstmt *pml_break(struct pml_parser *p, const struct pml_word *w) {
  if (!p->loops.len)
    pml_fail(p, w, "break outside of a loop");
  return goto_break(p, w);
}

static struct pstmt *pml_braces(struct pml_parser *p, enum pstmt_kind kind,
                                  const struct pml_word *w) {
  struct pstmt *s = pstmt_new(p, kind, w);
  add_part(p, s, pml_block(p));
  return s;
}

static struct pstmt *pml_stmt(struct pml_parser *p);

static struct pstmt *pml_plain(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  size_t begin = p->at;
  struct pstmt *s;
  switch (w.kind) {
  case T_IF: case T_DO:
    return pml_if(p);
  case T_FOR:
    return pml_for(p);
  case T_SELECT:
    return pml_select(p);
  case T_ATOMIC:
    p->at++;
    return pml_braces(p, PS_ATOMIC, &w);
  case T_D_STEP:
    p->at++;
    return pml_braces(p, PS_D_STEP, &w);
  case T_OPEN_BRACE:
    return pml_braces(p, PS_BLOCK, &w);
  case T_GOTO:
    p->at++;
    s = pml_goto(p, &w);
    break;
  case T_BREAK:
    p->at++;
    s = pml_break(p, &w);
    break;
  case T_ELSE:
    p->at++;
    s = pstmt_new(p, PS_ELSE, &w);
    break;
  case T_ASSERT:
    p->at++;
    s = pstmt_new(p, PS_ASSERT, &w);
    s->expr = pml_expr(p);
    break;
  case T_PRINTF: case T_PRINTM:
    s = pml_print(p);
    break;
  case T_C_CODE: case T_C_EXPR: case T_C_DECL:
    pml_fail(p, &w, "embedded C code is not read");
  case T_SET_PRIORITY:
    pml_fail(p, &w, "priorities are not read");
  default:
    s = pml_simple(p);
  }
  s->text = pml_text(p, begin);
  return s;
}

/* A label; but P:x, with the name of a proctype, looks at its variable. */
static bool at_label(const struct pml_parser *p) {
  return pml_peek(p) == T_NAME && pml_peek_at(p, 1) == T_COLON &&
         (pml_peek_at(p, 2) != T_NAME || !pml_proc_find(p, pml_word(p)->text));
}

static struct pstmt *pml_labelled(struct pml_parser *p) {
  struct pml_word name = *pml_word(p);
  p->at += 2;
  pml_enter(p);
  enum pml_token t = pml_peek(p);
  struct pstmt *s;
  while (t == T_SEMI && pml_word(p)->text == pml_token_name(T_SEMI)) {
    p->at++; /* put in behind the colon */
    t = pml_peek(p);
  }
  if (t == T_CLOSE_BRACE || t == T_SEMI || t == T_FI || t == T_OD ||
      t == T_SEP) {
    s = pstmt_new(p, PS_EXPR, &name);
    s->expr = pexpr_const(p, 1, &name);
    s->text = "skip";
  } else {
    s = pml_stmt(p);
  }
  pml_leave(p);
  const char *label = arena_printf(p->arena, "%s", name.text);
  VEC(const char *) all = {0};
  pml_push(p, &all, label);
  vec_each(&s->labels, l) pml_push(p, &all, *l);
  s->labels.at = all.at;
  s->labels.len = all.len;
  s->labels.cap = all.cap;
  return s;
}

/* --- inlines -------------------------------------------------------------- */

struct argument {
  size_t begin, end;
};

static size_t argument_end(struct pml_parser *p, size_t at) {
  unsigned depth = 0;
  for (;; at++) {
    enum pml_token t = p->words.at.at[at].kind;
    if (t == T_END)
      pml_fail(p, &p->words.at.at[at], "this call does not end");
    if (!depth && (t == T_COMMA || t == T_CLOSE))
      return at;
    depth += t == T_OPEN || t == T_OPEN_BRACKET || t == T_OPEN_BRACE;
    depth -= depth && (t == T_CLOSE || t == T_CLOSE_BRACKET ||
                       t == T_CLOSE_BRACE);
  }
}

/* Puts the body in place of the words from `begin` to `end`. */
static void splice(struct pml_parser *p, size_t begin, size_t end,
                   const struct pml_word *body, size_t len) {
  size_t rest = p->words.at.len - end;
  if (p->words.at.len + len > WORDS_MAX)
    pml_fail(p, &p->words.at.at[begin], "too much is expanded");
  vec_reserve(&p->words.at, begin + len + rest);
  memmove(p->words.at.at + begin + len, p->words.at.at + end,
          rest * sizeof *body);
  if (len)
    memcpy(p->words.at.at + begin, body, len * sizeof *body);
  p->words.at.len = begin + len + rest;
}

static int parameter_of(const struct inline_def *d, const struct pml_word *w) {
  for (size_t i = 0; w->kind == T_NAME && i < d->params.len; i++)
    if (!strcmp(d->params.at[i], w->text))
      return (int)i;
  return -1;
}

/* The call at p->at becomes the body, in braces.  result: the words of the
 * variable that takes what is returned. */
static void expand_inline(struct pml_parser *p, struct inline_def *d,
                          const struct pml_word *result, size_t result_len) {
  VEC(struct argument) args = {0};
  VEC(struct pml_word) body = {0};
  struct pml_word name = *pml_word(p);
  size_t begin = p->at, at = begin + 2;
  if (pml_peek_at(p, 1) != T_OPEN)
    pml_fail(p, &name, "expected '(' behind '%s'", name.text);
  while (p->words.at.at[at].kind != T_CLOSE) {
    struct argument a = {at, argument_end(p, at)};
    pml_push(p, &args, a);
    at = a.end + (p->words.at.at[a.end].kind == T_COMMA);
  }
  if (args.len != d->params.len)
    pml_fail(p, &name, "'%s' has %zu parameters, %zu are given", name.text,
               d->params.len, args.len);
  uint32_t number = ++p->expansions;
  if (number > 10000)
    pml_fail(p, &name, "more than 10,000 expansions of inlines");
  vec_each(&d->body, w) {
    int param = parameter_of(d, w);
    if (param >= 0) {
      for (size_t i = args.at[param].begin; i < args.at[param].end; i++)
        pml_push(p, &body, p->words.at.at[i]);
    } else if (w->kind == T_RETURN && result) {
      for (size_t i = 0; i < result_len; i++)
        pml_push(p, &body, result[i]);
      struct pml_word is = *w;
      is.kind = T_ASSIGN;
      is.text = "=";
      pml_push(p, &body, is);
    } else {
      pml_push(p, &body, *w);
      vec_last(&body)->inlined = number;
    }
    if (body.len > WORDS_MAX)
      pml_fail(p, &name, "too much is expanded");
  }
  splice(p, begin, at + 1, body.at, body.len);
}

/* `x = f(y)`, where f is an inline: x becomes what it returns. */
static bool expand_result(struct pml_parser *p) {
  size_t at = p->at, end = at;
  if (pml_peek(p) != T_NAME)
    return false;
  while (p->words.at.at[end].kind != T_ASSIGN) {
    enum pml_token t = p->words.at.at[end].kind;
    if (t != T_NAME && t != T_DOT && t != T_OPEN_BRACKET &&
        t != T_CLOSE_BRACKET && t != T_CONST)
      return false;
    end++;
  }
  const struct pml_word *f = &p->words.at.at[end + 1];
  struct inline_def *d = f->kind == T_NAME ? pml_inline_find(p, f->text) : NULL;
  if (!d || f[1].kind != T_OPEN)
    return false;
  VEC(struct pml_word) result = {0};
  for (size_t i = at; i < end; i++)
    pml_push(p, &result, p->words.at.at[i]);
  p->at = end + 1;
  expand_inline(p, d, result.at, result.len);
  splice(p, at, end + 1, NULL, 0);
  p->at = at;
  return true;
}

/* --- sequences ------------------------------------------------------------ */

static struct pstmt *pml_stmt(struct pml_parser *p) {
  struct inline_def *d;
  pml_enter(p);
  if (at_label(p)) {
    struct pstmt *s = pml_labelled(p);
    pml_leave(p);
    return s;
  }
  if (pml_peek(p) == T_NAME && (d = pml_inline_find(p, pml_word(p)->text)) &&
      pml_peek_at(p, 1) == T_OPEN)
    expand_inline(p, d, NULL, 0);
  else
    expand_result(p);
  struct pstmt *s = pml_plain(p);
  pml_leave(p);
  return s;
}

/* What stands before `unless` is a sequence, braces or not. */
static struct pseq *as_sequence(struct pml_parser *p, struct pstmt *s) {
  if (s->kind == PS_BLOCK && !s->labels.len) {
    struct pseq *own = s->parts.at[0];
    return own;
  }
  struct pseq *seq = arena_new(p->arena, struct pseq);
  pml_push(p, &seq->at, s);
  return seq;
}

static struct pstmt *pml_unless(struct pml_parser *p, struct pstmt *normal) {
  struct pml_word w = pml_expect(p, T_UNLESS);
  struct pstmt *s = pstmt_new(p, PS_UNLESS, &w);
  /* A break in the escape of a loop leaves the loop around it. */
  struct pstmt *escape = pml_stmt(p);
  struct pstmt *inner = normal->labels.len ? normal : NULL;
  if (inner && (inner->kind == PS_BLOCK || inner->kind == PS_ATOMIC ||
                inner->kind == PS_D_STEP)) {
    /* The label is lifted: it names the block around the unless. */
    struct pstmt *block = pstmt_new(p, inner->kind, &w);
    struct pseq *seq = arena_new(p->arena, struct pseq);
    add_part(p, s, inner->parts.at[0]);
    add_part(p, s, as_sequence(p, escape));
    pml_push(p, &seq->at, s);
    add_part(p, block, seq);
    block->labels.at = inner->labels.at;
    block->labels.len = inner->labels.len;
    block->labels.cap = inner->labels.cap;
    return block;
  }
  add_part(p, s, as_sequence(p, normal));
  add_part(p, s, as_sequence(p, escape));
  return s;
}

static void pml_exclusive(struct pml_parser *p) {
  p->at++;
  do
    pml_lvalue(p);
  while (pml_accept(p, T_COMMA));
}

/* What begins a unit ends a body whose brace was forgotten. */
static bool ends_sequence(enum pml_token t) {
  return t == T_CLOSE_BRACE || t == T_SEP || t == T_FI || t == T_OD ||
         t == T_END || t == T_ACTIVE || t == T_PROCTYPE ||
         t == T_D_PROCTYPE || t == T_INIT || t == T_NEVER || t == T_LTL ||
         t == T_TYPEDEF;
}

/* One statement or declaration, and that something separates it from the
 * next. */
static void pml_item(struct pml_parser *p) {
  enum pml_token t = pml_peek(p);
  if (pml_at_declaration(p)) {
    pml_declaration(p);
  } else if (t == T_XR || t == T_XS) {
    pml_exclusive(p);
  } else {
    struct pstmt *s = pml_stmt(p);
    while (pml_peek(p) == T_SEMI && pml_peek_at(p, 1) == T_UNLESS)
      p->at++;
    if (pml_peek(p) == T_UNLESS)
      s = pml_unless(p, s);
    pstmt_add(p, s);
    p->started = true;
  }
  t = pml_peek(p);
  if (t != T_SEMI && t != T_ARROW && (t == T_END || !ends_sequence(t)))
    pml_fail(p, pml_word(p), "expected ';' or '->', found '%s'",
             pml_word(p)->text);
}

/* To the end of a statement that began here and could not be read; something
 * stands in its place, so that its sequence is not empty. */
static void skip_item(struct pml_parser *p, size_t begin) {
  size_t bad = p->at > begin ? p->at : begin + 1;
  unsigned depth = 0;
  struct pstmt *s = pstmt_new(p, PS_EXPR, &p->words.at.at[begin]);
  s->expr = pexpr_const(p, 1, &p->words.at.at[begin]);
  pstmt_add(p, s);
  for (p->at = begin; pml_peek(p) != T_END; p->at++) {
    enum pml_token t = pml_peek(p);
    if (!depth && p->at >= bad && (t == T_SEMI || t == T_ARROW))
      return;
    if (!depth && p->at > begin && ends_sequence(t))
      return;
    depth += t == T_OPEN_BRACE || t == T_IF || t == T_DO;
    depth -= depth && (t == T_CLOSE_BRACE || t == T_FI || t == T_OD);
  }
}

void pml_sequence(struct pml_parser *p) {
  pml_enter(p);
  while (!ends_sequence(pml_peek(p)))
    if (!pml_accept(p, T_SEMI) && !pml_accept(p, T_ARROW))
      pml_guarded(p, pml_item, skip_item);
  pml_leave(p);
}
