#include "cover/cover.h"

#include <math.h>

#include "base/clock.h"
#include "base/sound.h"
#include "base/text.h"
#include "cover/ipo.h"
#include "cover/search.h"

enum { STRENGTH_MOST = 16 };
/* Steps when the user sets no limit: about this many changes of tallies, and
 * no more steps than a small model can use. */
static const double WORK_BY_DEFAULT = 2e8, STEPS_BY_DEFAULT = 4e5;

static struct diag_at whole_file(const struct cover_model *m) {
  return (struct diag_at){m->file, 0, 0, 0};
}

static uint32_t combined(const struct cover_model *m) {
  uint32_t n = 0;
  for (size_t p = 0; p < m->params.len; p++)
    n += !m->params.at[p].result;
  return n;
}

static bool strength_fits(const struct cover_model *m, uint32_t strength,
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
  if (strength > STRENGTH_MOST || isinf(space_bytes(m, strength)))
    return diag_error_hint(diag, whole_file(m),
                           "a smaller strength, or fewer values, have less",
                           "too many tuples: %zu parameters at strength %u%s",
                           m->params.len, strength,
                           m->relations.len ? ", and relations" : "");
  return true;
}

bool cover_fits(const struct cover_model *m, uint32_t strength, uint64_t memory,
                struct diag *diag) {
  if (!strength_fits(m, strength, diag))
    return false;
  double bytes = space_bytes(m, strength);
  if (bytes <= (double)memory)
    return true;
  return diag_error_hint(diag, whole_file(m), "--memory allows more",
                         "%zu parameters at strength %u need %.0f MB, more "
                         "than %.0f MB",
                         m->params.len, strength, bytes / 1048576,
                         (double)memory / 1048576);
}

/* --- contradictions ------------------------------------------------------- */

/* No valid test: says which rules cannot be met together. */
static bool contradiction(const struct cover_model *m, struct halt *halt,
                          struct diag *diag) {
  rule_set rules = {0};
  oracle_conflict(m, halt, NULL, NULL, 0, &rules);
  if (halt_over(halt))
    vec_clear(&rules);
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
  double started; /* as clock_cpu tells it */
  struct halt halt;
  uint64_t steps_left; /* UINT64_MAX: no limit */
  double share;        /* of what is left, for this kind of tests */
  bool partial;        /* a halt came while the first answer was made */
  bool cut_off;        /* ... or before, and something is not covered */
};

