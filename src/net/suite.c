#include "net/suite.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

void suite_test_text(const struct network *n, const struct suite_test *t,
                     struct text *out) {
  if (!network_deterministic(n)) {
    net_tree_text(n, &t->tree, out);
    return;
  }
  for (size_t i = 0; i < t->inputs.len; i++) {
    if (i)
      text_char(out, ' ');
    text_add(out, network_symbol_name(n, t->inputs.at[i]));
    text_char(out, '/');
    text_add(out, network_symbol_name(n, t->outputs.at[i]));
  }
}

void suite_begin(struct suite *s, const struct network *n, bool fair) {
  *s = (struct suite){.net = n, .states = {.width = (uint32_t)n->machines.len}};
  belief_begin(&s->belief, n, &s->states, fair);
  s->by_edge = alloc_zero(n->edges.len + 1, sizeof *s->by_edge);
}

static void test_free(struct suite_test *t) {
  vec_free(&t->inputs);
  vec_free(&t->outputs);
  free(t->rest);
  net_tree_free(&t->tree);
}

void suite_end(struct suite *s) {
  vec_each(&s->tests, t) test_free(t);
  vec_free(&s->tests);
  for (edge_id e = 0; e < s->net->edges.len; e++)
    vec_free(&s->by_edge[e]);
  free(s->by_edge);
  belief_end(&s->belief);
  states_free(&s->states);
}

struct recorder {
  struct suite *suite;
  struct suite_use now;
};

static void record(void *user, edge_id e, symbol_id now, const local_id *at) {
  struct recorder *r = user;
  suite_uses *uses = &r->suite->by_edge[e];
  (void)now;
  (void)at;
  if (!uses->len || vec_last(uses)->test != r->now.test)
    vec_push(uses, r->now);
}

static void add_tree(struct suite *s, const symbol_list *inputs) {
  struct suite_test t = {0};
  vec_each(inputs, x) vec_push(&t.inputs, *x);
  net_tree_grow(&t.tree, &s->belief, inputs);
  s->bytes += t.tree.nodes.len * sizeof *t.tree.nodes.at +
              t.tree.branches.len * sizeof *t.tree.branches.at;
  vec_push(&s->tests, t);
}

void suite_add(struct suite *s, const symbol_list *inputs) {
  EXPECTS(inputs);
  if (!network_deterministic(s->net)) {
    add_tree(s, inputs);
    return;
  }
  const size_t width = s->net->machines.len;
  struct suite_test t = {0};
  struct recorder r = {s, {(uint32_t)s->tests.len, 0}};
  struct stepper stepper;
  stepper_begin(&stepper, s->net);
  stepper.watch = record;
  stepper.user = &r;
  t.rest = alloc_zero((inputs->len + 1) * width, sizeof *t.rest);
  stepper_initial(&stepper, t.rest);
  for (size_t i = 0; i < inputs->len; i++) {
    symbol_id output = NETWORK_NONE;
    local_id *at = t.rest + (i + 1) * width;
    memcpy(at, at - width, width * sizeof *at);
    r.now.position = (uint32_t)i;
    const enum answer how = stepper_input(&stepper, at, inputs->at[i], &output);
    assert(how == ANSWER_OUTPUT);
    (void)how;
    vec_push(&t.inputs, inputs->at[i]);
    vec_push(&t.outputs, output);
  }
  vec_push(&s->tests, t);
  s->bytes += inputs->len * (4 * width + 8 + 2 * sizeof(struct suite_use));
  stepper_end(&stepper);
}

void suite_runner_begin(struct suite_runner *r, const struct network *n,
                        enum net_mode mode, bool fair) {
  const uint32_t width = (uint32_t)n->machines.len;
  *r = (struct suite_runner){.mode = mode,
                             .states = {.width = width},
                             .known = {.kind = MUTANT_KINDS}};
  stepper_begin(&r->stepper, n);
  r->at = alloc_zero(n->machines.len, sizeof *r->at);
  belief_begin(&r->spec, n, &r->states, fair);
  belief_mutant(&r->mutant, &r->spec);
}

