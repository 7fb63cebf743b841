#include "explore/memo.h"

#include "base/lock.h"
#include "base/sound.h"
#include "base/stress.h"

enum { FIRST = STRESSED(2, 1024) };

static struct memo_table *table_new(size_t cap) {
  EXPECTS(cap && !(cap & (cap - 1)));
  struct memo_table *t =
      alloc_zero(1, sizeof(struct memo_table) + cap * sizeof(struct memo_slot));
  t->cap = cap;
  return t;
}

static struct memo_slot *slot_for(struct memo_table *t, uint64_t key) {
  EXPECTS(key && t->count < t->cap);
  size_t i = memo_index(t, key);
  while (t->slots[i].key && t->slots[i].key != key)
    i = (i + 1) & (t->cap - 1);
  return &t->slots[i];
}

static void put(struct memo_table *t, uint64_t key, uint64_t value) {
  EXPECTS(key && t->count < t->cap);
  struct memo_slot *slot = slot_for(t, key);
  slot->value = value;
  atomic_store_explicit(&slot->key, key, memory_order_release);
  t->count++;
}

static void grow(struct memo *m) {
  struct memo_table *old = m->table, *bigger = table_new(old->cap * 2);
  for (size_t i = 0; i < old->cap; i++)
    if (old->slots[i].key)
      put(bigger, old->slots[i].key, old->slots[i].value);
  m->table = bigger;
  vec_push(&m->retired, old);
}

uint64_t memo_keep(struct memo *m, uint64_t key, uint64_t value) {
  EXPECTS(key);
  alloc_lock(&m->lock);
  struct memo_slot *slot = slot_for(m->table, key);
  if (slot->key) {
    value = slot->value;
  } else {
    if ((m->table->count + 1) * 4 > m->table->cap * 3)
      grow(m);
    put(m->table, key, value);
    if (m->watched)
      vec_push(&m->since, key);
  }
  alloc_unlock(&m->lock);
  return value;
}

void memo_open(struct memo *m) {
  *m = (struct memo){.table = NULL};
  lock_open(&m->lock);
  m->table = table_new(FIRST);
}

void memo_settle(struct memo *m) {
  vec_each(&m->retired, t) free(*t);
  vec_clear(&m->retired);
}

void memo_clear(struct memo *m) {
  memo_settle(m);
  free(m->table);
  m->table = table_new(FIRST);
  vec_clear(&m->since);
}

void memo_watch(struct memo *m) {
  m->watched = true;
  vec_clear(&m->since);
}

/* Those behind it, up to the next empty slot, move up where they may be
 * nearer to where they are looked for (Knuth, vol. 3, algorithm 6.4 R). */
static void drop(struct memo_table *t, uint64_t key) {
  const size_t mask = t->cap - 1;
  size_t hole = (size_t)(slot_for(t, key) - t->slots);
  if (!t->slots[hole].key)
    return;
  for (size_t i = (hole + 1) & mask; t->slots[i].key; i = (i + 1) & mask) {
    size_t home = memo_index(t, t->slots[i].key);
    if (((i - home) & mask) < ((i - hole) & mask))
      continue;
    t->slots[hole].value = t->slots[i].value;
    t->slots[hole].key = t->slots[i].key;
    hole = i;
  }
  t->slots[hole].key = 0;
  t->count--;
}

void memo_take_back(struct memo *m) {
  memo_settle(m);
  vec_each(&m->since, key) drop(m->table, *key);
  vec_clear(&m->since);
}

void memo_close(struct memo *m) {
  memo_settle(m);
  vec_free(&m->retired);
  vec_free(&m->since);
  free(m->table);
  pthread_mutex_destroy(&m->lock);
}

uint64_t memo_bytes(const struct memo *m) {
  struct memo_table *t = m->table;
  return sizeof *t + t->cap * sizeof(struct memo_slot);
}
