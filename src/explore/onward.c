#include "explore/onward.h"

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/search.h"

enum {
  FIRST = STRESSED(2, 1024),
  FEW = 64,       /* states that walks begin at, */
  SELDOM = 256,   /* and of so many one more */
  STEPS = 1 << 12, /* states that walks may pass, and a quarter of all */
};

/* --- the states of a level ------------------------------------------------ */

static size_t slot_of(const struct onward_level *l, uint64_t hash) {
  return (size_t)((hash >> 32) * l->cap >> 32);
}

static void put(struct onward_level *l, uint64_t hash, uint32_t entry) {
  size_t i = slot_of(l, hash);
  while (l->at[i])
    i = i + 1 < l->cap ? i + 1 : 0;
  l->at[i] = entry;
}

static uint64_t hash_of(const struct search *s, state_id id, uint64_t *words) {
  store_get(&s->store, id, words);
  return hash_words(words, s->layout.words);
}

/* States that are gone are not asked for again. */
static void grow(const struct search *s, struct onward_level *l,
                 uint64_t *words) {
  struct onward_level old = *l;
  l->cap = old.cap ? old.cap + old.cap / 2 : FIRST;
  l->at = alloc_zero(l->cap, sizeof *l->at);
  l->len = 0;
  for (size_t i = 0; i < old.cap; i++) {
    if (!old.at[i] || old.at[i] - 1 < s->store.first)
      continue;
    put(l, hash_of(s, old.at[i] - 1, words), old.at[i]);
    l->len++;
  }
  free(old.at);
}

static void add(const struct search *s, struct onward_level *l, state_id id,
                uint64_t *words) {
  if ((l->len + 1) * 4 > l->cap * 3)
    grow(s, l, words);
  put(l, hash_of(s, id, words), id + 1);
  l->len++;
}

static void empty(struct onward_level *l) {
  for (size_t i = 0; i < l->cap; i++)
    l->at[i] = 0;
  l->len = 0;
}

/* Is this state one of the level, with a number that is larger than `than`?
 * Those that are as large are in the store. */
static bool has_larger(const struct search *s, const struct onward_level *l,
                       uint64_t hash, const uint64_t *words, state_id than) {
  for (size_t i = l->cap ? slot_of(l, hash) : 0; l->cap && l->at[i];
       i = i + 1 < l->cap ? i + 1 : 0)
    if (l->at[i] - 1 > than && store_is(&s->store, l->at[i] - 1, words))
      return true;
  return false;
}

/* --- along the search ----------------------------------------------------- */

bool onward_so_far(const struct search *s) {
  const uint32_t *newest = s->endless.newest.at;
  bool so = true;
  for (state_id id = 0; id < s->endless.newest.len; id++)
    so &= !newest[id] || newest[id] - 1 > id;
  return so;
}

void onward_begin(struct search *s, state_id first) {
  struct onward *o = &s->onward;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  empty(&o->now);
  empty(&o->next);
  for (state_id id = first; id < s->store.count; id++)
    add(s, id < s->level_end ? &o->now : &o->next, id, words);
  free(words);
  vec_free(&s->endless.newest);
}

void onward_level(struct search *s) {
  struct onward *o = &s->onward;
  struct onward_level past = o->now;
  o->now = o->next;
  o->next = past;
  empty(&o->next);
}

/* It is told at the end, when no value gets another number. */
static void leave(struct search *s, state_id id) {
  struct onward *o = &s->onward;
  struct expander *x = &s->expanders[0];
  size_t parts = s->parts.count, at = o->left.len;
  store_get(&s->store, id, x->words);
  vec_resize(&o->left, at + parts);
  layout_unpack(&s->layout, x->words, o->left.at + at);
  o->left_count++;
  o->lost |= o->left_count > FEW + s->store.count / SELDOM;
}

/* One record of the i-th state of a chunk. */
static void look_at(struct search *s, const struct chunk *c, uint32_t i,
                    const uint64_t *words) {
  struct onward *o = &s->onward;
  if (c->children.at[i] || o->later.at[i])
    return;
  uint64_t hash = hash_words(words, s->layout.words);
  o->later.at[i] = has_larger(s, &o->next, hash, words, c->states[i]) ||
                   has_larger(s, &o->now, hash, words, c->states[i]);
}

