#include "explore/symmetry.h"

#include <string.h>

#include "base/sound.h"
#include "explore/alike.h"
#include "explore/symmetry_inside.h"

struct finder {
  struct symmetry *y;
  bool lines;
  object_id *goes;
  bool *moved; /* by object: by the blocks so far */
  struct text *why, other_why;
};

/* --- blocks --------------------------------------------------------------- */

static size_t cell(const struct symmetry_block *b, process_id i, process_id j) {
  EXPECTS(i < b->count && j < b->count);
  return (size_t)i * b->count + j;
}

static void keep_exchange(struct finder *f, struct symmetry_block *b,
                          process_id i, process_id j) {
  EXPECTS(i < b->count && j < b->count);
  const struct model *m = f->y->model;
  VEC(struct exchange) all = {0};
  for (object_id o = 0; o < m->object_count; o++)
    if (f->goes[o] > o)
      vec_push(&all, ((struct exchange){o, f->goes[o]}));
  b->exchanges[cell(b, i, j)].at = all.at;
  b->exchanges[cell(b, i, j)].count = all.len;
}

static bool is_moved(const struct symmetry_block *b, process_id i, process_id j,
                     object_id o) {
  EXPECTS(i < b->count && j < b->count);
  const size_t at = i < j ? cell(b, i, j) : cell(b, j, i);
  for (size_t k = 0; k < b->exchanges[at].count; k++) {
    const struct exchange *x = &b->exchanges[at].at[k];
    if (x->a == o || x->b == o)
      return true;
  }
  return false;
}

/* Is it exchanged with this member and with nobody else?  Of two members each
 * pair of objects is divided between them as it comes. */
static bool is_own(const struct symmetry_block *b, process_id i, object_id o) {
  EXPECTS(i < b->count);
  for (process_id j = 0; j < b->count; j++)
    for (process_id k = j + 1; k < b->count; k++)
      if (is_moved(b, j, k, o) != (j == i || k == i))
        return false;
  return true;
}

static void find_own(struct finder *f, struct symmetry_block *b) {
  const struct model *m = f->y->model;
  VEC(object_id) own = {0};
  for (object_id o = 0; o < m->object_count; o++) {
    bool first_of_two = false;
    for (size_t k = 0; b->count == 2 && k < b->exchanges[1].count; k++)
      first_of_two |= b->exchanges[1].at[k].a == o;
    if (b->count == 2 ? first_of_two : is_own(b, 0, o))
      vec_push(&own, o);
  }
  b->own_count = own.len;
  b->own = alloc_zero(own.len * b->count + 1, sizeof *b->own);
  for (size_t k = 0; k < own.len; k++)
    for (process_id i = 0; i < b->count; i++) {
      object_id *at = &b->own[i * own.len + k];
      *at = own.at[k];
      for (size_t n = 0; i && n < b->exchanges[cell(b, 0, i)].count; n++) {
        const struct exchange *x = &b->exchanges[cell(b, 0, i)].at[n];
        if (x->a == own.at[k] || x->b == own.at[k])
          *at = x->a == own.at[k] ? x->b : x->a;
      }
    }
  vec_free(&own);
}

/* Does its value say who holds it, or who sent what it holds? */
static bool says_who(const struct model *m, object_id o) {
  EXPECTS(o < m->object_count);
  return m->objects[o].kind == OBJECT_LOCK ||
         (m->objects[o].kind == OBJECT_PORT && m->scheme == SCHEME_FIFO);
}

/* Something is exchanged that is nobody's own, or says who. */
static bool is_tangled(const struct finder *f, const struct symmetry_block *b) {
  const struct model *m = f->y->model;
  for (process_id i = 0; i < b->count; i++)
    for (process_id j = i + 1; j < b->count; j++)
      for (size_t k = 0; k < b->exchanges[cell(b, i, j)].count; k++) {
        object_id o = b->exchanges[cell(b, i, j)].at[k].a;
        bool own = false;
        for (size_t n = 0; n < b->own_count * b->count; n++)
          own |= b->own[n] == o;
        if (!own || says_who(m, o))
          return true;
      }
  return false;
}

