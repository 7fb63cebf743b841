#include "cover/cover.h"

#include <math.h>

#include "base/clock.h"
#include "base/text.h"
#include "cover/search.h"

enum { STRENGTH_MOST = 16 };
/* Steps when the user sets no limit: about this many changes of tallies, and
 * no more steps than a small model can use. */
static const double WORK_BY_DEFAULT = 2e8, STEPS_BY_DEFAULT = 4e5;

static struct diag_at whole_file(const struct model *m) {
  return (struct diag_at){m->file, 0, 0, 0};
}

static uint32_t combined(const struct model *m) {
  uint32_t n = 0;
  for (size_t p = 0; p < m->params.len; p++)
    n += !m->params.at[p].result;
  return n;
}

bool cover_fits(const struct model *m, uint32_t strength, uint64_t memory,
                struct diag *diag) {
  uint32_t n = combined(m);
  if (strength < 1 || strength > n)
    return diag_error(diag, whole_file(m),
                      "strength %u is impossible with %u parameter%s",
                      strength, n, n == 1 ? "" : "s");
  if (m->params.len > UINT16_MAX)
    return diag_error(diag, whole_file(m),
                      "%zu parameters: at most %u are supported",
                      m->params.len, (unsigned)UINT16_MAX);
  for (size_t p = 0; p < m->params.len; p++)
    if (m->params.at[p].order > n || m->params.at[p].order > STRENGTH_MOST)
      return diag_error(diag, m->params.at[p].at,
                        "strength %u is impossible with %u parameters",
                        m->params.at[p].order, n);
  double bytes = strength > STRENGTH_MOST ? INFINITY
                                          : space_bytes(m, strength);
  if (bytes <= (double)memory)
    return true;
  if (isinf(bytes))
    return diag_error(diag, whole_file(m),
                      "too many tuples: %zu parameters at strength %u",
                      m->params.len, strength);
  return diag_error_hint(diag, whole_file(m), "--memory allows more",
                         "%zu parameters at strength %u need %.0f MB, more "
                         "than %.0f MB",
                         m->params.len, strength, bytes / 1048576,
                         (double)memory / 1048576);
}

/* --- contradictions ------------------------------------------------------- */

/* No valid test: says which rules cannot be met together. */
static bool contradiction(const struct model *m, struct diag *diag) {
  rule_set rules = {0};
  oracle_conflict(m, ORACLE_POSITIVE, NULL, NULL, 0, &rules);
  for (size_t i = 0; i < rules.len; i++) {
    const struct rule *r = &m->rules.at[rules.at[i]];
    if (rules.len == 1)
      diag_error(diag, r->at, "no test can meet this rule");
    else if (i == 0)
      diag_error(diag, r->at,
                 "no test can meet these %zu rules together (any fewer of "
                 "them can be met)",
                 rules.len);
    else
      diag_error(diag, r->at, "... and this one");
  }
  vec_free(&rules);
  return false;
}

/* --- one kind of tests ---------------------------------------------------- */

struct job {
  const struct cover_options *o;
  struct cover_result *result;
  double started;
  uint64_t steps_left; /* UINT64_MAX: no limit */
  double share;        /* of what is left, for this kind of tests */
};

static bool stop_wanted(const struct job *j) {
  return progress_stopped(j->o->progress) || !j->steps_left ||
         (j->o->seconds > 0 && clock_cpu() - j->started >= j->o->seconds);
}

static void note_first(struct job *j, uint32_t size, const char *strategy) {
  j->result->first += size;
  j->result->first_seconds = clock_cpu() - j->started;
  j->result->best_seconds = j->result->first_seconds;
  if (!j->result->strategy)
    j->result->strategy = strategy;
}

/* Steps that make about WORK_BY_DEFAULT changes of tallies. */
static uint64_t default_steps(const struct space *s) {
  double subsets = 0;
  for (size_t k = 0; k < s->blocks.len; k++)
    subsets += (double)s->blocks.at[k].count * s->blocks.at[k].size;
  double steps = WORK_BY_DEFAULT / (2 * subsets / s->params + 50);
  return (uint64_t)(steps < STEPS_BY_DEFAULT ? steps : STEPS_BY_DEFAULT) + 1;
}

/* Searches within what is left of the limits, and at most `most` steps. */
static void improve(struct job *j, const struct space *s, struct tests *tests,
                    uint32_t fixed, uint64_t most) {
  if (stop_wanted(j) || tests->len <= s->bound)
    return;
  double share = j->share;
  double left = j->o->seconds - (clock_cpu() - j->started);
  struct search_limits l = {.seed = j->o->seed, .fixed = fixed,
                            .progress = j->o->progress};
  if (j->o->seconds > 0)
    l.cpu_until = clock_cpu() + left * share;
  if (j->steps_left != UINT64_MAX) {
    l.steps = (uint64_t)((double)j->steps_left * share);
    if (!l.steps)
      l.steps = 1;
  }
  if (most && (!l.steps || l.steps > most))
    l.steps = most;
  uint32_t before = tests->len;
  struct search_result r = search_run(s, tests, &l);
  if (tests->len < before)
    j->result->best_seconds = r.last_gain_at - j->started;
  j->result->steps += r.steps;
  if (j->steps_left != UINT64_MAX)
    j->steps_left -= r.steps < j->steps_left ? r.steps : j->steps_left;
}

/* The smaller of IPO and algebra is the first answer.  A computed array is a
 * rigid thing that the search rarely improves, so the search begins with
 * IPO's, and turns to the other when it has not got below it. */
