/* forest: the inside of dd.
 *
 * Pool.  A node is consecutive 32-bit words; its number is where it begins.
 *   word 0   len (15 bits, LEN_WIDE: in word 1), sparse (1), level (15),
 *            mark (1); level 0 is a free block, len its words
 *   then     full:    len children, the last one not empty
 *            sparse:  len pairs index, child
 *            (distances: every child is followed by its value)
 * Which of the two a node is follows from its content, so that comparing
 * words compares nodes.
 *
 * Scratch.  Arrays of children under construction live on one stack of
 * words; what is there is a root while a collection runs.  Both pool and
 * scratch may move: keep indices.
 *
 * Limits.  Running out of memory jumps to the outermost operation, which
 * returns DD_FULL. */
#ifndef DD_FOREST_H
#define DD_FOREST_H

#include <setjmp.h>

#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "dd/dd.h"

enum {
  LEN_WIDE = 0x7fff,
  SPARSE_BIT = 1 << 15,
  LEVEL_SHIFT = 16,
  BINS = 64,
  FIRST_NODE = 4, /* 0 and 1 are terminals */
};
#define MARK_BIT ((uint32_t)1 << 31)
#define NO_BLOCK ((uint32_t)0)

enum dd_op {
  OP_UNION,
  OP_INTERSECT,
  OP_MINUS,
  OP_COMPOSE,
  OP_SATURATE,
  OP_FIRE,
  OP_STEP,     /* firing without saturation */
  OP_PAIR,     /* operations between forests: void when the next one begins */
  OP_LOCKSTEP, /* the same, but kept until one of the forests collects */
  OP_LOCKSTEP_BACK,
  OP_LABELS,
  OP_DIFFER,
  OP_DIFFER_BOTH,
  DD_OPS
};

/* One direct-mapped table for each operation; an entry is lost when another
 * falls on its place. */
struct dd_slot {
  uint32_t a, b, c, epoch, result;
};
struct dd_cache {
  struct dd_slot *slots;
  uint32_t *values; /* of distances: belongs to the result */
  size_t mask;      /* slots - 1 */
  uint32_t epoch;   /* entries of another one are void: clearing is counting */
  size_t used;      /* since it last grew */
};

struct dd {
  enum dd_kind kind;
  unsigned levels;
  uint32_t *sizes; /* [level] */
  unsigned stride; /* words for one child: 1, or 2 with its value */

  uint32_t *pool;
  size_t used, cap;
  uint32_t bins[BINS]; /* free blocks of that many words */
  uint32_t *table;     /* of the unique nodes; 0 is empty */
  size_t table_mask;
  size_t nodes, peak_nodes;

  uint32_t *scratch;
  size_t top, scratch_cap;

  struct dd_cache caches[DD_OPS];
  const struct dd *other[DD_OPS]; /* whose nodes a cache of two forests names */
  uint64_t other_collections[DD_OPS];
  struct map contexts; /* of dd_saturate_steps, see dd/append.c */
  uint32_t last_context;
  uint64_t context_collections;
  VEC(dd_node *) roots;
  uint64_t limit, bytes, peak_bytes, collections;
  size_t fresh, crowd; /* words made since the last collection, and how many
                        * make the next one worth it */
  jmp_buf *escape;
  uint64_t work, work_end; /* results remembered and children looked at; how
                            * many are allowed */
  uint64_t sound_at; /* collections after which it is looked at (sound.c) */
};

/* --- nodes ---------------------------------------------------------------- */

static inline unsigned node_level(const struct dd *f, dd_node n) {
  return n <= DD_TRUE ? 0 : f->pool[n] >> LEVEL_SHIFT & 0x7fff;
}
static inline bool node_sparse(const struct dd *f, dd_node n) {
  EXPECTS(n > DD_TRUE);
  return f->pool[n] & SPARSE_BIT;
}
static inline uint32_t node_len(const struct dd *f, dd_node n) {
  EXPECTS(n > DD_TRUE);
  const uint32_t len = f->pool[n] & LEN_WIDE;
  return len == LEN_WIDE ? f->pool[n + 1] : len;
}
/* Where its children begin. */
static inline uint32_t node_data(const struct dd *f, dd_node n) {
  EXPECTS(n < f->used);
  EXPECTS(n > DD_TRUE);
  return n + 1 + ((f->pool[n] & LEN_WIDE) == LEN_WIDE);
}

/* Goes over the children that are not empty. */
struct walk {
  uint32_t data, len, at;
  bool sparse;
};
static inline struct walk walk_begin(const struct dd *f, dd_node n) {
  return (struct walk){node_data(f, n), node_len(f, n), 0, node_sparse(f, n)};
}
/* False at the end. */
static inline bool walk_next(const struct dd *f, struct walk *w,
                             uint32_t *index, dd_node *child) {
  EXPECTS(w->at <= w->len);
  if (w->sparse) {
    if (w->at == w->len)
      return false;
    *index = f->pool[w->data + 2 * w->at];
    *child = f->pool[w->data + 2 * w->at++ + 1];
    return true;
  }
  while (w->at < w->len && !f->pool[w->data + w->at])
    w->at++;
  if (w->at == w->len)
    return false;
  *index = w->at;
  *child = f->pool[w->data + w->at++];
  return true;
}
/* The child at an index. */
dd_node node_child(const struct dd *f, dd_node n, uint32_t index);

/* The node with the children scratch[base .. base + count); canonical. */
dd_node forest_dense(struct dd *f, unsigned level, size_t base, uint32_t count);
/* The same from `count` pairs index, child at scratch[base], by increasing
 * index, no child empty. */
