#include "orders.h"

#include <heddle.h>

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { EVENTS = 6, SEQUENCES = EVENTS * EVENTS * EVENTS * EVENTS };

struct orders {
  int events, strength;
  bool before[EVENTS][EVENTS]; /* as the rules are written */
  uint64_t valid;              /* orders that break none */
  bool possible[SEQUENCES], covered[SEQUENCES];
};

static bool is_valid(const struct orders *o, const int *order) {
  int place[EVENTS];
  for (int i = 0; i < o->events; i++)
    place[order[i]] = i;
  for (int a = 0; a < o->events; a++)
    for (int b = 0; b < o->events; b++)
      if (o->before[a][b] && place[a] >= place[b])
        return false;
  return true;
}

/* Marks every sequence that lies in the order, from `from` on. */
static void mark(const struct orders *o, const int *order, int from, int taken,
                 int number, bool *into) {
  if (taken == o->strength) {
    into[number] = true;
    return;
  }
  for (int i = from; i < o->events; i++)
    mark(o, order, i + 1, taken + 1, number * EVENTS + order[i], into);
}

static void each_order(struct orders *o, int *order, int len, unsigned used) {
  if (len == o->events) {
    if (is_valid(o, order)) {
      o->valid++;
      mark(o, order, 0, 0, 0, o->possible);
    }
    return;
  }
  for (int e = 0; e < o->events; e++)
    if (!(used >> e & 1)) {
      order[len] = e;
      each_order(o, order, len + 1, used | 1u << e);
    }
}

static void draw(struct orders *o, struct rng *r, struct text *model) {
  o->events = rng_range(r, 2, EVENTS);
  o->strength = rng_range(r, 1, o->events < 4 ? o->events : 4);
  text_add(model, "Events: ");
  for (int e = 0; e < o->events; e++)
    text_printf(model, "%se%d", e ? ", " : "", e);
  text_char(model, '\n');
  for (int rules = rng_range(r, 0, 4); rules > 0; rules--) {
    int a = (int)rng_below(r, (uint32_t)o->events);
    int b = (int)rng_below(r, (uint32_t)o->events);
    if (a == b || (a > b && rng_chance(r, 80))) /* few contradict others */
      continue;
    o->before[a][b] = true;
    text_printf(model, "e%d BEFORE e%d;\n", a, b);
  }
}

static uint64_t count(const bool *set) {
  uint64_t n = 0;
  for (int i = 0; i < SEQUENCES; i++)
    n += set[i];
  return n;
}

static bool unequal(struct text *how, const char *what, uint64_t ours,
                    uint64_t theirs) {
  if (ours != theirs)
    text_printf(how, "%s: %llu by enumeration, %llu by heddle\n", what,
                (unsigned long long)ours, (unsigned long long)theirs);
  return ours != theirs;
}

static bool one_missing(void *user, const uint16_t *events) {
  uint64_t *n = user;
  (void)events;
  ++*n;
  return true;
}

/* The tests but the last, written and read again, cover what they do. */
static bool measure_differs(struct orders *o, struct heddle_cover_sequence *s,
                            const struct heddle_cover_orders *r,
                            struct text *how) {
  struct text file = {0};
  for (size_t t = 0; t + 1 < r->tests.count; t++)
    for (int i = 0; i < o->events; i++)
      text_printf(&file, "e%u%c", heddle_cover_cell(&r->tests, t, (size_t)i),
                  i + 1 < o->events ? '\t' : '\n');
  memset(o->covered, 0, sizeof o->covered);
  for (size_t t = 0; t + 1 < r->tests.count; t++) {
    int order[EVENTS];
    for (int i = 0; i < o->events; i++)
      order[i] = (int)heddle_cover_cell(&r->tests, t, (size_t)i);
    mark(o, order, 0, 0, 0, o->covered);
  }
  struct heddle_cover_tests tests;
  struct heddle_cover_orders got = {0};
  uint64_t missing = 0;
  heddle_cover_sequence_tests(s, "tests", text_str(&file), file.len, &tests);
  bool differ =
      unequal(how, "tests read", r->tests.count - (r->tests.count > 0),
              tests.count) ||
      unequal(how, "measured", 1,
              heddle_cover_sequence_measure(s, (unsigned)o->strength, &tests,
                                            one_missing, &missing, &got)) ||
      unequal(how, "measure: possible", r->possible, got.possible) ||
      unequal(how, "measure: covered", count(o->covered), got.covered) ||
      unequal(how, "missing", r->possible - count(o->covered), missing);
  heddle_cover_tests_free(&tests);
  text_free(&file);
  return differ;
}

static bool tests_differ(struct orders *o, struct heddle_cover_sequence *s,
                         const struct heddle_cover_orders *r,
                         struct text *how) {
  memset(o->covered, 0, sizeof o->covered);
  for (size_t t = 0; t < r->tests.count; t++) {
    int order[EVENTS];
    unsigned seen = 0;
    for (int i = 0; i < o->events; i++) {
      order[i] = (int)heddle_cover_cell(&r->tests, t, (size_t)i);
      seen |= order[i] < o->events ? 1u << order[i] : 0;
    }
    if (unequal(how, "events of a test", (1u << o->events) - 1, seen) ||
        unequal(how, "a test keeps the rules", 1, is_valid(o, order)))
      return true;
    mark(o, order, 0, 0, 0, o->covered);
  }
  return unequal(how, "possible", count(o->possible), r->possible) ||
         unequal(how, "covered", count(o->possible), count(o->covered)) ||
         unequal(how, "the bound is below the size", 1,
                 r->bound <= r->tests.count) ||
         measure_differs(o, s, r, how);
}

static void hear(void *user, const struct heddle_message *m) {
  (void)user, (void)m;
}

bool orders_differ(uint64_t seed, struct text *how) {
  struct orders *o = calloc(1, sizeof *o);
  struct rng r = rng_seed(seed ^ 0x0dde5);
  struct text model = {0};
  int order[EVENTS];
  draw(o, &r, &model);
  each_order(o, order, 0, 0);
  struct heddle_cover_sequence *s = heddle_cover_sequence_read(
      "events", text_str(&model), model.len, hear, NULL);
  bool differ = unequal(how, "there are orders", o->valid > 0, s != NULL);
  struct heddle_cover_orders result = {0};
  if (s && !differ)
    differ = unequal(how, "tests are made", 1,
                     heddle_cover_sequence_generate(
                         s, (unsigned)o->strength, seed, 1e9, NULL, &result)) ||
             tests_differ(o, s, &result, how);
  if (differ)
    text_printf(how, "strength %d\n%s", o->strength, text_str(&model));
  heddle_cover_tests_free(&result.tests);
  heddle_cover_sequence_free(s);
  text_free(&model);
  free(o);
  return differ;
}
