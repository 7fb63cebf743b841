/* The cover part of include/heddle.h, over the room's own interfaces. */
#include <heddle.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cover/cover.h"
#include "cover/coverage.h"
#include "cover/locate.h"
#include "cover/oracle.h"
#include "cover/parse.h"
#include "cover/read_tests.h"
#include "cover/sequence.h"

_Static_assert((int)HEDDLE_COVER_OPEN == (int)CELL_NONE, "open cells");

static const uint64_t MEMORY_BY_DEFAULT = (uint64_t)4 << 30;
/* Of the address space that is left: for all that is in no account. */
static const uint64_t MEMORY_APART = (uint64_t)32 << 20;

struct heddle_cover {
  struct model model;
  struct parse_options syntax;
  struct diag diag;
  struct halt halt;
  struct carried carried;
  heddle_report *report;
  void *user;
};

/* --- the model ------------------------------------------------------------ */

static void forward(void *user, enum diag_level level, struct diag_at at,
                    const char *msg, const char *hint) {
  struct heddle_cover *m = user;
  struct heddle_message out = {level == DIAG_ERROR, at.file, at.line, at.col,
                               at.len, msg, hint};
  if (m->report)
    m->report(m->user, &out);
}

struct heddle_cover *heddle_cover_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_cover_syntax *s,
                                       heddle_report *report, void *user) {
  struct heddle_cover *m = alloc_zero(1, sizeof *m);
  m->report = report;
  m->user = user;
  m->diag = (struct diag){.sink = forward, .user = m};
  m->syntax = (struct parse_options){',', '|', '~', false};
  if (s && s->value_delimiter)
    m->syntax.value_delimiter = s->value_delimiter;
  if (s && s->alias_delimiter)
    m->syntax.alias_delimiter = s->alias_delimiter;
  if (s && s->negative_prefix)
    m->syntax.negative_prefix = s->negative_prefix;
  m->syntax.case_sensitive = s && s->case_sensitive;
  if (parse_model(&m->model, file, text, len, &m->syntax, &m->diag))
    return m;
  heddle_cover_free(m);
  return NULL;
}

void heddle_cover_free(struct heddle_cover *m) {
  if (!m)
    return;
  cover_model_free(&m->model);
  vec_free(&m->carried.names);
  vec_free(&m->carried.texts);
  free(m);
}

void heddle_cover_limit(struct heddle_cover *m, double seconds,
                        const volatile sig_atomic_t *stop) {
  struct halt outer = {.stop = stop};
  m->halt = halt_within(&outer, seconds);
}

bool heddle_cover_limited(struct heddle_cover *m) {
  return halt_look(&m->halt);
}

size_t heddle_cover_params(const struct heddle_cover *m) {
  return m->model.params.len;
}
const char *heddle_cover_param(const struct heddle_cover *m, size_t p) {
  return m->model.params.at[p].name;
}
size_t heddle_cover_values(const struct heddle_cover *m, size_t p) {
  return m->model.params.at[p].count;
}
const char *heddle_cover_value(const struct heddle_cover *m, size_t p,
                               unsigned v) {
  return v == CELL_NONE ? "" : m->model.params.at[p].values[v].name;
}
const char *heddle_cover_alias(const struct heddle_cover *m, size_t p,
                               unsigned v, size_t nth) {
  if (v == CELL_NONE)
    return "";
  const struct value *x = &m->model.params.at[p].values[v];
  return x->names[nth % x->name_count];
}
bool heddle_cover_negative(const struct heddle_cover *m, size_t p,
                           unsigned v) {
  return v != CELL_NONE && m->model.params.at[p].values[v].negative;
}
bool heddle_cover_absent(const struct heddle_cover *m, size_t p, unsigned v) {
  return v != CELL_NONE && m->model.params.at[p].values[v].absent;
}
size_t heddle_cover_rules(const struct heddle_cover *m) {
  return m->model.rules.len;
}
const char *heddle_cover_rule(const struct heddle_cover *m, size_t r) {
  return m->model.rules.at[r].text;
}
unsigned heddle_cover_rule_line(const struct heddle_cover *m, size_t r) {
  return m->model.rules.at[r].at.line;
}

