#include "explore/sorted.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sound.h"

void sorted_name(uint32_t number, char name[16]) {
  snprintf(name, 16, "%09u.run", number);
}

struct sorted *sorted_create(int folder, uint32_t number, uint32_t layout,
                             uint32_t words, bool placed, struct text *why) {
  char name[16];
  struct sorted *s = alloc_zero(1, sizeof *s);
  *s = (struct sorted){
      .number = number, .layout = layout, .words = words, .placed = placed};
  sorted_name(number, name);
  if (blocks_create(&s->file, folder, name))
    return s;
  text_add(why, text_str(&s->file.why));
  sorted_free(s);
  return NULL;
}

static void note_block(struct sorted *s, uint64_t offset,
                       const uint64_t *first) {
  vec_push(&s->offsets, offset);
  for (uint32_t i = 0; i < s->words; i++)
    vec_push(&s->firsts, first[i]);
}

bool sorted_open(struct sorted *s, int folder, uint64_t end) {
  char name[16];
  struct file_block b = {0};
  uint64_t *first = alloc_zero(s->words, sizeof *first);
  sorted_name(s->number, name);
  bool ok = blocks_open(&s->file, folder, name, end);
  for (uint64_t at = 0; ok && at < end;) {
    uint64_t next = blocks_get(&s->file, at, &b);
    ok = next != 0 && b.bytes.len >= s->words * sizeof *first;
    if (ok) {
      memcpy(first, b.bytes.at, s->words * sizeof *first);
      note_block(s, at, first);
    }
    at = next;
  }
  file_block_free(&b);
  free(first);
  return ok;
}

void sorted_free(struct sorted *s) {
  if (!s)
    return;
  blocks_close(&s->file);
  vec_free(&s->firsts);
  vec_free(&s->offsets);
  free(s);
}

uint64_t sorted_bytes(const struct sorted *s) {
  return sizeof *s + (s->firsts.cap + s->offsets.cap) * sizeof(uint64_t);
}

/* --- writing -------------------------------------------------------------- */

void sorted_begin(struct sorted_out *o, struct sorted *to) {
  *o = (struct sorted_out){.to = to, .block.layout = to->layout};
  o->last = alloc_zero(to->words, sizeof *o->last);
}

/* How many bytes, from the first, there are up to the last that differs. */
static size_t new_bytes(const uint64_t *a, const uint64_t *b, size_t words) {
  size_t w = words - 1;
  while (w && a[w] == b[w])
    w--;
  uint64_t differs = a[w] ^ b[w];
  return 8 * w + (differs ? 8 - (size_t)__builtin_clzll(differs) / 8 : 0);
}

static uint8_t *more_bytes(struct sorted_out *o, size_t n) {
  size_t had = o->block.bytes.len;
  vec_reserve(&o->block.bytes, had + n);
  o->block.bytes.len = had + n;
  return o->block.bytes.at + had;
}

enum { LONG = 255 }; /* the length follows, in two bytes */

static void put_entry(struct sorted_out *o, const uint64_t *words) {
  size_t n = new_bytes(words, o->last, o->to->words);
  EXPECTS(n > 0 && n < 1 << 16);
  uint8_t *to = more_bytes(o, n + (n < LONG ? 1 : 3));
  *to++ = n < LONG ? (uint8_t)n : LONG;
  if (n >= LONG) {
    *to++ = (uint8_t)n;
    *to++ = (uint8_t)(n >> 8);
  }
  memcpy(to, words, n);
}

void sorted_put(struct sorted_out *o, const uint64_t *words, uint64_t place) {
  struct sorted *s = o->to;
  EXPECTS(!s->count || sorted_order(o->last, words, s->words) < 0);
  if (o->block.bytes.len >= BLOCK_BYTES)
    blocks_put(&s->file, &o->block);
  if (!o->block.count++) {
    note_block(s, s->file.end, words);
    memcpy(more_bytes(o, s->words * sizeof *words), words,
           s->words * sizeof *words);
  } else {
    put_entry(o, words);
  }
  if (s->placed)
    memcpy(more_bytes(o, sizeof place), &place, sizeof place);
  for (uint32_t i = 0; i < s->words; i++)
    o->last[i] = words[i];
  s->count++;
}

bool sorted_end(struct sorted_out *o) {
  bool ok = blocks_put(&o->to->file, &o->block);
  file_block_free(&o->block);
  free(o->last);
  return ok;
}

/* --- reading -------------------------------------------------------------- */

static void carry(struct sorted_in *in, const uint64_t *from, uint64_t *to) {
  for (size_t i = 0; i < in->words; i++)
    to[i] = 0;
  layout_carry(in->moves, in->move_count, from, to);
}

