#include "promela/flow.h"

#include <setjmp.h>
#include <string.h>

#include "base/diag.h"

enum { ATOM = 2, L_ATOM = 4, D_ATOM = 32, PUT = 64 };
enum { ESCAPES_MAX = 8, STATES_MOST = 65535 };

struct sequence {
  struct element *first, *last, *extent;
};

struct element {
  enum pstmt_kind kind;
  const struct pstmt *stmt;
  uint32_t number;
  unsigned status;
  struct element *next;
  VEC(struct sequence *) sub; /* options; normal and escape */
  struct sequence *block;     /* of atomic, d_step, { } */
  VEC(struct sequence *) escapes; /* the newest first */
  unsigned d_step;            /* number of the d_step it is in; 0: none */
};

struct label {
  const char *name;      /* NULL: where a break leads */
  const struct pstmt *loop;
  struct element *at;
  uint32_t inlined;
};

struct option {
  struct ptrans t;
  bool jump; /* `to` is an element whose transitions are meant */
};
struct table { /* by element number */
  bool choice;
  VEC(struct option) at;
};

struct maker {
  const struct program *program;
  const struct pproc *proc;
  struct arena *arena;
  struct diag *diag;
  VEC(struct element *) elements; /* by number; 0 is none */
  VEC(struct label) labels;
  VEC(struct sequence *) open;
  struct sequence *current;
  unsigned d_steps, d_step;
  bool inside; /* of a d_step, which no escape interrupts */
  struct table *table;          /* the last of these */
  VEC(struct table *) tables;   /* of the process, of the d_steps around here */
  struct pflow *flow;
  jmp_buf bail;
};

_Noreturn static void fail(struct maker *m, struct place at,
                           const char *message) {
  diag_error(m->diag,
             (struct diag_at){m->program->file, at.line, at.col, 1}, "%s",
             message);
  longjmp(m->bail, 1);
}

/* --- elements ------------------------------------------------------------- */

static struct element *new_element(struct maker *m, enum pstmt_kind kind,
                                   const struct pstmt *stmt) {
  struct element *e = arena_new(m->arena, struct element);
  e->kind = kind;
  e->stmt = stmt;
  e->number = (uint32_t)m->elements.len;
  e->d_step = m->d_step;
  if (e->number > STATES_MOST)
    fail(m, stmt ? stmt->place : m->proc->place, "too many statements");
  vec_push(&m->elements, e);
  return e;
}

static bool special(const char *name) {
  return !strncmp(name, "accept", 6) || !strncmp(name, "end", 3) ||
         !strncmp(name, "progress", 8);
}

static void append(struct maker *m, struct element *e, struct sequence *s) {
  (void)m;
  if (!s->first)
    s->first = e;
  else
    s->last->next = e;
  s->last = e;
}

/* Does somebody else look at the label? */
static bool is_referenced(const struct maker *m, const char *name) {
  for (size_t i = 0; i < m->program->references.len; i++) {
    const struct preference *r = &m->program->references.at[i];
    if (r->proc == m->proc->number && !strcmp(r->label, name))
      return true;
  }
  return false;
}

/* A jump that has a label with a meaning, or one that others look at, gets a
 * skip in front of it: otherwise nobody would ever be there. */
static void append_labelled(struct maker *m, struct element *e,
                            struct sequence *s) {
  if (e->kind == PS_GOTO)
    vec_each(&m->labels, l) if (l->at == e && l->name &&
                                (special(l->name) ||
                                 is_referenced(m, l->name))) {
      static const struct pexpr one = {.op = PE_CONST, .value = 1};
      struct pstmt *skip = arena_new(m->arena, struct pstmt);
      *skip = (struct pstmt){.kind = PS_EXPR, .expr = &one, .text = "skip",
                             .place = e->stmt->place};
      struct element *y = new_element(m, PS_EXPR, skip);
      l->at = y;
      append(m, y, s);
      break;
    }
  append(m, e, s);
}

static struct sequence *make_sequence(struct maker *m,
                                      const struct pseq *seq);

static bool is_else(const struct sequence *s) {
  return s->first->kind == PS_ELSE;
}

static void add_label(struct maker *m, const char *name,
                      const struct pstmt *loop, struct element *e,
                      uint32_t inlined) {
  struct label l = {name, loop, e, inlined};
  vec_push(&m->labels, l);
}

