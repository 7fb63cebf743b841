#include "dd/forest.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/sound.h"
#include "base/stress.h"

enum {
  FIRST_POOL = STRESSED(64, 1 << 12),
  FIRST_TABLE = STRESSED(4, 1 << 10),
  FIRST_CACHE = STRESSED(2, 1 << 10),
  FIRST_SCRATCH = STRESSED(16, 1 << 10),
  CACHE_MAX = 1 << 23,
  WORK_CHILDREN = 16, /* take as long as one result */
};

/* --- life ----------------------------------------------------------------- */

struct dd *dd_open(enum dd_kind kind, unsigned levels, const uint32_t *sizes,
                   uint64_t limit) {
  assert(levels && levels <= DD_LEVELS_MAX);
  struct dd *f = alloc_zero(1, sizeof *f);
  f->kind = kind;
  f->levels = levels;
  f->limit = limit;
  f->work_end = UINT64_MAX;
  f->stride = kind == DD_DISTANCES ? 2 : 1;
  f->sizes = alloc_zero(levels + 1, sizeof *f->sizes);
  for (unsigned l = 1; l <= levels; l++) {
    assert(sizes[l - 1] && sizes[l - 1] <= DD_SIZE_MAX);
    f->sizes[l] = sizes[l - 1];
  }
  f->cap = FIRST_POOL;
  f->pool = alloc_zero(f->cap, sizeof *f->pool);
  f->used = FIRST_NODE;
  f->table_mask = FIRST_TABLE - 1;
  f->table = alloc_zero(FIRST_TABLE, sizeof *f->table);
  f->crowd = STRESSED(256, (size_t)1 << 20);
  forest_account(f, (int64_t)(f->cap + FIRST_TABLE) * 4);
  return f;
}

void dd_close(struct dd *f) {
  if (!f)
    return;
  for (enum dd_op op = 0; op < DD_OPS; op++) {
    free(f->caches[op].slots);
    free(f->caches[op].values);
  }
  vec_free(&f->roots);
  map_free(&f->contexts);
  free(f->sizes);
  free(f->pool);
  free(f->table);
  free(f->scratch);
  free(f);
}

void dd_statistics(const struct dd *f, struct dd_stats *out) {
  *out = (struct dd_stats){
      .nodes = f->nodes,
      .peak_nodes = f->peak_nodes > f->nodes ? f->peak_nodes : f->nodes,
      .node_bytes = (f->used + f->table_mask + 1) * 4,
      .bytes = f->bytes,
      .peak_bytes = f->peak_bytes,
      .collections = f->collections,
      .work = f->work};
}

void dd_limit_work(struct dd *f, uint64_t work) {
  f->work_end = work < UINT64_MAX - f->work ? f->work + work : UINT64_MAX;
}

unsigned dd_levels(const struct dd *f) { return f->levels; }

uint32_t dd_size(const struct dd *f, unsigned level) {
  EXPECTS(level && level <= f->levels);
  return f->sizes[level];
}

unsigned dd_level(const struct dd *f, dd_node n) { return node_level(f, n); }

/* --- memory --------------------------------------------------------------- */

bool forest_account(struct dd *f, int64_t bytes) {
  if (bytes > 0 && f->limit && f->bytes + (uint64_t)bytes > f->limit)
    return false;
  f->bytes += (uint64_t)bytes;
  if (f->bytes > f->peak_bytes)
    f->peak_bytes = f->bytes;
  return true;
}

void forest_exhausted(struct dd *f) {
  assert(f->escape);
  longjmp(*f->escape, 1);
}

/* realloc within the limit. */
static uint32_t *grow_words(struct dd *f, uint32_t *at, size_t old,
                            size_t wanted) {
  if (!forest_account(f, (int64_t)(wanted - old) * 4))
    forest_exhausted(f);
  return alloc_resize(at, wanted, sizeof *at);
}

void scratch_grow(struct dd *f, size_t need) {
  size_t wanted = f->scratch_cap ? f->scratch_cap * 2 : FIRST_SCRATCH;
  while (wanted - f->top < need)
    wanted *= 2;
  f->scratch = grow_words(f, f->scratch, f->scratch_cap, wanted);
  f->scratch_cap = wanted;
}

