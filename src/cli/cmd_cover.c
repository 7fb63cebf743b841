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
#include "cli/cover_command.h"
#include "cli/cover_pict.h"

const struct usage cover_usage = {
    "cover", "[options] MODEL",
    "Makes a small set of tests that covers every pair (or every t-tuple) of\n"
    "parameter values that the rules of the model allow.",
    "MODEL is in PICT's language (doc/cover.md), or a file of ACTS or CTWedge;\n"
    "'-' is standard input.\n"
    "pict's options are understood too, with a slash or a dash: /o:3 /d: /a:\n"
    "/n: /e:FILE /r:N /f:json /c /s /p /v /?; 'space' and 'tab' are delimiters.\n\n"
    "  heddle cover --time 10 printers.txt\n"
    "  heddle cover --keep old.tsv printers.txt > new.tsv\n"
    "  heddle cover --run './print {Type} {Size}' printers.txt\n"
    "  heddle cover --measure old.tsv --format html --out page.html "
    "printers.txt\n"};

enum { RULES_LOOKED_AT = 200 }; /* for redundancy, unless --explain */

/* --- messages ------------------------------------------------------------- */

void cover_report(void *user, const struct heddle_message *msg) {
  struct diag *d = user;
  struct diag_at at = {msg->file, msg->line, msg->column, msg->length};
  if (msg->error)
    d->errors++;
  else
    d->warnings++;
  d->sink(d->user, msg->error ? DIAG_ERROR : DIAG_WARNING, at,
               msg->text, msg->hint);
}

int cover_bad_input(struct cover *c) {
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
static void tell_incomplete(struct cover *c,
                            const struct heddle_cover_result *r) {
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
  cover_say(c, "%s", text_str(&t));
  reasons_free(&because);
  text_free(&t);
}

static void summary(struct cover *c,
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
  cover_say(c, "%s", text_str(&t));
  if (r->infeasible) {
    text_clear(&t);
    text_count(&t, r->infeasible);
    text_char(&t, ' ');
    cover_noun(&t, r->strength, r->infeasible);
    cover_say(c, "%s %s impossible by the rules (--explain lists them)",
                 text_str(&t), r->infeasible == 1 ? "is" : "are");
  }
  if (r->kept)
    cover_say(c, "%zu of the tests %s kept", r->kept,
              r->kept == 1 ? "was" : "were");
  text_free(&t);
  uint32_t *rules = NULL;
  size_t count = 0;
  if (heddle_cover_rules(c->m) <= RULES_LOOKED_AT)
    heddle_cover_redundant(c->m, &rules, &count);
  if (count)
    cover_say(c, "%zu rule%s from the others (--explain lists %s)", count,
                 count == 1 ? " follows" : "s follow",
                 count == 1 ? "it" : "them");
  free(rules);
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
      .submodels = c->r.submodels,
      .progress = p.show ? show_progress : NULL, .user = &p};
  struct heddle_cover_result r;
  bool ok = heddle_cover_generate(c->m, &o,
                                  c->r.keep && !c->r.fresh ? &c->given : NULL,
                                  &r);
  host_progress_end(term_host(), &p);
  if (!ok)
    return cover_bad_input(c);
  if (!c->r.run)
    backstop_writes();
  limit(c, c->r.seconds > 0 ? AFTERWARDS : 0);
  int status;
  if (c->r.dont_care && r.verdict == HEDDLE_HOLDS &&
      !heddle_cover_loosen(c->m, &r.tests, c->strength, c->r.memory))
    return cover_bad_input(c);
  if (c->r.stats) {
    text_printf(&c->out, "Combinations:    %llu\nGenerated tests: %zu\n"
                         "Generation time: %.3f s\n",
                (unsigned long long)r.tuples, r.tests.count, r.seconds);
    status = cover_write_out(c);
  } else if (c->r.run) {
    limit(c, 0);
    status = cover_run_tests(c, &r.tests, &r);
  } else {
    status = cover_write_tests(c, &r.tests, &r);
  }
  if (status == EXIT_HOLDS && r.verdict == HEDDLE_INCOMPLETE) {
    tell_incomplete(c, &r);
    status = EXIT_INCOMPLETE;
  } else if (status == EXIT_HOLDS || (c->r.run && status == EXIT_FINDINGS)) {
    summary(c, &r);
  }
  heddle_cover_result_free(&r);
  return status;
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
  bool base = c->r.strategy && !strcmp(c->r.strategy, "base");
  if (!s && (params < 2 || base))
    c->strength = 1;
  if (s && !strcmp(s, "max")) {
    c->strength = (unsigned)params;
  } else if (s) {
    char *end;
    unsigned long n = strtoul(s, &end, 10);
    if (*end || end == s || *s == '-' || n < 1 || n > 100000)
      return usage_error(&cover_usage, "option '--strength' needs a number from 1 "
                                 "on or 'max', not '%s'", s);
    c->strength = (unsigned)n;
  }
  return -1;
}

