/* memo: a table that several workers fill and read at once.
 *
 * Keys are not 0 and are put once; reading takes no lock.  When the table
 * grows, readers may still walk the old one, so it is only retired, and
 * freed by memo_settle when nobody reads.
 *
 * Who has called memo_watch can take back what was put since then. */
#ifndef EXPLORE_MEMO_H
#define EXPLORE_MEMO_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/vec.h"

struct memo { /* read all the time; written seldom, and that apart */
  _Alignas(ALLOC_APART) struct memo_table *_Atomic table;
  _Alignas(ALLOC_APART) pthread_mutex_t lock;
  VEC(struct memo_table *) retired;
  bool watched;
  VEC(uint64_t) since; /* keys, if it is */
};

struct memo_slot {
  _Atomic uint64_t key; /* 0: empty */
  uint64_t value;
};
struct memo_table {
  size_t cap, count; /* cap is a power of two */
  struct memo_slot slots[];
};

void memo_open(struct memo *m);
void memo_close(struct memo *m);
/* What is kept under the key now: the value, or one that came first. */
uint64_t memo_keep(struct memo *m, uint64_t key, uint64_t value);
/* Only when nobody else reads. */
void memo_settle(struct memo *m);
void memo_clear(struct memo *m);
void memo_watch(struct memo *m);
void memo_take_back(struct memo *m);
uint64_t memo_bytes(const struct memo *m);

static inline size_t memo_index(const struct memo_table *t, uint64_t key) {
  EXPECTS(t->cap && !(t->cap & (t->cap - 1)));
  return (key * 0x9e3779b97f4a7c15u) >> 32 & (t->cap - 1);
}

static inline void memo_prefetch(struct memo *m, uint64_t key) {
  struct memo_table *t = atomic_load_explicit(&m->table, memory_order_acquire);
  __builtin_prefetch(&t->slots[memo_index(t, key)]);
}

static inline bool memo_get(struct memo *m, uint64_t key, uint64_t *value) {
  EXPECTS(key);
  struct memo_table *t = atomic_load_explicit(&m->table, memory_order_acquire);
  size_t i = memo_index(t, key);
  for (;; i = (i + 1) & (t->cap - 1)) {
    uint64_t there =
        atomic_load_explicit(&t->slots[i].key, memory_order_acquire);
    if (there == key) {
      *value = t->slots[i].value;
      return true;
    }
    if (!there)
      return false;
  }
}

#endif
