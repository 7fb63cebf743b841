/* Running tests and finding what makes them fail: --run and --locate. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/cover_command.h"
#include "cli/cover_run.h"

enum { NAMED_MOST = 10 }; /* combinations on standard error */

struct trial {
  struct cover *c;
  struct heddle_cover_tests tests; /* a copy that grows */
  char **results;                  /* by test */
  struct heddle_cover_locate *at;
  struct cover_runner runner;
  size_t given; /* tests with results from a file */
  size_t first; /* the first of those that were added */
};

static void reserve(struct trial *t, size_t count) {
  t->tests.cells = alloc_resize(t->tests.cells, count * t->tests.params + 1,
                                sizeof *t->tests.cells);
  t->results = alloc_resize(t->results, count + 1, sizeof *t->results);
}

static void copy_tests(struct trial *t,
                       const struct heddle_cover_tests *tests) {
  t->tests = (struct heddle_cover_tests){tests->params, tests->count, NULL};
  reserve(t, tests->count);
  memcpy(t->tests.cells, tests->cells,
         tests->count * tests->params * sizeof *tests->cells);
  for (size_t i = 0; i < tests->count; i++)
    t->results[i] = strdup("");
  t->first = tests->count;
}

static bool is_pass(const char *s) {
  static const char *const words[] = {"pass", "passed", "ok", "0", "true",
                                      "success", "exit 0"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(words[i], s))
      return true;
  return false;
}

static void learn(struct trial *t, size_t from) {
  for (size_t i = from; i < t->tests.count; i++)
    if (*t->results[i])
      heddle_cover_locate_add(t->at, &t->tests.cells[i * t->tests.params],
                              !is_pass(t->results[i]));
}

/* Tests that say more, one by one: each run before the next is chosen, or, if
 * there is no command, only written. */
static void ask(struct trial *t, size_t most) {
  for (size_t n = 0; n < most; n++) {
    reserve(t, t->tests.count + 1);
    uint16_t *test = &t->tests.cells[t->tests.count * t->tests.params];
    if (!heddle_cover_locate_next(t->at, test))
      return;
    size_t number = t->tests.count++;
    if (!t->c->r.run) {
      t->results[number] = strdup("");
      heddle_cover_locate_defer(t->at);
      continue;
    }
    cover_runner_all(&t->runner, &t->tests, number, t->results);
    if (!*t->results[number]) {
      t->tests.count--;
      free(t->results[number]);
      return;
    }
    learn(t, number);
  }
}

/* --- what was found ------------------------------------------------------- */

struct naming {
  struct cover *c;
  const char *what;
  size_t count;
};

static bool name_tuple(void *user, const struct heddle_cover_tuple *tuple) {
  struct naming *n = user;
  struct text t = {0};
  cover_tuple(n->c->m, &t, tuple);
  if (n->count++ < NAMED_MOST)
    cover_say(n->c, "%s: %s", n->what, text_str(&t));
  text_free(&t);
  return true;
}

static void tell(struct trial *t, size_t run, size_t failed) {
  size_t added = t->tests.count - t->first;
  cover_say(t->c, "%zu test%s, %zu failed", run, run == 1 ? "" : "s", failed);
  struct naming n = {t->c, "guilty", 0};
  heddle_cover_locate_guilty(t->at, name_tuple, &n);
  struct naming s = {t->c, "suspect", 0};
  heddle_cover_locate_suspects(t->at, name_tuple, &s);
  if (n.count + s.count > NAMED_MOST)
    cover_say(t->c, "... %zu guilty and %zu suspect combinations in all (--json "
                 "lists them)", n.count, s.count);
  size_t more = heddle_cover_locate_unexplained(t->at);
  if (more)
    cover_say(t->c, "%zu failing test%s no guilty combination of %u values or "
                 "fewer (--strength %u looks at larger ones)", more,
                 more == 1 ? " has" : "s have", t->c->strength,
                 t->c->strength + 1);
  if (added && t->c->r.run)
    cover_say(t->c, "%zu of the tests were added to find it", added);
  else if (added)
    cover_say(t->c, "%zu further test%s would say more: add the result%s to the "
                 "file", added, added == 1 ? "" : "s", added == 1 ? "" : "s");
}

