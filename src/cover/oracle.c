#include "cover/oracle.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/sound.h"
#include "cover/encode.h"
#include "cover/guard.h"
#include "cover/pairs.h"

enum { WITNESSES = 512, WITNESS_WORDS = WITNESSES / 64 };

struct component {
  struct sat *sat;
  VEC(uint32_t) params;
  uint32_t values; /* of all its parameters together */
  uint32_t base;   /* values of the components before it */
  uint64_t *seen;  /* [value][WITNESS_WORDS]: the witnesses that have it */
  uint32_t *offset; /* by place in params: where its values begin in seen */
  uint32_t next;   /* witness to be replaced */
  struct pair_table pairs;
  bool tabled;     /* pairs is open; bulk: what is cheap has been settled */
  bool bulk;
};

struct oracle {
  const struct cover_model *m;
  enum oracle_kind kind;
  struct halt *halt;
  struct guard *guard;
  cell *whole; /* a valid test, once there is one */
  cell *trial, *fixed; /* scratch tests; fixed has open cells only */
  uint32_t *component; /* by parameter */
  uint32_t *place;     /* by parameter: its place in the component */
  uint32_t *first;     /* by parameter: its first variable in the solver */
  uint64_t **possible; /* by parameter: a bitset of values, or NULL: all */
  VEC(struct component) components;
  uint32_t values; /* of all components */
  VEC(lit) assumed, implied;
  bool satisfiable;
};

/* --- building ------------------------------------------------------------- */

static uint32_t root(uint32_t *up, uint32_t x) {
  while (up[x] != x)
    x = up[x] = up[up[x]];
  return x;
}

static bool param_negative(const struct cover_model *m, uint32_t p) {
  for (uint32_t v = 0; v < m->params.at[p].count; v++)
    if (m->params.at[p].values[v].negative)
      return true;
  return false;
}

/* Parameters that share a rule belong together; so do, in negative tests,
 * all that have negative values. */
static void find_components(struct oracle *o) {
  const struct cover_model *m = o->m;
  uint32_t n = (uint32_t)m->params.len;
  uint32_t *up = alloc_zero(n, sizeof *up);
  bool *used = alloc_zero(n, sizeof *used);
  size_t words = BITSET_WORDS(n);
  uint64_t *set = alloc_zero(words, sizeof *set);
  for (uint32_t p = 0; p < n; p++)
    up[p] = p;
  for (size_t r = 0; r <= m->rules.len; r++) {
    memset(set, 0, words * sizeof *set);
    if (r < m->rules.len)
      expr_params(m->rules.at[r].expr, set);
    else if (o->kind == ORACLE_NEGATIVE)
      for (uint32_t p = 0; p < n; p++)
        if (param_negative(m, p))
          bitset_add(set, p);
    size_t head = bitset_next(set, words, 0);
    bitset_each(set, words, p) {
      used[p] = true;
      up[root(up, (uint32_t)p)] = root(up, (uint32_t)head);
    }
  }
  for (uint32_t p = 0; p < n; p++)
    o->component[p] = UINT32_MAX;
  for (uint32_t p = 0; p < n; p++) {
    if (!used[p])
      continue;
    uint32_t top = root(up, p);
    if (o->component[top] == UINT32_MAX) {
      o->component[top] = (uint32_t)o->components.len;
      vec_push(&o->components, (struct component){0});
    }
    struct component *c = &o->components.at[o->component[top]];
    o->component[p] = o->component[top];
    o->place[p] = (uint32_t)c->params.len;
    vec_push(&c->params, p);
  }
  free(up);
  free(used);
  free(set);
}

/* No negative value, or exactly one among all parameters. */
static void encode_kind(const struct cover_model *m, enum oracle_kind kind,
                        struct sat *sat, const uint32_t *first) {
  VEC(uint32_t) with = {0};
  for (uint32_t p = 0; p < m->params.len; p++)
    if (first[p] != UINT32_MAX && param_negative(m, p))
      vec_push(&with, p);
  uint32_t flags = 0;
  if (kind == ORACLE_NEGATIVE && with.len)
    flags = sat_group(sat, (uint32_t)with.len);
  for (uint32_t i = 0; i < with.len; i++) {
    uint32_t p = with.at[i];
    VEC(lit) any = {0};
    for (uint32_t v = 0; v < m->params.at[p].count; v++) {
      if (!m->params.at[p].values[v].negative)
        continue;
      lit x = SAT_POS(first[p] + v);
      lit clause[2] = {x ^ 1, SAT_POS(flags + i)};
      sat_clause(sat, clause, kind == ORACLE_NEGATIVE ? 2 : 1);
      vec_push(&any, x);
    }
    vec_push(&any, SAT_NEG(flags + i));
    if (kind == ORACLE_NEGATIVE)
      sat_clause(sat, any.at, any.len);
    vec_free(&any);
  }
  vec_free(&with);
}

