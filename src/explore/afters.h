/* afters: what a queue holds after an operation, by operation and contents.
 *
 * There are many such answers, more than of any other kind, and nearly all
 * consist of small numbers: so one is a word, and those that do not fit are kept
 * in a memo beside it.  Like a memo it is filled and read by several workers at
 * once, and never forgets by itself. */
#ifndef EXPLORE_AFTERS_H
#define EXPLORE_AFTERS_H

#include "base/stress.h"
#include "explore/memo.h"
#include "explore/parts.h"

enum {
  AFTERS_OPERATION = STRESSED(4, 16), /* bits */
  AFTERS_VALUE = STRESSED(3, 24),
};

struct afters { /* read all the time; written seldom, and that apart */
  _Alignas(ALLOC_APART) struct afters_table *_Atomic table;
  _Alignas(ALLOC_APART) pthread_mutex_t lock;
  VEC(struct afters_table *) retired; /* readers may still walk them */
  struct memo others;
  bool watched;
  VEC(uint64_t) since; /* keys in the table, if it is */
};

/* A word is the operation + 1, the value, the value after; 0: empty. */
struct afters_table {
  size_t cap, count;
  _Atomic uint64_t at[];
};

void afters_open(struct afters *a);
void afters_close(struct afters *a);
/* What is kept for these now: this one, or one that came first. */
value_id afters_keep(struct afters *a, uint32_t operation, value_id value,
                     value_id after);
/* Only when nobody else reads. */
void afters_settle(struct afters *a);
void afters_clear(struct afters *a);
/* As of a memo: what was kept since then is taken back. */
void afters_watch(struct afters *a);
void afters_take_back(struct afters *a);
uint64_t afters_bytes(const struct afters *a);

static inline bool afters_fit(uint32_t operation, value_id value) {
  return !(((uint64_t)operation + 1) >> AFTERS_OPERATION) &&
         !(value >> AFTERS_VALUE);
}
static inline uint64_t afters_key(uint32_t operation, value_id value) {
  return ((uint64_t)operation + 1) << AFTERS_VALUE | value;
}
static inline uint64_t afters_wide_key(uint32_t operation, value_id value) {
  return ((uint64_t)operation + 1) << 32 | value;
}
static inline size_t afters_index(const struct afters_table *t, uint64_t key) {
  return ((key * 0x9e3779b97f4a7c15u) >> 32) * t->cap >> 32;
}

static inline void afters_prefetch(struct afters *a, uint32_t operation,
                                   value_id value) {
  struct afters_table *t =
      atomic_load_explicit(&a->table, memory_order_acquire);
  __builtin_prefetch(
      (void *)&t->at[afters_index(t, afters_key(operation, value))]);
}

static inline bool afters_get(struct afters *a, uint32_t operation,
                              value_id value, value_id *after) {
  struct afters_table *t =
      atomic_load_explicit(&a->table, memory_order_acquire);
  uint64_t key = afters_key(operation, value), there;
  if (afters_fit(operation, value))
    for (size_t i = afters_index(t, key);; i = i + 1 < t->cap ? i + 1 : 0) {
      there = atomic_load_explicit(&t->at[i], memory_order_acquire);
      if (there >> AFTERS_VALUE == key) {
        *after = there & (((uint64_t)1 << AFTERS_VALUE) - 1);
        return true;
      }
      if (!there)
        break;
    }
  bool kept = memo_get(&a->others, afters_wide_key(operation, value), &there);
  *after = (value_id)there;
  return kept;
}

#endif
