/* schedules: `heddle test` against `heddle check`, and both against brute
 * force, on thousands of random models of threads with properties.
 *
 *     schedules [MODELS [FIRST_SEED]]
 *
 * Brute force walks every state on the plain interpreter.  What it finds every
 * row of the explorer must find that preserves it, and every row of schedule
 * strategies that says it covered everything: failures by their places,
 * properties, the ways in which threads can wait for ever, messages that are
 * left.  And nobody finds anything else, rows that draw schedules at random
 * included; these find something of what there is, over all models.
 *
 * A model on which they differ is made smaller line by line and printed.  A
 * row that never finished, or a kind of finding that never came up, counts as
 * a failure: then nothing was compared. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "brute.h"
#include "compare.h"
#include "explore/strategy.h"
#include "lang/lang.h"
#include "outcome.h"
#include "random_threads.h"
#include "schedule_rows.h"

#if defined(__SANITIZE_ADDRESS__)
enum { MODELS = 300 };
#elif defined(STRESS)
enum { MODELS = 300 };
#else
enum { MODELS = 1200 };
#endif
enum { STATES_MAX = 3000, FAILURES_SHOWN = 3 };

static void add_failure(struct outcome *o, enum fail_reason f,
                        struct place at) {
  outcome_add(o, "%s at %u:%u",
              f == FAIL_ASSERT        ? "assertion"
              : f == FAIL_NOT_HELD    ? "misuse"
              : f == FAIL_UNSPECIFIED ? "unspecified"
                                      : "range",
              at.line, at.col);
}

/* --- brute force ---------------------------------------------------------- */

/* What shows in one state; the walk itself says what fails on the way. */
struct looker {
  const struct model *m;
  struct interp *in;
  struct outcome *out;
};

/* Where threads wait for ever: every statement has a line of its own. */
static void look_at_end(struct looker *l, const struct istate *s) {
  struct text where = {0};
  for (process_id p = 0; p < l->m->process_count; p++) {
    const struct process *pr = &l->m->processes[p];
    const struct location *at = &pr->locations[interp_location(s, p)];
    if (!at->final)
      text_printf(&where, " t%u at %u", p,
                  l->m->sources[pr->edges[at->first_edge].source].place.line);
  }
  if (where.len)
    outcome_add(l->out, "deadlock:%s", text_str(&where));
  else
    outcome_add(l->out, "messages are left");
  text_free(&where);
}

static void look(void *user, const struct istate *s, uint32_t depth) {
  struct looker *l = user;
  (void)depth;
  enum interp_end end = interp_end(l->in, s);
  if (end == END_BLOCKING || end == END_DEADLOCK)
    look_at_end(l, s);
}

static struct brute *by_force(const struct model *m, struct outcome *out) {
  struct looker l = {m, interp_new(m), out};
  struct brute *b = brute_walk(m, STATES_MAX, look, &l);
  vec_each(&b->findings, f) switch (f->kind) {
  case FINDING_PROPERTY:
    outcome_add(out, "property %u", f->property);
    break;
  case FINDING_ASSERTION:
  case FINDING_RANGE:
    add_failure(out, f->failure, f->place);
    break;
  case FINDING_UNSPECIFIED: /* on a port: the step fails */
    add_failure(out, FAIL_UNSPECIFIED,
                m->processes[f->process].locations[f->location].place);
    break;
  default:
    break;
  }
  interp_free(l.in);
  return b;
}

/* --- comparing ------------------------------------------------------------ */

struct tally {
  struct schedule_row rows[SCHEDULE_ROWS_MAX];
  size_t row_count;
  uint64_t passed, failed, too_large, states;
  uint64_t kinds[8];
};

static void compare_outcomes(const struct outcome *expected,
                             const struct outcome *found, enum schedule_end end,
                             struct text *why) {
  vec_each(&found->at, s) if (!outcome_has(expected, *s))
      text_printf(why, "found, and not there: %s\n", *s);
  vec_each(&expected->at, s) if (end == NOTHING_LEFT && !outcome_has(found, *s))
      text_printf(why, "there, and not found: %s\n", *s);
}

/* What threads do in the runs of a row that covered everything is what they do
 * in the runs of the first that did. */
struct local_steps {
  bool known;
  struct map did;
};

static unsigned missing(const struct map *from, const struct map *of) {
  unsigned n = 0;
  for (size_t i = 0; i < of->cap; i++)
    n += of->used[i] && !map_get(from, of->slots[i].key);
  return n;
}

static void compare_steps(const struct schedule_row *row, struct local_steps *l,
                          const struct map *did, struct text *why) {
  if (!schedule_row_covers(row))
    return;
  if (!l->known)
    map_copy(&l->did, did);
  l->known = true;
  unsigned fewer = missing(did, &l->did), more = missing(&l->did, did);
  if (fewer)
    text_printf(why, "%u of %zu local steps are in none of its runs\n", fewer,
                l->did.len);
  if (more)
    text_printf(why, "%u local steps are in its runs alone\n", more);
}

static bool agree_row(struct schedule_row *row, const struct model *m,
                      uint64_t seed, const struct outcome *expected,
                      struct local_steps *local, struct text *why) {
  struct outcome found = {0};
  struct text how = {0};
  struct map did = {0};
  enum schedule_end end = schedule_row_run(row, m, seed, &found, &did, &how);
  if (end != REFUSED)
    compare_outcomes(expected, &found, end, &how);
  if (end == NOTHING_LEFT)
    compare_steps(row, local, &did, &how);
  map_free(&did);
  bool same = !how.len;
  if (!same)
    text_printf(why, "test -s %s:\n%s", schedule_row_name(row), text_str(&how));
  text_free(&how);
  outcome_free(&found);
  return same;
}

