/* expand: the successors of a state, as records.
 *
 * A worker expands the states of a chunk one after the other; the records
 * (packed successor, hash, which state of the chunk it leaves) are looked up
 * in the store later, so that nothing here waits for memory.  Each division
 * of the store has its own share of them, so that the worker who looks them
 * up reads and writes nothing that another needs at that time.  Successors
 * that several steps of one state lead to are one record: a transition is a
 * distinct pair of states. */
#ifndef EXPLORE_EXPAND_H
#define EXPLORE_EXPAND_H

#include "explore/desk.h"
#include "explore/grow.h"
#include "explore/layout.h"
#include "explore/moves.h"
#include "explore/outbox.h"
#include "explore/outcomes.h"
#include "explore/recent.h"
#include "explore/sight.h"
#include "explore/strategy.h"
#include "explore/store.h"

/* By note: it was told. */
struct notes_told {
  VEC(uint8_t) at;
};

/* Something to report, met while expanding. */
struct candidate {
  enum finding_kind kind;
  state_id state;
  uint32_t property;
  process_id process;
  location_id location;
  struct remark remark; /* note kinds */
  uint32_t lasso;       /* 1 + its number, if it has one (liveness.h) */
  uint64_t stands_for;  /* states, of an end; 0: one */
};

struct origin {
  uint32_t number; /* of the record in its chunk */
  uint32_t from;   /* index in states */
};

/* The records of a chunk that belong to one division, in order. */
struct share {
  VEC(uint64_t) words; /* layout->words for each record */
  VEC(uint64_t) hashes;
  VEC(struct origin) origins;
  VEC(sleep_set) sleeps; /* of the successors, where they are kept */
};

struct chunk {
  _Alignas(ALLOC_APART) const state_id *states; /* to expand */
  const sleep_set *woken; /* by state, where sleep sets are kept: see view */
  uint32_t state_count;
  uint32_t records;
  struct share *shares; /* by division; none of them is used by an outbox */
  VEC(struct model_step) first_steps; /* by record, when edges are kept */
  VEC(struct candidate) candidates;
  VEC(uint64_t) dropped; /* records that were met lately, where it is asked */
  VEC(uint32_t) dropped_from; /* beside it: indices in states */
  VEC(uint32_t) begins;       /* by state: the number of its first record */
  VEC(uint32_t) children;     /* new states, by state; made at the commit */
  VEC(uint32_t) turns;        /* by new state: which successor of its parent */
  uint64_t terminated, blocking, deadlocks;
  uint64_t stands_for; /* states, those that were expanded */
  uint64_t bytes;      /* that it takes (batch.h) */
  uint32_t fresh;      /* new records */
  state_id next_id;    /* of its first new state */
};

/* The records of the state that was expanded last. */
struct held {
  VEC(uint64_t) records;
  VEC(uint64_t) hashes; /* how many there are */
  VEC(uint64_t) words;  /* the state itself */
  uint32_t state;       /* which one of the chunk */
  bool there;
};

/* What a worker needs to expand; read-only but for hand, scratch, view. */
struct search;