void suite_runner_end(struct suite_runner *r) {
  belief_end(&r->mutant);
  belief_end(&r->spec);
  states_free(&r->states);
  stepper_end(&r->stepper);
  free(r->at);
}

/* The mutant is in r->at before input `position`. */
static bool killed_from(struct suite_runner *r, const struct suite_test *t,
                        size_t position) {
  EXPECTS(position <= t->inputs.len);
  for (size_t i = position; i < t->inputs.len; i++) {
    symbol_id output;
    if (stepper_input(&r->stepper, r->at, t->inputs.at[i], &output) !=
        ANSWER_OUTPUT)
      return r->mode == NET_QUIET;
    if (output != t->outputs.at[i])
      return true;
  }
  return false;
}

static uint32_t killer_of_start(const struct suite *s, struct suite_runner *r,
                                uint32_t from) {
  EXPECTS(from <= s->tests.len);
  for (uint32_t t = from; t < s->tests.len; t++) {
    stepper_initial(&r->stepper, r->at);
    if (killed_from(r, &s->tests.at[t], 0))
      return t;
  }
  return SUITE_NONE;
}

static bool same_mutant(const struct mutant *a, const struct mutant *b) {
  return a->kind == b->kind && a->machine == b->machine && a->edge == b->edge &&
         a->value == b->value;
}

/* The belief about the mutant, kept from one call to the next. */
static void believe(struct suite_runner *r, const struct mutant *m) {
  if (same_mutant(&r->known, m))
    return;
  r->known = *m;
  belief_become(&r->mutant, &r->known);
}

/* The first test from `from` on whose fate is at least that. */
static uint32_t tree_killer(const struct suite *s, struct suite_runner *r,
                            const struct mutant *m, uint32_t from,
                            enum net_tree_fate least) {
  believe(r, m);
  for (uint32_t t = from; t < s->tests.len; t++) {
    const struct net_tree *tree = &s->tests.at[t].tree;
    if (m->edge != NETWORK_NONE && !(tree->edges >> m->edge % 32 & 1))
      continue; /* it does not fire in this test */
    if (net_tree_run(tree, &r->mutant, r->mode) >= least)
      return t;
  }
  return SUITE_NONE;
}

bool suite_kills_surely(const struct suite *s, struct suite_runner *r,
                        const struct mutant *m) {
  if (network_deterministic(s->net))
    return suite_killer(s, r, m, 0) != SUITE_NONE;
  return tree_killer(s, r, m, 0, NET_TREE_KILLS) != SUITE_NONE;
}

uint32_t suite_killer(const struct suite *s, struct suite_runner *r,
                      const struct mutant *m, uint32_t from) {
  EXPECTS(from <= s->tests.len && m->kind < MUTANT_KINDS);
  if (!network_deterministic(s->net))
    return tree_killer(s, r, m, from, NET_TREE_MAY);
  const size_t width = s->net->machines.len;
  r->stepper.mutant = m;
  if (m->kind == MUTANT_INITIAL)
    return killer_of_start(s, r, from);
  const suite_uses *uses = &s->by_edge[m->edge];
  size_t i = 0, end = uses->len; /* the first use of a test >= from */
  while (i < end) {
    const size_t middle = (i + end) / 2;
    if (uses->at[middle].test < from)
      i = middle + 1;
    else
      end = middle;
  }
  for (; i < uses->len; i++) {
    const struct suite_use u = uses->at[i];
    const struct suite_test *t = &s->tests.at[u.test];
    memcpy(r->at, t->rest + u.position * width, width * sizeof *r->at);
    if (killed_from(r, t, u.position))
      return u.test;
  }
  return SUITE_NONE;
}

/* --- reduction ------------------------------------------------------------ */

