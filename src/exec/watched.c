#include "exec/watched.h"

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/vec.h"
#include "exec/event.h"
#include "model/operator.h"

struct watched {
  uint32_t *first; /* by process: its first location in seen */
  uint64_t *seen;  /* by location */
  uint32_t *most;  /* by object */
  VEC(struct watched_part) parts;
};

/* What one part of a property reads. */
struct reads {
  bool *objects;    /* by object */
  bool **slots;     /* by process, by slot */
  bool **locations; /* by process, by location: "at" */
  bool *ends;       /* by process: "ended" */
};

struct finder {
  const struct model *m;
  struct watched *w;
  struct arena arena;
  VEC(code_id) todo; /* scratch of look_at_code */
  uint64_t *been;
};

/* --- the parts of a property ---------------------------------------------- */

static void add_parts(struct finder *f, expr_id id, bool wanted) {
  const struct expr *e = &f->m->exprs[id];
  if (e->op == EXPR_NOT) {
    add_parts(f, e->a, !wanted);
  } else if (e->op == (wanted ? EXPR_AND : EXPR_OR)) {
    add_parts(f, e->a, wanted);
    add_parts(f, e->b, wanted);
  } else {
    struct watched_part part = {id, wanted};
    vec_push(&f->w->parts, part);
  }
}

static void read_slots(struct reads *r, process_id p, slot_id from,
                       int64_t count) {
  for (int64_t i = 0; i < count; i++)
    r->slots[p][from + i] = true;
}

static void find_reads(const struct model *m, expr_id id, struct reads *r) {
  const struct expr *e = &m->exprs[id];
  switch (e->op) {
  case EXPR_CONST:
  case EXPR_LOCAL:
  case EXPR_BOUND:
    return;
  case EXPR_LOCAL_AT:
    find_reads(m, e->b, r);
    return;
  case EXPR_SHARED:
  case EXPR_LENGTH:
    r->objects[e->a] = true;
    return;
  case EXPR_SHARED_AT:
    for (int64_t i = 0; i < e->value; i++)
      r->objects[e->a + i] = true;
    find_reads(m, e->b, r);
    return;
  case EXPR_PEER:
    read_slots(r, e->a, e->b, 1);
    return;
  case EXPR_PEER_AT:
    read_slots(r, e->a, e->b, e->value);
    find_reads(m, e->c, r);
    return;
  case EXPR_AT:
    r->locations[e->a][e->b] = true;
    return;
  case EXPR_ENDED:
    r->ends[e->a] = true;
    return;
  case EXPR_NEG:
  case EXPR_NOT:
    find_reads(m, e->a, r);
    return;
  case EXPR_COND:
    find_reads(m, e->c, r);
    break;
  default:
    break;
  }
  find_reads(m, e->a, r);
  find_reads(m, e->b, r);
}

static struct reads reads_of(struct finder *f, expr_id part) {
  const struct model *m = f->m;
  struct arena *a = &f->arena;
  struct reads r = {
      .objects = arena_array(a, bool, m->object_count + 1),
      .slots = arena_array(a, bool *, m->process_count + 1),
      .locations = arena_array(a, bool *, m->process_count + 1),
      .ends = arena_array(a, bool, m->process_count + 1),
  };
  for (process_id p = 0; p < m->process_count; p++) {
    r.slots[p] = arena_array(a, bool, m->processes[p].slot_count + 1);
    r.locations[p] = arena_array(a, bool, m->processes[p].location_count + 1);
  }
  find_reads(m, part, &r);
  return r;
}

/* --- what an edge changes ------------------------------------------------- */

static bool reads_any(const struct reads *r, const object_id *objects,
                      uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (objects[i] != NONE && r->objects[objects[i]])
      return true;
  return false;
}

static bool moves(const struct process *p, const struct reads *r, process_id id,
                  location_id from, location_id to) {
  const bool *at = r->locations[id];
  return from != to &&
         (at[from] || at[to] ||
          (r->ends[id] && p->locations[from].final != p->locations[to].final));
}

