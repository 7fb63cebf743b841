/* unfold: the unfolding of what is tested, built from its runs (Kähkönen 2015,
 * chapters 3 to 5).
 *
 * An *event* is a step together with its past: everything that must have
 * happened before it.  Two runs that do the same step after the same past do
 * the same event, so the unfolding, which has each event once, is smaller
 * than the tree of runs, and a set of runs that do all events visits every
 * local state of every thread: a thread's next step is a matter of its own
 * last event.  Runs need not do every combination of independent events.
 *
 * What is the past of a step?  It has its thread's event before it, and
 *
 *   replicated  every earlier step it depends on (exec/event.h): place
 *               replication, K chapter 3.  The past of a write has the reads
 *               before it.
 *   contextual  the same, but a write of memory does not have the reads before
 *               it in its past: read arcs, K chapter 5.  The reads that
 *               happen must only happen first.
 *
 * In both cases whether two pasts can be parts of one run is a matter of
 * their differences: no step that only the one has may depend on one that only
 * the other has (concur.c).  K checks the same by markings of the net; the
 * conditions of the net are not stored here, only counted (figures.c).
 *
 * A *record* is an event that was executed, or one that is possible, or one
 * whose operation would have to wait after this past (a lock that is held):
 * K's possible extensions, and the thread conditions without events in the
 * list of K 4.6, are one thing here.  The records of an operation are found
 * from each other by adding one event at a time to the past (extend.c, K
 * 4.2 to 4.6 and 5.6): when an event is new, from the records that see the
 * same state of its object; when a thread stands at an operation anew, from
 * the newest state in its past.  A record is filed under the newest change
 * of its object in its past.
 *
 * A step of a model that a property sees has all that the property saw before
 * it in its past, as if the property were one more object that it changes; so
 * what the property sees after it is a matter of its past, and is seen in the
 * run that does it (exec/watched.h).
 *
 * Some events are no steps: the start of a thread, a join, being woken by a
 * signal, the opening of a barrier.  They happen by themselves as soon as
 * their past has happened.  The last joins of main, if it does not touch memory
 * after them, teach nobody anything and are left out, with the end of the
 * process; and leaving the process, which depends on everything but is seen by
 * nobody, is a matter of its thread alone: it is run once for each place from
 * where it can be done, as the last step.
 *
 * An atomic block depends on everything: what it will touch is not known before
 * it is done (exec/event.h), but a record must have its past when it is only
 * possible, and with another past it may touch something else.  `optimal` and
 * `dpor` look back at what was done, and may say less.  What a block leaves in
 * locks and semaphores, and whom it signals, is told by the run that does it
 * (values.c).  If there are inputs in it each
 * is a further event, which has nothing but its thread's event before it in
 * its past; the last of them is the one that others go on after.
 *
 * A test runs one possible event, and as many others as go with it; when none
 * is left the unfolding is complete.  Whatever the order of tests, it is the
 * same then (K 3.9).  Deadlocks are looked for in it (deadlock.c, K 6.3), and
 * run if no test has met them. */
#ifndef SCHED_UNFOLD_UNFOLD_H
#define SCHED_UNFOLD_UNFOLD_H

#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "exec/executor.h"

struct sched_options;
struct sched_stats;
struct text;
struct unpack;

typedef uint32_t unf_id; /* a record; 0: none */
typedef uint32_t op_id;  /* 0: none */

/* Operations that are no steps, behind those of exec/event.h. */
enum {
  UNF_START = OP_COUNT, /* object: the thread */
  UNF_JOIN,             /* object: the thread that must have ended */
  UNF_WOKEN,            /* object: the mutex to be taken then */
  UNF_PASS,             /* object: the barrier */
  UNF_LEAVE, /* object: the set of threads that main waits for, and then does
                nothing that anybody could notice but end; no record */
};

/* What a thread can stand at. */
struct unf_op {
  uint64_t object;
  uint32_t size, site;
  uint8_t kind;    /* enum op, or one of the above */
  uint8_t class_;  /* enum op_class; ORDER for those that are no steps */
  bool changes;    /* its object */
  bool loud;       /* or something that a property sees */
  uint16_t seen;   /* the parts of properties that see it (exec/event.h); each
                      is one more object, which it changes */
  bool reads_only; /* contextual: sees memory, and is in nobody's past */
  bool multi;      /* overlaps an operation on other bytes, or is seen */
  bool inside;     /* a further step of an atomic block */
  bool plain;      /* an access that is not atomic */
  uint64_t mask;   /* a bit for each line of memory, or for its object */
  uint32_t cell;   /* its only cell + 1; 0: it has several, or none, or they
                      were not asked for yet */
};

