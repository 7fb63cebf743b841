/* The part of heddle.h that makes and measures covering arrays. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/sound.h"
#include "cover/cover.h"
#include "cover/coverage.h"
#include "cover/oracle.h"
#include "cover/submodel.h"
#include "cover/write_model.h"
#include "job/cover_inside.h"
#include "read/reader.h"

_Static_assert((int)HEDDLE_COVER_OPEN == (int)CELL_NONE, "open cells");

static const uint64_t MEMORY_BY_DEFAULT = (uint64_t)4 << 30;
/* Of the address space that is left: for all that is in no account. */
static const uint64_t MEMORY_APART = (uint64_t)32 << 20;

/* --- the model ------------------------------------------------------------ */

static struct heddle_cover *do_read(const char *file, const char *text,
                                    size_t len,
                                    const struct heddle_cover_syntax *s,
                                    heddle_report *report, void *user) {
  struct heddle_cover *m = alloc_zero(1, sizeof *m);
  m->listener = (struct listener){report, user};
  m->diag = (struct diag){.sink = listener_say, .user = &m->listener};
  m->syntax = (struct parse_options){',', '|', '~', false};
  if (s && s->value_delimiter)
    m->syntax.value_delimiter = s->value_delimiter;
  if (s && s->alias_delimiter)
    m->syntax.alias_delimiter = s->alias_delimiter;
  if (s && s->negative_prefix)
    m->syntax.negative_prefix = s->negative_prefix;
  m->syntax.case_sensitive = s && s->case_sensitive;
  if (read_space(&m->model, file, text, len, &m->syntax, &m->diag))
    return m;
  heddle_cover_free(m);
  return NULL;
}

struct heddle_cover *heddle_cover_read(const char *file, const char *text,
                                       size_t len,
                                       const struct heddle_cover_syntax *s,
                                       heddle_report *report, void *user) {
  struct listener l = {report, user};
  GUARDED(struct heddle_cover *, NULL, &l,
          do_read(file, text, len, s, report, user));
}

static char *do_write(struct heddle_cover *m, const char *language) {
  const struct dialect *d = dialect_find(language);
  struct text t = {0};
  if (!d || !write_model(&m->model, d, &m->diag, &t)) {
    text_free(&t);
    return NULL;
  }
  text_char(&t, 0);
  return t.at;
}

