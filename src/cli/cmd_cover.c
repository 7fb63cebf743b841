/* heddle cover: covering arrays.  A client of include/heddle.h like any
 * other. */
#include <heddle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/cover_pict.h"
#include "cli/options.h"
#include "form/cover_write.h"
#include "job/budget.h"

static const struct usage usage = {
    "cover", "[options] MODEL",
    "Makes a small set of tests that covers every pair (or every t-tuple) of\n"
    "parameter values that the rules of the model allow.",
    "MODEL is in PICT's language (doc/cover.md); '-' is standard input.\n"
    "pict's options are understood too, with a slash or a dash: /o:3 /d: /a:\n"
    "/n: /e:FILE /r:N /f:json /c /s /p /v /?; 'space' and 'tab' are delimiters.\n\n"
    "  heddle cover --time 10 printers.txt\n"
    "  heddle cover --keep old.tsv printers.txt > new.tsv\n"
    "  heddle cover --measure old.tsv --format html --out page.html "
    "printers.txt\n"};

struct request {
  const char *strength, *strategy, *format, *out;
  const char *keep, *measure, *minimise, *rank;
  const char *delimiter, *alias, *negative;
  uint64_t seed, steps, memory, missing;
  double seconds, budget;
  bool json, explain, fresh, case_sensitive, stats, quiet, random;
};

struct cover {
  struct request r;
  struct budget budget;
  const char *path;
  struct diag diag;
  struct heddle_cover *m;
  struct heddle_cover_tests given; /* of --keep, --measure ... */
  unsigned strength;
  struct text out;
};

enum { RULES_LOOKED_AT = 200 }; /* for redundancy, unless --explain */

/* --- messages ------------------------------------------------------------- */

static void report(void *user, const struct heddle_message *msg) {
  struct diag *d = user;
  struct diag_at at = {msg->file, msg->line, msg->column, msg->length};
  if (msg->error)
    d->errors++;
  else
    d->warnings++;
  d->sink(d->user, msg->error ? DIAG_ERROR : DIAG_WARNING, at,
               msg->text, msg->hint);
}

static int bad_input(struct cover *c) {
  host_said(term_host(), &c->diag);
  return EXIT_USAGE;
}

static void seconds(struct text *t, double s) {
  if (s < 1)
    text_printf(t, "%.0f ms", s * 1000);
  else
    text_printf(t, "%.1f s", s);
}

/* A limit came before there were tests for everything. */
static void tell_incomplete(const struct heddle_cover_result *r) {
  struct text t = {0};
  struct reasons because = {0};
  cover_reasons(r, &because);
  text_printf(&t, "%zu valid test%s", r->tests.count,
              r->tests.count == 1 ? "" : "s");
  if (r->covered) {
    text_add(&t, r->tests.count == 1 ? " covers " : " cover ");
    text_count(&t, r->covered);
    text_add(&t, r->decided ? " of " : " of more than ");
    text_count(&t, r->tuples);
    text_char(&t, ' ');
    cover_noun(&t, r->strength, r->tuples);
  }
  text_add(&t, ", not everything covered");
  reasons_line(&because, &t);
  term_message("%s", text_str(&t));
  reasons_free(&because);
  text_free(&t);
}

static void summary(const struct cover *c,
                    const struct heddle_cover_result *r) {
  struct text t = {0};
  text_printf(&t, "%zu test%s cover%s all ", r->tests.count,
              r->tests.count == 1 ? "" : "s",
              r->tests.count == 1 ? "s" : "");
  text_count(&t, r->tuples);
  text_char(&t, ' ');
  cover_noun(&t, r->strength, r->tuples);
  text_printf(&t, " (first answer %zu in ", r->first);
  seconds(&t, r->first_seconds);
  if (r->tests.count < r->first) {
    text_printf(&t, "; %zu after ", r->tests.count);
    seconds(&t, r->best_seconds);
  }
  if (r->steps) {
    text_add(&t, "; ");
    text_count(&t, r->steps);
    text_add(&t, " steps");
  }
  if (r->bound >= r->tests.count)
    text_add(&t, "; no set is smaller)");
  else
    text_printf(&t, "; at least %zu are needed)", r->bound);
  term_message("%s", text_str(&t));
  if (r->infeasible) {
    text_clear(&t);
    text_count(&t, r->infeasible);
    text_char(&t, ' ');
    cover_noun(&t, r->strength, r->infeasible);
    term_message("%s %s impossible by the rules (--explain lists them)",
                 text_str(&t), r->infeasible == 1 ? "is" : "are");
  }
  if (r->kept)
    term_message("%zu of the tests were kept", r->kept);
  text_free(&t);
  uint32_t *rules = NULL;
  size_t count = 0;
  if (heddle_cover_rules(c->m) <= RULES_LOOKED_AT)
    heddle_cover_redundant(c->m, &rules, &count);
  if (count)
    term_message("%zu rule%s from the others (--explain lists %s)", count,
                 count == 1 ? " follows" : "s follow",
                 count == 1 ? "it" : "them");
  free(rules);
}