static struct element *make_choice(struct maker *m, const struct pstmt *s) {
  struct sequence **sub =
      arena_array(m->arena, struct sequence *, s->parts.len);
  struct sequence *other = NULL;
  for (size_t i = 0; i < s->parts.len; i++)
    sub[i] = make_sequence(m, s->parts.at[i]);
  struct element *e = new_element(m, s->kind, s);
  struct element *t = new_element(m, PS_TARGET, s);
  for (size_t i = 0; i < s->parts.len; i++) {
    if (is_else(sub[i]) && !other)
      other = sub[i];
    else if (is_else(sub[i]))
      fail(m, s->place, "'else' comes twice");
    else
      vec_push(&e->sub, sub[i]);
  }
  if (other)
    vec_push(&e->sub, other);
  vec_each(&e->sub, z) append_labelled(m, t, *z);
  struct sequence *here = m->current;
  if (s->kind == PS_DO) {
    append(m, t, here);
    t = new_element(m, PS_BREAK, s);
    add_label(m, NULL, s, t, 0);
  }
  append(m, e, here);
  append(m, t, here);
  return e;
}

static void attach(struct sequence *normal, struct sequence *escape);

static void attach_one(struct element *f, struct sequence *escape) {
  vec_each(&f->escapes, z) if (*z == escape) return;
  for (size_t i = 0; i < f->escapes.len; i++)
    attach(f->escapes.at[i], escape);
  vec_push(&f->escapes, escape);
  for (size_t i = f->escapes.len - 1; i > 0; i--)
    f->escapes.at[i] = f->escapes.at[i - 1];
  f->escapes.at[0] = escape;
  if (f->kind == PS_UNLESS)
    attach(f->sub.at[0], escape);
  else if (f->kind == PS_IF || f->kind == PS_DO)
    vec_each(&f->sub, z) attach(*z, escape);
  else if (f->kind == PS_D_STEP)
    attach_one(f->block->first, escape);
  else if (f->kind == PS_ATOMIC || f->kind == PS_BLOCK)
    attach(f->block, escape);
}

static void attach(struct sequence *normal, struct sequence *escape) {
  for (struct element *f = normal->first; f; f = f->next) {
    attach_one(f, escape);
    if (f == normal->extent)
      break;
  }
}

static struct element *make_unless(struct maker *m, const struct pstmt *s) {
  struct sequence *normal = make_sequence(m, s->parts.at[0]);
  struct sequence *escape = make_sequence(m, s->parts.at[1]);
  struct element *e = new_element(m, PS_UNLESS, s);
  struct element *t = new_element(m, PS_TARGET, s);
  vec_push(&e->sub, normal);
  vec_push(&e->sub, escape);
  append(m, t, normal);
  append(m, t, escape);
  attach(normal, escape);
  append(m, e, m->current);
  append(m, t, m->current);
  return e;
}

/* --- atomic --------------------------------------------------------------- */

static void walk_atomic(struct element *a, struct element *b, unsigned added) {
  for (struct element *f = a;; f = f->next) {
    f->status |= ATOM | added;
    if (f->kind == PS_ATOMIC || (f->kind == PS_D_STEP && added))
      f->kind = PS_BLOCK;
    if (f->kind == PS_BLOCK)
      walk_atomic(f->block->first, f->block->last, added);
    vec_each(&f->sub, h) walk_atomic((*h)->first, (*h)->last, added);
    if (f == b)
      break;
  }
}

static void make_atomic(struct sequence *s, unsigned added) {
  walk_atomic(s->first, s->last, added);
  struct element *f = s->last;
  if (f->kind == PS_BLOCK || f->kind == PS_ATOMIC) {
    make_atomic(f->block, added);
  } else if (f->kind == PS_UNLESS) {
    make_atomic(f->sub.at[0], added);
  } else {
    f->status &= ~(unsigned)ATOM;
    f->status |= L_ATOM;
  }
}

/* --- statements ----------------------------------------------------------- */

