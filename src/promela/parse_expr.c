#include "promela/parse.h"

#include <string.h>

struct pexpr *pexpr_new(struct pml_parser *p, enum pexpr_op op,
                       const struct pml_word *at) {
  struct pexpr *e = arena_new(p->arena, struct pexpr);
  e->op = op;
  e->place = at->place;
  return e;
}

const struct pexpr *pexpr_const(struct pml_parser *p, int32_t value,
                               const struct pml_word *at) {
  struct pexpr *e = pexpr_new(p, PE_CONST, at);
  e->value = value;
  return e;
}

const struct pexpr *pexpr_var(struct pml_parser *p, struct plvalue *v) {
  struct pml_word at = {.place = v->place};
  struct pexpr *e = pexpr_new(p, PE_VAR, &at);
  e->var = v;
  return e;
}

/* --- variables ------------------------------------------------------------ */

static void add_index(struct pml_parser *p, struct plvalue *v,
                      const struct pexpr *index, uint32_t count,
                      uint32_t stride) {
  if (index->op == PE_CONST && index->value >= 0 &&
      (uint32_t)index->value < count) {
    v->base += (uint32_t)index->value * stride;
    return;
  }
  struct pindex *all =
      arena_array(p->arena, struct pindex, v->index_count + 1);
  if (v->index_count)
    memcpy(all, v->indices, v->index_count * sizeof *all);
  all[v->index_count++] = (struct pindex){index, count, stride};
  v->indices = all;
}

static uint32_t cells_of(struct ptype_of t) {
  return t.type == TYPE_STRUCT ? t.record->cells : 1;
}

static const struct pexpr *pml_index(struct pml_parser *p) {
  pml_expect(p, T_OPEN_BRACKET);
  const struct pexpr *e = pml_expr(p);
  pml_expect(p, T_CLOSE_BRACKET);
  return e;
}

static void pml_element(struct pml_parser *p, struct plvalue *v, bool is_array,
                          uint32_t count, const struct pml_word *name) {
  v->element = is_array;
  if (pml_peek(p) == T_OPEN_BRACKET) {
    if (!is_array)
      pml_fail(p, pml_word(p), "'%s' is no array", name->text);
    add_index(p, v, pml_index(p), count, cells_of(v->type));
  } /* an array alone is its first element, as in SPIN */
}

static void pml_field(struct pml_parser *p, struct plvalue *v) {
  struct pml_word name = pml_expect(p, T_NAME);
  if (v->type.type != TYPE_STRUCT)
    pml_fail(p, &name, "no structure has a field '%s' here", name.text);
  const struct pstruct *record = v->type.record;
  for (size_t i = 0; i < record->fields.len; i++) {
    const struct pfield *f = &record->fields.at[i];
    if (strcmp(f->name, name.text))
      continue;
    v->base += f->at;
    v->type = f->type;
    pml_element(p, v, f->is_array, f->count, &name);
    return;
  }
  pml_fail(p, &name, "'%s' has no field '%s'", record->name, name.text);
}

struct plvalue *pml_lvalue(struct pml_parser *p) {
  struct pml_word name = pml_expect(p, T_NAME);
  struct plvalue *v = arena_new(p->arena, struct plvalue);
  v->name = name.text;
  v->place = name.place;
  if (!strcmp(name.text, "_")) {
    v->discard = true;
    v->type.type = TYPE_INT;
    return v;
  }
  const struct name *n = pml_name_find(p, name.text);
  if (!n && !strcmp(name.text, "_pid"))
    pml_fail(p, &name, "'_pid' cannot be changed: to receive only what "
                       "equals it, write 'eval(_pid)'");
  if (!n)
    pml_unknown(p, &name);
  v->local = n->local;
  v->base = n->variable.cell;
  v->type = n->variable.type;
  pml_element(p, v, n->variable.is_array, n->variable.count, &name);
  while (pml_accept(p, T_DOT))
    pml_field(p, v);
  return v;
}

void pml_lvalue_cells(struct pml_parser *p, const struct plvalue *v,
                  void (*each)(struct pml_parser *, struct plvalue *, void *),
                  void *user) {
  if (v->type.type != TYPE_STRUCT) {
    struct plvalue *one = arena_new(p->arena, struct plvalue);
    *one = *v;
    each(p, one, user);
    return;
  }
  const struct pstruct *record = v->type.record;
  for (size_t i = 0; i < record->fields.len; i++) {
    const struct pfield *f = &record->fields.at[i];
    for (uint32_t k = 0; k < f->count; k++) {
      struct plvalue cell = *v;
      cell.type = f->type;
      cell.element = f->is_array;
      cell.base += f->at + k * cells_of(f->type);
      pml_lvalue_cells(p, &cell, each, user);
    }
  }
}