static bool agree(struct tally *t, const struct model *m, const struct brute *b,
                  uint64_t seed, const struct outcome *expected,
                  struct text *why) {
  struct local_steps local = {0};
  bool rows_agree = true;
  for (size_t i = 0; i < t->row_count && rows_agree; i++)
    rows_agree = agree_row(&t->rows[i], m, seed, expected, &local, why);
  map_free(&local.did);
  if (!rows_agree)
    return false;
  for (size_t i = 0; strategies[i]; i++) {
    struct compare_row row = {strategies[i]->name, strategies[i], false, 1};
    struct text how = {0};
    bool same = compare(m, b, &row, &how);
    if (!same)
      text_printf(why, "check -s %s:\n%s", row.name, text_str(&how));
    text_free(&how);
    if (!same)
      return false;
  }
  return true;
}

static struct model *read_model(const struct threads *t) {
  struct text source = {0};
  struct diag quiet = {0};
  threads_print(t, &source);
  struct model *m =
      lang_read("random.hed", text_str(&source), source.len, NULL, &quiet);
  text_free(&source);
  return m;
}

/* For shrinking; what is counted meanwhile does not count. */
static bool still_fails(const struct threads *t, void *user) {
  struct tally scratch = *(struct tally *)user;
  struct model *m = read_model(t);
  if (!m)
    return false;
  struct outcome expected = {0};
  struct text why = {0};
  struct brute *b = by_force(m, &expected);
  bool fails =
      !b->too_large && !agree(&scratch, m, b, t->seed, &expected, &why);
  brute_free(b);
  outcome_free(&expected);
  text_free(&why);
  model_free(m);
  return fails;
}

static void show_failure(struct tally *t, struct threads *threads) {
  struct tally scratch = *t;
  threads_shrink(threads, still_fails, &scratch);
  struct text out = {0};
  struct outcome expected = {0};
  struct model *m = read_model(threads);
  struct brute *b = by_force(m, &expected);
  text_printf(&out, "seed %" PRIu64 " failed; shrunk to\n\n", threads->seed);
  threads_print(threads, &out);
  text_char(&out, '\n');
  agree(&scratch, m, b, threads->seed, &expected, &out);
  vec_each(&expected.at, s) text_printf(&out, "  brute force: %s\n", *s);
  fputs(text_str(&out), stdout);
  fflush(stdout);
  text_free(&out);
  outcome_free(&expected);
  brute_free(b);
  model_free(m);
}

static const char *const kinds[] = {"assertion", "misuse",   "unspecified",
                                    "range",     "property", "deadlock",
                                    "messages"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void try_seed(struct tally *t, uint64_t seed) {
  struct threads threads;
  struct outcome expected = {0};
  struct text why = {0};
  threads_random(&threads, seed);
  struct model *m = read_model(&threads);
  struct brute *b = m ? by_force(m, &expected) : NULL;
  if (!m || b->too_large) {
    t->too_large++;
  } else {
    bool same = agree(t, m, b, seed, &expected, &why);
    *(same ? &t->passed : &t->failed) += 1;
    if (!same && t->failed <= FAILURES_SHOWN)
      show_failure(t, &threads);
    t->states += b->states.len;
    for (int k = 0; k < KINDS; k++)
      vec_each(&expected.at, s) t->kinds[k] +=
          !strncmp(*s, kinds[k], strlen(kinds[k]));
  }
  text_free(&why);
  outcome_free(&expected);
  brute_free(b);
  model_free(m);
  threads_free(&threads);
}

/* What never came up was not compared. */
static void check_coverage(struct tally *t) {
  bool all = true;
  for (int k = 0; k < KINDS; k++) {
    printf("  %-12s %" PRIu64 " times\n", kinds[k], t->kinds[k]);
    all &= t->kinds[k] > 0;
  }
  for (size_t i = 0; i < t->row_count; i++) {
    const struct schedule_row *r = &t->rows[i];
    printf("  %-12s finished on %" PRIu64 ", cut off on %" PRIu64 ", %" PRIu64
           " executions\n",
           schedule_row_name(r), r->finished, r->unfinished, r->runs);
    if (r->asks) {
      printf("    deadlocks counted twice on %" PRIu64 "\n", r->opinions);
      all &= r->opinions > 0;
    }
    if (r->nets)
      printf("    with a net on %" PRIu64 "\n", r->nets);
    all &= r->nets || !schedule_row_nets(r);
    all &= schedule_row_covers(r) ? r->finished > r->unfinished : r->found > 0;
  }
  if (!all)
    printf("some kind never came up, or a row did not finish\n");
  *(all ? &t->passed : &t->failed) += 1;
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  t.row_count = schedule_rows(t.rows);
  for (uint64_t seed = first; seed < first + count; seed++)
    try_seed(&t, seed);
  printf("seed %" PRIu64 " to %" PRIu64 ": %" PRIu64 " states in all, %" PRIu64
         " models too large or not read\n",
         first, first + count - 1, t.states, t.too_large);
  if (argc < 3)
    check_coverage(&t);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", t.passed, t.failed);
  return t.failed ? 1 : 0;
}
