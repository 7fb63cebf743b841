#include "promela/parse.h"

#include <string.h>

static const struct {
  enum pml_token token;
  enum ptype type;
} types[] = {
    {T_BIT, TYPE_BIT},     {T_BOOL, TYPE_BIT},   {T_BYTE, TYPE_BYTE},
    {T_SHORT, TYPE_SHORT}, {T_INT, TYPE_INT},    {T_UNSIGNED, TYPE_UNSIGNED},
    {T_MTYPE, TYPE_MTYPE}, {T_PID, TYPE_PID},    {T_CHAN, TYPE_CHAN},
};

static enum ptype type_of(enum pml_token t) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].token == t)
      return types[i].type;
  return TYPE_NONE;
}

bool pml_at_declaration(const struct pml_parser *p) {
  enum pml_token t = pml_peek(p);
  return t == T_HIDDEN || t == T_SHOW || t == T_LOCAL || type_of(t) ||
         (t == T_NAME && pml_record_find(p, pml_word(p)->text) &&
          pml_peek_at(p, 1) == T_NAME);
}

struct ptype_of pml_type(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  struct ptype_of t = {.type = type_of(w.kind)};
  if (!t.type && w.kind == T_NAME && (t.record = pml_record_find(p, w.text)))
    t.type = TYPE_STRUCT;
  if (!t.type)
    pml_fail(p, &w, "expected a type, found '%s'", w.text);
  p->at++;
  if (w.kind == T_MTYPE && pml_peek(p) == T_COLON &&
      pml_peek_at(p, 1) == T_NAME) /* mtype:set */
    p->at += 2;
  return t;
}

/* --- channels ------------------------------------------------------------- */

struct type_list {
  VEC(struct ptype_of) at;
};

static void push_types(struct pml_parser *p, struct type_list *list,
                       struct ptype_of t, uint32_t count, bool array) {
  for (uint32_t k = 0; k < count; k++) {
    if (t.type == TYPE_STRUCT) {
      for (size_t i = 0; i < t.record->fields.len; i++) {
        const struct pfield *f = &t.record->fields.at[i];
        push_types(p, list, f->type, f->count, f->is_array);
      }
    } else {
      struct ptype_of one = t;
      if (array && one.type == TYPE_BIT)
        one.type = TYPE_BYTE;
      pml_push(p, &list->at, one);
    }
  }
}

/* [n] of { byte, mtype } */
static const struct pchan *pml_channel(struct pml_parser *p) {
  struct pml_word w = pml_expect(p, T_OPEN_BRACKET);
  struct pchan *c = arena_new(p->arena, struct pchan);
  struct type_list list = {0};
  int32_t capacity = pml_const(p);
  if (capacity < 0 || capacity > 255)
    pml_fail(p, &w, "a channel holds 0 to 255 messages");
  c->capacity = (uint32_t)capacity;
  c->place = w.place;
  pml_expect(p, T_CLOSE_BRACKET);
  pml_expect(p, T_OF);
  pml_expect(p, T_OPEN_BRACE);
  do {
    if (pml_peek(p) == T_UNSIGNED)
      pml_fail(p, pml_word(p), "an unsigned is no field of a message");
    push_types(p, &list, pml_type(p), 1, false);
  } while (pml_accept(p, T_COMMA));
  pml_expect(p, T_CLOSE_BRACE);
  c->width = (uint32_t)list.at.len;
  if (!c->width || c->width > 255)
    pml_fail(p, &w, "a message has 1 to 255 fields");
  c->fields = arena_copy(p->arena, list.at.at, c->width * sizeof *c->fields);
  c->number = (uint32_t)p->program->chans.len;
  pml_push(p, &p->program->chans, c);
  return c;
}

/* --- variables ------------------------------------------------------------ */

static uint32_t *cell_counter(struct pml_parser *p) {
  return p->proc ? &p->proc->cells : &p->program->cells;
}

static void new_name(struct pml_parser *p, const struct pml_word *w,
                     struct pvariable v) {
  uint32_t scope = p->scopes.len ? *vec_last(&p->scopes) : 0;
  const struct name *there = pml_name_find(p, v.name);
  if (there && there->scope == scope && there->local == (p->proc != NULL))
    pml_fail(p, w, "'%s' is declared twice", v.name);
  struct name n = {v.name, p->proc != NULL, scope, v};
  pml_push(p, &p->names, n);
  if (p->proc)
    pml_push(p, &p->proc->variables, v);
  else
    pml_push(p, &p->program->globals, v);
}

