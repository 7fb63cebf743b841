#include "cover/locate.h"

#include "base/rng.h"
#include "base/sound.h"

enum { SIZE_MOST = 6, TRIES = 60, SUBSETS_MOST = 200000, RESTARTS = 3,
       CONFIRMATIONS = 3 };

/* Parameters of a failing test, whose values they stand for. */
struct subset {
  uint8_t size;
  uint16_t params[SIZE_MOST];
};
typedef VEC(struct subset) subset_list;

struct locate {
  const struct cover_model *m;
  struct oracle *oracle[2];
  struct halt *halt;
  uint32_t k, strength;
  struct rng rng;
  struct tests passed, failed;
  VEC(uint8_t) restarts; /* by failing test */
  VEC(bool) deferred;
  combinations guilty;
  uint32_t focus;        /* the failing test that is looked at, or ... */
  subset_list left;      /* its candidates that are left */
  cell *asked;           /* the test whose result is awaited */
  bool waiting, confirming;
  uint32_t confirmed; /* times that the last candidate failed again */
};

/* --- life ----------------------------------------------------------------- */

/* The strength up to which all combinations of a test can be listed. */
static uint32_t strength_for(uint32_t k, uint32_t strength) {
  double count = 1, all = 0;
  uint32_t t = 0;
  while (t < strength && t < SIZE_MOST && t < k) {
    count = count * (k - t) / (t + 1);
    all += count;
    if (t && all > SUBSETS_MOST)
      break;
    t++;
  }
  return t;
}

struct locate *locate_open(const struct cover_model *m, uint32_t strength,
                           uint64_t seed, struct halt *halt,
                           struct diag *diag) {
  struct locate *l = alloc_zero(1, sizeof *l);
  l->m = m;
  l->halt = halt;
  l->k = (uint32_t)m->params.len;
  l->strength = strength_for(l->k, strength);
  l->rng = rng_seed(seed);
  l->passed.params = l->failed.params = l->k;
  l->focus = UINT32_MAX;
  l->asked = alloc_zero(l->k, sizeof *l->asked);
  bool ok = true;
  for (int kind = 0; kind <= m->has_negative && ok; kind++) {
    l->oracle[kind] = oracle_open(m, kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE,
                                  halt, diag);
    ok = l->oracle[kind] != NULL;
  }
  if (ok)
    return l;
  locate_close(l);
  return NULL;
}

void locate_close(struct locate *l) {
  if (!l)
    return;
  oracle_close(l->oracle[0]);
  oracle_close(l->oracle[1]);
  tests_free(&l->passed);
  tests_free(&l->failed);
  vec_free(&l->restarts);
  vec_free(&l->deferred);
  vec_free(&l->guilty);
  vec_free(&l->left);
  free(l->asked);
  free(l);
}

/* --- candidates ----------------------------------------------------------- */

static bool agrees(const cell *a, const cell *b, const struct subset *s) {
  for (uint32_t i = 0; i < s->size; i++)
    if (a[s->params[i]] != b[s->params[i]])
      return false;
  return true;
}

static bool is_candidate(const struct locate *l, const cell *test,
                         const struct subset *s) {
  for (uint32_t i = 0; i < s->size; i++)
    if (test[s->params[i]] == CELL_NONE)
      return false;
  for (uint32_t i = 0; i < l->passed.len; i++)
    if (agrees(tests_at(&l->passed, i), test, s))
      return false;
  return true;
}

/* Calls visit for every candidate of the test, small ones first. */
static void each_candidate(const struct locate *l, const cell *test,
                           bool (*visit)(void *user, const struct subset *s),
                           void *user) {
  for (uint32_t size = 1; size <= l->strength; size++) {
    struct subset s = {.size = (uint8_t)size};
    for (uint32_t i = 0; i < size; i++)
      s.params[i] = (uint16_t)i;
    for (;;) {
      if (is_candidate(l, test, &s) && !visit(user, &s))
        return;
      uint32_t i = size;
      while (i && s.params[i - 1] == l->k - size + i - 1)
        i--;
      if (!i || halt_over(l->halt))
        break;
      s.params[i - 1]++;
      for (; i < size; i++)
        s.params[i] = (uint16_t)(s.params[i - 1] + 1);
    }
  }
}

static bool push(void *user, const struct subset *s) {
  vec_push((subset_list *)user, *s);
  return true;
}

static bool contains(const struct subset *s, const struct subset *part) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->size && n < part->size; i++)
    n += s->params[i] == part->params[n];
  return n == part->size;
}

static bool is_explained(const struct locate *l, const cell *test) {
  vec_each(&l->guilty, g) {
    bool in = true;
    for (uint32_t i = 0; i < g->size; i++)
      in = in && test[g->params[i]] == g->values[i];
    if (in)
      return true;
  }
  return false;
}

