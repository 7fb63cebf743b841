/* The new states of a level get their indices, and become the next one.
 *
 * Every rank has its own, sorted by place; the index of each is how many of
 * all ranks have a smaller place.  Places are spread evenly over the states of
 * the level that they were left from, so each rank counts for a range of these:
 * it is sent the places in its range, merges them, and sends back how many came
 * before each.  Where there are few, everybody is sent all of them. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/spread_inside.h"

enum { FEW = STRESSED(2, 256) };

/* Their numbers in the catches, by place: worker and number, place. */
static bool sort(struct search *s) {
  struct spread *p = s->spread;
  size_t count = 0;
  for (unsigned i = 0; i < s->jobs; i++)
    count += p->catches[i].states.count;
  p->order.words = 2;
  p->order.len = 0;
  if (!sorter_reserve(&p->order, count + 1))
    return false;
  for (unsigned i = 0; i < s->jobs; i++)
    for (state_id id = 0; id < p->catches[i].states.count; id++) {
      uint64_t which = (uint64_t)i << 32 | id;
      sorter_push(&p->order, &which, p->catches[i].places.at[id]);
    }
  for (unsigned i = 0; i < s->jobs; i++) /* memory is scarcest now */
    vec_free(&p->catches[i].places);
  sorter_by_place(&p->order);
  return true;
}

static uint64_t place_at(const struct spread *p, size_t i) {
  return sorter_at(&p->order, i)[1];
}

/* --- counting ------------------------------------------------------------- */

struct places { /* of one rank, rising */
  const uint64_t *at;
  size_t len, next;
};

/* How many of all lists come before each of these.  Places are different from
 * each other: a record leads to one state. */
static void count_before(struct places *lists, unsigned count,
                         const uint64_t *mine, size_t len, uint64_t base,
                         uint64_t *before) {
  for (unsigned i = 0; i < count; i++)
    lists[i].next = 0;
  for (size_t k = 0; k < len; k++) {
    before[k] = base;
    for (unsigned i = 0; i < count; i++) {
      struct places *l = &lists[i];
      while (l->next < l->len && l->at[l->next] < mine[k])
        l->next++;
      before[k] += l->next;
    }
  }
}

/* Everybody has all places. */
static void number_few(struct spread *p, uint64_t *indices) {
  unsigned count = p->ranks->count;
  struct places *lists = alloc_zero(count, sizeof *lists);
  for (unsigned r = 0; r < count; r++) {
    size_t len;
    lists[r].at = ranks_given(&p->all, r, &len);
    lists[r].at++; /* behind the number */
    lists[r].len = len / sizeof(uint64_t) - 1;
  }
  const struct places *mine = &lists[p->ranks->rank];
  count_before(lists, count, mine->at, mine->len, 0, indices);
  free(lists);
}

/* The rank that counts for this place. */
static unsigned counter(const struct spread *p, uint64_t place) {
  return (unsigned)((place >> PLACE_BITS) * p->ranks->count / p->width);
}

/* Places to those who count for them; what comes back are indices, in the same
 * order. */
static void number_many(struct spread *p, uint64_t *indices) {
  unsigned count = p->ranks->count;
  for (unsigned r = 0; r < count; r++)
    p->out[r].len = 0;
  for (size_t i = 0; i < p->order.len; i++) {
    uint64_t place = place_at(p, i);
    bytes_add(&p->out[counter(p, place)], &place, sizeof place);
  }
  ranks_exchange(p->ranks, p->out, p->in);
  struct places *lists = alloc_zero(count, sizeof *lists);
  uint64_t total = 0, base = 0;
  for (unsigned r = 0; r < count; r++) {
    lists[r].at = (const uint64_t *)(const void *)p->in[r].at;
    lists[r].len = p->in[r].len / sizeof(uint64_t);
    total += lists[r].len;
  }
  ranks_share(p->ranks, &total, sizeof total, &p->all);
  for (unsigned r = 0; r < p->ranks->rank; r++) {
    size_t len;
    uint64_t before;
    memcpy(&before, ranks_given(&p->all, r, &len), sizeof before);
    base += before;
  }
  for (unsigned r = 0; r < count; r++) {
    p->out[r].len = 0;
    uint64_t *to = (uint64_t *)(void *)bytes_more(&p->out[r], p->in[r].len);
    count_before(lists, count, lists[r].at, lists[r].len, base, to);
  }
  free(lists);
  ranks_exchange(p->ranks, p->out, p->in);
  for (unsigned r = 0; r < count; r++) {
    if (p->in[r].len)
      memcpy(indices, p->in[r].at, p->in[r].len);
    indices += p->in[r].len / sizeof *indices;
  }
}

