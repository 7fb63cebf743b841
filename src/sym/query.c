#include "sym/query.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

enum {
  MODELS = 16, /* earlier values that are tried */
  CORES = 64,  /* parts that cannot hold */
  TRIALS = 1 << 14, /* assignments that are tried one by one */
};

/* An answer: conditions in q->ids, values in q->answers. */
struct answered {
  uint32_t first, count; /* conditions, ascending */
  uint32_t values, values_len;
  uint32_t next; /* with the same hash: index + 1 */
  uint8_t answer;
};

struct set_value {
  uint32_t var;
  int64_t value;
};

struct sym_query {
  const struct sym_store *store;
  struct solver *solver;
  struct map index; /* hash of a part -> index + 1 of the newest */
  VEC(struct answered) answers;
  VEC(sym_id) ids;
  VEC(struct set_value) values;
  VEC(uint32_t) models; /* answers with values, newest last */
  VEC(uint32_t) cores;  /* answers without, newest last */
  /* the query at hand */
  VEC(sym_id) all, part;
  struct sym_values trial;
  struct sym_query_stats stats;
};

struct sym_query *sym_query_open(const struct sym_store *s,
                                 unsigned milliseconds) {
  struct solver *z = solver_open(s, milliseconds);
  if (!z)
    return NULL;
  struct sym_query *q = alloc_zero(1, sizeof *q);
  q->store = s;
  q->solver = z;
  return q;
}

void sym_query_close(struct sym_query *q) {
  if (!q)
    return;
  solver_close(q->solver);
  map_free(&q->index);
  vec_free(&q->answers);
  vec_free(&q->ids);
  vec_free(&q->values);
  vec_free(&q->models);
  vec_free(&q->cores);
  vec_free(&q->all);
  vec_free(&q->part);
  sym_values_free(&q->trial);
  free(q);
}

const struct sym_query_stats *sym_query_stats(const struct sym_query *q) {
  return &q->stats;
}

/* --- remembering -------------------------------------------------------- */

static bool is_of(const struct sym_query *q, const struct answered *a) {
  return a->count == q->part.len &&
         !memcmp(q->ids.at + a->first, q->part.at,
                 a->count * sizeof(sym_id));
}

static const struct answered *find(const struct sym_query *q, uint64_t hash) {
  const uint64_t *at = map_get(&q->index, hash);
  for (uint32_t i = at ? (uint32_t)*at : 0; i; i = q->answers.at[i - 1].next)
    if (is_of(q, &q->answers.at[i - 1]))
      return &q->answers.at[i - 1];
  return NULL;
}

static void keep_last(uint32_t *at, size_t *len, size_t most) {
  if (*len <= most)
    return;
  memmove(at, at + *len - most, most * sizeof *at);
  *len = most;
}

static void remember(struct sym_query *q, uint64_t hash, enum sym_answer what,
                     const struct sym_values *v) {
  struct answered a = {.first = (uint32_t)q->ids.len,
                       .count = (uint32_t)q->part.len,
                       .values = (uint32_t)q->values.len,
                       .answer = (uint8_t)what};
  vec_each(&q->part, id) vec_push(&q->ids, *id);
  for (size_t i = 0; what == SYM_SAT && i < v->at.len; i++)
    if (v->set.at[i]) {
      struct set_value s = {(uint32_t)i, v->at.at[i]};
      vec_push(&q->values, s);
      a.values_len++;
    }
  bool added;
  uint64_t *at = map_at(&q->index, hash, &added);
  a.next = (uint32_t)*at;
  vec_push(&q->answers, a);
  *at = q->answers.len;
  if (what == SYM_SAT) {
    vec_push(&q->models, (uint32_t)q->answers.len - 1);
    keep_last(q->models.at, &q->models.len, MODELS);
  } else if (what == SYM_UNSAT) {
    vec_push(&q->cores, (uint32_t)q->answers.len - 1);
    keep_last(q->cores.at, &q->cores.len, CORES);
  }
}

static void take_values(const struct sym_query *q, const struct answered *a,
                        struct sym_values *v) {
  for (uint32_t i = 0; i < a->values_len; i++) {
    const struct set_value *s = &q->values.at[a->values + i];
    sym_values_set(v, s->var, s->value);
  }
}

/* --- one part ----------------------------------------------------------- */

static bool contains(const struct sym_query *q, const struct answered *core) {
  const sym_id *want = q->ids.at + core->first;
  size_t k = 0;
  for (size_t i = 0; i < q->part.len && k < core->count; i++)
    k += q->part.at[i] == want[k];
  return k == core->count;
}

static bool contains_core(const struct sym_query *q) {
  for (size_t i = q->cores.len; i-- > 0;)
    if (contains(q, &q->answers.at[q->cores.at[i]]))
      return true;
  return false;
}

/* Only the variables of the part are kept: the others belong elsewhere. */
static void keep_own(struct sym_query *q, uint64_t vars) {
  for (size_t i = 0; i < q->trial.at.len; i++)
    if (!(vars >> i % 64 & 1))
      q->trial.set.at[i] = false;
}

/* The values of an earlier answer, with a value for every variable. */
static bool try_values(struct sym_query *q, const struct answered *a,
                       uint64_t vars) {
  sym_values_clear(&q->trial);
  if (a)
    take_values(q, a, &q->trial);
  for (size_t i = 0; i < q->store->inputs.len; i++)
    if (vars >> i % 64 & 1)
      sym_values_set(&q->trial, i, sym_value(q->store, &q->trial, i));
  keep_own(q, vars);
  return sym_holds(q->store, q->part.at, q->part.len, &q->trial);
}

