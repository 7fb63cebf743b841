#include "sym/query.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "sym/parts.h"

enum {
  MODELS = 16,      /* earlier values that are tried */
  CORES = 64,       /* parts that cannot hold */
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
  VEC(sym_id) all;
  struct sym_parts parts;
  const struct sym_part *part;
  struct sym_values trial;
  bool (*give_up)(void *user);
  void *give_up_user;
  struct sym_query_stats stats;
};

struct sym_query *sym_query_open(const struct sym_store *s, unsigned patience) {
  struct solver *z = solver_open(s, patience);
  if (!z)
    return NULL;
  struct sym_query *q = alloc_zero(1, sizeof *q);
  q->store = s;
  q->solver = z;
  q->parts.store = s;
  return q;
}

void sym_query_watch(struct sym_query *q, bool (*give_up)(void *user),
                     void *user) {
  q->give_up = give_up;
  q->give_up_user = user;
  solver_watch(q->solver, give_up, user);
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
  parts_free(&q->parts);
  sym_values_free(&q->trial);
  free(q);
}

const struct sym_query_stats *sym_query_stats(const struct sym_query *q) {
  return &q->stats;
}

void sym_query_count(struct sym_query *q,
                     const struct sym_query_stats *before) {
#define FIELD(name, text) q->stats.name += before->name;
  SYM_QUERY_STATS(FIELD)
#undef FIELD
}

/* --- the part at hand --------------------------------------------------- */

static const sym_id *conditions(const struct sym_query *q) {
  return q->parts.conditions.at + q->part->first;
}

static const uint32_t *vars(const struct sym_query *q) {
  return q->parts.vars.at + q->part->vars;
}

static const struct sym_input *input(const struct sym_query *q, uint32_t var) {
  return &q->store->inputs.at[var];
}

/* Whether it holds under q->trial.  The newest condition first: earlier ones
 * held of earlier values. */
static bool holds(struct sym_query *q) {
  const sym_id *c = conditions(q);
  for (uint32_t i = 0; i < q->part->vars_len; i++) {
    const struct sym_input *in = input(q, vars(q)[i]);
    int64_t x = sym_value(q->store, &q->trial, vars(q)[i]);
    if (x < in->low || x > in->high)
      return false;
  }
  for (uint32_t i = q->part->count; i-- > 0;)
    if (!sym_eval(q->store, c[i], &q->trial))
      return false;
  return true;
}

/* --- remembering -------------------------------------------------------- */

