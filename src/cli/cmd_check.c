/* heddle check: search the states of a model for errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/budget.h"
#include "cli/chart.h"
#include "cli/check.h"
#include "cli/cli.h"
#include "api/findings.h"
#include "cli/load.h"
#include "cli/options.h"
#include "report/graph.h"

struct check_options {
  const char *strategy, *find, *scheme;
  struct operands defines;
  bool depth_first, first, all, json, quiet, brief, runs, strategies;
  const char *junit;
  uint64_t jobs, memory, states, depth, findings;
  double seconds, budget;
  const char *html, *svg, *dot, *record;
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

static bool parse_find(const char *list, unsigned *find) {
  *find = 0;
  if (!list)
    return true;
  while (*list) {
    size_t len = strcspn(list, ",");
    char word[32] = "";
    if (len < sizeof word)
      memcpy(word, list, len);
    int kind = 0;
    while (finding_kind_names[kind] && strcmp(finding_kind_names[kind], word))
      kind++;
    if (kind == FINDING_KINDS) {
      const char *near = text_nearest(word, finding_kind_names, FINDING_KINDS);
      term_message("unknown kind of finding '%.*s'%s%s%s", (int)len, list,
                   near ? " (did you mean '" : "", near ? near : "",
                   near ? "'?)" : "");
      return false;
    }
    *find |= 1u << kind;
    list += len + (list[len] == ',');
  }
  if (!*find)
    term_message("--find needs a kind, such as deadlock");
  return *find != 0;
}

/* --- inputs that cannot be enumerated ------------------------------------- */

enum { INPUTS_MAX = 1 << 16 };

static bool inputs_enumerable(const struct model *m) {
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      const struct edge *edge = &m->processes[p].edges[e];
      if (edge->action != ACT_INPUT ||
          (int64_t)edge->input_range.hi - edge->input_range.lo < INPUTS_MAX)
        continue;
      struct term_diag d = {0};
      term_diag_begin(&d);
      struct place at = m->sources[edge->source].place;
      diag_error_hint(&d.diag, (struct diag_at){m->file, at.line, at.col, 1},
                      "give the variable a range of at most 65,536 values",
                      "too many inputs to try one by one");
      term_diag_end(&d);
      return false;
    }
  return true;
}

/* --- files for each finding ----------------------------------------------- */

static bool ends_with(const char *s, const char *end) {
  size_t a = strlen(s), b = strlen(end);
  return a >= b && !strcmp(s + a - b, end);
}

/* One finding as a picture or a recording. */
static void render(const struct finding *f, const struct model *m,
                   const char *type, struct text *out) {
  struct recording r;
  finding_record(f, m, &r);
  if (!strcmp(type, ".rec")) {
    recording_write(&r, out);
  } else {
    struct chart chart;
    struct text why = {0};
    chart_make(&chart, &r, m, &why);
    run_render_svg(out, &chart.run, SVG_ALONE);
    chart_free(&chart);
    text_free(&why);
  }
  recording_free(&r);
}

/* PATH.type gets the first finding; any other path is a folder that gets a
 * file for each. */
static bool write_each(const struct check *c, const char *path,
                       const char *type) {
  bool single = ends_with(path, type) || !strcmp(path, "-"), ok = true;
  unsigned number = 0;
  if (!single && mkdir(path, 0777) && errno != EEXIST) {
    term_message("cannot make the folder '%s': %s", path, term_reason());
    return false;
  }
  struct text name = {0}, content = {0};
  vec_each(&c->result->findings, f) {
    if (f->kind == FINDING_UNEXECUTABLE || !ok || (single && number))
      continue;
    text_clear(&name);
    text_clear(&content);
    text_printf(&name, "%s/%02u-%s%s", path, ++number,
                finding_kind_names[f->kind], type);
    render(f, c->model, type, &content);
    ok = term_write(&content, single ? path : text_str(&name));
  }
  if (!number)
    term_message("no run to write to '%s'", path);
  text_free(&name);
  text_free(&content);
  return ok;
}

static bool write_dot(const struct check *c, const char *path) {
  struct check_graph *g = check_graph_make(c);
  if (!g) {
    term_message("no graph written: it has more than a person can look at, "
                 "or was not explored to the end");
    return false;
  }
  struct text out = {0};
  graph_render_dot(&out, check_graph_get(g));
  bool ok = term_write(&out, path);
  text_free(&out);
  check_graph_free(g);
  return ok;
}