/* --- results -------------------------------------------------------------- */

/* A focus without candidates was led astray by a second fault. */
static void restart(struct locate *l) {
  l->restarts.at[l->focus]++;
  l->focus = UINT32_MAX;
  l->left.len = 0;
}

/* What the awaited result says about the candidates. */
static void narrow(struct locate *l, const cell *test, bool failed) {
  const cell *f = tests_at(&l->failed, l->focus);
  size_t kept = 0;
  for (size_t i = 0; i < l->left.len; i++)
    if (agrees(f, test, &l->left.at[i]) == failed)
      l->left.at[kept++] = l->left.at[i];
  l->left.len = kept;
  if (!kept)
    restart(l);
}

static void accept(struct locate *l) {
  const cell *f = tests_at(&l->failed, l->focus);
  const struct subset *s = &l->left.at[0];
  struct combination c = {.size = s->size};
  for (uint32_t i = 0; i < s->size; i++) {
    c.params[i] = s->params[i];
    c.values[i] = f[s->params[i]];
  }
  vec_push(&l->guilty, c);
  l->focus = UINT32_MAX;
  l->left.len = 0;
}

void locate_add(struct locate *l, const cell *test, bool failed) {
  bool awaited = l->waiting && l->focus != UINT32_MAX &&
                 !memcmp(test, l->asked, l->k * sizeof *test);
  if (failed) {
    tests_push(&l->failed, test);
    vec_push(&l->restarts, 0);
    vec_push(&l->deferred, false);
  } else {
    tests_push(&l->passed, test);
  }
  if (!awaited)
    return;
  l->waiting = false;
  if (l->confirming && failed && ++l->confirmed == CONFIRMATIONS)
    accept(l);
  else if (l->confirming && !failed)
    restart(l);
  else if (!l->confirming)
    narrow(l, test, failed);
  l->confirming = false;
}

void locate_defer(struct locate *l) {
  if (l->focus != UINT32_MAX)
    l->deferred.at[l->focus] = true;
  l->focus = UINT32_MAX;
  l->waiting = l->confirming = false;
}

/* --- the next test -------------------------------------------------------- */

/* A valid test with the cells of `row`; open cells take those of the wish
 * where that is possible. */
static bool complete(struct locate *l, const cell *row, const cell *wish,
                     cell *test) {
  int kind = 0;
  for (uint32_t p = 0; p < l->k; p++)
    kind |= row[p] != CELL_NONE && l->m->params.at[p].values[row[p]].negative;
  for (; kind < 2 && l->oracle[kind]; kind++)
    if (oracle_witness(l->oracle[kind], row, wish, test))
      return true;
  return false;
}

static bool is_known(const struct locate *l, const cell *test) {
  for (uint32_t i = 0; i < l->passed.len; i++)
    if (!memcmp(tests_at(&l->passed, i), test, l->k * sizeof *test))
      return true;
  for (uint32_t i = 0; i < l->failed.len; i++)
    if (!memcmp(tests_at(&l->failed, i), test, l->k * sizeof *test))
      return true;
  return false;
}

/* Values that differ from f's: those of a passing test, others where that
 * one agrees with f. */
static void draw_wish(struct locate *l, const cell *f, cell *wish) {
  const cell *from = l->passed.len
                         ? tests_at(&l->passed,
                                    rng_below(&l->rng, l->passed.len))
                         : NULL;
  for (uint32_t p = 0; p < l->k; p++) {
    const struct param *param = &l->m->params.at[p];
    wish[p] = from ? from[p] : CELL_NONE;
    for (int n = 0; n < 8 && (wish[p] == CELL_NONE || wish[p] == f[p] ||
                              param->values[wish[p]].negative); n++)
      wish[p] = (cell)rng_below(&l->rng, param->count);
    if (param->values[wish[p]].negative)
      wish[p] = f[p] == CELL_NONE ? 0 : f[p];
  }
}

/* Candidates that do not contain a given one. */
struct apart {
  const struct subset *from;
  uint32_t count;
};

struct other {
  const struct locate *l;
  const cell *f, *test;
  uint32_t count;
};

static bool count_other(void *user, const struct subset *s) {
  struct other *o = user;
  o->count += !agrees(o->f, o->test, s);
  return o->count < 1000;
}

/* Candidates of the test that are none of f's: they blur a failure. */
static uint32_t blur(struct locate *l, const cell *f, const cell *test) {
  struct other o = {l, f, test, 0};
  each_candidate(l, test, count_other, &o);
  return o.count;
}

