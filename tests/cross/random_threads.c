#include "random_threads.h"

#include <string.h>

#include "base/rng.h"

struct maker {
  struct threads *t;
  struct rng rng;
  unsigned threads, self;
  bool ports, wide; /* wide: inputs with more values than alternatives */
  unsigned names;   /* of received values */
};

static unsigned below(struct maker *k, unsigned n) {
  return rng_below(&k->rng, n);
}

__attribute__((format(printf, 4, 5))) static void
add(struct maker *k, unsigned depth, bool opens, const char *fmt, ...) {
  struct text line = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&line, fmt, args);
  va_end(args);
  struct threads_line l = {
      arena_string(&k->t->arena, text_str(&line), line.len), depth, opens};
  vec_push(&k->t->lines, l);
  text_free(&line);
}

static const char *any(struct maker *k, const char *const *words, unsigned n) {
  return words[below(k, n)];
}
#define ANY(k, ...)                                                            \
  any(k, (const char *const[]){__VA_ARGS__},                                   \
      sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* --- statements ----------------------------------------------------------- */

static void statements(struct maker *k, unsigned depth, unsigned count);

/* What holds for one step only, or not even at the end of it. */
static void add_glimpse(struct maker *k, unsigned depth) {
  const char *name = ANY(k, "x", "y", "z", "a[0]", "a[1]", "v");
  bool flag = name[0] == 'a';
  add(k, depth, false, "%s = %s", name, flag ? "true" : ANY(k, "1", "2", "w"));
  if (below(k, 3) == 0)
    add(k, depth, false, "w = %s", "(w + 1) % 3");
  add(k, depth, false, "%s = %s", name, flag ? "false" : "0");
}

static void add_variable(struct maker *k, unsigned depth) {
  switch (below(k, 10)) {
  case 0:
    add(k, depth, false, "%s = %s", ANY(k, "x", "y"), ANY(k, "0", "1", "2"));
    break;
  case 1:
    add(k, depth, false, "%s = %s", ANY(k, "x", "y"), ANY(k, "v", "v + 1"));
    break;
  case 2:
    add(k, depth, false, "v = %s", ANY(k, "x", "y", "x + y", "a[0]"));
    break;
  case 3:
    add(k, depth, false, "%s++", ANY(k, "x", "y"));
    break;
  case 4:
    add(k, depth, false, "a[%s] = %s", ANY(k, "0", "1", "w % 2", "w"),
        ANY(k, "true", "false"));
    break;
  case 5:
    add(k, depth, false, "z = %s", ANY(k, "v", "1", "3", "v + 2"));
    break;
  case 6:
    add(k, depth, false, "w = %s", ANY(k, "input", "v", "(w + 1) % 3"));
    break;
  case 7:
    if (k->wide)
      add(k, depth, false, "n = input");
    add(k, depth, false, "v = %s", k->wide ? "n" : "w");
    break;
  case 8:
    add_glimpse(k, depth);
    break;
  default:
    add(k, depth, false, "v = v + %s", ANY(k, "1", "w"));
  }
}

static void add_assertion(struct maker *k, unsigned depth) {
  add(k, depth, false, "assert %s",
      ANY(k, "v != 1", "w < 2", "v <= w", "x != 1", "x <= y"));
}

/* Fails, if it does, in the step of the operation before it. */
static void seldom_assert(struct maker *k, unsigned depth) {
  if (below(k, 4) == 0)
    add(k, depth, false, "assert %s", ANY(k, "v != 1", "w < 2", "v <= w"));
}

static void add_sync(struct maker *k, unsigned depth) {
  const char *lock = ANY(k, "l", "k");
  switch (below(k, 8)) {
  case 0:
  case 1:
    add(k, depth, false, "lock %s", lock);
    statements(k, depth, 1 + below(k, 2));
    add(k, depth, false, "unlock %s", lock);
    seldom_assert(k, depth);
    break;
  case 2:
    add(k, depth, false, "%s %s", ANY(k, "lock", "unlock"), lock);
    break;
  case 3:
    add(k, depth, false, "%s s", ANY(k, "P", "V"));
    seldom_assert(k, depth);
    break;
  case 4:
    add(k, depth, false, "%s b", ANY(k, "P", "V"));
    break;
  case 5:
    add(k, depth, false, "await %s",
        ANY(k, "x == 1", "y != 0", "x == y", "!a[0]", "z == 0"));
    break;
  case 6:
    add(k, depth, false, "atomic { %s; %s }",
        ANY(k, "x++", "y = x", "z = 1", "v = x"),
        ANY(k, "y = 0", "a[1] = true", "x = v", "assert v != 2"));
    break;
  default:
    add(k, depth, false, "atomic { await %s; %s }", ANY(k, "x == 0", "y == 1"),
        ANY(k, "x = 1", "y = 0", "v = 1"));
  }
}

static void add_message(struct maker *k, unsigned depth) {
  unsigned n = ++k->names;
  switch (below(k, 5)) {
  case 0:
  case 1:
    add(k, depth, false, "t%u.in!%s", below(k, k->threads),
        ANY(k, "m(0)", "m(1)", "m(w % 2)", "go"));
    seldom_assert(k, depth);
    break;
  case 2:
    add(k, depth, false, "in?%s", ANY(k, "m(_)", "go"));
    break;
  case 3:
    add(k, depth, false, "in?m(q%u)", n);
    add(k, depth, false, "v = q%u", n);
    break;
  default:
    add(k, depth, false,
        "select { in?m(q%u) when q%u == %u { %s }; in?m(_) { %s }%s }", n, n,
        below(k, 2), ANY(k, "x = 1", "v = 2", "skip"), ANY(k, "y = 1", "skip"),
        ANY(k, "", "; in?go", "; in?go { x = 2 }"));
  }
}

static void add_block(struct maker *k, unsigned depth) {
  switch (below(k, 4)) {
  case 0:
    add(k, depth, true, "if %s", ANY(k, "v == 0", "w > 0", "x == 1", "v > 1"));
    break;
  case 1:
    add(k, depth, true, "repeat 2");
    break;
  case 2:
    add(k, depth, true, "for i%u: 0..1", ++k->names);
    break;
  default:
    add(k, depth, true, "if %s",
        ANY(k, "x > 0 && y > 0", "y == 1 || a[0]", "v == w"));
  }
  statements(k, depth + 1, 1 + below(k, 2));
}

static void statement(struct maker *k, unsigned depth) {
  unsigned which = below(k, 20);
  if (which < 8)
    add_variable(k, depth);
  else if (which < 12)
    add_sync(k, depth);
  else if (which < 14 && depth < 3)
    add_block(k, depth);
  else if (which < 18 && k->ports)
    add_message(k, depth);
  else if (which == 18)
    add_assertion(k, depth);
  else if (which == 19 && depth > 1)
    add(k, depth, false, "return");
  else
    add_variable(k, depth);
}

static void statements(struct maker *k, unsigned depth, unsigned count) {
  while (count--)
    statement(k, depth);
}

/* --- threads and properties ----------------------------------------------- */

static void add_thread(struct maker *k, unsigned number) {
  k->self = number;
  add(k, 0, true, "thread t%u", number);
  if (k->ports)
    add(k, 1, false, "port in %s: m(0..1), go",
        ANY(k, "[1]", "[2]", "unbounded"));
  add(k, 1, false, "var v: int");
  add(k, 1, false, "var w: 0..2");
  if (k->wide)
    add(k, 1, false, "var n: 0..%s", ANY(k, "257", "300"));
  if (below(k, 12) == 0)
    add(k, 1, false, "assert %s", ANY(k, "w != 0", "v == 0"));
  statements(k, 1, 2 + below(k, k->threads > 2 ? 3 : 5));
  if (below(k, 8) == 0)
    add_assertion(k, 1);
}

static void add_atom(struct maker *k, struct text *out) {
  unsigned p = below(k, k->threads);
  switch (below(k, k->ports ? 8 : 7)) {
  case 0:
    text_printf(out, "x == %u", below(k, 3));
    break;
  case 1:
    text_printf(out, "y == %u", below(k, 3));
    break;
  case 2:
    text_printf(out, "t%u.v == %u", p, below(k, 3));
    break;
  case 3:
    text_printf(out, "t%u.w == %u", p, below(k, 3));
    break;
  case 4:
    text_printf(out, "ended(t%u)", p);
    break;
  case 5:
    text_add(out, ANY(k, "a[0]", "a[x % 2]", "a[y]", "exists i: 0..1: a[i]",
                      "forall i: 0..1: a[i]", "(count i: 0..1: a[i]) == 1"));
    break;
  case 6:
    text_add(out, ANY(k, "x > y", "z != x", "x / y == 1", "x + y + z > 2"));
    break;
  default:
    text_printf(out, "len(t%u.in) == %u", p, below(k, 3));
  }
}

/* Violated in the initial state, and perhaps in no other. */
static void add_early(struct maker *k) {
  add(k, 0, false, "never x == 0 && y == 0 && %s",
      ANY(k, "!a[0] && !a[1]", "t0.v == 0", "z == 0 && !ended(t1)"));
}

static void add_property(struct maker *k) {
  struct text e = {0};
  if (below(k, 12) == 0) {
    add_early(k);
    return;
  }
  unsigned atoms = 1 + below(k, 3);
  for (unsigned i = 0; i < atoms; i++) {
    text_add(&e, !i ? "" : below(k, 3) ? " && " : " || ");
    text_add(&e, below(k, 3) ? "(" : "!(");
    add_atom(k, &e);
    text_char(&e, ')');
  }
  add(k, 0, false, "%s %s", below(k, 3) ? "never" : "always", text_str(&e));
  text_free(&e);
}

void threads_random(struct threads *t, uint64_t seed) {
  *t = (struct threads){.seed = seed};
  struct maker k = {.t = t, .rng = rng_seed(seed)};
  k.threads = 2 + (below(&k, 3) == 0);
  k.ports = below(&k, 3) == 0;
  k.wide = below(&k, 50) == 0;
  if (k.ports)
    add(&k, 0, false, "scheme %s",
        ANY(&k, "fifo", "fifo", "async", "causal", "mailbox"));
  add(&k, 0, false, "shared x = 0, y = 0, z: 0..3 = 0, a[2]: bool");
  add(&k, 0, false, "lock l, k");
  add(&k, 0, false, "sem s = %u, b: 0..1 = %u", below(&k, 2), below(&k, 2));
  for (unsigned i = 0; i < k.threads; i++)
    add_thread(&k, i);
  for (unsigned n = below(&k, 4); n; n--)
    add_property(&k);
}

void threads_print(const struct threads *t, struct text *out) {
  unsigned depth = 0;
  for (size_t i = 0; i <= t->lines.len; i++) {
    const struct threads_line *l = i < t->lines.len ? &t->lines.at[i] : NULL;
    for (; depth > (l ? l->depth : 0); depth--) {
      text_fill(out, ' ', 2 * (depth - 1));
      text_add(out, "}\n");
    }
    if (!l)
      break;
    text_fill(out, ' ', 2 * l->depth);
    text_printf(out, "%s%s\n", l->text, l->opens ? " {" : "");
    depth += l->opens;
  }
}

void threads_free(struct threads *t) {
  vec_free(&t->lines);
  arena_free(&t->arena);
}

/* --- shrinking ------------------------------------------------------------ */

/* Without line i, and without what is in its block or with it moved out. */
static void leave_out(const struct threads *t, size_t i, bool inside,
                      struct threads *out) {
  unsigned depth = t->lines.at[i].depth;
  bool within = t->lines.at[i].opens;
  vec_clear(&out->lines);
  for (size_t k = 0; k < t->lines.len; k++) {
    struct threads_line l = t->lines.at[k];
    within &= k <= i || l.depth > depth;
    if (k == i || (k > i && within && inside))
      continue;
    if (k > i && within)
      l.depth--;
    vec_push(&out->lines, l);
  }
}

void threads_shrink(struct threads *t,
                    bool (*fails)(const struct threads *t, void *user),
                    void *user) {
  struct threads smaller = {.seed = t->seed};
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < t->lines.len; i++)
      for (int inside = 1; inside >= 0 && i < t->lines.len; inside--) {
        leave_out(t, i, inside, &smaller);
        if (!fails(&smaller, user))
          continue;
        vec_clear(&t->lines);
        vec_each(&smaller.lines, l) vec_push(&t->lines, *l);
        again = true;
        inside = 2;
      }
  }
  vec_free(&smaller.lines);
}
