/* Dining philosophers with heddle/dd.h: how many states, which of them are
 * deadlocks, how many steps lead to one.
 *
 *     cc -o dd dd.c $(pkg-config --cflags --libs heddle)
 *     ./dd 100
 *
 * Philosopher i has variable 2 i (0 thinks, 1 has the left fork, 2 eats) and
 * fork i variable 2 i + 1 (0 lies there, 1 is taken). */
#include <heddle/dd.h>
#include <stdio.h>
#include <stdlib.h>

enum { OFF = HEDDLE_DD_OFF };

static const uint32_t takes[] = {1, OFF}, returns[] = {OFF, 0};
static const uint32_t sits_down[] = {1, OFF, OFF}, eats[] = {OFF, 2, OFF},
                      leaves[] = {OFF, OFF, 0};

static bool add_philosopher(struct heddle_dd_events *e, unsigned i,
                            unsigned count) {
  const unsigned me = 2 * i, left = me + 1, right = (me + 3) % (2 * count);
  return heddle_dd_event(e, 2, (unsigned[]){me, left},
                         (const uint32_t *[]){sits_down, takes}) &&
         heddle_dd_event(e, 2, (unsigned[]){me, right},
                         (const uint32_t *[]){eats, takes}) &&
         heddle_dd_event(e, 3, (unsigned[]){me, left, right},
                         (const uint32_t *[]){leaves, returns, returns});
}

/* The states where this philosopher has his left fork and waits for the right
 * one: if all do, nobody ever eats again. */
static struct heddle_dd_set *waiting(struct heddle_dd *d, unsigned count) {
  static const bool has_left[] = {false, true, false};
  const bool **allowed = calloc(2 * count, sizeof *allowed);
  if (!allowed)
    return NULL;
  for (unsigned i = 0; i < count; i++)
    allowed[2 * i] = has_left;
  struct heddle_dd_set *s = heddle_dd_box(d, allowed);
  free(allowed);
  return s;
}

static bool dine(struct heddle_dd *d, unsigned count) {
  uint32_t *values = calloc(2 * count, sizeof *values), steps = 0;
  struct heddle_dd_events *e = heddle_dd_events(d);
  bool ok = values && e;
  for (unsigned i = 0; ok && i < count; i++)
    ok = add_philosopher(e, i, count);
  struct heddle_dd_set *start = ok ? heddle_dd_tuple(d, values) : NULL;
  struct heddle_dd_set *states = heddle_dd_saturate(start, e);
  struct heddle_dd_set *stuck = heddle_dd_intersect(states, waiting(d, count));
  struct heddle_dd_distance *far = heddle_dd_distances(start, e);
  char *digits = heddle_dd_count(states);
  ok = digits && heddle_dd_first(stuck, values) &&
       heddle_dd_distance_of(far, values, &steps);
  if (ok)
    printf("%u philosophers: %s states, a deadlock after %u steps\n", count,
           digits, steps);
  free(digits);
  free(values);
  return ok;
}

int main(int argc, char **argv) {
  const unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 10;
  uint32_t *sizes = calloc(2 * count + 1, sizeof *sizes);
  for (unsigned i = 0; sizes && i < count; i++) {
    sizes[2 * i] = 3;
    sizes[2 * i + 1] = 2;
  }
  struct heddle_dd *d = heddle_dd_open(2 * count, sizes, 1 << 30);
  const bool ok = d && dine(d, count);
  if (!ok)
    fprintf(stderr, "%s\n", heddle_dd_why_texts[heddle_dd_why(d)]);
  heddle_dd_close(d);
  free(sizes);
  return !ok;
}