static bool sets(const struct reads *r, process_id p, const struct code *c) {
  switch (c->op) {
  case CODE_SET:
    return r->slots[p][c->target];
  case CODE_SET_AT:
    for (uint32_t i = 0; i < c->count; i++)
      if (r->slots[p][c->target + i])
        return true;
    return false;
  case CODE_SET_SHARED:
    return r->objects[c->target];
  case CODE_SET_SHARED_AT:
    for (uint32_t i = 0; i < c->count; i++)
      if (r->objects[c->target + i])
        return true;
    return false;
  default:
    return false;
  }
}

/* Whether the code of an edge, whichever way it goes, may change what is
 * read. */
static bool code_changes(struct finder *f, const struct reads *r, process_id p,
                         const struct edge *e) {
  const struct model *m = f->m;
  size_t words = BITSET_WORDS(m->code_count);
  bool found = false;
  for (size_t i = 0; i < words; i++)
    f->been[i] = 0;
  vec_clear(&f->todo);
  vec_push(&f->todo, e->code);
  while (f->todo.len && !found) {
    code_id at = vec_pop(&f->todo);
    const struct code *c = &m->code[at];
    if (bitset_has(f->been, at))
      continue;
    bitset_add(f->been, at);
    found = sets(r, p, c) || (c->op == CODE_STOP &&
                              moves(&m->processes[p], r, p, e->from, c->to));
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      vec_push(&f->todo, c->to);
    if (c->op != CODE_JUMP && c->op != CODE_STOP)
      vec_push(&f->todo, at + 1);
  }
  return found;
}

static bool edge_changes(struct finder *f, const struct reads *r, process_id p,
                         const struct edge *e) {
  bool acts = e->action == ACT_WRITE || e->action == ACT_SEND ||
              e->action == ACT_RECEIVE;
  return (acts && reads_any(r, e->table, e->count)) || code_changes(f, r, p, e);
}

/* --- parts that need no number -------------------------------------------- */

/* The only thing the part reads, or NONE.  Whatever changes one object is in
 * one order as it is. */
static object_id only_object(const struct model *m, const struct reads *r) {
  object_id only = NONE;
  for (object_id o = 0; o < m->object_count; o++) {
    if (r->objects[o] && only != NONE)
      return NONE;
    only = r->objects[o] ? o : only;
  }
  for (process_id p = 0; p < m->process_count; p++) {
    const struct process *pr = &m->processes[p];
    if (r->ends[p])
      return NONE;
    for (slot_id i = 0; i < pr->slot_count; i++)
      if (r->slots[p][i])
        return NONE;
    for (location_id i = 0; i < pr->location_count; i++)
      if (r->locations[p][i])
        return NONE;
  }
  return only;
}

static bool compares(enum expr_op op, int64_t a, int64_t b) {
  enum fail_reason none;
  int64_t holds = 0;
  return operator_apply(op, a, b, &holds, &none) && holds;
}

/* Up to how many messages the part holds, whatever the order in which they
 * come and go; for all we know not even for none, unless it compares the
 * length with a constant. */
static uint32_t holds_up_to(const struct model *m, struct watched_part part) {
  enum { LARGEST = 1 << 16 };
  const struct expr *e = &m->exprs[part.expr];
  if (e->op < EXPR_EQ || e->op > EXPR_GE)
    return 0;
  const struct expr *a = &m->exprs[e->a], *b = &m->exprs[e->b];
  bool left = a->op == EXPR_LENGTH;
  if ((left ? b : a)->op != EXPR_CONST || (left ? a : b)->op != EXPR_LENGTH)
    return 0;
  int64_t than = (left ? b : a)->value;
  if (than > LARGEST)
    return 0;
  for (int64_t k = 0; k <= than + 1; k++)
    if (compares(e->op, left ? k : than, left ? than : k) != part.wanted)
      return k ? (uint32_t)k - 1 : 0;
  return UINT32_MAX; /* and so on */
}

