/* Temporaries are set to 0 where they die, so that two states never differ
 * by a value that nobody will read (doc/papers.md; doc/semantics.md
 * "State").
 *
 * Two dataflow analyses over the flat code of one process, with a bit for
 * each temporary: backwards, which are live (read before they are written);
 * forwards, which may be other than 0.  Where the process stops, those that
 * may be other than 0 and are not live are zeroed first.  A temporary is
 * thus 0 at every location where it is dead, on every path. */
#include <string.h>

#include "base/bitset.h"
#include "base/sound.h"
#include "lang/resolve.h"

struct live {
  struct flow *f;
  size_t words;
  uint32_t *bit_of;  /* by slot: number of the temporary, or NONE */
  uint64_t *uses;    /* by code: temporaries it reads */
  uint64_t *live;    /* by code: live before it */
  uint64_t *nonzero; /* by code: may be other than 0 before it */
  uint64_t *at_uses; /* by location: read by its edges' actions */
};

static uint64_t *row(const struct live *x, uint64_t *table, size_t i) {
  return table + i * x->words;
}

/* to |= from; did it grow? */
static bool join(const struct live *x, uint64_t *to, const uint64_t *from) {
  bool grew = false;
  for (size_t w = 0; w < x->words; w++) {
    grew = grew || from[w] & ~to[w];
    to[w] |= from[w];
  }
  return grew;
}

static void add_uses(const struct live *x, expr_id id, uint64_t *set) {
  EXPECTS(id == NONE || set);
  if (id == NONE)
    return;
  const struct expr *e = &x->f->r->exprs.at[id];
  switch (e->op) {
  case EXPR_LOCAL:
    if (x->bit_of[e->a] != NONE)
      bitset_add(set, x->bit_of[e->a]);
    break;
  case EXPR_LOCAL_AT:
  case EXPR_SHARED_AT:
    add_uses(x, e->b, set);
    break;
  case EXPR_NEG:
  case EXPR_NOT:
    add_uses(x, e->a, set);
    break;
  case EXPR_COND:
    add_uses(x, e->c, set);
    add_uses(x, e->b, set);
    add_uses(x, e->a, set);
    break;
  default:
    if (e->op >= EXPR_ADD) {
      add_uses(x, e->a, set);
      add_uses(x, e->b, set);
    }
  }
}

static void collect_uses(struct live *x) {
  struct flow *f = x->f;
  for (size_t i = 0; i < f->code.len; i++) {
    add_uses(x, f->code.at[i].index, row(x, x->uses, i));
    add_uses(x, f->code.at[i].value, row(x, x->uses, i));
  }
  vec_each(&f->edges, e) {
    uint64_t *set = row(x, x->at_uses, e->from);
    add_uses(x, e->index, set);
    add_uses(x, e->guard, set);
    add_uses(x, e->fits, set);
    for (uint32_t i = 0; i < e->arg_count; i++)
      add_uses(x, e->args[i], set);
  }
}

static uint32_t assigned(const struct live *x, const struct code *c) {
  return c->op == CODE_SET ? x->bit_of[c->target] : NONE;
}

/* What is live where the process stops: what an edge that leaves needs. */
static void join_location(struct live *x, uint64_t *set, location_id l) {
  const struct location *at = &x->f->locations.at[l];
  join(x, set, row(x, x->at_uses, l));
  for (uint32_t i = 0; i < at->edge_count; i++)
    join(x, set, row(x, x->live, x->f->edges.at[at->first_edge + i].code));
}

/* One pass from the end to the beginning; loops need another one for each
 * level. */
static bool backwards(struct live *x, uint64_t *set) {
  struct flow *f = x->f;
  bool grew = false;
  for (size_t i = f->code.len; i-- > 0;) {
    const struct code *c = &f->code.at[i];
    memset(set, 0, x->words * sizeof *set);
    if (c->op == CODE_STOP)
      join_location(x, set, c->to);
    else
      join(x, set, row(x, x->live, c->op == CODE_JUMP ? c->to : i + 1));
    if (c->op == CODE_UNLESS)
      join(x, set, row(x, x->live, c->to));
    if (assigned(x, c) != NONE)
      bitset_remove(set, assigned(x, c));
    join(x, set, row(x, x->uses, i));
    grew = join(x, row(x, x->live, i), set) || grew;
  }
  return grew;
}