/* Room for `words` at the end of the pool, where a node is written before
 * it is known whether it is new. */
static void pool_reserve(struct dd *f, size_t words) {
  if (f->cap - f->used >= words)
    return;
  size_t wanted = f->cap + f->cap / 2;
  while (wanted - f->used < words)
    wanted += wanted / 2 + 1;
  if (wanted >= UINT32_MAX)
    forest_exhausted(f); /* numbers are 32 bits */
  f->pool = grow_words(f, f->pool, f->cap, wanted);
  f->cap = wanted;
}

/* --- unique table --------------------------------------------------------- */

static size_t words_of(const struct dd *f, dd_node n) {
  EXPECTS(n > DD_TRUE && n < f->used);
  const size_t each = (node_sparse(f, n) ? 1 : 0) + f->stride;
  return node_data(f, n) - n + node_len(f, n) * each;
}

static uint64_t hash_words(const uint32_t *at, size_t count) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ at[i]) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return h * 0x94d049bb133111ebu >> 20;
}

static void table_insert(struct dd *f, dd_node n) {
  EXPECTS(n > DD_TRUE && n < f->used);
  size_t at = hash_words(f->pool + n, words_of(f, n)) & f->table_mask;
  while (f->table[at])
    at = (at + 1) & f->table_mask;
  f->table[at] = n;
}

dd_node forest_lookup(const struct dd *f, dd_node n) {
  EXPECTS(n > DD_TRUE);
  const uint32_t *key = f->pool + n;
  const size_t words = words_of(f, n);
  size_t at = hash_words(key, words) & f->table_mask;
  for (; f->table[at]; at = (at + 1) & f->table_mask)
    if (!memcmp(f->pool + f->table[at], key, words * sizeof *key))
      return f->table[at];
  return DD_EMPTY;
}

static void table_resize(struct dd *f, size_t slots) {
  EXPECTS(slots && !(slots & (slots - 1)));
  uint32_t *old = f->table;
  const size_t old_slots = f->table_mask + 1;
  if (!forest_account(f, (int64_t)slots * 4))
    forest_exhausted(f);
  f->table = alloc_zero(slots, sizeof *f->table);
  f->table_mask = slots - 1;
  for (size_t i = 0; i < old_slots; i++)
    if (old[i])
      table_insert(f, old[i]);
  free(old);
  forest_account(f, -(int64_t)old_slots * 4);
}

static dd_node take_block(struct dd *f, size_t words) {
  EXPECTS(words > 0);
  const uint32_t block = words < BINS ? f->bins[words] : NO_BLOCK;
  if (block)
    f->bins[words] = f->pool[block + 1];
  return block;
}

/* The node of `words` words that stands at the end of the pool: the one that
 * is there already, or itself. */
static dd_node unique(struct dd *f, size_t words) {
  const uint32_t *key = f->pool + f->used;
  if ((f->nodes + 1) * 4 > (f->table_mask + 1) * 3)
    table_resize(f, (f->table_mask + 1) * 2);
  size_t at = hash_words(key, words) & f->table_mask;
  for (; f->table[at]; at = (at + 1) & f->table_mask)
    if (!memcmp(f->pool + f->table[at], key, words * sizeof *key))
      return f->table[at];
  dd_node n = take_block(f, words);
  if (n)
    memcpy(f->pool + n, key, words * sizeof *key);
  else
    n = (dd_node)f->used, f->used += words;
  f->table[at] = n;
  f->nodes++;
  f->fresh += words;
  return n;
}

/* --- making nodes --------------------------------------------------------- */

static uint32_t *header(struct dd *f, unsigned level, uint32_t len,
                        bool sparse, size_t words) {
  EXPECTS(level && level <= f->levels);
  pool_reserve(f, words + 2);
  uint32_t *at = f->pool + f->used;
  const bool wide = len >= LEN_WIDE;
  *at++ = (uint32_t)level << LEVEL_SHIFT | (sparse ? SPARSE_BIT : 0) |
          (wide ? LEN_WIDE : len);
  if (wide)
    *at++ = len;
  return at;
}

