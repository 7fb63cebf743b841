/* The automata of formulas: small ones are as small as they can be, and none
 * takes long.  That they accept what they should is shown by tests/cross
 * (liveness.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/text.h"
#include "explore/ltl.h"
#include "lang/lang.h"
#include "test.h"

static struct model *read_formula(const char *formula) {
  struct text text = {0};
  struct diag silent = {0};
  text_printf(&text,
              "shared p: bool, q: bool, r: bool, s: bool\n"
              "thread a { p = true; q = true; r = true; s = true }\n%s\n",
              formula);
  struct model *m = lang_read("m", text_str(&text), text.len, NULL, &silent);
  text_free(&text);
  return m;
}

/* States of the automaton; 0: too large or not understood. */
static uint32_t states_of(const char *formula, bool negate) {
  struct model *m = read_formula(formula);
  struct ltl a = {0};
  uint32_t count = 0;
  if (m && m->temporal_count == 1 &&
      ltl_open(&a, m, m->temporals[0].formula, negate))
    count = a.state_count;
  ltl_close(&a);
  model_free(m);
  return count;
}

TEST(ltl_makes_small_automata) {
  CHECK_EQ(states_of("always eventually p", false), 1);
  CHECK_EQ(states_of("always eventually p", true), 2);
  CHECK_EQ(states_of("eventually p", false), 2);
  CHECK_EQ(states_of("eventually p", true), 1);
  CHECK_EQ(states_of("p until q", false), 2);
  CHECK_EQ(states_of("p leads to q", false), 2);
  CHECK_EQ(states_of("p leads to q", true), 2);
  CHECK_EQ(states_of("eventually always p", false), 2);
  CHECK_EQ(states_of("eventually eventually always always p", false), 2);
  CHECK_EQ(states_of("next next p", false), 4);
  CHECK_EQ(states_of("(always eventually p) => always eventually q", true), 2);
}

/* --- random formulas ------------------------------------------------------ */

struct notation {
  const char *one[4], *two[4];
};
static const struct notation whole = {{"!", "next ", "eventually ", "always "},
                                      {" until ", " && ", " || ", " => "}};
/* Without `next`, which SPIN is usually built without; and in SPIN's words. */
static const struct notation ours = {{"!", "!", "eventually ", "always "},
                                     {" until ", " && ", " || ", " => "}};
static const struct notation spins = {{"!", "!", "<> ", "[] "},
                                      {" U ", " && ", " || ", " -> "}};

static void write_random(struct rng *r, unsigned size, const struct notation *n,
                         struct text *out) {
  static const char *const atoms[] = {"p", "q", "r", "s"};
  if (size < 2) {
    text_add(out, atoms[rng_below(r, 4)]);
    return;
  }
  text_char(out, '(');
  if (rng_chance(r, 45)) {
    text_add(out, n->one[rng_below(r, 4)]);
    write_random(r, size - 1, n, out);
  } else {
    unsigned left = 1 + rng_below(r, size - 1);
    write_random(r, left, n, out);
    text_add(out, n->two[rng_below(r, 4)]);
    write_random(r, size - left, n, out);
  }
  text_char(out, ')');
}

/* States of SPIN's automaton; 0: it is not installed, or takes too long. */
static uint32_t spins_states(const char *formula) {
  struct text command = {0};
  char line[4096];
  uint32_t count = 0;
  text_printf(&command, "timeout 5 spin -f '%s' 2>/dev/null", formula);
  FILE *f = popen(text_str(&command), "r");
  while (f && fgets(line, sizeof line, f)) /* "T0_init:", "accept_all:" */
    count += line[0] != '\t' && strchr(line, ':') && line[0] != ' ';
  if (f)
    pclose(f);
  text_free(&command);
  return count;
}

/* Where SPIN is installed: nine in ten are no larger than SPIN's.  FORMULAS is
 * how many are compared (make soak-ltl: a thousand). */
TEST(ltl_is_not_larger_than_spin) {
  const char *asked = getenv("FORMULAS");
  unsigned compared = 0, smaller = 0;
  unsigned formulas = asked ? (unsigned)atoi(asked) : 40;
  for (uint64_t seed = 1; seed <= formulas; seed++) {
    struct rng a = rng_seed(seed), b = rng_seed(seed);
    struct text x = {0}, y = {0};
    unsigned size = 4 + (unsigned)(seed % 9);
    text_add(&x, "eventually ");
    text_add(&y, "<> ");
    write_random(&a, size, &ours, &x);
    write_random(&b, size, &spins, &y);
    uint32_t theirs = spins_states(text_str(&y));
    if (!theirs && seed == 1)
      formulas = 0; /* not installed */
    compared += theirs > 0;
    smaller += theirs && states_of(text_str(&x), false) <= theirs;
    text_free(&x);
    text_free(&y);
  }
  if (asked)
    printf("%u of %u are no larger than SPIN's\n", smaller, compared);
  CHECK(smaller * 10 >= compared * 9);
}

TEST(ltl_takes_no_second_for_a_thousand_random_formulas) {
  struct rng r = rng_seed(17);
  struct text f = {0};
  double worst = 0;
  unsigned made = 0;
  for (int i = 0; i < 1000; i++) {
    text_clear(&f);
    text_add(&f, "eventually ");
    write_random(&r, 4 + rng_below(&r, 12), &whole, &f);
    double before = clock_cpu();
    made += states_of(text_str(&f), true) > 0;
    double took = clock_cpu() - before;
    worst = took > worst ? took : worst;
  }
  CHECK_EQ(made, 1000);
  CHECK(worst < 1);
  text_free(&f);
}

/* So many that must come, in any order: two to the power of that states.  It
 * is made or given up, soon. */
TEST(ltl_gives_up_soon) {
  struct text f = {0};
  double before = clock_cpu();
  for (int n = 2; n <= 20; n += 6) {
    text_clear(&f);
    text_add(&f, "next (");
    for (int i = 0; i < n; i++)
      text_printf(&f, "%s(eventually p && %cq == %d)", i ? " && " : "",
                  i % 2 ? '!' : ' ', i);
    text_char(&f, ')');
    states_of(text_str(&f), false);
    states_of(text_str(&f), true);
  }
  CHECK(clock_cpu() - before < 5);
  text_free(&f);
}
