/* Thread models under the scheduler: the numbers of doc/papers.md, and
 * random toy programs written as models give the numbers of the toy. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "exec/model.h"
#include "lang/lang.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static void complain(void *user, enum diag_level level, struct diag_at at,
                     const char *msg, const char *hint) {
  (void)user, (void)hint;
  if (level == DIAG_ERROR)
    printf("%s:%u:%u: %s\n", at.file, at.line, at.col, msg);
}

static struct sched_stats run(struct executor *x, const char *strategy) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .all = true};
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.finished && s.verdict != VERDICT_BROKEN);
  struct sched_stats stats = s.stats;
  sched_close(&s);
  return stats;
}

static struct sched_stats run_text(const char *name, const char *text,
                                   const char *strategy) {
  struct diag d = {.sink = complain};
  struct sched_stats none = {0};
  struct model *m = lang_read(name, text, strlen(text), NULL, &d);
  CHECK(m != NULL);
  if (!m)
    return none;
  struct executor *x = model_executor_open(m, &d);
  CHECK(x != NULL);
  struct sched_stats stats = x ? run(x, strategy) : none;
  if (x)
    x->close(x);
  model_free(m);
  return stats;
}

SLOW_TEST(shipped_models_have_the_traces_of_the_benchmarks) {
  static const struct {
    const char *file;
    uint64_t traces, deadlocked;
  } rows[] = {
      {"models/fib1.hed", 19605, 0},       {"models/dining.hed", 831, 45},
      {"models/locking1.hed", 2520, 0},    {"models/locking2.hed", 22680, 0},
      {"models/parpi1.hed", 720, 0},       {"models/parpi2.hed", 5040, 0},
      {"models/filesystem16.hed", 8, 0},   {"models/filesystem18.hed", 32, 0},
      {"models/szymanski1.hed", 65138, 0}, {"models/pairs.hed", 4096, 0},
      {"models/rw.hed", 608, 0},           {"models/dp.hed", 30, 0},
      {"models/fig31.hed", 4, 0},          {"models/fig51.hed", 4, 0},
      {"models/fig73.hed", 2, 0},          {"models/fig74.hed", 6, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_row("%s", rows[i].file);
    struct text t = {0};
    CHECK(text_read_file(&t, rows[i].file));
    struct sched_stats s = run_text(rows[i].file, text_str(&t), "optimal");
    CHECK_EQ(s.executions, rows[i].traces);
    CHECK_EQ(s.deadlocked, rows[i].deadlocked);
    CHECK_EQ(s.redundant, 0);
    text_free(&t);
  }
}

/* --- toys as models ----------------------------------------------------- */

static void write_line(struct text *out, const struct toy_line *l) {
  switch (l->op) {
  case T_READ:
    text_printf(out, "r%u = x%u\n", l->r, l->a);
    break;
  case T_WRITE:
    text_printf(out, "x%u = r%u + %d\n", l->a, l->r, l->k);
    break;
  case T_LOCK:
    text_printf(out, "lock m[%u]\n", l->a);
    break;
  case T_UNLOCK:
    text_printf(out, "unlock m[%u]\n", l->a);
    break;
  case T_P:
    text_printf(out, "P s%u\n", l->a);
    break;
  case T_V:
    text_printf(out, "V s%u\n", l->a);
    break;
  case T_IF:
    text_printf(out, "if r%u != %d {\n", l->r, l->k);
    break;
  case T_ASSERT:
    text_printf(out, "assert r%u == %d\n", l->r, l->k);
    break;
  }
}

static void write_model(const struct toy *t, struct text *out) {
  text_printf(out,
              "shared x0: int, x1: int\nlock m[2]\n"
              "sem s0: 0..50 = %d, s1: 0..50 = %d\n",
              t->sems[0], t->sems[1]);
  for (unsigned th = 0; th < t->threads; th++) {
    text_printf(out, "thread t%u {\nvar r0: int\nvar r1: int\n", th);
    for (unsigned i = 0; i < t->len[th]; i++) {
      write_line(out, &t->code[th][i]);
      /* an if of these toys leaves out one line */
      if (i && t->code[th][i - 1].op == T_IF)
        text_add(out, "}\n");
    }
    text_add(out, "}\n");
  }
}

static void add_piece(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2);
  switch (rng_below(r, 6)) {
  case 0:
    toy_add(t, th, T_READ, a, rng_below(r, 2), 0, 0);
    break;
  case 1:
    toy_add(t, th, T_WRITE, a, rng_below(r, 2), 3, 1);
    break;
  case 2:
    toy_add(t, th, T_P, a, 0, 0, 0);
    break;
  case 3:
    toy_add(t, th, T_V, a, 0, 0, 0);
    break;
  case 4:
    toy_add(t, th, T_READ, a, 0, 0, 0);
    toy_add(t, th, T_IF, t->len[th] + 2u, 0, 0, (int)rng_below(r, 2));
    toy_add(t, th, T_WRITE, 1 - a, 1, 3, 2);
    break;
  default:
    toy_add(t, th, T_LOCK, a, 0, 0, 0);
    if (rng_chance(r, 50))
      toy_add(t, th, T_LOCK, 1 - a, 0, 0, 0),
          toy_add(t, th, T_UNLOCK, 1 - a, 0, 0, 0);
    toy_add(t, th, T_UNLOCK, a, 0, 0, 0);
  }
}

TEST(a_model_and_the_toy_it_was_made_from_have_the_same_numbers) {
  static const char *const names[] = {"optimal", "dpor", "flip", "full"};
  for (unsigned i = 0; i < 150; i++) {
    struct rng r = rng_seed(i);
    struct toy t = {.sems = {(int)rng_below(&r, 2), 1}};
    unsigned threads = 2 + rng_below(&r, 2);
    for (unsigned th = 0; th < threads; th++)
      for (unsigned n = 1 + rng_below(&r, 2); n; n--)
        add_piece(&t, &r, th);
    struct text text = {0};
    write_model(&t, &text);
    for (size_t k = 0; k < 4; k++) {
      struct executor *x = toy_executor(&t, NULL);
      struct sched_stats a = run(x, names[k]);
      x->close(x);
      struct sched_stats b = run_text("toy.hed", text_str(&text), names[k]);
      CHECK_EQ(a.executions, b.executions);
      CHECK_EQ(a.deadlocked, b.deadlocked);
      CHECK_EQ(a.redundant, b.redundant);
    }
    text_free(&text);
  }
}
