/* toy: tiny thread programs as data, an interpreter, an executor over it.
 *
 * The strategies are tested on these: straight-line and looping threads over
 * variables, locks, read-write locks, semaphores, conditions, barriers.  The
 * interpreter is a struct that can be copied, so that brute force needs
 * nothing else. */
#ifndef TESTS_UNIT_TOY_H
#define TESTS_UNIT_TOY_H

#include "base/map.h"
#include "exec/executor.h"

enum toy_op {
  /* visible; a is the object, r the register */
  T_READ,  /* r = var a */
  T_WRITE, /* var a = k + reg r + reg s */
  T_CAS,   /* if var a == 0 { var a = k; r = 1 } else r = 0 */
  T_AWAIT, /* r = var a, once it was written since this thread read it */
  T_LOCK,
  T_UNLOCK,
  T_TRYLOCK, /* r = got it */
  T_RDLOCK,
  T_WRLOCK,
  T_RWUNLOCK,
  T_P,
  T_V,
  T_WAIT,      /* condition a, lock k */
  T_TIMEDWAIT, /* likewise; r = signalled */
  T_SIGNAL,
  T_BROADCAST,
  T_ARRIVE,    /* barrier a */
  T_INPUT,     /* r = 0 .. k-1 */
  T_ATOMIC,    /* var a = var a + k, depending on everything */
  T_QUIT,      /* ends the run */
  T_TRYUNLOCK, /* r = it was its own; else it fails */
  T_TRYV,      /* r = the semaphore was below k; else it fails */
  T_VISIBLE,
  /* local */
  T_SET = T_VISIBLE, /* r = k */
  T_ADD,             /* r += k */
  T_IF,              /* if reg r == k goto a */
  T_IFNOT,
  T_IFLESS, /* if reg r < k goto a */
  T_ASSERT, /* reg r == k, or the thread stops */
  T_CREATE, /* thread a; it waits for that */
  T_JOIN,
};

enum {
  TOY_THREADS = 27,
  TOY_CODE = 96,
  TOY_REGS = 4,
  TOY_OBJECTS = 64, /* variables and locks */
  TOY_OTHERS = 4,   /* of each other kind */
};

struct toy_line {
  uint8_t op, a, r, s;
  int16_t k;
};

struct toy {
  unsigned threads;
  struct toy_line code[TOY_THREADS][TOY_CODE];
  unsigned len[TOY_THREADS];
  bool waits_for_create[TOY_THREADS];
  int32_t vars[TOY_OBJECTS]; /* initial values */
  int32_t sems[TOY_OTHERS];
  int32_t barriers[TOY_OTHERS]; /* counts */
};

/* The place of a line, as events have it. */
static inline uint32_t toy_site(unsigned thread, unsigned pc) {
  return thread * TOY_CODE + pc + 1;
}

void toy_add(struct toy *t, unsigned thread, enum toy_op op, unsigned a,
             unsigned r, unsigned s, int k);

struct toy_thread {
  int32_t regs[TOY_REGS];
  uint8_t pc, phase; /* phase: of a condition wait */
  uint8_t started, ended, chosen, stopped;
};

struct toy_state {
  struct toy_thread threads[TOY_THREADS];
  int32_t vars[TOY_OBJECTS];
  uint64_t unread[TOY_OBJECTS]; /* threads that have not read since a write */
  int8_t owner[TOY_OBJECTS];    /* of locks: thread, or -1 */
  int32_t sems[TOY_OTHERS];
  uint8_t readers[TOY_OTHERS][TOY_THREADS]; /* of read-write locks */
  int8_t writer[TOY_OTHERS];
  uint64_t waiters[TOY_OTHERS]; /* of conditions */
  uint64_t arrived[TOY_OTHERS]; /* at barriers */
  bool failed, quit;
  uint8_t failed_thread;
};

struct toy_sink { /* where events go */
  struct event *at;
  uint32_t len, cap;
  struct map *locals; /* local states seen, or NULL */
};

/* The threads that hold a read-write lock as readers, and how often in all. */
uint64_t toy_readers(const struct toy_state *s, unsigned a, unsigned *count);
void toy_start(const struct toy *t, struct toy_state *s, struct toy_sink *out);
uint64_t toy_enabled(const struct toy *t, const struct toy_state *s);
bool toy_alive(const struct toy *t, const struct toy_state *s);
/* The operation a thread is parked at, not executed: false when it is at
 * none. */
bool toy_parked(const struct toy *t, const struct toy_state *s, unsigned thread,
                struct event *e);
void toy_step(const struct toy *t, struct toy_state *s, unsigned thread,
              unsigned alt, struct toy_sink *out);
/* Pending events at the end. */
void toy_end(const struct toy *t, const struct toy_state *s,
             struct toy_sink *out);

struct executor *toy_executor(const struct toy *t, struct map *locals);

#endif