/* Keeps the tests that `keep` marks; uses are made anew. */
static void filter(struct suite *s, const bool *keep) {
  uint32_t *number = alloc_zero(s->tests.len + 1, sizeof *number);
  uint32_t kept = 0;
  for (uint32_t t = 0; t < s->tests.len; t++) {
    number[t] = keep[t] ? kept : SUITE_NONE;
    if (keep[t])
      s->tests.at[kept++] = s->tests.at[t];
    else
      test_free(&s->tests.at[t]);
  }
  s->tests.len = kept;
  for (edge_id e = 0; e < s->net->edges.len; e++) {
    suite_uses *uses = &s->by_edge[e];
    size_t len = 0;
    for (size_t i = 0; i < uses->len; i++)
      if (number[uses->at[i].test] != SUITE_NONE)
        uses->at[len++] =
            (struct suite_use){number[uses->at[i].test], uses->at[i].position};
    uses->len = len;
  }
  free(number);
}

struct keyed {
  const struct suite_test *test;
  uint32_t number;
};

static int by_inputs(const void *a, const void *b) {
  const struct keyed *x = a, *y = b;
  const symbol_list *p = &x->test->inputs, *q = &y->test->inputs;
  for (size_t i = 0; i < p->len && i < q->len; i++)
    if (p->at[i] != q->at[i])
      return p->at[i] < q->at[i] ? -1 : 1;
  if (p->len != q->len)
    return p->len < q->len ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* In lexicographic order a prefix stands before what it is a prefix of, and
 * if any test extends it, the next one does. */
static void drop_prefixes(struct suite *s) {
  const size_t count = s->tests.len;
  struct keyed *order = alloc_zero(count + 1, sizeof *order);
  bool *keep = alloc_zero(count + 1, sizeof *keep);
  for (uint32_t t = 0; t < count; t++)
    order[t] = (struct keyed){&s->tests.at[t], t};
  qsort(order, count, sizeof *order, by_inputs);
  for (size_t i = 0; i < count; i++) {
    const symbol_list *a = &order[i].test->inputs;
    const symbol_list *b = i + 1 < count ? &order[i + 1].test->inputs : NULL;
    keep[order[i].number] = !b || a->len > b->len ||
                            memcmp(a->at, b->at, a->len * sizeof *a->at) != 0;
  }
  filter(s, keep);
  free(order);
  free(keep);
}

static suite_kills *all_kills(const struct suite *s, enum net_mode mode,
                              const struct mutant *mutants, uint32_t count) {
  EXPECTS(mutants || !count);
  suite_kills *kills = alloc_zero(s->tests.len + 1, sizeof *kills);
  struct suite_runner r;
  suite_runner_begin(&r, s->net, mode, s->belief.chains.fair);
  for (uint32_t m = 0; m < count; m++) {
    uint32_t t = suite_killer(s, &r, &mutants[m], 0);
    for (; t != SUITE_NONE; t = suite_killer(s, &r, &mutants[m], t + 1))
      vec_push(&kills[t], m);
  }
  suite_runner_end(&r);
  return kills;
}

/* Chosen tests in order of choice; `times` counts for each mutant how many
 * chosen tests kill it. */
static size_t choose(const struct suite *s, const suite_kills *kills,
                     uint32_t *chosen, uint32_t *times) {
  const uint32_t count = (uint32_t)s->tests.len;
  uint32_t *gain = alloc_zero(count + 1, sizeof *gain); /* upper bounds */
  size_t len = 0;
  for (uint32_t t = 0; t < count; t++)
    gain[t] = (uint32_t)kills[t].len;
  for (;;) {
    uint32_t best = SUITE_NONE, most = 0;
    for (uint32_t t = 0; t < count; t++) {
      if (gain[t] <= most)
        continue; /* gains only shrink: an old bound is a bound */
      gain[t] = 0;
      for (size_t i = 0; i < kills[t].len; i++)
        gain[t] += !times[kills[t].at[i]];
      if (gain[t] > most)
        best = t, most = gain[t];
    }
    if (best == SUITE_NONE)
      break;
    for (size_t i = 0; i < kills[best].len; i++)
      times[kills[best].at[i]]++;
    gain[best] = 0;
    chosen[len++] = best;
  }
  free(gain);
  return len;
}

static void keep_cover(struct suite *s, suite_kills *kills, uint32_t count) {
  uint32_t *chosen = alloc_zero(s->tests.len + 1, sizeof *chosen);
  uint32_t *times = alloc_zero(count + (size_t)1, sizeof *times);
  bool *keep = alloc_zero(s->tests.len + 1, sizeof *keep);
  size_t len = choose(s, kills, chosen, times);
  while (len) {
    const uint32_t t = chosen[--len];
    for (size_t i = 0; i < kills[t].len; i++)
      keep[t] |= times[kills[t].at[i]] == 1;
    for (size_t i = 0; i < kills[t].len && !keep[t]; i++)
      times[kills[t].at[i]]--;
  }
  uint32_t kept = 0;
  for (uint32_t t = 0; t < s->tests.len; t++) {
    if (keep[t]) {
      const suite_kills own = kills[t];
      kills[t] = kills[kept];
      kills[kept++] = own;
    }
  }
  for (uint32_t t = kept; t < s->tests.len; t++)
    vec_free(&kills[t]);
  filter(s, keep);
  free(chosen);
  free(times);
  free(keep);
}

static int by_value(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x == y ? 0 : x < y ? -1 : 1;
}

/* What either kills; a run that fails the joined test fails one of them. */
static void unite(suite_kills *a, suite_kills *b) {
  size_t kept = 0;
  vec_each(b, m) vec_push(a, *m);
  vec_free(b);
  if (a->len)
    qsort(a->at, a->len, sizeof *a->at, by_value);
  for (size_t i = 0; i < a->len; i++)
    if (!i || a->at[i] != a->at[kept - 1])
      a->at[kept++] = a->at[i];
  a->len = kept;
}

/* Test b into test a, if they agree. */
static bool join(struct suite *s, suite_kills *kills, uint32_t a, uint32_t b) {
  struct suite_test *t = &s->tests.at[a];
  struct net_tree both;
  if (!net_tree_join(&both, &t->tree, &s->tests.at[b].tree))
    return false;
  net_tree_free(&t->tree);
  t->tree = both;
  vec_free(&t->inputs);
  unite(&kills[a], &kills[b]);
  return true;
}

static void join_all(struct suite *s, suite_kills *kills) {
  bool *keep = alloc_zero(s->tests.len + 1, sizeof *keep);
  uint32_t kept = 0;
  for (uint32_t b = 0; b < s->tests.len; b++) {
    keep[b] = true;
    for (uint32_t a = 0; a < b && s->tests.at[b].tree.adaptive && keep[b]; a++)
      if (keep[a] && s->tests.at[a].tree.adaptive)
        keep[b] = !join(s, kills, a, b);
  }
  for (uint32_t t = 0; t < s->tests.len; t++)
    if (keep[t]) {
      const suite_kills own = kills[t];
      kills[t] = (suite_kills){0};
      kills[kept++] = own;
    }
  filter(s, keep);
  free(keep);
}

size_t suite_test_length(const struct suite_test *t) {
  return t->tree.nodes.len ? net_tree_depth(&t->tree) : t->inputs.len;
}

void suite_reduce(struct suite *s, enum net_mode mode, bool keep_all,
                  const struct mutant *mutants, uint32_t count,
                  suite_kills **kills) {
  EXPECTS(mutants || !count);
  if (!keep_all)
    drop_prefixes(s);
  *kills = all_kills(s, mode, mutants, count);
  if (keep_all)
    return;
  keep_cover(s, *kills, count);
  if (!network_deterministic(s->net))
    join_all(s, *kills);
}
