/* afters: what a queue holds after an operation, by operation and contents.
 *
 * There are many such answers, more than of any other kind, and nearly all
 * consist of small numbers: so one is a word, and those that do not fit are kept
 * in a memo beside it.  Operations on the same contents are asked for together, so
 * they are near each other: contents have a stretch of two cache lines, which
 * some others share, and what does not fit there goes on behind it.  Like a memo
 * it is filled and read by several workers at once, and never forgets by
 * itself. */
#ifndef EXPLORE_AFTERS_H
#define EXPLORE_AFTERS_H

#include "base/stress.h"
#include "explore/memo.h"
#include "explore/parts.h"

enum {
  AFTERS_OPERATION = STRESSED(4, 16), /* bits */
  AFTERS_VALUE = STRESSED(3, 24),
  AFTERS_STRETCH = 16, /* words; tables have as many as there are stretches */
};

struct afters { /* read all the time; written seldom, and that apart */
  _Alignas(ALLOC_APART) struct afters_table *_Atomic table;
  _Alignas(ALLOC_APART) pthread_mutex_t lock;
  VEC(struct afters_table *) retired; /* readers may still walk them */
  struct memo others;
  VEC(part_id) parts; /* by operation */
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
value_id afters_keep(struct afters *a, part_id part, uint32_t operation,
                     value_id value, value_id after);
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
static inline size_t afters_stretch(const struct afters_table *t, part_id part,
                                    value_id value) {
  const uint64_t mixed = (uint32_t)((value + part * 0x85ebca6bu) * 0x9e3779b1u);
  return (mixed * (t->cap / AFTERS_STRETCH) >> 32) * AFTERS_STRETCH;
}
static inline size_t afters_index(const struct afters_table *t, part_id part,
                                  uint64_t key) {
  const value_id value = key & (((uint64_t)1 << AFTERS_VALUE) - 1);
  const uint32_t operation = (uint32_t)(key >> AFTERS_VALUE);
  return afters_stretch(t, part, value) +
         (operation * 0x9e3779b1u >> 16) % AFTERS_STRETCH;
}

/* What operations on these contents lead to will be asked for soon. */
static inline void afters_prefetch(struct afters *a, part_id part,
                                   value_id value) {
  struct afters_table *t =
      atomic_load_explicit(&a->table, memory_order_acquire);
  void *at = (void *)&t->at[afters_stretch(t, part, value)];
  __builtin_prefetch(at);
  __builtin_prefetch((char *)at + AFTERS_STRETCH / 2 * sizeof(uint64_t));
}

static inline bool afters_get(struct afters *a, part_id part,
                              uint32_t operation, value_id value,
                              value_id *after) {
  struct afters_table *t =
      atomic_load_explicit(&a->table, memory_order_acquire);
  uint64_t key = afters_key(operation, value), there;
  if (afters_fit(operation, value))
    for (size_t i = afters_index(t, part, key);;
         i = i + 1 < t->cap ? i + 1 : 0) {
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