static size_t count_failed(const struct trial *t, size_t *run) {
  size_t failed = 0;
  *run = 0;
  for (size_t i = 0; i < t->tests.count; i++) {
    *run += *t->results[i] != 0;
    failed += *t->results[i] && !is_pass(t->results[i]);
  }
  return failed;
}

static int report(struct trial *t, const struct heddle_cover_result *result) {
  struct cover *c = t->c;
  struct cover_found found = {.at = t->at};
  found.failed = count_failed(t, &found.run);
  struct heddle_cover_tests shown = t->tests;
  const char *const *results = (const char *const *)t->results;
  if (!c->r.run) { /* the tests of the file are there already */
    found.wanted = t->tests.count - t->first;
    shown.cells += t->first * shown.params;
    shown.count = found.wanted;
    results += t->first;
  }
  struct cover_write w = {
      .m = c->m, .tests = &shown, .file = c->path, .result = result,
      .negative_prefix = c->r.negative ? *c->r.negative : '~',
      .strength = c->strength, .memory = c->r.memory, .mutable_model = c->m,
      .results = results, .found = &found};
  const char *name = c->r.json ? "json" : c->r.format ? c->r.format : "tsv";
  cover_find_format(name)->write(&w, &c->out);
  int status = cover_write_out(c);
  tell(t, found.run, found.failed);
  if (status)
    return status;
  if (found.failed)
    return EXIT_FINDINGS;
  if (!t->runner.cut_off)
    return EXIT_HOLDS;
  cover_say(c, "not every test was run (incomplete: %s)",
            "the time is over, or interrupted");
  return EXIT_INCOMPLETE;
}

static void close_trial(struct trial *t) {
  for (size_t i = 0; i < t->tests.count; i++)
    free(t->results[i]);
  free(t->results);
  free(t->tests.cells);
  cover_runner_end(&t->runner);
  heddle_cover_locate_close(t->at);
}

static bool open_trial(struct trial *t, struct cover *c) {
  *t = (struct trial){.c = c};
  if (c->r.run &&
      !cover_runner_begin(&t->runner, c->m, c->r.run, c->r.shell))
    return false;
  t->runner.budget = &c->budget;
  t->runner.each = c->r.each;
  t->runner.jobs = (unsigned)(c->r.jobs ? c->r.jobs : clock_cores());
  if (t->runner.jobs > 256)
    t->runner.jobs = 256;
  t->at = heddle_cover_locate_open(c->m, c->strength, c->r.seed);
  return t->at;
}

int cover_run_tests(struct cover *c, const struct heddle_cover_tests *tests,
                    const struct heddle_cover_result *result) {
  struct trial t;
  int status = EXIT_USAGE;
  if (open_trial(&t, c)) {
    copy_tests(&t, tests);
    for (size_t i = 0; i < t.tests.count; i++)
      free(t.results[i]);
    cover_runner_all(&t.runner, &t.tests, 0, t.results);
    learn(&t, 0);
    if (!t.runner.unusable && c->r.adaptive)
      ask(&t, t.tests.count);
    if (!t.runner.unusable)
      status = report(&t, result);
  }
  close_trial(&t);
  return status;
}

int cover_locate_given(struct cover *c) {
  struct trial t;
  int status = EXIT_USAGE;
  c->r.carry = "result";
  if (!cover_read_given(c, c->r.locate))
    return cover_bad_input(c);
  if (open_trial(&t, c)) {
    copy_tests(&t, &c->given);
    for (size_t i = 0; i < t.tests.count; i++) {
      free(t.results[i]);
      t.results[i] = strdup(heddle_cover_carried_text(c->m, 0, i));
    }
    learn(&t, 0);
    ask(&t, t.tests.count);
    status = t.runner.unusable ? EXIT_USAGE : report(&t, NULL);
  }
  close_trial(&t);
  return status;
}