/* --- output --------------------------------------------------------------- */

static const struct cover_format *find_format(const char *name) {
  const struct cover_format *f = cover_formats;
  while (f->name && strcmp(f->name, name))
    f++;
  return f->name ? f : NULL;
}

static int write_out(struct cover *c) {
  return term_write(&c->out, c->r.out ? c->r.out : "-") ? EXIT_HOLDS
                                                         : EXIT_USAGE;
}

static int write_tests(struct cover *c, const struct heddle_cover_tests *tests,
                       const struct heddle_cover_result *result) {
  struct cover_write w = {
      .m = c->m, .tests = tests, .file = c->path, .result = result,
      .negative_prefix = c->r.negative ? *c->r.negative : '~',
      .strength = c->strength, .memory = c->r.memory, .mutable_model = c->m};
  const char *name = c->r.json ? "json" : c->r.format ? c->r.format : "tsv";
  find_format(name)->write(&w, &c->out);
  return write_out(c);
}

/* --- given tests ---------------------------------------------------------- */

static bool read_given(struct cover *c, const char *path) {
  struct text t = {0};
  struct heddle_cover_rejected *rejected = NULL;
  size_t count = 0;
  bool ok = term_read(&t, path) &&
            heddle_cover_tests_read(c->m, path, text_str(&t), t.len,
                                    &c->given, &rejected, &count);
  for (size_t i = 0; i < count && ok; i++)
    term_message("%s:%u: test left out: %s", path, rejected[i].line,
                 rejected[i].reason);
  free(rejected);
  text_free(&t);
  return ok;
}

/* --- generating ----------------------------------------------------------- */

static void show_progress(void *user, uint64_t steps, size_t tests,
                          size_t open) {
  struct progress *p = user;
  struct progress_figure f[] = {{"steps", steps}, {"tests", tests},
                                {"uncovered", open}};
  if (progress_due(p))
    progress_show(p, "cover", f, 3);
}

/* What is left for work on the model: of the budget, and of `seconds`. */
static void limit(struct cover *c, double seconds) {
  double most = seconds > 0 ? seconds : 1e9;
  double left = budget_left(&c->budget, most + c->budget.reserve) -
                c->budget.reserve;
  heddle_cover_limit(c->m, left > 0.001 ? left : 0.001, backstop_stop());
}

/* Seconds for what is told beside the tests once they are there. */
static const double AFTERWARDS = 0.4;

static int generate(struct cover *c) {
  struct progress p;
  host_progress_begin(term_host(), &p);
  struct heddle_cover_options o = {
      .strength = c->strength, .strategy = c->r.strategy, .seed = c->r.seed,
      .seconds = c->r.seconds > 0 ? c->r.seconds : 0,
      .steps = c->r.seconds == 0 ? 1 : c->r.steps, .memory = c->r.memory,
      .progress = p.show ? show_progress : NULL, .user = &p};
  struct heddle_cover_result r;
  bool ok = heddle_cover_generate(c->m, &o,
                                  c->r.keep && !c->r.fresh ? &c->given : NULL,
                                  &r);
  host_progress_end(term_host(), &p);
  if (!ok)
    return bad_input(c);
  backstop_writes();
  limit(c, c->r.seconds > 0 ? AFTERWARDS : 0);
  int status;
  if (c->r.stats) {
    text_printf(&c->out, "Combinations:    %llu\nGenerated tests: %zu\n"
                         "Generation time: %.3f s\n",
                (unsigned long long)r.tuples, r.tests.count, r.seconds);
    status = write_out(c);
  } else {
    status = write_tests(c, &r.tests, &r);
  }
  if (status == EXIT_HOLDS && r.verdict == HEDDLE_INCOMPLETE) {
    tell_incomplete(&r);
    status = EXIT_INCOMPLETE;
  } else if (!c->r.quiet && status == EXIT_HOLDS) {
    summary(c, &r);
  }
  heddle_cover_result_free(&r);
  return status;
}

