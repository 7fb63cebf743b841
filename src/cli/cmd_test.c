/* heddle test: every schedule that matters of a program or a thread model. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/together.h"
#include "form/test_each.h"
#include "job/cc.h"
#include "job/forms.h"
#include "job/keep.h"
#include "job/property.h"
#include "job/result.h"
#include "job/scratch.h"
#include "job/test.h"
#include "job/tests.h"

struct request {
  struct test_options test;
  struct print print;
  double budget;
  bool first, races, values;
  const char *record, *svg, *write_baseline, *lcov;
  const char *coverage_page, *volatile_is, *forms[FORM_COUNT], *out, *scheme;
  char *folder; /* what came from standard input is there; or NULL */
  const char *name; /* of the test in the program, or NULL */
  bool list, each;
  const char *sequences, *only; /* files, or NULL */
  struct operands before;
  struct each *results; /* of all of them, or NULL */
  struct operands inputs, from, defines, includes, libraries, cflags, flags;
  struct operands never, always;
};

static const char more[] =
    "FILE is C sources (built as 'heddle cc' does), a program that 'heddle\n"
    "cc' built, or a model of threads (.hed).  What follows '--' are the\n"
    "program's arguments.\n\n"
    "strategies:\n"
    "  auto      several of these in turns: finds what is shallow at once, and\n"
    "            ends where there is an end (the default)\n"
    "  optimal   every trace exactly once\n"
    "  dpor      every trace at least once\n"
    "  flip      the same, most of them many times: races are flipped, and\n"
    "            nothing sleeps; to compare with\n"
    "  unfold    every local state, in at most as many runs as traces\n"
    "  contextual  the same with read arcs: fewer runs where reads race\n"
    "  reach     every sequence of synchronizations exactly once; of messages\n"
    "            there are fewer than traces\n"
    "  stateful  every local state, by a net of what runs have shown: runs only\n"
    "            what the net does not know\n"
    "  stateful-naive  the same net walked state by state, not unfolded\n"
    "  stateful-runs  every state by running the program there: a state that is\n"
    "            known is not left again\n"
    "  full      every interleaving, for tiny programs\n"
    "  random    any enabled thread at every step\n"
    "  pct       random priorities with few changes\n"
    "  pos       random orders of the steps that race\n\n"
    "exit code: 0 every schedule covered, 1 findings, 2 usage, 3 a limit was\n"
    "reached without findings\n";

static const struct usage usage = {
    "test", "[options] FILE... [-- ARGUMENT...]",
    "Runs a concurrent program under a scheduler that tries every schedule "
    "that matters.",
    more};

/* --- files ---------------------------------------------------------------- */

/* "counter.rec" for the first finding of counter.c, "counter.2.rec" ... */
static void kept_name(struct text *out, const struct request *o,
                      const char *tested, size_t number) {
  const char *base = strrchr(tested, '/');
  base = base ? base + 1 : tested;
  const char *dot = strrchr(base, '.');
  text_clear(out);
  text_add_n(out, base,
             dot && dot > base ? (size_t)(dot - base) : strlen(base));
  if (o->name)
    text_printf(out, "-%s", o->name);
  if (number > 1)
    text_printf(out, ".%zu", number);
  text_add(out, ".rec");
}

/* Where nobody has said where to.  `first`: by which replay finds it. */
static bool keep_recording(const struct request *o, const struct test *t,
                           size_t i, struct text *first) {
  struct text name = {0}, path = {0}, found = {0};
  kept_name(&name, o, t->result.name, i + 1);
  bool ok = keep_path(&path, text_str(&name)) &&
            keep_write(&t->recordings.at[i], text_str(&path));
  if (ok && !i) {
    const char *shortly = keep_find(text_str(&name), &found);
    text_add(first, strcmp(shortly, text_str(&path)) ? text_str(&path)
                                                     : text_str(&name));
  }
  text_free(&name);
  text_free(&path);
  text_free(&found);
  return ok;
}

