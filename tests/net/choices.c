/* Networks with choices: random small ones, read naively (brute_choices.h),
 * against what heddle derive makes of them.
 *
 *     choices [NETWORKS [FIRST-SEED]]
 *
 * Of each network: what verification counts; for every mutant whether a test
 * can tell it, and how long the shortest one is, and the shortest fixed one;
 * of the suite, run by run: no test fails on the specification, on a network
 * with fewer choices or on a mutant that conforms, every other mutant is
 * killed, and no test can be left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "brute_choices.h"
#include "net/derive.h"

static unsigned long passed, failed, skipped; /* networks: too many sets */
static unsigned long long seed;

static void check(bool ok, const char *what) {
  if (ok) {
    passed++;
    return;
  }
  failed++;
  printf("seed %llu: %s\n", seed, what);
}

/* --- random networks ------------------------------------------------------ */

static symbol_id named(struct network *n, const char *kind, int a, int b) {
  char name[32];
  snprintf(name, sizeof name, "%s%d_%d", kind, a, b);
  return network_symbol(n, name, strlen(name), (struct diag_at){.line = 1});
}

struct shape {
  int machines, states[MACHINES], inputs[MACHINES], observables;
  unsigned defined, inside, choice;
};

static struct shape random_shape(struct rng *r) {
  struct shape s = {.machines = rng_range(r, 1, MACHINES),
                    .observables = rng_range(r, 1, 3),
                    .defined = 70 + rng_below(r, 31),
                    .inside = rng_below(r, 60),
                    .choice = 10 + rng_below(r, 40)};
  for (int m = 0; m < s.machines; m++) {
    s.states[m] = rng_range(r, 1, s.machines == 1 ? 5 : 3);
    s.inputs[m] = rng_range(r, 1, 2);
  }
  return s;
}

static void random_edge(struct network *n, struct rng *r, const struct shape *s,
                        int m, int from, int x) {
  struct network_edge e = {.machine = (machine_id)m,
                           .from = (local_id)from,
                           .to = rng_below(r, (uint32_t)s->states[m]),
                           .at = {.line = 1}};
  e.input = named(n, "x", m, x);
  const int to = rng_range(r, 0, s->machines - 1);
  e.output = rng_chance(r, s->inside)
                 ? named(n, "x", to, rng_range(r, 0, s->inputs[to] - 1))
                 : named(n, "y", 0, rng_range(r, 0, s->observables - 1));
  vec_each(&n->edges, o) if (o->machine == e.machine && o->from == e.from &&
                             o->input == e.input && o->output == e.output &&
                             o->to == e.to) return;
  network_edge(n, e);
}

static void random_network(struct network *n, struct rng *r) {
  const struct shape s = random_shape(r);
  const struct diag_at at = {.line = 1};
  struct diag d = {0};
  char name[16];
  network_begin(n, "random");
  for (int m = 0; m < s.machines; m++) {
    snprintf(name, sizeof name, "m%d", m);
    network_machine(n, name, strlen(name), at, &d);
    for (int k = 0; k < s.states[m]; k++) {
      snprintf(name, sizeof name, "s%d", k);
      network_state(n, (machine_id)m, name, strlen(name), true, at, &d);
    }
  }
  for (int m = 0; m < s.machines; m++)
    for (int k = 0; k < s.states[m]; k++)
      for (int x = 0; x < s.inputs[m]; x++)
        for (bool more = rng_chance(r, s.defined); more;
             more = rng_chance(r, s.choice))
          random_edge(n, r, &s, m, k, x);
  for (int m = 0; m < s.machines; m++) { /* what no edge may use */
    struct network_mention y = {.machine = (machine_id)m, .output = true};
    struct network_mention x = {.machine = (machine_id)m};
    y.symbol = named(n, "y", 0, rng_range(r, 0, s.observables));
    x.symbol = named(n, "x", m, rng_range(r, 0, s.inputs[m] - 1));
    if (rng_chance(r, 20))
      network_mention(n, y);
    if (rng_chance(r, 50))
      network_mention(n, x);
  }
  for (symbol_id k = 0; k < n->symbols.len; k++)
    for (size_t e = 0; e < n->edges.len; e++)
      if (n->edges.at[e].input == k && rng_chance(r, 15))
        network_external(n, k, at);
  if (!network_finish(n, &d))
    abort();
}