/* --- arguments ------------------------------------------------------------ */

struct expr_list {
  VEC(const struct pexpr *) at;
};

static void push_cell(struct pml_parser *p, struct plvalue *v, void *user) {
  struct expr_list *list = user;
  pml_push(p, &list->at, pexpr_var(p, v));
}

static void pml_arg_list(struct pml_parser *p, enum pml_token end,
                           struct expr_list *list) {
  for (;;) {
    const struct pexpr *e = pml_expr(p);
    if (e->op == PE_VAR && e->var->type.type == TYPE_STRUCT)
      pml_lvalue_cells(p, e->var, push_cell, list);
    else
      pml_push(p, &list->at, e);
    if (pml_peek(p) == T_OPEN) { /* m(x): the same as m, x */
      p->at++;
      pml_arg_list(p, T_CLOSE, list);
      pml_expect(p, T_CLOSE);
      return;
    }
    if (!pml_accept(p, T_COMMA))
      return;
    (void)end;
  }
}

void pml_args(struct pml_parser *p, enum pml_token end, struct pexpr *into) {
  struct expr_list list = {0};
  if (pml_peek(p) != end)
    pml_arg_list(p, end, &list);
  into->arg_count = (uint32_t)list.at.len;
  into->args = list.at.len ? arena_copy(p->arena, list.at.at,
                                        list.at.len * sizeof *list.at.at)
                           : NULL;
}

struct pattern_list {
  VEC(struct pattern) at;
};

static void push_store(struct pml_parser *p, struct plvalue *v, void *user) {
  struct pattern_list *list = user;
  struct pattern one = {PATTERN_STORE, NULL, v};
  pml_push(p, &list->at, one);
}

static void pml_pattern(struct pml_parser *p, struct pattern_list *list) {
  struct pml_word w = *pml_word(p);
  struct pattern one = {PATTERN_VALUE, NULL, NULL};
  int32_t value;
  if (pml_accept(p, T_EVAL)) {
    pml_expect(p, T_OPEN);
    one.value = pml_expr(p);
    pml_expect(p, T_CLOSE);
  } else if (w.kind == T_NAME && !pml_name_find(p, w.text) &&
             pml_mtype_find(p, w.text, &value)) {
    p->at++;
    one.value = pexpr_const(p, value, &w);
  } else if (w.kind == T_NAME) {
    pml_lvalue_cells(p, pml_lvalue(p), push_store, list);
    return;
  } else if (w.kind == T_CONST || w.kind == T_MINUS || w.kind == T_TRUE ||
             w.kind == T_FALSE || w.kind == T_SKIP) {
    bool minus = pml_accept(p, T_MINUS);
    struct pml_word n = *pml_word(p);
    p->at++;
    value = n.kind == T_CONST ? n.value : n.kind != T_FALSE;
    one.value = pexpr_const(p, minus ? -value : value, &w);
  } else {
    pml_fail(p, &w, "expected a variable, a constant or eval(...)");
  }
  pml_push(p, &list->at, one);
}

static void pml_pattern_list(struct pml_parser *p, struct pattern_list *list) {
  pml_enter(p);
  if (pml_accept(p, T_OPEN)) {
    pml_pattern_list(p, list);
    pml_expect(p, T_CLOSE);
    pml_leave(p);
    return;
  }
  do {
    pml_pattern(p, list);
    if (pml_accept(p, T_OPEN)) {
      pml_pattern_list(p, list);
      pml_expect(p, T_CLOSE);
      break;
    }
  } while (pml_accept(p, T_COMMA));
  pml_leave(p);
}

void pml_patterns(struct pml_parser *p, enum pml_token end, struct pexpr *into) {
  (void)end;
  struct pattern_list list = {0};
  pml_pattern_list(p, &list);
  into->arg_count = (uint32_t)list.at.len;
  into->patterns = arena_copy(p->arena, list.at.at,
                              list.at.len * sizeof *list.at.at);
}

/* --- primaries ------------------------------------------------------------ */

static const struct pexpr *pml_run(struct pml_parser *p, const struct pml_word *w) {
  struct pml_word name = pml_expect(p, T_NAME);
  struct pexpr *e = pexpr_new(p, PE_RUN, w);
  pml_expect(p, T_OPEN);
  pml_args(p, T_CLOSE, e);
  pml_expect(p, T_CLOSE);
  if (pml_peek(p) == T_PRIORITY)
    pml_fail(p, pml_word(p), "priorities are not read");
  struct run_call call = {e, name.text, name};
  pml_push(p, &p->runs, call);
  return e;
}

static const struct pexpr *pml_of_channel(struct pml_parser *p,
                                            enum pexpr_op op,
                                            const struct pml_word *w) {
  struct pexpr *e = pexpr_new(p, op, w);
  pml_expect(p, T_OPEN);
  e->a = pexpr_var(p, pml_lvalue(p));
  pml_expect(p, T_CLOSE);
  return e;
}