/* --- measuring ------------------------------------------------------------ */

/* The strength asked for may take all memory; the others, which are there
 * for comparison, only what is counted at once. */
static uint64_t measure_memory(const struct cover *c, unsigned strength) {
  return strength == c->strength || c->r.memory ? c->r.memory
                                                : (uint64_t)24 << 20;
}

struct missing {
  struct cover *c;
  uint64_t shown, more;
};

static bool list_missing(void *user, const struct heddle_cover_tuple *t) {
  struct missing *l = user;
  if (t->count)
    return true;
  if (l->shown == l->c->r.missing) {
    l->more++;
    return true;
  }
  l->shown++;
  text_add(&l->c->out, "  ");
  cover_tuple(l->c->m, &l->c->out, t);
  text_char(&l->c->out, '\n');
  return true;
}

struct json_missing {
  struct cover *c;
  struct json *j;
  uint64_t shown;
};

static bool json_list_missing(void *user, const struct heddle_cover_tuple *t) {
  struct json_missing *l = user;
  if (t->count || l->shown == l->c->r.missing)
    return true;
  l->shown++;
  json_open(l->j, '{');
  cover_json_tuple(l->c->m, l->j, t);
  json_close(l->j);
  return true;
}

/* A limit came before all was counted. */
static int in_part(void) {
  term_message("not everything was counted (incomplete: %s)",
               *backstop_stop() ? "interrupted" : "the time is over");
  return EXIT_INCOMPLETE;
}

static int measure_json(struct cover *c) {
  struct json j = {.out = &c->out};
  struct heddle_cover_measure got = {0}, at = {0};
  json_begin(&j, "heddle.cover-measure/1");
  json_put_string(&j, "model", c->path);
  json_put_string(&j, "tests", c->r.measure);
  json_put_uint(&j, "size", c->given.count);
  json_put_uint(&j, "strength", c->strength);
  json_key(&j, "coverage");
  json_open(&j, '[');
  for (unsigned t = 1; t <= 6 && t <= c->given.params; t++) {
    if (!heddle_cover_measure(c->m, &c->given, t, measure_memory(c, t),
                              NULL, NULL, &got))
      return bad_input(c);
    json_open(&j, '{');
    json_put_uint(&j, "strength", t);
    json_put_bool(&j, "counted", !got.too_large);
    json_put_uint(&j, "possible", got.possible);
    json_put_uint(&j, "covered", got.covered);
    json_put_uint(&j, "infeasible", got.infeasible);
    json_close(&j);
  }
  json_close(&j);
  json_key(&j, "missing");
  json_open(&j, '[');
  struct json_missing l = {c, &j, 0};
  if (!heddle_cover_measure(c->m, &c->given, c->strength, c->r.memory,
                            json_list_missing, &l, &at))
    return bad_input(c);
  json_close(&j);
  json_put_bool(&j, "complete", !at.cut_off);
  json_end(&j);
  int status = write_out(c);
  if (at.cut_off)
    return in_part();
  return status ? status
                : at.covered < at.possible ? EXIT_FINDINGS : EXIT_HOLDS;
}