/* SPIN takes a variable alone for the number that its declaration gives it, and
 * for 8 if that is none. */
static bool bound_by_name(struct pml_parser *p, int32_t *count) {
  const struct name *n = NULL;
  if (pml_peek(p) == T_NAME && pml_peek_at(p, 1) == T_CLOSE_BRACKET)
    n = pml_name_find(p, pml_word(p)->text);
  if (!n)
    return false;
  *count = n->variable.first > 0 ? n->variable.first : 8;
  p->at++;
  return true;
}

static uint32_t pml_bound(struct pml_parser *p, const struct pml_word *w) {
  int32_t count;
  pml_expect(p, T_OPEN_BRACKET);
  if (!bound_by_name(p, &count))
    count = pml_const(p);
  pml_expect(p, T_CLOSE_BRACKET);
  if (count < 1 || count > 65535)
    pml_fail(p, w, "an array has 1 to 65,535 elements");
  return (uint32_t)count;
}

static void add_init(struct pml_parser *p, struct plvalue *target,
                     const struct pexpr *value, const struct pchan *chan) {
  struct pinit i = {target, value, chan};
  if (p->proc)
    pml_push(p, &p->proc->inits, i);
  else
    pml_push(p, &p->program->inits, i);
}

/* A declaration behind the first statement is a step: SPIN assigns there. */
static void add_assignment(struct pml_parser *p, const struct pml_word *w,
                           struct plvalue *target, const struct pexpr *value) {
  struct pstmt *s = pstmt_new(p, PS_ASSIGN, w);
  s->target = target;
  s->expr = value;
  s->text = arena_printf(p->arena, "%s = ...", w->text);
  pstmt_add(p, s);
}

/* That of a structure is a step too, and assigns nothing. */
static void add_nothing(struct pml_parser *p, const struct pml_word *w) {
  struct plvalue *nowhere = arena_new(p->arena, struct plvalue);
  *nowhere = (struct plvalue){.discard = true, .type.type = TYPE_INT,
                              .name = w->text, .place = w->place};
  add_assignment(p, w, nowhere, pexpr_const(p, 0, w));
}

struct init_context {
  const struct pfield *field;
};

static void init_cell(struct pml_parser *p, struct plvalue *v,
                      const struct pexpr *value, const struct pchan *chan) {
  add_init(p, v, value, chan);
}

/* The fields of a record, each with its own initialiser. */
static void init_record(struct pml_parser *p, const struct plvalue *v) {
  const struct pstruct *record = v->type.record;
  for (size_t i = 0; i < record->fields.len; i++) {
    const struct pfield *f = &record->fields.at[i];
    uint32_t size = f->type.type == TYPE_STRUCT ? f->type.record->cells : 1;
    for (uint32_t k = 0; k < f->count; k++) {
      struct plvalue *cell = arena_new(p->arena, struct plvalue);
      *cell = *v;
      cell->type = f->type;
      cell->element = f->is_array;
      cell->base += f->at + k * size;
      if (f->type.type == TYPE_STRUCT)
        init_record(p, cell);
      else
        init_cell(p, cell, f->init, f->chan);
    }
  }
}

static void init_variable(struct pml_parser *p, const struct pml_word *w,
                          struct plvalue base, uint32_t count,
                          const struct pexpr *const *values, uint32_t given,
                          const struct pchan *chan) {
  uint32_t size =
      base.type.type == TYPE_STRUCT ? base.type.record->cells : 1;
  for (uint32_t k = 0; k < count; k++) {
    struct plvalue *cell = arena_new(p->arena, struct plvalue);
    *cell = base;
    cell->base += k * size;
    const struct pexpr *value = !given       ? NULL
                                : given == 1 ? values[0]
                                : k < given  ? values[k]
                                             : NULL;
    if (cell->type.type == TYPE_STRUCT)
      init_record(p, cell);
    else
      add_init(p, cell, value, chan);
  }
  (void)w;
}

/* ": 5", of an unsigned. */
static uint8_t pml_bits(struct pml_parser *p, const struct pml_word *w) {
  pml_expect(p, T_COLON);
  int32_t bits = pml_expect(p, T_CONST).value;
  if (bits < 1 || bits > 31)
    pml_fail(p, w, "an unsigned has 1 to 31 bits");
  return (uint8_t)bits;
}