static bool write_recording(const struct request *o, const struct test *t,
                            size_t i, struct text *first) {
  struct text path = {0};
  text_add(&path, o->record);
  if (o->each)
    text_printf(&path, "-%s", o->name);
  if (i)
    text_printf(&path, ".%zu", i + 1);
  bool ok = term_write(&t->recordings.at[i], text_str(&path));
  if (ok && !i)
    text_add(first, text_str(&path));
  text_free(&path);
  return ok;
}

/* The name of the first in `first`; empty when none was written.  What came
 * from standard input is not there to be run again: it is recorded only where
 * that is asked for.  False: it was asked for, and could not be written. */
static bool write_recordings(const struct request *o, const struct test *t,
                             struct text *first) {
  bool ok = true;
  for (size_t i = 0; ok && i < t->recordings.len; i++)
    ok = o->record   ? write_recording(o, t, i, first)
         : o->folder ? false
                     : keep_recording(o, t, i, first);
  if (o->folder)
    text_clear(first);
  return ok || !o->record;
}

/* The run of the first finding as a picture. */
static bool write_picture(const struct request *o,
                          const struct heddle_result *r) {
  struct text out = {0};
  if (!o->svg)
    return true;
  if (!forms_picture(&out, r)) {
    term_message("nothing was found: '%s' is not written", o->svg);
    return true;
  }
  bool ok = term_write(&out, o->svg);
  text_free(&out);
  return ok;
}

/* What is made of the result alone; of one test among several it is added to
 * theirs.  Where nothing could be started a message has said so. */
static bool write_result(const struct request *o, const struct test *t) {
  struct arena arena = {0};
  struct heddle_result result;
  struct result_wish wish = term_wish(o->print, o->forms);
  struct print print = o->print;
  if (o->svg)
    wish = result_wish_both(wish, (struct result_wish){1, 0, 1, false});
  print.quiet |= !t->target.executor && !o->print.brief;
  print.json &= !o->results;
  print.quiet |= o->print.json && o->results;
  result_of_test(&t->result, wish, &arena, &result);
  bool ok = term_result(&result, print);
  ok &= write_picture(o, &result);
  if (o->results)
    each_add(o->results, &result);
  else
    ok &= term_forms(&result, o->forms);
  arena_free(&arena);
  return ok;
}

static bool write_for_ci(const struct request *o,
                         const struct test_result *r,
                         struct baseline *known) {
  struct text out = {0};
  bool ok = true;
  if (o->lcov) {
    text_clear(&out);
    coverage_lcov(r->coverage, &out);
    ok &= term_write(&out, o->lcov);
  }
  if (o->coverage_page) {
    text_clear(&out);
    coverage_page(r->coverage, &out);
    ok &= term_write(&out, o->coverage_page);
  }
  if (o->write_baseline) {
    text_clear(&out);
    baseline_write(known, r->sched, &out);
    ok &= term_write(&out, o->write_baseline);
  }
  text_free(&out);
  return ok;
}

/* --- the command ---------------------------------------------------------- */

static int report(const struct request *o, struct test *t) {
  struct text head = {0}, recording = {0};
  struct test_result *r = &t->result;
  bool recorded = write_recordings(o, t, &recording);
  if (recording.len)
    r->recording = text_str(&recording);
  r->unkept = t->recordings.len && !o->record && !recording.len;
  if (o->results && !o->print.json && !o->print.quiet)
    text_printf(&head, "%s%s", o->name, o->print.brief ? ": " : ":\n");
  r->test = o->results ? o->name : NULL;
  bool ok = term_print(&head) && recorded;
  ok &= write_result(o, t);
  ok &= write_for_ci(o, r, &t->known);
  text_free(&head);
  text_free(&recording);
  return ok ? exit_code(r->sched->verdict) : EXIT_USAGE;
}

/* A C program has a main, which a model has not. */
static bool is_program(const struct text *source) {
  const char *at = text_str(source);
  while ((at = strstr(at, "main"))) {
    at += strlen("main");
    if (at[strspn(at, " \t\n")] == '(')
      return true;
  }
  return false;
}

