/* marking: the abstract state of a program, made of the events that led
 * there, without looking at its memory.
 *
 *     struct marking m = {0};
 *     marking_begin(&m, events, count);
 *     for (; marking_more(&m); marking_step(&m, &alone))
 *       use(m.hash);                  the state before m.events[m.at]
 *     marking_free(&m);
 *
 * This is the lightweight state capture of Kähkönen, chapter 7: the program
 * is a Petri net, a state a marking.  A thread's place stands for its local
 * state, an object's place for what is in it, and neither is more than a
 * number:
 *
 *   write    the thread's next place follows from its place; the variable's
 *            place is that of the write: what was there before does not
 *            matter, nor does it to the thread
 *   read     the thread's next place follows from its place and those of the
 *            bytes read, which stay
 *   update   (compare-and-swap ...) both follow from both
 *   lock, unlock, wait, signal, P, V ...
 *            the thread's next place follows from its place and the outcome;
 *            the object's place is what it holds: the owner, the waiters,
 *            the count, the readers
 *   input    the thread's next place follows from its place and the value
 *   create, join
 *            a new thread's place follows from that of its creator; who
 *            joins a thread has seen its last place
 *   what depends on everything
 *            follows from the whole marking, and changes all of it
 *   messages follow from all that was sent to and received from the port
 *
 * So two runs with the same marking are in the same state (what a thread sees
 * depends only on its own past and on what it read, doc/semantics.md), whatever
 * the values are; not the other way round: a value that is computed in two
 * ways, or a loop that comes back to where it was, is not recognised (K 7.5).
 * Every place also has in it the operation that the thread does next, which
 * follows from its state: what is overlooked above shows there.
 *
 * With `values`, what was written where the event says exactly what it left
 * behind (EVENT_EXACT) is a place of this value, whoever wrote it (K 7.5, as
 * further work): a variable then comes back to places where it was.  What a
 * thread does next follows from its local state and from the values it reads,
 * so two runs with the same marking are still in the same state.
 *
 * With `histories`, the way to a state is part of it: an object's place follows
 * from all that was done to it, and who does something to it has seen that.
 * Then two runs have the same marking if they are of the same trace.
 *
 * Places and markings are hashes of 64 bits; that two of n different ones are
 * taken for the same has a chance of n*n / 2^65: for a million, 3 in 10^8.
 * Markings by themselves can be exact: numbers of what they stand for. */
#ifndef SCHED_MARKING_H
#define SCHED_MARKING_H

#include "base/map.h"
#include "base/vec.h"
#include "exec/event.h"

struct marking_change { /* to be undone */
  uint64_t key, was;
};

struct intern;

struct marking {
  struct intern *exact; /* numbers are of this, and no hashes; NULL: they are.
                           For markings by themselves, below */
  bool histories; /* before marking_begin; stays */
  bool values;    /* likewise: memory is in the place of its value */
  uint64_t hash;
  uint64_t base[THREADS_WORD];  /* local states */
  uint64_t place[THREADS_WORD]; /* with what the thread does next; 0: not there
                                  yet */
  uint64_t woken;              /* threads that a signal has chosen */
  struct map objects;          /* (class, object) or byte -> place */
  VEC(struct marking_change) changes; /* since the last step of the run */
  /* the run */
  const struct event *events;
  size_t count, at;              /* at: the next event */
  bool quits;                    /* it ends while threads could go on */
  VEC(uint32_t) next;            /* of an event: its thread's next one, or
                                    UINT32_MAX */
  uint32_t parked[THREADS_WORD]; /* where a thread stands now, likewise */
};

/* At the first step; what *m held before is forgotten. */
void marking_begin(struct marking *m, const struct event *events,
                   size_t count);
/* Whether there is another step: m->events[m->at]. */
bool marking_more(const struct marking *m);
/* The operation that a thread stands at; NULL: it is not known. */
const struct event *marking_parked(const struct marking *m, unsigned thread);
/* Takes the step, and the silent events that belong to it; returns the local
 * state of its thread.  *alone: no silent event mattered. */
uint64_t marking_step(struct marking *m, bool *alone);
/* What if a thread went on from here by itself?  An operation, known from
 * elsewhere, whose outcome is the same wherever it can be done. */
struct marking_op {
  uint64_t object, number; /* number: what marking_does says of it */
  uint32_t size, site;
  uint8_t kind, flags;
};
struct marking_op marking_op(const struct event *e);
bool marking_foreseen(const struct marking_op *op);
/* Whether the thread would have to wait; of an operation that is foreseen. */
bool marking_waits(const struct marking *m, const struct marking_op *op);
/* Does it: the local state of the thread, which then does `next`. */
uint64_t marking_try(struct marking *m, unsigned thread,
                     const struct marking_op *op);
void marking_stand(struct marking *m, unsigned thread, uint64_t local,
                   uint64_t next);
/* Back to where the run is, and the thread was in this local state. */
void marking_back(struct marking *m, unsigned thread, uint64_t local);
/* What a thread does next, as a number; 0: nothing is known. */
uint64_t marking_does(const struct marking *m, unsigned thread);
/* By itself, without a run: from the marking in which there is nobody, by
 * operations whose outcome is known from elsewhere (unfold/net.h). */
void marking_clear(struct marking *m);
/* Does it, and returns the local state of its thread, which stands there. */
uint64_t marking_fire(struct marking *m, const struct event *e);
/* All that the outcome of an operation of its thread may depend on, its local
 * state apart; and all that its object holds. */
uint64_t marking_sees(const struct marking *m, const struct event *e);
uint64_t marking_holds(const struct marking *m, const struct event *e);
/* The number of an operation; of two numbers; of a whole map; of the marking,
 * not 0.  A place is a pair whose second is a tag: so a place that something
 * was done in is no place. */
uint64_t marking_number(const struct marking *m, const struct event *e);
uint64_t marking_pair(const struct marking *m, uint64_t a, uint64_t b);
uint64_t marking_fold(const struct marking *m, const struct map *of);
uint64_t marking_state(const struct marking *m);
#define MARKING_TAG(n) (2 * (uint64_t)(n) + 1)
/* The thread has gone on after a signal that has chosen it. */
void marking_unpark(struct marking *m, unsigned thread);
void marking_free(struct marking *m);

#endif
