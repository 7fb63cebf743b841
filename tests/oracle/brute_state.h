/* brute_state: a state of the brute force, and the steps that leave it. */
#ifndef TESTS_ORACLE_BRUTE_STATE_H
#define TESTS_ORACLE_BRUTE_STATE_H

#include <errno.h>
#include <threads.h>

#include "brute.h"

struct clock {
  uint8_t at[THREADS];
};

enum { STREAM_ROOM = 4 }; /* bytes; a program that needs more is too large */

/* Clocks, all in one array so that they can be put in order together. */
enum {
  AT_NOW,
  AT_WOKEN = AT_NOW + THREADS,   /* what a waiter was woken by */
  AT_FENCE = AT_WOKEN + THREADS, /* the last release fence */
  AT_SEEN = AT_FENCE + THREADS,  /* what relaxed loads would have acquired */
  AT_MUTEX = AT_SEEN + THREADS,
  AT_WRITERS = AT_MUTEX + MUTEXES,
  AT_READERS = AT_WRITERS + RWLOCKS,
  AT_SPIN = AT_READERS + RWLOCKS,
  AT_SEM = AT_SPIN + SPINS,
  AT_BARRIER = AT_SEM + SEMS,
  AT_BLOCK = AT_BARRIER + BARRIERS,
  AT_ONCE,
  AT_STREAM,
  AT_PIECES = AT_STREAM + STREAMS,                 /* of each byte of it */
  AT_RELEASED = AT_PIECES + STREAMS * STREAM_ROOM, /* of each variable, by each
                                                      thread */
  AT_ELEMENTS = AT_RELEASED + VARS * THREADS,      /* likewise of the array */
  CLOCKS = AT_ELEMENTS + ELEMENTS * THREADS,
};

enum { ONCE_DONE = 255 };
enum status { UNBORN, RUNNING, FINISHED, FAILED, STOPPED };

/* Of a robust mutex: its owner ended; it was given back without being made
 * consistent after that. */
enum orphan { CARED_FOR, ORPHAN, LOST };

struct runner {
  uint8_t pc, status;
  uint8_t waits; /* 1 + the condition it is registered at */
  uint8_t woken;
  uint8_t joined, detached;
  uint8_t result;
  uint8_t keeps;           /* something under the key */
  uint8_t own;             /* its thread-local variable */
  uint8_t robust[MUTEXES]; /* 1 + those that it holds, the newest first */
  int16_t tmp;
  int16_t reg[REGS];
};

/* Compared as bytes: no padding that is not zero. */
struct state {
  uint8_t memory[MEMORY];
  struct runner t[THREADS];
  uint8_t owner[MUTEXES], count[MUTEXES];
  uint8_t orphan[MUTEXES]; /* enum orphan */
  uint8_t writer[RWLOCKS], readers[RWLOCKS][THREADS];
  uint8_t spin[SPINS];
  uint8_t sem[SEMS];
  uint8_t arrived[BARRIERS], leaving[BARRIERS]; /* sets of threads */
  uint8_t serial[BARRIERS]; /* 1 + the thread that was in the last round */
  uint8_t held[STREAMS];    /* bytes, or their sum where they are counted */
  uint8_t bytes[STREAMS][STREAM_ROOM];
  uint8_t block;   /* 1 + the thread in an atomic block */
  uint8_t nested;  /* and how many are around it */
  uint8_t once;    /* 1 + the thread in the function, or ONCE_DONE */
  uint8_t deleted; /* the key */
  uint8_t freed;   /* the block of the heap */
  uint8_t exited;  /* the process has */
  uint8_t code;
  uint8_t assumed;
  uint8_t endless; /* a loop of nothing: the program is no good */
  uint64_t failed; /* a set of fails */
  struct clock clock[CLOCKS];
  uint8_t seen[SITES_MAX];  /* when it was last made, or 0 */
  uint8_t stale[SITES_MAX]; /* these bytes were written since */
};

struct world {
  const struct code *code;
  bool lenient;   /* order what may be ordered */
  bool must, may; /* which sets of races are being made */
  struct brute *out;
};

/* --- brute_step.c --- */
void state_begin(const struct world *w, struct state *s);
/* In how many ways a thread can go on: 0, it has to wait. */
unsigned state_ways(const struct world *w, const struct state *s, unsigned t);
void state_step(const struct world *w, struct state *s, unsigned t,
                unsigned way);

static inline int16_t state_value(const struct runner *r, struct value v) {
  if (v.reg == NOWHERE)
    return v.plus;
  return v.plus ? (r->reg[v.reg] + v.plus) & 7 : r->reg[v.reg];
}
static inline void state_set(struct runner *r, const struct instr *i,
                             int value) {
  if (i->reg != NOWHERE)
    r->reg[i->reg] = (int16_t)value;
}

/* The error of a POSIX function, or what its C11 sister makes of it. */
static inline int state_error(const struct world *w, int e) {
  if (!w->code->program->c11)
    return e;
  return e == 0           ? thrd_success
         : e == EBUSY     ? thrd_busy
         : e == ETIMEDOUT ? thrd_timedout
                          : thrd_error;
}

static inline void state_fail(struct state *s, unsigned t, unsigned number) {
  s->t[t].status = FAILED;
  s->failed |= UINT64_C(1) << number;
}

/* --- brute_locks.c --- */
/* Threads that wait at a condition and were not chosen. */
unsigned lock_waiters(const struct state *s, unsigned cond);
/* Whether an operation that waits until it can be done, can. */
bool lock_ready(const struct world *w, const struct state *s, unsigned t,
                const struct instr *i);
/* Everything of I_LOCK, and the other instructions of locks. */
void lock_step(const struct world *w, struct state *s, unsigned t,
               const struct instr *i, unsigned way);
void lock_wait(const struct world *w, struct state *s, unsigned t,
               const struct instr *i);
void lock_barrier(const struct world *w, struct state *s, unsigned t,
                  const struct instr *i, unsigned way);
unsigned lock_serials(const struct world *w, const struct state *s, unsigned t,
                      unsigned k);
/* The thread ends with a robust mutex. */
void lock_leave_orphan(struct state *s, unsigned t);

/* --- brute_stream.c --- */
bool stream_ways(const struct world *w, const struct state *s,
                 const struct instr *i);
void stream_step(const struct world *w, struct state *s, unsigned t,
                 const struct instr *i);

/* --- brute_order.c --- */
/* t takes what was put here; puts here what it knows. */
void order_acquire(struct state *s, unsigned t, unsigned clock);
void order_release(struct state *s, unsigned t, unsigned clock);
/* t has been created by another, has ended and is joined by it. */
void order_create(struct state *s, unsigned t, unsigned child);
void order_join(struct state *s, unsigned t, unsigned child);
/* An access that t makes now: looks for races. */
void order_access(const struct world *w, struct state *s, unsigned t,
                  unsigned site);
void order_atomic_load(struct state *s, unsigned t, unsigned var,
                       unsigned order);
void order_atomic_store(const struct world *w, struct state *s, unsigned t,
                        unsigned var, unsigned order);
/* A plain write of some bytes of it. */
void order_plain_store(const struct world *w, struct state *s, unsigned var);
void order_atomic_update(struct state *s, unsigned t, unsigned var,
                         unsigned order);
void order_fence(struct state *s, unsigned t, unsigned order);
/* Equal numbers for clocks of equal order. */
void order_normalise(const struct world *w, struct state *s);

#endif
