/* The states of all levels in the order of discovery, each with its parent in
 * the level before. */
#include <string.h>

#include "explore/disk_inside.h"

static void put_number(struct file_block *b, uint64_t n) {
  for (; n > 127; n >>= 7)
    vec_push(&b->bytes, (uint8_t)(n | 128));
  vec_push(&b->bytes, (uint8_t)n);
}

/* Parents never decrease, so their differences are small; the first of a
 * block is whole. */
void journal_put(struct disk *d, const uint64_t *words, uint64_t parent) {
  struct file_block *b = &d->journal_block;
  const size_t bytes = disk_layout(d)->bytes;
  if (b->bytes.len >= BLOCK_BYTES)
    journal_flush(d);
  put_number(b, b->count ? parent - d->last_parent : parent);
  d->last_parent = parent;
  b->layout = (uint32_t)d->layouts.len - 1;
  b->count++;
  size_t had = b->bytes.len;
  vec_reserve(&b->bytes, had + bytes);
  b->bytes.len = had + bytes;
  memcpy(b->bytes.at + had, words, bytes);
}

bool journal_flush(struct disk *d) {
  return blocks_put(&d->journal, &d->journal_block);
}

static bool damaged(struct disk *d) {
  if (!d->journal.failed)
    text_printf(&d->journal.why, "damaged: '%s'", d->journal.name);
  d->journal.failed = true;
  return false;
}

static bool enter(struct disk *d, struct journal_in *in, uint64_t offset) {
  in->begin = offset;
  if (offset >= d->journal.end)
    return damaged(d);
  in->next_block = blocks_get(&d->journal, offset, &in->block);
  in->taken = 0;
  in->at = 0;
  in->parent = 0;
  if (!in->next_block)
    return false;
  return in->block.layout < d->layouts.len || damaged(d);
}

/* The moves from the layout of this block to that of today. */
static void prepare(struct disk *d, struct journal_in *in) {
  const struct layout *from = &d->layouts.at[in->block.layout];
  uint32_t key = in->block.layout * 65536 + (uint32_t)d->layouts.len;
  if (in->carries == key)
    return;
  in->carries = key;
  free(in->moves);
  in->moves = alloc_zero(from->used_count + 1, sizeof *in->moves);
  in->move_count = layout_moves(from, disk_layout(d), in->moves);
  in->raw = alloc_resize(in->raw, from->words + 1, sizeof *in->raw);
}

/* The bytes of the next entry; NULL: there is none, though there should be. */
static const uint8_t *next_entry(struct disk *d, struct journal_in *in) {
  const size_t len = in->block.bytes.len;
  const size_t bytes = d->layouts.at[in->block.layout].bytes;
  uint64_t step = 0;
  unsigned shift = 0;
  uint8_t byte = 128;
  while (byte & 128 && in->at < len && shift < 64) {
    byte = in->block.bytes.at[in->at++];
    step |= (uint64_t)(byte & 127) << shift;
    shift += 7;
  }
  if (byte & 128 || len - in->at < bytes) {
    damaged(d);
    return NULL;
  }
  in->parent = in->taken ? in->parent + step : step;
  in->taken++;
  in->at += bytes;
  return in->block.bytes.at + in->at - bytes;
}

bool journal_check(struct disk *d) {
  struct file_block b = {0};
  uint64_t at = 0;
  do
    at = blocks_get(&d->journal, at, &b);
  while (at && at < d->journal.end);
  file_block_free(&b);
  return at != 0;
}

bool journal_begin(struct disk *d, struct journal_in *in, uint64_t offset,
                   uint32_t taken) {
  if (!enter(d, in, offset) || taken > in->block.count)
    return damaged(d);
  while (in->taken < taken)
    if (!next_entry(d, in))
      return false;
  return true;
}

bool journal_next(struct disk *d, struct journal_in *in, uint64_t *words) {
  if (in->taken == in->block.count && !enter(d, in, in->next_block))
    return false;
  const struct layout *from = &d->layouts.at[in->block.layout];
  const struct layout *to = disk_layout(d);
  const uint8_t *there = next_entry(d, in);
  if (!there)
    return false;
  prepare(d, in);
  memset(in->raw, 0, from->words * sizeof *in->raw);
  memcpy(in->raw, there, from->bytes);
  memset(words, 0, to->words * sizeof *words);
  if (from == to)
    memcpy(words, in->raw, from->words * sizeof *words);
  else
    layout_carry(in->moves, in->move_count, in->raw, words);
  return true;
}

void journal_end(struct journal_in *in) {
  file_block_free(&in->block);
  free(in->moves);
  free(in->raw);
  *in = (struct journal_in){0};
}