static bool generates(const struct cover *c) {
  return !c->r.measure && !c->r.minimise && !c->r.rank && !c->r.explain &&
         !c->r.locate && !c->r.convert;
}

/* --convert: the model itself. */
static int convert(struct cover *c) {
  const char *to = c->r.convert;
  if (strcmp(to, "acts") && strcmp(to, "ctwedge") && strcmp(to, "pict"))
    return usage_error(&cover_usage, "unknown language '%s'; there are acts, "
                                     "ctwedge, pict", to);
  char *text = heddle_cover_write(c->m, to);
  if (!text)
    return cover_bad_input(c);
  text_add(&c->out, text);
  free(text);
  return cover_write_out(c);
}

static int check_request(struct cover *c) {
  const struct cover_request *r = &c->r;
  if (r->format && !cover_find_format(r->format)) {
    struct text t = {0};
    for (const struct cover_format *f = cover_formats; f->name; f++)
      text_printf(&t, "%s%s", f == cover_formats ? "" : ", ", f->name);
    int status = usage_error(&cover_usage, "unknown format '%s'; there are %s",
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
    status = usage_error(&cover_usage, "unknown strategy '%s'; there are %s",
                         r->strategy, text_str(&t));
  text_free(&t);
  if (status < 0 && !!r->measure + !!r->minimise + !!r->rank + !!r->locate +
                        !!r->convert + r->explain > 1)
    status = usage_error(&cover_usage, "--measure, --minimise, --rank, "
                                       "--locate, --convert and --explain "
                                       "exclude each other");
  if (status < 0 && r->run && (r->dont_care || (!generates(c) && !r->locate)))
    status = usage_error(&cover_usage, "--run is for tests that are made, "
                                       "and complete");
  if (status < 0 && r->dont_care && !generates(c))
    status = usage_error(&cover_usage, "--dont-care is for tests that are "
                                       "made");
  if (status < 0 && r->submodels &&
      (!generates(c) || r->keep || r->dont_care))
    status = usage_error(&cover_usage, "--submodels is for tests that are "
                                       "made, all of them new and complete");
  if (status < 0 && r->carry && !r->keep && !r->rank && !r->minimise)
    status = usage_error(&cover_usage, "--carry needs tests: --keep, --rank "
                                       "or --minimise");
  return status;
}

static int run(struct cover *c) {
  struct heddle_cover_syntax syntax = {.case_sensitive = c->r.case_sensitive};
  if (!one_char(c->r.delimiter, &syntax.value_delimiter) ||
      !one_char(c->r.alias, &syntax.alias_delimiter) ||
      !one_char(c->r.negative, &syntax.negative_prefix))
    return usage_error(&cover_usage, "a delimiter is one character");
  int status = check_request(c);
  if (status >= 0)
    return status;
  struct text model = {0};
  if (!term_read(&model, c->path)) {
    text_free(&model);
    return EXIT_USAGE;
  }
  c->diag = host_diag(term_host());
  if (c->r.sequence) {
    status = cover_make_sequences(c, &model);
    text_free(&model);
    return status;
  }
  c->m = heddle_cover_read(c->path, text_str(&model), model.len, &syntax,
                           cover_report, &c->diag);
  text_free(&model);
  if (!c->m)
    return cover_bad_input(c);
  c->r.brief &= !c->r.convert && !c->r.explain; /* they have no verdict */
  if (c->r.convert)
    return convert(c);
  if ((status = check_strength(c)) >= 0)
    return status;
  limit(c, generates(c) ? 0 : c->r.seconds);
  if (c->r.measure)
    return cover_measure_given(c);
  if (c->r.minimise || c->r.rank)
    return cover_rearrange(c);
  if (c->r.explain)
    return cover_explain(c);
  if (c->r.locate)
    return cover_locate_given(c);
  if (c->r.keep && !cover_read_given(c, c->r.keep))
    return cover_bad_input(c);
  return generate(c);
}

/* -1: go on; otherwise the exit code. */
static int parse(struct cover_request *r, int argc, char **argv,
                 struct operands *files) {
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
      {"strategy", 's', OPT_STRING, &r->strategy, "NAME",
       "auto, ipo, ipo-ec, ipo-print, algebra, search, base"},
      {"keep", 0, OPT_STRING, &r->keep, "FILE",
       "keep the tests of FILE and extend them"},
      {"carry", 0, OPT_STRING, &r->carry, "COLUMNS",
       "columns of the file of tests to be kept beside them"},
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
      {"run", 0, OPT_STRING, &r->run, "COMMAND",
       "run it for every test: 'prog -s {Size}'; find what makes it fail"},
      {"shell", 0, OPT_FLAG, &r->shell, NULL,
       "with --run: by /bin/sh, values quoted"},
      {"jobs", 'j', OPT_NUMBER, &r->jobs, "N",
       "with --run: that many at a time (default: the cores)"},
      {"each", 0, OPT_SECONDS, &r->each, "SECONDS",
       "with --run: a test that takes longer fails"},
      {"adaptive", 0, OPT_FLAG, &r->adaptive, NULL,
       "with --run: add tests that find it (default)"},
      {"locate", 0, OPT_STRING, &r->locate, "FILE",
       "tests with a column 'result': what makes them fail"},
      {"sequence", 0, OPT_FLAG, &r->sequence, NULL,
       "MODEL lists events: orders that cover every order of any N"},
      {"submodels", 0, OPT_FLAG, &r->submodels, NULL,
       "sub-models as PICT means them: their tests are values"},
      {"convert", 0, OPT_STRING, &r->convert, "LANGUAGE",
       "write MODEL itself in another language: acts, ctwedge, pict"},
      {"missing", 0, OPT_NUMBER, &r->missing, "N",
       "list at most N tuples (default 20)"},
      {"format", 'f', OPT_STRING, &r->format, "NAME",
       "tsv, csv, json, pict-json, markdown, html, pytest, junit, ctest"},
      {"dont-care", 0, OPT_FLAG, &r->dont_care, NULL,
       "'*' where any value will do"},
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
      OPTION_BRIEF(&r->brief),
      OPTION_QUIET(&r->quiet),
      OPTION_WARNINGS,
      {0}};
  return options_parse(&cover_usage, table, argc, argv, files);
}

int cmd_cover(int argc, char **argv) {
  struct cover c = {.r = {.seed = 1, .missing = 20, .seconds = -1,
                          .adaptive = true}};
  struct cover_request *r = &c.r;
  struct arena arena = {0};
  struct operands files = {0};
  char **args = alloc_zero((size_t)argc + 1, sizeof *args);
  memcpy(args, argv, (size_t)argc * sizeof *args);
  int status = cover_pict(&cover_usage, &arena, &argc, args);
  if (status < 0)
    status = parse(r, argc, args, &files);
  if (status < 0 && files.at.len != 1)
    status = usage_error(&cover_usage, files.at.len ? "more than one model"
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
  heddle_cover_tests_free(&c.read);
  heddle_cover_free(c.m);
  vec_free(&files.at);
  free(args);
  arena_free(&arena);
  return status;
}
