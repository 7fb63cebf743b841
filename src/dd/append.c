/* Saturation of a relation with relations: UtcSat and ComRP (line 26s) of
 * Jin et al., figure 2.
 *
 * by_level[l] holds the steps whose topmost variable is l.  A relation is
 * saturated at a level when it is closed under appending the steps of that
 * level and of those below; rows of a matrix do not mix, since steps change
 * the second tuple only. */
#include "base/alloc.h"
#include "base/sound.h"
#include "dd/queue.h"
#include "dd/saturate.h"

struct append {
  struct dd *f;
  const dd_node *by_level;
  uint32_t *context; /* [level]: a number for by_level[1 .. level] */
};

static dd_node append(struct append *s, dd_node q, dd_node r, unsigned level);

/* The row under construction, and the finished pairs behind it. */
struct row {
  unsigned level;
  uint32_t size, from, low, high, count;
  size_t at, out;
  bool open;
};

static void row_add(struct dd *f, struct row *w, uint32_t to, dd_node n) {
  EXPECTS(to < dd_size(f, w->level));
  if (!n)
    return;
  const dd_node old = f->scratch[w->at + to];
  const dd_node both = old ? dd_union(f, old, n) : n;
  f->scratch[w->at + to] = both;
  w->low = to < w->low ? to : w->low;
  w->high = to > w->high ? to : w->high;
  w->open = true;
}

/* Entries of the matrix `r` in row k, one after the other. */
struct entry_walk {
  uint32_t data, at, end, size;
  bool sparse;
};

static struct entry_walk entries_of(const struct dd *f, dd_node r, uint32_t row,
                                    uint32_t size) {
  struct entry_walk e = {
      .data = node_data(f, r), .size = size, .sparse = node_sparse(f, r)};
  const uint32_t len = node_len(f, r), first = row * size;
  if (!e.sparse) {
    e.at = first < len ? first : len;
    e.end = first + size < len ? first + size : len;
    return e;
  }
  uint32_t low = 0, high = len;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (f->pool[e.data + 2 * middle] < first)
      low = middle + 1;
    else
      high = middle;
  }
  e.at = e.end = low;
  while (e.end < len && f->pool[e.data + 2 * e.end] < first + size)
    e.end++;
  return e;
}

static bool entry_next(const struct dd *f, struct entry_walk *e, uint32_t *to,
                       dd_node *child) {
  for (; e->at < e->end; e->at++) {
    const uint32_t at = e->sparse ? e->data + 2 * e->at : e->data + e->at;
    *to = (e->sparse ? f->pool[at] : e->at) % e->size;
    *child = f->pool[at + e->sparse];
    if (*child)
      return e->at++, true;
  }
  return false;
}

/* Closes the row under the steps of its level. */
static void row_close(struct append *s, struct row *w) {
  struct dd *f = s->f;
  const dd_node r = s->by_level[w->level];
  if (!r)
    return;
  struct queue q = queue_begin(f, w->size);
  for (uint32_t i = w->low; i <= w->high; i++)
    if (f->scratch[w->at + i])
      queue_add(f, &q, i);
  while (q.count) {
    const uint32_t i = queue_take(f, &q);
    forest_maybe_collect(f);
    struct entry_walk e = entries_of(f, r, i, w->size);
    uint32_t to;
    dd_node below;
    while (entry_next(f, &e, &to, &below)) {
      const dd_node new = append(s, f->scratch[w->at + i], below, w->level - 1);
      const dd_node old = f->scratch[w->at + to];
      row_add(f, w, to, new);
      if (f->scratch[w->at + to] != old)
        queue_add(f, &q, to);
    }
  }
  queue_end(f, &q);
}

static struct row row_begin(struct dd *f, unsigned level, dd_node keep,
                            dd_node keep_too) {
  EXPECTS(level && level <= f->levels);
  struct row w = {.level = level, .size = f->sizes[level], .low = UINT32_MAX};
  const size_t frame = scratch_zero(f, w.size + (size_t)2);
  f->scratch[frame] = keep;
  f->scratch[frame + 1] = keep_too;
  w.at = frame + 2;
  w.out = f->top;
  return w;
}

static void row_flush(struct append *s, struct row *w) {
  struct dd *f = s->f;
  if (!w->open)
    return;
  row_close(s, w);
  for (uint32_t to = w->low; to <= w->high; to++) {
    const dd_node n = f->scratch[w->at + to];
    f->scratch[w->at + to] = DD_EMPTY;
    if (!n)
      continue;
    const size_t at = scratch_push(f, 2);
    f->scratch[at] = w->from * w->size + to;
    f->scratch[at + 1] = n;
    w->count++;
  }
  w->open = false;
  w->low = UINT32_MAX;
  w->high = 0;
}

static dd_node row_end(struct append *s, struct row *w) {
  struct dd *f = s->f;
  row_flush(s, w);
  const dd_node result = forest_pairs(f, w->level, w->out, w->count);
  scratch_pop(f, w->at - 2);
  return result;
}

/* Goes over the entries of q's matrix, or over the diagonal where q leaves
 * the variable out. */