static bool write_files(const struct check *c, const struct check_options *o,
                        const char *source) {
  bool ok = true;
  if (o->html) {
    struct text out = {0};
    check_html(c, source, &out);
    ok &= term_write(&out, o->html);
    text_free(&out);
  }
  if (o->junit) {
    struct text out = {0};
    check_junit(c, &out);
    ok &= term_write(&out, o->junit);
    text_free(&out);
  }
  if (o->svg)
    ok &= write_each(c, o->svg, ".svg");
  if (o->record)
    ok &= write_each(c, o->record, ".rec");
  if (o->dot)
    ok &= write_dot(c, o->dot);
  return ok;
}

/* --- the command ---------------------------------------------------------- */

static unsigned terminal_width(void) {
  struct winsize size;
  if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
    return size.ws_col;
  return 100;
}

/* A search without end shall end before the machine's memory does. */
static uint64_t default_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 4 * 3 : 0;
}

static struct explore_result *search(const struct model *m,
                                     const struct check_options *o,
                                     const struct check *c,
                                     const struct budget *b) {
  struct progress progress;
  term_progress_begin(&progress);
  struct explore_options eo = {
      .strategy = c->strategy,
      .find = c->find,
      .depth_first = o->depth_first,
      .first_only = o->first && !o->all,
      .jobs = c->jobs,
      .seconds = budget_seconds(b, o->seconds),
      .memory = o->memory ? o->memory : default_memory(),
      .states = o->states,
      .depth = o->depth,
      .findings_kept = o->findings,
      .keep_edges = o->dot || o->html,
      .progress = &progress,
  };
  struct explore_result *r = explore(m, &eo);
  term_progress_end(&progress);
  return r;
}

static int report(const struct check *c, const struct check_options *o,
                  const char *source) {
  struct text out = {0};
  if (o->json)
    check_json(c, &out);
  else if (o->brief)
    check_line(c, &out);
  else if (!o->quiet)
    check_text(c, &out);
  bool ok = term_print(&out);
  text_free(&out);
  ok &= write_files(c, o, source);
  if (!ok)
    return EXIT_USAGE;
  switch (c->result->verdict) {
  case VERDICT_HOLDS:
    return EXIT_HOLDS;
  case VERDICT_VIOLATED:
    return EXIT_FINDINGS;
  default:
    return EXIT_INCOMPLETE;
  }
}

static const char *nearest_strategy(const char *name) {
  VEC(const char *) names = {0};
  vec_push(&names, "auto");
  for (const struct strategy *const *s = strategies; *s; s++)
    vec_push(&names, (*s)->name);
  const char *near = text_nearest(name, names.at, names.len);
  vec_free(&names);
  return near;
}

/* The best for what is asked.  The limit of depth and the graph of states
 * mean single steps, so they want all of them. */
static bool choose_best(struct check *c, const struct check_options *o) {
  c->strategy = o->depth || o->dot
                    ? &strategy_full
                    : strategy_auto(c->model, c->find, &c->why);
  return true;
}

/* The strategy by name, if it applies. */
static bool choose(struct check *c, const struct check_options *o) {
  struct text why = {0};
  const char *name = o->strategy;
  if (!strcmp(name, "auto"))
    return choose_best(c, o);
  c->strategy = strategy_find(name);
  if (!c->strategy) {
    const char *near = nearest_strategy(name);
    term_message("unknown strategy '%s'%s%s%s; these are there:", name,
                 near ? " (did you mean '" : "", near ? near : "",
                 near ? "'?)" : "");
    fprintf(stderr, "  %-16s the best of these for what is asked\n", "auto");
    for (const struct strategy *const *s = strategies; *s; s++)
      fprintf(stderr, "  %-16s %s\n", (*s)->name, (*s)->summary);
    return false;
  }
  void *self = c->strategy->open(c->model, c->find, &why);
  if (self)
    c->strategy->close(self);
  else
    term_message("%s does not apply to %s: %s", name, c->model->file,
                 text_str(&why));
  text_free(&why);
  return self != NULL;
}