dd_node forest_pairs(struct dd *f, unsigned level, size_t base, uint32_t count);
/* Words of a node as they are, made unique; for dd/distance. */
dd_node forest_words(struct dd *f, unsigned level, size_t base, uint32_t words,
                     uint32_t len);

/* The words of the block that begins here; the node with the content of this
 * one that the table finds, or DD_EMPTY. */
size_t forest_block_words(const struct dd *f, size_t at);
dd_node forest_lookup(const struct dd *f, dd_node n);
/* sound.c: NULL, or what is wrong with the forest (base/sound.h). */
const char *dd_sound(const struct dd *f);
/* relation.c: the first tuples of a relation below a level; remembered under
 * `op`. */
dd_node forest_sources(struct dd *sets, const struct dd *relations, dd_node r,
                       unsigned level, enum dd_op op);

/* --- scratch -------------------------------------------------------------- */

/* Leaves through the escape: does not return. */
void forest_exhausted(struct dd *f) __attribute__((noreturn));
void scratch_grow(struct dd *f, size_t need);

/* `count` words, not cleared; returns where they begin. */
static inline size_t scratch_push(struct dd *f, size_t count) {
  const size_t base = f->top;
  if (f->scratch_cap - base < count)
    scratch_grow(f, count);
  f->top = base + count;
  return base;
}
static inline size_t scratch_zero(struct dd *f, size_t count) {
  const size_t base = scratch_push(f, count);
  for (size_t i = 0; i < count; i++)
    f->scratch[base + i] = 0;
  return base;
}
static inline void scratch_pop(struct dd *f, size_t base) {
  EXPECTS(base <= f->top);
  f->top = base;
}

/* --- caches --------------------------------------------------------------- */

void cache_grow(struct dd *f, struct dd_cache *c);

static inline size_t cache_place(const struct dd_cache *c, uint32_t a,
                                 uint32_t b, uint32_t d) {
  EXPECTS(c->slots && !(c->mask & (c->mask + 1)));
  uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
  h ^= (h >> 29) + d * 0xbf58476d1ce4e5b9u;
  h *= 0x94d049bb133111ebu;
  return (size_t)(h >> 32) & c->mask;
}
static inline bool cache_get(const struct dd *f, enum dd_op op, uint32_t a,
                             uint32_t b, uint32_t d, dd_node *result) {
  EXPECTS(op < DD_OPS);
  const struct dd_cache *c = &f->caches[op];
  if (!c->slots)
    return false;
  const struct dd_slot *s = &c->slots[cache_place(c, a, b, d)];
  if (s->a != a || s->b != b || s->c != d || s->epoch != c->epoch)
    return false;
  *result = s->result;
  return true;
}
/* `a` is never 0, so an empty slot matches nothing. */
static inline void cache_put(struct dd *f, enum dd_op op, uint32_t a,
                             uint32_t b, uint32_t d, dd_node result) {
  EXPECTS(op < DD_OPS);
  struct dd_cache *c = &f->caches[op];
  if (++f->work >= f->work_end)
    forest_exhausted(f);
  if (c->used >= c->mask)
    cache_grow(f, c);
  c->used++;
  c->slots[cache_place(c, a, b, d)] =
      (struct dd_slot){a, b, d, c->epoch, result};
}
/* The same with a value; see dd/distance. */
static inline bool cache_get_value(const struct dd *f, enum dd_op op,
                                   uint32_t a, uint32_t b, uint32_t d,
                                   dd_node *result, uint32_t *value) {
  EXPECTS(op < DD_OPS && value);
  const struct dd_cache *c = &f->caches[op];
  if (!cache_get(f, op, a, b, d, result))
    return false;
  *value = c->values[cache_place(c, a, b, d)];
  return true;
}
static inline void cache_put_value(struct dd *f, enum dd_op op, uint32_t a,
                                   uint32_t b, uint32_t d, dd_node result,
                                   uint32_t value) {
  EXPECTS(op < DD_OPS);
  struct dd_cache *c = &f->caches[op];
  cache_put(f, op, a, b, d, result);
  c->values[cache_place(c, a, b, d)] = value;
}
void cache_clear(struct dd *f, enum dd_op op);
/* Clears unless the other forest is the one of last time and has not
 * collected since: then its numbers still mean the same nodes. */
void cache_keep(struct dd *f, enum dd_op op, const struct dd *other);

/* --- memory --------------------------------------------------------------- */

/* Bytes more or fewer; false when the limit does not allow it. */
bool forest_account(struct dd *f, int64_t bytes);
/* Collects when it is worth it; everything held must be a root. */
static inline void forest_maybe_collect(struct dd *f) {
  if (f->fresh > f->crowd)
    dd_collect(f);
}

/* No local variable of a function with OPERATION changes between setjmp and
 * the jump, so none can be lost; gcc cannot see that. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wclobbered"
#endif

/* An operation begins: DD_FULL comes back from here.
 *
 *     OPERATION(f, recurse(f, a, b));     returns from the function */
#define OPERATION(f, call)                                                     \
  do {                                                                         \
    jmp_buf here_, *outer_ = (f)->escape;                                      \
    const size_t top_ = (f)->top;                                              \
    if (outer_)                                                                \
      return (call);                                                           \
    (f)->escape = &here_;                                                      \
    if (setjmp(here_)) {                                                       \
      (f)->escape = NULL;                                                      \
      (f)->top = top_;                                                         \
      return DD_FULL;                                                          \
    }                                                                          \
    const dd_node result_ = (call);                                            \
    (f)->escape = NULL;                                                        \
    return result_;                                                            \
  } while (0)

#endif