static int measure_text(struct cover *c) {
  struct heddle_cover_measure got = {0}, at = {0};
  struct text *out = &c->out;
  text_printf(out, "%s: %zu tests\n\n  strength      possible       covered"
                   "\n", c->r.measure, c->given.count);
  for (unsigned t = 1; t <= 6 && t <= c->given.params; t++) {
    if (!heddle_cover_measure(c->m, &c->given, t, measure_memory(c, t),
                              NULL, NULL, &got))
      return bad_input(c);
    if (got.too_large)
      text_printf(out, "  %8u   not counted: too many for the memory "
                       "allowed (--memory)\n", t);
    else if (got.cut_off)
      text_printf(out, "  %8u   not counted\n", t);
    else
      text_printf(out, "  %8u  %12llu  %12llu  %5.1f %%\n", t,
                  (unsigned long long)got.possible,
                  (unsigned long long)got.covered,
                  got.possible ? 100.0 * (double)got.covered /
                                     (double)got.possible : 100);
  }
  size_t mark = out->len;
  text_add(out, "\nmissing ");
  cover_noun(out, c->strength, 2);
  text_add(out, ":\n");
  struct missing l = {.c = c};
  if (!heddle_cover_measure(c->m, &c->given, c->strength, c->r.memory,
                            list_missing, &l, &at))
    return bad_input(c);
  if (at.covered == at.possible) {
    out->len = mark;
    out->at[mark] = 0;
  }
  if (l.more)
    text_printf(out, "  ... and %llu more (--missing N lists more)\n",
                (unsigned long long)l.more);
  if (at.cut_off) {
    out->len = mark;
    out->at[mark] = 0;
  }
  int status = write_out(c);
  if (at.cut_off)
    return in_part();
  return status ? status
                : at.covered < at.possible ? EXIT_FINDINGS : EXIT_HOLDS;
}

static int measure(struct cover *c) {
  if (!read_given(c, c->r.measure))
    return bad_input(c);
  if (c->r.json || (c->r.format && !strcmp(c->r.format, "json")))
    return measure_json(c);
  if (c->r.format && !strcmp(c->r.format, "html"))
    return write_tests(c, &c->given, NULL);
  return measure_text(c);
}

/* --- rearranging ---------------------------------------------------------- */

static int rearrange(struct cover *c) {
  const char *path = c->r.minimise ? c->r.minimise : c->r.rank;
  if (!read_given(c, path))
    return bad_input(c);
  size_t before = c->given.count;
  bool ok = c->r.minimise
                ? heddle_cover_minimise(c->m, &c->given, c->strength,
                                        c->r.memory)
                : heddle_cover_order(c->m, &c->given, c->strength,
                                     c->r.memory);
  if (!ok)
    return bad_input(c);
  int status = write_tests(c, &c->given, NULL);
  if (heddle_cover_limited(c->m))
    return in_part();
  if (!status && !c->r.quiet && c->r.minimise)
    term_message("%zu of %zu tests cover as much", c->given.count, before);
  return status;
}

/* --- explaining ----------------------------------------------------------- */

static void add_rules(struct cover *c, const uint32_t *rules, size_t count) {
  for (size_t i = 0; i < count; i++)
    text_printf(&c->out, "      line %u: %s\n",
                heddle_cover_rule_line(c->m, rules[i]),
                heddle_cover_rule(c->m, rules[i]));
}

static bool list_infeasible(void *user, const struct heddle_cover_tuple *t) {
  struct missing *l = user;
  if (l->shown == l->c->r.missing) {
    l->more++;
    return true;
  }
  l->shown++;
  text_add(&l->c->out, "  ");
  cover_tuple(l->c->m, &l->c->out, t);
  text_char(&l->c->out, '\n');
  uint32_t *rules = NULL;
  size_t count = 0;
  if (heddle_cover_conflict(l->c->m, t, &rules, &count))
    add_rules(l->c, rules, count);
  free(rules);
  return true;
}

