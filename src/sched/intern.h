/* intern: numbers for pairs of numbers, the same for the same pair and for no
 * other: what hash_pair is with a chance of error, without one.
 *
 *     struct intern in = {0};
 *     uint64_t n = intern_pair(&in, a, b);     a multiple of four, not 0
 *     intern_parts(&in, n, &a, &b);
 *     intern_free(&in);
 *
 * A tree of pairs is one number, and two trees are equal if their numbers are,
 * as long as it can be told from where a number stands in a tree whether it is
 * a pair's. */
#ifndef SCHED_INTERN_H
#define SCHED_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct text;
struct unpack;

struct intern_entry {
  uint64_t a, b;
};
struct intern {
  VEC(struct intern_entry) at;
  uint32_t *table; /* 1 + index, by hash */
  size_t cap;      /* zero or a power of two */
};

uint64_t intern_pair(struct intern *in, uint64_t a, uint64_t b);
void intern_parts(const struct intern *in, uint64_t n, uint64_t *a,
                  uint64_t *b);
void intern_save(const struct intern *in, struct text *out);
void intern_load(struct intern *in, struct unpack *from);
uint64_t intern_bytes(const struct intern *in);
void intern_free(struct intern *in);

#endif
