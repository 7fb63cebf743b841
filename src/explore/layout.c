#include "explore/layout.h"

#include <string.h>

#include "base/sound.h"

static unsigned bits_for(uint64_t count) {
  return count < 2 ? 0 : 64 - (unsigned)__builtin_clzll(count - 1);
}

/* A machine has many parts that grow: those that do get so much room that few
 * of them grow out of it before all are packed anew. */
static unsigned width_of_words(value_id count, const struct layout_field *f) {
  if (count < 2)
    return 0;
  if (count == 2 || !f)
    return bits_for(count);
  unsigned least = bits_for(count == f->count ? count : 2 * (uint64_t)count);
  return f->width > least ? f->width : least;
}

/* A scalar has no more values than its range. */
static unsigned width_for(const struct parts *ps, part_id i,
                          const struct layout_field *before, bool tight) {
  EXPECTS(i < ps->count && (before || !tight));
  const struct part *part = &ps->at[i];
  value_id count = part->passing ? 1 : part->count;
  unsigned wanted = count < 2 ? 0 : bits_for((uint64_t)count + count / 4 + 1);
  if (tight && count == before->count)
    return bits_for(count);
  if (part->kind == PART_WORDS)
    return width_of_words(count, before);
  if (part->kind != PART_SCALAR)
    return wanted;
  const struct object *o = &ps->model->objects[part->index];
  uint64_t most = o->kind == OBJECT_LOCK
                      ? (uint64_t)ps->model->process_count + 1
                      : (uint64_t)o->range.hi - (uint64_t)o->range.lo + 1;
  return wanted < bits_for(most) ? wanted : bits_for(most);
}

void layout_open(struct layout *l, const struct parts *ps,
                 const struct layout *before, bool tight) {
  struct layout_width *widths = alloc_zero(ps->count, sizeof *widths);
  for (part_id i = 0; i < ps->count; i++)
    widths[i] = (struct layout_width){
        width_for(ps, i, before ? &before->at[i] : NULL, tight),
        ps->at[i].count};
  layout_from(l, widths, ps->count);
  free(widths);
}

void layout_widths(const struct layout *l, struct layout_width *widths) {
  for (part_id i = 0; i < l->count; i++)
    widths[i] = (struct layout_width){l->at[i].width, l->at[i].count};
}

void layout_from(struct layout *l, const struct layout_width *widths,
                 part_id count) {
  *l = (struct layout){.count = count};
  l->at = alloc_zero(count, sizeof *l->at);
  l->used = alloc_zero(count, sizeof *l->used);
  unsigned used = 0; /* bits of the current word */
  for (part_id i = 0; i < count; i++) {
    unsigned width = widths[i].width;
    if (used + width > 64) {
      l->words++;
      used = 0;
    }
    /* A field of no bits may sit anywhere: the shift must only be legal. */
    l->at[i] = (struct layout_field){(uint32_t)l->words,
                                     (uint8_t)(used & 63), (uint8_t)width,
                                     widths[i].count};
    if (width)
      l->used[l->used_count++] = (struct layout_used){
          i, (uint32_t)l->words, (uint32_t)(((uint64_t)1 << width) - 1),
          (uint8_t)used};
    used += width;
    l->bits += width;
  }
  l->bytes = l->words * 8 + (used + 7) / 8;
  l->words++;
  if (!l->bytes)
    l->bytes = 1;
  unsigned tail_bytes = (unsigned)(l->bytes - (l->words - 1) * 8);
  l->tail = tail_bytes == 8 ? ~(uint64_t)0
                            : ((uint64_t)1 << 8 * tail_bytes) - 1;
}

void layout_close(struct layout *l) {
  free(l->at);
  free(l->used);
  *l = (struct layout){0};
}

bool layout_holds(const struct layout *l, const struct parts *ps) {
  for (part_id i = 0; i < l->count; i++)
    if (!ps->at[i].passing &&
        ps->at[i].count > (uint64_t)1 << l->at[i].width)
      return false;
  return true;
}

void layout_pack(const struct layout *l, const value_id *values,
                 uint64_t *words) {
  EXPECTS(values && words);
  memset(words, 0, l->words * sizeof *words);
  const struct layout_used *end = l->used + l->used_count;
  for (const struct layout_used *u = l->used; u < end; u++)
    words[u->word] ^= (uint64_t)values[u->part] << u->shift;
}

void layout_unpack(const struct layout *l, const uint64_t *words,
                   value_id *values) {
  EXPECTS(values && words);
  EXPECTS(l->count && l->words);
  memset(values, 0, l->count * sizeof *values);
  const struct layout_used *end = l->used + l->used_count;
  for (const struct layout_used *u = l->used; u < end; u++)
    values[u->part] = (value_id)(words[u->word] >> u->shift) & u->mask;
}

part_id layout_moves(const struct layout *from, const struct layout *to,
                     struct layout_move *moves) {
  part_id count = 0;
  for (part_id i = 0; i < from->used_count; i++) {
    const struct layout_used *u = &from->used[i];
    const struct layout_field *f = &to->at[u->part];
    if (!f->width)
      continue;
    struct layout_move m = {u->word, f->word, (uint64_t)u->mask << u->shift,
                            (unsigned)(f->shift - u->shift) & 63};
    struct layout_move *last = count ? &moves[count - 1] : NULL;
    if (last && last->from == m.from && last->to == m.to &&
        last->turn == m.turn)
      last->mask |= m.mask;
    else
      moves[count++] = m;
  }
  return count;
}