static bool build_component(struct oracle *o, uint32_t index,
                            struct diag_at *wide) {
  const struct cover_model *m = o->m;
  struct component *c = &o->components.at[index];
  c->sat = sat_open(o->halt);
  c->offset = alloc_zero(c->params.len, sizeof *c->offset);
  uint32_t *first = alloc_zero(m->params.len, sizeof *first);
  memset(first, 0xff, m->params.len * sizeof *first);
  for (uint32_t i = 0; i < c->params.len; i++) {
    uint32_t p = c->params.at[i], count = m->params.at[p].count;
    c->offset[i] = c->values;
    c->values += count;
    first[p] = o->first[p] = sat_group(c->sat, count);
    assert(first[p] == c->offset[i]);
  }
  c->base = o->values;
  o->values += c->values;
  encode_kind(m, o->kind, c->sat, first);
  c->seen = alloc_zero((size_t)c->values * WITNESS_WORDS, sizeof *c->seen);
  c->tabled = pairs_open(&c->pairs, m, c->params.at, c->offset,
                         (uint32_t)c->params.len, c->values);
  struct encoder e = {.m = m, .sat = c->sat, .first = first};
  bool ok = true;
  size_t words = BITSET_WORDS(m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  for (size_t r = 0; r < m->rules.len && ok && !halt_over(o->halt); r++) {
    memset(set, 0, words * sizeof *set);
    expr_params(m->rules.at[r].expr, set);
    size_t head = bitset_next(set, words, 0);
    if (head != SIZE_MAX && o->component[head] == index)
      ok = encode_rule(&e, m->rules.at[r].expr, true, NULL, 0, wide);
  }
  free(set);
  free(first);
  return ok;
}

/* --- asking --------------------------------------------------------------- */

static void assume(struct oracle *o, uint32_t p, cell v) {
  EXPECTS(p < o->m->params.len);
  vec_push(&o->assumed, SAT_POS(o->first[p] + v));
}

static cell solution(const struct oracle *o, const struct component *c,
                     uint32_t p) {
  uint32_t count = o->m->params.at[p].count;
  for (uint32_t v = 0; v < count; v++)
    if (sat_true(c->sat, o->first[p] + v))
      return (cell)v;
  return CELL_NONE;
}

static void keep_witness(struct oracle *o, struct component *c) {
  uint32_t w = c->next++ % WITNESSES;
  for (uint32_t x = 0; x < c->values; x++)
    bitset_remove(&c->seen[(size_t)x * WITNESS_WORDS], w);
  for (uint32_t i = 0; i < c->params.len; i++) {
    cell v = solution(o, c, c->params.at[i]);
    o->whole[c->params.at[i]] = v;
    bitset_add(&c->seen[(size_t)(c->offset[i] + v) * WITNESS_WORDS], w);
  }
  if (c->bulk)
    pairs_learn(&c->pairs, o->guard, o->whole);
}

static uint32_t value_index(const struct oracle *o, const struct component *c,
                            uint32_t p, cell v) {
  EXPECTS(p < o->m->params.len);
  return c->offset[o->place[p]] + v;
}

/* Is the conjunction of these values (all of one component) possible? */
static bool solve(struct oracle *o, struct component *c,
                  const uint32_t *params, const cell *values, uint32_t n) {
  EXPECTS((params && values) || !n);
  uint64_t both[WITNESS_WORDS];
  memset(both, 0xff, sizeof both);
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t *seen =
        &c->seen[(size_t)value_index(o, c, params[i], values[i]) *
                 WITNESS_WORDS];
    for (int w = 0; w < WITNESS_WORDS; w++)
      both[w] &= seen[w];
  }
  for (int w = 0; w < WITNESS_WORDS; w++)
    if (both[w])
      return true;
  vec_clear(&o->assumed);
  for (uint32_t i = 0; i < n; i++)
    assume(o, params[i], values[i]);
  if (!sat_solve(c->sat, o->assumed.at, o->assumed.len))
    return false;
  keep_witness(o, c);
  return true;
}

/* The pairs that propagation alone excludes.  The variables of the values
 * are the first of the solver, in the order of the table. */