static void give_up(struct sorted_in *in) {
  in->key = NULL;
  in->failed = in->of->file.failed;
}

static void damaged(struct sorted_in *in) {
  struct blocks *b = &in->of->file;
  if (!b->failed)
    text_printf(&b->why, "damaged: '%s'", b->name);
  b->failed = true;
  give_up(in);
}

static void take_place(struct sorted_in *in) {
  if (in->of->placed) {
    memcpy(&in->place, in->block.bytes.at + in->next, sizeof in->place);
    in->next += sizeof in->place;
  }
  if (in->moves)
    carry(in, in->raw, in->carried);
}

/* The first entry of block number `after`. */
static void enter(struct sorted_in *in) {
  struct sorted *s = in->of;
  size_t whole = s->words * sizeof *in->raw;
  if (in->after == s->offsets.len) {
    give_up(in);
    return;
  }
  if (!blocks_get(&s->file, s->offsets.at[in->after], &in->block)) {
    give_up(in);
    return;
  }
  in->after++;
  if (in->block.bytes.len < whole + (s->placed ? 8 : 0) || !in->block.count) {
    damaged(in);
    return;
  }
  memcpy(in->raw, in->block.bytes.at, whole);
  in->next = whole;
  in->left = in->block.count - 1;
  in->key = in->moves ? in->carried : in->raw;
  take_place(in);
}

void sorted_read(struct sorted_in *in, struct sorted *of,
                 const struct layout *from, const struct layout *to) {
  *in = (struct sorted_in){.of = of};
  in->raw = alloc_zero(of->words, sizeof *in->raw);
  in->words = of->words;
  if (from != to) {
    in->words = to->words;
    in->moves = alloc_zero(from->used_count + 1, sizeof *in->moves);
    in->move_count = layout_moves(from, to, in->moves);
  }
  in->carried = alloc_zero(in->words, sizeof *in->carried);
  in->first = alloc_zero(in->words, sizeof *in->first);
  enter(in);
}

void sorted_leave(struct sorted_in *in) {
  file_block_free(&in->block);
  free(in->raw);
  free(in->carried);
  free(in->first);
  free(in->moves);
  *in = (struct sorted_in){0};
}

void sorted_next(struct sorted_in *in) {
  EXPECTS(in->key);
  static const uint64_t low[9] = {
      0,           0xff,         0xffff,         0xffffff,
      0xffffffff,  0xffffffffff, 0xffffffffffff, 0xffffffffffffff,
      ~(uint64_t)0};
  if (!in->left) {
    enter(in);
    return;
  }
  in->left--;
  const uint8_t *at = in->block.bytes.at + in->next;
  size_t n = *at++;
  if (n <= 8) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    in->raw[0] = (in->raw[0] & ~low[n]) | (word & low[n]);
  } else {
    if (n == LONG) {
      n = at[0] | (size_t)at[1] << 8;
      at += 2;
    }
    if (n > in->of->words * sizeof *in->raw ||
        at + n > in->block.bytes.at + in->block.bytes.len) {
      damaged(in);
      return;
    }
    memcpy(in->raw, at, n);
  }
  in->next = (size_t)(at + n - in->block.bytes.at);
  if (in->next + (in->of->placed ? 8 : 0) > in->block.bytes.len) {
    damaged(in);
    return;
  }
  if (in->of->placed || in->moves)
    take_place(in);
}

/* Does block number k begin at or before this key? */
static bool begins_before(struct sorted_in *in, size_t k, const uint64_t *key) {
  const uint64_t *first = in->of->firsts.at + k * in->of->words;
  if (in->moves) {
    carry(in, first, in->first);
    first = in->first;
  }
  return sorted_order(first, key, in->words) <= 0;
}

/* On to the last block that begins at or before the key: a step, then twice
 * as far each time, then halves. */
static void leap(struct sorted_in *in, const uint64_t *key) {
  size_t lo = in->after, stride = 1, end = in->of->offsets.len;
  while (lo + stride < end && begins_before(in, lo + stride, key)) {
    lo += stride;
    stride *= 2;
  }
  size_t hi = lo + stride < end ? lo + stride : end;
  while (hi - lo > 1) {
    size_t middle = lo + (hi - lo) / 2;
    if (begins_before(in, middle, key))
      lo = middle;
    else
      hi = middle;
  }
  in->after = lo;
  enter(in);
}

void sorted_seek(struct sorted_in *in, const uint64_t *key) {
  if (!in->key || sorted_order(in->key, key, in->words) >= 0)
    return;
  if (in->after < in->of->offsets.len && begins_before(in, in->after, key))
    leap(in, key);
  while (in->key && sorted_order(in->key, key, in->words) < 0)
    sorted_next(in);
}