static struct element *make_block(struct maker *m, const struct pstmt *s) {
  unsigned outer = m->d_step;
  if (s->kind == PS_D_STEP && !outer)
    m->d_step = ++m->d_steps;
  struct sequence *block = make_sequence(m, s->parts.at[0]);
  m->d_step = outer;
  struct element *e = new_element(m, s->kind, s);
  e->block = block;
  if (s->kind == PS_ATOMIC)
    make_atomic(block, 0);
  if (s->kind == PS_D_STEP)
    make_atomic(block, D_ATOM);
  return e;
}

static void make_stmt(struct maker *m, const struct pstmt *s) {
  struct element *e;
  bool placed = true;
  switch (s->kind) {
  case PS_IF: case PS_DO:
    e = make_choice(m, s);
    break;
  case PS_UNLESS:
    e = make_unless(m, s);
    break;
  case PS_ATOMIC: case PS_D_STEP: case PS_BLOCK:
    e = make_block(m, s);
    placed = false;
    break;
  default:
    e = new_element(m, s->kind, s);
    placed = false;
  }
  for (size_t i = 0; i < s->labels.len; i++)
    add_label(m, s->labels.at[i], NULL, e, s->inlined);
  if (!placed)
    append_labelled(m, e, m->current);
}

static struct sequence *make_sequence(struct maker *m,
                                      const struct pseq *seq) {
  struct sequence *outer = m->current;
  struct sequence *s = arena_new(m->arena, struct sequence);
  m->current = s;
  for (size_t i = 0; i < seq->at.len; i++)
    make_stmt(m, seq->at.at[i]);
  m->current = outer;
  s->extent = s->last;
  return s;
}

/* --- jumps ---------------------------------------------------------------- */

static struct element *label_of(struct maker *m, const struct element *e) {
  const struct pstmt *s = e->stmt;
  struct element *any = NULL;
  for (size_t i = m->labels.len; i-- > 0;) {
    const struct label *l = &m->labels.at[i];
    if (s->leaves ? l->loop == s->leaves
                  : l->name && !strcmp(l->name, s->label)) {
      if (s->leaves || l->inlined == s->inlined)
        return l->at;
      if (!any)
        any = l->at;
    }
  }
  if (!any)
    fail(m, s->place, "this label is not there");
  return any;
}

static struct element *target_of(struct maker *m, const struct element *e) {
  struct element *g = label_of(m, e);
  if (g->d_step != e->d_step)
    fail(m, e->stmt->place, "a jump into or out of a d_step");
  return g;
}

/* Where a process is that comes to f by a step whose element has this
 * status. */
static struct element *hunt(struct maker *m, struct element *f,
                            unsigned status) {
  struct element *e = f, *g;
  for (unsigned count = 0; count < 500; count++) {
    switch (e->kind) {
    case PS_GOTO:
      g = target_of(m, e);
      if (g == e)
        fail(m, e->stmt->place, "this jump leads to itself");
      break;
    case PS_TARGET: case PS_BREAK:
      if (!e->next)
        return e;
      g = e->next;
      break;
    case PS_UNLESS:
      g = hunt(m, e->sub.at[0]->first, status);
      break;
    default:
      return e;
    }
    if (status & ATOM && !(g->status & ATOM))
      return e;
    e = g;
  }
  fail(m, f->stmt->place, "jumps that lead nowhere");
}

static struct element *hunt_start(struct maker *m, struct element *f) {
  struct element *e = f, *last = NULL;
  for (unsigned count = 0; last != e; count++) {
    if (count > 200)
      fail(m, f->stmt->place, "jumps that lead nowhere");
    last = e;
    if (e->kind == PS_TARGET && e->next)
      e = e->next;
    else if (e->kind == PS_UNLESS)
      e = e->sub.at[0]->first;
  }
  return e;
}

/* --- transitions ---------------------------------------------------------- */

static void patch_atomic(struct maker *m, struct sequence *s) {
  for (struct element *f = s->first; f; f = f->next) {
    if (f->kind == PS_GOTO) {
      struct element *g = target_of(m, f);
      if (f->status & (ATOM | L_ATOM) && !(g->status & (ATOM | L_ATOM))) {
        f->status &= ~(unsigned)ATOM;
        f->status |= L_ATOM;
      }
      if (f->status & L_ATOM && g->status & (ATOM | L_ATOM)) {
        f->status &= ~(unsigned)L_ATOM;
        f->status |= ATOM;
      }
    } else {
      vec_each(&f->sub, h) patch_atomic(m, *h);
    }
    if (f == s->extent)
      break;
  }
}