/* --- tests ---------------------------------------------------------------- */

void heddle_cover_tests_free(struct heddle_cover_tests *t) {
  free(t->cells);
  *t = (struct heddle_cover_tests){0};
}

/* The two structs hold the same array; only its owner changes. */
static struct tests inward(const struct heddle_cover_tests *t) {
  return (struct tests){.params = (uint32_t)t->params,
                        .len = (uint32_t)t->count, .cap = (uint32_t)t->count,
                        .at = t->cells};
}
static struct heddle_cover_tests outward(const struct tests *t) {
  return (struct heddle_cover_tests){t->params, t->len, t->at};
}

bool heddle_cover_tests_read(struct heddle_cover *m, const char *file,
                             const char *text, size_t len,
                             struct heddle_cover_tests *tests,
                             struct heddle_cover_rejected **rejected,
                             size_t *rejected_count) {
  struct tests t;
  rejected_list list = {0};
  m->carried.texts.len = 0;
  bool ok = read_tests(&m->model, file, text, len, &m->syntax, &m->halt, &t,
                       &list, &m->carried, &m->diag);
  *tests = ok ? outward(&t) : (struct heddle_cover_tests){0};
  *rejected_count = list.len;
  *rejected = list.len ? alloc_zero(list.len, sizeof **rejected) : NULL;
  for (size_t i = 0; i < list.len; i++)
    (*rejected)[i] = (struct heddle_cover_rejected){list.at[i].line,
                                                    list.at[i].reason};
  vec_free(&list);
  return ok;
}

void heddle_cover_carry(struct heddle_cover *m, const char *column) {
  vec_push(&m->carried.names,
           arena_string(&m->model.arena, column, strlen(column)));
}
size_t heddle_cover_carried(const struct heddle_cover *m) {
  return m->carried.names.len;
}
const char *heddle_cover_carried_name(const struct heddle_cover *m,
                                      size_t column) {
  return m->carried.names.at[column];
}
const char *heddle_cover_carried_text(const struct heddle_cover *m,
                                      size_t column, size_t test) {
  size_t at = test * m->carried.names.len + column;
  return at < m->carried.texts.len ? m->carried.texts.at[at] : "";
}

/* --- generating ----------------------------------------------------------- */

const char *heddle_cover_strategy(size_t number, const char **summary) {
  if (summary)
    *summary = cover_strategies[number].summary;
  return cover_strategies[number].name;
}

static void show(void *user, const char *job, double seconds,
                 const struct progress_figure *f, size_t count) {
  const struct heddle_cover_options *o = user;
  (void)job, (void)seconds, (void)count;
  o->progress(o->user, f[0].value, (size_t)f[1].value, (size_t)f[2].value);
}

/* What was asked for, but no more than `ulimit -v` leaves. */
static uint64_t memory_allowed(uint64_t asked) {
  struct rlimit space;
  uint64_t most = asked ? asked : MEMORY_BY_DEFAULT;
  if (getrlimit(RLIMIT_AS, &space) || space.rlim_cur == RLIM_INFINITY)
    return most;
  unsigned long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (statm && fscanf(statm, "%lu", &pages) != 1)
    pages = 0;
  if (statm)
    fclose(statm);
  uint64_t used = pages * (uint64_t)sysconf(_SC_PAGESIZE) + MEMORY_APART;
  uint64_t left = space.rlim_cur > used ? space.rlim_cur - used : 1;
  return left < most ? left : most;
}

static void add_verdict(const struct cover_result *r,
                        struct heddle_cover_result *out) {
  out->verdict = r->verdict == VERDICT_HOLDS ? HEDDLE_HOLDS
                                             : HEDDLE_INCOMPLETE;
  size_t count = r->claim.because.at.len;
  struct heddle_because *list = alloc_zero(count, sizeof *list);
  for (size_t i = 0; i < count; i++)
    list[i].why = why_key(r->claim.because.at.at[i].why);
  out->because = list;
  out->because_count = count;
}