/* Takes cells of f in a random order until half of the candidates are in. */
static void draw_half(struct locate *l, const cell *f, cell *row) {
  uint16_t *order = alloc_zero(l->k, sizeof *order);
  for (uint32_t i = 0; i < l->k; i++) {
    uint32_t at = rng_below(&l->rng, i + 1);
    order[i] = order[at];
    order[at] = (uint16_t)i;
  }
  memset(row, 0xff, l->k * sizeof *row);
  size_t in = 0;
  for (uint32_t i = 0; i < l->k && in * 2 < l->left.len; i++) {
    row[order[i]] = f[order[i]];
    size_t now = 0;
    vec_each(&l->left, s) now += agrees(f, row, s);
    if (in && now == l->left.len) { /* a part of them is better than all */
      row[order[i]] = CELL_NONE;
      break;
    }
    in = now;
  }
  free(order);
}

/* The best of some tests that part the candidates; false: none does. */
static bool split(struct locate *l, cell *best) {
  const cell *f = tests_at(&l->failed, l->focus);
  cell *row = alloc_zero(l->k, 3 * sizeof *row);
  cell *wish = row + l->k, *test = wish + l->k;
  double least = 1e9;
  for (int n = 0; n < TRIES && !halt_look(l->halt); n++) {
    draw_half(l, f, row);
    draw_wish(l, f, wish);
    if (!complete(l, row, wish, test) || is_known(l, test))
      continue;
    size_t in = 0;
    vec_each(&l->left, s) in += agrees(f, test, s);
    if (!in || in == l->left.len)
      continue;
    double off = (double)in / (double)l->left.len - 0.5;
    double cost = off * off * 40 + blur(l, f, test);
    if (cost >= least)
      continue;
    least = cost;
    memcpy(best, test, l->k * sizeof *best);
  }
  free(row);
  return least < 1e9;
}

/* Is there a failing test whose candidates all contain this one? */
static bool stands_alone(struct locate *l, const struct subset *s) {
  const cell *f = tests_at(&l->failed, l->focus);
  for (uint32_t i = 0; i < l->failed.len; i++) {
    const cell *test = tests_at(&l->failed, i);
    if (!agrees(f, test, s))
      continue;
    subset_list all = {0};
    each_candidate(l, test, push, &all);
    bool alone = true;
    vec_each(&all, other) alone = alone && contains(other, s);
    vec_free(&all);
    if (alone)
      return true;
  }
  return false;
}

static bool count_apart(void *user, const struct subset *s) {
  struct apart *a = user;
  a->count += !contains(s, a->from);
  return a->count < 1000;
}

/* Cells of the test beside which the candidate has failed before: one of them
 * may be what it needs to fail. */
static uint32_t familiar(const struct locate *l, const struct subset *s,
                         const cell *test) {
  uint32_t n = 0;
  for (uint32_t p = 0; p < l->k && s->size < l->strength; p++)
    for (uint32_t i = 0; i < l->failed.len; i++) {
      const cell *f = tests_at(&l->failed, i);
      if (f[p] == test[p] && agrees(f, test, s)) {
        n++;
        break;
      }
    }
  return n;
}

/* The candidate in the company that is least suspect: in a test in which
 * every other candidate contains it, it stands alone. */
static bool company(struct locate *l, const struct subset *s, cell *best) {
  const cell *f = tests_at(&l->failed, l->focus);
  cell *row = alloc_zero(l->k, 3 * sizeof *row);
  cell *wish = row + l->k, *test = wish + l->k;
  memset(row, 0xff, l->k * sizeof *row);
  for (uint32_t i = 0; i < s->size; i++)
    row[s->params[i]] = f[s->params[i]];
  uint32_t least = UINT32_MAX;
  for (int n = 0; n < TRIES && !halt_look(l->halt); n++) {
    draw_wish(l, n % 2 ? f : row, wish);
    if (!complete(l, row, wish, test) || is_known(l, test))
      continue;
    struct apart apart = {s, 0};
    each_candidate(l, test, count_apart, &apart);
    apart.count += familiar(l, s, test);
    if (apart.count >= least)
      continue;
    least = apart.count;
    memcpy(best, test, l->k * sizeof *best);
  }
  free(row);
  return least < UINT32_MAX;
}

static bool is_possible(struct locate *l, const uint32_t *params,
                        const cell *values, uint32_t count) {
  EXPECTS((params && values) || !count);
  for (int kind = 0; kind < 2 && l->oracle[kind]; kind++)
    if (oracle_possible(l->oracle[kind]) &&
        oracle_tuple(l->oracle[kind], params, values, count))
      return true;
  return false;
}

/* Do the rules give the nth parameter its value wherever the others of the
 * subset have theirs? */