static bool automatic(struct job *j, const struct space *s,
                      struct tests *tests) {
  struct tests computed = {.params = tests->params};
  uint32_t fixed = tests->len;
  bool has = !fixed && strategy_algebra(s, &computed, j->o->seed);
  bool exact = has && computed.len <= s->bound;
  bool ok = exact || strategy_ipo(s, tests, j->o->seed);
  bool better = ok && has && (exact || computed.len < tests->len);
  if (ok)
    note_first(j, (better ? computed.len : tests->len) - fixed,
               better ? "algebra" : "ipo");
  if (ok && !exact) {
    /* a number of steps, not of seconds: --steps can then repeat a run */
    improve(j, s, tests, fixed, has ? default_steps(s) / 5 * 2 + 1 : 0);
    if (has && computed.len < tests->len)
      improve(j, s, &computed, 0, 0);
    else if (has)
      improve(j, s, tests, fixed, 0);
  }
  if (has && (exact || computed.len < tests->len))
    tests_copy(tests, &computed);
  tests_free(&computed);
  return ok;
}

static bool can_keep(const struct space *s, const struct tests *tests) {
  cell *witness = alloc_zero(s->params, sizeof *witness);
  bool ok = true;
  for (uint32_t i = 0; i < tests->len && ok; i++)
    ok = oracle_witness(s->oracle, tests_at(tests, i), NULL, witness);
  free(witness);
  return ok;
}

static bool build(struct job *j, const struct space *s, struct tests *tests,
                  const struct model *m, struct diag *diag) {
  const struct strategy *st = j->o->strategy;
  uint32_t fixed = tests->len;
  if (!can_keep(s, tests))
    return diag_error(diag, whole_file(m),
                      "a test to be kept is part of no valid test");
  if (!st->build)
    return automatic(j, s, tests);
  if (!st->build(s, tests, j->o->seed))
    return diag_error_hint(diag, whole_file(m),
                           "--strategy auto finds one that does",
                           "strategy '%s' does not apply here", st->name);
  note_first(j, tests->len - fixed, st->name);
  if (st->improve)
    improve(j, s, tests, fixed, 0);
  return true;
}

static bool is_negative(const struct model *m, const cell *test) {
  for (uint32_t p = 0; p < m->params.len; p++)
    if (test[p] != CELL_NONE && m->params.at[p].values[test[p]].negative)
      return true;
  return false;
}

/* PICT's "output will not contain following values", with the place. */
static void warn_excluded(const struct model *m, const struct oracle *o,
                          struct diag *diag) {
  for (uint32_t p = 0; p < m->params.len; p++)
    for (uint32_t v = 0; v < m->params.at[p].count; v++) {
      const struct value *value = &m->params.at[p].values[v];
      if (!value->negative && !value->absent &&
          !oracle_value(o, p, (cell)v))
        diag_warning(diag, m->params.at[p].at, "the rules exclude it",
                     "no test can have '%s' = '%s'", m->params.at[p].name,
                     value->name);
    }
}

static bool generate_kind(struct job *j, const struct model *m,
                          enum oracle_kind kind, const struct tests *keep,
                          struct diag *diag) {
  struct oracle *oracle = oracle_open(m, kind, diag);
  if (!oracle)
    return false;
  if (!oracle_possible(oracle) && kind == ORACLE_POSITIVE) {
    oracle_close(oracle);
    return contradiction(m, diag);
  }
  if (kind == ORACLE_POSITIVE)
    warn_excluded(m, oracle, diag);
  struct tests tests = {.params = (uint32_t)m->params.len};
  for (uint32_t i = 0; keep && i < keep->len; i++)
    if (is_negative(m, tests_at(keep, i)) == (kind == ORACLE_NEGATIVE))
      tests_push(&tests, tests_at(keep, i));
  uint32_t kept = tests.len;
  struct space *s = space_open(m, oracle, kind, j->o->strength, false);
  if (!j->o->steps && j->o->seconds <= 0)
    j->steps_left = default_steps(s);
  bool ok = !oracle_possible(oracle) || build(j, s, &tests, m, diag);
  if (ok) {
    struct cover_result *r = j->result;
    r->tuples += s->needed;
    r->infeasible += s->infeasible;
    r->bound += s->bound > kept ? s->bound : kept;
    r->kept += kept;
    for (uint32_t i = 0; i < tests.len; i++)
      tests_push(&r->tests, tests_at(&tests, i));
  }
  space_close(s);
  oracle_close(oracle);
  tests_free(&tests);
  return ok;
}

bool cover_generate(const struct model *m, const struct cover_options *o,
                    const struct tests *keep, struct diag *diag,
                    struct cover_result *result) {
  *result = (struct cover_result){.tests.params = (uint32_t)m->params.len};
  if (!cover_fits(m, o->strength, o->memory, diag))
    return false;
  struct job j = {.o = o, .result = result, .started = clock_cpu(),
                  .steps_left = o->steps ? o->steps : UINT64_MAX};
  j.share = m->has_negative ? 0.7 : 1;
  bool ok = generate_kind(&j, m, ORACLE_POSITIVE, keep, diag);
  j.share = 1;
  if (ok && m->has_negative)
    ok = generate_kind(&j, m, ORACLE_NEGATIVE, keep, diag);
  result->seconds = clock_cpu() - j.started;
  result->first += result->kept;
  if (!ok)
    tests_free(&result->tests);
  return ok;
}
