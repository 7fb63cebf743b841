/* search: one exploration in progress (see explore.h).
 *
 * States are taken from the frontier in batches.  A batch goes through three
 * phases, each done by all workers together:
 *
 *   expand   the states of the batch, chunk by chunk, into records
 *   sift     each worker looks up the records of its division of the store,
 *            in order, and enters those that are new, provisionally numbered
 *   commit   new states get their numbers in the order of their records and
 *            are stored
 *
 * Chunks belong to workers in turn, so that their memory stays with one; who
 * has none left takes another's.
 *
 * Numbers thus follow the order of discovery whatever the number of workers:
 * breadth first, the run told by parents is the first of the shortest. */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "base/crew.h"
#include "explore/endless.h"
#include "explore/expand.h"
#include "explore/explore.h"
#include "explore/grow.h"
#include "explore/liveness.h"
#include "explore/onward.h"

/* Kinds that are asked of the whole graph of states, which is not there where
 * they are in files or at several ranks. */
#define LOST_WITHOUT_STATES                                                    \
  (1u << FINDING_ENDLESS | 1u << FINDING_LIVENESS | 1u << FINDING_CIRCLE)

/* A new record: where it is in the share of its division, its entry in the
 * table, its number when it has one. */
struct fresh {
  const uint64_t *words;
  uint32_t record, entry;
  state_id id;
};

/* Steps of a state that slept when it was expanded, and do no more. */
struct waking {
  state_id id;
  sleep_set steps;
};
/* Depth first, by state. */
struct nap {
  sleep_set woken;
  bool expanded;
};

struct search {
  const struct model *model;
  /* The same without its processes, for what knows only edges, when a
   * machine computes the steps. */
  struct model bare;
  uint32_t slots; /* of the machine; 0: there is none */
  bool remembers; /* one that forgets was lost (onward.h) */
  _Atomic bool short_of_slots;
  struct crank *cranks; /* by worker */
  struct explore_options options;
  struct explore_result *result;
  struct parts parts;
  struct notes notes;
  struct mover mover;
  struct layout layout;
  struct store store;
  value_id *start; /* of the initial state, where the store forgets */
  struct crew crew;
  unsigned jobs;
  struct expander *expanders; /* by worker */
  void *strategy_self;
  double started, cpu_started;

  /* frontier */
  state_id next;      /* breadth first: the next to expand */
  state_id level_end; /* breadth first: where this level ends */
  uint64_t level;
  uint64_t rival_at; /* transitions at which the rival is asked */
  VEC(state_id) stack; /* depth first */
  VEC(uint32_t) depths; /* depth first, by state, when a limit asks */
  VEC(state_id) batch;

  /* sleep sets (wake.h), if the strategy keeps them */
  bool sleepy;
  bool merges; /* of a state met again its set is merged: asleep.h */
  struct asleep sets;
  VEC(struct waking) waking, woken; /* in this level; in the next */
  size_t waking_next;
  VEC(sleep_set) batch_woken; /* beside batch */
  VEC(struct nap) naps;

  /* the batch in work */
  struct chunk *chunks;
  unsigned chunks_cap, chunk_count;
  uint64_t chunk_bytes; /* of all chunks */
  unsigned batch_most;  /* states of a batch */
  _Atomic bool stale; /* some value does not fit the layout */
  const struct layout *wider;        /* while the store is widened: */
  state_id repack_begin, repack_end; /* being packed anew */
  bool at_once;       /* one worker: what is new is stored when it is sifted */
  bool alone;         /* a small batch: worker 0 does it by itself */
  bool at_limit;      /* of depth: states are looked at, not left */
  bool left_deep;     /* some of them had steps */
  struct sieve {
    _Alignas(ALLOC_APART) _Atomic unsigned next_chunk; /* of its own */
    VEC(struct fresh) fresh; /* by provisional number */
    VEC(sleep_set) fresh_sleeps; /* beside it, when they are kept */
    VEC(struct waking) woken;
    VEC(uint32_t) first;     /* by chunk and one more: in fresh */
    VEC(uint32_t) ids;       /* of all records, when edges are kept */
    VEC(uint32_t) cursors;   /* by division: scratch */
    bool out_of_memory;
  } *sieves; /* by worker */

  /* findings */
  VEC(struct candidate) found;
  uint64_t kept[FINDING_KINDS]; /* of those found */
  bool *property_violated;
  struct grow grow;
  _Atomic bool *grows; /* by object: cut where this port grew */
  VEC(uint8_t) note_seen;
  struct notes_told told; /* where states stand for others */
  struct endless endless;
  struct onward onward; /* the same, where the store forgets */
  VEC(struct lasso) lassos; /* of findings (liveness.h) */
  uint64_t more_bytes;      /* that the search for them takes */
  bool start_failed;        /* some start code: there is no step at all */

  struct checkpoint *saved; /* NULL: nothing is saved */
  struct disk *disk;        /* NULL: states are in memory */
  struct spread *spread;    /* NULL: ... of this process alone */
};

/* Steps from the initial state to this one. */
void search_run_to(struct search *s, state_id state, struct explore_run *run);
/* A limit of time or memory was reached; then the search has stopped. */
bool search_late(struct search *s);
/* So late that the batch in work is left in the middle: asked by workers,
 * nothing that changes meanwhile is looked at. */
bool search_overdue(const struct search *s);
/* A batch was left in the middle: for such a limit, or there is no room. */
void search_cut(struct search *s);
/* Bytes that it takes. */
uint64_t search_memory(const struct search *s);
/* Before a batch: tables must not grow beyond the limit of memory. */
void search_make_room(struct search *s);
/* One more finding, if wanted: counted and, up to a limit, kept. */
void search_count(struct search *s, const struct candidate *c);
/* Makes the finding of the result, while its state is there. */
void search_tell(struct search *s, const struct candidate *c);
/* Takes over what the batch has shown. */
void search_account(struct search *s);
/* Between batches: memory is trimmed, progress shown. */
void search_tend(struct search *s);
/* The limit that was reached. */
enum stop_reason search_limit(struct search *s);
/* Takes over the candidates of a chunk, in order. */
void search_collect(struct search *s, struct chunk *c);
/* Start code that fails; nothing can be explored then. */
void search_collect_start(struct search *s, const struct note *failed);
/* What of these kinds was asked for is not looked for, by this way of keeping
 * states. */
void search_lose(struct claim *c, unsigned kinds, const char *who);
/* Findings that were told as they were met: by kind, then in that order. */
void search_sort(struct explore_result *r);
/* The newest successor of every state is kept (endless.h). */
static inline bool search_keeps_newest(const struct search *s) {
  return s->endless.on && !s->store.forgets;
}
/* Makes the findings of the result. */
void search_conclude(struct search *s);

#endif