enum unf_flags {
  UNF_DONE = 1,     /* executed: an event */
  UNF_BLOCKED = 2,  /* it would have to wait */
  UNF_VIRTUAL = 4,  /* no step */
  UNF_ENDED = 8,    /* its thread ends, or stops, after it */
  UNF_OVER = 16,    /* nothing can come after it: the run ends */
  UNF_FAILED = 32,  /* EVENT_FAILED */
  UNF_SEEN = 64,    /* a join: its thread was alone then, and touched memory;
                       every object is in a new state after it */
  UNF_SENT = 128,   /* in a plan of the batch */
  UNF_STOPPED = 256, /* its thread failed after it, or looked in vain */
  UNF_VAIN = 512,    /* the latter: it waits for a write */
  UNF_LOOK = 1024,   /* this is the look in vain, of a model */
  UNF_TOLD = 2048,   /* some run has told of its failure, or will (again.c) */
  UNF_OPEN = 4096,   /* its thread is still in an atomic block after it, and
                        nobody else can go on */
  UNF_CUT = 8192,    /* a cut-off (net.h): possible, and not gone on from */
  UNF_FILED = 16384, /* it is in a list by its `next` */
  UNF_CROWDED = 32768, /* its extensions are many, and in the table */
};

struct unf_record {
  unf_id up;      /* its thread's event before it; 0: it is a start */
  op_id op;       /* what it does */
  op_id then;     /* what its thread stands at after it; 0: not known, none */
  unf_id state;   /* the newest change of its object in its past; START: the
                     event of the creator */
  uint32_t kids[2]; /* lists: records whose state this is; [1]: that are
                       loud */
  uint32_t next;  /* what is behind it in the first list that it is in */
  unf_id exts;    /* records with this one as `up`, and starts of threads that
                     it creates: the newest of them */
  unf_id sibling; /* the one before it among them */
  uint32_t after; /* of its object: its count, who holds it; QUIT: the code;
                     a number of u->afters */
  uint16_t thread, alt;
  uint16_t flags;
  uint16_t tag; /* part of the hash */
};

/* A list of records is the number of the first of them or, for one that is in
 * another list by its own `next`, UNF_LINK and the number of a link; 0: its
 * end. */
struct unf_link {
  unf_id record;
  uint32_t next;
};
enum { UNF_LINK = 1u << 31 };

/* An event of the run that is looked at, on one of its cells. */
struct unf_mark {
  unf_id event;
  uint32_t prev;   /* + 1, or 0 */
  uint32_t change; /* the newest that changes it, this one included */
};

struct unf_cell {
  uint32_t roots[2]; /* lists: records that see it as it is at first */
  uint32_t mark;   /* of the run: newest mark + 1 */
  uint32_t run;    /* of which run that is */
};

/* A plan of the batch; its past, targets included, is in plan_pasts. */
struct unf_plan {
  bool violates; /* it violates the property that is asked about */
  bool deadlock; /* it ends in a deadlock, with this key */
  unf_id again;  /* or it is only this event, run once more */
  unf_id target; /* or, with a net, this event, which the net does not know */
  unf_id one, other; /* or two accesses that race, one after the other */
  uint32_t start; /* or a run that the search begins with, its number + 1 */
  uint64_t key;
};

/* What an event leaves in a thing that properties read. */
struct unf_shown {
  unf_id event;   /* 0: it is so at first */
  uint32_t thing;
  uint64_t value;
};

static inline uint64_t shown_key(unf_id event, uint32_t thing) {
  return (uint64_t)event << 32 | thing;
}

struct unf_net;
struct unf_asker;

