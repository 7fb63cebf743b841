/* The memory of chunks, and what they take. */
#include "explore/expand.h"

#include <string.h>

#include "base/stress.h"

void chunk_open(struct chunk *c, unsigned divisions) {
  c->shares = alloc_zero(divisions, sizeof *c->shares);
}

void chunk_clear(struct chunk *c, unsigned divisions) {
  for (unsigned d = 0; d < divisions; d++) {
    vec_clear(&c->shares[d].words);
    vec_clear(&c->shares[d].hashes);
    vec_clear(&c->shares[d].origins);
    vec_clear(&c->shares[d].sleeps);
  }
  vec_clear(&c->first_steps);
  vec_clear(&c->candidates);
  vec_clear(&c->begins);
  vec_clear(&c->dropped);
  vec_clear(&c->dropped_from);
  c->terminated = c->blocking = c->deadlocks = c->stands_for = 0;
  c->fresh = c->records = 0;
}

void chunk_close(struct chunk *c, unsigned divisions) {
  for (unsigned d = 0; d < divisions; d++) {
    vec_free(&c->shares[d].words);
    vec_free(&c->shares[d].hashes);
    vec_free(&c->shares[d].origins);
    vec_free(&c->shares[d].sleeps);
  }
  free(c->shares);
  vec_free(&c->first_steps);
  vec_free(&c->candidates);
  vec_free(&c->children);
  vec_free(&c->turns);
  vec_free(&c->begins);
  vec_free(&c->dropped);
  vec_free(&c->dropped_from);
}

uint64_t chunk_bytes(const struct chunk *c, unsigned divisions) {
  uint64_t bytes = 0;
  for (unsigned d = 0; d < divisions; d++) {
    const struct share *s = &c->shares[d];
    bytes += s->words.cap * sizeof *s->words.at +
             s->hashes.cap * sizeof *s->hashes.at +
             s->origins.cap * sizeof *s->origins.at +
             s->sleeps.cap * sizeof *s->sleeps.at;
  }
  return bytes + c->first_steps.cap * sizeof *c->first_steps.at +
         c->candidates.cap * sizeof *c->candidates.at +
         c->dropped.cap * sizeof *c->dropped.at +
         (c->dropped_from.cap + c->begins.cap + c->children.cap +
          c->turns.cap) *
             sizeof *c->begins.at;
}

enum { AHEAD = STRESSED(2, 32) };

/* Into the share of its division. */
static void deal(struct chunk *c, const struct expander *x, size_t record,
                 uint64_t hash, struct origin origin) {
  size_t words = x->layout->words;
  const uint64_t *from = x->held.records.at + record * words;
  struct share *share = &c->shares[store_division(x->store, hash)];
  size_t len = share->words.len;
  vec_reserve(&share->words, len + words);
  share->words.len += words;
  for (size_t k = 0; k < words; k++)
    share->words.at[len + k] = from[k];
  vec_push(&share->hashes, hash);
  if (x->sets)
    vec_push(&share->sleeps, x->record_sleeps.at[record]);
  vec_push(&share->origins, origin);
}

/* Those of `count` records that were not met lately, as far as that is known;
 * how many. */
static size_t leave_met(struct recent *r, const uint64_t *records, size_t count,
                        const uint64_t *hashes, uint8_t *left) {
  size_t len = 0;
  for (size_t k = 0; k < count; k++) {
    left[len] = (uint8_t)k;
    len += !r || !recent_met(r, hashes[k], records + k * r->words);
  }
  return len;
}

/* Those of `count` records that are not among the ones left. */
static void list_dropped(struct chunk *c, const uint64_t *records, size_t words,
                         size_t count, const uint8_t *left, size_t len,
                         uint32_t from) {
  size_t n = c->dropped_from.len;
  vec_reserve(&c->dropped, (n + count) * words);
  vec_reserve(&c->dropped_from, n + count);
  for (size_t k = 0, j = 0; k < count; k++) { /* those that stay go over */
    uint64_t *to = c->dropped.at + n * words;
    for (size_t i = 0; i < words; i++)
      to[i] = records[k * words + i];
    c->dropped_from.at[n] = from;
    bool stays = j < len && left[j] == k;
    j += stays;
    n += !stays;
  }
  c->dropped_from.len = n;
  c->dropped.len = n * words;
}