static void block_free(struct symmetry_block *b) {
  for (size_t i = 0; i < (size_t)b->count * b->count; i++)
    free(b->exchanges[i].at);
  free(b->exchanges);
  free(b->members);
  free(b->own);
}

static void block_fill(struct finder *f, struct symmetry_block *b,
                       const process_id *members, process_id count) {
  EXPECTS(count && count <= SYMMETRY_MEMBERS);
  const struct model *m = f->y->model;
  *b = (struct symmetry_block){.count = count, .orders = 1};
  b->members = alloc_zero(count, sizeof *b->members);
  b->exchanges = alloc_zero((size_t)count * count, sizeof *b->exchanges);
  memcpy(b->members, members, count * sizeof *members);
  for (process_id i = 0; i < count; i++) {
    b->orders *= i + 1;
    for (process_id j = i + 1; j < count; j++) {
      alike(m, members[i], members[j], f->lines, f->goes, &f->other_why);
      keep_exchange(f, b, i, j);
    }
  }
  find_own(f, b);
  b->tangled = is_tangled(f, b);
}

/* Blocks that have nothing to do with each other are folded one by one; of
 * those that have, the first is. */
static bool goes_with_others(struct finder *f, const struct symmetry_block *b) {
  const struct model *m = f->y->model;
  bool alone = !f->y->blocks.len || !b->tangled;
  for (process_id i = 0; i < b->count; i++)
    for (process_id j = i + 1; j < b->count; j++)
      for (size_t k = 0; k < b->exchanges[cell(b, i, j)].count; k++) {
        const struct exchange *x = &b->exchanges[cell(b, i, j)].at[k];
        alone &= !f->moved[x->a] && !f->moved[x->b];
        alone &= !f->y->blocks.len || m->objects[x->a].kind != OBJECT_LOCK;
      }
  vec_each(&f->y->blocks, other) alone &= !other->tangled;
  return alone;
}

static void add_block(struct finder *f, const process_id *members,
                      process_id count) {
  EXPECTS(members && count);
  struct symmetry_block b;
  count = count > SYMMETRY_MEMBERS ? SYMMETRY_MEMBERS : count;
  block_fill(f, &b, members, count);
  if (b.tangled && count > SYMMETRY_TRIED) {
    block_free(&b);
    block_fill(f, &b, members, SYMMETRY_TRIED);
  }
  if (!goes_with_others(f, &b)) {
    block_free(&b);
    return;
  }
  for (process_id i = 0; i < b.count; i++)
    for (process_id j = i + 1; j < b.count; j++)
      for (size_t k = 0; k < b.exchanges[cell(&b, i, j)].count; k++) {
        const struct exchange *x = &b.exchanges[cell(&b, i, j)].at[k];
        f->moved[x->a] = f->moved[x->b] = true;
      }
  for (process_id i = 0; i < b.count; i++)
    f->y->block_of[b.members[i]] = (uint32_t)f->y->blocks.len;
  vec_push(&f->y->blocks, b);
}

/* To be alike is an equivalence, so all are compared with the first. */
static void find_blocks(struct finder *f) {
  const struct model *m = f->y->model;
  process_id *members = alloc_zero(m->process_count + 1, sizeof *members);
  bool *done = alloc_zero(m->process_count + 1, sizeof *done);
  for (process_id p = 0; p < m->process_count; p++) {
    process_id count = 0;
    if (done[p])
      continue;
    members[count++] = p;
    for (process_id q = p + 1; q < m->process_count; q++)
      if (!done[q] && !strcmp(m->processes[p].base, m->processes[q].base)) {
        if (alike(m, p, q, f->lines, f->goes, &f->other_why)) {
          members[count++] = q;
          done[q] = true;
        } else if (!f->why->len) {
          text_printf(f->why, "no two processes are alike: %s",
                      text_str(&f->other_why));
        }
      }
    if (count > 1)
      add_block(f, members, count);
  }
  free(members);
  free(done);
}

/* --- life ----------------------------------------------------------------- */