static int explain(struct cover *c) {
  struct text *out = &c->out;
  uint32_t *rules = NULL;
  size_t count = 0;
  struct heddle_cover_tuple none = {0};
  if (heddle_cover_conflict(c->m, &none, &rules, &count)) {
    text_add(out, "no valid test; these rules cannot be met together:\n");
    add_rules(c, rules, count);
    free(rules);
    int status = write_out(c);
    return status ? status : EXIT_FINDINGS;
  }
  struct missing l = {.c = c};
  text_add(out, "impossible ");
  cover_noun(out, c->strength, 2);
  text_add(out, " and the rules that exclude them:\n");
  if (!heddle_cover_infeasible(c->m, c->strength, c->r.memory,
                               list_infeasible, &l))
    return bad_input(c);
  if (!l.shown && !l.more)
    text_add(out, "  none\n");
  if (l.more)
    text_printf(out, "  ... and %llu more (--missing N lists more)\n",
                (unsigned long long)l.more);
  heddle_cover_redundant(c->m, &rules, &count);
  text_add(out, "rules that follow from the others:\n");
  if (!count)
    text_add(out, "  none\n");
  add_rules(c, rules, count);
  free(rules);
  int status = write_out(c);
  return heddle_cover_limited(c->m) ? in_part() : status;
}

/* --- the command line ----------------------------------------------------- */

static bool one_char(const char *s, char *out) {
  if (s)
    *out = !strcmp(s, "\\t") ? '\t' : *s;
  return !s || (*s && (!s[1] || *out == '\t'));
}

static int check_strength(struct cover *c) {
  const char *s = c->r.strength;
  c->strength = 2;
  size_t params = heddle_cover_params(c->m);
  if (!s && params < 2)
    c->strength = 1;
  if (s && !strcmp(s, "max")) {
    c->strength = (unsigned)params;
  } else if (s) {
    char *end;
    unsigned long n = strtoul(s, &end, 10);
    if (*end || end == s || *s == '-' || n < 1 || n > 100000)
      return usage_error(&usage, "option '--strength' needs a number from 1 "
                                 "on or 'max', not '%s'", s);
    c->strength = (unsigned)n;
  }
  return -1;
}

static int check_request(struct cover *c) {
  const struct request *r = &c->r;
  if (r->format && !find_format(r->format)) {
    struct text t = {0};
    for (const struct cover_format *f = cover_formats; f->name; f++)
      text_printf(&t, "%s%s", f == cover_formats ? "" : ", ", f->name);
    int status = usage_error(&usage, "unknown format '%s'; there are %s",
                             r->format, text_str(&t));
    text_free(&t);
    return status;
  }
  bool known = !r->strategy;
  struct text t = {0};
  const char *name;
  for (size_t i = 0; (name = heddle_cover_strategy(i, NULL)); i++) {
    known = known || !strcmp(name, r->strategy);
    text_printf(&t, "%s%s", i ? ", " : "", name);
  }
  int status = -1;
  if (!known)
    status = usage_error(&usage, "unknown strategy '%s'; there are %s",
                         r->strategy, text_str(&t));
  text_free(&t);
  if (status < 0 && !!r->measure + !!r->minimise + !!r->rank + r->explain > 1)
    status = usage_error(&usage, "--measure, --minimise, --rank and --explain "
                                 "exclude each other");
  return status;
}

static bool generates(const struct cover *c) {
  return !c->r.measure && !c->r.minimise && !c->r.rank && !c->r.explain;
}

static int run(struct cover *c) {
  struct heddle_cover_syntax syntax = {.case_sensitive = c->r.case_sensitive};
  if (!one_char(c->r.delimiter, &syntax.value_delimiter) ||
      !one_char(c->r.alias, &syntax.alias_delimiter) ||
      !one_char(c->r.negative, &syntax.negative_prefix))
    return usage_error(&usage, "a delimiter is one character");
  int status = check_request(c);
  if (status >= 0)
    return status;
  struct text model = {0};
  if (!term_read(&model, c->path)) {
    text_free(&model);
    return EXIT_USAGE;
  }
  c->diag = host_diag(term_host());
  c->m = heddle_cover_read(c->path, text_str(&model), model.len, &syntax,
                           report, &c->diag);
  text_free(&model);
  if (!c->m)
    return bad_input(c);
  if ((status = check_strength(c)) >= 0)
    return status;
  limit(c, generates(c) ? 0 : c->r.seconds);
  if (c->r.measure)
    return measure(c);
  if (c->r.minimise || c->r.rank)
    return rearrange(c);
  if (c->r.explain)
    return explain(c);
  if (c->r.keep && !read_given(c, c->r.keep))
    return bad_input(c);
  return generate(c);
}

