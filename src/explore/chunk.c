/* The memory of chunks, and what they take. */
#include "explore/expand.h"

#include "base/hash.h"

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
}

void chunk_take(struct chunk *c, struct expander *x, uint32_t i) {
  size_t words = x->layout->words;
  for (size_t at = 0; at < x->records.len; at += words) {
    const uint64_t *record = x->records.at + at;
    uint64_t hash = hash_words(record, words);
    if (x->recent.at && !x->backwards && recent_met(&x->recent, hash, record)) {
      c->records++;
      continue;
    }
    struct share *share = &c->shares[store_division(x->store, hash)];
    size_t len = share->words.len;
    vec_reserve(&share->words, len + words);
    share->words.len += words;
    for (size_t k = 0; k < words; k++)
      share->words.at[len + k] = record[k];
    vec_push(&share->hashes, hash);
    if (x->sets)
      vec_push(&share->sleeps, x->record_sleeps.at[at / words]);
    struct origin origin = {c->records++, i};
    vec_push(&share->origins, origin);
  }
  vec_each(&x->record_steps, step) vec_push(&c->first_steps, *step);
}
