/* layout: a state packed into bits.
 *
 * A state is the numbers of the values of its parts (parts.h); each takes as
 * many bits as the numbers seen so far need, none when there is only one.
 * When a part gets more values than its bits can number, a wider layout is
 * made and the store is packed anew (store_widen); some slack is given to
 * every part that still grows, so that this stays rare: of a machine, which
 * has many that do, to those that have grown since the layout before.
 *
 * No field crosses a 64-bit word, so that a successor is made by flipping
 * bits of one word for each part it changes. */
#ifndef EXPLORE_LAYOUT_H
#define EXPLORE_LAYOUT_H

#include "base/sound.h"
#include "explore/parts.h"

struct layout {
  part_id count;
  struct layout_field {
    uint32_t word;
    uint8_t shift, width;
    value_id count; /* of the values when it was made */
  } *at;
  /* The parts that take bits, which may be few: of the others value 0 is the
   * only one. */
  struct layout_used {
    part_id part;
    uint32_t word, mask;
    uint8_t shift;
  } *used;
  part_id used_count;
  size_t words; /* 64-bit words of a packed state in hand */
  size_t bytes; /* of a packed state in the store: the tail is cut off */
  unsigned bits;
  uint64_t tail; /* mask of the last word's bytes that are stored */
};

/* How wide the field of a part is; how many values it had then. */
struct layout_width {
  uint32_t width;
  value_id count;
};
/* The layout that has these widths; by part. */
void layout_from(struct layout *l, const struct layout_width *widths,
                 part_id count);
void layout_widths(const struct layout *l, struct layout_width *widths);
/* before: the one that it replaces, or NULL.  tight: parts that have not grown
 * since get no slack, so it may be narrower than that one. */
void layout_open(struct layout *l, const struct parts *ps,
                 const struct layout *before, bool tight);
void layout_close(struct layout *l);
/* Do the fields have room for all values there are? */
bool layout_holds(const struct layout *l, const struct parts *ps);

void layout_pack(const struct layout *l, const value_id *values,
                 uint64_t *words);
void layout_unpack(const struct layout *l, const uint64_t *words,
                   value_id *values);

/* From one layout to a wider one: fields that lie side by side in both are
 * moved as one, so a state is a few masks and rotations. */
struct layout_move {
  uint32_t from, to; /* words */
  uint64_t mask;     /* in the word it comes from */
  unsigned turn;     /* to the left */
};
/* In as many moves as the layout has fields, at most; returns how many. */
part_id layout_moves(const struct layout *from, const struct layout *to,
                     struct layout_move *moves);
static inline void layout_carry(const struct layout_move *moves, part_id count,
                                const uint64_t *from, uint64_t *to) {
  for (const struct layout_move *m = moves; m < moves + count; m++) {
    uint64_t x = from[m->from] & m->mask;
    to[m->to] |= x << m->turn | x >> (-m->turn & 63);
  }
}

/* Has the field of the part room for this value? */
static inline bool layout_fits(const struct layout *l, part_id part,
                               value_id value) {
  EXPECTS(part < l->count);
  return !((uint64_t)value >> l->at[part].width);
}

static inline void layout_flip(const struct layout *l, uint64_t *words,
                               part_id part, value_id from, value_id to) {
  EXPECTS(part < l->count);
  const struct layout_field *f = &l->at[part];
  words[f->word] ^= (uint64_t)(from ^ to) << f->shift;
}

#endif