/* --- together ------------------------------------------------------------- */

/* Gives it the number, if it needs one. */
static bool add_part(struct finder *f, struct watched_part part, uint64_t bit) {
  const struct model *m = f->m;
  struct arena_mark mark = arena_mark(&f->arena);
  struct reads r = reads_of(f, part.expr);
  object_id only = only_object(m, &r);
  process_id threads = 0;
  for (process_id p = 0; only == NONE && p < m->process_count; p++) {
    bool some = false;
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      if (edge_changes(f, &r, p, &m->processes[p].edges[e])) {
        f->w->seen[f->w->first[p] + m->processes[p].edges[e].from] |= bit;
        some = true;
      }
    threads += some;
  }
  if (only != NONE && m->objects[only].kind == OBJECT_PORT) {
    uint32_t most = holds_up_to(m, part);
    if (most < f->w->most[only])
      f->w->most[only] = most;
  }
  arena_release(&f->arena, mark);
  return threads > 1;
}

/* Takes back what was said of a number that orders nothing. */
static void drop(struct finder *f, uint64_t bit) {
  for (uint32_t i = 0; i < f->w->first[f->m->process_count]; i++)
    f->w->seen[i] &= ~bit;
}

static void number_parts(struct finder *f) {
  unsigned number = 0;
  vec_each(&f->w->parts, part) {
    uint64_t bit = (uint64_t)1 << number;
    bool shared = number == SEEN_PARTS - 1; /* others may have it too */
    if (add_part(f, *part, bit))
      number += !shared;
    else if (!shared)
      drop(f, bit);
  }
}

struct watched *watched_open(const struct model *m) {
  struct finder f = {.m = m, .w = alloc_zero(1, sizeof *f.w)};
  f.w->first = alloc_zero(m->process_count + 1, sizeof *f.w->first);
  for (process_id p = 0; p < m->process_count; p++)
    f.w->first[p + 1] = f.w->first[p] + m->processes[p].location_count;
  f.w->seen = alloc_zero(f.w->first[m->process_count] + 1, sizeof *f.w->seen);
  f.w->most = alloc_zero(m->object_count + 1, sizeof *f.w->most);
  for (object_id o = 0; o < m->object_count; o++)
    f.w->most[o] = UINT32_MAX;
  f.been = alloc_zero(BITSET_WORDS(m->code_count) + 1, sizeof *f.been);
  for (uint32_t i = 0; i < m->property_count; i++)
    add_parts(&f, m->properties[i].expr,
              m->properties[i].kind == PROPERTY_ALWAYS);
  number_parts(&f);
  vec_free(&f.todo);
  free(f.been);
  arena_free(&f.arena);
  return f.w;
}

void watched_close(struct watched *w) {
  if (!w)
    return;
  free(w->first);
  free(w->seen);
  free(w->most);
  vec_free(&w->parts);
  free(w);
}

uint64_t watched_by(const struct watched *w, process_id p, location_id at) {
  return w ? w->seen[w->first[p] + at] : 0;
}

bool watched_messages(const struct watched *w, const struct model *m) {
  for (process_id p = 0; p < m->process_count; p++) {
    const struct process *pr = &m->processes[p];
    for (edge_id e = 0; e < pr->edge_count; e++)
      if ((pr->edges[e].action == ACT_SEND ||
           pr->edges[e].action == ACT_RECEIVE) &&
          watched_by(w, p, pr->edges[e].from))
        return true;
  }
  return false;
}

const uint32_t *watched_most(const struct watched *w) {
  return w->most;
}

const struct watched_part *watched_parts(const struct watched *w,
                                         uint32_t *count) {
  *count = (uint32_t)w->parts.len;
  return w->parts.at;
}
