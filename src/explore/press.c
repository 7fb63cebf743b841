#include "explore/press.h"

#include <string.h>

#include "base/lock.h"
#include "base/sound.h"

enum {
  PIECE_BITS = STRESSED(6, 24), /* when it is made; it may grow */
  FIRST = STRESSED(2, 64),      /* slots */
  INDEX_MAX = (1 << PRESS_INDEX) - 2,
};

/* --- pieces --------------------------------------------------------------- */

/* The parts go into the pieces in their order; the fields of a piece are side
 * by side in its word.  False: one has no room for them. */
static bool open_split(struct layout *split, const struct layout *l,
                       const part_id *piece_of, part_id pieces) {
  unsigned used = 0, most = PRESS_WORD;
  *split = (struct layout){.count = l->count, .words = pieces};
  split->at = alloc_zero(l->count, sizeof *split->at);
  split->used = alloc_zero(l->count, sizeof *split->used);
  bool ok = true;
  for (part_id i = 0; i < l->count; i++) {
    const unsigned width = l->at[i].width;
    if (i && piece_of[i] != piece_of[i - 1])
      used = 0;
    ok &= used + width <= most;
    split->at[i] = (struct layout_field){piece_of[i], (uint8_t)(used & 63),
                                         (uint8_t)width, l->at[i].count};
    if (width)
      split->used[split->used_count++] = (struct layout_used){
          i, piece_of[i], (uint32_t)(((uint64_t)1 << width) - 1),
          (uint8_t)(used & 63)};
    used += width;
  }
  split->bytes = split->words * sizeof(uint64_t);
  split->tail = ~(uint64_t)0;
  if (!ok)
    layout_close(split);
  return ok;
}

/* Of about as many bits each: then the tables of all are small. */
static part_id cut_into_pieces(const struct layout *l, part_id *piece_of) {
  const unsigned pieces = (l->bits + PIECE_BITS - 1) / PIECE_BITS;
  part_id piece = 0;
  unsigned bits = 0, before = 0;
  for (part_id i = 0; i < l->count; i++) {
    const unsigned width = l->at[i].width;
    if (bits && (before + width / 2) * pieces > l->bits * (piece + 1)) {
      piece++;
      bits = 0;
    }
    bits += width;
    before += width;
    piece_of[i] = piece;
  }
  return piece + 1;
}

static void set_moves(struct press *p, const struct layout *l) {
  free(p->cut);
  free(p->join);
  p->cut = alloc_zero(l->used_count + 1, sizeof *p->cut);
  p->join = alloc_zero(l->used_count + 1, sizeof *p->join);
  p->cuts = layout_moves(l, &p->split, p->cut);
  p->joins = layout_moves(&p->split, l, p->join);
}

static struct press_table *table_new(size_t cap, struct press_table *before) {
  struct press_table *t =
      alloc_zero(1, sizeof *t + cap * sizeof(_Atomic uint64_t));
  t->cap = cap;
  t->shift = 64 - (unsigned)__builtin_ctzll(cap);
  t->before = before;
  return t;
}

bool press_open(struct press *p, const struct layout *l) {
  *p = (struct press){.count = 0};
  p->piece_of = alloc_zero(l->count + 1, sizeof *p->piece_of);
  p->count = cut_into_pieces(l, p->piece_of);
  if (p->count > PRESS_PIECES ||
      !open_split(&p->split, l, p->piece_of, p->count)) {
    free(p->piece_of);
    return false;
  }
  set_moves(p, l);
  part_id *parts = alloc_zero(p->count, sizeof *parts);
  for (part_id i = 0; i < l->count; i++)
    parts[p->piece_of[i]]++;
  p->pieces = alloc_zero(p->count, sizeof *p->pieces);
  for (part_id i = 0; i < p->count; i++)
    if (parts[i] > 1)
      p->pieces[i].table = table_new(FIRST, NULL);
  free(parts);
  lock_open(&p->lock);
  press_root(p);
  return true;
}

static void close_tables(struct press_table *t) {
  while (t) {
    struct press_table *before = t->before;
    free(t);
    t = before;
  }
}

void press_close(struct press *p) {
  for (part_id i = 0; i < p->count; i++) {
    close_tables(p->pieces[i].table);
    vec_free(&p->pieces[i].things);
  }
  free(p->pieces);
  free(p->piece_of);
  free(p->cut);
  free(p->join);
  layout_close(&p->split);
  layout_close(&p->root);
}

