/* Sets of threads against arrays of bools, and where events keep them. */
#include "base/rng.h"
#include "exec/event.h"
#include "test.h"

static void check_same(unsigned words, const struct threads *s,
                       const bool *is) {
  unsigned all = words * THREADS_WORD, n = 0, before = 0;
  threads_each(words, s, t) {
    CHECK(is[t] && (n == 0 || t > before));
    CHECK_EQ(threads_nth(words, s, n), t);
    before = (unsigned)t;
    n++;
  }
  CHECK_EQ(threads_count(words, s), n);
  CHECK_EQ(threads_any(words, s), n != 0);
  for (unsigned t = 0, next = THREADS_NONE; t < all; t++) {
    unsigned from = all - 1 - t;
    next = is[from] ? from : next;
    CHECK_EQ(threads_has(words, s, from), is[from]);
    CHECK_EQ(threads_next(words, s, from), next);
    if (n)
      CHECK_EQ(threads_cyclic(words, s, from),
               next == THREADS_NONE ? threads_lowest(words, s) : next);
  }
}

TEST(sets_of_threads_are_as_arrays_of_bools) {
  struct rng r = rng_seed(16);
  const unsigned widths[] = {1, 2, 7, THREADS_WORDS};
  for (unsigned round = 0; round < 40; round++) {
    unsigned words = widths[round % 4], all = words * THREADS_WORD;
    struct threads a, b, c;
    bool in_a[THREADS_MAX] = {0}, in_b[THREADS_MAX] = {0};
    threads_clear(words, &a);
    threads_clear(words, &b);
    for (unsigned i = rng_below(&r, 2 * all); i; i--) {
      unsigned t = rng_below(&r, all), u = rng_below(&r, all);
      threads_add(words, &a, t);
      threads_add(words, &b, u);
      in_a[t] = in_b[u] = true;
      u = rng_below(&r, all);
      threads_remove(words, &a, u);
      in_a[u] = false;
    }
    check_same(words, &a, in_a);
    check_same(words, &b, in_b);
    threads_copy(words, &c, &a);
    threads_unite(words, &c, &b);
    threads_subtract(words, &a, &b);
    for (unsigned t = 0; t < all; t++) {
      CHECK_EQ(threads_has(words, &c, t), in_a[t] || in_b[t]);
      CHECK_EQ(threads_has(words, &a, t), in_a[t] && !in_b[t]);
    }
  }
}

/* Words of a set in the events around one of them, as rt/pick.c puts them. */
TEST(an_event_knows_who_was_enabled_and_whom_it_frees) {
  struct event e[5] = {
      {.kind = OP_MORE, .alts = 2, .object = 8, .flags = EVENT_SILENT},
      {.kind = OP_MORE,
       .alts = 2,
       .object = 2,
       .value = 4,
       .enabled = 1,
       .flags = EVENT_SILENT},
      {.kind = OP_BROADCAST,
       .alts = 1,
       .enabled = 5,
       .value = 1,
       .more = 1,
       .freed = 1},
      {.kind = OP_MORE, .alts = 1, .value = 16, .flags = EVENT_SILENT},
      {.kind = OP_READ, .alts = 1, .enabled = 1}};
  const unsigned enabled[] = {0, 2, 65, 130, 192, 259};
  struct threads set = event_all_enabled(&e[2]), freed;
  for (uint32_t i = 0; i < 5; i++)
    CHECK(event_more_is_there(e, 5, i));
  CHECK_EQ(threads_count(THREADS_ALL, &set), 6);
  for (unsigned i = 0; i < 6; i++)
    CHECK(event_enables(&e[2], enabled[i]));
  CHECK(!event_enables(&e[2], 64) && !event_enables(&e[4], 64));
  unsigned words = event_freed_set(&e[2], &freed);
  CHECK_EQ(threads_count(words, &freed), 2);
  CHECK(threads_has(words, &freed, 0) && threads_has(words, &freed, 132));
  CHECK(!event_more_is_there(e, 3, 2));     /* cut off */
  CHECK(!event_more_is_there(e + 1, 4, 1)); /* one of two */
  CHECK(!event_more_is_there(e + 2, 3, 0)); /* none */
  e[0].kind = OP_READ;
  CHECK(!event_more_is_there(e, 5, 2)); /* something else */
}