static bool try_models(struct sym_query *q, uint64_t vars) {
  if (try_values(q, NULL, vars))
    return true;
  for (size_t i = q->models.len; i-- > 0;)
    if (try_values(q, &q->answers.at[q->models.at[i]], vars))
      return true;
  return false;
}

/* Of few assignments, each: what the solver could not decide. */
static enum sym_answer try_all(struct sym_query *q, uint64_t vars) {
  uint64_t all = 1;
  const struct sym_store *s = q->store;
  for (size_t i = 0; i < s->inputs.len && all <= TRIALS; i++)
    if (vars >> i % 64 & 1) {
      uint64_t values =
          (uint64_t)s->inputs.at[i].high - (uint64_t)s->inputs.at[i].low;
      all = values < TRIALS ? all * (values + 1) : TRIALS + 1;
    }
  for (uint64_t n = 0; n < all && all <= TRIALS; n++) {
    uint64_t rest = n;
    sym_values_clear(&q->trial);
    for (size_t i = 0; i < s->inputs.len; i++)
      if (vars >> i % 64 & 1) {
        const struct sym_input *in = &s->inputs.at[i];
        uint64_t values = (uint64_t)in->high - (uint64_t)in->low + 1;
        sym_values_set(&q->trial, i, in->low + (int64_t)(rest % values));
        rest /= values;
      }
    if (sym_holds(s, q->part.at, q->part.len, &q->trial))
      return SYM_SAT;
  }
  return all <= TRIALS ? SYM_UNSAT : SYM_UNKNOWN;
}

static enum sym_answer ask_solver(struct sym_query *q, uint64_t vars) {
  sym_values_clear(&q->trial);
  enum sym_answer out =
      solver_check(q->solver, q->part.at, q->part.len, &q->trial);
  if (out == SYM_SAT &&
      !sym_holds(q->store, q->part.at, q->part.len, &q->trial))
    out = SYM_UNKNOWN; /* never believed unchecked */
  if (out == SYM_UNKNOWN)
    out = try_all(q, vars);
  q->stats.solved += out != SYM_UNKNOWN;
  q->stats.unknown += out == SYM_UNKNOWN;
  return out;
}

/* The part in q->part, ascending. */
static enum sym_answer solve_part(struct sym_query *q, uint64_t vars,
                                  struct sym_values *v) {
  uint64_t hash = hash_bytes(q->part.at, q->part.len * sizeof(sym_id));
  const struct answered *a = find(q, hash);
  q->stats.parts++;
  if (a) {
    q->stats.remembered++;
    take_values(q, a, v);
    return a->answer;
  }
  enum sym_answer out;
  if (contains_core(q)) {
    q->stats.contained++;
    out = SYM_UNSAT;
  } else if (try_models(q, vars)) {
    q->stats.tried++;
    out = SYM_SAT;
  } else {
    out = ask_solver(q, vars);
  }
  remember(q, hash, out, &q->trial);
  if (out == SYM_SAT)
    take_values(q, vec_last(&q->answers), v);
  return out;
}

/* --- a path condition --------------------------------------------------- */

static int by_number(const void *x, const void *y) {
  sym_id a = *(const sym_id *)x, b = *(const sym_id *)y;
  return a < b ? -1 : a > b;
}

/* Sorted, each once, without what always holds; false: one never holds. */
static bool gather(struct sym_query *q, const sym_id *conditions,
                   size_t count) {
  uint64_t value;
  vec_clear(&q->all);
  for (size_t i = 0; i < count; i++) {
    if (!sym_is_const(q->store, conditions[i], &value))
      vec_push(&q->all, conditions[i]);
    else if (!value)
      return false;
  }
  if (q->all.len)
    qsort(q->all.at, q->all.len, sizeof *q->all.at, by_number);
  size_t n = 0;
  for (size_t i = 0; i < q->all.len; i++)
    if (!i || q->all.at[i] != q->all.at[i - 1])
      q->all.at[n++] = q->all.at[i];
  q->all.len = n;
  return true;
}

/* Moves the conditions that hang together with the first one into q->part. */
static uint64_t take_part(struct sym_query *q) {
  uint64_t vars = q->store->vars.at[q->all.at[0]], before;
  do {
    before = vars;
    vec_each(&q->all, id)
      if (q->store->vars.at[*id] & vars)
        vars |= q->store->vars.at[*id];
  } while (vars != before);
  size_t left = 0;
  vec_clear(&q->part);
  for (size_t i = 0; i < q->all.len; i++) {
    sym_id id = q->all.at[i];
    if (q->store->vars.at[id] & vars)
      vec_push(&q->part, id);
    else
      q->all.at[left++] = id;
  }
  q->all.len = left;
  return vars;
}

enum sym_answer sym_solve(struct sym_query *q, const sym_id *conditions,
                          size_t count, struct sym_values *v) {
  enum sym_answer out = SYM_SAT;
  q->stats.asked++;
  sym_values_clear(v);
  if (!gather(q, conditions, count))
    return SYM_UNSAT;
  while (q->all.len) {
    uint64_t vars = take_part(q);
    enum sym_answer part = solve_part(q, vars, v);
    if (part == SYM_UNSAT)
      return SYM_UNSAT;
    if (part == SYM_UNKNOWN)
      out = SYM_UNKNOWN;
  }
  return out;
}