struct matrix_walk {
  struct walk w;
  dd_node q;
  uint32_t size, diagonal;
  bool skipped;
};

static struct matrix_walk matrix_begin(const struct dd *f, dd_node q,
                                       unsigned level) {
  EXPECTS(level && level <= f->levels);
  struct matrix_walk m = {
      .q = q, .size = f->sizes[level], .skipped = node_level(f, q) < level};
  if (!m.skipped)
    m.w = walk_begin(f, q);
  return m;
}

static bool matrix_next(const struct dd *f, struct matrix_walk *m,
                        uint32_t *from, uint32_t *to, dd_node *child) {
  uint32_t index;
  if (m->skipped) {
    *from = *to = m->diagonal;
    *child = m->q;
    return m->diagonal++ < m->size;
  }
  if (!walk_next(f, &m->w, &index, child))
    return false;
  *from = index / m->size;
  *to = index % m->size;
  return true;
}

/* First q, then r; q is saturated, and so is the result. */
static dd_node append(struct append *s, dd_node q, dd_node r, unsigned level) {
  EXPECTS(level <= s->f->levels);
  struct dd *f = s->f;
  dd_node result, child, below;
  if (!q || !r || r == DD_TRUE)
    return r ? q : DD_EMPTY;
  while (node_level(f, q) < level && node_level(f, r) < level &&
         !s->by_level[level])
    level--;
  if (cache_get(f, OP_FIRE, q, r, s->context[level], &result))
    return result;
  const bool mine = node_level(f, r) == level;
  struct row w = row_begin(f, level, q, r);
  struct matrix_walk m = matrix_begin(f, q, level);
  uint32_t from, middle, to;
  while (matrix_next(f, &m, &from, &middle, &child)) {
    if (w.open && w.from != from)
      row_flush(s, &w);
    w.from = from;
    if (!mine) {
      const dd_node n = append(s, child, r, level - 1);
      row_add(f, &w, middle, n);
      continue;
    }
    struct entry_walk e = entries_of(f, r, middle, w.size);
    while (entry_next(f, &e, &to, &below)) {
      const dd_node n = append(s, child, below, level - 1);
      row_add(f, &w, to, n);
    }
  }
  result = row_end(s, &w);
  cache_put(f, OP_FIRE, q, r, s->context[level], result);
  return result;
}

static dd_node saturate(struct append *s, dd_node p, unsigned level) {
  EXPECTS(level <= s->f->levels);
  struct dd *f = s->f;
  dd_node result, child;
  if (!p || !level)
    return p;
  if (node_level(f, p) < level && !s->by_level[level])
    return saturate(s, p, level - 1); /* unchanged stays unchanged */
  if (cache_get(f, OP_SATURATE, p, s->context[level], 0, &result))
    return result;
  struct row w = row_begin(f, level, p, p);
  struct matrix_walk m = matrix_begin(f, p, level);
  uint32_t from, to;
  while (matrix_next(f, &m, &from, &to, &child)) {
    if (w.open && w.from != from)
      row_flush(s, &w);
    w.from = from;
    const dd_node n = saturate(s, child, level - 1);
    row_add(f, &w, to, n);
  }
  result = row_end(s, &w);
  cache_put(f, OP_SATURATE, p, s->context[level], 0, result);
  return result;
}

static dd_node saturate_all(struct append *s, dd_node n) {
  struct dd *f = s->f;
  /* the steps are held while garbage is collected */
  const size_t base = scratch_push(f, f->levels + (size_t)1);
  f->scratch[base] = DD_EMPTY;
  for (unsigned l = 1; l <= f->levels; l++)
    f->scratch[base + l] = s->by_level[l];
  const dd_node result = saturate(s, n, f->levels);
  scratch_pop(f, base);
  return result;
}

/* What a saturation below a level yields depends on the steps up to that
 * level alone.  Equal steps get equal numbers, so that results outlive the
 * operation: closing a relation again after one change at level l finds
 * everything below l.  A collection makes node numbers mean other nodes, so
 * the numbering begins anew after one. */
static void number_contexts(struct append *s) {
  struct dd *f = s->f;
  if (f->context_collections != f->collections) {
    map_clear(&f->contexts);
    f->context_collections = f->collections;
    cache_clear(f, OP_SATURATE);
    cache_clear(f, OP_FIRE);
  }
  for (unsigned l = 1; l <= f->levels; l++) {
    bool added;
    uint64_t *id =
        map_at(&f->contexts, (uint64_t)s->context[l - 1] << 32 | s->by_level[l],
               &added);
    if (added)
      *id = ++f->last_context;
    s->context[l] = (uint32_t)*id;
  }
}

static dd_node run(struct append *s, dd_node n) {
  OPERATION(s->f, saturate_all(s, n));
}

dd_node dd_saturate_steps(struct dd *f, dd_node n, const dd_node *by_level) {
  EXPECTS(by_level != NULL);
  assert(f->kind == DD_RELATIONS);
  struct append s = {f, by_level, alloc_zero(f->levels + 1, sizeof *s.context)};
  number_contexts(&s);
  const dd_node closed = run(&s, n);
  free(s.context);
  return closed;
}
