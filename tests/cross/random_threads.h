/* random_threads: small models of threads, as text, that come to an end.
 *
 * Every statement of threads is in them (variables, arrays, locks, semaphores,
 * ports, inputs, atomic, await, select, assertions, blocks), and properties
 * over everything that a property can read.  A model is a list of lines with
 * their depths, so that it can be made smaller line by line and still be read:
 *
 *     struct threads t;
 *     threads_random(&t, seed);
 *     threads_print(&t, &text);
 *     threads_shrink(&t, still_fails, user);
 *     threads_free(&t);  */
#ifndef TESTS_CROSS_RANDOM_THREADS_H
#define TESTS_CROSS_RANDOM_THREADS_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

/* A line that opens a block has deeper ones behind it. */
struct threads_line {
  const char *text;
  unsigned depth;
  bool opens;
};

struct threads {
  struct arena arena;
  VEC(struct threads_line) lines;
  uint64_t seed;
};

void threads_random(struct threads *t, uint64_t seed);
void threads_print(const struct threads *t, struct text *out);
void threads_free(struct threads *t);
/* Leaves out lines, with what is inside them or without, as long as it still
 * fails. */
void threads_shrink(struct threads *t,
                    bool (*fails)(const struct threads *t, void *user),
                    void *user);

#endif