struct unfold {
  const struct sched_options *options;
  struct unf_net *net; /* stateful (net.h), or NULL */
  unsigned misfit;     /* why there is none any more (enum net_misfit) */
  bool contextual;
  uint32_t width; /* threads there is room for in a past */
  VEC(struct unf_op) ops;
  struct map op_ids;
  VEC(struct unf_record) at;
  uint32_t *pasts;    /* [at.cap][width]: the last event of each thread */
  size_t pasts_cap;   /* records there is room for */
  uint32_t *table;    /* by hash: records of whose `up` there are many */
  size_t table_cap, table_len;
  VEC(struct unf_link) links;
  VEC(struct unf_cell) cells;
  struct map cell_ids;
  VEC(uint64_t) afters;  /* values of objects: [0] is 0 */
  struct map after_ids;  /* -> their number */
  struct map turns;  /* VAIN: record -> steps since the first look of its turn */
  struct map starts; /* (creator, thread) -> start */
  struct map values;      /* of an object in its first state, + 1 */
  struct map chosen; /* record -> threads set free by it; OPEN: by what comes
                        next.  Few have any */
  bool globals;           /* some operation depends on everything */
  bool reused; /* a number had two threads, which this cannot tell apart */
  bool rejoined; /* two threads come to join one, and who does is no step */
  bool lengths;  /* of one text there were two: an event has one */
  bool overlaid; /* an object is accessed as memory, too */
  bool misused;           /* who joins, or destroys, first is no event: after
                             a misuse runs need not be as they are planned */
  bool exits;             /* ends of threads are events
                             (not those of models) */
  bool makes;             /* some operation makes an object (op_makes) */
  bool awaits;            /* some loop waits for a write */
  bool branches;          /* some branch depends on inputs */
  VEC(uint32_t) planned;  /* by op: how often, for --order coverage */
  bool mixed;             /* a barrier was passed in an atomic block */
  VEC(unf_id) todo;       /* possible events; some are done meanwhile */
  VEC(op_id) accesses;    /* operations on memory */
  VEC(unf_id) news;       /* threads that stand at something new */
  VEC(unf_id) vague;      /* who stands at a join that no run has passed */
  VEC(op_id) vague_ops;   /* and the join */
  uint64_t tests, events; /* events: steps that were executed */
  uint64_t seen_threads;  /* that took steps */
  uint64_t missed; /* events that no search had found; always 0 */
  /* of a barrier: arrivals that open it, + 1; arrivals that do not */
  struct map barriers, too_few;
  /* the batch */
  VEC(struct unf_plan) plans;
  VEC(uint32_t) plan_pasts;
  VEC(unf_id) plan_steps;   /* their steps, one plan after the other */
  VEC(uint32_t) plan_ends;  /* of each; of a batch that was loaded none */
  /* deadlocks */
  struct map stuck;       /* keys of those that were met or sent */
  uint64_t deadlocks;     /* in the unfolding, once it is complete */
  bool searched;
  bool doubtful; /* a past that was run as one was none */
  VEC(uint32_t) stuck_pasts; /* to be run */
  VEC(uint64_t) stuck_keys;
  VEC(unf_id) again; /* to be run once more, each by itself */
  /* properties (constraints.c) */
  VEC(struct unf_shown) shown;
  struct map shown_ids;     /* event and thing -> its number there */
  uint64_t asked_about;     /* properties that are decided */
  struct unf_asker *asker;  /* NULL: nothing was asked yet */
  uint64_t asked, solutions, undecided;
  /* the run that is looked at */
  uint32_t run;
  VEC(struct unf_mark) marks;
  unf_id current[THREADS_WORD];
  unf_id global; /* the newest that depends on everything */
  unf_id woken_by[THREADS_WORD];
  uint32_t thing[THREADS_WORD]; /* no event of the thread from here on that
                                   matters has been; the first is no earlier */
  uint16_t joiner[THREADS_WORD]; /* 1 + who comes to join it, in all runs */
  /* scratch */
  VEC(uint32_t) left, right; /* differences of two pasts */
  VEC(unf_id) order;
  VEC(uint64_t) conditions; /* of a past: conditions.c */
  VEC(uint32_t) scratch;
  VEC(uint32_t) looks, look_next; /* reads to come: concur.c */
  VEC(uint32_t) count;       /* by record: contextual.c */
  const char *error;
  uint64_t work; /* events that were looked at to compare and sort pasts */
  uint64_t due;  /* the work at which it gives up, or 0 */
  bool stopped;  /* told to give up while it learned: some of what follows
                    from that run is missing, so nothing can come after */
  uint64_t sound_at; /* records with which it is looked at (base/sound.h) */
};

void unfold_open(struct unfold *u, bool contextual,
                 const struct sched_options *o);
void unfold_close(struct unfold *u);
bool unfold_propose(struct unfold *u, struct batch *b);  /* plan.c */
bool unfold_learn(struct unfold *u, const struct batch *b, uint32_t i,
                  bool follow);                          /* learn.c */
