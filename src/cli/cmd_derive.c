/* heddle derive: verify a network of Mealy machines, derive its tests. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/together.h"
#include "form/derive.h"
#include "job/budget.h"
#include "job/derive.h"
#include "job/forms.h"
#include "job/network.h"
#include "job/result.h"
#include "ranks/ranks.h"

static const struct usage usage = {
    .command = "derive",
    .synopsis = "[options] NETWORK ...",
    .summary = "verifies a network of Mealy machines and derives the tests "
               "that kill its mutants",
    .more =
        "A network is XML (networks/network.dtd) or .hed.  Operators of\n"
        "--mutate: initial, output, destination (the default), missing.\n"
        "Mode quiet takes a missing answer for a difference, mode paper\n"
        "compares only where both networks answer.  Two transitions for one\n"
        "state and input are a choice; tests then say which outputs are\n"
        "allowed after each input.\n\n"
        "Exit code 1: a livelock or a reception that gets stuck; with\n"
        "--verify also a dead transition or no strong connection; with\n"
        "--equal: the networks differ.\n\n"
        "  heddle derive networks/abp.xml\n"
        "  heddle derive --c tests.c --html report.html networks/abp.xml\n"
        "  heddle derive --equal new.xml old.xml\n",
};

static bool ends_with(const char *s, const char *end) {
  const size_t a = strlen(s), b = strlen(end);
  return a >= b && !strcmp(s + a - b, end);
}

struct options {
  struct derive_request asked;
  const char *tests, *tap, *c, *html, *write, *equal, *forms[FORM_COUNT], *out;
  bool json, table, quiet, brief;
  double time, budget;
  uint64_t matrix;
  struct budget all_time;
};

/* --- options -------------------------------------------------------------- */

static int check_options(const struct options *o, struct derive_options *d) {
  struct text why = {0};
  int status = derive_choose(d, &o->asked, &why)
                   ? -1
                   : usage_error(&usage, "%s", text_str(&why));
  text_free(&why);
  return status;
}

/* --- one network ---------------------------------------------------------- */

static bool write_as(const char *path, const struct derive_view *v,
                     void (*render)(const struct derive_view *,
                                    struct text *)) {
  if (!path)
    return true;
  struct text out = {0};
  backstop_writes();
  render(v, &out);
  const bool ok = term_write(&out, path);
  text_free(&out);
  return ok;
}

static const int exit_codes[] = {[VERDICT_HOLDS] = EXIT_HOLDS,
                                 [VERDICT_VIOLATED] = EXIT_FINDINGS,
                                 [VERDICT_INCOMPLETE] = EXIT_INCOMPLETE,
                                 [VERDICT_BROKEN] = EXIT_USAGE};

static void print_main(const struct options *o, const struct derive_view *v,
                       struct text *out) {
  if (o->json || o->quiet)
    return;
  else if (o->table)
    derive_row(v, out);
  else if (o->brief)
    derive_line(v, out);
  else {
    derive_summary(v, out);
    derive_mutants(v, o->matrix, out);
  }
}

/* When the search of a network must end; 0: no limit. */
static double deadline(const struct options *o) {
  double seconds = budget_seconds(&o->all_time, o->time);
  return seconds > 0 ? clock_wall() + seconds : 0;
}

static uint64_t digest_of(const struct network *n) {
  struct text all = {0};
  network_write_hed(n, &all);
  const uint64_t digest = hash_bytes(text_str(&all), all.len);
  text_free(&all);
  return digest;
}