static bool small_enough(const struct network *n) {
  size_t total = 1;
  vec_each(&n->machines, m) total *= m->states.len;
  return n->edges.len && n->edges.len <= EDGES && n->symbols.len <= SYMBOLS &&
         total <= STATES;
}

static void naive_of(struct brute *b, const struct network *n, bool fair) {
  bool read[SYMBOLS] = {0}, written[SYMBOLS] = {0};
  memset(b, 0, sizeof *b);
  b->fair = fair;
  b->total = 1;
  b->machines = (int)n->machines.len;
  b->symbols = (int)n->symbols.len;
  b->edges = (int)n->edges.len;
  for (int m = 0; m < b->machines; m++) {
    b->states[m] = (int)n->machines.at[m].states.len;
    b->initial[m] = (int)n->machines.at[m].initial;
    b->total *= b->states[m];
  }
  for (int i = 0; i < b->edges; i++) {
    const struct network_edge *e = &n->edges.at[i];
    b->edge[i] = (struct brute_edge){(int)e->machine, (int)e->from,
                                     (int)e->input, (int)e->output, (int)e->to};
    read[e->input] = written[e->output] = true;
    b->reader[e->input] = (int)e->machine;
  }
  vec_each(&n->mentions, m) {
    if (m->output) {
      written[m->symbol] = true;
    } else {
      read[m->symbol] = true;
      b->reader[m->symbol] = (int)m->machine;
    }
  }
  for (int s = 0; s < b->symbols; s++) {
    b->observed[s] = !read[s];
    if (read[s] && (!written[s] || n->symbols.at[s].declared))
      b->input[b->inputs++] = s;
  }
}

static struct brute mutated(const struct brute *b, const struct mutant *m) {
  struct brute c = *b;
  if (m->kind == MUTANT_INITIAL)
    c.initial[m->machine] = (int)m->value;
  else if (m->kind == MUTANT_OUTPUT)
    c.edge[m->edge].output = (int)m->value;
  else if (m->kind == MUTANT_DESTINATION)
    c.edge[m->edge].to = (int)m->value;
  else
    c.edge[m->edge].machine = -1;
  return c;
}

/* The same with some choices taken away, never the last of a place. */
static struct brute fewer_choices(const struct brute *b, struct rng *r) {
  struct brute c = *b;
  for (int i = 0; i < c.edges; i++)
    for (int k = 0; k < c.edges; k++)
      if (k != i && c.edge[i].machine >= 0 &&
          c.edge[k].machine == c.edge[i].machine &&
          c.edge[k].from == c.edge[i].from &&
          c.edge[k].input == c.edge[i].input && rng_chance(r, 40))
        c.edge[i].machine = -1;
  return c;
}

/* --- verification --------------------------------------------------------- */

struct facts {
  int stable, unstable, observable, stuck;
  bool rest[STATES], met[SYMBOLS][STATES], fired[EDGES];
  bool steps[STATES][STATES];
};

static void facts_of(const struct brute *b, struct facts *f) {
  bool stuck[SYMBOLS][STATES] = {0};
  memset(f, 0, sizeof *f);
  f->rest[brute_start(b)] = true;
  for (bool grew = true; grew;) {
    grew = false;
    f->observable = 0;
    for (int s = 0; s < b->total; s++)
      for (int i = 0; f->rest[s] && i < b->inputs; i++) {
        struct brute_ends e;
        brute_input(b, s, b->input[i], &e);
        for (int k = 0; k < b->edges; k++)
          f->fired[k] |= e.fired[k];
        for (int y = 0; y < b->symbols; y++)
          for (int t = 0; t < b->total; t++) {
            f->met[y][t] |= e.met[y][t];
            if (!(e.after[y] >> t & 1))
              continue;
            f->observable++;
            grew |= !f->rest[t];
            f->rest[t] = f->steps[s][t] = true;
          }
      }
  }
  for (int s = 0; s < b->total; s++)
    f->stable += f->rest[s];
  for (int y = 0; y < b->symbols; y++)
    for (int s = 0; s < b->total; s++) {
      if (!f->met[y][s])
        continue;
      f->unstable++;
      const int at = brute_local(b, s, b->reader[y]);
      bool some = false;
      for (int k = 0; k < b->edges; k++)
        some |= b->edge[k].input == y && b->edge[k].from == at;
      f->stuck += !some && !stuck[y][at];
      stuck[y][at] |= !some;
    }
}