/* Stateful: to be unfolded with cut-offs; just opened. */
void unfold_with_net(struct unfold *u);
void unfold_figures(const struct unfold *u, struct sched_stats *out);
uint64_t unfold_bytes(const struct unfold *u);           /* figures.c */
/* Whether a net that goes on without running anything is to be left where it
 * is, for Ctrl-C, the time, or the memory: its own, and `more` bytes beside it. */
bool unfold_leaves_off(const struct unfold *u, uint64_t more);
void unfold_save(const struct unfold *u, struct text *out); /* save.c */
bool unfold_load(struct unfold *u, struct unpack *in);
/* sound.c: NULL, or what is wrong with it (base/sound.h). */
const char *unfold_sound(const struct unfold *u);

/* --- record.c: operations, records, pasts --------------------------------- */

static inline uint32_t *unf_past(const struct unfold *u, unf_id r) {
  EXPECTS(r < u->pasts_cap);
  return u->pasts + (size_t)r * u->width;
}
static inline const struct unf_op *unf_op_of(const struct unfold *u, unf_id r) {
  EXPECTS(r < u->at.len);
  return &u->ops.at[u->at.at[r].op];
}
static inline bool unf_is_global(const struct unf_op *o) {
  return o->class_ == CLASS_GLOBAL;
}
/* e is the same as `in` or before it, both of one thread. */
bool unf_on_path(const struct unfold *u, unf_id e, unf_id in);
/* Makes room for threads up to this one in every past. */
void unf_widen(struct unfold *u, unsigned thread);
op_id unf_op(struct unfold *u, const struct unf_op *o);
op_id unf_op_event(struct unfold *u, const struct event *e);
/* The record of this past (without it), which is made unless there; *made
 * says which.  The past is that of `up` at least. */
unf_id unf_record(struct unfold *u, unf_id up, op_id op, unsigned alt,
                  const uint32_t *past, bool *made);
unf_id unf_start(struct unfold *u, unsigned thread, unf_id creator);
/* The start of a thread that was created in a past but is not in it, or 0. */
unf_id unf_newborn(const struct unfold *u, const uint32_t *past, unsigned t);
/* Files a record under a state, or 0: as the object is at first. */
void unf_file(struct unfold *u, unf_id r, unf_id state);
void unf_file_at(struct unfold *u, unf_id r, uint32_t cell);
uint32_t unf_cell_of(struct unfold *u, unsigned class_, uint64_t key);
enum { UNF_LINE = 16, UNF_LINES = 8, UNF_CELLS = UNF_LINES + 1 + SEEN_PARTS,
       UNF_CLASS_WAKE = 12, UNF_CLASS_JOIN, UNF_CLASS_GLOBAL, UNF_CLASS_SEEN };
/* The cells of an operation of a thread that stands at `up`; how many, at most
 * UNF_CELLS: those of its object, then those of what sees it.  An access of
 * more than UNF_LINES is too large: then *all is set. */
size_t unf_cells(struct unfold *u, op_id op, unf_id up, uint32_t *out,
                 bool *all);
static inline unf_id unf_listed(const struct unfold *u, uint32_t list) {
  return list & UNF_LINK ? u->links.at[list & ~(uint32_t)UNF_LINK].record
                         : list;
}
static inline uint32_t unf_behind(const struct unfold *u, uint32_t list) {
  return list & UNF_LINK ? u->links.at[list & ~(uint32_t)UNF_LINK].next
                         : u->at.at[list].next;
}
/* Puts a record into the table, if it belongs there: for those who load. */
void unf_tabulate(struct unfold *u, unf_id r);
/* Where the table is searched for a record first. */
size_t unf_table_place(const struct unfold *u, unf_id r);
/* The past joins what another past has. */
static inline void unf_join(uint32_t *into, const uint32_t *from,
                            uint32_t width) {
  EXPECTS(into != from);
  for (uint32_t t = 0; t < width; t++)
    into[t] = into[t] > from[t] ? into[t] : from[t];
}

/* --- values.c -------------------------------------------------------------- */

/* The classes of operations that show values. */
enum {
  UNF_HAVE_VALUES = 1 << CLASS_LOCK | 1 << CLASS_SEM | 1 << CLASS_RWLOCK |
                    1 << CLASS_PORT | 1 << CLASS_STREAM
};
/* Whether an operation that waits can be done where its object has this value.
 */
