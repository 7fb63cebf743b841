/* net: the model net of what is tested, learned from its runs (Kähkönen 2015,
 * chapter 7), and the unfolding of it with cut-offs.
 *
 * A thread's *place* stands for its local state, an object's for what is in
 * it; both are numbers that follow from the steps that led there and from
 * nothing in memory (sched/marking.h).  What a thread does next is a matter of
 * its place; what comes of that, of its place and of what the operation sees.
 * So a *transition* of the net is a place of a thread, the operation there,
 * what it sees, and which of its outcomes is taken: its key.  One run that
 * takes it shows all there is to know: the outcome, the threads that are
 * created behind it, and what the thread stands at then (`struct net_step`).
 * A write, a lock, an unlock see nothing of where the others are, so most of
 * the net is known after a few runs (K 7.3, "predicting transitions").
 *
 * The unfolding of the net is that of the program (unfold.h), and grows event
 * by event without running anything: the program is executed only where a
 * transition is not known.  It need not be unfolded as a whole.  Let St(e) be
 * the marking after an event and its past.  If St(e) = St(f), whatever can
 * come after e can come after f, by the same transitions; so one of the two,
 * a *cut-off*, need not be gone on from.  Which one must be chosen by an order
 * of events that is *adequate*: the past of an event comes before it, and if f
 * comes before e then so it is after the same transitions behind both
 * (Esparza, Römer, Vogler 2002).  order.c has one, and why it is.  Then the
 * events that are no cut-offs make all markings that can be reached (ERV02,
 * proposition 4.9), and with them
 *   - every local state of every thread, so every failure of one;
 *   - every deadlock: a set of events that are no cut-offs to which none can be
 *     added (deadlock.c);
 *   - every data race of threads that are ordered after whatever they learn
 *     from: there is a marking in which both stand at their accesses
 *     (strategy/stateful_runs.c says why); for each two places where this is so one
 *     run does the two one after the other.
 * A property of a model is violated or not by what the transition sees and by
 * what it leaves, for what the property saw before is part of what a step sees
 * that the property sees (exec/watched.h): so by the run that shows it.
 *
 * Branches on inputs are transitions, too, each way with its condition (K 7.2,
 * 7.3).  What a place stands for is then not one local state but one for all
 * inputs that lead there, and it says which: the thread's own branches are in
 * it, by their conditions, and what it has read is in it by the place of who
 * wrote it, which says the same of that thread.  So what a thread knows is in
 * each of its places the same expression, of the inputs of all threads; and two
 * pasts that lead to one marking have the same conditions.  One can happen iff
 * the other can, and so can whatever comes after them: a cut-off loses no
 * path.  Whether a transition that the net knows can happen after some past is
 * asked there (conditions.c).
 *
 * A variable that has a value again is in the place where it was (marking.h,
 * `values`; K 7.5 has it as further work): what comes of a step is a matter of
 * what it reads, whoever wrote that, so fewer runs show the net (Szymanski 1:
 * 1,920 instead of 46,624), and there are fewer markings.  Without it (an
 * option of the search) each write has a place of its own, as in K's tables.
 *
 * There is no contextual net with cut-offs.  An event of a contextual unfolding
 * has no marking of its own: a write can be done with or without reads of other
 * threads before it, which are not in its past.  What can be cut off is the
 * event together with one such set, its history (Baldan, Corradini, Koenig and
 * Schwoon 2008), and of a write these pairs are just the events that place
 * replication has, a copy of the place for each thread that reads.  So nothing
 * would be saved but the conditions, which are not stored; and runs are saved by
 * the net as it is, in which a write does not see who has read (fib1: 4,971 runs
 * without values, 4,930 of `contextual`, 19,605 of `unfold`; K: 4,946, 4,950).
 *
 * Nor are there merged processes (Khomenko, Kondratyev, Koutny and Vogler
 * 2006), in which conditions of one place that occur the k-th time are one.  A
 * thread never comes to a place twice, so the merged process of this net is
 * hardly more than the net, which is kept anyway (Locking 1: some hundred
 * transitions for 4,433 events); which of its sets of transitions are runs
 * would have to be asked of a solver each time, and that is what K's table 8.2,
 * and ours in bench/RESULTS.md, show to be slower than unfolding.
 *
 * What is not abstracted: atomic blocks (they depend on everything), locks
 * that are only passed (pthread_once, when it is done), threads that learn
 * without being ordered where plain accesses could race, numbers that two
 * threads have one after the other, what follows a misuse, what inputs decide
 * and is not followed (a place then says nothing of it), the time that a lock tells to
 * who takes it, and whatever else
 * does one thing in one place that it did otherwise before.  As soon as a
 * run shows something of that kind the net is given up, and the search begins
 * anew as `unfold`: without predictions, without cut-offs.
 *
 * Places and markings are hashes of 64 bits (marking.h); with exact states (an
 * option of the search) they are numbers of what they stand for, of which no
 * two are the same (sched/intern.h). */