static bool connected(const struct brute *b, const struct facts *f) {
  bool home[STATES] = {0};
  home[brute_start(b)] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (int s = 0; s < b->total; s++)
      for (int t = 0; t < b->total; t++)
        if (f->steps[s][t] && home[t] && !home[s])
          home[s] = grew = true;
  }
  for (int s = 0; s < b->total; s++)
    if (f->rest[s] && !home[s])
      return false;
  return true;
}

static void check_report(const struct brute *b, const struct net_report *r) {
  struct facts f;
  facts_of(b, &f);
  size_t dead = 0;
  for (int k = 0; k < b->edges; k++)
    if (!f.fired[k]) {
      check(dead < r->dead.len && r->dead.at[dead].edge == (edge_id)k, "dead");
      dead++;
    }
  check(r->dead.len == dead, "number of dead transitions");
  check((int)r->stable == f.stable, "stable states");
  check((int)r->unstable == f.unstable, "unstable states");
  check((int)r->observable == f.observable, "observable transitions");
  check((int)r->livelocks.len == brute_livelocks(b, f.met), "livelocks");
  check(r->strongly_connected == connected(b, &f), "connected");
  check((int)r->stuck.len == f.stuck, "stuck receptions");
}

/* --- tests, run by run ---------------------------------------------------- */

struct fate {
  bool fails, passes; /* some run does */
};

static void play(const struct brute *b, const struct network *n,
                 const struct net_tree *t, uint32_t node, int state, bool quiet,
                 struct fate *out) {
  struct brute_ends e;
  if (node == NET_TREE_END) {
    out->passes = true;
    return;
  }
  const struct net_tree_node *s = &t->nodes.at[node];
  brute_input(b, state, (int)n->inputs.at[s->input], &e);
  if (e.undefined || e.stuck || e.livelock)
    *(quiet ? &out->fails : &out->passes) = true;
  for (int y = 0; y < b->symbols; y++) {
    uint32_t i = s->first;
    while (i < s->first + s->count && (int)t->branches.at[i].output != y)
      i++;
    for (int k = 0; k < b->total; k++) {
      if (!(e.after[y] >> k & 1))
        continue;
      if (i == s->first + s->count)
        out->fails = true;
      else
        play(b, n, t, t->branches.at[i].next, k, quiet, out);
    }
  }
}

static struct fate fate_of(const struct brute *b, const struct network *n,
                           const struct suite_test *test, bool quiet) {
  struct fate f = {0};
  play(b, n, &test->tree, 0, brute_start(b), quiet, &f);
  return f;
}

static void check_suite(const struct network *n, const struct brute *b,
                        const struct derive_result *r, unsigned operators,
                        bool quiet, const struct brute_lengths *expected) {
  const size_t tests = r->suite.tests.len;
  bool *needed = calloc(tests + 1, 1);
  uint64_t killed = 0, sure = 0;
  for (uint64_t i = 0; i < r->mutants; i++) {
    const struct mutant m = mutant_at(n, operators, i);
    const struct brute other = mutated(b, &m);
    size_t killers = 0, last = 0;
    bool surely = false;
    for (size_t t = 0; t < tests; t++) {
      const struct fate f = fate_of(&other, n, &r->suite.tests.at[t], quiet);
      if (f.fails)
        killers++, last = t;
      surely |= f.fails && !f.passes;
    }
    check((killers > 0) == (expected[i].any > 0), "killed by the suite");
    check(r->fate.at[i] == (killers ? r->fate.at[i] < tests ? r->fate.at[i] : 0
                                    : FATE_EQUIVALENT),
          "fate");
    killed += killers > 0;
    sure += surely;
    if (killers == 1)
      needed[last] = true;
  }
  check(r->nonequivalent == killed, "number of killed mutants");
  check(r->sure == sure, "number of mutants that a single run kills");
  for (size_t t = 0; t < tests; t++)
    check(needed[t], "a test that can be left out");
  free(needed);
}