struct expander {
  _Alignas(ALLOC_APART) struct mover *mover;
  const struct layout *layout;
  const struct store *store;
  const struct strategy *strategy;
  void *strategy_self;
  const bool *property_violated;
  const struct grow *grow;
  _Atomic bool *grows; /* by object: set where something is cut */
  const uint8_t *note_seen;
  size_t note_seen_len;
  unsigned find;
  bool keep_steps;
  bool keep_dropped; /* records that were met lately are listed (onward.h) */
  const struct asleep *sets; /* NULL: no sleep sets are kept */
  sleep_set asleep, woken;   /* of the state in hand; see struct view */
  bool telling;
  bool whole;          /* a run is being told: nothing is cut */
  bool any_order;      /* stress: which process comes first differs by state */
  uint32_t turn;       /* this one */
  struct crank *crank; /* of a machine; NULL: the model has edges */
  struct hand hand;
  value_id *values;
  uint64_t *words;
  const struct local **locals;
  VEC(struct view_entry) entries;
  uint32_t *first;
  struct outcomes outcomes;
  struct sights sights;
  struct recent recent;   /* states met last, where nobody asks for arcs */
  struct press_near near; /* the state in hand, where states are pressed */
  struct held held;       /* they come into the chunk a state later */
  VEC(struct layout_used) many; /* queues with very many contents */
  bool backwards;        /* a chunk before one that it knows records of */
  struct outbox *outbox; /* where records go to ranks; NULL: into shares */
  VEC(uint64_t) records; /* successors of the state in hand, packed */
  /* The search is to end, though a batch is in hand; NULL: it never is. */
  bool (*overdue)(const struct search *s);
  const struct search *search;
  uint64_t work; /* since the last look at the clock */
  VEC(uint32_t) kept_slots; /* where they are by their hash, if they are many */
  VEC(struct model_step) record_steps; /* the first of each, with keep_steps */
  VEC(sleep_set) record_sleeps;        /* with sets */
  bool every;                          /* expand_steps: nothing is left out */
  VEC(bool) record_passes;             /* ... a progress label is passed */
  VEC(struct model_step) failing;      /* ... steps that fail */
  VEC(const struct move *) sorted;
  VEC(uint32_t) sorted_entry;
  uint64_t stands_for; /* the state in hand, where the strategy folds */
  bool *waits;
  struct leaps leaps;
  struct desk desk;
  value_id *leap_values;
  /* Words of values looked at lately, so that workers need not share the
   * tables of the parts for them. */
  struct glance {
    part_id part; /* NONE: empty */
    value_id value;
    struct words words;
  } * glances;
  struct words *peeked; /* by part: words of the value last looked at */
  value_id *peeked_value;
  int32_t **peeked_locals;
  int32_t *peeked_shared;
};

void expander_open(struct expander *x, struct mover *mv, const struct layout *l,
                   const struct store *s);
void expander_close(struct expander *x);
/* After the layout has changed. */
void expander_relayout(struct expander *x, const struct layout *l);
/* ... it says where the contents of large queues are. */
void expander_list_many(struct expander *x, const struct layout *l);
/* After values have got other numbers: forgets the words and records it
 * remembers.  The moves are forgotten by mover_renew. */
void expander_renew(struct expander *x);

void chunk_open(struct chunk *c, unsigned divisions);
void chunk_clear(struct chunk *c, unsigned divisions);
/* Expands all its states; their records go each to its division. */
void chunk_expand(struct chunk *c, struct expander *x);
void chunk_close(struct chunk *c, unsigned divisions);
uint64_t chunk_bytes(const struct chunk *c, unsigned divisions);
/* sight.c: what every process can do in the state in hand; whether any can go on. */
bool expander_look(struct expander *x);
/* So much work was done: is the batch to be left in the middle?  A state may
 * have a million successors, properties of a million parts, and an atomic
 * sequence millions of states in it.  What is found from then on is dropped
 * (parts.full). */
bool expander_cut(struct expander *x, size_t work);
/* Leaves the successors of state number i of the chunk in records; none, if the
 * batch is left. */
void expand_state(struct expander *x, struct chunk *c, uint32_t i);

/* Leaves the successors of a state in records once more, by every step. */
void expand_again(struct expander *x, state_id from);

/* Every step that can be taken, in order, each with its own record, though
 * several lead to the same state; and those that fail. */
void expand_steps(struct expander *x, state_id from);
/* The object of a step of the state that was expanded last. */
void expand_object(struct expander *x, struct model_step *s);
/* Which of these expressions hold in a state, as bits; one that fails does
 * not. */
uint64_t expand_truth(struct expander *x, state_id id, const expr_id *exprs,
                      const struct support *supports, size_t count);

/* The steps of the first leap that leads from one state to another. */
void expand_find(struct expander *x, state_id from, const uint64_t *to,
                 struct leaps *found);
/* Where the strategy folds: the step from leap_values to a state that this one
 * stands for; leap_values is then that state. */
struct model_step expand_walk(struct expander *x, const uint64_t *to);
/* What was met in the state that stands for leap_values, as it is met there: by
 * another process, at another object.  False: all that is like it there was told
 * before. */
bool expand_remark(struct expander *x, struct candidate *c,
                   const struct notes_told *told);
/* Of a machine: the steps, from a state, of which the last fails so. */
void expand_failure(struct expander *x, state_id from, note_id note,
                    struct leaps *found);

#endif