bool heddle_cover_generate(struct heddle_cover *m,
                           const struct heddle_cover_options *options,
                           const struct heddle_cover_tests *keep,
                           struct heddle_cover_result *result) {
  struct heddle_cover_options copy = *options;
  struct progress progress = {.user = &copy,
                              .show = options->progress ? show : NULL};
  struct cover_options o = {
      .strength = options->strength ? options->strength : 2,
      .strategy = cover_strategies, .seed = options->seed,
      .steps = options->steps, .seconds = options->seconds,
      .halt = &m->halt, .progress = &progress,
      .memory = memory_allowed(options->memory)};
  while (options->strategy && o.strategy->name &&
         strcmp(o.strategy->name, options->strategy))
    o.strategy++;
  if (!o.strategy->name)
    return diag_error(&m->diag, (struct diag_at){0}, "unknown strategy '%s'",
                      options->strategy);
  struct tests kept = {0};
  if (keep)
    kept = inward(keep);
  struct cover_result r;
  if (!cover_generate(&m->model, &o, keep ? &kept : NULL, &m->diag, &r))
    return false;
  *result = (struct heddle_cover_result){
      .tests = outward(&r.tests), .strength = o.strength, .kept = r.kept,
      .bound = r.bound, .tuples = r.tuples, .covered = r.covered,
      .decided = r.decided, .infeasible = r.infeasible, .first = r.first,
      .first_seconds = r.first_seconds, .best_seconds = r.best_seconds,
      .seconds = r.seconds, .steps = r.steps, .strategy = r.strategy};
  add_verdict(&r, result);
  reasons_free(&r.claim.because);
  return true;
}

void heddle_cover_result_free(struct heddle_cover_result *r) {
  heddle_cover_tests_free(&r->tests);
  free((void *)(uintptr_t)r->because);
  r->because = NULL;
}

/* --- measuring ------------------------------------------------------------ */

static bool visit_tuple(const struct space *s, const struct block *b,
                        uint32_t subset, uint32_t tuple, uint64_t count,
                        heddle_cover_visit *visit, void *user) {
  uint32_t params[16];
  cell values[16], v[16];
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  space_values(s, b, subset, tuple, v);
  for (uint32_t i = 0; i < b->size; i++) { /* by number of the parameter */
    uint32_t at = i;
    for (; at && params[at - 1] > ps[i]; at--) {
      params[at] = params[at - 1];
      values[at] = values[at - 1];
    }
    params[at] = ps[i];
    values[at] = v[i];
  }
  struct heddle_cover_tuple t = {b->size, params, values, count};
  return visit(user, &t);
}

/* Every tuple with this need. */
static void visit_space(const struct space *s, const uint32_t *count,
                        enum need need, heddle_cover_visit *visit,
                        void *user) {
  for (size_t k = 0; k < s->blocks.len; k++) {
    const struct block *b = &s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++)
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++)
        if (s->need[n] == need &&
            !visit_tuple(s, b, i, n, count ? count[n] : 0, visit, user))
          return;
  }
}

bool heddle_cover_measure(struct heddle_cover *m,
                          const struct heddle_cover_tests *tests,
                          unsigned strength, uint64_t memory,
                          heddle_cover_visit *visit, void *user,
                          struct heddle_cover_measure *out) {
  *out = (struct heddle_cover_measure){.strength = strength};
  if (strength <= m->model.params.len && strength && strength <= 16 &&
      space_bytes(&m->model, strength) > (double)memory_allowed(memory)) {
    out->too_large = true;
    return true;
  }
  if (!cover_fits(&m->model, strength, UINT64_MAX, &m->diag))
    return false;
  struct coverage c;
  struct tests t = inward(tests);
  if (!coverage_open(&c, &m->model, strength, true, &t, &m->halt, &m->diag))
    return false;
  out->cut_off = halt_look(&m->halt);
  out->possible = coverage_possible(&c);
  out->covered = coverage_covered(&c);
  for (int kind = 0; kind < 2 && c.space[kind]; kind++) {
    out->infeasible += c.space[kind]->infeasible;
    if (visit)
      visit_space(c.space[kind], c.count[kind], NEED_COVERED, visit,
                  user);
  }
  coverage_close(&c);
  return true;
}