char *heddle_cover_write(struct heddle_cover *m, const char *language) {
  GUARDED(char *, NULL, &m->listener, do_write(m, language));
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
  EXPECTS(p < m->model.params.len);
  return m->model.params.at[p].name;
}
size_t heddle_cover_values(const struct heddle_cover *m, size_t p) {
  EXPECTS(p < m->model.params.len);
  return m->model.params.at[p].count;
}
const char *heddle_cover_value(const struct heddle_cover *m, size_t p,
                               unsigned v) {
  EXPECTS(p < m->model.params.len);
  return v == CELL_NONE ? "" : m->model.params.at[p].values[v].name;
}
const char *heddle_cover_alias(const struct heddle_cover *m, size_t p,
                               unsigned v, size_t nth) {
  EXPECTS(p < m->model.params.len);
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
size_t heddle_cover_groups(const struct heddle_cover *m) {
  return m->model.relations.len;
}
const uint32_t *heddle_cover_group(const struct heddle_cover *m, size_t group,
                                   size_t *count, unsigned *strength) {
  EXPECTS(group < heddle_cover_groups(m));
  const struct relation *r = &m->model.relations.at[group];
  *count = r->count;
  *strength = r->strength;
  return r->params;
}
size_t heddle_cover_rules(const struct heddle_cover *m) {
  return m->model.rules.len;
}
const char *heddle_cover_rule(const struct heddle_cover *m, size_t r) {
  EXPECTS(r < m->model.rules.len);
  return m->model.rules.at[r].text;
}
unsigned heddle_cover_rule_line(const struct heddle_cover *m, size_t r) {
  EXPECTS(r < m->model.rules.len);
  return m->model.rules.at[r].at.line;
}

/* --- tests ---------------------------------------------------------------- */

void heddle_cover_tests_free(struct heddle_cover_tests *t) {
  free(t->cells);
  *t = (struct heddle_cover_tests){0};
}

static bool do_tests_read(struct heddle_cover *m, const char *file,
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

bool heddle_cover_tests_read(struct heddle_cover *m, const char *file,
                             const char *text, size_t len,
                             struct heddle_cover_tests *tests,
                             struct heddle_cover_rejected **rejected,
                             size_t *rejected_count) {
  *tests = (struct heddle_cover_tests){0};
  *rejected = NULL;
  *rejected_count = 0;
  GUARDED(bool, false, &m->listener,
          do_tests_read(m, file, text, len, tests, rejected, rejected_count));
}

static void do_carry(struct heddle_cover *m, const char *column) {
  vec_push(&m->carried.names,
           arena_string(&m->model.arena, column, strlen(column)));
}

void heddle_cover_carry(struct heddle_cover *m, const char *column) {
  GUARDED_VOID(&m->listener, do_carry(m, column));
}
size_t heddle_cover_carried(const struct heddle_cover *m) {
  return m->carried.names.len;
}
const char *heddle_cover_carried_name(const struct heddle_cover *m,
                                      size_t column) {
  EXPECTS(column < heddle_cover_carried(m));
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

static bool do_generate(struct heddle_cover *m,
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
  bool ok = options->submodels
                ? submodel_generate(&m->model, &o, &m->diag, &r)
                : cover_generate(&m->model, &o, keep ? &kept : NULL, &m->diag,
                                 &r);
  if (!ok)
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

bool heddle_cover_generate(struct heddle_cover *m,
                           const struct heddle_cover_options *options,
                           const struct heddle_cover_tests *keep,
                           struct heddle_cover_result *result) {
  GUARDED(bool, false, &m->listener, do_generate(m, options, keep, result));
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

static bool do_measure(struct heddle_cover *m,
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
  struct tuple_coverage c;
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

bool heddle_cover_measure(struct heddle_cover *m,
                          const struct heddle_cover_tests *tests,
                          unsigned strength, uint64_t memory,
                          heddle_cover_visit *visit, void *user,
                          struct heddle_cover_measure *out) {
  GUARDED(bool, false, &m->listener,
          do_measure(m, tests, strength, memory, visit, user, out));
}

static bool do_infeasible(struct heddle_cover *m, unsigned strength,
                          uint64_t memory, heddle_cover_visit *visit,
                          void *user) {
  struct tuple_coverage c;
  if (!cover_fits(&m->model, strength, memory_allowed(memory), &m->diag) ||
      !coverage_open(&c, &m->model, strength, true, NULL, &m->halt,
                     &m->diag))
    return false;
  for (int kind = 0; kind < 2 && c.space[kind]; kind++)
    visit_space(c.space[kind], NULL, NEED_IMPOSSIBLE, visit, user);
  coverage_close(&c);
  return true;
}

bool heddle_cover_infeasible(struct heddle_cover *m, unsigned strength,
                             uint64_t memory, heddle_cover_visit *visit,
                             void *user) {
  GUARDED(bool, false, &m->listener,
          do_infeasible(m, strength, memory, visit, user));
}

static bool rearrange(struct heddle_cover *m, struct heddle_cover_tests *tests,
                      unsigned strength, uint64_t memory, bool drop) {
  struct tuple_coverage c;
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
  GUARDED(bool, false, &m->listener,
          rearrange(m, tests, strength, memory, false));
}

bool heddle_cover_minimise(struct heddle_cover *m,
                           struct heddle_cover_tests *tests, unsigned strength,
                           uint64_t memory) {
  GUARDED(bool, false, &m->listener,
          rearrange(m, tests, strength, memory, true));
}

static bool do_loosen(struct heddle_cover *m, struct heddle_cover_tests *tests,
                      unsigned strength, uint64_t memory) {
  struct tuple_coverage c;
  struct tests t = inward(tests);
  if (!cover_fits(&m->model, strength, memory_allowed(memory), &m->diag) ||
      !coverage_open(&c, &m->model, strength, false, &t, &m->halt, &m->diag))
    return false;
  coverage_loosen(&c, &t);
  coverage_close(&c);
  return true;
}

bool heddle_cover_loosen(struct heddle_cover *m,
                         struct heddle_cover_tests *tests, unsigned strength,
                         uint64_t memory) {
  GUARDED(bool, false, &m->listener, do_loosen(m, tests, strength, memory));
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

static bool do_conflict(struct heddle_cover *m,
                        const struct heddle_cover_tuple *t, uint32_t **rules,
                        size_t *count) {
  rule_set set = {0};
  bool conflict = oracle_conflict(&m->model, &m->halt, t->params, t->values,
                                  (uint32_t)t->size, &set) &&
                  !halt_look(&m->halt);
  if (!conflict)
    vec_clear(&set);
  give(&set, rules, count);
  return conflict;
}

bool heddle_cover_conflict(struct heddle_cover *m,
                           const struct heddle_cover_tuple *t,
                           uint32_t **rules, size_t *count) {
  *rules = NULL;
  *count = 0;
  GUARDED(bool, false, &m->listener, do_conflict(m, t, rules, count));
}

static void do_redundant(struct heddle_cover *m, uint32_t **rules,
                         size_t *count) {
  rule_set set = {0};
  oracle_redundant(&m->model, &m->halt, &set);
  give(&set, rules, count);
}

void heddle_cover_redundant(struct heddle_cover *m, uint32_t **rules,
                            size_t *count) {
  *rules = NULL;
  *count = 0;
  GUARDED_VOID(&m->listener, do_redundant(m, rules, count));
}