static bool is_implied(struct locate *l, const cell *f,
                       const struct subset *s, uint32_t nth) {
  uint32_t params[SIZE_MOST], p = s->params[nth];
  cell values[SIZE_MOST];
  for (uint32_t i = 0; i < s->size; i++) {
    params[i] = s->params[i];
    values[i] = f[s->params[i]];
  }
  if (s->size < 2 || oracle_component(l->oracle[0], p) == UINT32_MAX)
    return false;
  for (uint32_t v = 0; v < l->m->params.at[p].count; v++) {
    values[nth] = (cell)v;
    if (v != f[p] && is_possible(l, params, values, s->size))
      return false;
  }
  return true;
}

/* No test can tell a combination from one that implies it: the smaller of the
 * two stands for both. */
static void drop_implied(struct locate *l, const cell *f, subset_list *all) {
  size_t kept = 0;
  for (size_t i = 0; i < all->len; i++) {
    bool implied = false;
    for (uint32_t n = 0; n < all->at[i].size && !implied; n++)
      implied = is_implied(l, f, &all->at[i], n);
    if (!implied)
      all->at[kept++] = all->at[i];
  }
  all->len = kept;
}

/* The unexplained failing test with the fewest candidates. */
static bool choose_focus(struct locate *l) {
  subset_list all = {0};
  l->focus = UINT32_MAX;
  l->left.len = 0;
  l->confirmed = 0;
  for (uint32_t i = 0; i < l->failed.len && !halt_look(l->halt); i++) {
    const cell *f = tests_at(&l->failed, i);
    if (l->deferred.at[i] || l->restarts.at[i] >= RESTARTS ||
        is_explained(l, f))
      continue;
    all.len = 0;
    each_candidate(l, f, push, &all);
    drop_implied(l, f, &all);
    if (!all.len || (l->focus != UINT32_MAX && all.len >= l->left.len))
      continue;
    l->focus = i;
    subset_list swap = l->left;
    l->left = all;
    all = swap;
  }
  vec_free(&all);
  return l->focus != UINT32_MAX;
}

bool locate_next(struct locate *l, cell *test) {
  if (l->waiting)
    locate_defer(l);
  while (!halt_look(l->halt)) {
    if (l->focus == UINT32_MAX && !choose_focus(l))
      return false;
    l->confirming = l->left.len == 1;
    if (l->confirming && l->left.at[0].size == l->strength &&
        stands_alone(l, &l->left.at[0])) {
      accept(l);
      continue;
    }
    l->waiting = l->confirming ? company(l, &l->left.at[0], l->asked)
                               : split(l, l->asked);
    if (l->waiting) {
      memcpy(test, l->asked, l->k * sizeof *test);
      return true;
    }
    /* They cannot be told apart, or the last one not from its company. */
    l->restarts.at[l->focus] = RESTARTS;
    l->focus = UINT32_MAX;
  }
  return false;
}

/* --- what was found ------------------------------------------------------- */

const combinations *locate_guilty(const struct locate *l) {
  return &l->guilty;
}

static bool same_combination(const struct combination *a,
                             const struct combination *b) {
  bool same = a->size == b->size;
  for (uint32_t i = 0; i < a->size && same; i++)
    same = a->params[i] == b->params[i] && a->values[i] == b->values[i];
  return same;
}

static void add_suspect(combinations *out, const cell *f,
                        const struct subset *s) {
  struct combination c = {.size = s->size};
  for (uint32_t i = 0; i < s->size; i++) {
    c.params[i] = s->params[i];
    c.values[i] = f[s->params[i]];
  }
  vec_each(out, o) if (same_combination(o, &c)) return;
  vec_push(out, c);
}

void locate_suspects(struct locate *l, combinations *out) {
  for (uint32_t i = 0; i < l->failed.len; i++) {
    const cell *f = tests_at(&l->failed, i);
    if (is_explained(l, f))
      continue;
    subset_list all = {0};
    each_candidate(l, f, push, &all);
    for (size_t n = 0; n < all.len; n++) {
      bool smallest = true;
      for (size_t j = 0; j < n && smallest; j++)
        smallest = !contains(&all.at[n], &all.at[j]);
      if (smallest)
        add_suspect(out, f, &all.at[n]);
    }
    vec_free(&all);
  }
}

static bool stop(void *user, const struct subset *s) {
  (void)s;
  *(bool *)user = true;
  return false;
}

uint32_t locate_unexplained(struct locate *l) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->failed.len; i++) {
    const cell *f = tests_at(&l->failed, i);
    bool any = is_explained(l, f);
    if (!any)
      each_candidate(l, f, stop, &any);
    n += !any;
  }
  return n;
}
