/* The memory of chunks, and what they take. */
#include "explore/expand.h"

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
  const uint64_t *from = x->records.at + record * words;
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

/* Where the records were met lately is asked for some ahead. */
void chunk_take(struct chunk *c, struct expander *x, uint32_t i) {
  size_t words = x->layout->words, count = x->records.len / words;
  const uint64_t *records = x->records.at;
  struct recent recent = x->recent;
  bool asks = recent.at && !x->backwards;
  struct outbox *outbox = x->outbox;
  uint8_t left[AHEAD];
  uint32_t begin = c->records;
  uint64_t hashes[AHEAD];
  vec_push(&c->begins, begin);
  if (x->store->press)
    press_approach(x->store->press, &x->near, x->words);
  for (size_t at = 0; at < count; at += AHEAD) {
    size_t n = count - at < AHEAD ? count - at : AHEAD;
    for (size_t k = 0; k < n; k++) {
      hashes[k] = store_hash(x->store, records + (at + k) * words);
      if (asks)
        recent_prefetch(&recent, hashes[k]);
    }
    size_t len =
        leave_met(asks ? &recent : NULL, records + at * words, n, hashes, left);
    if (x->keep_dropped && len < n)
      list_dropped(c, records + at * words, words, n, left, len, i);
    if (x->store->press && !outbox)
      number(x, records + at * words, left, len, hashes);
    for (size_t j = 0; j < len; j++) {
      size_t k = left[j];
      if (outbox)
        outbox_put(outbox, c->states[i], at + k, records + (at + k) * words);
      else
        deal(c, x, at + k, hashes[k], (struct origin){begin + (uint32_t)k, i});
    }
    begin += (uint32_t)n;
  }
  c->records = begin;
  vec_each(&x->record_steps, step) vec_push(&c->first_steps, *step);
}