static void exclude_pairs(struct oracle *o, struct component *c) {
  lit *implied = alloc_zero(sat_vars(c->sat), sizeof *implied);
  for (uint32_t a = 0; a < c->values && !halt_over(o->halt); a++) {
    lit assumed = SAT_POS(a);
    size_t count = sat_implied(c->sat, &assumed, 1, implied);
    for (size_t i = 0; i < count && count != SIZE_MAX; i++)
      if ((implied[i] & 1) && implied[i] >> 1 < c->values)
        pairs_set(&c->pairs, a, implied[i] >> 1, PAIR_IMPOSSIBLE);
  }
  free(implied);
}

/* Tries to give the valid test at hand these values by changing a few cells
 * (guard.h), which is quick where rules are many and loose. */
static bool reshape(struct oracle *o, struct component *c,
                    const uint32_t *params, const cell *values, uint32_t n) {
  memcpy(o->trial, o->whole, o->m->params.len * sizeof *o->trial);
  bool ok = true;
  for (uint32_t i = 0; i < n && ok; i++) {
    if (o->trial[params[i]] != values[i] &&
        guard_allows(o->guard, o->trial, params[i], values[i]))
      o->trial[params[i]] = values[i];
    ok = o->trial[params[i]] == values[i] ||
         guard_repair(o->guard, o->fixed, o->trial, params[i], values[i]);
    o->fixed[params[i]] = values[i];
  }
  for (uint32_t i = 0; i < n; i++)
    o->fixed[params[i]] = CELL_NONE;
  if (!ok)
    return false;
  if (c->bulk)
    pairs_learn_change(&c->pairs, o->whole, o->trial);
  memcpy(o->whole, o->trial, o->m->params.len * sizeof *o->whole);
  return true;
}

/* Asks the solver; what it need not decide it shall choose such that the
 * answer settles many other pairs. */
static bool solve_pair(struct oracle *o, struct component *c,
                       const uint32_t *params, const cell *values,
                       uint32_t a, uint32_t b) {
  if (reshape(o, c, params, values, 2))
    return true;
  sat_wish_nothing(c->sat);
  for (uint32_t i = 0; i < c->params.len; i++) {
    uint32_t v = pairs_wish(&c->pairs, i, a, b);
    if (v != UINT32_MAX)
      sat_wish(c->sat, SAT_POS(o->first[c->params.at[i]] + v));
  }
  return solve(o, c, params, values, 2);
}

static bool pair(struct oracle *o, struct component *c,
                 const uint32_t *params, const cell *values) {
  EXPECTS(params && values);
  if (!c->tabled)
    return solve(o, c, params, values, 2);
  if (!c->bulk) {
    c->bulk = true;
    pairs_learn(&c->pairs, o->guard, o->whole);
    exclude_pairs(o, c);
  }
  uint32_t a = value_index(o, c, params[0], values[0]);
  uint32_t b = value_index(o, c, params[1], values[1]);
  uint8_t *known = pairs_at(&c->pairs, a, b);
  if (*known == PAIR_OPEN)
    pairs_set(&c->pairs, a, b, solve_pair(o, c, params, values, a, b)
                                   ? PAIR_POSSIBLE : PAIR_IMPOSSIBLE);
  return *known == PAIR_POSSIBLE;
}

static bool within(struct oracle *o, struct component *c,
                   const uint32_t *params, const cell *values, uint32_t n) {
  EXPECTS((params && values) || !n);
  if (n == 1)
    return true; /* oracle_value has said so */
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (!pair(o, c, (uint32_t[]){params[i], params[k]},
                (cell[]){values[i], values[k]}))
        return false;
  return n == 2 || solve(o, c, params, values, n);
}

bool oracle_value(const struct oracle *o, uint32_t p, cell v) {
  EXPECTS(p < o->m->params.len && v < o->m->params.at[p].count);
  return !o->possible[p] || bitset_has(o->possible[p], v);
}

uint32_t oracle_component(const struct oracle *o, uint32_t p) {
  EXPECTS(p < o->m->params.len);
  return o->component[p];
}

bool oracle_possible(const struct oracle *o) { return o->satisfiable; }

struct halt *oracle_halt(const struct oracle *o) { return o->halt; }

const struct guard *oracle_guard(const struct oracle *o) { return o->guard; }

enum { TUPLE_MOST = 64 };

