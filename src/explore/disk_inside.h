/* Inside of disk.h: what its files share. */
#ifndef EXPLORE_DISK_INSIDE_H
#define EXPLORE_DISK_INSIDE_H

#include "explore/checkpoint.h"
#include "explore/disk.h"
#include "explore/paths.h"
#include "explore/sorted.h"
#include "explore/sorter.h"

struct disk_level {
  uint64_t offset;       /* in the journal */
  uint64_t count, first; /* states; the number of the first */
};

/* Reads the states of a level in order. */
struct journal_in {
  struct file_block block;
  uint64_t begin, next_block; /* of the block in hand; behind it */
  uint32_t taken;             /* of its entries */
  size_t at;                  /* in its bytes */
  uint64_t parent;            /* of the entry taken last */
  uint32_t carries;           /* the layout that moves are from; NONE */
  struct layout_move *moves;
  part_id move_count;
  uint64_t *raw;
};

struct disk {
  int folder;
  bool failed;                /* result->disk says why */
  VEC(struct layout) layouts; /* the last is that of today */
  struct blocks journal;
  struct file_block journal_block; /* at its end */
  uint64_t last_parent;            /* of what was put there last */
  VEC(struct disk_level) levels;   /* the last is being expanded */
  struct journal_in in;            /* ... so far */
  uint64_t next;       /* the first state of the level not yet expanded */
  uint64_t base;       /* the first of the batch in hand, */
  uint64_t base_begin; /* and where it is in the journal: its block, */
  uint32_t base_taken; /* and how many of that are before it */
  uint64_t states;
  VEC(struct sorted *) runs, spills;
  VEC(struct sorted *) by_place; /* new states of a level */
  VEC(uint32_t) obsolete; /* numbers of files that only the ledger names */
  uint32_t next_file;
  uint64_t largest;                /* bytes of all files, so far */
  struct sorter *sorters;          /* by worker: records */
  struct recent *caches;           /* by worker: states met lately */
  struct sorter fresh;             /* new states, with their places */
  size_t most_records, most_fresh; /* bytes */
  size_t cache_bytes, most_cache;
  VEC(uint64_t) where; /* by finding: the number of its state */
  struct paths paths;  /* at the end */
};

static inline struct layout *disk_layout(struct disk *d) {
  return vec_last(&d->layouts);
}
/* Ends the search: false. */
bool disk_fail(struct search *s, const char *why);
void disk_add_layout(struct disk *d, const struct layout *l);
/* Names a file that nobody needs. */
void disk_drop(struct disk *d, struct sorted *s);
uint64_t disk_file_bytes(const struct disk *d);

/* --- the journal (disk_journal.c) ----------------------------------------- */

void journal_put(struct disk *d, const uint64_t *words, uint64_t parent);
/* The level ends here. */
bool journal_flush(struct disk *d);
/* Every block is as it was written: it may be long until it is needed. */
bool journal_check(struct disk *d);
/* From the beginning of a block; `taken` of its entries are left out. */
bool journal_begin(struct disk *d, struct journal_in *in, uint64_t offset,
                   uint32_t taken);
/* The next state, in the layout of today; in->parent is its parent. */
bool journal_next(struct disk *d, struct journal_in *in, uint64_t *words);
void journal_end(struct journal_in *in);

/* --- merging (disk_merge.c) ----------------------------------------------- */

/* Every buffer of records becomes a file. */
bool disk_spill(struct search *s);
/* The records of the level are made the next level.  False: failed, or it was
 * stopped, and then all is as before. */
bool disk_merge(struct search *s);

#endif