static bool applies(const struct model *m, struct text *why) {
  for (object_id o = 0; o < m->object_count; o++) {
    const struct object *x = &m->objects[o];
    bool causal = m->scheme == SCHEME_CAUSAL;
    if (x->kind != OBJECT_PORT || (!causal && x->capacity != UNBOUNDED))
      continue;
    text_printf(why,
                causal ? "under causal order %s remembers what came before"
                       : "%s has no bound",
                x->name);
    return false;
  }
  return true;
}

static uint32_t part_count(const struct symmetry *y) {
  return y->model->process_count + y->model->object_count;
}

/* Processes and objects that are exchanged have one first among them. */
static void find_first(struct symmetry *y) {
  const struct model *m = y->model;
  for (uint32_t i = 0; i < part_count(y); i++)
    y->first[i] = i;
  vec_each(&y->blocks, b) {
    for (process_id i = 0; i < b->count; i++)
      y->first[b->members[i]] = b->members[0];
    /* objects: over the exchanges, until nothing changes */
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t c = 0; c < (size_t)b->count * b->count; c++)
        for (size_t k = 0; k < b->exchanges[c].count; k++) {
          uint32_t *p = &y->first[m->process_count + b->exchanges[c].at[k].a];
          uint32_t *q = &y->first[m->process_count + b->exchanges[c].at[k].b];
          changed |= *p != *q;
          *p = *q = *p < *q ? *p : *q;
        }
    }
  }
}

struct symmetry *symmetry_open(const struct model *m, bool lines,
                               struct text *why) {
  if (!applies(m, why))
    return NULL;
  struct symmetry *y = alloc_zero(1, sizeof *y);
  struct finder f = {.y = y, .lines = lines, .why = why};
  y->model = m;
  pthread_mutex_init(&y->lock, NULL);
  y->block_of = alloc_zero(m->process_count + 1, sizeof *y->block_of);
  for (process_id p = 0; p < m->process_count; p++)
    y->block_of[p] = NONE;
  f.goes = alloc_zero(m->object_count + 1, sizeof *f.goes);
  f.moved = alloc_zero(m->object_count + 1, sizeof *f.moved);
  find_blocks(&f);
  if (!y->blocks.len && lines) { /* would they be, otherwise? */
    struct text ignored = {0};
    f.lines = false;
    f.why = &ignored;
    find_blocks(&f);
    if (y->blocks.len) {
      text_clear(why);
      text_add(why, "elements are alike only if it does not matter which of "
                    "several lines is taken: leave unexecutable out of --find");
      vec_each(&y->blocks, b) block_free(b);
      vec_clear(&y->blocks);
    }
    text_free(&ignored);
  }
  free(f.goes);
  free(f.moved);
  text_free(&f.other_why);
  uint32_t n = part_count(y) + 1;
  y->keys = alloc_zero(n, sizeof *y->keys);
  y->to_first = alloc_zero(n, sizeof *y->to_first);
  y->from_first = alloc_zero(n, sizeof *y->from_first);
  y->holders = alloc_zero(n, sizeof *y->holders);
  y->held = alloc_zero(n, sizeof *y->held);
  y->first = alloc_zero(n, sizeof *y->first);
  find_first(y);
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_LOCK)
      vec_push(&y->locks, o);
    else if (says_who(m, o))
      vec_push(&y->ports, o);
  if (y->blocks.len) {
    text_clear(why);
    return y;
  }
  if (!why->len)
    text_add(why, "there is no array of processes");
  symmetry_close(y);
  return NULL;
}

void symmetry_close(struct symmetry *y) {
  for (uint32_t i = 0; i < part_count(y); i++) {
    rows_free(&y->keys[i]);
    rows_free(&y->to_first[i]);
    rows_free(&y->from_first[i]);
    rows_free(&y->holders[i]);
    rows_free(&y->held[i]);
  }
  free(y->keys);
  free(y->to_first);
  free(y->from_first);
  free(y->holders);
  free(y->held);
  free(y->first);
  free(y->block_of);
  vec_each(&y->blocks, b) block_free(b);
  vec_free(&y->blocks);
  vec_free(&y->locks);
  vec_free(&y->ports);
  pthread_mutex_destroy(&y->lock);
  free(y);
}