/* The number of new states of each rank, and the places where they are few;
 * true: all have few. */
static bool tell_counts(struct spread *p) {
  VEC(uint64_t) mine = {0};
  bool few = true;
  uint64_t most = 0;
  vec_push(&mine, p->order.len);
  for (size_t i = 0; p->order.len <= FEW && i < p->order.len; i++)
    vec_push(&mine, place_at(p, i));
  ranks_share(p->ranks, mine.at, mine.len * sizeof *mine.at, &p->all);
  vec_free(&mine);
  p->caught = 0;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len;
    uint64_t count;
    memcpy(&count, ranks_given(&p->all, r, &len), sizeof count);
    few &= count <= FEW;
    p->caught += count;
    most = count > most ? count : most;
  }
  p->level_most += most;
  return few;
}

/* --- storing -------------------------------------------------------------- */

static bool reserve(struct search *s, size_t count) {
  bool ok = store_reserve(&s->store, count + 1);
  for (unsigned i = 0; i < s->jobs && ok; i++)
    ok = store_reserve_division(&s->store, i,
                                s->spread->catches[i].states.count + 1);
  return ok;
}

enum { AHEAD = 8 };

static uint64_t hash_at(const struct search *s, size_t i, uint64_t *words) {
  const struct spread *p = s->spread;
  uint64_t which = sorter_at(&p->order, i)[0];
  store_get(&p->catches[which >> 32].states, (state_id)which, words);
  return hash_words(words, s->layout.words);
}

static void store_all(struct search *s, const uint64_t *indices) {
  struct spread *p = s->spread;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  for (size_t i = 0; i < p->order.len; i++) {
    if (i + AHEAD < p->order.len)
      store_prefetch(&s->store, hash_at(s, i + AHEAD, words));
    uint64_t hash = hash_at(s, i, words);
    uint32_t id = s->store.count;
    uint32_t entry = store_find(&s->store, store_division(&s->store, hash),
                                hash, words, &id, NULL, NULL);
    EXPECTS(entry != NONE);
    (void)entry;
    store_put(&s->store, id, words);
    s->store.count++;
    rising_push(&p->own, indices[i]);
    rising_push(&p->parents, place_at(p, i) >> PLACE_BITS);
  }
  free(words);
}

void spread_release(struct search *s) {
  struct spread *p = s->spread;
  for (unsigned i = 0; i < s->jobs; i++) {
    struct catch *c = &p->catches[i];
    vec_free(&c->places);
    if (!c->states.count)
      continue;
    store_close(&c->states);
    store_open(&c->states, &s->layout, 1, true, 0);
  }
}

bool spread_number(struct search *s) {
  struct spread *p = s->spread;
  struct spread_level level = {.begin = s->store.count};
  bool ok = sort(s);
  if (!ok)
    p->order.len = 0;
  bool few = tell_counts(p);
  vec_resize(&p->indices, p->order.len);
  if (few)
    number_few(p, p->indices.at);
  else
    number_many(p, p->indices.at);
  ok = ok && reserve(s, p->order.len);
  if (ok)
    store_all(s, p->indices.at);
  spread_release(s);
  sorter_close(&p->order);
  p->begin = level.begin;
  p->width = p->caught;
  p->states += p->caught;
  p->caught = 0;
  s->next = (state_id)level.begin;
  s->level_end = s->store.count;
  if (p->width)
    vec_push(&p->levels, level);
  return ok;
}
