/* Inside of spread.h: what its files share. */
#ifndef EXPLORE_SPREAD_INSIDE_H
#define EXPLORE_SPREAD_INSIDE_H

#include "explore/outbox.h"
#include "explore/paths.h"
#include "explore/rising.h"
#include "explore/sorter.h"
#include "explore/spread.h"
#include "ranks/ranks.h"

/* What one worker meets that is new, in one batch, in the order of places. */
struct catch {
  struct recent recent; /* records that were looked up last */
  size_t width;         /* words of a state */
  VEC(uint64_t) words;  /* of several workers, until they are numbered: */
  VEC(uint64_t) places;
  VEC(uint32_t) entries; /* in the table of the store */
  bool out_of_memory;
};

/* Numbers of a part that this rank gave values, and no longer has for them. */
struct spread_renamed {
  part_id part;
  value_id from;  /* the first; all behind it are */
  uint32_t first; /* in names */
};

struct spread_level {
  uint64_t begin; /* of its states, of this rank */
};

/* Whence a state was reached first: the index of its parent, in the level
 * before, and its turn: which of the successors of that one it is, in
 * SPREAD_TURN bits, or SPREAD_MORE and in a list. */
enum { SPREAD_TURN = 4, SPREAD_MORE = (1 << SPREAD_TURN) - 1 };
struct spread_turn {
  uint64_t state;
  uint32_t turn;
};

/* A finding of this level: the index of its state, and what its note says. */
struct spread_found {
  uint64_t index;
  struct candidate candidate;
  struct note note; /* of kinds that have one */
};

struct spread {
  struct ranks *ranks;
  unsigned workers;
  struct owners owners;
  value_id *agreed; /* by part: so many values have the same number at all */
  VEC(struct spread_renamed) renamed; /* in this batch */
  VEC(value_id) names;                /* what they are now */
  struct ranks_all all;
  struct bytes *out, *in;  /* by rank */
  struct placed *boxes;    /* by worker and rank, each behind its length */
  struct outbox *outboxes; /* by worker */
  struct catch *catches;   /* by worker */

  /* the level that is expanded */
  uint64_t width; /* states of all ranks */
  uint64_t end;   /* of the batch: an index; the next begins there */
  uint64_t reach; /* where the next ends */
  struct rising_cursor cursor; /* of the states of this rank */
  uint64_t next_index;         /* of the first that is in no batch yet */
  VEC(uint64_t) indices;       /* by state of the batch */
  VEC(struct spread_level) levels;
  struct rising own;             /* by state: its index in its level */
  struct rising parents;         /* by state: whence (below) */
  VEC(struct spread_turn) turns; /* of states whose turn is a large one */
  uint64_t states;               /* of all ranks, up to this level */
  uint64_t caught;               /* new ones of all ranks, so far */
  uint64_t level_most; /* by level those of the rank that has most, summed up */
  struct placed fresh; /* the new states of this rank */
  struct ranks_all told; /* ... those of all, if they are few */
  bool few, out_of_memory;
  struct sorter order; /* states that are loaded, by level and index */

  /* findings */
  VEC(struct spread_found) found;
  uint64_t counts[FINDING_KINDS];
  uint64_t kept[FINDING_KINDS]; /* of all levels, by this rank */
  VEC(uint8_t) note_told;       /* by note: some rank has reported it */
  bool *property_told;
  VEC(struct path_place) where; /* by finding of the search */
  struct paths paths;
  uint64_t store_bytes;

  /* saving (spread_save.c) */
  uint64_t generation; /* of the files that the ledger names; 0: none */
  uint64_t writers;    /* ranks that have written them */
  struct explore_stats figures; /* of this rank, when the level began */
  struct explore_stats figures_now;
  char file[48];
};

/* --- values and limits (spread_agree.c) ----------------------------------- */

/* What all know after a round. */
struct spread_round {
  bool more; /* somebody has states of the level left */
  bool short_of_slots;
  enum stop_reason stopped;
};

/* Expands the batch until all ranks agree on its values.  `left`: states of
 * the level that are in no batch yet. */
struct spread_round spread_agree(struct search *s, uint64_t left);
/* Makes room for all values there are, which all ranks agree on.  False:
 * memory is refused. */
bool spread_widen(struct search *s);

/* --- records (spread_ship.c) ---------------------------------------------- */

/* The layout is a new one. */
void spread_relayout(struct search *s);
/* A value has another number now; those of a part rise from one to the next.
 * Then all records of the batch get the new numbers (spread_rename.c). */
void spread_note_name(struct spread *p, part_id part, value_id was,
                      value_id is);
void spread_rename(struct search *s);
/* Before a batch is expanded. */
void spread_empty_outboxes(struct search *s);
/* The records of the batch to their owners; what came in is looked up, and
 * stored if it is new.  False: no memory at this rank. */
bool spread_ship(struct search *s);

/* --- the next level (spread_number.c) ------------------------------------- */

/* All ranks together, when the level is expanded: how many new states there
 * are.  False: some rank had no memory for them. */
bool spread_count(struct search *s);
/* Numbers them: the level that is expanded next. */
void spread_number(struct search *s);

/* --- saving (spread_save.c) ----------------------------------------------- */

/* The store without its states. */
void spread_empty(struct search *s);

/* --- findings (spread_found.c) -------------------------------------------- */

/* Takes over what the batch has shown. */
void spread_account(struct search *s);
/* All ranks together: which sources somebody has taken. */
void spread_share_taken(struct search *s);
/* All ranks together: what they have found in this level, in its order. */
void spread_merge_found(struct search *s);

#endif
