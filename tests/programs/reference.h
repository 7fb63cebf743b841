/* reference: what the thread programs of script.c can do, counted by a plain
 * interpreter that shares nothing with the runtime or the strategies: all
 * interleavings of their steps, by dynamic programming over states. */
#ifndef TESTS_PROGRAMS_REFERENCE_H
#define TESTS_PROGRAMS_REFERENCE_H

#include <stdint.h>

enum { REFERENCE_THREADS = 4, REFERENCE_OPS = 8 };

struct script {
  unsigned threads;
  struct {
    uint8_t code, object;
  } ops[REFERENCE_THREADS][REFERENCE_OPS + 1]; /* code 0 ends */
};

struct reference {
  /* interleavings, each wait looking once (exec/executor.h, PLAN_ONCE) */
  uint64_t complete, deadlocked, early;
};

/* False when there are more than `limit` of them (or of states). */
_Bool reference_count(const struct script *s, uint64_t limit,
                      struct reference *out);

#endif