static inline bool unf_lets_pass(const struct unf_op *o, uint64_t value) {
  switch (o->kind) {
  case OP_LOCK:
  case OP_WRLOCK:
    return !value;
  case OP_SEM_P:
    return value > 0;
  case OP_RDLOCK:
    return value >> 32 == 0;
  case OP_SEND:
    return value >> 32 > 0;
  case OP_RECEIVE:
    return (uint32_t)value > 0;
  case OP_STREAM_READ:
  case OP_STREAM_POLL:
  case OP_STREAM_WRITE:
    return stream_passes(o->kind, o->size, value);
  default:
    return true;
  }
}
/* The value of an object as it is at first, or after a state that does not tell
 * it, as some run has shown; or NULL. */
const uint64_t *unf_shown_value(const struct unfold *u, uint64_t object,
                                unsigned class_, uint64_t state);
/* The value of its object after an event; of QUIT the code. */
uint64_t unf_value_after(const struct event *e);
/* The same where readers count, too. */
uint64_t unf_value_behind(const struct event *e, uint64_t before);
/* The number of a value in u->afters. */
uint32_t unf_after(struct unfold *u, uint64_t value);
/* VAIN: steps since the first look of its turn. */
static inline uint32_t unf_turn(const struct unfold *u, unf_id e) {
  const uint64_t *steps = u->turns.len ? map_get(&u->turns, e) : NULL;
  return steps ? (uint32_t)*steps : 0;
}
/* The value of an object as it is at first, and after a state that does not
 * tell it, is seen by the first operation there. */
void unf_note_value(struct unfold *u, const struct event *e, uint64_t state);
/* Whom an event sets free.  Who is chosen in an atomic block goes on when the
 * block is over, and so after the last input in it. */
static inline uint64_t unf_chosen(const struct unfold *u, unf_id e) {
  const uint64_t *set = u->chosen.len ? map_get(&u->chosen, e) : NULL;
  return set ? *set : 0;
}
static inline uint64_t unf_frees(const struct unfold *u, unf_id e) {
  EXPECTS(e < u->at.len);
  return u->at.at[e].flags & UNF_OPEN ? 0 : unf_chosen(u, e);
}
/* By a signal or a broadcast that is e, or in it. */
void unf_choose(struct unfold *u, unf_id e, const struct event *by);
/* What was done in the atomic block r, as the silent events from `from` on
 * say: the values that it leaves, and who is chosen by its signals. */
void unf_note_block(struct unfold *u, unf_id r, const struct event *from,
                    const struct event *end);

/* --- past.c ---------------------------------------------------------------- */

/* The past of the operation at which a thread stands in the run that is looked
 * at, without it; *state is the newest change of its object. */
void unf_look_back(struct unfold *u, unf_id up, op_id op, uint32_t *past,
                   unf_id *state);
/* An event of the run, for those that look back. */
void unf_mark(struct unfold *u, unf_id e);
/* A cell as the run has left it. */
struct unf_cell *unf_cell_in_run(struct unfold *u, uint32_t c);

/* --- concur.c -------------------------------------------------------------- */

/* Whether an event belongs into the past of an operation that a thread with
 * last event `up` stands at, if it happens first. */
bool unf_matters(const struct unfold *u, op_id op, unf_id up, unf_id event);
/* Of steps: by their objects, or by what sees both. */
static inline bool unf_dependent(const struct unf_op *a,
                                 const struct unf_op *b) {
  uint8_t x = a->inside ? OP_ATOMIC : a->kind;
  uint8_t y = b->inside ? OP_ATOMIC : b->kind;
  return a->seen & b->seen ||
         op_dependent(x, a->object, a->size, y, b->object, b->size);
}
/* Whether it is told to give up, after some more work.  The limits of a search
 * are kept while it learns, too; but what can soon be learned is learned to its
 * end, because otherwise the search cannot be taken up again. */
bool unf_gives_up(struct unfold *u, size_t work);
/* Whether two pasts can be parts of one run. */
bool unf_together(struct unfold *u, const uint32_t *a, const uint32_t *b);
/* The steps of a past in an order in which they can be taken, into u->order;
 * false when there is none (contextual). */
bool unf_sort(struct unfold *u, const uint32_t *past);

/* --- extend.c -------------------------------------------------------------- */

/* Whether the operation can be done after this past; `state` is the newest
 * change of its object there. */