#ifndef SCHED_UNFOLD_NET_H
#define SCHED_UNFOLD_NET_H

#include "sched/intern.h"
#include "sched/marking.h"
#include "sched/unfold/lesson.h"

/* Why the net was given up; net_misfit says it in words. */
enum net_misfit {
  NET_FITS,
  NET_ATOMIC,
  NET_ONCE,
  NET_UNORDERED,
  NET_REUSED,
  NET_MISUSE,
  NET_HANG,
  NET_OTHERWISE,
  NET_INPUTS,
  NET_TIMED,
  NET_WAITS, /* of walking from state to state only (roam.h); and: */
  NET_APART,
  NET_MISFITS
};

enum net_flags {
  NET_ENDED = 1,   /* the thread ends after it */
  NET_STOPPED = 2, /* it failed after it, or looked in vain */
  NET_VAIN = 4,    /* the latter */
  NET_VAGUE = 8,   /* `then` is a join that no run has passed */
  NET_TOLD = 16,   /* what it has to tell was told by some run, or will be */
  NET_SEEN = 32,   /* a join: the thread was alone then (UNF_SEEN) */
  NET_ASKED = 64,  /* VAGUE: a run was to pass the join (roam.c) */
};

/* A transition, and what follows. */
struct net_step {
  uint64_t key;
  struct event e;          /* of a step: as it was done */
  op_id then;              /* what its thread stands at; 0: nothing */
  uint32_t looks;          /* VAIN */
  uint32_t children, last; /* threads created behind it, the first and the
                              last of them */
  uint16_t flags;
};
struct net_child {
  uint32_t next;
  uint16_t thread;
};

/* What the net has to say of a record. */
struct net_record {
  uint32_t rank;  /* of its transition */
  uint32_t step;  /* 0: not executed */
  uint32_t depth; /* events on the longest chain of causes, it included */
};

/* A possible event, in the order in which they are looked at. */
struct net_possible {
  uint64_t weight;  /* of its transitions */
  uint64_t marking; /* that it leads to; 0: not known */
  uint32_t size;    /* of its past, it included */
  unf_id record;
};

/* A state that is walked to; see walk.c. */
struct net_walk {
  struct marking m;
  uint64_t joined;               /* threads */
  uint64_t seen[SEEN_PARTS];     /* what a part of a property sees */
  struct map looked[SEEN_PARTS]; /* and of what that is made */
  bool watched;                  /* there are such */
};

struct net_race { /* two records whose threads stand at accesses that race */
  unf_id one, other;
};

struct unf_net {
  VEC(struct net_step) steps; /* [0]: none */
  struct map by_key;          /* -> step */
  VEC(struct net_child) children;
  /* Transitions, executed or not, are ranked as they come to be known: keys
   * depend on where objects are in memory, ranks do not. */
  VEC(uint64_t) keys; /* by rank; [0]: none */
  struct map ranks;   /* by key */
  uint64_t first;     /* threads that nobody creates */
  bool begun;         /* they are in the unfolding */
  /* the unfolding */
  VEC(struct net_record) of; /* by record */
  VEC(struct net_possible) heap;
  struct map visited; /* marking -> record that is no cut-off */
  uint64_t cuts;
  VEC(struct net_race) races; /* to be run */
  struct map raced;           /* pairs of places of which there is one */
  /* scratch */
  struct net_walk walk;
  struct intern pairs; /* of exact states */
  VEC(unf_id) path;
  VEC(struct net_record) levels[2];
};