static void put_sequence(struct maker *m, struct sequence *s);

static void put(struct maker *m, struct element *e, struct option o) {
  vec_push(&m->table[e->number].at, o);
}

static void put_escapes(struct maker *m, struct element *e,
                        struct ptrans *t) {
  if (e->kind == PS_TARGET || m->inside)
    return;
  vec_each(&e->escapes, x) {
    if (t->escape_count == ESCAPES_MAX)
      fail(m, e->stmt->place, "unless is nested too deeply");
    t->escapes[t->escape_count++] =
        hunt(m, (*x)->first, e->status)->number;
  }
}

static void put_escape_bodies(struct maker *m, struct element *e) {
  if (e->kind != PS_TARGET && !m->inside)
    for (size_t i = 0; i < e->escapes.len; i++)
      put_sequence(m, e->escapes.at[i]);
}

static bool does_nothing(const struct element *e) {
  if (e->kind == PS_TARGET || e->kind == PS_GOTO || e->kind == PS_BREAK)
    return true;
  return e->kind == PS_EXPR && e->stmt->expr->op == PE_CONST &&
         e->stmt->expr->value == 1;
}

static void put_simple(struct maker *m, struct element *e) {
  struct option o = {.t.id = e->number};
  if (e->kind == PS_GOTO)
    o.t.to = hunt(m, target_of(m, e), e->status)->number;
  else if (e->next)
    o.t.to = hunt(m, e->next, e->status)->number;
  o.t.stmt = does_nothing(e) && e->kind != PS_EXPR ? NULL : e->stmt;
  o.t.atomic = e->status & ATOM;
  put_escapes(m, e, &o.t);
  put(m, e, o);
  put_escape_bodies(m, e);
}

static struct pflow *make_step(struct maker *m, struct element *e);

static void put_block(struct maker *m, struct element *e) {
  struct sequence *s = e->block;
  patch_atomic(m, s);
  struct element *g = hunt_start(m, s->first);
  s->last->next = e->next;
  if (e->kind == PS_D_STEP) {
    struct option o = {.t.id = e->number, .t.stmt = e->stmt};
    o.t.to = e->next ? hunt(m, e->next, e->status)->number : 0;
    o.t.atomic = e->status & ATOM;
    o.t.body = make_step(m, e);
    put_escapes(m, e, &o.t);
    put(m, e, o);
    put_escape_bodies(m, e);
    return;
  }
  struct option o = {.jump = true, .t.to = g->number, .t.id = e->number};
  m->table[e->number].choice = true;
  put(m, e, o);
  put_sequence(m, s);
}

static void put_choice(struct maker *m, struct element *e) {
  m->table[e->number].choice = true;
  vec_each(&e->sub, h) {
    struct element *g = hunt_start(m, (*h)->first);
    if (g->kind == PS_EXPR && g->stmt->expr->op == PE_CONST &&
        !g->stmt->expr->value && !g->escapes.len)
      continue;
    struct option o = {.jump = true, .t.to = g->number, .t.id = e->number};
    put(m, e, o);
  }
  for (size_t i = 0; i < e->sub.len; i++)
    put_sequence(m, e->sub.at[i]);
}

static void put_sequence(struct maker *m, struct sequence *s) {
  for (struct element *e = s->first; e; e = e->next) {
    if (!(e->status & PUT)) {
      e->status |= PUT;
      if (e->kind == PS_UNLESS)
        put_sequence(m, e->sub.at[0]);
      else if (e->sub.len)
        put_choice(m, e);
      else if (e->block)
        put_block(m, e);
      else
        put_simple(m, e);
    }
    if (e == s->last)
      break;
  }
}

/* --- the verifier's table ------------------------------------------------- */

static void add_flags(struct maker *m, uint32_t to, uint32_t from) {
  m->flow->states[to].flags |= m->flow->states[from].flags;
}

/* Options that lead to a choice are replaced by its options, until there are
 * none. */