bool oracle_tuple(struct oracle *o, const uint32_t *params,
                  const cell *values, uint32_t count) {
  EXPECTS((params && values) || !count);
  if (!o->satisfiable)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!oracle_value(o, params[i], values[i]))
      return false;
  uint32_t ps[TUPLE_MOST];
  cell vs[TUPLE_MOST];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t comp = o->component[params[i]], n = 0;
    bool earlier = comp == UINT32_MAX;
    for (uint32_t k = 0; k < i && !earlier; k++)
      earlier = o->component[params[k]] == comp;
    if (earlier)
      continue;
    for (uint32_t k = i; k < count && n < TUPLE_MOST; k++)
      if (o->component[params[k]] == comp) {
        ps[n] = params[k];
        vs[n++] = values[k];
      }
    if (!within(o, &o->components.at[comp], ps, vs, n))
      return false;
  }
  return true;
}

static bool complete(struct oracle *o, struct component *c, const cell *test,
                     const cell *wish, cell *witness) {
  vec_clear(&o->assumed);
  sat_wish_nothing(c->sat);
  vec_each(&c->params, p) {
    if (test[*p] != CELL_NONE)
      assume(o, *p, test[*p]);
    else if (wish)
      sat_wish(c->sat, SAT_POS(o->first[*p] + wish[*p]));
  }
  if (!sat_solve(c->sat, o->assumed.at, o->assumed.len))
    return false;
  vec_each(&c->params, p) witness[*p] = solution(o, c, *p);
  return true;
}

size_t oracle_words(const struct oracle *o) {
  return BITSET_WORDS(o->values);
}

/* Adds what propagation excludes once the cells of the test are given. */
static void exclude_values(struct oracle *o, struct component *c,
                           struct growing *g) {
  vec_clear(&o->assumed);
  vec_each(&c->params, p)
    if (g->test[*p] != CELL_NONE)
      assume(o, *p, g->test[*p]);
  vec_resize(&o->implied, sat_vars(c->sat));
  size_t count = sat_implied(c->sat, o->assumed.at, o->assumed.len,
                             o->implied.at);
  for (size_t i = 0; i < count && count != SIZE_MAX; i++)
    if ((o->implied.at[i] & 1) && o->implied.at[i] >> 1 < c->values)
      bitset_add(g->excluded, c->base + (o->implied.at[i] >> 1));
  *g->stale = false;
}

static bool pair_excluded(const struct oracle *o, const struct component *c,
                          const cell *test, uint32_t p, cell v) {
  const uint8_t *with = pairs_at(&c->pairs, value_index(o, c, p, v), 0);
  for (uint32_t i = 0; i < c->params.len; i++) {
    cell other = test[c->params.at[i]];
    if (other != CELL_NONE && c->params.at[i] != p &&
        with[c->offset[i] + other] == PAIR_IMPOSSIBLE)
      return true;
  }
  return false;
}

/* Is it certain that the test cannot take the value? */
static bool is_excluded(struct oracle *o, struct component *c,
                        struct growing *g, uint32_t p, cell v) {
  if (c->bulk && pair_excluded(o, c, g->test, p, v))
    return true;
  if (!g->excluded)
    return false;
  return bitset_has(g->excluded, c->base + value_index(o, c, p, v));
}

/* First what costs nothing: the witness has the value, or may have it when
 * nothing else, or one more open cell, changes.  Then what is known to be
 * impossible; the solver has the last word. */
bool oracle_set(struct oracle *o, struct growing *g, uint32_t p, cell v) {
  EXPECTS(p < o->m->params.len && g->test);
  if (!oracle_value(o, p, v))
    return false;
  bool easy = g->witness[p] == v || o->component[p] == UINT32_MAX ||
              guard_allows(o->guard, g->witness, p, v);
  struct component *c = easy ? NULL : &o->components.at[o->component[p]];
  if (!easy && is_excluded(o, c, g, p, v))
    return false;
  cell before = g->test[p];
  g->test[p] = v;
  bool ok = easy || guard_repair(o->guard, g->test, g->witness, p, v) ||
            complete(o, c, g->test, g->witness, g->witness);
  if (ok)
    g->witness[p] = v;
  else
    g->test[p] = before;
  if (g->excluded && ok)
    *g->stale = true;
  if (g->excluded && !ok) {
    bitset_add(g->excluded, c->base + value_index(o, c, p, v));
    if (*g->stale) /* others may be hopeless too */
      exclude_values(o, c, g);
  }
  return ok;
}