/* "-": what is read there as a file, the first of those that are tested. */
static bool take_input(struct request *o, struct operands *files,
                       struct arena *arena) {
  const char *name = "";
  vec_each(&files->at, f) if (!strcmp(*f, "-")) {
    struct text source = {0};
    o->folder = scratch_make(backstop_scratch(), "/tmp/heddle-");
    if (!o->folder || !term_read(&source, "-"))
      return false;
    name = is_program(&source) ? "stdin.c" : "stdin.hed";
    name = arena_printf(arena, "%s/%s", o->folder, name);
    bool ok = term_write(&source, name);
    text_free(&source);
    o->test.name = f == files->at.at ? "-" : NULL;
    *f = name;
    return ok;
  }
  return true;
}

/* --- sequences -------------------------------------------------------------- */

/* What they say of the runs: the file of them, and properties. */
static int report_sequences(const struct request *o,
                            const struct sequences *s, int status) {
  struct text out = {0};
  bool holds = suite_before(s, s->written, &out);
  bool ok = o->print.json || o->print.quiet || term_print(&out);
  text_clear(&out);
  if (o->sequences) {
    sequences_text(s, &out);
    ok &= term_write(&out, o->sequences);
  }
  text_free(&out);
  return !ok                         ? EXIT_USAGE
         : holds || status == EXIT_USAGE ? status
                                         : EXIT_FINDINGS;
}

/* What a suite gave. */
static int report_suite(const struct request *o, const struct test *t) {
  const struct syn_suite *u = &t->suite;
  struct text out = {0};
  suite_text(u, o->only, &out);
  bool holds = suite_before(o->test.only, u->run, &out);
  bool ok = o->print.quiet || term_print(&out);
  text_free(&out);
  bool all = u->run == o->test.only->all.len && !u->stopped;
  return !ok                                              ? EXIT_USAGE
         : u->same < u->run || u->failing || !holds ? EXIT_FINDINGS
         : all                                            ? EXIT_HOLDS
                                                          : EXIT_INCOMPLETE;
}

static bool read_sequences(const struct request *o, struct sequences *s) {
  const struct host *h = term_host();
  struct text text = {0};
  struct diag d = host_diag(h);
  bool ok = true;
  vec_each(&o->before.at, words) ok &= sequences_before(s, *words, &d);
  if (ok && o->only) {
    ok = host_read(h, &text, o->only);
    if (ok && h->source)
      h->source(h->user, o->only, &text);
    ok = ok && sequences_read(s, o->only, text_str(&text), &d);
  }
  host_said(h, &d);
  text_free(&text);
  return ok;
}

static int test(const struct request *asked) {
  struct request o = *asked;
  struct test t;
  struct sequences s = {0};
  struct budget budget = backstop_budget(o.budget);
  int status = EXIT_USAGE;
  bool noted = o.sequences || o.before.at.len;
  if (o.only)
    o.test.only = &s;
  else if (noted)
    o.test.sequences = &s;
  if (!read_sequences(&o, &s)) {
    sequences_free(&s);
    return EXIT_USAGE;
  }
  o.test.others = together_ranks();
  bool run = test_run(&t, term_host(), &o.test, &budget);
  if (run)
    status = o.only ? report_suite(&o, &t) : report(&o, &t);
  if (run && !o.only && noted)
    status = report_sequences(&o, &s, status);
  test_close(&t);
  sequences_free(&s);
  return status;
}

/* --- many tests ------------------------------------------------------------ */