static bool is_of(const struct sym_query *q, const struct answered *a) {
  return a->count == q->part->count &&
         !memcmp(q->ids.at + a->first, conditions(q),
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

static void remember(struct sym_query *q, uint64_t hash, enum sym_answer what) {
  const struct sym_part *part = q->part;
  struct answered a = {.first = (uint32_t)q->ids.len,
                       .count = part->count,
                       .values = (uint32_t)q->values.len,
                       .answer = (uint8_t)what};
  for (uint32_t i = 0; i < part->count; i++)
    vec_push(&q->ids, conditions(q)[i]);
  for (uint32_t i = 0; what == SYM_SAT && i < part->vars_len; i++) {
    struct set_value s = {vars(q)[i],
                          sym_value(q->store, &q->trial, vars(q)[i])};
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
  for (uint32_t i = 0; i < q->part->count && k < core->count; i++)
    k += conditions(q)[i] == want[k];
  return k == core->count;
}

static bool contains_core(const struct sym_query *q) {
  for (size_t i = q->cores.len; i-- > 0;)
    if (contains(q, &q->answers.at[q->cores.at[i]]))
      return true;
  return false;
}

/* The values of an earlier answer, and the usual ones for the rest. */
static bool try_values(struct sym_query *q, const struct answered *a) {
  for (uint32_t i = 0; i < q->part->vars_len; i++) {
    const struct sym_input *in = input(q, vars(q)[i]);
    sym_values_set(&q->trial, vars(q)[i],
                   in->low <= 0 && in->high >= 0 ? 0 : in->low);
  }
  if (a)
    take_values(q, a, &q->trial);
  return holds(q);
}

static bool try_models(struct sym_query *q) {
  if (try_values(q, NULL))
    return true;
  for (size_t i = q->models.len; i-- > 0;)
    if (try_values(q, &q->answers.at[q->models.at[i]]))
      return true;
  return false;
}

static bool try_around(struct sym_query *q, int64_t value) {
  for (int64_t by = -1; by <= 1; by++) {
    sym_values_set(&q->trial, vars(q)[0],
                   (int64_t)((uint64_t)value + (uint64_t)by));
    if (holds(q))
      return true;
  }
  return false;
}

/* The only variable gets the values that the newest condition compares it
 * with, and those next to them: `i < n` wants an n just above i, and what is
 * near leads to short runs.  A solver likes the ends of the range.  (Of
 * floating point, the bits and the whole number.) */
static bool try_near(struct sym_query *q) {
  enum { NODES = 16 };
  if (q->part->vars_len != 1 || !q->part->count)
    return false;
  sym_id todo[NODES] = {conditions(q)[q->part->count - 1]};
  for (unsigned i = 0, len = 1; i < len; i++) {
    const struct sym_node *n = sym_at(q->store, todo[i]);
    const sym_id operands[] = {n->a, n->b, n->c};
    for (unsigned k = 0; k < sym_operands(n->op) && len < NODES; k++)
      todo[len++] = operands[k];
    if (n->op == SYM_CONST &&
        (try_around(q, sym_signed(n->value, n->width)) ||
         (q->store->floats.at[todo[0]] && (n->width == 32 || n->width == 64) &&
          try_around(
              q, (int64_t)sym_to_signed(sym_number(n->value, n->width), 64)))))
      return true;
  }
  return false;
}

static bool is_floating(const struct sym_query *q) {
  for (uint32_t i = 0; i < q->part->count; i++)
    if (q->store->floats.at[conditions(q)[i]])
      return true;
  return false;
}

enum { POINTS = 12 }; /* numbers that conditions compare with */

/* Each once, in their order. */
static unsigned add_point(double *at, unsigned len, double d) {
  if (!(d > -1e9 && d < 1e9) || len == POINTS)
    return len;
  unsigned i = 0;
  while (i < len && at[i] < d)
    i++;
  if (i < len && at[i] == d)
    return len;
  memmove(at + i + 1, at + i, (len - i) * sizeof *at);
  at[i] = d;
  return len + 1;
}

static unsigned find_points(const struct sym_query *q, double *at) {
  enum { NODES = 32 };
  unsigned found = add_point(at, 0, 0);
  for (uint32_t c = 0; c < q->part->count; c++) {
    sym_id todo[NODES] = {conditions(q)[c]};
    for (unsigned i = 0, len = 1; i < len; i++) {
      const struct sym_node *n = sym_at(q->store, todo[i]);
      const sym_id operands[] = {n->a, n->b, n->c};
      if (n->op == SYM_CONST && (n->width == 32 || n->width == 64))
        found = add_point(at, found, sym_number(n->value, n->width));
      for (unsigned k = 0; k < sym_operands(n->op) && len < NODES; k++)
        todo[len++] = operands[k];
    }
  }
  return found;
}

static bool try_number(struct sym_query *q, double d) {
  for (unsigned width = 32; width <= 64; width += 32) {
    sym_values_set(&q->trial, vars(q)[0],
                   sym_signed(sym_number_bits(d, width), 64));
    if (holds(q))
      return true;
  }
  return false;
}

/* A variable of floating point gets numbers that lie between those it is
 * compared with: a chain of products that the solver works on for minutes is
 * often beyond its bound somewhere there. */
static bool try_between(struct sym_query *q) {
  enum { STEPS = 32 };
  double at[POINTS];
  if (q->part->vars_len != 1 || !is_floating(q))
    return false;
  unsigned count = find_points(q, at);
  for (unsigned i = 0; i + 1 < count; i++)
    for (unsigned k = 1; k < STEPS; k++)
      if (try_number(q, at[i] + (at[i + 1] - at[i]) * k / STEPS))
        return true;
  return false;
}

/* How many assignments there are; more than TRIALS: any number. */
static uint64_t assignments(const struct sym_query *q) {
  uint64_t all = 1;
  for (uint32_t i = 0; i < q->part->vars_len && all <= TRIALS; i++) {
    const struct sym_input *in = input(q, vars(q)[i]);
    uint64_t values = (uint64_t)in->high - (uint64_t)in->low;
    all = values < TRIALS ? all * (values + 1) : TRIALS + 1;
  }
  return all;
}

/* Of few assignments, each: what the solver could not decide. */
static enum sym_answer try_all(struct sym_query *q) {
  uint64_t all = assignments(q);
  for (uint64_t n = 0; n < all && all <= TRIALS; n++) {
    uint64_t rest = n;
    for (uint32_t i = 0; i < q->part->vars_len; i++) {
      const struct sym_input *in = input(q, vars(q)[i]);
      uint64_t values = (uint64_t)in->high - (uint64_t)in->low + 1;
      sym_values_set(&q->trial, vars(q)[i], in->low + (int64_t)(rest % values));
      rest /= values;
    }
    if (holds(q))
      return SYM_SAT;
  }
  return all <= TRIALS ? SYM_UNSAT : SYM_UNKNOWN;
}

static bool gave_up(const struct sym_query *q) {
  return q->give_up && q->give_up(q->give_up_user);
}

/* All values of one byte are tried in less time than a solver needs for a chain
 * of quotients. */
static bool is_a_byte(const struct sym_query *q) {
  enum { BYTE = 256 };
  return q->part->vars_len == 1 && assignments(q) <= BYTE;
}

static enum sym_answer ask_solver(struct sym_query *q) {
  /* trying few assignments costs less than floating point does */
  enum sym_answer out =
      is_floating(q) || is_a_byte(q) ? try_all(q) : SYM_UNKNOWN;
  if (out == SYM_UNKNOWN)
    out = solver_check(q->solver, conditions(q), q->part->count, &q->trial);
  if (out == SYM_SAT && !holds(q))
    out = SYM_UNKNOWN; /* never believed unchecked */
  if (out == SYM_UNKNOWN && !gave_up(q))
    out = try_all(q);
  q->stats.solved += out != SYM_UNKNOWN;
  q->stats.unknown += out == SYM_UNKNOWN;
  return out;
}

/* The part in q->part, ascending. */
static enum sym_answer solve_part(struct sym_query *q, struct sym_values *v) {
  uint64_t hash = hash_bytes(conditions(q), q->part->count * sizeof(sym_id));
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
  } else if (try_models(q) || try_near(q) || try_between(q)) {
    q->stats.tried++;
    out = SYM_SAT;
  } else {
    out = ask_solver(q);
  }
  if (out == SYM_UNKNOWN && gave_up(q))
    return out; /* no answer to be remembered */
  remember(q, hash, out);
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
static bool gather(struct sym_query *q, const sym_id *asked, size_t count) {
  vec_clear(&q->all);
  for (size_t i = 0; i < count; i++) {
    if (q->store->vars.at[asked[i]])
      vec_push(&q->all, asked[i]);
    else if (!sym_eval(q->store, asked[i], &q->trial))
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

enum sym_answer sym_solve(struct sym_query *q, const sym_id *asked,
                          size_t count, struct sym_values *v) {
  enum sym_answer out = SYM_SAT;
  q->stats.asked++;
  sym_values_clear(v);
  if (!gather(q, asked, count))
    return SYM_UNSAT;
  parts_split(&q->parts, q->all.at, q->all.len);
  vec_each(&q->parts.parts, part) {
    q->part = part;
    enum sym_answer answer = solve_part(q, v);
    if (answer == SYM_UNSAT)
      return SYM_UNSAT;
    if (answer == SYM_UNKNOWN)
      out = SYM_UNKNOWN;
  }
  return out;
}