static int derive(const struct options *o, const struct derive_options *asked,
                  const char *file) {
  struct network n;
  const bool loaded = network_load(&n, term_host(), file);
  if (!together_ready(loaded, loaded ? digest_of(&n) : 0)) {
    network_free(&n);
    return EXIT_USAGE;
  }
  struct derivation d = {.options = *asked, .listed = o->matrix};
  d.options.ranks = together_ranks();
  struct text why = {0};
  if (!derive_takes(asked, &n, &why)) {
    const int status = usage_error(&usage, "%s", text_str(&why));
    text_free(&why);
    network_free(&n);
    return status;
  }
  derivation_run(&d, term_host(), &n, budget_seconds(&o->all_time, o->time));
  if (!together_speaks()) {
    derivation_close(&d);
    network_free(&n);
    return EXIT_HOLDS;
  }
  const struct derive_view v = {file,      &n,       &d.options,
                                &d.result, &d.claim, d.verdict};
  struct text out = {0};
  struct arena arena = {0};
  struct heddle_result result;
  backstop_writes(); /* long tests take a while to be put into words */
  /* Its own words are of the derivation; a detail for each symbol of each test
   * takes longer to make than an interrupted command has. */
  const struct print print = {.json = o->json, .quiet = true};
  result_of_derive(&d, file, term_wish(print, o->forms), &arena, &result);
  print_main(o, &v, &out);
  bool ok = o->json ? term_result(&result, print) : term_print(&out);
  ok &= write_as(o->tests, &v, derive_tests);
  ok &= write_as(o->tap, &v, derive_tap);
  ok &= write_as(o->c, &v, derive_c);
  ok &= write_as(o->html, &v, derive_html);
  ok &= term_forms(&result, o->forms);
  arena_free(&arena);
  const int code = ok ? exit_codes[d.verdict] : EXIT_USAGE;
  text_free(&out);
  derivation_close(&d);
  network_free(&n);
  return code;
}

/* --- other jobs ----------------------------------------------------------- */

static int convert(const char *file, const char *to) {
  struct network n;
  int code = EXIT_USAGE;
  if (network_load(&n, term_host(), file)) {
    struct text out = {0};
    if (ends_with(to, ".xml"))
      network_write_xml(&n, &out);
    else
      network_write_hed(&n, &out);
    if (term_write(&out, to))
      code = EXIT_HOLDS;
    text_free(&out);
  }
  network_free(&n);
  return code;
}

/* The answer is there, what follows is its evidence. */
static void first_line(struct text *t) {
  const char *end = strchr(text_str(t), '\n');
  if (end)
    text_cut(t, (size_t)(end - text_str(t)) + 1);
}

static int compare(const struct options *o, const struct derive_options *d,
                   const char *file) {
  struct network a, b = {0};
  int code = EXIT_USAGE;
  if (network_load(&a, term_host(), file) && network_load(&b, term_host(), o->equal)) {
    struct net_limits l = d->limits;
    struct progress progress;
    struct text out = {0};
    host_progress_begin(term_host(), &progress);
    l.progress = &progress;
    l.deadline = deadline(o);
    struct derive_pair pair = {.files = {file, o->equal},
                               .nets = {&a, &b},
                               .mode = d->mode,
                               .fair = d->fair};
    const enum verdict v = derive_compare(&pair, &l, o->json, &out);
    host_progress_end(term_host(), &progress);
    if (o->quiet && !o->json)
      text_clear(&out);
    else if (o->brief && !o->json)
      first_line(&out);
    code = term_print(&out) ? exit_codes[v] : EXIT_USAGE;
    text_free(&out);
  }
  network_free(&a);
  network_free(&b);
  return code;
}

/* Of several networks: bad input, then findings, then incomplete. */
static int worse(int a, int b) {
  static const int rank[] = {[EXIT_HOLDS] = 0, [EXIT_INCOMPLETE] = 1,
                             [EXIT_FINDINGS] = 2, [EXIT_USAGE] = 3,
                             [EXIT_BUG] = 4};
  return rank[a] > rank[b] ? a : b;
}