static int check_model(const struct loaded *l, const struct check_options *o,
                       unsigned find,
                       const struct budget *b) {
  struct check c = {.model = l->model,
                    .find = explore_find(l->model, find),
                    .jobs = o->jobs ? (unsigned)o->jobs : clock_cores(),
                    .all_runs = o->runs,
                    .width = terminal_width(),
                    .colour = isatty(STDOUT_FILENO)};
  if (c.jobs > 256)
    c.jobs = 256;
  if (!inputs_enumerable(l->model) || !choose(&c, o))
    return EXIT_USAGE;
  struct explore_result *r = search(l->model, o, &c, b);
  c.result = r;
  c.shortest = (c.strategy == &strategy_full ||
                c.strategy == &strategy_sleep) && /* see asleep.h */
               !o->depth_first;
  c.hint = !o->html && !o->svg && !o->record;
  int status = report(&c, o, text_str(&l->source));
  explore_result_free(r);
  return status;
}

static int list_strategies(const struct check_options *o) {
  struct text out = {0};
  if (o->json)
    check_strategies_json(&out);
  else
    check_strategies_text(&out);
  bool ok = term_print(&out);
  text_free(&out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

int cmd_check(int argc, char **argv) {
  struct check_options o = {.strategy = "auto"};
  const struct option table[] = {
      {"strategy", 's', OPT_STRING, &o.strategy, "NAME",
       "auto (default), full, ample, lra, bsra, ..."},
      {"strategies", 0, OPT_FLAG, &o.strategies, NULL,
       "what each tells of each kind of finding, and exit"},
      {"find", 'f', OPT_STRING, &o.find, "KINDS",
       "look for these kinds only, separated by commas"},
      {"define", 'D', OPT_LIST, &o.defines, "N=5", "set a parameter"},
      {"scheme", 0, OPT_STRING, &o.scheme, "S",
       "async, fifo, causal or mailbox, instead of the model's"},
      {"first", 0, OPT_FLAG, &o.first, NULL, "stop at the first finding"},
      {"all", 0, OPT_FLAG, &o.all, NULL, "explore everything (default)"},
      {"depth-first", 0, OPT_FLAG, &o.depth_first, NULL,
       "runs may then be longer than needed"},
      {"jobs", 'j', OPT_NUMBER, &o.jobs, "N",
       "cores to use (default all); same result"},
      {"time", 0, OPT_SECONDS, &o.seconds, "T", "stop after so long"},
      {"budget", 0, OPT_SECONDS, &o.budget, "T",
       "the whole command takes at most so long"},
      {"memory", 0, OPT_SIZE, &o.memory, "SIZE",
       "stop at so much (default three quarters of the machine's)"},
      {"states", 0, OPT_NUMBER, &o.states, "N", "stop at so many states"},
      {"depth", 0, OPT_NUMBER, &o.depth, "N", "no runs longer than this"},
      {"findings", 0, OPT_NUMBER, &o.findings, "N",
       "list so many of each kind (default 1000)"},
      {"runs", 0, OPT_FLAG, &o.runs, NULL, "show every run, not the first"},
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines"},
      {"html", 0, OPT_STRING, &o.html, "FILE", "a page with all pictures"},
      {"svg", 0, OPT_STRING, &o.svg, "PATH",
       "first run to x.svg, or all runs to a folder"},
      {"record", 0, OPT_STRING, &o.record, "PATH",
       "first run to x.rec, or all runs to a folder"},
      {"dot", 0, OPT_STRING, &o.dot, "FILE", "state graph of a small model"},
      {"junit", 0, OPT_STRING, &o.junit, "FILE", "for CI servers"},
      {"brief", 0, OPT_FLAG, &o.brief, NULL, "one line, the verdict"},
      {"quiet", 'q', OPT_FLAG, &o.quiet, NULL, "only the exit code"},
      {0}};
  struct operands files = {0};
  struct loaded l = {0};
  unsigned find;
  int status = options_parse(&usage, table, argc, argv, &files);
  if (status < 0 && o.strategies) {
    status = list_strategies(&o);
  } else if (status < 0) {
    struct budget budget = budget_begin(o.budget);
    if (files.at.len != 1)
      status = usage_error(&usage, files.at.len ? "one model at a time"
                                                : "which model?");
    else if (!parse_find(o.find, &find) ||
             !load_model(&l, files.at.at[0], &o.defines, o.scheme))
      status = EXIT_USAGE;
    else
      status = check_model(&l, &o, find, &budget);
  }
  load_free(&l);
  vec_free(&files.at);
  vec_free(&o.defines.at);
  return status;
}