struct unf_net *net_open(bool exact, bool values);
void net_close(struct unf_net *n); /* NULL is fine */
uint64_t net_bytes(const struct unf_net *n);
void net_save_map(const struct map *m, struct text *out);
void net_load_map(struct map *m, struct unpack *in);
void net_save(const struct unf_net *n, struct text *out);
bool net_load(struct unf_net *n, struct unpack *in, size_t records, size_t ops);

/* The transition with this key, or 0. */
uint32_t net_find(const struct unf_net *n, uint64_t key);

uint32_t net_rank(struct unf_net *n, uint64_t key);
/* The key of a record's transition. */
static inline uint64_t net_key(const struct unf_net *n, unf_id r) {
  EXPECTS(r < n->of.len && n->of.at[r].rank < n->keys.len);
  return n->keys.at[n->of.at[r].rank];
}

/* --- teach.c ---------------------------------------------------------------- */

/* What a run teaches.  False: it is not what was expected.  *key: of the
 * deadlock that it ends in (deadlock.c), or 0. */
bool net_teach(struct lesson *l, const struct batch *b, uint32_t i,
               uint64_t *key);
/* Why this run does not fit into a net. */
enum net_misfit net_misfit_of(const struct unfold *u, const struct batch *b,
                              uint32_t i);
/* Of the deadlock in which threads have taken these steps last; 0: nobody
 * waits. */
uint64_t net_stuck_key(const struct unfold *u, const uint32_t *at);
/* unfold_learn of an unfolding with a net. */
bool net_learn(struct unfold *u, const struct batch *b, uint32_t i);

/* --- walk.c: markings ------------------------------------------------------- */

void netwalk_clear(struct net_walk *w);
void netwalk_copy(struct net_walk *to, const struct net_walk *from);
void netwalk_free(struct net_walk *w);
void netwalk_first(struct net_walk *w, unsigned t);
void netwalk_create(struct net_walk *w, unsigned t, unsigned child);
/* The key of what a thread does next: of a step; of what is no step, and then
 * `object` is what the operation's is. */
uint64_t netwalk_key(const struct net_walk *w, const struct event *e);
uint64_t netwalk_virtual_key(const struct net_walk *w, unsigned t,
                             unsigned kind, uint64_t object);
/* The same of the operation that a thread stands at. */
uint64_t netwalk_next_key(const struct net_walk *w, unsigned t,
                          const struct unf_op *o, unsigned alt);
/* It is done. */
void netwalk_step(struct net_walk *w, const struct event *e);
void netwalk_virtual(struct net_walk *w, unsigned t, unsigned kind,
                     uint64_t object);
/* Whether nobody else is there when t has joined `other`. */
bool netwalk_alone(const struct net_walk *w, unsigned t, unsigned other);
/* The key of a record, in the marking that its past leads to, with the record
 * or without; *size and *weight are those of its past with it. */
uint64_t netwalk_before(struct unfold *u, unf_id r, uint32_t *size,
                        uint64_t *weight);
/* And the record itself, which does this. */
void netwalk_record(struct unfold *u, unf_id r, uint32_t step);
/* A number for the marking. */
uint64_t netwalk_marking(const struct net_walk *w);

/* --- order.c ---------------------------------------------------------------- */

void net_push(struct unfold *u, struct net_possible p);
struct net_possible net_pop(struct unfold *u);

/* --- foresee.c -------------------------------------------------------------- */

/* Unfolds as far as the net is known, and plans what is not (unf_add_plan), at
 * most so many.  False: it was told to give up, and may go on later. */
bool net_unfold(struct unfold *u, size_t plans);
/* Whether somebody has to hear of what comes of it, and nobody has. */
bool net_has_to_tell(const struct unfold *u, const struct net_step *s);
/* Whether two who stand at these may race; and a number for the two places. */
bool net_may_race(const struct unf_op *a, const struct unf_op *b);
uint64_t net_places(const struct unf_op *a, const struct unf_op *b);
/* The other outcome that no run has told of is run by itself. */
void net_plan_races(struct unfold *u, size_t plans);

#endif