bool heddle_cover_infeasible(struct heddle_cover *m, unsigned strength,
                             uint64_t memory, heddle_cover_visit *visit,
                             void *user) {
  struct coverage c;
  if (!cover_fits(&m->model, strength, memory_allowed(memory), &m->diag) ||
      !coverage_open(&c, &m->model, strength, true, NULL, &m->halt,
                     &m->diag))
    return false;
  for (int kind = 0; kind < 2 && c.space[kind]; kind++)
    visit_space(c.space[kind], NULL, NEED_IMPOSSIBLE, visit, user);
  coverage_close(&c);
  return true;
}

static bool rearrange(struct heddle_cover *m,
                      struct heddle_cover_tests *tests, unsigned strength,
                      uint64_t memory, bool drop) {
  struct coverage c;
  if (!cover_fits(&m->model, strength, memory_allowed(memory), &m->diag) ||
      !coverage_open(&c, &m->model, strength, true, NULL, &m->halt,
                     &m->diag))
    return false;
  struct tests t = inward(tests);
  coverage_order(&c, &t, drop);
  *tests = outward(&t);
  coverage_close(&c);
  return true;
}

bool heddle_cover_order(struct heddle_cover *m,
                        struct heddle_cover_tests *tests, unsigned strength,
                        uint64_t memory) {
  return rearrange(m, tests, strength, memory, false);
}

bool heddle_cover_minimise(struct heddle_cover *m,
                           struct heddle_cover_tests *tests,
                           unsigned strength, uint64_t memory) {
  return rearrange(m, tests, strength, memory, true);
}

bool heddle_cover_loosen(struct heddle_cover *m,
                         struct heddle_cover_tests *tests, unsigned strength,
                         uint64_t memory) {
  struct coverage c;
  struct tests t = inward(tests);
  if (!cover_fits(&m->model, strength, memory_allowed(memory), &m->diag) ||
      !coverage_open(&c, &m->model, strength, false, &t, &m->halt, &m->diag))
    return false;
  coverage_loosen(&c, &t);
  coverage_close(&c);
  return true;
}

/* --- why ------------------------------------------------------------------ */

static void give(rule_set *set, uint32_t **rules, size_t *count) {
  *rules = set->at;
  *count = set->len;
  if (!set->len) {
    vec_free(set);
    *rules = NULL;
  }
}

bool heddle_cover_conflict(struct heddle_cover *m,
                           const struct heddle_cover_tuple *t,
                           uint32_t **rules, size_t *count) {
  rule_set set = {0};
  bool conflict = oracle_conflict(&m->model, &m->halt, t->params, t->values,
                                  (uint32_t)t->size, &set) &&
                  !halt_look(&m->halt);
  if (!conflict)
    vec_clear(&set);
  give(&set, rules, count);
  return conflict;
}

void heddle_cover_redundant(struct heddle_cover *m, uint32_t **rules,
                            size_t *count) {
  rule_set set = {0};
  oracle_redundant(&m->model, &m->halt, &set);
  give(&set, rules, count);
}

/* --- locating ------------------------------------------------------------- */

struct heddle_cover_locate {
  struct locate *at;
};

struct heddle_cover_locate *
heddle_cover_locate_open(struct heddle_cover *m, unsigned strength,
                         uint64_t seed) {
  struct locate *at = locate_open(&m->model, strength, seed, &m->halt,
                                  &m->diag);
  if (!at)
    return NULL;
  struct heddle_cover_locate *l = alloc_zero(1, sizeof *l);
  l->at = at;
  return l;
}

