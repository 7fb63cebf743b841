/* The memory of chunks. */
#include "explore/expand.h"

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
