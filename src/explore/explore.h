/* explore: stateful search of a model; the spine of `heddle check`.
 *
 *     struct explore_options o = {.find = EXPLORE_FIND_ALL};
 *     struct explore_result *r = explore(m, &o);
 *     ... r->verdict, r->stats, r->findings ...
 *     explore_result_free(r);
 *
 * One search procedure (store, frontier, limits, checks, runs) and a table
 * of strategies (strategy.h), of which `full` is the first row.  Breadth
 * first, so that the run of every finding is a shortest one, and among the
 * shortest the first in the order of processes and edges in the file,
 * whatever the number of jobs.
 *
 * How a state lives.  A state is a vector of small numbers: each part of the
 * system (a process with its variables, an object with its contents) has its
 * values numbered as they are first seen (parts.h).  What a process can do
 * depends only on its own value and on the value of the one object it acts
 * on, so that is computed once for each such pair and remembered (moves.h):
 * a successor is two numbers replaced and one hash updated.  The numbers are
 * packed bit-tight (layout.h) and stored once (store.h).
 *
 * Five nouns, on models/pi1.hed at *P1 at 1, P2 at 0, m1 under way*:
 *
 *     part      P1        P2        P1->P2       P2->P1     COLLAPSE's
 *     value     at 1      at 0      [m1]         []         components
 *     number    1         0         1            0          = the state
 *                         |         |
 *                         |         +-- its face: "first is m1, not full",
 *                         |             all that a process sees of a queue
 *                         |             (where three fit, [m1 m3] has the same)
 *                         +-- its local: what P2 may try at 0, and where:
 *                             offer a   receive from P1->P2     (one part
 *                             offer b   send to P2->P1           for each)
 *
 *     mover     the memory of answers:
 *                 (offer a, face of [m1])   P2 to 2, take the first off
 *                 (offer a, face of [])     none
 *                 (offer b, face of [])     P2 to 1, append m2
 *               so a successor is looked up, and two numbers replaced
 *
 *     desk      a stack of such vectors, on which a strategy tries out
 *               sequences of steps before it says which are leaps
 *
 * An offer is the field's "transition group" or "action with its one shared
 * object"; a face is the queue's abstraction under which its transitions are
 * enabled or not; the mover is a next-state function with a cache. */
#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "base/progress.h"
#include "base/vec.h"
#include "base/verdict.h"
#include "model/model.h"

struct ranks;
struct strategy;

/* Everything but circles: without progress labels every loop is one. */
#define EXPLORE_FIND_ALL (((1u << FINDING_KINDS) - 1) & ~(1u << FINDING_CIRCLE))
/* What is looked for: find, or everything, and then circles too if the model
 * has progress labels; properties are all of them, also the temporal ones. */
unsigned explore_find(const struct model *m, unsigned find);

/* What is kept of a state that was seen: all of it, or a hash (hashed.h). */
enum explore_keep { KEEP_STATES, KEEP_HASHES, KEEP_BITS };
extern const char *const keep_names[]; /* "states", "compact", "bitstate" */

/* A search that is saved as it goes on, so that whoever kills it costs it
 * minutes (checkpoint.h); and, if `disk`, whose states are files (disk.h). */
struct explore_saving {
  const char *folder;
  bool disk;
  bool resume;      /* goes on with what the folder holds */
  double every;     /* seconds between two checkpoints; 0: a minute */
  uint64_t build;   /* digest of the program: another one does not go on */
  uint64_t buffers; /* bytes, with disk; 0: five eighths of the memory */
};

/* Somebody who may have the answer sooner.  Asked in memory and breadth first,
 * where a level begins and so many transitions are known: that is the same
 * whatever the number of workers, and whatever the clock says. */
struct explore_rival {
  uint64_t at;
  /* True: it has the answer, and the search ends (result->yielded).  Otherwise
   * *at is how many transitions there shall be when it is asked again. */
  bool (*ask)(void *user, uint64_t *at);
  void *user;
};

struct explore_options {
  const struct strategy *strategy; /* NULL: full */
  unsigned find;                   /* 1u << FINDING_...; 0: all */
  bool depth_first;
  bool fair;       /* everybody is owed weak fairness (model.h) */
  bool first_only; /* stop at the first finding (not: never taken) */
  unsigned jobs;   /* 0: one */
  /* limits, 0: none */
  double seconds;
  uint64_t memory; /* bytes of the store and what belongs to it */
  uint64_t states, depth;
  uint64_t findings_kept; /* of each kind; the rest is counted; 0: 1000 */
  bool keep_edges;        /* for --dot: fill result->edges */
  struct progress *progress; /* may be NULL */
  enum explore_keep keep;    /* other than states: depth first, one worker */
  unsigned hashes;           /* bits for a state, of KEEP_BITS; 0: three */
  uint64_t seed;             /* of the hash, and not 0: of the order */
  uint64_t table;            /* bytes of the table of hashes; 0: 64 MiB */
  const struct explore_saving *saving; /* NULL: nothing is saved */
  struct ranks *ranks; /* all of them search together (spread.h); NULL: alone */
  const struct explore_rival *rival; /* NULL: there is none */
};