static int run(const struct options *o, const struct operands *files) {
  struct derive_options d = {0};
  const int status = check_options(o, &d);
  if (status >= 0)
    return status;
  const struct ranks *ranks = together_ranks();
  if (ranks && !o->asked.jobs) /* they share the machine */
    d.jobs = d.jobs > ranks->here ? d.jobs / ranks->here : 1;
  const size_t count = files->at.len;
  if (!count)
    return usage_error(&usage, "which network? (networks/ has some)");
  if (count > 1 && (o->equal || o->write || o->json || o->c || o->html ||
                    term_forms_wanted(o->forms)))
    return usage_error(&usage, "one network at a time, except with --table");
  if ((o->write || o->equal) && ranks) {
    if (together_speaks())
      term_message("--%s is done by one process: start it without mpirun",
                   o->write ? "write" : "equal");
    return EXIT_USAGE;
  }
  if (o->write)
    return convert(files->at.at[0], o->write);
  if (o->equal)
    return compare(o, &d, files->at.at[0]);
  int code = EXIT_HOLDS;
  if (o->table && !o->quiet) {
    struct text head = {0};
    derive_row(NULL, &head);
    term_print(&head);
    text_free(&head);
  }
  for (size_t i = 0; i < count; i++)
    code = worse(derive(o, &d, files->at.at[i]), code);
  return code;
}

int cmd_derive(int argc, char **argv) {
  struct options o = {0};
  const char **form_files = o.forms;
  const struct option table[] = {
      {"strategy", 's', OPT_STRING, &o.asked.engine, "NAME",
       "explicit, mdd-bfs, mdd-sat, sets, auto (default)"},
      {"engine", 0, OPT_STRING, &o.asked.engine, "NAME", "the same"},
      {"mode", 0, OPT_STRING, &o.asked.mode, "MODE", "quiet (default) or paper"},
      {"fair", 0, OPT_FLAG, &o.asked.fair, NULL,
       "internal circles that can be left are left"},
      {"mutate", 0, OPT_STRING, &o.asked.mutate, "LIST",
       "operators: initial,output,destination,missing or all"},
      {"verify", 0, OPT_FLAG, &o.asked.verify, NULL, "verify only, no tests"},
      {"equal", 0, OPT_STRING, &o.equal, "OTHER",
       "compare with another network"},
      {"out", 'o', OPT_STRING, &o.out, "FILE",
       "by its ending .c, .tap, .html, .xml, .sarif, .md, or the tests as text"},
      {"tests", 0, OPT_STRING, &o.tests, "FILE", "the tests as text"},
      {"tap", 0, OPT_STRING, &o.tap, "FILE", "the tests as TAP"},
      {"c", 0, OPT_STRING, &o.c, "FILE", "the tests as a C test driver"},
      {"html", 0, OPT_STRING, &o.html, "FILE", "the mutation report"},
      FORM_LIST(FORM_OPTION)
      {"json", 0, OPT_FLAG, &o.json, NULL, "JSON on standard output"},
      {"matrix", 0, OPT_NUMBER, &o.matrix, "N",
       "the first N mutants, each with the tests that kill it"},
      {"table", 0, OPT_FLAG, &o.table, NULL, "one row for each network"},
      {"all-tests", 0, OPT_FLAG, &o.asked.all, NULL,
       "keep tests that others make superfluous"},
      {"first", 0, OPT_NUMBER, &o.asked.first, "N", "only the first N mutants"},
      {"jobs", 'j', OPT_NUMBER, &o.asked.jobs, "N", "threads (default: all cores)"},
      {"time", 0, OPT_SECONDS, &o.time, "T", "stop after that long"},
      OPTION_BUDGET(&o.budget),
      {"memory", 0, OPT_SIZE, &o.asked.memory, "SIZE",
       "stop when the tables exceed it"},
      {"write", 0, OPT_STRING, &o.write, "FILE",
       "write the network as .xml or .hed and stop"},
      OPTION_BRIEF(&o.brief),
      OPTION_QUIET(&o.quiet),
      OPTION_WARNINGS,
      {0}};
  const struct out_form ways[] = {FORM_LIST(FORM_ENDING)
                                  {".c", &o.c},
                                  {".tap", &o.tap},
                                  {".html", &o.html},
                                  {NULL, &o.tests}};
  struct operands files = {0};
  int status = options_parse(&usage, table, argc, argv, &files);
  out_assign(o.out, ways);
  o.all_time = backstop_budget(o.budget);
  if (status < 0)
    status = run(&o, &files);
  vec_free(&files.at);
  return status;
}