int cmd_cover(int argc, char **argv) {
  struct cover c = {.r = {.seed = 1, .missing = 20, .seconds = -1}};
  struct request *r = &c.r;
  const struct option table[] = {
      {"strength", 't', OPT_STRING, &r->strength, "N",
       "cover tuples of N parameters, or 'max' (default 2)"},
      {"order", 0, OPT_STRING, &r->strength, "N", NULL},
      {"time", 0, OPT_SECONDS, &r->seconds, "SECONDS",
       "search that long; 0: the first answer"},
      {"budget", 0, OPT_SECONDS, &r->budget, "SECONDS",
       "the whole command takes no longer"},
      {"steps", 0, OPT_NUMBER, &r->steps, "N",
       "search that many steps: the same result everywhere"},
      {"seed", 0, OPT_NUMBER, &r->seed, "N", "random seed (default 1)"},
      {"random", 0, OPT_FLAG, &r->random, NULL, "take a seed and print it"},
      {"strategy", 0, OPT_STRING, &r->strategy, "NAME",
       "auto, ipo, ipo-ec, algebra, search"},
      {"keep", 0, OPT_STRING, &r->keep, "FILE",
       "keep the tests of FILE and extend them"},
      {"fresh", 0, OPT_FLAG, &r->fresh, NULL,
       "with --keep: start anew, only judge the old tests"},
      {"measure", 0, OPT_STRING, &r->measure, "FILE",
       "coverage of the tests of FILE, missing tuples"},
      {"rank", 0, OPT_STRING, &r->rank, "FILE",
       "the tests of FILE, ordered so that coverage rises fastest"},
      {"minimise", 0, OPT_STRING, &r->minimise, "FILE",
       "the tests of FILE without those that add nothing"},
      {"explain", 0, OPT_FLAG, &r->explain, NULL,
       "impossible tuples, conflicting and redundant rules"},
      {"missing", 0, OPT_NUMBER, &r->missing, "N",
       "list at most N tuples (default 20)"},
      {"format", 'f', OPT_STRING, &r->format, "NAME",
       "tsv, csv, json, pict-json, markdown, html"},
      {"json", 0, OPT_FLAG, &r->json, NULL, "the report as JSON"},
      {"stats", 0, OPT_FLAG, &r->stats, NULL,
       "numbers instead of tests"},
      {"out", 'o', OPT_STRING, &r->out, "FILE", "write to FILE"},
      {"memory", 0, OPT_SIZE, &r->memory, "SIZE",
       "at most that much for tables (default 4G)"},
      {"delimiter", 'd', OPT_STRING, &r->delimiter, "C",
       "between values (default ',')"},
      {"alias", 'a', OPT_STRING, &r->alias, "C",
       "between names of one value (default '|')"},
      {"negative", 'n', OPT_STRING, &r->negative, "C",
       "before negative values (default '~')"},
      {"case-sensitive", 'c', OPT_FLAG, &r->case_sensitive, NULL,
       "names differ by case"},
      {"quiet", 'q', OPT_FLAG, &r->quiet, NULL,
       "no summary on standard error"},
      {0}};
  struct arena arena = {0};
  struct operands files = {0};
  char **args = alloc_zero((size_t)argc + 1, sizeof *args);
  memcpy(args, argv, (size_t)argc * sizeof *args);
  int status = cover_pict(&usage, &arena, &argc, args);
  if (status < 0)
    status = options_parse(&usage, table, argc, args, &files);
  if (status < 0 && files.at.len != 1)
    status = usage_error(&usage, files.at.len ? "more than one model"
                                              : "no model given");
  if (status < 0) {
    if (r->random) {
      r->seed = (uint64_t)(clock_wall() * 1e6) % 65536;
      term_message("seed %llu", (unsigned long long)r->seed);
    }
    c.path = files.at.at[0];
    c.budget = backstop_budget(r->budget);
    status = run(&c);
  }
  text_free(&c.out);
  heddle_cover_tests_free(&c.given);
  heddle_cover_free(c.m);
  vec_free(&files.at);
  free(args);
  arena_free(&arena);
  return status;
}