static void flatten_choices(struct maker *m) {
  bool again = true;
  for (unsigned rounds = 0; again; rounds++) {
    again = false;
    if (rounds > 1000)
      fail(m, m->proc->place, "selections that lead into each other");
    for (uint32_t i = 1; i < m->elements.len; i++) {
      struct table *t = &m->table[i];
      bool nested = false;
      for (size_t k = 0; t->choice && k < t->at.len; k++)
        nested |= m->table[t->at.at[k].t.to].choice;
      if (!nested)
        continue;
      struct table flat = {.choice = true};
      vec_each(&t->at, o) {
        const struct table *to = &m->table[o->t.to];
        uint32_t v = o->t.to;
        if (!to->choice) {
          vec_push(&flat.at, *o);
          add_flags(m, vec_last(&flat.at)->t.to, v);
          continue;
        }
        for (size_t k = 0; k < to->at.len; k++) {
          vec_push(&flat.at, to->at.at[k]);
          add_flags(m, vec_last(&flat.at)->t.to, v);
        }
        if (flat.at.len > STATES_MOST) {
          vec_free(&flat.at);
          fail(m, m->proc->place, "too many options");
        }
      }
      vec_free(&t->at);
      *t = flat;
      again = true;
    }
  }
}

static void resolve_choices(struct maker *m) {
  for (uint32_t i = 1; i < m->elements.len; i++) {
    struct table *t = &m->table[i];
    if (!t->choice)
      continue;
    size_t kept = 0;
    for (size_t k = 0; k < t->at.len; k++) {
      uint32_t v = t->at.at[k].t.to;
      const struct table *to = &m->table[v];
      if (to->choice || !to->at.len)
        continue;
      t->at.at[kept] = to->at.at[0];
      add_flags(m, t->at.at[kept++].t.to, v);
    }
    t->at.len = kept;
  }
}

static bool is_there(const struct table *t, uint32_t id) {
  for (size_t i = 0; i < t->at.len; i++)
    if (t->at.at[i].t.id == id)
      return true;
  return false;
}

/* Escapes come before everything, those of the innermost unless first. */
static void add_escapes(struct maker *m) {
  for (uint32_t i = 1; i < m->elements.len; i++) {
    struct table *t = &m->table[i];
    size_t own = t->at.len;
    for (size_t back = own; back-- > 0;) {
      size_t n = own - 1 - back; /* in order; insertions come in front */
      size_t at = t->at.len - own + n;
      struct ptrans from = t->at.at[at].t;
      for (uint32_t k = from.escape_count; k-- > 0;) {
        const struct table *esc = &m->table[from.escapes[k]];
        if (esc == t)
          continue;
        for (size_t j = 0; j < esc->at.len; j++) {
          struct option o = esc->at.at[j];
          if (is_there(t, o.t.id))
            continue;
          o.t.escape = from.escapes[k];
          vec_push(&t->at, o);
          for (size_t q = t->at.len - 1; q > 0; q--)
            t->at.at[q] = t->at.at[q - 1];
          t->at.at[0] = o;
        }
      }
    }
  }
}

/* Selections inside selections may bring two, of which none is the last. */
static void refuse_two_elses(struct maker *m) {
  for (uint32_t i = 1; i < m->elements.len; i++) {
    unsigned elses = 0;
    vec_each(&m->table[i].at, o)
      elses += o->t.stmt && o->t.stmt->kind == PS_ELSE;
    if (elses > 1)
      fail(m, m->elements.at[i]->stmt->place,
           "two 'else' belong to this selection");
  }
}

static void pass_ends_on(struct maker *m) {
  for (uint32_t i = 1; i < m->elements.len; i++) {
    const struct table *t = &m->table[i];
    const struct element *e = m->elements.at[i];
    if (t->at.len == 1 && e->kind == PS_TARGET &&
        m->flow->states[i].flags & STATE_END)
      m->flow->states[t->at.at[0].t.to].flags |= STATE_END;
  }
}

static void set_flags(struct maker *m) {
  vec_each(&m->labels, l) {
    if (!l->name)
      continue;
    uint8_t *flags = &m->flow->states[l->at->number].flags;
    if (!strncmp(l->name, "end", 3))
      *flags |= STATE_END;
    if (!strncmp(l->name, "progress", 8))
      *flags |= STATE_PROGRESS;
    if (!strncmp(l->name, "accept", 6))
      *flags |= STATE_ACCEPT;
  }
  vec_each(&m->elements, e) if (*e && (*e)->kind == PS_END)
      m->flow->states[(*e)->number].flags |= STATE_END;
}

