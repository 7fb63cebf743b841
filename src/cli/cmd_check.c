/* heddle check: search the states of a model for errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/together.h"
#include "form/check.h"
#include "job/budget.h"
#include "job/check_graph.h"
#include "job/findings.h"
#include "job/forms.h"
#include "job/load.h"
#include "job/result.h"

struct request {
  struct check_options check;
  const char *find, *scheme;
  struct operands defines, never;
  struct print print;
  bool first, all, strategies;
  const char *forms[FORM_COUNT];
  double budget;
  const char *svg, *dot, *graph, *relief, *record, *out;
};

static const struct usage usage = {
    .command = "check",
    .synopsis = "[options] MODEL.hed",
    .summary =
        "Explores every state of the model and reports every logical error, "
        "each with a\nshortest run.",
    .more =
        "Kinds for --find: deadlock, blocking, unspecified, overflow, "
        "property, assertion,\nrange, endless, liveness, circle, unexecutable; property "
        "looks for liveness too.\n\n"
        "exit code: 0 no errors, 1 findings, 2 bad input, 3 incomplete: no "
        "finding, and a\nlimit was reached or the strategy does not preserve "
        "what was asked for\n\n"
        "  heddle check models/pi1.hed\n"
        "  heddle check -D N=5 --find deadlock --html report.html "
        "models/phils.hed\n",
};

/* --- files for each finding ----------------------------------------------- */

static bool ends_with(const char *s, const char *end) {
  size_t a = strlen(s), b = strlen(end);
  return a >= b && !strcmp(s + a - b, end);
}

/* A file for each run: its name in the folder, and what is in it. */
static bool each_run(const struct check *c, const char *path, const char *type,
                     bool single) {
  struct text name = {0}, content = {0};
  bool ok = true;
  unsigned number = 0;
  vec_each(&c->result->findings, f) {
    if (f->kind == FINDING_UNEXECUTABLE || !ok || (single && number))
      continue;
    text_clear(&name);
    text_clear(&content);
    text_printf(&name, "%s/%02u-%s%s", path, ++number,
                finding_kind_names[f->kind], type);
    if (!strcmp(type, ".rec"))
      finding_write(f, c->model, &content);
    else
      finding_draw(f, c->model, &content);
    ok = term_write(&content, single ? path : text_str(&name));
  }
  if (!number)
    term_message("no run to write to '%s'", path);
  text_free(&name);
  text_free(&content);
  return ok;
}

/* PATH.type gets the first finding; any other path is a folder that gets a
 * file for each. */
static bool write_each(const struct check *c, const char *path,
                       const char *type) {
  bool single = ends_with(path, type) || !strcmp(path, "-");
  if (!single && mkdir(path, 0777) && errno != EEXIST) {
    term_message("cannot make the folder '%s': %s", path, term_reason());
    return false;
  }
  return each_run(c, path, type, single);
}

typedef bool drawer(const struct check *c, struct text *out);

/* A graph that is too large is no mistake of anybody: it is said, and what was
 * found counts. */
static bool write_graph(const struct check *c, drawer *draw, const char *path) {
  struct text out = {0};
  bool ok = true;
  if (draw(c, &out))
    ok = term_write(&out, path);
  else
    term_message("no graph written: it has more than a person can look at, "
                 "or was not explored to the end");
  text_free(&out);
  return ok;
}

static bool write_relief(const struct check *c, const char *path) {
  struct text out = {0};
  const bool ok = check_relief(c, term_host(), &out) && term_write(&out, path);
  text_free(&out);
  return ok;
}

static bool write_files(const struct check *c, const struct request *o) {
  bool ok = true;
  if (o->svg)
    ok &= write_each(c, o->svg, ".svg");
  if (o->record)
    ok &= write_each(c, o->record, ".rec");
  if (o->dot)
    ok &= write_graph(c, check_dot, o->dot);
  if (o->graph)
    ok &= write_graph(c, check_svg, o->graph);
  if (o->relief)
    ok &= write_relief(c, o->relief);
  return ok;
}

/* --- the command ---------------------------------------------------------- */

