/* Sequence covering arrays against an enumeration of all orders. */
#include <heddle.h>

#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "test.h"

enum { EVENTS = 6, MODELS = 150 };

struct rules {
  int n;
  bool first[EVENTS][EVENTS]; /* as given, not closed */
};

static bool meets(const struct rules *r, const int *place) {
  for (int a = 0; a < r->n; a++)
    for (int b = 0; b < r->n; b++)
      if (r->first[a][b] && place[a] > place[b])
        return false;
  return true;
}

/* Is there an order of all events with these in this order? */
static bool possible(const struct rules *r, const int *sequence, int t,
                     int *place, int next) {
  if (next == r->n) {
    for (int i = 1; i < t; i++)
      if (place[sequence[i - 1]] > place[sequence[i]])
        return false;
    return meets(r, place);
  }
  for (int at = 0; at < r->n; at++) {
    bool taken = false;
    for (int e = 0; e < next; e++)
      taken = taken || place[e] == at;
    place[next] = at;
    if (!taken && possible(r, sequence, t, place, next + 1))
      return true;
  }
  return false;
}

static bool has(const struct heddle_cover_tests *tests, size_t test,
                const int *sequence, int t) {
  int n = 0;
  for (size_t i = 0; i < tests->params && n < t; i++)
    n += heddle_cover_cell(tests, test, i) == (unsigned)sequence[n];
  return n == t;
}

static void compare(const struct rules *r, int t,
                    const struct heddle_cover_orders *got) {
  uint64_t all = 0, covered = 0;
  int numbers = 1, sequence[3], place[EVENTS];
  for (int i = 0; i < t; i++)
    numbers *= r->n;
  for (int number = 0; number < numbers; number++) {
    bool distinct = true, found = false;
    for (int i = 0, rest = number; i < t; i++, rest /= r->n) {
      sequence[i] = rest % r->n;
      for (int k = 0; k < i; k++)
        distinct = distinct && sequence[i] != sequence[k];
    }
    if (!distinct || !possible(r, sequence, t, place, 0))
      continue;
    all++;
    for (size_t i = 0; i < got->tests.count && !found; i++)
      found = has(&got->tests, i, sequence, t);
    covered += found;
  }
  CHECK_EQ(got->possible, all);
  CHECK_EQ(covered, all);
  CHECK(got->bound <= got->tests.count);
  for (size_t i = 0; i < got->tests.count; i++) {
    for (int e = 0; e < r->n; e++)
      place[heddle_cover_cell(&got->tests, i, (size_t)e)] = e;
    CHECK(meets(r, place));
  }
}

TEST(cover_sequences_are_covered) {
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    struct rng g = rng_seed(seed);
    struct rules r = {.n = rng_range(&g, 2, EVENTS)};
    struct text t = {0};
    for (int e = 0; e < r.n; e++)
      text_printf(&t, "%se%d", e ? ", " : "Events: ", e);
    text_char(&t, '\n');
    for (int n = rng_range(&g, 0, 3); n > 0; n--) {
      int a = rng_range(&g, 0, r.n - 2), b = rng_range(&g, a + 1, r.n - 1);
      r.first[a][b] = true;
      text_printf(&t, "e%d BEFORE [e%d];\n", a, b);
    }
    struct heddle_cover_sequence *s =
        heddle_cover_sequence_read("s", text_str(&t), t.len, NULL, NULL);
    int strength = r.n < 3 ? 2 : rng_range(&g, 2, 3);
    struct heddle_cover_orders got, again;
    CHECK(s && heddle_cover_sequence_generate(s, (unsigned)strength, seed, 0,
                                              NULL, &got));
    compare(&r, strength, &got);
    CHECK(heddle_cover_sequence_measure(s, (unsigned)strength, &got.tests, NULL,
                                        NULL, &again));
    CHECK_EQ(again.covered, got.possible);
    CHECK_EQ(again.impossible, got.impossible);
    heddle_cover_tests_free(&got.tests);
    heddle_cover_sequence_free(s);
    text_free(&t);
  }
}