bool unf_enabled(struct unfold *u, op_id op, unf_id up, const uint32_t *past,
                 unf_id state);
/* The threads that have arrived at a barrier in the round of `up`. */
unsigned unf_arrived(const struct unfold *u, uint64_t barrier, unf_id up,
                     const uint32_t *past);
/* The newest change of an operation's own object in a past, or 0. */
unf_id unf_state(const struct unfold *u, op_id op, const uint32_t *past);
/* Files a record under all the states that it sees. */
void unf_file_all(struct unfold *u, unf_id r);
/* The newest changes of an operation's objects in a past, into out; how many.
 * *first: part of it is as it was at first. */
size_t unf_newest(const struct unfold *u, op_id op, unf_id up,
                  const uint32_t *past, unf_id *out, size_t cap, bool *first);
/* Everything that becomes possible by a new event; and by a thread that
 * stands at u->at[e].then. */
void unf_from_event(struct unfold *u, unf_id e);
void unf_thread_ended(struct unfold *u, unf_id e);
void unf_from_thread(struct unfold *u, unf_id e);

/* --- conditions.c ---------------------------------------------------------- */

/* Whether there are inputs with which this past can happen; of a record, too,
 * that its run need not be looked for. */
bool unf_feasible(struct unfold *u, const uint32_t *past);
bool unf_possible(struct unfold *u, unf_id r);
/* The plan of this past is to have such inputs. */
void unf_want(struct unfold *u, struct plan *p, const uint32_t *past);

/* --- plan.c ---------------------------------------------------------------- */

void unf_add_plan(struct unfold *u, const uint32_t *past, struct unf_plan p);

/* --- again.c --------------------------------------------------------------- */

/* Whether its thread has failed after it, and goes no further. */
bool unf_stopped(const struct unfold *u, unf_id e);
/* Of the run that was just taken in, that of plan i: threads that have failed,
 * and failures that another one hid. */
void unf_note_stopped(struct unfold *u, const struct batch *b, uint32_t i);

/* --- applies.c ------------------------------------------------------------- */

/* Somebody comes to join a thread, and that is no step. */
void unf_note_joiner(struct unfold *u, const struct event *e);
/* An operation that is new. */
void unf_note_memory(struct unfold *u, op_id id);
/* Why what is tested is none of what unfoldings are for, or NULL. */
const char *unf_does_not_apply(const struct unfold *u);
extern const char unfold_mixed[]; /* one of them */

/* --- deadlock.c ------------------------------------------------------------ */

/* Of a thread that waits at this operation. */
uint64_t unf_wait_key(const struct unfold *u, unsigned t, op_id op);
/* Whether the thread of e has stopped there, after a turn in vain; and whether
 * the looks of that turn, its last so many steps, are as new as what they saw
 * in this past: if not, it would look again. */
bool unf_in_vain(const struct unfold *u, unf_id e);
bool unf_looked_last(const struct unfold *u, unf_id e, uint32_t left,
                     const uint32_t *past);
/* Where threads wait, and who failed; 0: nobody waits. */
uint64_t unf_stuck_key(const struct unfold *u, const uint32_t *past);
/* By what it is known whether a deadlock was run, in u->stuck: its key, and its
 * past too where keys alone are doubtful. */
uint64_t unf_stuck_known(const struct unfold *u, uint64_t key,
                         const uint32_t *past);
/* All deadlocks of the complete unfolding; those not met yet into
 * stuck_pasts.  False: it was told to give up. */
bool unf_find_deadlocks(struct unfold *u);

/* --- constraints.c --------------------------------------------------------- */

/* What a run shows of a thing, after event e; false: another run has shown
 * something else. */
bool unf_show(struct unfold *u, unf_id e, const struct event *shows);
/* Plans a run that violates the next property that can be violated, if there
 * is one.  False: it was told to give up. */
bool unf_find_violation(struct unfold *u);
/* It was run, and did so or not. */
void unf_violated(struct unfold *u, bool did);
void unf_asker_close(struct unf_asker *a); /* NULL is fine */

/* --- deadlock_asked.c ------------------------------------------------------ */

struct sym_store;
/* The deadlocks of the complete unfolding, counted by a solver; false: it gave
 * up, as there are many of them, of circles or of events, or no solver. */
bool unf_ask_deadlocks(struct unfold *u, struct sym_store *store,
                       uint64_t *count);

#endif
