/* Cells in which any value will do (coverage_loosen).
 *
 * A cell may be open when every tuple that needs it is in another test too,
 * with no open cell in it there, and when the rules that mention its
 * parameter are true whatever the open cells hold.  Kleene's logic says that
 * of a rule without trying: true with open cells is true for all their
 * values.  A cell with a negative value stays, since it makes its test one of
 * the negative kind. */
#include "base/bitset.h"
#include "cover/coverage.h"
#include "cover/expr.h"

struct loose {
  struct tuple_coverage *c;
  const struct cover_model *m;
  bool *fixed;           /* by parameter: it has a value "*" */
  VEC(uint32_t) *rules;  /* by parameter: those that mention it */
  uint32_t *start, *at;  /* by parameter: its subsets, as numbers that go on
                            from block to block; the same for both kinds */
};

static void find_rules(struct loose *l) {
  size_t words = BITSET_WORDS(l->m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  for (uint32_t r = 0; r < l->m->rules.len; r++) {
    memset(set, 0, words * sizeof *set);
    expr_params(l->m->rules.at[r].expr, set);
    bitset_each(set, words, p) vec_push(&l->rules[p], r);
  }
  free(set);
}

static void find_subsets(struct loose *l, const struct space *s) {
  l->start = alloc_zero(s->params + 2, sizeof *l->start);
  for (int pass = 0; pass < 2; pass++) {
    uint32_t number = 0;
    for (size_t k = 0; k < s->blocks.len; k++) {
      const struct block *b = &s->blocks.at[k];
      for (uint32_t i = 0; i < b->count; i++, number++)
        for (uint32_t j = 0; j < b->size; j++) {
          uint32_t p = b->params[(size_t)i * b->size + j];
          if (pass)
            l->at[l->start[p + 1]++] = number;
          else
            l->start[p + 2]++;
        }
    }
    for (uint32_t p = 0; !pass && p < s->params; p++)
      l->start[p + 2] += l->start[p + 1];
    if (!pass)
      l->at = alloc_zero(l->start[s->params + 1], sizeof *l->at);
  }
}

static bool rules_hold(const struct loose *l, uint32_t param,
                       const cell *test) {
  vec_each(&l->rules[param], r)
    if (expr_eval(l->m, l->m->rules.at[*r].expr, test) != TRUE3)
      return false;
  return true;
}

/* The needed tuples of the test that contain the parameter: is each in
 * another test?  With `take`, they are no longer counted here. */
static bool subsets_hold(struct loose *l, int kind, uint32_t param,
                         const cell *test, bool take) {
  const struct space *s = l->c->space[kind];
  size_t k = 0;
  uint32_t before = 0; /* subsets of earlier blocks */
  for (uint32_t n = l->start[param]; n < l->start[param + 1]; n++) {
    while (l->at[n] - before >= s->blocks.at[k].count)
      before += s->blocks.at[k++].count;
    const struct block *b = &s->blocks.at[k];
    uint32_t i = l->at[n] - before;
    bool open = false;
    for (uint32_t j = 0; j < b->size; j++)
      open |= test[b->params[(size_t)i * b->size + j]] == CELL_NONE;
    if (open)
      continue;
    uint32_t tuple = space_tuple(s, b, i, test);
    if (take)
      l->c->count[kind][tuple]--;
    else if (s->need[tuple] == NEED_COVERED && l->c->count[kind][tuple] == 1)
      return false;
  }
  return true;
}

static void loosen_test(struct loose *l, cell *test) {
  int kind = 0;
  for (uint32_t p = 0; p < l->m->params.len; p++)
    kind |= l->m->params.at[p].values[test[p]].negative;
  for (uint32_t p = (uint32_t)l->m->params.len; p-- > 0;) {
    cell v = test[p];
    if (l->fixed[p] || l->m->params.at[p].values[v].negative ||
        !subsets_hold(l, kind, p, test, false))
      continue;
    test[p] = CELL_NONE;
    bool ok = rules_hold(l, p, test);
    test[p] = v;
    if (!ok)
      continue;
    subsets_hold(l, kind, p, test, true);
    test[p] = CELL_NONE;
  }
}

static bool is_complete(const struct tests *tests, uint32_t i) {
  for (uint32_t p = 0; p < tests->params; p++)
    if (tests_at(tests, i)[p] == CELL_NONE)
      return false;
  return true;
}

void coverage_loosen(struct tuple_coverage *c, struct tests *tests) {
  const struct space *s = c->space[0];
  struct loose l = {.c = c, .m = s->m};
  l.fixed = alloc_zero(s->params, sizeof *l.fixed);
  l.rules = alloc_zero(s->params, sizeof *l.rules);
  for (uint32_t p = 0; p < s->params; p++)
    for (uint32_t v = 0; v < s->m->params.at[p].count; v++)
      for (uint32_t n = 0; n < s->m->params.at[p].values[v].name_count; n++)
        l.fixed[p] |= !strcmp(s->m->params.at[p].values[v].names[n], "*");
  find_rules(&l);
  find_subsets(&l, s);
  for (uint32_t i = tests->len; i-- > 0 && !halt_look(s->halt);)
    if (is_complete(tests, i) &&
        model_broken_rule(l.m, tests_at(tests, i)) == RULE_NONE)
      loosen_test(&l, tests_at(tests, i));
  for (uint32_t p = 0; p < s->params; p++)
    vec_free(&l.rules[p]);
  free(l.rules);
  free(l.fixed);
  free(l.start);
  free(l.at);
}