/* --- one network ---------------------------------------------------------- */

static void check_lengths(const struct network *n, const struct brute *b,
                          enum net_mode mode, unsigned operators,
                          const struct brute_lengths *expected) {
  void *self;
  symbol_list test = {0};
  net_engine_sets.open(n, mode, b->fair, NULL, &self);
  void *worker = net_engine_sets.worker(self);
  for (uint64_t i = 0; i < mutant_count(n, operators); i++) {
    const struct mutant m = mutant_at(n, operators, i);
    const enum distinguish d = net_engine_sets.distinguish(worker, &m, &test);
    check((d == DISTINGUISH_FOUND) == (expected[i].any > 0), "found");
    const int want = expected[i].fixed ? expected[i].fixed : expected[i].any;
    check(d != DISTINGUISH_FOUND || (int)test.len == want, "length");
  }
  vec_free(&test);
  net_engine_sets.end_worker(worker);
  net_engine_sets.close(self);
}

static void check_conforming(const struct network *n, const struct brute *b,
                             const struct derive_result *r, bool quiet,
                             struct rng *rng) {
  for (size_t t = 0; t < r->suite.tests.len; t++) {
    const struct suite_test *test = &r->suite.tests.at[t];
    check(!fate_of(b, n, test, quiet).fails, "a test fails on its network");
    const struct brute less = fewer_choices(b, rng);
    const int length = brute_distinguish(b, &less, quiet).any;
    const bool conforms = !length;
    check(length <= 0 || b->fair, "fewer choices do not conform");
    check(!conforms || !fate_of(&less, n, test, quiet).fails,
          "a test fails where there are fewer choices");
  }
}

static void compare(const struct network *n, struct rng *r) {
  struct brute b;
  struct derive_result result;
  struct derive_options o = {.engine = &net_engine_sets,
                             .mode = seed % 3 ? NET_QUIET : NET_PAPER,
                             .fair = seed % 5 == 0,
                             .operators = (1 << MUTANT_KINDS) - 1,
                             .jobs = 1 + seed % 2};
  const bool quiet = o.mode == NET_QUIET;
  naive_of(&b, n, o.fair);
  const uint64_t count = mutant_count(n, o.operators);
  struct brute_lengths *expected = calloc(count + 1, sizeof *expected);
  bool tired = false;
  for (uint64_t i = 0; i < count && !tired; i++) {
    const struct mutant m = mutant_at(n, o.operators, i);
    const struct brute other = mutated(&b, &m);
    expected[i] = brute_distinguish(&b, &other, quiet);
    tired |= expected[i].any < 0 || expected[i].fixed < 0;
    if (!tired && i % 7 == seed % 7 && b.inputs <= 3) {
      const bool soon = expected[i].any && expected[i].any <= 2;
      check(brute_runs_differ(&b, &other, quiet, 2) == soon, "run by run");
    }
  }
  if (tired) {
    skipped++;
    free(expected);
    return;
  }
  check_lengths(n, &b, o.mode, o.operators, expected);
  derive_run(&result, n, &o);
  check(result.verdict == NET_DONE, "done");
  check_report(&b, &result.report);
  if (!network_deterministic(n)) {
    check_suite(n, &b, &result, o.operators, quiet, expected);
    check_conforming(n, &b, &result, quiet, r);
  }
  derive_free(&result);
  free(expected);
}

int main(int argc, char **argv) {
  const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (unsigned long done = 0; done < count && failed < 20; seed++, done++) {
    struct rng r = rng_seed(seed);
    struct network n;
    random_network(&n, &r);
    if (small_enough(&n))
      compare(&n, &r);
    network_free(&n);
  }
  if (skipped * 20 > count) {
    printf("%lu of %lu networks were too much for brute force\n", skipped,
           count);
    failed++;
  }
  printf("%lu passed, %lu failed\n", passed, failed);
  return failed != 0;
}