static int list(const struct test_list *all) {
  struct text out = {0};
  for (size_t i = 0; i < all->names.len; i++)
    text_printf(&out, "%s\n", all->names.at[i]);
  bool ok = term_print(&out);
  text_free(&out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

static int test_named(struct request *o, struct test_list *all, const char *name) {
  o->name = name;
  return tests_choose(all, name, &o->test) ? test(o) : EXIT_USAGE;
}

/* Of two exit codes the one that says more: a finding, then a limit. */
static int worse(int a, int b) {
  static const int order[] = {EXIT_USAGE, EXIT_FINDINGS, EXIT_INCOMPLETE};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (a == order[i] || b == order[i])
      return order[i];
  return EXIT_HOLDS;
}

static int test_each(struct request *o, struct test_list *all) {
  struct each results = {0};
  struct text out = {0};
  int status = EXIT_HOLDS;
  o->results = &results;
  for (size_t i = 0; i < all->names.len; i++)
    status = worse(status, test_named(o, all, all->names.at[i]));
  if (o->print.json) {
    each_json(&results, &out);
    if (!term_print(&out))
      status = EXIT_USAGE;
  }
  text_clear(&out);
  if (o->forms[FORM_junit]) {
    each_junit(&results, &out);
    if (!term_write(&out, o->forms[FORM_junit]))
      status = EXIT_USAGE;
  }
  text_free(&out);
  each_free(&results);
  return status;
}

static int test_some(struct request *o) {
  struct test_list all;
  int status = EXIT_USAGE;
  if (tests_open(&all, term_host(), &o->test))
    status = o->list  ? list(&all)
             : o->each ? test_each(o, &all)
                       : test_named(o, &all, o->name);
  tests_close(&all);
  return status;
}

static void add_flags(struct operands *to, const struct operands *from,
                      const char *prefix, struct arena *arena) {
  for (size_t i = 0; i < from->at.len; i++)
    vec_push(&to->at, arena_printf(arena, "%s%s", prefix, from->at.at[i]));
}

/* For the compiler, in this order. */
static void collect_flags(struct request *o, struct arena *arena) {
  add_flags(&o->flags, &o->defines, "-D", arena);
  add_flags(&o->flags, &o->includes, "-I", arena);
  add_flags(&o->flags, &o->cflags, "", arena);
  if (o->volatile_is)
    vec_push(&o->flags.at, arena_printf(arena, "--volatile=%s",
                                        o->volatile_is));
  if (o->scheme)
    vec_push(&o->flags.at, arena_printf(arena, TARGET_SCHEME "%s",
                                        o->scheme));
  add_flags(&o->flags, &o->never, NEVER_OPTION, arena);
  add_flags(&o->flags, &o->always, ALWAYS_OPTION, arena);
  add_flags(&o->flags, &o->libraries, "-l", arena);
  o->test.flags = (struct test_words){o->flags.at.at, o->flags.at.len};
}

static void free_request(struct request *o, struct operands *files) {
  if (o->folder)
    scratch_drop(backstop_scratch(), o->folder);
  vec_free(&files->at);
  vec_free(&o->inputs.at);
  vec_free(&o->from.at);
  vec_free(&o->before.at);
  vec_free(&o->defines.at);
  vec_free(&o->includes.at);
  vec_free(&o->libraries.at);
  vec_free(&o->cflags.at);
  vec_free(&o->never.at);
  vec_free(&o->always.at);
  vec_free(&o->flags.at);
}

/* It is a matter of how sources are built. */
static int check_volatile(const char *kind, const struct operands *files) {
  if (strcmp(kind, "atomic"))
    return usage_error(&usage, "--volatile is 'atomic'; without it volatile "
                              "accesses are plain");
  for (size_t i = 0; i < files->at.len; i++) {
    if (!cc_is_source(files->at.at[i]))
      return usage_error(&usage, "--volatile=atomic is for C sources: "
                                "'heddle cc --volatile=atomic' builds '%s' "
                                "so", files->at.at[i]);
  }
  return -1;
}

/* Those of one test only. */
static bool more_forms(const struct request *o) {
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (i != FORM_junit && o->forms[i])
      return true;
  return false;
}

/* What does not go together, or out of bounds; -1: all is well. */
static int check_request(const struct request *o,
                         const struct operands *files, bool stepped) {
  const struct test_options *t = &o->test;
  if (!files->at.len)
    return usage_error(&usage, "what is to be tested?");
  if (together_ranks() && (t->symbolic || o->list || o->each || o->name)) {
    term_message("--symbolic, --list, --test and --each are for one process: "
                 "start it without mpirun");
    return EXIT_USAGE;
  }
  if (o->list + o->each + (o->name != NULL) > 1)
    return usage_error(&usage, "one of --list, --test and --each");
  if (o->each && (o->sequences || o->svg || o->lcov || o->coverage_page ||
                  o->write_baseline || more_forms(o)))
    return usage_error(&usage, "--each gives text, --json and --junit; pages "
                               "and the rest are of one --test");
  if (o->only && (o->sequences || o->list || o->each || o->print.json ||
                  more_forms(o)))
    return usage_error(&usage, "--only runs the sequences of a file and says "
                               "in words how that went: without --sequences, "
                               "--json and the rest");
  if ((o->sequences || o->before.at.len) && !o->only &&
      strcmp(t->strategy, "reach"))
    return usage_error(&usage, "--sequences and --before are of the strategy "
                               "reach, which runs each sequence once");
  if (t->ranks && (!strcmp(t->strategy, "unfold") ||
                   !strcmp(t->strategy, "contextual")))
    return usage_error(&usage, "--ranks is for strategies that follow runs: "
                               "not for unfold and contextual");
  if (t->ranks > TEST_RANKS_MOST)
    return usage_error(&usage, "--ranks needs a number from 1 to %d",
                       TEST_RANKS_MOST);
  if (stepped && (!t->steps || t->steps > TEST_STEPS_MOST))
    return usage_error(&usage, "--steps needs a number from 1 to %d",
                       TEST_STEPS_MOST);
  return o->volatile_is ? check_volatile(o->volatile_is, files) : -1;
}

/* How to search, and for how long. */
static void search_options(struct request *o, struct option_table *to) {
  const struct option rows[] = {
      {"strategy", 's', OPT_STRING, &o->test.strategy, "NAME", "how to search"},
      {"all", 'a', OPT_FLAG, &o->test.all, NULL, "go on after the first finding"},
      {"first", 0, OPT_FLAG, &o->first, NULL, "stop there (the default)"},
      {"time", 't', OPT_SECONDS, &o->test.seconds, "SECONDS",
       "stop after this long (default 60 without --runs; 0: never)"},
      OPTION_BUDGET(&o->budget),
      {"runs", 'n', OPT_NUMBER, &o->test.runs, "N", "stop after N executions"},
      {"resume", 0, OPT_FLAG, &o->test.resume, NULL,
       "go on where the last search was cut off"},
      {"every", 0, OPT_SECONDS, &o->test.every, "T",
       "with --resume or --cache: save so often (default a minute)"},
      {"cache", 0, OPT_STRING, &o->test.cache, "DIR",
       "the same, with searches kept in DIR"},
      {"cache-size", 0, OPT_SIZE, &o->test.cache_size, "SIZE",
       "of all searches kept, old ones go first (default 512M)"},
      {"steps", 0, OPT_NUMBER, &o->test.steps, "N",
       "bound on the steps of a run (default: by itself, from 10000)"},
      {"threads", 0, OPT_NUMBER, &o->test.threads, "N",
       "at a time: creating one more does not return"},
      {"memory", 0, OPT_SIZE, &o->test.memory, "SIZE", "stop at this much memory"},
      {"seed", 0, OPT_NUMBER, &o->test.seed, "N", "of random and pct (default 1)"},
      {"from", 0, OPT_LIST, &o->from, "RECORDING",
       "of unfold, contextual, stateful, optimal, dpor: begin with its run"},
      {"order", 0, OPT_STRING, &o->test.order, "NAME",
       "of unfold: depth, breadth, random or coverage"},
      {"properties", 0, OPT_STRING, &o->test.properties, "HOW",
       "of unfold: dependence (of steps), or constraints (on its events)"},
      {"depth", 0, OPT_NUMBER, &o->test.depth, "N", "of pct (default: 1 to 5 in turn)"},
      {"preemptions", 0, OPT_NUMBER, &o->test.preemptions, "N",
       "only schedules with at most N preemptions"},
      {"delays", 0, OPT_NUMBER, &o->test.delays, "N",
       "only schedules with at most N delays"},
      {0}};
  options_add(to, rows);
}

/* What runs are like, and what is looked for in them. */
static void run_options(struct request *o, struct option_table *to) {
  const struct option rows[] = {
      {"input", 'i', OPT_LIST, &o->inputs, "NAME=VALUE",
       "fixes an input (or [THREAD.]INDEX=VALUE)"},
      {"symbolic", 0, OPT_FLAG, &o->test.symbolic, NULL,
       "every path of the inputs, whatever their range"},
      {"branches", 0, OPT_NUMBER, &o->test.branches, "N",
       "on inputs that are followed in a run (default 1000)"},
      {"races", 0, OPT_FLAG, &o->races, NULL,
       "look for data races (--no-races: do not)"},
      {"exact-states", 0, OPT_FLAG, &o->test.exact_states, NULL,
       "stateful, stateful-naive: compare states, not hashes"},
      {"values", 0, OPT_FLAG, &o->values, NULL,
       "of these: states know values of variables (--no-values: by whom each "
       "was written)"},
      {"never", 0, OPT_LIST, &o->never, "EXPR",
       "a C expression over variables and at(THREAD, FILE:LINE): a state in "
       "which it is true is a finding"},
      {"always", 0, OPT_LIST, &o->always, "EXPR",
       "the same, where it is not true"},
      {"same-output", 0, OPT_FLAG, &o->test.same_output, NULL,
       "different output in different schedules is a finding"},
      {"fork", 0, OPT_FLAG, &o->test.fork, NULL, "a process for each run: slow"},
      {"spurious", 0, OPT_FLAG, &o->test.spurious, NULL,
       "conditions may wake without a signal"},
      {"malloc-may-fail", 0, OPT_FLAG, &o->test.malloc_fails, NULL,
       "malloc and its kin return NULL, or do not: a choice"},
      {"partial-io", 0, OPT_FLAG, &o->test.partial_io, NULL,
       "how much is read or written at once is a choice"},
      {"ranks", 0, OPT_NUMBER, &o->test.ranks, "N",
       "an MPI program, run by N ranks"},
      {"mpi-unbuffered", 0, OPT_FLAG, &o->test.unbuffered, NULL,
       "MPI's sends wait for their receives (else they may or may not)"},
      {"mpi-leaks", 0, OPT_FLAG, &o->test.mpi_leaks, NULL,
       "what MPI made (communicators, datatypes ...) and nobody freed is found"},
      {"real-files", 0, OPT_STRING, &o->test.real_files, "PATH",
       "what is written there stays (incomplete); else it is put back"},
      {"minimise", 0, OPT_SECONDS, &o->test.minimise, "SECONDS",
       "for making the failing run small (default 5, within --time; none)"},
      {"list", 0, OPT_FLAG, &o->list, NULL,
       "the tests in the program (HEDDLE_TEST), one a line"},
      {"test", 0, OPT_STRING, &o->name, "NAME", "only this one of them"},
      {"each", 0, OPT_FLAG, &o->each, NULL, "all of them, one after the other"},
      {"sequences", 0, OPT_STRING, &o->sequences, "FILE",
       "writes each sequence that reach runs"},
      {"only", 0, OPT_STRING, &o->only, "FILE",
       "runs the sequences of such a file, and compares"},
      {"before", 0, OPT_LIST, &o->before, "'A before B'",
       "of each sequence: every event B has an A before it"},
      {0}};
  options_add(to, rows);
}

/* What is said of it, and where that goes. */
static void output_options(struct request *o, struct option_table *to) {
  const char **form_files = o->forms;
  const struct option rows[] = {
      {"json", 0, OPT_FLAG, &o->print.json, NULL, "the result as JSON"},
      FORM_LIST(FORM_OPTION)
      DRAWN_LIST(FORM_OPTION)
      {"baseline", 0, OPT_STRING, &o->test.baseline, "FILE",
       "known findings, which do not count"},
      {"write-baseline", 0, OPT_STRING, &o->write_baseline, "FILE",
       "those of this run, for reasons to be filled in"},
      {"coverage", 0, OPT_FLAG, &o->test.coverage, NULL,
       "lines, branches, and pairs of accesses in both orders"},
      {"lcov", 0, OPT_STRING, &o->lcov, "FILE",
       "lines and branches for lcov and its kin"},
      {"coverage-page", 0, OPT_STRING, &o->coverage_page, "FILE",
       "the sources with what was not covered, one HTML page"},
      OPTION_BRIEF(&o->print.brief),
      OPTION_QUIET(&o->print.quiet),
      OPTION_WARNINGS,
      {"svg", 0, OPT_STRING, &o->svg, "FILE",
       "the first finding as a space-time diagram"},
      {"record", 0, OPT_STRING, &o->record, "FILE",
       "where the recording goes (none; default: with the searches kept)"},
      {"out", 'o', OPT_STRING, &o->out, "FILE",
       "by its ending: .html, .svg, .xml, .sarif, .md, or --record"},
      {0}};
  options_add(to, rows);
}

/* How it is built. */
static void build_options(struct request *o, struct option_table *to) {
  const struct option rows[] = {
      {"jobs", 'j', OPT_NUMBER, &o->test.jobs, "N",
       "run N plans side by side (default: one at first, as many as there are "
       "cores where it takes longer); same result"},
      {"define", 'D', OPT_LIST, &o->defines, "NAME=VALUE",
       "for the compiler, or a parameter of the model"},
      {"include", 'I', OPT_LIST, &o->includes, "FOLDER", "for the compiler"},
      {"library", 'l', OPT_LIST, &o->libraries, "NAME", "for the linker"},
      {"cflag", 0, OPT_LIST, &o->cflags, "FLAG", "for the compiler"},
      {"scheme", 0, OPT_STRING, &o->scheme, "S",
       "of a model: async, fifo, causal or mailbox, instead of its own"},
      {"volatile", 0, OPT_STRING, &o->volatile_is, "KIND",
       "atomic: volatile accesses do not race, and are relaxed"},
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
                                  {NULL, &o->record}};
  struct option_table table = {0};
  search_options(o, &table);
  run_options(o, &table);
  output_options(o, &table);
  build_options(o, &table);
  int status = options_parse(&usage, table.at.at, argc, argv, files);
  vec_free(&table.at);
  out_assign(o->out, ways);
  return status;
}

int cmd_test(int argc, char **argv) {
  static const uint64_t UNASKED = UINT64_MAX;
  struct request o = {.test = TEST_DEFAULTS, .races = true, .values = true};
  o.test.steps = UNASKED;
  int own = 0;
  while (own < argc && strcmp(argv[own], "--"))
    own++;
  struct operands files = {0};
  struct arena arena = {0};
  int status = parse(&o, own, argv, &files);
  bool stepped = o.test.steps != UNASKED;
  if ((o.sequences || o.before.at.len) && !strcmp(o.test.strategy, "auto"))
    o.test.strategy = "reach";
  if (status < 0)
    status = check_request(&o, &files, stepped);
  if (status < 0 && !take_input(&o, &files, &arena))
    status = EXIT_USAGE;
  if (status < 0) {
    int rest = own < argc ? own + 1 : argc;
    struct test_options *t = &o.test;
    collect_flags(&o, &arena);
    t->files = (struct test_words){files.at.at, files.at.len};
    t->args = (struct test_words){(const char *const *)argv + rest,
                                  (size_t)(argc - rest)};
    t->inputs = (struct test_words){o.inputs.at.at, o.inputs.at.len};
    t->from = (struct test_words){o.from.at.at, o.from.at.len};
    t->steps = stepped ? t->steps : 0;
    t->coverage |= o.lcov || o.coverage_page;
    t->all = (t->all || o.sequences || o.before.at.len) && !o.first;
    t->brief = o.print.brief || o.print.quiet;
    t->no_races = !o.races;
    t->no_values = !o.values;
    t->record = !o.record || strcmp(o.record, "none");
    status = o.list || o.each || o.name ? test_some(&o) : test(&o);
  }
  free_request(&o, &files);
  arena_free(&arena);
  return status;
}