void heddle_cover_locate_close(struct heddle_cover_locate *l) {
  if (l)
    locate_close(l->at);
  free(l);
}

void heddle_cover_locate_add(struct heddle_cover_locate *l,
                             const uint16_t *test, bool failed) {
  locate_add(l->at, test, failed);
}

bool heddle_cover_locate_next(struct heddle_cover_locate *l, uint16_t *test) {
  return locate_next(l->at, test);
}

void heddle_cover_locate_defer(struct heddle_cover_locate *l) {
  locate_defer(l->at);
}

static void visit_combinations(const combinations *list,
                               heddle_cover_visit *visit, void *user) {
  vec_each(list, c) {
    struct heddle_cover_tuple t = {c->size, c->params, c->values, 0};
    if (!visit(user, &t))
      return;
  }
}

void heddle_cover_locate_guilty(struct heddle_cover_locate *l,
                                heddle_cover_visit *visit, void *user) {
  visit_combinations(locate_guilty(l->at), visit, user);
}

void heddle_cover_locate_suspects(struct heddle_cover_locate *l,
                                  heddle_cover_visit *visit, void *user) {
  combinations list = {0};
  locate_suspects(l->at, &list);
  visit_combinations(&list, visit, user);
  vec_free(&list);
}

size_t heddle_cover_locate_unexplained(struct heddle_cover_locate *l) {
  return locate_unexplained(l->at);
}

/* --- sequences ------------------------------------------------------------ */

struct heddle_cover_sequence {
  struct sequence at;
  struct diag diag;
  struct halt halt;
  heddle_report *report;
  void *user;
};

static void forward_sequence(void *user, enum diag_level level,
                             struct diag_at at, const char *msg,
                             const char *hint) {
  struct heddle_cover_sequence *s = user;
  struct heddle_message out = {level == DIAG_ERROR, at.file, at.line, at.col,
                               at.len, msg, hint};
  if (s->report)
    s->report(s->user, &out);
}

struct heddle_cover_sequence *
heddle_cover_sequence_read(const char *file, const char *text, size_t len,
                           heddle_report *report, void *user) {
  struct heddle_cover_sequence *s = alloc_zero(1, sizeof *s);
  s->report = report;
  s->user = user;
  s->diag = (struct diag){.sink = forward_sequence, .user = s};
  if (sequence_parse(&s->at, file, text, len, &s->diag))
    return s;
  heddle_cover_sequence_free(s);
  return NULL;
}

void heddle_cover_sequence_free(struct heddle_cover_sequence *s) {
  if (s)
    sequence_free(&s->at);
  free(s);
}

size_t heddle_cover_events(const struct heddle_cover_sequence *s) {
  return s->at.events.at.len;
}
const char *heddle_cover_event(const struct heddle_cover_sequence *s,
                               size_t event) {
  return s->at.events.at.at[event];
}

bool heddle_cover_sequence_generate(struct heddle_cover_sequence *s,
                                    unsigned strength, uint64_t seed,
                                    double seconds,
                                    const volatile sig_atomic_t *stop,
                                    struct heddle_cover_orders *out) {
  struct halt outer = {.stop = stop};
  s->halt = halt_within(&outer, seconds);
  struct sequence_result r;
  if (!sequence_generate(&s->at, strength, seed, &s->halt, &s->diag, &r))
    return false;
  *out = (struct heddle_cover_orders){
      .tests = outward(&r.tests), .possible = r.possible,
      .covered = r.covered, .impossible = r.impossible, .bound = r.bound};
  return true;
}

bool heddle_cover_sequence_measure(struct heddle_cover_sequence *s,
                                   unsigned strength,
                                   const struct heddle_cover_tests *tests,
                                   struct heddle_cover_orders *out) {
  struct sequence_result r;
  struct tests t = inward(tests);
  if (!sequence_measure(&s->at, strength, &t, &s->diag, &r))
    return false;
  *out = (struct heddle_cover_orders){.possible = r.possible,
                                      .covered = r.covered,
                                      .impossible = r.impossible};
  return true;
}
