/* moves: what a process can do, computed once and remembered.
 *
 * A step of a process depends on its own value and on the value of the one
 * part it acts on, and changes only these.  So for each value of a process
 * its `local` says with which parts it deals (its offers), and for each pair
 * (offer, value of that part) the `moves` say what can happen.  Both are
 * computed the first time they are asked for, by interpretation (derive.h),
 * and found in a table afterwards.  Of a channel or port not its value counts
 * but its face (face.h).  An atomic step may touch several parts;
 * then the values of all of them are numbered together (tuple) and the pair
 * is (offer, tuple).
 *
 * Remembered moves are only a cache: mover_forget drops them when they take
 * too much memory, between batches.
 *
 * Each worker has a `hand` of its own (scratch memory and the memory of the
 * lists it made); the tables are shared.  Asking is lock-free when the
 * answer is there. */
#ifndef EXPLORE_MOVES_H
#define EXPLORE_MOVES_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/sound.h"
#include "explore/afters.h"
#include "explore/eval.h"
#include "explore/memo.h"
#include "explore/notes.h"
#include "explore/parts.h"
#include "explore/queue.h"
#include "explore/rows.h"
#include "explore/spots.h"

enum move_flag {
  MOVE_REPEAT = 1,   /* leads where an earlier move of the list leads */
  MOVE_ODD = 2,      /* changes one part or none, or is a tuple's: may lead
                      where a move of another list leads */
  MOVE_OPERATES = 4, /* object is an operation on a queue (face.h) */
  MOVE_PROGRESS = 8, /* passes a progress label */
};

/* A change of one part more than two, by a step that touches a tuple. */
struct change {
  part_id part;
  value_id from, to;
};

struct move {
  /* Hash of the successor, exclusive or that of the state; what an operation
   * changes is not in it. */
  uint64_t delta;
  edge_id edge;
  int32_t choice;
  value_id local;  /* new value of the process */
  value_id object; /* new value of the offer's part, or an operation on it */
  uint16_t flags;
  uint16_t change_count; /* of a tuple: its changes begin at moves_changes */
  uint32_t first_change;
};

/* A finding that shows wherever this pair comes up. */
struct remark {
  note_id note;
  bool fails; /* by this step, which has no successor */
  enum fail_reason failure;
  struct place place;
  edge_id edge; /* NONE: a reception that no edge fits, or no step at all */
  int32_t choice;
  object_id object;
};

struct moves {
  uint16_t remark_count, change_count;
  uint32_t count : 29;
  /* An open edge waits: a send for room, a reception for its channel to
   * hold something.  (Of ports only sends wait.) */
  uint32_t waits : 1;
  uint32_t executable : 1; /* a move, or a step that fails */
  uint32_t odd : 1;        /* some move is MOVE_ODD */
  struct move at[];        /* then the changes, then the remarks */
};

static inline const struct change *moves_changes(const struct moves *l) {
  return (const struct change *)(l->at + l->count);
}
static inline const struct remark *moves_remarks(const struct moves *l) {
  return (const struct remark *)(moves_changes(l) + l->change_count);
}

struct offer {
  uint32_t id;
  part_id part;        /* NONE: no object is involved */
  bool queue;          /* the part is a channel, port or net */
  uint32_t edge_count; /* edges of the process that act on the part */
  const struct offer_edge {
    edge_id edge;
    object_id object; /* resolved; NONE for ACT_NONE, ACT_INPUT, tuples */
  } * edges;
  /* Parts of a tuple; NULL when there is at most one. */
  uint32_t tuple_count;
  const part_id *tuple;
  const struct moves *fixed; /* part NONE, no tuple: all there is */
};

/* The object this edge of the offer acts on. */
static inline object_id offer_object(const struct offer *offer, edge_id edge) {
  EXPECTS(offer->edge_count > 0);
  for (uint32_t i = 0; i < offer->edge_count; i++)
    if (offer->edges[i].edge == edge)
      return offer->edges[i].object;
  return NONE;
}

struct local {
  location_id location;
  spot_id spot;
  bool final;
  bool in_order;  /* the moves of the offers, in turn, are in step order */
  uint32_t sends; /* open edges that send */
  uint32_t offer_count;
  struct offer at[];
};

struct hand {
  struct arena lists; /* moves; dropped by mover_forget */
  struct arena locals;
  uint32_t process_count;
  struct words mine, object, changed;
  int32_t **local_words; /* by process, for eval */
  struct words *peers;   /* what local_words points into */
  int32_t *shared;       /* by object, for eval */
  struct frontier_list frontier;
  VEC(struct move) moves;
  VEC(struct remark) remarks;
  VEC(struct change) changes;
  struct words tuple;
  int32_t *bound; /* payload or value read; as long as any message's */
};

struct support {
  uint32_t count;
  part_id *parts;
};

struct mover_made {
  process_id process;
  value_id value;
};

struct mover {
  struct parts *parts;
  struct notes *notes;
  const struct model *model;
  struct rows *faces;       /* by part, then value: 1 + its face */
  struct rows *locals;      /* by process, then value: struct local * */
  struct spots spots;
  _Atomic uint8_t *taken;   /* by source: some step of it is executable */
  struct support *supports; /* by property: the parts it looks at */
  struct memo lists;        /* moves, by offer and value, face or tuple */
  struct afters afters;
  bool watched;                /* what is remembered is noted */
  VEC(struct mover_made) made; /* locals, if it is */
  /* Apart from what is read all the time: */
  _Alignas(ALLOC_APART) pthread_mutex_t lock; /* for faces, locals, offers */
  uint32_t offer_count;
  _Atomic uint64_t list_bytes, local_bytes, computed;
};

/* The parts that an expression of a property looks at; free its parts. */
struct support support_of(const struct parts *ps, expr_id e);
void mover_open(struct mover *mv, struct parts *ps, struct notes *notes);
void mover_close(struct mover *mv);
void hand_open(struct hand *h, const struct model *m);
void hand_close(struct hand *h);

const struct local *mover_local(struct mover *mv, struct hand *h, process_id p,
                                value_id v);
/* values: the state, by part; that of p is the one the offer was made for,
 * since what is found is remembered for it. */
const struct moves *mover_moves(struct mover *mv, struct hand *h, process_id p,
                                const struct offer *offer,
                                const value_id *values);

/* The new value of the offer's part (which is not NONE) by this move. */
value_id mover_object(struct mover *mv, struct hand *h,
                      const struct offer *offer, const struct move *mo,
                      const value_id *values);

/* The initial values.  Where start code fails, failed[process] says how;
 * true when some does. */
bool mover_initial(struct mover *mv, struct hand *h, value_id *values,
                   struct note *failed);

/* Only between batches. */
void mover_settle(struct mover *mv); /* frees retired tables */
void mover_forget(struct mover *mv, struct hand *hands, unsigned count);
/* From here on it is noted what is remembered.  Then mover_renew forgets that,
 * and all of values from these on, by part: they have got other numbers. */
void mover_watch(struct mover *mv);
void mover_renew(struct mover *mv, const value_id *from);
uint64_t mover_bytes(const struct mover *mv);

#endif