/* From a stop only what is live goes on: the rest will be zeroed. */
static bool leave_stop(struct live *x, const uint64_t *live, uint64_t *set,
                       location_id l) {
  const struct location *at = &x->f->locations.at[l];
  bool grew = false;
  for (size_t w = 0; w < x->words; w++)
    set[w] &= live[w];
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &x->f->edges.at[at->first_edge + i];
    grew = join(x, row(x, x->nonzero, e->code), set) || grew;
  }
  return grew;
}

static bool forwards(struct live *x, uint64_t *set) {
  struct flow *f = x->f;
  bool grew = false;
  for (size_t i = 0; i < f->code.len; i++) {
    const struct code *c = &f->code.at[i];
    uint32_t bit = assigned(x, c);
    int64_t known;
    memcpy(set, row(x, x->nonzero, i), x->words * sizeof *set);
    if (bit != NONE && expr_is_const(f->r, c->value, &known) && !known)
      bitset_remove(set, bit);
    else if (bit != NONE)
      bitset_add(set, bit);
    if (c->op == CODE_STOP) {
      grew = leave_stop(x, row(x, x->live, i), set, c->to) || grew;
      continue;
    }
    size_t next = c->op == CODE_JUMP ? c->to : i + 1;
    grew = join(x, row(x, x->nonzero, next), set) || grew;
    if (c->op == CODE_UNLESS)
      grew = join(x, row(x, x->nonzero, c->to), set) || grew;
  }
  return grew;
}

/* New code with the zeroing in front of each stop; jumps, edges follow. */
static void insert_zeros(struct live *x) {
  struct flow *f = x->f;
  struct resolver *r = f->r;
  size_t count = f->code.len;
  struct code *old = f->code.at;
  uint32_t *moved = alloc_zero(count + 1, sizeof *moved);
  f->code.at = NULL;
  f->code.len = f->code.cap = 0;
  for (size_t i = 0; i < count; i++) {
    moved[i] = (uint32_t)f->code.len;
    const uint64_t *live = row(x, x->live, i);
    const uint64_t *nonzero = row(x, x->nonzero, i);
    for (size_t t = 0; old[i].op == CODE_STOP && t < f->temporaries.len; t++)
      if (bitset_has(nonzero, t) && !bitset_has(live, t)) {
        expr_id zero = expr_push(
            r, (struct expr){.op = EXPR_CONST, .place = old[i].place});
        struct code c = {.op = CODE_SET,
                         .target = f->temporaries.at[t].slot,
                         .index = NONE,
                         .value = zero,
                         .place = old[i].place};
        vec_push(&f->code, c);
      }
    vec_push(&f->code, old[i]);
  }
  vec_each(&f->code, c) {
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      c->to = moved[c->to];
  }
  vec_each(&f->edges, e) e->code = moved[e->code];
  free(old);
  free(moved);
}

void live_zero(struct flow *f) {
  if (!f->temporaries.len)
    return;
  struct live x = {.f = f, .words = BITSET_WORDS(f->temporaries.len)};
  size_t codes = (f->code.len + 1) * x.words;
  size_t places = f->locations.len * x.words;
  x.bit_of = alloc_zero(f->slots.len, sizeof *x.bit_of);
  memset(x.bit_of, 0xff, f->slots.len * sizeof *x.bit_of);
  for (uint32_t t = 0; t < f->temporaries.len; t++)
    x.bit_of[f->temporaries.at[t].slot] = t;
  uint64_t *tables = alloc_zero(3 * codes + places + x.words, 8);
  x.uses = tables;
  x.live = x.uses + codes;
  x.nonzero = x.live + codes;
  x.at_uses = x.nonzero + codes;
  uint64_t *scratch = x.at_uses + places;
  collect_uses(&x);
  while (backwards(&x, scratch))
    ;
  while (forwards(&x, scratch))
    ;
  insert_zeros(&x);
  free(tables);
  free(x.bit_of);
}