/* Fewer words decide, with some favour for the quick form. */
static bool is_sparse(uint32_t len, uint32_t filled) {
  EXPECTS(filled <= len);
  return 2 * (uint64_t)filled + 4 < len;
}

static bool all_equal(const struct dd *f, size_t base, uint32_t count) {
  EXPECTS(base + count <= f->top);
  for (uint32_t i = 1; i < count; i++)
    if (f->scratch[base + i] != f->scratch[base])
      return false;
  return true;
}

dd_node forest_dense(struct dd *f, unsigned level, size_t base,
                     uint32_t count) {
  EXPECTS(level && level <= f->levels && base + count <= f->top);
  uint32_t len = count, filled = 0;
  f->work += count / WORK_CHILDREN;
  while (len && !f->scratch[base + len - 1])
    len--;
  if (!len)
    return DD_EMPTY;
  for (uint32_t i = 0; i < len; i++)
    filled += f->scratch[base + i] != 0;
  if (f->kind == DD_SETS_FULL && len == f->sizes[level] &&
      all_equal(f, base, len))
    return f->scratch[base];
  const bool sparse = is_sparse(len, filled);
  const size_t words = sparse ? 2 * (size_t)filled : len;
  uint32_t *at = header(f, level, sparse ? filled : len, sparse, words);
  const size_t before = (size_t)(at - (f->pool + f->used));
  const uint32_t *from = f->scratch + base;
  if (!sparse) {
    for (uint32_t i = 0; i < len; i++)
      at[i] = from[i];
  } else {
    for (uint32_t i = 0; i < len; i++)
      if (from[i])
        *at++ = i, *at++ = from[i];
  }
  return unique(f, before + words);
}

/* Whether the pairs are the identity matrix with one child everywhere. */
static bool is_identity(const struct dd *f, unsigned level, size_t base,
                        uint32_t count) {
  EXPECTS(level && level <= f->levels);
  const uint32_t n = f->sizes[level];
  if (count != n)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (f->scratch[base + 2 * i] != i * n + i ||
        f->scratch[base + 2 * i + 1] != f->scratch[base + 1])
      return false;
  return true;
}

dd_node forest_pairs(struct dd *f, unsigned level, size_t base,
                     uint32_t count) {
  EXPECTS(level && level <= f->levels);
  if (!count)
    return DD_EMPTY;
  const uint32_t *from = f->scratch + base;
  if (f->kind == DD_RELATIONS && is_identity(f, level, base, count))
    return from[1];
  const uint32_t len = from[2 * (count - 1)] + 1;
  if (f->kind == DD_SETS_FULL && count == f->sizes[level]) {
    uint32_t i = 1;
    while (i < count && from[2 * i + 1] == from[1])
      i++;
    if (i == count)
      return from[1];
  }
  const bool sparse = is_sparse(len, count);
  const size_t words = sparse ? 2 * (size_t)count : len;
  uint32_t *at = header(f, level, sparse ? count : len, sparse, words);
  const size_t before = (size_t)(at - (f->pool + f->used));
  from = f->scratch + base;
  if (sparse) {
    memcpy(at, from, words * sizeof *at);
  } else {
    memset(at, 0, words * sizeof *at);
    for (uint32_t i = 0; i < count; i++)
      at[from[2 * i]] = from[2 * i + 1];
  }
  return unique(f, before + words);
}

dd_node forest_words(struct dd *f, unsigned level, size_t base,
                     uint32_t words, uint32_t len) {
  EXPECTS(level && level <= f->levels);
  uint32_t *at = header(f, level, len, false, words);
  const size_t before = (size_t)(at - (f->pool + f->used));
  memcpy(at, f->scratch + base, words * sizeof *at);
  return unique(f, before + words);
}

