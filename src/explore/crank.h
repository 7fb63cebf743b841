/* crank: the steps of a machine (model/machine.h), computed once and
 * remembered.
 *
 * What a process can do depends on its own value and on the parts that were
 * read when it was computed.  Which these are is not known before; so each
 * value of a process has a list of parts that grows with what is read, and
 * an answer is remembered for the values of these parts.  It holds for every
 * state that agrees with them: a computation reads one part after the other,
 * and what it reads next is decided by what it has read.
 *
 * From moves to steps: a rendezvous is two moves, an atomic sequence many
 * (machine.h).  States in between are not stored.  An atomic sequence is
 * followed where it is computed, as long as there is one way to go and nothing
 * new is looked at that has many values: what is remembered is then all of it
 * as one move, with what it changes in the end.  What goes on behind that, and
 * rendezvous, is walked through on one vector of values, with a stack of its
 * own, and what is reached at the end is a record.  States that the walk comes
 * to inside an atomic sequence are remembered while one state is expanded, so
 * that a sequence that goes round ends.
 *
 * Lists lie all over memory; so those of all processes of a state are asked
 * for before the first is used.
 *
 * Each worker has a crank of its own; only the numbers of values are shared. */
#ifndef EXPLORE_CRANK_H
#define EXPLORE_CRANK_H

#include "base/arena.h"
#include "explore/notes.h"
#include "explore/parts.h"
#include "explore/strategy.h"
#include "model/machine.h"

struct expander;
struct chunk;

struct crank_change {
  part_id part;
  value_id from, to;
};

/* A move, and those of the same process that follow it at once: its path. */
struct crank_path {
  uint32_t edge : 31, progress : 1;
};
/* Memory is the scarce thing here: lists are many, and each state needs some. */
struct crank_move {
  uint32_t edge, escape;
  uint32_t first_change; /* of a failure: its place */
  uint32_t first_path;
  uint16_t change_count, path_len;
  uint8_t pending; /* behind the last; at most MACHINE_SLOTS_MAX */
  uint8_t failure; /* enum fail_reason */
  bool atomic : 1; /* the process goes on behind the last */
  bool is_else : 1, progress : 1;
  bool unsure : 1; /* whether it is taken is decided by a send before it */
};

/* What a process can do, for these values of the parts of its local. */
struct crank_list {
  uint32_t local, context, count;
  const struct crank_move *at;
  const struct crank_change *changes;
  const struct crank_path *path;
  const struct place *places; /* of failures */
  value_id key[];
};

/* The lists of a local that looks at one other part at most are found by the
 * value of that part alone; those of others by a hash. */
struct crank_local {
  uint32_t id;    /* 0: nothing is known of it */
  uint32_t count; /* parts that are looked at, besides its own */
  unsigned place; /* MACHINE_END ... */
  uint32_t direct_len;
  uint64_t deaf; /* rendezvous channels it does not receive from, whatever
                  * the other parts are; those below 64 */
  part_id *parts; /* few, as long as there is room: they are looked at often */
  part_id few[8];
  const struct crank_list **direct; /* context 0; by value */
  /* What was found last, of itself and for what others offer: states come in
   * an order in which it often fits the next one too. */
  const struct crank_list *last[2];
};

/* Where the walk is: behind a move, some processes may go on, one after the
 * other: who made it, or all others, that may receive. */
struct crank_frame {
  const struct crank_list *list; /* of `process`; NULL: not yet asked for */
  uint32_t next;                 /* in the list */
  process_id process, end, but;
  uint32_t escape, context;
  bool any;    /* the process could do something */
  bool done;   /* one of them could */
  bool goes_on;
  /* to go back to */
  uint32_t trail, chain, outer;
};

/* Where the lists of a process are looked for, while a state is expanded. */
struct crank_seek {
  struct crank_local *local;
  const struct crank_list *list; /* NULL: not yet found */
  uint32_t id; /* of the local when the hash was made */
  uint64_t hash; /* 0: none was made */
};

struct crank {
  const struct machine *machine;
  struct parts *parts;
  struct notes *notes;
  _Atomic uint8_t *taken;      /* by source */
  _Atomic bool *short_of_slots; /* of the search */
  uint32_t slots;
  struct machine_view view;
  value_id *loaded; /* by part: the value whose words are in the view */
  value_id *values; /* of the state in hand */
  struct crank_rows {
    VEC(struct crank_local *) at; /* blocks of them, by value */
  } *locals;                      /* by process */
  VEC(uint32_t) counts;           /* 1 + processes, by value of part 0 */
  struct crank_slot {
    uint64_t hash;
    const struct crank_list *list; /* NULL: empty */
  } *lists;
  size_t list_count, list_cap;
  struct crank_seek *seeks; /* by process */
  struct arena arena;
  uint64_t bytes;
  uint32_t next_local;
  /* while a state is expanded */
  struct expander *x;
  struct chunk *c;
  uint32_t state;
  uint32_t context;
  VEC(struct crank_change) trail; /* changes since the state */
  VEC(struct model_step) chain;   /* moves since the state */
  VEC(bool) passes;
  VEC(struct crank_frame) frames;
  VEC(value_id) inside;           /* states in atomic sequences */
  VEC(uint64_t) inside_hash;
  VEC(uint32_t) inside_slots;     /* where they are, when they are many */
  size_t summed; /* so much of the trail is in */
  uint64_t sum;  /* what it changes, as a hash */
  /* while a list is computed */
  VEC(struct crank_change) changes;
  VEC(struct crank_move) moves;
  VEC(struct crank_path) path;
  VEC(struct place) places;
  VEC(struct crank_path) way; /* behind the first move */
  VEC(uint32_t) dirty;        /* parts that are not as the values say */
  bool *dirty_part;
  bool *hits; /* by part, for a moment */
  bool telling;     /* the moves of each record go into the leaps */
  bool spelling;    /* the chain has every move, not only the first */
  note_id wanted;   /* the failure whose moves are wanted; NONE */
};

void crank_open(struct crank *k, const struct machine *m, struct parts *ps,
                struct notes *notes, uint32_t slots);
void crank_close(struct crank *k);
/* Drops what is remembered when it takes more than so many bytes. */
/* Values have got other numbers: nothing that was remembered is true. */
void crank_renew(struct crank *k);
void crank_trim(struct crank *k, uint64_t most);

/* The values of the initial state; false: it fails. */
bool crank_initial(struct crank *k, value_id *values,
                   struct machine_move *failed);
/* Reports into the chunk, and leaves the successors of the state, whose
 * values and words the expander holds, in its records. */
void crank_expand(struct crank *k, struct expander *x, struct chunk *c,
                  uint32_t state);
/* The moves that lead from a state to another; or to a failure. */
void crank_find(struct crank *k, struct expander *x, uint32_t from,
                const uint64_t *to, struct leaps *found);
/* Every step of the state, each with its own record; their moves are in the
 * leaps of the expander. */
void crank_steps(struct crank *k, struct expander *x, uint32_t from);
void crank_find_failure(struct crank *k, struct expander *x, uint32_t from,
                        note_id note, struct leaps *found);
/* Does the expression hold in the state in hand? */
bool crank_holds(struct crank *k, const value_id *values, expr_id e);

#endif