static const struct pexpr *pml_of_process(struct pml_parser *p, enum pexpr_op op,
                                            const struct pml_word *w) {
  struct pexpr *e = pexpr_new(p, op, w);
  pml_expect(p, T_OPEN);
  e->a = pml_expr(p);
  pml_expect(p, T_CLOSE);
  return e;
}

/* P[e]@label, P@label, P[e]:x, P:x */
static const struct pexpr *pml_remote(struct pml_parser *p,
                                        const struct pproc *proc) {
  struct pml_word w = pml_expect(p, T_NAME);
  struct pexpr *e = pexpr_new(p, PE_AT, &w);
  e->value = (int32_t)proc->number;
  if (pml_peek(p) == T_OPEN_BRACKET)
    e->a = pml_index(p);
  if (pml_accept(p, T_AT)) {
    e->label = pml_expect(p, T_NAME).text;
    struct preference r = {proc->number, e->label};
    pml_push(p, &p->program->references, r);
    return e;
  }
  pml_expect(p, T_COLON);
  struct pml_word name = pml_expect(p, T_NAME);
  e->op = PE_REMOTE;
  for (size_t i = 0; i < proc->variables.len; i++) {
    const struct pvariable *v = &proc->variables.at[i];
    if (strcmp(v->name, name.text))
      continue;
    e->var = arena_new(p->arena, struct plvalue);
    *e->var = (struct plvalue){.local = true, .base = v->cell, .type = v->type,
                               .name = v->name, .place = name.place};
    pml_element(p, e->var, v->is_array, v->count, &name);
    return e;
  }
  pml_fail(p, &name, "'%s' has no variable '%s'", proc->name, name.text);
}

static const struct pexpr *pml_poll(struct pml_parser *p, struct plvalue *v,
                                      const struct pml_word *w) {
  struct pexpr *e = pexpr_new(p, PE_POLL, w);
  e->random = pml_peek(p) == T_RANDOM;
  p->at += 2; /* ?[ */
  e->a = pexpr_var(p, v);
  pml_patterns(p, T_CLOSE_BRACKET, e);
  pml_expect(p, T_CLOSE_BRACKET);
  return e;
}

static const struct pexpr *pml_named(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  int32_t value;
  static const struct { const char *name; enum pexpr_op op; } own[] = {
      {"_pid", PE_PID}, {"_nr_pr", PE_NR_PR}, {"_last", PE_LAST}};
  for (size_t i = 0; i < 3; i++)
    if (!strcmp(w.text, own[i].name)) {
      p->at++;
      p->program->has_last |= own[i].op == PE_LAST;
      return pexpr_new(p, own[i].op, &w);
    }
  if (!pml_name_find(p, w.text)) {
    const struct pproc *proc = pml_proc_find(p, w.text);
    enum pml_token next = pml_peek_at(p, 1);
    if (proc && (next == T_AT || next == T_COLON || next == T_OPEN_BRACKET))
      return pml_remote(p, proc);
    if (pml_mtype_find(p, w.text, &value)) {
      p->at++;
      return pexpr_const(p, value, &w);
    }
    if (!strcmp(w.text, "_priority"))
      pml_fail(p, &w, "priorities are not read");
  }
  struct plvalue *v = pml_lvalue(p);
  enum pml_token t = pml_peek(p);
  if ((t == T_RECEIVE || t == T_RANDOM) &&
      pml_peek_at(p, 1) == T_OPEN_BRACKET)
    return pml_poll(p, v, &w);
  return pexpr_var(p, v);
}

static const struct pexpr *pml_parens(struct pml_parser *p) {
  struct pml_word w = pml_expect(p, T_OPEN);
  const struct pexpr *e = pml_expr(p);
  if (pml_accept(p, T_ARROW)) {
    struct pexpr *c = pexpr_new(p, PE_COND, &w);
    c->a = e;
    c->b = pml_expr(p);
    pml_expect(p, T_COLON);
    c->c = pml_expr(p);
    e = c;
  }
  pml_expect(p, T_CLOSE);
  return e;
}

