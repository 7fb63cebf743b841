#include "cover/submodel.h"

#include "base/bitset.h"
#include "base/sound.h"
#include "cover/expr.h"

/* Of the time so much is for the tests of all units together. */
static const double SHARE_OF_UNITS = 0.2;

struct job {
  const struct cover_model *m;
  const struct cover_options *o;
  struct tests *rows; /* by relation: whole tests, of which it has its part */
  struct cover_model with;  /* the model with units */
};

static void hear_nothing(void *user, enum diag_level level, struct diag_at at,
                         const char *msg, const char *hint) {
  (void)user, (void)level, (void)at, (void)msg, (void)hint;
}

/* --- the tests of one unit ------------------------------------------------ */

/* Tests for the tuples of the relation's parameters only. */
static bool make_rows(const struct job *j, const struct relation *r,
                      struct cover_result *out) {
  struct diag silent = {.sink = hear_nothing};
  struct cover_options o = *j->o;
  o.strength = r->strength ? r->strength : j->o->strength;
  if (o.strength > r->count)
    o.strength = r->count;
  if (o.seconds > 0)
    o.seconds *= SHARE_OF_UNITS / (double)j->m->relations.len;
  struct cover_model own = *j->m;
  own.params.at = alloc_zero(own.params.len, sizeof *own.params.at);
  memcpy(own.params.at, j->m->params.at,
         own.params.len * sizeof *own.params.at);
  own.relations.len = 0;
  for (size_t p = 0; p < own.params.len; p++) {
    own.params.at[p].result = true;
    own.params.at[p].order = 0;
  }
  for (uint32_t i = 0; i < r->count; i++)
    own.params.at[r->params[i]].result = false;
  bool ok = cover_generate(&own, &o, NULL, &silent, out);
  free(own.params.at);
  return ok;
}

/* Tests that agree in the relation's parameters are one. */
static void add_row(const struct relation *r, struct tests *rows,
                    const cell *test) {
  for (uint32_t k = 0; k < rows->len; k++) {
    bool same = true;
    for (uint32_t p = 0; p < r->count && same; p++)
      same = test[r->params[p]] == tests_at(rows, k)[r->params[p]];
    if (same)
      return;
  }
  tests_push(rows, test);
}

/* --- the unit ------------------------------------------------------------- */

static struct rule_expr *make(struct job *j, enum rule_op op, struct rule_expr *a,
                         struct rule_expr *b, struct diag_at at) {
  struct rule_expr *e = arena_new(&j->with.arena, struct rule_expr);
  *e = (struct rule_expr){.op = op, .a = a, .b = b, .at = at};
  return e;
}

static struct rule_expr *param_node(struct job *j, uint32_t p, struct diag_at at) {
  struct rule_expr *e = make(j, RULE_PARAM, NULL, NULL, at);
  e->param = p;
  return e;
}

static struct rule_expr *in_none(struct job *j, uint32_t p, uint32_t values,
                            struct diag_at at) {
  struct rule_expr *e = make(j, RULE_IN, param_node(j, p, at), NULL, at);
  e->values = arena_array(&j->with.arena, uint64_t, BITSET_WORDS(values + 1));
  return e;
}

/* "The parameter has the value", never unknown on a complete test. */
static struct rule_expr *has_value(struct job *j, uint32_t p, cell v,
                              struct diag_at at) {
  const struct param *param = &j->m->params.at[p];
  struct rule_expr *absent = make(j, RULE_ABSENT, param_node(j, p, at), NULL, at);
  if (param->values[v].absent)
    return absent;
  struct rule_expr *in = in_none(j, p, param->count, at);
  bitset_add(in->values, v);
  if (!param->conditional)
    return in;
  return make(j, RULE_AND, make(j, RULE_NOT, absent, NULL, at), in, at);
}

/* The tests of the unit that have value v of the parameter make it v. */
static void add_rule(struct job *j, const struct relation *r, uint32_t unit,
                     const struct tests *rows, uint32_t p, cell v) {
  struct rule_expr *is = in_none(j, unit, rows->len, r->at);
  bool any = false;
  for (uint32_t i = 0; i < rows->len; i++)
    if (tests_at(rows, i)[p] == v) {
      bitset_add(is->values, i);
      any = true;
    }
  if (!any)
    return;
  struct rule_expr *e = make(j, RULE_OR, make(j, RULE_NOT, is, NULL, r->at),
                        has_value(j, p, v, r->at), r->at);
  vec_push(&j->with.rules, ((struct rule){.expr = e, .at = r->at,
                                          .text = "of a sub-model"}));
}

static void add_unit(struct job *j, const struct relation *r,
                     const struct tests *rows) {
  uint32_t unit = (uint32_t)j->with.params.len;
  struct param param = {.name = "of a sub-model", .at = r->at,
                        .count = rows->len};
  param.values = arena_array(&j->with.arena, struct value, rows->len);
  for (uint32_t i = 0; i < rows->len; i++) {
    const char **names = arena_array(&j->with.arena, const char *, 1);
    names[0] = arena_printf(&j->with.arena, "test %u", i + 1);
    param.values[i] = (struct value){.name = names[0], .names = names,
                                     .name_count = 1, .weight = 1};
  }
  vec_push(&j->with.params, param);
  for (uint32_t i = 0; i < r->count; i++) {
    j->with.params.at[r->params[i]].result = true;
    j->with.params.at[r->params[i]].order = 0;
    for (uint32_t v = 0; v < j->m->params.at[r->params[i]].count; v++)
      add_rule(j, r, unit, rows, r->params[i], (cell)v);
  }
}

