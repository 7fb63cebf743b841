/* Inside of spread.h: what its files share. */
#ifndef EXPLORE_SPREAD_INSIDE_H
#define EXPLORE_SPREAD_INSIDE_H

#include "explore/paths.h"
#include "explore/rising.h"
#include "explore/sorter.h"
#include "explore/spread.h"
#include "ranks/ranks.h"

/* Records on their way to a rank.  Places rise from one to the next: what is
 * sent is the step. */
struct shipment {
  struct bytes bytes;
  uint64_t parent, number; /* of the last */
};

/* The states met in this level that are new, of one worker's division, each
 * with the smallest place where it was met. */
struct catch {
  struct store states; /* of one division */
  VEC(uint64_t) places;
  bool out_of_memory;
};

struct spread_level {
  uint64_t begin; /* of its states, of this rank */
};

/* A finding of this level: the index of its state, and what its note says. */
struct spread_found {
  uint64_t index;
  struct candidate candidate;
  struct note note; /* of kinds that have one */
};

struct spread {
  struct ranks *ranks;
  uint64_t *factors; /* by part, of the hash that says whose a state is */
  uint64_t *sums;    /* by byte of a packed state, and what it is */
  value_id *agreed;  /* by part: so many values have the same number at all */
  struct ranks_all all;
  struct bytes *out, *in;     /* by rank */
  struct shipment *shipments; /* by worker and rank */
  struct catch *catches;      /* by worker */

  /* the level that is expanded */
  VEC(uint64_t) indices; /* of its states, of this rank */
  uint64_t begin;        /* the first of them */
  uint64_t width;        /* states of all ranks */
  VEC(struct spread_level) levels;
  struct rising own;     /* by state: its index in its level */
  struct rising parents; /* by state: that of its parent, in the level before */
  uint64_t states;       /* of all ranks, up to this level */
  uint64_t caught;       /* new ones of all ranks, so far */
  uint64_t level_most; /* by level those of the rank that has most, summed up */
  struct sorter order; /* new states, by place */

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
unsigned spread_owner(const struct search *s, const uint64_t *words);
/* The records of the batch to their owners; what came in is sifted. */
bool spread_ship(struct search *s);

/* --- the next level (spread_number.c) ------------------------------------- */

/* Numbers what was caught and stores it: the level that is expanded next.
 * False: no memory at this rank. */
bool spread_number(struct search *s);
/* Empties the catches. */
void spread_release(struct search *s);

/* --- saving (spread_save.c) ----------------------------------------------- */

/* Empty ones, by worker. */
void spread_open_catches(struct search *s);
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
