#include "random_alike.h"

#include "base/rng.h"

struct writer {
  struct rng r;
  struct text *out;
  unsigned n;   /* elements */
  bool crooked; /* something may tell them apart */
  unsigned depth;
};

static unsigned below(struct writer *w, unsigned n) {
  return (unsigned)rng_below(&w->r, n);
}

/* An element of the array a: the own one, or another. */
static const char *element(struct writer *w) {
  static const char *const all[] = {"a[i]", "a[i]", "a[i]",       "a[x]",
                                    "s",    "s",    "a[(i+1)%N]", "a[0]"};
  return all[below(w, w->crooked ? 8 : below(w, 8) ? 3 : 6)];
}

static const char *number(struct writer *w) {
  static const char *const all[] = {"0", "1", "2", "x", "1", "i%2"};
  return all[below(w, w->crooked ? 6 : 5)];
}

static void block(struct writer *w, unsigned statements);

static void statement(struct writer *w) {
  switch (below(w, w->depth < 2 ? 10 : 7)) {
  case 0:
  case 1:
    text_printf(w->out, "%s = %s\n", element(w), number(w));
    return;
  case 2:
    text_printf(w->out, "x = %s\n", element(w));
    return;
  case 3:
    text_add(w->out, below(w, 2) ? "P q\n" : "V q\n");
    return;
  case 4:
    text_add(w->out, "atomic { if s < 2 { s++ } else { s = 0 } }\n");
    return;
  case 5:
    text_add(w->out, below(w, 6) ? "x = 1\n" : "assert x != 2\n");
    return;
  case 6:
    text_printf(w->out, "atomic { if s == %u { x = %s } }\n", below(w, 3),
                number(w));
    return;
  case 7: {
    const char *lock = below(w, 3) ? "l" : w->crooked ? "m[(i+1)%N]" : "m[i]";
    text_printf(w->out, "lock %s\n", lock);
    block(w, 1 + below(w, 2));
    text_printf(w->out, "unlock %s\n", lock);
    return;
  }
  case 8:
    text_printf(w->out, "if x == %s {\n", number(w));
    block(w, 1);
    text_add(w->out, "} else {\n");
    block(w, 1);
    text_add(w->out, "}\n");
    return;
  default:
    text_printf(w->out, "while x != %u {\n", below(w, 3));
    block(w, 1);
    text_printf(w->out, "x = %s\n}\n", element(w));
  }
}

static void block(struct writer *w, unsigned statements) {
  w->depth++;
  for (unsigned i = 0; i < statements; i++)
    statement(w);
  w->depth--;
}

static void threads(struct writer *w) {
  text_add(w->out, "shared a[N]: 0..2, s: 0..2\nsem q: 0..2 = 1\n"
                   "lock l, m[N]\nthread w[i: 0..N-1] {\nvar x: 0..2\n");
  block(w, 2 + below(w, 3));
  text_add(w->out, "}\n");
  if (below(w, 3) == 0)
    text_add(w->out, "thread other {\nvar x: 0..2\nx = s\ns = 2 - x\n}\n");
  static const char *const properties[] = {
      "never (count i: 0..N-1: a[i] == 2) > 1\n",
      "never exists i: 0..N-1: a[i] == 1 && w[i].x == 2\n",
      "always forall i: 0..N-1: w[i].x < 2 || s == 0\n", "never s == 2\n",
      "never a[0] == 2\n"};
  if (below(w, 2))
    text_add(w->out, properties[below(w, w->crooked ? 5 : 4)]);
}

/* Where a message of an element goes. */
static const char *target(struct writer *w) {
  static const char *const all[] = {"server.in!m", "server.in!k",
                                    "p[(i+1)%N].in!m"};
  return all[below(w, w->crooked || w->n == 2 ? 3 : 2)];
}

static void machines(struct writer *w) {
  static const char *const schemes[] = {"async", "mailbox", "fifo", "fifo"};
  text_printf(w->out, "scheme %s\n", schemes[below(w, 4)]);
  text_add(w->out, "process p[i: 0..N-1] {\nport in [1]: m, k\n");
  text_printf(w->out, "a: %s -> b\n", target(w));
  text_add(w->out, "b: in?m -> c\n in?k -> a\n");
  text_printf(w->out, "c: %s -> %c\n", target(w), "abc"[below(w, 3)]);
  if (below(w, 2))
    text_add(w->out, " in?m -> a\n");
  text_add(w->out, "final b\n}\nprocess server {\nport in [2]: m, k\n");
  text_add(w->out, "a: in?m -> b\n in?k -> c\n");
  for (char at = 'b'; at <= 'c'; at++)
    for (unsigned i = 0; i < w->n; i++)
      if (!i || !w->crooked || below(w, 4))
        text_printf(w->out, "%c%s p[%u].in!%c -> a\n", i ? ' ' : at,
                    i ? " " : ":", i, at == 'b' ? 'm' : 'k');
  text_add(w->out, "final a\n}\n");
  if (below(w, 2))
    text_add(w->out, "never (count i: 0..N-1: p[i] at c) > 1\n");
}

void random_alike(uint64_t seed, struct text *out) {
  struct writer w = {.r = rng_seed(seed), .out = out};
  w.n = 2 + below(&w, 3);
  w.crooked = below(&w, 4) == 0;
  text_printf(out, "const N = %u\n", w.n);
  if (below(&w, 4))
    threads(&w);
  else
    machines(&w);
}