uint64_t press_bytes(const struct press *p) {
  uint64_t bytes = 0;
  for (part_id i = 0; i < p->count; i++) {
    bytes += p->pieces[i].things.cap * sizeof(uint64_t);
    for (const struct press_table *t = p->pieces[i].table; t; t = t->before)
      bytes += t->cap * sizeof(uint64_t);
  }
  return bytes;
}

/* --- numbers -------------------------------------------------------------- */

static inline size_t slot_of(const struct press_table *t, uint64_t thing) {
  return (size_t)(thing * 0x9e3779b97f4a7c15u >> t->shift);
}

/* 1 + the number; 0: it is not there. */
static inline uint64_t look_up(const struct press_table *t, uint64_t thing) {
  for (size_t i = slot_of(t, thing);; i = (i + 1) & (t->cap - 1)) {
    uint64_t there = atomic_load_explicit(&t->at[i], memory_order_acquire);
    if (!there || there >> PRESS_INDEX == thing)
      return there & (((uint64_t)1 << PRESS_INDEX) - 1);
  }
}

static void put(struct press_table *t, uint64_t thing, uint64_t number) {
  size_t i = slot_of(t, thing);
  while (t->at[i])
    i = (i + 1) & (t->cap - 1);
  atomic_store_explicit(&t->at[i], thing << PRESS_INDEX | (number + 1),
                        memory_order_release);
}

/* All of them, into a table that nobody reads yet. */
static struct press_table *fill(const struct press_piece *piece, size_t cap,
                                struct press_table *before) {
  struct press_table *t = table_new(cap, before);
  for (size_t i = 0; i < piece->things.len; i++)
    put(t, piece->things.at[i], i);
  return t;
}

/* Its number, unless somebody else has given it one meanwhile.  Where there is
 * none left nobody looks at the key. */
static uint64_t enter(struct press *p, struct press_piece *piece,
                      uint64_t thing) {
  alloc_lock(&p->lock);
  struct press_table *t = piece->table;
  uint64_t there = look_up(t, thing), number = piece->things.len;
  if (!there && number < INDEX_MAX) {
    if ((number + 1) * 3 > t->cap * 2)
      piece->table = t = fill(piece, t->cap * 2, t);
    vec_push(&piece->things, thing);
    put(t, thing, number);
    there = number + 1;
  }
  alloc_unlock(&p->lock);
  if (there)
    return there - 1;
  p->full = p->spent = true;
  return 0;
}

/* What each piece holds. */
static inline void cut(const struct press *p, const uint64_t *words,
                       uint64_t *split) {
  for (part_id i = 0; i < p->count; i++)
    split[i] = 0;
  layout_carry(p->cut, p->cuts, words, split);
}

static inline uint64_t number_of(struct press *p, part_id i, uint64_t thing) {
  const struct press_table *t =
      atomic_load_explicit(&p->pieces[i].table, memory_order_acquire);
  if (!t)
    return thing;
  uint64_t there = look_up(t, thing);
  return there ? there - 1 : enter(p, &p->pieces[i], thing);
}

static inline void put_number(struct press *p, part_id i, uint64_t number,
                              uint64_t *key) {
  const struct layout_field *f = &p->root.at[i];
  if (number >> f->width)
    atomic_store_explicit(&p->full, true, memory_order_relaxed);
  key[f->word] |= number << f->shift;
}

void press_key(struct press *p, const uint64_t *words, uint64_t *key) {
  uint64_t split[PRESS_PIECES];
  cut(p, words, split);
  for (size_t i = 0; i < p->root.words; i++)
    key[i] = 0;
  for (part_id i = 0; i < p->count; i++)
    put_number(p, i, number_of(p, i, split[i]), key);
}

void press_approach(const struct press *p, struct press_near *near,
                    const uint64_t *words) {
  uint64_t split[PRESS_PIECES];
  cut(p, words, split);
  for (part_id i = 0; i < p->count; i++) {
    if (near->things[i] != split[i])
      near->numbers[i] = 0;
    near->things[i] = split[i];
  }
}