static bool stop_wanted(struct job *j) {
  return halt_look(&j->halt) || !j->steps_left;
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

/* What the search keeps for every cell of a test, beside the test itself. */
enum { SEARCH_BYTES_OF_CELL = 48 };

static bool room_for_search(const struct job *j, const struct tests *tests) {
  return !j->halt.memory ||
         (uint64_t)tests->len * tests->params * SEARCH_BYTES_OF_CELL <=
             j->halt.memory;
}

/* Searches within what is left of the limits, and at most `most` steps. */
static void improve(struct job *j, const struct space *s, struct tests *tests,
                    uint32_t fixed, uint64_t most) {
  EXPECTS(fixed <= tests->len);
  if (stop_wanted(j) || tests->len <= s->bound || !room_for_search(j, tests) ||
      j->steps_left == 1) /* the first answer is wanted, and no tables */
    return;
  double left = j->o->seconds > 0 ? j->halt.deadline - clock_wall() : 0;
  struct halt halt = halt_within(&j->halt, left * j->share);
  struct search_limits l = {.seed = j->o->seed, .fixed = fixed,
                            .progress = j->o->progress, .halt = &halt};
  if (j->steps_left != UINT64_MAX) {
    l.steps = (uint64_t)((double)j->steps_left * j->share);
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

/* Before the first answer small models have time for some more answers of
 * IPO, of which the smallest is taken, and for a short search from there: so
 * much work that it takes some milliseconds.  It depends on the model and the
 * seed only, and counts for no limit on steps. */
static const double WORK_OF_VARIANTS = 2e6, WORK_OF_FIRST = 5e6;
enum { VARIANTS_MOST = 3, TUPLES_OF_FIRST = 200000 };

static void first_search(struct job *j, const struct space *s,
                         struct tests *tests, uint32_t fixed) {
  EXPECTS(fixed <= tests->len);
  if (tests->len <= s->bound || s->tuples > TUPLES_OF_FIRST ||
      halt_look(&j->halt) || !room_for_search(j, tests))
    return;
  double share = WORK_OF_FIRST / WORK_BY_DEFAULT;
  struct search_limits l = {
      .seed = j->o->seed, .fixed = fixed, .halt = &j->halt,
      .steps = (uint64_t)((double)default_steps(s) * share) + 1};
  l.patience = l.steps / 8 + s->tuples;
  search_run(s, tests, &l);
}

static bool first_ipo(struct job *j, const struct space *s,
                      struct tests *tests) {
  struct tests kept = {.params = tests->params};
  struct tests other = {.params = tests->params};
  tests_copy(&kept, tests);
  bool ok = strategy_ipo(s, tests, j->o->seed);
  double work = (double)tests->len * ((double)s->tuples + 1);
  uint32_t variants = work > WORK_OF_VARIANTS / VARIANTS_MOST
                          ? (uint32_t)(WORK_OF_VARIANTS / work)
                          : VARIANTS_MOST;
  for (uint32_t n = 1; n <= variants && ok && tests->len > s->bound &&
                       !halt_look(&j->halt); n++) {
    tests_copy(&other, &kept);
    if (ipo_grow(s, &other, ipo_h_iv, j->o->seed, n) && !j->halt.over &&
        other.len < tests->len)
      tests_copy(tests, &other);
  }
  if (ok)
    first_search(j, s, tests, kept.len);
  tests_free(&kept);
  tests_free(&other);
  return ok;
}

/* The smaller of IPO and algebra is the first answer.  A computed array is a
 * rigid thing that the search rarely improves, so the search begins with
 * IPO's, and turns to the other when it has not got below it. */
static bool automatic(struct job *j, const struct space *s,
                      struct tests *tests) {
  struct tests computed = {.params = tests->params};
  uint32_t fixed = tests->len;
  bool ok = first_ipo(j, s, tests);
  j->partial = j->halt.over;
  bool has = ok && !fixed && !halt_look(&j->halt) &&
             strategy_algebra_below(s, &computed, j->o->seed, tests->len) &&
             !j->halt.over; /* otherwise it may lack something */
  bool exact = has && computed.len <= s->bound;
  bool better = has && computed.len < tests->len;
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
  if (has && computed.len < tests->len)
    tests_copy(tests, &computed);
  tests_free(&computed);
  return ok;
}

static bool build(struct job *j, const struct space *s, struct tests *tests,
                  const struct cover_model *m, struct diag *diag) {
  const struct cover_strategy *st = j->o->strategy;
  uint32_t fixed = tests->len;
  if (!st->build)
    return automatic(j, s, tests);
  if (!st->build(s, tests, j->o->seed))
    return diag_error_hint(diag, whole_file(m),
                           "--strategy auto finds one that does",
                           "strategy '%s' does not apply here", st->name);
  j->partial = j->halt.over;
  note_first(j, tests->len - fixed, st->name);
  if (st->improve)
    improve(j, s, tests, fixed, 0);
  return true;
}

static bool is_negative(const struct cover_model *m, const cell *test) {
  for (uint32_t p = 0; p < m->params.len; p++)
    if (test[p] != CELL_NONE && m->params.at[p].values[test[p]].negative)
      return true;
  return false;
}

/* PICT's "output will not contain following values", with the place. */
static void warn_excluded(const struct cover_model *m,
                          struct oracle *const *oracle, struct diag *diag) {
  for (uint32_t p = 0; p < m->params.len; p++)
    for (uint32_t v = 0; v < m->params.at[p].count; v++) {
      const struct value *value = &m->params.at[p].values[v];
      bool can = value->absent;
      for (int kind = 0; kind < 2 && !can; kind++)
        can = oracle[kind] && oracle_possible(oracle[kind]) &&
              oracle_value(oracle[kind], p, (cell)v);
      if (!can)
        diag_warning(diag, m->params.at[p].at, "the rules exclude it",
                     "no test can have '%s' = '%s'", m->params.at[p].name,
                     value->name);
    }
}

/* Tests to be kept go to the kind that can have them: one without a negative
 * value, but with open cells, may be possible beside a negative one only. */
static bool share_out(const struct cover_model *m, struct oracle *const *oracle,
                      const struct tests *keep, struct tests *of,
                      struct halt *halt, struct diag *diag) {
  cell *witness = alloc_zero(m->params.len, sizeof *witness);
  bool ok = true;
  for (uint32_t i = 0; keep && i < keep->len && ok; i++) {
    const cell *test = tests_at(keep, i);
    int kind = is_negative(m, test);
    while (kind < 2 && oracle[kind] &&
           !oracle_witness(oracle[kind], test, NULL, witness) &&
           !halt_over(halt))
      kind++;
    ok = kind < 2 && oracle[kind];
    if (ok)
      tests_push(&of[kind], test);
  }
  free(witness);
  return ok || diag_error(diag, whole_file(m),
                          "a test to be kept is part of no valid test");
}

/* Of a first answer that was cut off so much is handed over that it can be
 * written within the second in which everything must end. */
enum { CELLS_CUT_OFF = 1 << 20 };

static void shorten(struct tests *tests, uint32_t kept) {
  EXPECTS(kept <= tests->len);
  uint32_t most = CELLS_CUT_OFF / tests->params + 1;
  if (most < kept)
    most = kept;
  if (tests->len > most)
    tests->len = most;
}

/* Needed tuples that the tests have.  Called when time is short: it counts
 * for a moment, and then says what it has counted. */
static uint64_t count_covered(const struct space *s,
                              const struct tests *tests) {
  struct halt halt = halt_within(NULL, 0.2);
  uint8_t *seen = alloc_zero(s->tuples, 1);
  uint64_t n = 0;
  for (uint32_t i = 0; i < tests->len && !halt_over(&halt); i++)
    for (size_t k = 0; k < s->blocks.len; k++) {
      const struct block *b = &s->blocks.at[k];
      for (uint32_t sub = 0; sub < b->count; sub++) {
        uint32_t tuple = space_tuple(s, b, sub, tests_at(tests, i));
        n += s->need[tuple] == NEED_COVERED && !seen[tuple];
        seen[tuple] = 1;
      }
    }
  free(seen);
  return n;
}

static void add_result(struct job *j, const struct space *s,
                       const struct tests *tests, uint32_t kept,
                       uint64_t covered) {
  EXPECTS(kept <= tests->len);
  struct cover_result *r = j->result;
  r->tuples += s->needed;
  r->covered += covered;
  r->infeasible += s->infeasible;
  r->bound += s->bound > kept ? s->bound : kept;
  r->kept += kept;
  for (uint32_t i = 0; i < tests->len; i++)
    tests_push(&r->tests, tests_at(tests, i));
}

static bool generate_kind(struct job *j, const struct space *s,
                          struct tests *tests, struct diag *diag) {
  uint32_t kept = tests->len;
  j->partial = false;
  if (halt_look(&j->halt)) {
    j->cut_off = true;
    j->result->decided = false;
    add_result(j, s, tests, kept, 0);
    return true;
  }
  if (!j->o->steps && j->o->seconds <= 0)
    j->steps_left = default_steps(s);
  if (oracle_possible(s->oracle) && !build(j, s, tests, s->m, diag))
    return false;
  uint64_t covered = s->needed;
  if (j->partial) {
    shorten(tests, kept);
    covered = count_covered(s, tests);
  }
  j->cut_off |= covered < s->needed;
  add_result(j, s, tests, kept, covered);
  return true;
}

static bool generate(struct job *j, const struct cover_model *m,
                     const struct tests *keep, struct diag *diag) {
  struct oracle *oracle[2] = {0};
  struct space *space[2] = {0};
  struct tests tests[2] = {{.params = (uint32_t)m->params.len},
                           {.params = (uint32_t)m->params.len}};
  bool ok = true, possible = false;
  for (int kind = 0; kind <= m->has_negative && ok; kind++) {
    oracle[kind] = oracle_open(m, kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE,
                               &j->halt, diag);
    ok = oracle[kind] != NULL;
    possible |= ok && oracle_possible(oracle[kind]);
  }
  if (ok && !possible && !halt_look(&j->halt))
    ok = contradiction(m, &j->halt, diag) || j->halt.over;
  if (ok && !halt_look(&j->halt))
    warn_excluded(m, oracle, diag);
  if (ok)
    ok = share_out(m, oracle, keep, tests, &j->halt, diag);
  for (int kind = 0; kind <= m->has_negative && ok; kind++) {
    j->share = kind < m->has_negative ? 0.7 : 1;
    space[kind] = space_open(m, oracle[kind],
                             kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE,
                             j->o->strength, false, space[0]);
    ok = generate_kind(j, space[kind], &tests[kind], diag);
  }
  for (int kind = 0; kind < 2; kind++) {
    space_close(space[kind]);
    oracle_close(oracle[kind]);
    tests_free(&tests[kind]);
  }
  return ok;
}

/* What a limit has left undone, if anything, and the verdict. */
static void conclude(struct job *j) {
  struct cover_result *r = j->result;
  if (j->cut_off)
    reasons_add(&r->claim.because, (struct because){.why = j->halt.why});
  r->verdict = verdict_of(&r->claim);
}

bool cover_generate(const struct cover_model *m, const struct cover_options *o,
                    const struct tests *keep, struct diag *diag,
                    struct cover_result *result) {
  *result = (struct cover_result){.tests.params = (uint32_t)m->params.len,
                                  .decided = true};
  if (!strength_fits(m, o->strength, diag))
    return false;
  struct job j = {.o = o, .result = result, .started = clock_cpu(),
                  .halt = halt_within(o->halt, o->seconds),
                  .steps_left = o->steps ? o->steps : UINT64_MAX};
  double bytes = space_bytes(m, o->strength);
  j.halt.memory = o->memory - (uint64_t)bytes;
  bool ok = true;
  if (bytes >= (double)o->memory) {
    halt_now(&j.halt, WHY_MEMORY);
    j.cut_off = true;
    result->decided = false;
  } else {
    ok = generate(&j, m, keep, diag);
  }
  result->seconds = clock_cpu() - j.started;
  result->first += result->kept;
  conclude(&j);
  if (!ok)
    cover_result_free(result);
  return ok;
}

void cover_result_free(struct cover_result *r) {
  tests_free(&r->tests);
  reasons_free(&r->claim.because);
}