static void pml_variable(struct pml_parser *p, struct ptype_of type,
                           bool hidden) {
  struct pml_word w = pml_expect(p, T_NAME);
  struct pvariable v = {.name = w.text, .type = type, .count = 1,
                        .hidden = hidden, .place = w.place};
  v.type.bits = 0;
  if (type.type == TYPE_UNSIGNED)
    v.type.bits = pml_bits(p, &w);
  if (pml_peek(p) == T_OPEN_BRACKET) {
    v.is_array = true;
    v.count = pml_bound(p, &w);
  }
  uint32_t size = type.type == TYPE_STRUCT ? type.record->cells : 1;
  uint32_t *cells = cell_counter(p);
  if ((uint64_t)*cells + (uint64_t)size * v.count > CELLS_MAX)
    pml_fail(p, &w, "more than 65,536 variables");
  v.cell = *cells;
  *cells += size * v.count;

  VEC(const struct pexpr *) values = {0};
  const struct pchan *chan = NULL;
  struct pml_word at = w;
  if (pml_accept(p, T_ASSIGN)) {
    at = *pml_word(p);
    if (pml_peek(p) == T_OPEN_BRACKET) {
      chan = pml_channel(p);
      if (type.type != TYPE_CHAN)
        pml_fail(p, &at, "only a chan is initialised so");
    } else if (pml_accept(p, T_OPEN_BRACE)) {
      do
        pml_push(p, &values, pml_expr(p));
      while (pml_accept(p, T_COMMA));
      pml_expect(p, T_CLOSE_BRACE);
      while (values.len < 2) /* one in braces is the first, not all */
        pml_push(p, &values, pexpr_const(p, 0, &w));
    } else {
      pml_push(p, &values, pml_expr(p));
    }
  }
  if (values.len && !v.is_array && values.at[0]->op == PE_CONST)
    v.first = values.at[0]->value;
  new_name(p, &w, v);
  struct plvalue base = {.local = p->proc != NULL, .base = v.cell,
                         .type = v.type, .element = v.is_array,
                         .name = v.name, .place = v.place};
  const struct pexpr *const *list =
      values.len ? arena_copy(p->arena, values.at,
                              values.len * sizeof *values.at)
                 : NULL;
  if (p->proc && p->started && !chan && type.type != TYPE_STRUCT &&
      !v.is_array) {
    struct plvalue *one = arena_new(p->arena, struct plvalue);
    *one = base;
    add_init(p, one, NULL, NULL);
    add_assignment(p, &w, one, list ? list[0] : pexpr_const(p, 0, &w));
  } else {
    init_variable(p, &w, base, v.count, list, (uint32_t)values.len, chan);
    if (p->proc && p->started && type.type == TYPE_STRUCT) {
      add_nothing(p, &w);
    } else if (p->proc && p->started && !chan && !list) {
      struct plvalue *one = arena_new(p->arena, struct plvalue);
      *one = base; /* SPIN clears the first element only */
      add_assignment(p, &w, one, pexpr_const(p, 0, &w));
    }
  }
}

/* mtype = { a, b, c }: numbered from the last to the first. */
static void pml_mtype(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  VEC(struct pml_word) names = {0};
  pml_expect(p, T_OPEN_BRACE);
  while (pml_peek(p) == T_NAME) {
    pml_push(p, &names, *pml_word(p));
    p->at++;
    while (pml_accept(p, T_COMMA))
      ;
  }
  pml_expect(p, T_CLOSE_BRACE);
  size_t base = p->mtypes.len;
  for (size_t i = 0; i < names.len; i++) {
    int32_t value;
    if (pml_mtype_find(p, names.at[i].text, &value))
      pml_fail(p, &names.at[i], "'%s' is declared twice",
                 names.at[i].text);
    struct mtype_name m = {names.at[i].text,
                           (int32_t)(base + names.len - i)};
    pml_push(p, &p->mtypes, m);
  }
  if (p->mtypes.len > 255)
    pml_fail(p, &w, "more than 255 names of mtype");
  while (p->program->mtypes.len < p->mtypes.len)
    pml_push(p, &p->program->mtypes, "");
  for (size_t i = base; i < p->mtypes.len; i++)
    p->program->mtypes.at[p->mtypes.at[i].value - 1] = p->mtypes.at[i].name;
}