void press_cut(const struct press *p, const struct press_near *near,
               const uint64_t *words, uint64_t *split) {
  cut(p, words, split);
  for (part_id i = 0; i < p->count; i++) {
    const struct press_table *t =
        atomic_load_explicit(&p->pieces[i].table, memory_order_acquire);
    if (t && split[i] != near->things[i])
      __builtin_prefetch((const void *)&t->at[slot_of(t, split[i])]);
  }
}

void press_join(struct press *p, struct press_near *near, const uint64_t *split,
                uint64_t *key) {
  for (size_t i = 0; i < p->root.words; i++)
    key[i] = 0;
  for (part_id i = 0; i < p->count; i++) {
    uint64_t number;
    if (split[i] != near->things[i]) {
      number = number_of(p, i, split[i]);
    } else {
      if (!near->numbers[i])
        near->numbers[i] = number_of(p, i, split[i]) + 1;
      number = near->numbers[i] - 1;
    }
    put_number(p, i, number, key);
  }
}

void press_back(const struct press *p, const uint64_t *key, uint64_t *words) {
  uint64_t split[PRESS_PIECES];
  for (part_id i = 0; i < p->count; i++) {
    const struct layout_field *f = &p->root.at[i];
    uint64_t mask = f->width ? ~(uint64_t)0 >> (64 - f->width) : 0;
    uint64_t number = key[f->word] >> f->shift & mask;
    split[i] = p->pieces[i].table ? p->pieces[i].things.at[number] : number;
  }
  layout_carry(p->join, p->joins, split, words);
}

/* --- when nobody else reads ----------------------------------------------- */

static unsigned bits_for(uint64_t count) {
  return count < 2 ? 0 : 64 - (unsigned)__builtin_clzll(count - 1);
}

/* Twice as many as there are where it is the first time, or where there is
 * little room left: to make every key anew takes long. */
static unsigned width_of(const struct press *p, part_id i) {
  const uint64_t count = p->pieces[i].things.len;
  const unsigned had = p->root.at ? p->root.at[i].width : 0;
  if (had && count * 4 <= ((uint64_t)3 << had))
    return had;
  return bits_for(2 * count);
}

void press_root(struct press *p) {
  struct layout_width *widths = alloc_zero(p->count, sizeof *widths);
  for (part_id i = 0; i < p->split.count; i++)
    widths[p->piece_of[i]].width += p->split.at[i].width;
  for (part_id i = 0; i < p->count; i++)
    if (p->pieces[i].table)
      widths[i].width = width_of(p, i);
  layout_close(&p->root);
  layout_from(&p->root, widths, p->count);
  free(widths);
  p->full = false;
}

void press_settle(struct press *p) {
  for (part_id i = 0; i < p->count; i++) {
    struct press_table *t = p->pieces[i].table;
    if (!t)
      continue;
    close_tables(t->before);
    t->before = NULL;
  }
}

/* What each piece holds, in the fields that it has now. */
static void rewrite_things(struct press *p, const struct layout *split) {
  struct layout_move *moves =
      alloc_zero(p->split.used_count + 1, sizeof *moves);
  part_id count = layout_moves(&p->split, split, moves);
  uint64_t from[PRESS_PIECES] = {0}, to[PRESS_PIECES] = {0};
  for (part_id i = 0; i < p->count; i++) {
    struct press_piece *piece = &p->pieces[i];
    struct press_table *t = piece->table;
    vec_each(&piece->things, thing) {
      from[i] = *thing;
      to[i] = 0;
      layout_carry(moves, count, from, to);
      *thing = to[i];
    }
    from[i] = 0;
    if (!t)
      continue;
    piece->table = fill(piece, t->cap, NULL);
    close_tables(t);
  }
  free(moves);
}

/* Has the root room for the pieces that are their own numbers? */
static bool plain_fit(const struct press *p) {
  unsigned width[PRESS_PIECES] = {0};
  bool fit = true;
  for (part_id i = 0; i < p->split.count; i++)
    width[p->piece_of[i]] += p->split.at[i].width;
  for (part_id i = 0; i < p->count; i++)
    fit &= p->pieces[i].table || width[i] <= p->root.at[i].width;
  return fit;
}

bool press_widen(struct press *p, const struct layout *wider) {
  struct layout split;
  if (!open_split(&split, wider, p->piece_of, p->count))
    return false;
  rewrite_things(p, &split);
  layout_close(&p->split);
  p->split = split;
  set_moves(p, wider);
  if (!plain_fit(p))
    p->full = true;
  return true;
}