bool oracle_witness(struct oracle *o, const cell *test, const cell *wish,
                    cell *witness) {
  if (!o->satisfiable)
    return false;
  for (uint32_t p = 0; p < o->m->params.len; p++) {
    if (o->component[p] != UINT32_MAX)
      continue;
    cell v = test[p] != CELL_NONE ? test[p] : wish ? wish[p] : CELL_NONE;
    if (test[p] != CELL_NONE && !oracle_value(o, p, v))
      return false;
    if (v == CELL_NONE || !oracle_value(o, p, v))
      for (v = 0; !oracle_value(o, p, v);)
        v++;
    witness[p] = v;
  }
  vec_each(&o->components, c)
    if (!complete(o, c, test, wish, witness))
      return false;
  return true;
}

/* --- life ----------------------------------------------------------------- */

static bool value_possible(struct oracle *o, uint32_t p, cell v) {
  EXPECTS(p < o->m->params.len);
  struct component *c = &o->components.at[o->component[p]];
  return reshape(o, c, &p, &v, 1) || solve(o, c, &p, &v, 1);
}

static void find_possible(struct oracle *o) {
  const struct cover_model *m = o->m;
  for (uint32_t p = 0; p < m->params.len; p++) {
    uint32_t count = m->params.at[p].count;
    bool all = true;
    uint64_t *set = alloc_zero(BITSET_WORDS(count), sizeof *set);
    for (uint32_t v = 0; v < count; v++) {
      cell value = (cell)v;
      bool can = o->component[p] == UINT32_MAX
                     ? !m->params.at[p].values[v].negative
                     : value_possible(o, p, value);
      if (can)
        bitset_add(set, v);
      all = all && can;
    }
    if (all) {
      free(set);
      set = NULL;
    }
    o->possible[p] = set;
  }
}

struct oracle *oracle_open(const struct cover_model *m, enum oracle_kind kind,
                           struct halt *halt, struct diag *diag) {
  struct oracle *o = alloc_zero(1, sizeof *o);
  size_t n = m->params.len;
  o->m = m;
  o->kind = kind;
  o->halt = halt;
  o->component = alloc_zero(n, sizeof *o->component);
  o->place = alloc_zero(n, sizeof *o->place);
  o->first = alloc_zero(n, sizeof *o->first);
  o->possible = alloc_zero(n, sizeof *o->possible);
  o->guard = guard_open(m, kind == ORACLE_NEGATIVE);
  o->whole = alloc_zero(n, sizeof *o->whole);
  o->trial = alloc_zero(n, sizeof *o->trial);
  o->fixed = alloc_zero(n, sizeof *o->fixed);
  memset(o->fixed, 0xff, n * sizeof *o->fixed);
  for (uint32_t p = 0; p < n; p++) /* one is not negative (parse.c) */
    while (m->params.at[p].values[o->whole[p]].negative)
      o->whole[p]++;
  find_components(o);
  o->satisfiable = kind == ORACLE_POSITIVE || m->has_negative;
  for (uint32_t i = 0; i < o->components.len; i++) {
    struct diag_at wide = {0};
    if (!build_component(o, i, &wide)) {
      diag_error_hint(diag, wide, "split it, or use fewer values",
                      "this comparison relates too many values");
      oracle_close(o);
      return NULL;
    }
    struct component *c = &o->components.at[i];
    o->satisfiable = o->satisfiable && sat_solve(c->sat, NULL, 0);
    for (uint32_t k = 0; k < c->params.len && o->satisfiable; k++)
      o->whole[c->params.at[k]] = solution(o, c, c->params.at[k]);
  }
  for (size_t r = 0; r < m->rules.len; r++) { /* without parameters */
    cell none = CELL_NONE;
    size_t words = BITSET_WORDS(n);
    uint64_t *set = alloc_zero(words, sizeof *set);
    expr_params(m->rules.at[r].expr, set);
    if (!bitset_count(set, words) &&
        expr_eval(m, m->rules.at[r].expr, &none) == FALSE3)
      o->satisfiable = false;
    free(set);
  }
  if (o->satisfiable && !halt_over(halt))
    find_possible(o);
  return o;
}

void oracle_close(struct oracle *o) {
  if (!o)
    return;
  vec_each(&o->components, c) {
    sat_close(c->sat);
    vec_free(&c->params);
    free(c->seen);
    free(c->offset);
    if (c->tabled)
      pairs_close(&c->pairs);
  }
  for (size_t p = 0; p < o->m->params.len; p++)
    free(o->possible[p]);
  vec_free(&o->components);
  vec_free(&o->assumed);
  vec_free(&o->implied);
  guard_close(o->guard);
  free(o->whole);
  free(o->trial);
  free(o->fixed);
  free(o->component);
  free(o->place);
  free(o->first);
  free(o->possible);
  free(o);
}