void pml_declaration(struct pml_parser *p) {
  bool hidden = pml_peek(p) == T_HIDDEN;
  if (pml_peek(p) == T_HIDDEN || pml_peek(p) == T_SHOW ||
      pml_peek(p) == T_LOCAL)
    p->at++;
  if (pml_peek(p) == T_MTYPE) {
    size_t n = pml_peek_at(p, 1) == T_COLON ? 3 : 1;
    if (pml_peek_at(p, n) == T_ASSIGN)
      n++;
    if (pml_peek_at(p, n) == T_OPEN_BRACE) {
      p->at += n;
      pml_mtype(p);
      return;
    }
  }
  struct ptype_of type = pml_type(p);
  do
    pml_variable(p, type, hidden);
  while (pml_accept(p, T_COMMA));
}

/* --- parameters and records ----------------------------------------------- */

struct param_list {
  VEC(struct plvalue *) at;
};

static bool has_array(const struct pstruct *r) {
  for (size_t i = 0; i < r->fields.len; i++)
    if (r->fields.at[i].is_array ||
        (r->fields.at[i].type.type == TYPE_STRUCT &&
         has_array(r->fields.at[i].type.record)))
      return true;
  return false;
}

static void push_param(struct pml_parser *p, struct plvalue *v, void *user) {
  struct param_list *list = user;
  pml_push(p, &list->at, v);
}

/* A structure is as many parameters as it has fields. */
static void pml_param(struct pml_parser *p, struct ptype_of type,
                      struct param_list *list) {
  struct pml_word w = pml_expect(p, T_NAME);
  if (type.type == TYPE_UNSIGNED)
    type.bits = pml_bits(p, &w);
  struct pvariable v = {.name = w.text, .type = type, .count = 1,
                        .cell = p->proc->cells, .place = w.place};
  bool record = type.type == TYPE_STRUCT;
  if (pml_peek(p) == T_OPEN_BRACKET)
    pml_fail(p, pml_word(p), "an array cannot be a parameter");
  if (record && has_array(type.record))
    pml_fail(p, &w, "a structure with an array cannot be a parameter");
  p->proc->cells += record ? type.record->cells : 1;
  new_name(p, &w, v);
  struct plvalue whole = {.local = true, .base = v.cell, .type = type,
                          .name = v.name, .place = w.place};
  pml_lvalue_cells(p, &whole, push_param, list);
  if (list->at.len > 255)
    pml_fail(p, &w, "more than 255 parameters");
}

void pml_params(struct pml_parser *p) {
  struct param_list params = {0};
  while (pml_peek(p) != T_CLOSE) {
    if (pml_accept(p, T_SEMI))
      continue;
    struct ptype_of type = pml_type(p);
    do
      pml_param(p, type, &params);
    while (pml_accept(p, T_COMMA));
  }
  p->proc->param_count = (uint32_t)params.at.len;
  if (params.at.len)
    p->proc->params = arena_copy(p->arena, params.at.at,
                                 params.at.len * sizeof *params.at.at);
}

static void pml_record_field(struct pml_parser *p, struct pstruct *r,
                               struct ptype_of type) {
  struct pml_word w = pml_expect(p, T_NAME);
  struct pfield f = {.name = w.text, .type = type, .count = 1,
                     .at = r->cells};
  if (type.type == TYPE_UNSIGNED)
    f.type.bits = pml_bits(p, &w);
  if (pml_peek(p) == T_OPEN_BRACKET) {
    f.is_array = true;
    f.count = pml_bound(p, &w);
  }
  if (pml_accept(p, T_ASSIGN)) {
    if (pml_peek(p) == T_OPEN_BRACKET)
      f.chan = pml_channel(p);
    else
      f.init = pml_expr(p);
  }
  uint32_t size = type.type == TYPE_STRUCT ? type.record->cells : 1;
  if ((uint64_t)r->cells + (uint64_t)size * f.count > CELLS_MAX)
    pml_fail(p, &w, "more than 65,536 variables");
  r->cells += size * f.count;
  pml_push(p, &r->fields, f);
}

void pml_typedef(struct pml_parser *p) {
  pml_expect(p, T_TYPEDEF);
  struct pml_word name = pml_expect(p, T_NAME);
  struct pstruct *r = arena_new(p->arena, struct pstruct);
  r->name = name.text;
  pml_expect(p, T_OPEN_BRACE);
  while (!pml_accept(p, T_CLOSE_BRACE)) {
    if (pml_accept(p, T_SEMI))
      continue;
    while (pml_peek(p) == T_HIDDEN || pml_peek(p) == T_SHOW ||
           pml_peek(p) == T_LOCAL)
      p->at++;
    struct ptype_of type = pml_type(p);
    do
      pml_record_field(p, r, type);
    while (pml_accept(p, T_COMMA));
  }
  pml_push(p, &p->records, r);
}