/* --- rows that the other units exclude ------------------------------------ */

static bool is_negative(const struct cover_model *m, const cell *test) {
  for (uint32_t p = 0; p < m->params.len; p++)
    if (m->params.at[p].values[test[p]].negative)
      return true;
  return false;
}

static void begin_model(struct job *j) {
  vec_free(&j->with.params);
  vec_free(&j->with.rules);
  j->with.file = j->m->file;
  j->with.case_sensitive = j->m->case_sensitive;
  j->with.has_negative = j->m->has_negative;
  vec_each(&j->m->params, p) vec_push(&j->with.params, *p);
  vec_each(&j->m->rules, r) vec_push(&j->with.rules, *r);
  for (size_t k = 0; k < j->m->relations.len; k++)
    add_unit(j, &j->m->relations.at[k], &j->rows[k]);
}

/* Where rules or parameters join two relations, a test of one may go with no
 * test that was made for the other: then the other gets its part of the whole
 * test that the first was taken from.  True when something was added. */
static bool add_partners(struct job *j, struct diag *diag) {
  const struct cover_model *m = j->m;
  struct halt halt = halt_within(j->o->halt, 0);
  struct oracle *oracle[2] = {0};
  bool added = false, ok = true;
  for (int kind = 0; kind <= m->has_negative && ok; kind++)
    ok = (oracle[kind] = oracle_open(&j->with, kind ? ORACLE_NEGATIVE
                                                    : ORACLE_POSITIVE,
                                     &halt, diag)) != NULL;
  for (size_t k = 0; k < m->relations.len && ok; k++) {
    uint32_t unit = (uint32_t)(m->params.len + k);
    /* Not those that were added just now: each came with its partners, which
     * are parts of the same whole test. */
    for (uint32_t i = 0, n = j->with.params.at[unit].count; i < n; i++) {
      const cell *test = tests_at(&j->rows[k], i);
      struct oracle *o = oracle[is_negative(m, test)];
      if (oracle_possible(o) && oracle_value(o, unit, (cell)i))
        continue;
      for (size_t l = 0; l < m->relations.len; l++)
        if (l != k)
          add_row(&m->relations.at[l], &j->rows[l], test);
      added = true;
    }
  }
  oracle_close(oracle[0]);
  oracle_close(oracle[1]);
  return added;
}

/* --- all of it ------------------------------------------------------------ */

static void drop_units(struct cover_result *result, uint32_t params) {
  struct tests tests = {.params = params};
  for (uint32_t i = 0; i < result->tests.len; i++)
    tests_push(&tests, tests_at(&result->tests, i));
  tests_free(&result->tests);
  result->tests = tests;
}

/* False when a limit came, or an error: *result or the diagnostics have it. */
static bool make_units(struct job *j, struct diag *diag,
                       struct cover_result *result, bool *ok) {
  for (size_t k = 0; k < j->m->relations.len; k++) {
    const struct relation *r = &j->m->relations.at[k];
    *ok = make_rows(j, r, result);
    if (!*ok) /* no valid test at all: the whole model says why */
      *ok = cover_generate(j->m, j->o, NULL, diag, result);
    else if (result->verdict == VERDICT_HOLDS) {
      j->rows[k].params = (uint32_t)j->m->params.len;
      for (uint32_t i = 0; i < result->tests.len; i++)
        add_row(r, &j->rows[k], tests_at(&result->tests, i));
      cover_result_free(result);
      continue;
    }
    return false;
  }
  begin_model(j);
  if (j->m->relations.len > 1 && add_partners(j, diag))
    begin_model(j);
  for (size_t k = 0; k < j->m->relations.len && *ok; k++)
    *ok = j->rows[k].len <= VALUES_MOST ||
          diag_error(diag, j->m->relations.at[k].at,
                     "the sub-model has %u tests, more than %u",
                     j->rows[k].len, (unsigned)VALUES_MOST);
  return *ok;
}

bool submodel_generate(const struct cover_model *m,
                       const struct cover_options *o, struct diag *diag,
                       struct cover_result *result) {
  struct job j = {
      .m = m, .o = o, .rows = alloc_zero(m->relations.len, sizeof *j.rows)};
  bool ok = true;
  if (make_units(&j, diag, result, &ok)) {
    struct cover_options rest = *o;
    if (m->relations.len)
      rest.seconds *= 1 - SHARE_OF_UNITS;
    ok = cover_generate(&j.with, &rest, NULL, diag, result);
    if (ok)
      drop_units(result, (uint32_t)m->params.len);
  }
  for (size_t k = 0; k < m->relations.len; k++)
    tests_free(&j.rows[k]);
  free(j.rows);
  vec_free(&j.with.params);
  vec_free(&j.with.rules);
  arena_free(&j.with.arena);
  return ok;
}
