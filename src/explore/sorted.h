/* sorted: states in a file, in ascending order, each once.
 *
 * A packed state is read as one large number: its first word counts least.
 * Fields never cross words and follow each other in the order of the parts,
 * so this is the order of the values of the last part, then of the one
 * before, and so on; and the order of two states does not change when they
 * are packed in a wider layout (layout.h).  A file therefore keeps the layout
 * that it was written in, and whoever reads it gets states in the layout of
 * today, still in order.
 *
 * Neighbours share their upper bytes: an entry says how many of the lower
 * ones are new, and what they are; some three bytes for a state of eight.
 * The first entry of a block (blocks.h) is whole, and is remembered, so that
 * blocks in which nothing is wanted are not read.
 *
 * An entry may have a place beside it, a number that is kept as it is: where
 * the state was met.  Or the place is the last word of the entry, and then
 * they are in the order of places (words is then one more than the state's). */
#ifndef EXPLORE_SORTED_H
#define EXPLORE_SORTED_H

#include "base/vec.h"
#include "explore/blocks.h"
#include "explore/layout.h"

struct sorted {
  struct blocks file;
  uint32_t number; /* in the folder: its name is made of it */
  uint32_t layout; /* of the caller's list of layouts */
  uint32_t words;  /* of an entry */
  bool placed;     /* a place is beside each */
  bool listed;     /* a ledger names it: see disk.h */
  uint64_t count;
  VEC(uint64_t) firsts;  /* of each block, its first entry */
  VEC(uint64_t) offsets; /* where it begins */
};

struct sorted_out {
  struct sorted *to;
  struct file_block block;
  uint64_t *last;
};

/* a < b: -1, a == b: 0, a > b: 1 */
static inline int sorted_order(const uint64_t *a, const uint64_t *b,
                               size_t words) {
  for (size_t i = words; i-- > 0;)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* An empty file; NULL: it cannot be made, and *why says so. */
struct sorted *sorted_create(int folder, uint32_t number, uint32_t layout,
                             uint32_t words, bool placed, struct text *why);
/* One that a ledger names: number, layout, words, placed and count are given.
 * Every block is looked at.  False: s->file.why. */
bool sorted_open(struct sorted *s, int folder, uint64_t end);
void sorted_name(uint32_t number, char name[16]);
void sorted_free(struct sorted *s);
uint64_t sorted_bytes(const struct sorted *s); /* of memory */

void sorted_begin(struct sorted_out *o, struct sorted *to);
/* Larger than all before; place: where they have one. */
void sorted_put(struct sorted_out *o, const uint64_t *words, uint64_t place);
bool sorted_end(struct sorted_out *o);

/* Reads a file in order. */
struct sorted_in {
  struct sorted *of;
  const uint64_t *key; /* the entry, in the layout of today; NULL: no more */
  uint64_t place;
  bool failed; /* of->file.why says why; then there is no more */
  /* inside */
  struct file_block block;
  size_t next;   /* in its bytes */
  uint32_t left; /* entries of the block behind this one */
  size_t after;  /* number of the next block */
  uint64_t *raw, *carried, *first;
  struct layout_move *moves; /* NULL: the layout is that of today */
  part_id move_count;
  size_t words;
};

/* from, to: the layout of the file and that of today; the same pointer if they
 * are the same.  Stands at the first entry then. */
void sorted_read(struct sorted_in *in, struct sorted *of,
                 const struct layout *from, const struct layout *to);
void sorted_next(struct sorted_in *in);
/* On to the first entry that is not smaller. */
void sorted_seek(struct sorted_in *in, const uint64_t *key);
void sorted_leave(struct sorted_in *in);

#endif