dd_node node_child(const struct dd *f, dd_node n, uint32_t index) {
  EXPECTS(n > DD_TRUE);
  const uint32_t data = node_data(f, n), len = node_len(f, n);
  if (!node_sparse(f, n))
    return index < len ? f->pool[data + index] : DD_EMPTY;
  uint32_t low = 0, high = len;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (f->pool[data + 2 * middle] < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low < len && f->pool[data + 2 * low] == index
             ? f->pool[data + 2 * low + 1]
             : DD_EMPTY;
}

/* --- caches --------------------------------------------------------------- */

/* Twice as large, unless memory or sense forbids: an old entry is as good in
 * its new place. */
void cache_grow(struct dd *f, struct dd_cache *c) {
  const size_t old = c->slots ? c->mask + 1 : 0;
  const size_t wanted = old ? old * 2 : FIRST_CACHE;
  const bool valued = f->kind == DD_DISTANCES;
  const size_t each = sizeof *c->slots + (valued ? sizeof *c->values : 0);
  c->used = 0;
  if (wanted > CACHE_MAX && old)
    return;
  if (!forest_account(f, (int64_t)((wanted - old) * each))) {
    if (old)
      return;
    forest_exhausted(f);
  }
  struct dd_cache bigger = {.slots = alloc_zero(wanted, sizeof *c->slots),
                            .mask = wanted - 1,
                            .epoch = c->epoch};
  if (valued)
    bigger.values = alloc_zero(wanted, sizeof *c->values);
  for (size_t i = 0; i < old; i++) {
    const struct dd_slot *s = &c->slots[i];
    if (!s->a || s->epoch != c->epoch)
      continue;
    const size_t to = cache_place(&bigger, s->a, s->b, s->c);
    bigger.slots[to] = *s;
    if (valued)
      bigger.values[to] = c->values[i];
  }
  free(c->slots);
  free(c->values);
  *c = bigger;
}

void cache_clear(struct dd *f, enum dd_op op) {
  struct dd_cache *c = &f->caches[op];
  c->used = 0;
  if (++c->epoch || !c->slots)
    return;
  memset(c->slots, 0, (c->mask + 1) * sizeof *c->slots); /* after 2^32 */
}

void cache_keep(struct dd *f, enum dd_op op, const struct dd *other) {
  if (f->other[op] == other && f->other_collections[op] == other->collections)
    return;
  f->other[op] = other;
  f->other_collections[op] = other->collections;
  cache_clear(f, op);
}

/* --- collection ----------------------------------------------------------- */

void dd_protect(struct dd *f, dd_node *root) { vec_push(&f->roots, root); }

void dd_unprotect(struct dd *f, unsigned count) {
  assert(f->roots.len >= count);
  f->roots.len -= count;
}

bool dd_crowded(const struct dd *f) { return f->fresh > f->crowd; }

size_t forest_block_words(const struct dd *f, size_t at) {
  EXPECTS(at >= FIRST_NODE && at < f->used);
  if (f->pool[at] >> LEVEL_SHIFT & 0x7fff)
    return words_of(f, (dd_node)at);
  const uint32_t len = f->pool[at] & LEN_WIDE;
  return len == LEN_WIDE ? f->pool[at + 1] : len;
}

static bool is_node(const struct dd *f, dd_node n) {
  return n >= FIRST_NODE && n < f->used;
}

/* Marks with a work list: recursion would be as deep as the levels, which is
 * fine, but a list is faster. */
struct marking {
  VEC(dd_node) work;
};

static void mark(struct dd *f, struct marking *m, dd_node n) {
  if (!is_node(f, n) || f->pool[n] & MARK_BIT)
    return;
  f->pool[n] |= MARK_BIT;
  vec_push(&m->work, n);
}

static void mark_children(struct dd *f, struct marking *m, dd_node n) {
  const uint32_t data = node_data(f, n), len = node_len(f, n);
  const uint32_t step = f->stride + node_sparse(f, n);
  const uint32_t first = node_sparse(f, n) ? 1 : 0;
  for (uint32_t i = 0; i < len; i++)
    mark(f, m, f->pool[data + i * step + first]);
}

/* A word of scratch may be anything: it holds a node if a node begins there.
 * Taking an index for a node keeps that node a while longer, no more. */
static void mark_scratch(struct dd *f, struct marking *m) {
  uint64_t *begins = alloc_zero(BITSET_WORDS(f->used), sizeof *begins);
  for (size_t at = FIRST_NODE; at < f->used; at += forest_block_words(f, at))
    if (f->pool[at] >> LEVEL_SHIFT & 0x7fff)
      bitset_add(begins, at);
  for (size_t i = 0; i < f->top; i++)
    if (is_node(f, f->scratch[i]) && bitset_has(begins, f->scratch[i]))
      mark(f, m, f->scratch[i]);
  free(begins);
}

static void mark_all(struct dd *f) {
  struct marking m = {0};
  mark_scratch(f, &m);
  vec_each(&f->roots, root) mark(f, &m, **root);
  while (m.work.len)
    mark_children(f, &m, vec_pop(&m.work));
  vec_free(&m.work);
}

static bool alive(const struct dd *f, dd_node n) {
  EXPECTS(n < f->used);
  return !is_node(f, n) || f->pool[n] & MARK_BIT;
}

/* Which operands of an operation are nodes of this forest. */
static void sweep_caches(struct dd *f) {
  for (enum dd_op op = 0; op < DD_OPS; op++) {
    struct dd_cache *c = &f->caches[op];
    /* of OP_FIRE it may be a step; losing a result is no loss then */
    const bool b_is_node =
        op <= OP_COMPOSE || (op == OP_FIRE && f->kind == DD_RELATIONS);
    if (op >= OP_PAIR) {
      cache_clear(f, op);
      continue;
    }
    for (size_t i = 0; c->slots && i <= c->mask; i++) {
      struct dd_slot *s = &c->slots[i];
      const bool dead = s->epoch != c->epoch || !alive(f, s->a) ||
                        (b_is_node && !alive(f, s->b)) ||
                        !alive(f, s->result);
      if (s->a && dead)
        *s = (struct dd_slot){0};
    }
  }
}

static void free_block(struct dd *f, size_t at, size_t words) {
  EXPECTS(words > 0 && at + words <= f->used);
  const bool wide = words >= LEN_WIDE;
  f->pool[at] = wide ? LEN_WIDE : (uint32_t)words;
  if (wide) {
    f->pool[at + 1] = (uint32_t)words;
  } else if (words < BINS) {
    f->pool[at + 1] = f->bins[words];
    f->bins[words] = (uint32_t)at;
  }
}

/* Live nodes go back into the table, dead ones into the bins; a dead tail
 * shortens the pool.  Blocks are not merged: sizes repeat. */
static size_t sweep_pool(struct dd *f) {
  size_t live = 0, end = FIRST_NODE;
  memset(f->bins, 0, sizeof f->bins);
  memset(f->table, 0, (f->table_mask + 1) * sizeof *f->table);
  f->nodes = 0;
  for (size_t at = FIRST_NODE, words; at < f->used; at += words) {
    words = forest_block_words(f, at);
    const bool node = f->pool[at] >> LEVEL_SHIFT & 0x7fff;
    if (node && f->pool[at] & MARK_BIT) {
      f->pool[at] &= ~MARK_BIT;
      table_insert(f, (dd_node)at);
      f->nodes++;
      live += words;
      end = at + words;
    } else {
      free_block(f, at, words);
    }
  }
  if (end < f->used) { /* what lies beyond is in bins: forget those */
    f->used = end;
    for (size_t b = 0; b < BINS; b++) {
      uint32_t *link = &f->bins[b];
      while (*link)
        if (*link >= end)
          *link = f->pool[*link + 1];
        else
          link = &f->pool[*link + 1];
    }
  }
  return live;
}

void dd_collect(struct dd *f) {
  if (f->nodes > f->peak_nodes)
    f->peak_nodes = f->nodes;
  mark_all(f);
  sweep_caches(f);
  const size_t live = sweep_pool(f);
  f->collections++;
  f->fresh = 0;
  f->crowd = live + STRESSED(64, (size_t)1 << 20);
  if (sound_due(f->collections, &f->sound_at))
    SOUND(dd_sound(f));
}