static void keep_table(struct maker *m, struct pflow *flow,
                       const struct table *table) {
  uint32_t count = 0;
  flow->state_count = (uint32_t)m->elements.len;
  for (uint32_t i = 0; i < flow->state_count; i++)
    count += (uint32_t)table[i].at.len;
  flow->trans = arena_array(m->arena, struct ptrans, count);
  for (uint32_t i = 1; i < flow->state_count; i++) {
    struct pstate *s = &flow->states[i];
    s->first = flow->trans_count;
    s->count = (uint32_t)table[i].at.len;
    s->stmt = m->elements.at[i]->stmt;
    for (size_t k = 0; k < table[i].at.len; k++)
      flow->trans[flow->trans_count++] = table[i].at.at[k].t;
  }
}

static void open_table(struct maker *m) {
  m->table = alloc_zero(m->elements.len, sizeof *m->table);
  vec_push(&m->tables, m->table);
}

static void close_table(struct maker *m) {
  for (uint32_t i = 0; i < m->elements.len; i++)
    vec_free(&m->table[i].at);
  free(m->table);
  m->tables.len--;
  m->table = m->tables.len ? *vec_last(&m->tables) : NULL;
}

/* A d_step runs on a table of its own: its first element to the one behind
 * it. */
static struct pflow *make_step(struct maker *m, struct element *e) {
  struct pflow *outer_flow = m->flow;
  struct pflow *flow = arena_new(m->arena, struct pflow);
  uint32_t count = (uint32_t)m->elements.len;
  flow->states = arena_array(m->arena, struct pstate, count);
  open_table(m);
  m->flow = flow;
  struct element *next = e->next;
  struct element *leave = arena_new(m->arena, struct element);
  leave->kind = PS_END;
  leave->stmt = e->stmt;
  leave->number = 0;
  leave->d_step = e->block->first->d_step;
  e->block->last->next = leave;
  struct element *start = hunt_start(m, e->block->first);
  flow->start = start->number;
  m->inside = true;
  put_sequence(m, e->block);
  m->inside = false;
  e->block->last->next = next;
  flatten_choices(m);
  resolve_choices(m);
  keep_table(m, flow, m->table);
  close_table(m);
  m->flow = outer_flow;
  return flow;
}

static void keep_labels(struct maker *m, struct pflow *flow) {
  VEC(struct plabel) labels = {0};
  vec_each(&m->labels, l) if (l->name) {
    struct plabel one = {l->name, l->at->number, l->inlined};
    vec_push(&labels, one);
  }
  flow->label_count = (uint32_t)labels.len;
  if (labels.len)
    flow->labels = arena_copy(m->arena, labels.at,
                              labels.len * sizeof *labels.at);
  vec_free(&labels);
}

static void close_maker(struct maker *m) {
  while (m->tables.len)
    close_table(m);
  vec_free(&m->tables);
  for (size_t i = 1; i < m->elements.len; i++) {
    vec_free(&m->elements.at[i]->sub);
    vec_free(&m->elements.at[i]->escapes);
  }
  vec_free(&m->elements);
  vec_free(&m->labels);
}

static void make_flow(struct maker *m) {
  vec_push(&m->elements, NULL);
  struct sequence *body = make_sequence(m, m->proc->body);
  uint32_t count = (uint32_t)m->elements.len;
  m->flow = arena_new(m->arena, struct pflow);
  m->flow->states = arena_array(m->arena, struct pstate, count);
  open_table(m);
  m->flow->start = hunt(m, body->first, body->first->status)->number;
  set_flags(m);
  put_sequence(m, body);
  flatten_choices(m);
  resolve_choices(m);
  add_escapes(m);
  refuse_two_elses(m);
  pass_ends_on(m);
  keep_table(m, m->flow, m->table);
  keep_labels(m, m->flow);
}

struct pflow *flow_make(const struct program *program,
                        const struct pproc *proc, struct diag *diag) {
  struct maker m = {.program = program,
                    .proc = proc,
                    .arena = program->arena,
                    .diag = diag};
  struct maker *volatile self = &m;
  struct pflow *volatile flow = NULL;
  if (!setjmp(m.bail)) {
    make_flow(self);
    flow = self->flow;
  }
  close_maker(self);
  return flow;
}