static const struct pexpr *pml_primary(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  switch (w.kind) {
  case T_OPEN:
    return pml_parens(p);
  case T_NAME:
    return pml_named(p);
  default:
    p->at++;
  }
  switch (w.kind) {
  case T_CONST:
    return pexpr_const(p, w.value, &w);
  case T_TRUE: case T_SKIP:
    return pexpr_const(p, 1, &w);
  case T_FALSE:
    return pexpr_const(p, 0, &w);
  case T_TIMEOUT:
    p->program->has_timeout = true;
    return pexpr_new(p, PE_TIMEOUT, &w);
  case T_NP:
    p->program->has_np = true;
    return pexpr_new(p, PE_NP, &w);
  case T_RUN:
    return pml_run(p, &w);
  case T_LEN:
    return pml_of_channel(p, PE_LEN, &w);
  case T_FULL:
    return pml_of_channel(p, PE_FULL, &w);
  case T_EMPTY:
    return pml_of_channel(p, PE_EMPTY, &w);
  case T_NFULL:
    return pml_of_channel(p, PE_NFULL, &w);
  case T_NEMPTY:
    return pml_of_channel(p, PE_NEMPTY, &w);
  case T_ENABLED:
    p->program->has_enabled = true;
    return pml_of_process(p, PE_ENABLED, &w);
  case T_PC_VALUE:
    return pml_of_process(p, PE_PC_VALUE, &w);
  case T_GET_PRIORITY:
    pml_fail(p, &w, "priorities are not read");
  case T_C_EXPR:
    pml_fail(p, &w, "embedded C code is not read");
  default:
    pml_fail(p, &w, "expected an expression, found '%s'", w.text);
  }
}

/* --- operators ------------------------------------------------------------ */

static const struct binary {
  enum pml_token token;
  int level;
  enum pexpr_op op;
} binaries[] = {
    {T_OR, 1, PE_OR},         {T_AND, 2, PE_AND},     {T_BAR, 3, PE_BOR},
    {T_CARET, 4, PE_XOR},     {T_AMPERSAND, 5, PE_BAND},
    {T_EQ, 6, PE_EQ},         {T_NE, 6, PE_NE},       {T_LT, 7, PE_LT},
    {T_LE, 7, PE_LE},         {T_GT, 7, PE_GT},       {T_GE, 7, PE_GE},
    {T_LSHIFT, 8, PE_SHL},    {T_RSHIFT, 8, PE_SHR},  {T_PLUS, 9, PE_ADD},
    {T_MINUS, 9, PE_SUB},     {T_STAR, 10, PE_MUL},   {T_SLASH, 10, PE_DIV},
    {T_PERCENT, 10, PE_MOD},
};

static const struct binary *binary_of(enum pml_token t) {
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (binaries[i].token == t)
      return &binaries[i];
  return NULL;
}

static const struct pexpr *pml_unary(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  enum pexpr_op op = w.kind == T_SEND    ? PE_NOT
                     : w.kind == T_MINUS ? PE_NEG
                     : w.kind == T_TILDE ? PE_COMPLEMENT
                                         : PE_CONST;
  if (op == PE_CONST)
    return pml_primary(p);
  p->at++;
  pml_enter(p);
  struct pexpr *e = pexpr_new(p, op, &w);
  e->a = pml_unary(p);
  pml_leave(p);
  if (op == PE_NEG && e->a->op == PE_CONST)
    return pexpr_const(p, (int32_t)-(uint32_t)e->a->value, &w);
  return e;
}

static const struct pexpr *pml_binary(struct pml_parser *p, int level) {
  pml_enter(p);
  const struct pexpr *left = pml_unary(p);
  for (;;) {
    struct pml_word w = *pml_word(p);
    const struct binary *b = binary_of(w.kind);
    if (!b || b->level < level)
      break;
    p->at++;
    struct pexpr *e = pexpr_new(p, b->op, &w);
    e->a = left;
    e->b = pml_binary(p, b->level + 1);
    left = e;
  }
  pml_leave(p);
  return left;
}

const struct pexpr *pml_expr(struct pml_parser *p) {
  return pml_binary(p, 1);
}

/* An operand of && and || in a formula. */
const struct pexpr *pml_atom(struct pml_parser *p);
const struct pexpr *pml_atom(struct pml_parser *p) {
  return pml_binary(p, 3);
}

/* --- constants ------------------------------------------------------------ */

static bool fold(const struct pexpr *e, int64_t *out) {
  int64_t a = 0, b = 0;
  if (e->op == PE_CONST) {
    *out = e->value;
    return true;
  }
  if ((e->a && !fold(e->a, &a)) || (e->b && !fold(e->b, &b)))
    return false;
  switch (e->op) {
  case PE_NEG:
    *out = -a;
    break;
  case PE_ADD:
    *out = a + b;
    break;
  case PE_SUB:
    *out = a - b;
    break;
  case PE_MUL:
    *out = a * b;
    break;
  case PE_DIV: case PE_MOD:
    if (!b)
      return false;
    *out = e->op == PE_DIV ? a / b : a % b;
    break;
  default:
    return false;
  }
  return *out >= INT32_MIN && *out <= INT32_MAX;
}

int32_t pml_const(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  int64_t value;
  if (!fold(pml_expr(p), &value))
    pml_fail(p, &w, "expected a constant");
  return (int32_t)value;
}