/* Why the search ended before everything was explored. */
enum stop_reason {
  STOP_NOT,      /* everything explored */
  STOP_FIRST,    /* first_only, and there was one */
  STOP_TIME, STOP_MEMORY, STOP_STATES, STOP_DEPTH, STOP_INTERRUPT,
  STOP_UNBOUNDED, /* a port grows for ever; what follows is left out */
  STOP_DISK,      /* it is full, or a file is damaged: explore_result.disk */
};
extern const char *const stop_reason_texts[];

#define EXPLORE_STATS(X)                                                \
  X(states, "states", "distinct global states stored")                  \
  X(stands_for, "states", "states that those stored stand for: symmetry") \
  X(transitions, "transitions", "distinct pairs (state, successor)")    \
  X(depth, "steps", "longest of the shortest runs")                     \
  X(terminated, "states", "states where everything has ended well")     \
  X(blocking, "states", "states with no step, deadlocks included")      \
  X(deadlocks, "states", "blocking states with all channels empty")     \
  X(state_bits, "bits", "size of a packed state")                       \
  X(store_bytes, "bytes", "states, hash table and parents")             \
  X(memo_bytes, "bytes", "values of parts and remembered moves")        \
  X(moves_computed, "pairs", "pairs (local state, object) interpreted")

struct explore_stats {
#define EXPLORE_FIELD(name, unit, text) uint64_t name;
  EXPLORE_STATS(EXPLORE_FIELD)
#undef EXPLORE_FIELD
  double seconds, cpu_seconds;
  /* Of states that were left out because they were taken for others (seen.h):
   * how many are to be expected; that there is one at all.  0: none can be. */
  double omitted, omission;
  uint64_t searches; /* of a swarm; these figures are of that which saw most */
  uint64_t disk_bytes; /* of the files of states, at their largest */
  /* Of a search by several ranks: how many; bytes that they have sent each
   * other, the times that all met, and states of the one that has most: in all,
   * and level by level, as all wait for it there (since it was resumed). */
  uint64_t ranks, sent_bytes, meets, most_states, level_most_states;
};

/* A run: steps from the initial state, to be replayed on the plain
 * interpreter (model/interp.h). */
struct explore_run {
  VEC(struct model_step) steps;
};

/* One error.  Which fields mean something depends on the kind:
 *   deadlock, blocking       the state after the run
 *   unspecified, overflow    process, location, message, object
 *   property                 property
 *   assertion, range         process, failure, place
 *   endless                  process, location (endless.h)
 *   liveness                 property (of the temporal ones), circle
 *   circle                   circle: the last steps, that go round
 *   unexecutable             source (no run)
 * For assertion, range, and unspecified on a port the last step of the run
 * is the one that fails; otherwise the run ends in the state where the
 * finding shows. */
struct finding {
  enum finding_kind kind;
  process_id process;
  location_id location;
  message_id message;
  object_id object;
  uint32_t property;
  source_id source;
  enum fail_reason failure;
  struct place place;
  bool last_step_fails;
  uint32_t circle; /* steps at the end of the run that lead back to where they
                      began; 0: it stays where it ends (liveness.h) */
  struct explore_run run;
};

struct explore_edge { /* keep_edges */
  uint32_t from, to;  /* numbers of states, in the order of discovery */
  process_id process;
  edge_id edge; /* the first step that leads there */
  int32_t choice;
};

/* Graphs beyond this are not kept: nobody could look at them. */
enum { EXPLORE_EDGES_MAX = 100000 };

struct explore_result {
  enum verdict verdict; /* derived from the claim (base/verdict.h) */
  struct claim claim;
  enum stop_reason stopped;
  struct explore_stats stats;
  uint64_t counts[FINDING_KINDS]; /* blocking counts deadlocks too */
  VEC(struct finding) findings;   /* by kind, then in order of discovery */
  VEC(struct explore_edge) edges; /* none when there were too many */
  struct text disk; /* what is wrong with the folder or its files: with
                       STOP_DISK why it ended, else why it was not saved */
  bool refused;     /* so nothing was searched at all */
  bool yielded;     /* to the rival; what else is here is of no use then */
  bool resumed, resumable; /* it went on with another; another may go on */
  /* Source edges never taken: exact only when stopped is STOP_NOT. */
};

struct explore_result *explore(const struct model *m,
                               const struct explore_options *o);
void explore_result_free(struct explore_result *r);

#endif
