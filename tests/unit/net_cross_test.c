/* Every engine against the naive reading, on random networks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stress.h"
#include "job/answers.h"
#include "net/derive.h"
#include "net/matrix.h"
#include "net_random.h"
#include "test.h"

#ifdef __SANITIZE_ADDRESS__
enum { NETWORKS = 300 }; /* ten times slower */
#else
enum { NETWORKS = STRESSED(100, 1000) };
#endif

/* As in test.h, and remembering it, so that the seed can be told. */
static bool failed;
#undef CHECK
#undef CHECK_EQ
#define CHECK(x) test_check((x) || (failed = true, false), __FILE__, \
                            __LINE__, #x)
#define CHECK_EQ(a, b) \
  check_eq((int64_t)(a), (int64_t)(b), __LINE__, #a " == " #b)

static void check_eq(int64_t a, int64_t b, int line, const char *what) {
  failed |= a != b;
  test_check_eq(a, b, __FILE__, line, what);
}

/* --- what the naive reading says of a specification ----------------------- */

struct facts {
  int stable, unstable, observable, livelocks;
  bool connected;
  bool fired[128];
  bool seen_local[6][8];
};

static void reach(const struct naive *a, int from, bool *reached) {
  reached[from] = true;
  for (int grew = 1; grew;) {
    grew = 0;
    for (int s = 0; s < a->total; s++)
      for (int i = 0; reached[s] && i < a->inputs; i++) {
        int t = s;
        if (naive_step(a, &t, a->input[i]) >= 0 && !reached[t])
          reached[t] = true, grew = 1;
      }
  }
}

/* Cycles among unstable states: each state has one successor at most, so
 * walking `symbols * total` steps from one ends on its cycle. */
static int successor(const struct naive *a, int u) {
  const int now = u / a->total;
  int state = u % a->total;
  for (int e = 0; e < a->edges; e++) {
    const struct naive_edge *g = &a->edge[e];
    int weight = 1;
    for (int m = 0; m < g->machine; m++)
      weight *= a->states[m];
    const int local = state / weight % a->states[g->machine];
    if (g->input != now || local != g->from)
      continue;
    state += (g->to - local) * weight;
    return a->internal[g->output] ? g->output * a->total + state : -1;
  }
  return -1;
}

static int count_cycles(const struct naive *a, const bool *unstable) {
  const int count = a->symbols * a->total;
  bool *known = calloc((size_t)count + 1, sizeof *known);
  int cycles = 0;
  for (int u = 0; u < count; u++) {
    int at = u;
    for (int i = 0; unstable[u] && i < count && at >= 0; i++)
      at = successor(a, at);
    if (!unstable[u] || at < 0 || known[at])
      continue;
    cycles++;
    for (; !known[at]; at = successor(a, at))
      known[at] = true;
  }
  free(known);
  return cycles;
}

static void mark_locals(const struct naive *a, int state,
                        struct facts *f) {
  for (int m = 0; m < a->machines; m++, state /= a->states[m - 1])
    f->seen_local[m][state % a->states[m]] = true;
}

static void facts_of(const struct naive *a, struct facts *f) {
  memset(f, 0, sizeof *f);
  bool *rest = calloc((size_t)a->total, 1);
  bool *unstable = calloc((size_t)(a->symbols * a->total) + 1, 1);
  reach(a, naive_start(a), rest);
  for (int s = 0; s < a->total; s++) {
    f->stable += rest[s];
    if (!rest[s])
      continue;
    mark_locals(a, s, f);
    for (int i = 0; i < a->inputs; i++) {
      int t = s;
      f->observable +=
          naive_walk(a, &t, a->input[i], unstable, f->fired) >= 0;
    }
  }
  for (int u = 0; u < a->symbols * a->total; u++) {
    f->unstable += unstable[u];
    if (unstable[u])
      mark_locals(a, u % a->total, f);
  }
  f->livelocks = count_cycles(a, unstable);
  f->connected = true;
  bool *back = calloc((size_t)a->total, 1);
  for (int s = 0; s < a->total; s++) {
    if (!rest[s])
      continue;
    memset(back, 0, (size_t)a->total);
    reach(a, s, back);
    f->connected &= back[naive_start(a)];
  }
  free(back);
  free(rest);
  free(unstable);
}

/* --- what an engine says ------------------------------------------------- */

/* The sequence is applicable and its last input ends as `how`. */
static bool ends_in(const struct naive *a, const symbol_list *inputs,
                    int how) {
  int s = naive_start(a), answer = 0;
  for (size_t i = 0; i < inputs->len; i++) {
    if (i && answer < 0)
      return false;
    answer = naive_step(a, &s, (int)inputs->at[i]);
  }
  return inputs->len && answer == how;
}

static void check_report(const struct naive *a, const struct facts *f,
                         const struct net_report *r) {
  CHECK_EQ(r->stable, f->stable);
  CHECK_EQ(r->unstable, f->unstable);
  CHECK_EQ(r->observable, f->observable);
  CHECK_EQ(r->livelocks.len, f->livelocks);
  CHECK_EQ(r->strongly_connected, f->connected);
  for (size_t i = 0; i < r->livelocks.len; i++)
    CHECK(ends_in(a, &r->livelocks.at[i].inputs, NAIVE_LIVELOCK));
  for (size_t i = 0; i < r->stuck.len; i++)
    CHECK(ends_in(a, &r->stuck.at[i].inputs, NAIVE_STUCK));
  size_t dead = 0;
  for (int e = 0; e < a->edges; e++) {
    if (f->fired[e])
      continue;
    CHECK(dead < r->dead.len);
    if (dead == r->dead.len)
      return;
    CHECK_EQ(r->dead.at[dead].edge, e);
    CHECK_EQ(r->dead.at[dead].reason,
             f->seen_local[a->edge[e].machine][a->edge[e].from]
                 ? DEAD_SYMBOL
                 : DEAD_STATE);
    dead++;
  }
  CHECK_EQ(r->dead.len, dead);
}

/* A way to a state of no return really leads to one. */
static void check_lost(const struct naive *a, const struct net_report *r) {
  if (r->strongly_connected)
    return;
  int s = naive_start(a);
  for (size_t i = 0; i < r->lost.len; i++)
    CHECK(naive_step(a, &s, (int)r->lost.at[i]) >= 0);
  bool *back = calloc((size_t)a->total, 1);
  reach(a, s, back);
  CHECK(!back[naive_start(a)]);
  free(back);
}

static bool test_kills(const struct naive *mutant,
                       const struct suite_test *t, bool quiet) {
  int s = naive_start(mutant);
  for (size_t i = 0; i < t->inputs.len; i++) {
    const int y = naive_step(mutant, &s, (int)t->inputs.at[i]);
    if (y < 0)
      return quiet;
    if (y != (int)t->outputs.at[i])
      return true;
  }
  return false;
}

/* The length an engine finds for every mutant, 0 for equivalent. */
static void check_lengths(const struct network *n, const struct naive *a,
                          const struct net_engine *engine,
                          enum net_mode mode, unsigned operators,
                          const int *expected) {
  void *self;
  symbol_list test = {0};
  CHECK_EQ(engine->open(n, mode, NULL, &self), NET_DONE);
  void *worker = engine->worker(self);
  for (uint64_t i = 0; i < mutant_count(n, operators); i++) {
    const struct mutant m = mutant_at(n, operators, i);
    const enum distinguish d = engine->distinguish(worker, &m, &test);
    CHECK_EQ(d, expected[i] ? DISTINGUISH_FOUND : DISTINGUISH_EQUIVALENT);
    if (d != DISTINGUISH_FOUND)
      continue;
    CHECK_EQ(test.len, expected[i]);
    struct naive mutant = *a;
    naive_mutate(&mutant, &m);
    int s = naive_start(a), t = naive_start(&mutant), x = 0, y = 0;
    for (size_t k = 0; k < test.len; k++) {
      x = naive_step(a, &s, (int)test.at[k]);
      y = naive_step(&mutant, &t, (int)test.at[k]);
      CHECK(x >= 0 && (k + 1 == test.len || x == y));
    }
    CHECK(x != y && (mode == NET_QUIET || y >= 0));
  }
  vec_free(&test);
  engine->end_worker(worker);
  engine->close(self);
}

/* What is told of a test, step by step, ends as the naive reading does. */
static void check_answers(const struct network *n, const struct naive *mutant,
                          unsigned operators, uint64_t number,
                          const struct suite_test *t) {
  VEC(const char *) inputs = {0};
  struct answers a;
  struct text why = {0};
  vec_each(&t->inputs, s) vec_push(&inputs, network_symbol_name(n, *s));
  CHECK(answers_give(&a, n, operators, number, inputs.at, inputs.len, &why));
  CHECK_EQ(a.differs, test_kills(mutant, t, true));
  int at = naive_start(mutant);
  size_t asked = 0;
  vec_each(&a.steps, s) {
    if (s->kind == ANSWERS_INPUT)
      CHECK_EQ(s->symbol, t->inputs.at[asked]);
    if (s->kind != ANSWERS_OUTPUT && s->kind != ANSWERS_NONE)
      continue;
    const int y = naive_step(mutant, &at, (int)t->inputs.at[asked]);
    CHECK_EQ(s->kind == ANSWERS_NONE, y < 0);
    CHECK(y < 0 || s->symbol == (symbol_id)y);
    CHECK_EQ(s->expected, t->outputs.at[asked]);
    asked++;
  }
  answers_free(&a);
  text_free(&why);
  vec_free(&inputs);
}

/* Exactly the mutants that are not equivalent are killed, and no test can be
 * left out. */
static void check_suite(const struct network *n, const struct naive *a,
                        const struct derive_options *o,
                        const struct derive_result *r,
                        const int *expected) {
  const bool quiet = o->mode == NET_QUIET;
  bool *needed = calloc(r->suite.tests.len + 1, 1);
  uint64_t killed = 0;
  struct kill_matrix matrix;
  matrix_make(&matrix, r);
  for (uint64_t i = 0; i < r->mutants; i++) {
    const struct mutant m = mutant_at(n, o->operators, i);
    struct naive mutant = *a;
    naive_mutate(&mutant, &m);
    size_t killers = 0, last = 0, listed;
    const uint32_t *row = matrix_row(&matrix, i, &listed);
    for (size_t t = 0; t < r->suite.tests.len; t++)
      if (test_kills(&mutant, &r->suite.tests.at[t], quiet)) {
        CHECK(killers < listed && row[killers] == t);
        killers++, last = t;
      }
    CHECK_EQ(listed, killers);
    if (r->suite.tests.len)
      check_answers(n, &mutant, o->operators, i,
                    &r->suite.tests.at[i % r->suite.tests.len]);
    CHECK_EQ(killers > 0, expected[i] > 0);
    killed += killers > 0;
    if (killers == 1)
      needed[last] = true;
    if (killers)
      CHECK(r->fate.at[i] < r->suite.tests.len);
    else
      CHECK_EQ(r->fate.at[i], FATE_EQUIVALENT);
  }
  CHECK_EQ(r->nonequivalent, killed);
  CHECK_EQ(r->equivalent, r->mutants - killed);
  for (size_t t = 0; t < r->suite.tests.len; t++)
    CHECK(needed[t]);
  matrix_free(&matrix);
  free(needed);
}

static uint64_t formula(const struct naive *a) {
  uint64_t count = 0;
  for (int m = 0; m < a->machines; m++) {
    bool output[64] = {0};
    uint64_t edges = 0, outputs = 0;
    for (int e = 0; e < a->edges; e++)
      if (a->edge[e].machine == m) {
        edges++;
        outputs += !output[a->edge[e].output];
        output[a->edge[e].output] = true;
      }
    const uint64_t states = (uint64_t)a->states[m];
    count += states - 1 + edges * (states - 1);
    if (edges)
      count += edges * (outputs - 1);
  }
  return count;
}

static bool same_suite(const struct suite *a, const struct suite *b) {
  bool same = a->tests.len == b->tests.len;
  for (size_t t = 0; same && t < a->tests.len; t++) {
    const symbol_list *x = &a->tests.at[t].inputs, *y = &b->tests.at[t].inputs;
    same = x->len == y->len &&
           !memcmp(x->at, y->at, x->len * sizeof *x->at);
  }
  return same;
}

static int *expected_lengths(const struct network *n, const struct naive *a,
                             unsigned operators, bool quiet) {
  const uint64_t count = mutant_count(n, operators);
  int *lengths = calloc(count + 1, sizeof *lengths);
  for (uint64_t i = 0; i < count; i++) {
    const struct mutant m = mutant_at(n, operators, i);
    struct naive mutant = *a;
    naive_mutate(&mutant, &m);
    lengths[i] = naive_distinguish(a, &mutant, quiet);
  }
  return lengths;
}

static void cross_check(uint64_t seed) {
  struct network n;
  struct naive a;
  struct facts f;
  net_random(&n, seed);
  naive_of(&a, &n);
  facts_of(&a, &f);
  struct derive_options o = {.mode = seed % 2 ? NET_PAPER : NET_QUIET,
                             .operators = (1 << MUTANT_KINDS) - 1,
                             .jobs = 1};
  CHECK_EQ(mutant_count(&n, MUTANT_PAPER), formula(&a));
  int *expected =
      expected_lengths(&n, &a, o.operators, o.mode == NET_QUIET);
  for (size_t e = 0; net_engines[e]; e++) {
    struct derive_result r;
    o.engine = net_engines[e];
    check_lengths(&n, &a, o.engine, o.mode, o.operators, expected);
    derive_run(&r, &n, &o);
    CHECK_EQ(r.verdict, NET_DONE);
    check_report(&a, &f, &r.report);
    check_lost(&a, &r.report);
    check_suite(&n, &a, &o, &r, expected);
    if (seed % 50 == 0) {
      struct derive_result again;
      o.jobs = 3;
      derive_run(&again, &n, &o);
      CHECK(same_suite(&r.suite, &again.suite));
      derive_free(&again);
      o.jobs = 1;
    }
    derive_free(&r);
  }
  free(expected);
  network_free(&n);
}

SLOW_TEST(net_engines_agree_with_the_naive_reading_on_random_networks) {
  for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
    failed = false;
    cross_check(seed);
    if (failed) {
      printf("seed %llu\n", (unsigned long long)seed);
      return;
    }
  }
}
