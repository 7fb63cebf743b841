#include "explore/afters.h"

#include "base/lock.h"
#include "base/sound.h"

enum { FIRST = STRESSED(AFTERS_STRETCH, 1024) };

static struct afters_table *table_new(size_t cap) {
  EXPECTS(cap && cap % AFTERS_STRETCH == 0 && cap >> 32 == 0);
  struct afters_table *t =
      alloc_zero(1, sizeof *t + cap * sizeof(_Atomic uint64_t));
  t->cap = cap;
  return t;
}

/* Where it is looked for first. */
static size_t home_of(const struct afters *a, const struct afters_table *t,
                      uint64_t key) {
  return afters_index(t, a->parts.at[(key >> AFTERS_VALUE) - 1], key);
}

static _Atomic uint64_t *slot_for(const struct afters *a,
                                  struct afters_table *t, uint64_t key) {
  EXPECTS(key && t->count < t->cap);
  size_t i = home_of(a, t, key);
  while (t->at[i] && t->at[i] >> AFTERS_VALUE != key)
    i = i + 1 < t->cap ? i + 1 : 0;
  return &t->at[i];
}

static void grow(struct afters *a) {
  struct afters_table *old = a->table;
  const size_t stretches = old->cap / AFTERS_STRETCH;
  struct afters_table *bigger =
      table_new((stretches + stretches / 2 + 1) * AFTERS_STRETCH);
  for (size_t i = 0; i < old->cap; i++)
    if (old->at[i])
      *slot_for(a, bigger, old->at[i] >> AFTERS_VALUE) = old->at[i];
  bigger->count = old->count;
  a->table = bigger;
  vec_push(&a->retired, old);
}

static value_id keep_word(struct afters *a, part_id part, uint64_t key,
                          value_id after) {
  const size_t operation = (key >> AFTERS_VALUE) - 1;
  alloc_lock(&a->lock);
  if (a->parts.len <= operation)
    vec_resize(&a->parts, operation + 1);
  a->parts.at[operation] = part;
  _Atomic uint64_t *slot = slot_for(a, a->table, key);
  if (!*slot) {
    if ((a->table->count + 1) * 4 > a->table->cap * 3) {
      grow(a);
      slot = slot_for(a, a->table, key);
    }
    atomic_store_explicit(slot, key << AFTERS_VALUE | after,
                          memory_order_release);
    a->table->count++;
    if (a->watched)
      vec_push(&a->since, key);
  }
  after = *slot & (((uint64_t)1 << AFTERS_VALUE) - 1);
  alloc_unlock(&a->lock);
  return after;
}

value_id afters_keep(struct afters *a, part_id part, uint32_t operation,
                     value_id value, value_id after) {
  if (afters_fit(operation, value) && !(after >> AFTERS_VALUE))
    return keep_word(a, part, afters_key(operation, value), after);
  return (value_id)memo_keep(&a->others, afters_wide_key(operation, value),
                             after);
}

void afters_open(struct afters *a) {
  *a = (struct afters){.table = NULL};
  lock_open(&a->lock);
  a->table = table_new(FIRST);
  memo_open(&a->others);
}

void afters_settle(struct afters *a) {
  vec_each(&a->retired, t) free(*t);
  vec_clear(&a->retired);
  memo_settle(&a->others);
}

void afters_clear(struct afters *a) {
  afters_settle(a);
  free(a->table);
  a->table = table_new(FIRST);
  memo_clear(&a->others);
  vec_clear(&a->since);
}

void afters_watch(struct afters *a) {
  a->watched = true;
  vec_clear(&a->since);
  memo_watch(&a->others);
}

/* As memo.c does it. */
static void drop(struct afters *a, uint64_t key) {
  struct afters_table *t = a->table;
  size_t hole = (size_t)(slot_for(a, t, key) - t->at);
  if (!t->at[hole])
    return;
  for (size_t i = hole;;) {
    i = i + 1 < t->cap ? i + 1 : 0;
    if (!t->at[i])
      break;
    size_t home = home_of(a, t, t->at[i] >> AFTERS_VALUE);
    if ((i + t->cap - home) % t->cap < (i + t->cap - hole) % t->cap)
      continue;
    t->at[hole] = t->at[i];
    hole = i;
  }
  t->at[hole] = 0;
  t->count--;
}

void afters_take_back(struct afters *a) {
  afters_settle(a);
  vec_each(&a->since, key) drop(a, *key);
  vec_clear(&a->since);
  memo_take_back(&a->others);
}

void afters_close(struct afters *a) {
  afters_settle(a);
  vec_free(&a->retired);
  vec_free(&a->since);
  vec_free(&a->parts);
  free(a->table);
  memo_close(&a->others);
  pthread_mutex_destroy(&a->lock);
}

uint64_t afters_bytes(const struct afters *a) {
  struct afters_table *t = a->table;
  return sizeof *t + t->cap * sizeof(uint64_t) + memo_bytes(&a->others);
}