static int report(const struct check *c, const struct request *o) {
  struct arena arena = {0};
  struct heddle_result result;
  result_of_check(c, term_wish(o->print, o->forms), &arena, &result);
  bool ok = term_result(&result, o->print);
  ok &= term_forms(&result, o->forms);
  ok &= write_files(c, o);
  arena_free(&arena);
  return ok ? exit_code(c->result->verdict) : EXIT_USAGE;
}

static int check_model(const struct loaded *l, const struct request *o,
                       unsigned find) {
  struct check c = {.model = l->model,
                    .source = text_str(&l->source),
                    .find = find,
                    .hint = !o->forms[FORM_html] && !o->svg && !o->record};
  int status = !check_run(&c, term_host(), &o->check) ? EXIT_USAGE
               : together_speaks()                    ? report(&c, o)
                                                      : EXIT_HOLDS;
  check_close(&c);
  return status;
}

static int list_strategies(const struct request *o) {
  struct text out = {0};
  if (o->print.json)
    check_strategies_json(&out);
  else
    check_strategies_text(&out);
  bool ok = term_print(&out);
  text_free(&out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

/* What is looked for, and how. */
static void search_options(struct request *o, struct option_table *to) {
  const struct option rows[] = {
      {"strategy", 's', OPT_STRING, &o->check.strategy, "NAME",
       "auto (default), full, ample, lra, bsra, ..."},
      {"strategies", 0, OPT_FLAG, &o->strategies, NULL,
       "what each tells of each kind of finding, and exit"},
      {"engine", 0, OPT_STRING, &o->check.engine, "NAME",
       "auto (default), states: a list of them, dd: one set, exact counts"},
      {"find", 'f', OPT_STRING, &o->find, "KINDS",
       "look for these kinds only, separated by commas"},
      {"define", 'D', OPT_LIST, &o->defines, "N=5", "set a parameter"},
      {"never", 0, OPT_LIST, &o->never, "CLAIM",
       "of a Petri net: no marking is like this, 'a + b > 1'"},
      {"scheme", 0, OPT_STRING, &o->scheme, "S",
       "async, fifo, causal or mailbox, instead of the model's"},
      {"first", 0, OPT_FLAG, &o->first, NULL, "stop at the first finding"},
      {"all", 0, OPT_FLAG, &o->all, NULL, "explore everything (default)"},
      {"depth-first", 0, OPT_FLAG, &o->check.depth_first, NULL,
       "runs may then be longer than needed"},
      {"fair", 0, OPT_FLAG, &o->check.fair, NULL,
       "of runs that go on for ever: who can always move, does"},
      {0}};
  options_add(to, rows);
}

/* What it may take. */
static void limit_options(struct request *o, struct option_table *to) {
  const struct option rows[] = {
      {"jobs", 'j', OPT_NUMBER, &o->check.jobs, "N",
       "cores to use (default all); same result"},
      {"time", 0, OPT_SECONDS, &o->check.seconds, "T", "stop after so long"},
      OPTION_BUDGET(&o->budget),
      {"memory", 0, OPT_SIZE, &o->check.memory, "SIZE",
       "stop at so much (default three quarters of the machine's)"},
      {"compact", 0, OPT_FLAG, &o->check.compact, NULL,
       "keep five bytes of hash for a state: says what is left out"},
      {"bitstate", 0, OPT_FLAG, &o->check.bitstate, NULL,
       "keep a few bits for a state: says what is left out"},
      {"hashes", 0, OPT_NUMBER, &o->check.hashes, "N",
       "bits for a state, with --bitstate (default 3)"},
      {"swarm", 0, OPT_NUMBER, &o->check.swarm, "N",
       "so many --bitstate searches in different orders, on all cores"},
      {"seed", 0, OPT_NUMBER, &o->check.seed, "N",
       "of hashes and orders (default 0): the same again, or others"},
      {"disk", 0, OPT_STRING, &o->check.disk, "FOLDER",
       "keep the states in files there: goes on where memory ends"},
      {"save", 0, OPT_STRING, &o->check.save, "FOLDER",
       "save the search there now and then, in case it is killed"},
      {"resume", 0, OPT_FLAG, &o->check.resume, NULL,
       "go on with the search in the folder of --disk or --save"},
      {"every", 0, OPT_SECONDS, &o->check.every, "T",
       "save so often (default a minute; less often where it takes long)"},
      {"states", 0, OPT_NUMBER, &o->check.states, "N", "stop at so many states"},
      {"depth", 0, OPT_NUMBER, &o->check.depth, "N", "no runs longer than this"},
      {0}};
  options_add(to, rows);
}

/* What is said of it, and where that goes. */
static void output_options(struct request *o, struct option_table *to) {
  const char **form_files = o->forms;
  const struct option rows[] = {
      {"findings", 0, OPT_NUMBER, &o->check.findings, "N",
       "list so many of each kind (default 1000)"},
      {"runs", 0, OPT_FLAG, &o->print.every, NULL, "show every run, not the first"},
      {"json", 0, OPT_FLAG, &o->print.json, NULL, "for machines"},
      {"svg", 0, OPT_STRING, &o->svg, "PATH",
       "first run to x.svg, or all runs to a folder"},
      {"record", 0, OPT_STRING, &o->record, "PATH",
       "first run to x.rec, or all runs to a folder"},
      {"out", 'o', OPT_STRING, &o->out, "PATH",
       "by its ending: .html, .svg, .dot, .relief, .xml, .sarif, .md, or --record"},
      {"dot", 0, OPT_STRING, &o->dot, "FILE", "state graph of a small model"},
      {"graph", 0, OPT_STRING, &o->graph, "FILE", "the same as a picture, SVG"},
      {"relief", 0, OPT_STRING, &o->relief, "FILE",
       "the model as a protocol file of RELIEF"},
      FORM_LIST(FORM_OPTION)
      DRAWN_LIST(FORM_OPTION)
      OPTION_BRIEF(&o->print.brief),
      OPTION_QUIET(&o->print.quiet),
      OPTION_WARNINGS,
      {0}};
  options_add(to, rows);
}

/* -1: go on; otherwise the exit code. */
static int parse(struct request *o, int argc, char **argv,
                 struct operands *files) {
  const char **form_files = o->forms;
  const struct out_form ways[] = {FORM_LIST(FORM_ENDING)
                                  DRAWN_LIST(FORM_ENDING)
                                  {".svg", &o->svg},
                                  {".dot", &o->dot},
                                  {".relief", &o->relief},
                                  {NULL, &o->record}};
  struct option_table table = {0};
  search_options(o, &table);
  limit_options(o, &table);
  output_options(o, &table);
  int status = options_parse(&usage, table.at.at, argc, argv, files);
  vec_free(&table.at);
  out_assign(o->out, ways);
  return status;
}

static int search(struct request *o, const struct operands *files) {
  struct budget budget = backstop_budget(o->budget);
  struct loaded l = {0};
  unsigned find;
  int status = EXIT_USAGE;
  if (files->at.len != 1)
    return usage_error(&usage, files->at.len ? "one model at a time"
                                             : "which model?");
  bool loaded =
      check_find(term_host(), o->find, &find) &&
      load_model(&l, term_host(), files->at.at[0],
                 &(struct load_options){o->defines.at.at, o->defines.at.len,
                                        o->scheme, o->never.at.at,
                                        o->never.at.len});
  if (together_ready(loaded, loaded ? l.model->digest : 0)) {
    o->check.ranks = together_ranks();
    o->check.first_only = o->first && !o->all;
    o->check.graph = o->dot || o->graph;
    o->check.edges = o->forms[FORM_html];
    o->check.seconds = budget_seconds(&budget, o->check.seconds);
    status = check_model(&l, o, find);
  }
  load_free(&l);
  return status;
}

int cmd_check(int argc, char **argv) {
  struct request o = {.check.strategy = "auto"};
  struct operands files = {0};
  int status = parse(&o, argc, argv, &files);
  if (status < 0)
    status = o.strategies ? list_strategies(&o) : search(&o, &files);
  vec_free(&files.at);
  vec_free(&o.defines.at);
  vec_free(&o.never.at);
  return status;
}