static void look_through(struct search *s, const struct chunk *c) {
  struct onward *o = &s->onward;
  size_t words = s->layout.words;
  vec_clear(&o->later);
  vec_resize(&o->later, c->state_count);
  for (unsigned d = 0; d < s->jobs; d++) {
    const struct share *share = &c->shares[d];
    for (size_t k = 0; k < share->origins.len; k++)
      look_at(s, c, share->origins.at[k].from, share->words.at + k * words);
  }
  for (size_t k = 0; k < c->dropped_from.len; k++)
    look_at(s, c, c->dropped_from.at[k], c->dropped.at + k * words);
  for (uint32_t i = 0; i < c->state_count; i++) {
    uint32_t end = i + 1 < c->state_count ? c->begins.at[i + 1] : c->records;
    if (end > c->begins.at[i] && !c->children.at[i] && !o->later.at[i])
      leave(s, c->states[i]);
  }
}

void onward_account(struct search *s) {
  struct onward *o = &s->onward;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  for (state_id id = s->chunks[0].next_id; id < s->store.count; id++)
    add(s, &o->next, id, words);
  free(words);
  for (unsigned k = 0; k < s->chunk_count; k++)
    look_through(s, &s->chunks[k]);
}

/* --- at the end ----------------------------------------------------------- */

/* A walk: states that were met, one behind the other, and which of them are to
 * be passed. */
struct walk {
  struct search *s;
  VEC(uint64_t) words;
  VEC(uint32_t) todo;
  uint32_t *slots; /* 1 + its number */
  size_t cap, count;
  uint64_t steps; /* that are left */
};

static void meet(struct walk *w, const uint64_t *words) {
  size_t len = w->s->layout.words;
  if ((w->count + 1) * 2 > w->cap) {
    w->cap = w->cap ? w->cap * 2 : FIRST;
    free(w->slots);
    w->slots = alloc_zero(w->cap, sizeof *w->slots);
    for (uint32_t k = 0; k < w->count; k++) {
      size_t i = hash_words(w->words.at + k * len, len) & (w->cap - 1);
      while (w->slots[i])
        i = (i + 1) & (w->cap - 1);
      w->slots[i] = k + 1;
    }
  }
  size_t i = hash_words(words, len) & (w->cap - 1);
  for (; w->slots[i]; i = (i + 1) & (w->cap - 1)) {
    const uint64_t *there = w->words.at + (w->slots[i] - 1) * len;
    bool same = true;
    for (size_t k = 0; k < len; k++)
      same &= there[k] == words[k];
    if (same)
      return;
  }
  w->slots[i] = (uint32_t)++w->count;
  for (size_t k = 0; k < len; k++)
    vec_push(&w->words, words[k]);
  vec_push(&w->todo, (uint32_t)w->count - 1);
}

/* It is put behind the states that there are, where an expander finds it.
 * True: nothing leaves it, or everything has ended there. */
static bool ends(struct walk *w, uint32_t number) {
  struct search *s = w->s;
  struct expander *x = &s->expanders[0];
  size_t len = s->layout.words;
  store_put(&s->store, s->store.count, w->words.at + number * len);
  s->store.count++;
  expand_again(x, s->store.count - 1);
  bool end = !x->records.len || endless_all_ended(s, x->values);
  s->store.count--;
  for (size_t at = x->records.len; !end && at; at -= len)
    meet(w, x->records.at + at - len);
  return end;
}

static bool leads_to_an_end(struct walk *w, const value_id *values) {
  struct search *s = w->s;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  bool end = false;
  vec_clear(&w->words);
  vec_clear(&w->todo);
  w->count = w->cap = 0;
  layout_pack(&s->layout, values, words);
  meet(w, words);
  free(words);
  while (!end && w->todo.len && w->steps) {
    w->steps--;
    end = ends(w, vec_pop(&w->todo));
  }
  return end;
}

bool onward_settles(struct search *s) {
  struct onward *o = &s->onward;
  struct walk w = {.s = s, .steps = STEPS + s->store.count / 4};
  bool so = store_reserve(&s->store, 2);
  s->expanders[0].note_seen = s->note_seen.at; /* it may have moved */
  s->expanders[0].note_seen_len = s->note_seen.len;
  for (uint64_t i = 0; so && i < o->left_count; i++)
    so = leads_to_an_end(&w, o->left.at + i * s->parts.count);
  vec_free(&w.words);
  vec_free(&w.todo);
  free(w.slots);
  return so;
}

uint64_t onward_bytes(const struct onward *o) {
  return (o->now.cap + o->next.cap) * sizeof *o->now.at +
         o->left.cap * sizeof *o->left.at;
}

void onward_close(struct onward *o) {
  free(o->now.at);
  free(o->next.at);
  vec_free(&o->left);
  vec_free(&o->later);
}