/* By what the store finds those that are left. */
static void number(struct expander *x, const uint64_t *records,
                   const uint8_t *left, size_t len, uint64_t *hashes) {
  struct press *p = x->store->press;
  const size_t words = x->layout->words, pieces = p->count;
  uint64_t split[AHEAD * PRESS_PIECES], key[PRESS_PIECES];
  for (size_t j = 0; j < len; j++)
    press_cut(p, &x->near, records + left[j] * words, split + j * pieces);
  for (size_t j = 0; j < len; j++) {
    press_join(p, &x->near, split + j * pieces, key);
    hashes[left[j]] = cleary_number(&x->store->key, key);
  }
}

/* The records of the state that is held, each to its division, unless they were
 * met lately. */
static void finish(struct chunk *c, struct expander *x) {
  const struct held *h = &x->held;
  const size_t words = x->layout->words, count = h->hashes.len;
  const uint64_t *records = h->records.at;
  struct recent recent = x->recent;
  bool asks = recent.at && !x->backwards;
  struct outbox *outbox = x->outbox;
  uint8_t left[AHEAD];
  uint32_t begin = c->records;
  vec_push(&c->begins, begin);
  if (x->store->press)
    press_approach(x->store->press, &x->near, h->words.at);
  for (size_t at = 0; at < count; at += AHEAD) {
    size_t n = count - at < AHEAD ? count - at : AHEAD;
    uint64_t *hashes = h->hashes.at + at;
    const uint64_t *these = records + at * words;
    size_t len = leave_met(asks ? &recent : NULL, these, n, hashes, left);
    if (x->keep_dropped && len < n)
      list_dropped(c, these, words, n, left, len, h->state);
    if (x->store->press && !outbox)
      number(x, these, left, len, hashes);
    for (size_t j = 0; j < len; j++) {
      const uint32_t k = left[j];
      const struct origin origin = {begin + k, h->state};
      if (outbox)
        outbox_put(outbox, c->states[h->state], at + k, these + k * words);
      else
        deal(c, x, at + k, hashes[k], origin);
    }
    begin += (uint32_t)n;
  }
  c->records = begin;
}

static void put_held(struct chunk *c, struct expander *x) {
  if (x->held.there)
    finish(c, x);
  x->held.there = false;
}

/* Where the records may have been met lately is asked for while the next state
 * is expanded. */
static void take(struct chunk *c, struct expander *x, uint32_t i) {
  const size_t words = x->layout->words, len = x->records.len;
  struct held *h = &x->held;
  put_held(c, x);
  vec_reserve(&h->records, len);
  vec_reserve(&h->hashes, len / words);
  vec_reserve(&h->words, words);
  memcpy(h->words.at, x->words, words * sizeof(uint64_t));
  for (size_t k = 0; k < len; k++)
    h->records.at[k] = x->records.at[k];
  h->hashes.len = len / words;
  for (size_t k = 0; k < h->hashes.len; k++) {
    h->hashes.at[k] = store_hash(x->store, h->records.at + k * words);
    if (x->recent.at && !x->backwards)
      recent_prefetch(&x->recent, h->hashes.at[k]);
  }
  h->state = i;
  h->there = true;
  if (x->sets || x->keep_steps)
    put_held(c, x); /* what is beside the records is of this state */
  vec_each(&x->record_steps, step) vec_push(&c->first_steps, *step);
}

enum { MANY = STRESSED(2, 1024) }; /* contents */

void expander_list_many(struct expander *x, const struct layout *l) {
  vec_clear(&x->many);
  for (part_id i = 0; i < l->used_count; i++) {
    const struct part *part = &x->mover->parts->at[l->used[i].part];
    if (part->kind >= PART_CHANNEL && part->kind <= PART_NET &&
        part->count > MANY)
      vec_push(&x->many, l->used[i]);
  }
}

/* What follows from the contents of large queues is asked for early. */
static void ask_ahead(struct expander *x, state_id next) {
  vec_each(&x->many, u) {
    uint64_t word = store_word(x->store, next, u->word);
    afters_prefetch(&x->mover->afters, u->part, word >> u->shift & u->mask);
  }
}

void chunk_expand(struct chunk *c, struct expander *x) {
  x->held.there = false;
  for (uint32_t i = 0; i < c->state_count; i++) {
    if (i + 1 < c->state_count)
      ask_ahead(x, c->states[i + 1]);
    expand_state(x, c, i);
    take(c, x, i);
  }
  put_held(c, x);
}
