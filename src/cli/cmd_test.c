/* heddle test: every schedule that matters of a program or a thread model. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/events.h"
#include "cli/options.h"
#include "cli/target.h"
#include "cli/test_report.h"
#include "exec/tape.h"
#include "sched/sched.h"
#include "sched/strategy.h"

enum { STEPS_DEFAULT = 10000, SECONDS_DEFAULT = 60 };

struct test_options {
  const char *strategy, *record;
  uint64_t seed, runs, steps, memory, jobs, preemptions, delays, depth;
  double seconds;
  bool all, first, json, fork, spurious, races, same_output;
  struct operands inputs, defines, includes, libraries, cflags;
};

static const char more[] =
    "FILE is C sources (built as 'heddle cc' does), a program that 'heddle\n"
    "cc' built, or a model of threads (.hed).  What follows '--' are the\n"
    "program's arguments.\n\n"
    "strategies:\n"
    "  optimal   every trace exactly once (the default)\n"
    "  dpor      every trace at least once\n"
    "  full      every interleaving, for tiny programs\n"
    "  random    any enabled thread at every step\n"
    "  pct       random priorities with few changes\n\n"
    "exit code: 0 every schedule covered, 1 findings, 2 usage, 3 a limit was\n"
    "reached without findings\n";

static const struct usage usage = {
    "test", "[options] FILE... [-- ARGUMENT...]",
    "Runs a concurrent program under a scheduler that tries every schedule "
    "that matters.",
    more};

/* --- options ------------------------------------------------------------ */

static bool choose_strategy(const char *name,
                            const struct sched_strategy **out) {
  const char *names[16];
  size_t n = 0;
  *out = sched_strategy_find(name);
  if (*out)
    return true;
  for (; sched_strategies[n]; n++)
    names[n] = sched_strategies[n]->name;
  const char *near = text_nearest(name, names, n);
  usage_error(&usage,
              near ? "unknown strategy '%s' (did you mean '%s'?)"
                   : "unknown strategy '%s'",
              name, near);
  return false;
}

/* "NAME=VALUE" */
static bool read_named_input(const char *s, struct plan_input *out) {
  const char *equals = strrchr(s, '=');
  char *name = equals && equals > s ? strndup(s, (size_t)(equals - s)) : NULL;
  if (!name)
    return false;
  out->thread = INPUT_NAMED;
  out->index = input_name(name);
  free(name);
  char *end;
  out->value = strtoll(equals + 1, &end, 0);
  return equals[1] && !*end;
}

/* "INDEX=VALUE" is an input of main, "THREAD.INDEX=VALUE" of another. */
static bool read_input(const char *s, struct plan_input *out) {
  char *end;
  *out = (struct plan_input){0};
  if (*s < '0' || *s > '9')
    return read_named_input(s, out);
  unsigned long first = strtoul(s, &end, 10);
  if (end == s)
    return false;
  out->index = (uint32_t)first;
  if (*end == '.') {
    const char *from = end + 1;
    out->thread = (uint32_t)first;
    out->index = (uint32_t)strtoul(from, &end, 10);
    if (end == from)
      return false;
  }
  if (*end != '=')
    return false;
  const char *from = end + 1;
  out->value = strtoll(from, &end, 0);
  return end != from && !*end && out->thread < THREADS_MAX;
}

static void add_flags(struct target *t, const struct operands *from,
                      const char *prefix, struct arena *arena) {
  for (size_t i = 0; i < from->at.len; i++)
    vec_push(&t->flags, arena_printf(arena, "%s%s", prefix, from->at.at[i]));
}

static void describe_target(const struct test_options *o, struct target *t,
                            const struct operands *files, int argc, char **argv,
                            struct arena *arena) {
  for (size_t i = 0; i < files->at.len; i++)
    vec_push(&t->files, files->at.at[i]);
  for (int i = 0; i < argc; i++)
    vec_push(&t->args, argv[i]);
  add_flags(t, &o->defines, "-D", arena);
  add_flags(t, &o->includes, "-I", arena);
  add_flags(t, &o->cflags, "", arena);
  add_flags(t, &o->libraries, "-l", arena);
  t->fork = o->fork;
  t->spurious = o->spurious;
  t->steps = o->steps;
  t->memory = o->memory;
  t->jobs = o->jobs ? o->jobs : clock_cores();
  if (t->jobs > 64)
    t->jobs = 64;
}

static uint32_t bound(uint64_t n) {
  return n < SCHED_UNBOUNDED ? (uint32_t)n : SCHED_UNBOUNDED;
}

/* --- recordings --------------------------------------------------------- */

static const char *absolute(struct arena *a, const char *path) {
  char full[PATH_MAX];
  const char *s = realpath(path, full) ? full : path;
  return arena_string(a, s, strlen(s));
}

static void add_thread_table(struct executor *x, struct tape *r) {
  uint16_t table[THREADS_MAX];
  size_t n = x->threads ? x->threads(x, table, THREADS_MAX) : 0;
  for (size_t i = 1; i < n; i++) {
    struct tape_thread t = {table[i] & 255, table[i] >> 8};
    vec_push(&r->threads, t);
  }
}

static bool write_recording(const struct target *t, const struct sched *s,
                            const struct sched_finding *f, const char *path) {
  struct tape r = {.target = t->kind,
                   .identity = t->identity,
                   .fork = t->fork,
                   .spurious = t->spurious,
                   .steps = t->steps,
                   .finding = f->kind,
                   .text = f->text};
  struct text place = {0}, out = {0};
  events_place(t->executor, f->site, &place);
  r.place = text_str(&place);
  for (size_t i = 0; i < t->files.len; i++)
    vec_push(&r.files, absolute(&r.arena, t->files.at[i]));
  for (size_t i = 0; i < t->flags.len; i++)
    vec_push(&r.flags, t->flags.at[i]);
  for (size_t i = 0; i < t->args.len; i++)
    vec_push(&r.args, t->args.at[i]);
  for (uint32_t i = 0; i < s->options.inputs_len; i++)
    vec_push(&r.inputs, s->options.inputs[i]);
  for (uint32_t i = 0; i < f->choices_len; i++)
    vec_push(&r.choices, f->choices[i]);
  add_thread_table(t->executor, &r);
  tape_write(&r, &out);
  bool ok = term_write(&out, path);
  tape_free(&r);
  text_free(&place);
  text_free(&out);
  return ok;
}

/* "counter.rec" for the first finding of counter.c, "counter.2.rec" ... */
static void recording_name(struct text *out, const struct test_options *o,
                           const char *tested, size_t number) {
  const char *base = strrchr(tested, '/');
  base = base ? base + 1 : tested;
  const char *dot = strrchr(base, '.');
  text_clear(out);
  if (o->record) {
    text_add(out, o->record);
    if (number > 1)
      text_printf(out, ".%zu", number);
    return;
  }
  text_add_n(out, base,
             dot && dot > base ? (size_t)(dot - base) : strlen(base));
  if (number > 1)
    text_printf(out, ".%zu", number);
  text_add(out, ".rec");
}

/* The name of the first in `first`; empty when none was written. */
static void write_recordings(const struct test_options *o,
                             const struct target *t, const struct sched *s,
                             struct text *first) {
  enum { MOST = 20 };
  struct text name = {0};
  if (o->record && !strcmp(o->record, "none"))
    return;
  for (size_t i = 0; i < s->findings.len && i < MOST; i++) {
    recording_name(&name, o, t->files.at[0], i + 1);
    if (!write_recording(t, s, &s->findings.at[i], text_str(&name)))
      break;
    if (!i)
      text_add(first, text_str(&name));
  }
  text_free(&name);
}

/* --- determinism -------------------------------------------------------- */

static void plan_twice(struct batch *b, uint64_t seed) {
  for (int i = 0; i < 2; i++) {
    struct plan *p = batch_plan(b, 0);
    p->after = AFTER_RANDOM;
    p->seed = seed;
  }
}

static bool same_run(const struct batch *b, uint32_t i, uint32_t k) {
  const struct run *r = &b->runs[i], *q = &b->runs[k];
  if (r->events_len != q->events_len || r->end != q->end ||
      r->state != q->state)
    return false;
  for (uint32_t e = 0; e < r->events_len; e++) {
    const struct event *a = &b->events[r->events + e];
    const struct event *c = &b->events[q->events + e];
    if (a->thread != c->thread || a->kind != c->kind ||
        a->object != c->object || a->value != c->value ||
        a->enabled != c->enabled)
      return false;
  }
  return true;
}

/* Whether the same schedule gives the same run, twice in a row and for
 * several schedules: if not, something survives the reset. */
static bool repeats(struct executor *x) {
  struct batch *b = x->batch;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    batch_clear(b);
    plan_twice(b, seed);
    if (!x->run(x))
      return false;
    /* Long runs may fill a batch alone; the runtime compares them itself. */
    if (b->done > 1 && !same_run(b, 0, 1))
      return false;
  }
  return true;
}

static bool settle(struct target *t) {
  if (t->kind == TAPE_MODEL || t->fork || repeats(t->executor))
    return true;
  term_message("%s: something survives from one run to the next; each run "
               "gets a process of its own, which is slower",
               t->files.at[0]);
  return target_reopen_forked(t);
}

/* --- the command -------------------------------------------------------- */

static void tell_notices(struct executor *x) {
  const char *notice;
  while (x->notice && (notice = x->notice(x)))
    term_message("%s", notice);
}

static void search(struct sched *s, struct target *t,
                   const struct sched_options *o) {
  struct progress progress;
  for (;;) {
    term_progress_begin(&progress);
    sched_open(s, t->executor, o);
    sched_run(s, &progress);
    term_progress_end(&progress);
    if (s->verdict != SCHED_BROKEN || t->kind == TAPE_MODEL || t->fork)
      return;
    term_message("%s: %s; each run gets a process of its own, which is slower",
                 t->files.at[0], s->error);
    sched_close(s);
    if (!target_reopen_forked(t))
      return;
  }
}

/* The run of a finding once more, now with its output and call stacks. */
static bool run_again(struct executor *x, const struct sched *s,
                      struct sched_finding *f) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, f->choices_len);
  if (!p)
    return false;
  batch_prefix(b, p, f->choices);
  p->flags |= PLAN_OUTPUT;
  if (s->options.inputs_len && s->options.inputs_len <= b->inputs_cap) {
    memcpy(b->inputs, s->options.inputs,
           s->options.inputs_len * sizeof *b->inputs);
    p->inputs_len = b->inputs_len = s->options.inputs_len;
  }
  if (!x->run(x) || !b->done || b->runs[0].events_len != f->events_len)
    return false;
  if (f->events_len)
    memcpy(f->events, b->events + b->runs[0].events,
           f->events_len * sizeof *f->events);
  return true;
}

static int report(const struct test_options *o, const struct target *t,
                  const struct sched *s) {
  struct text out = {0}, recording = {0};
  struct test_result r = {.target = t, .sched = s, .name = t->files.at[0]};
  write_recordings(o, t, s, &recording);
  if (recording.len)
    r.recording = text_str(&recording);
  for (size_t i = s->findings.len < 20 ? s->findings.len : 20; i-- > 0;)
    if (run_again(t->executor, s, &s->findings.at[i]) && !i &&
        t->executor->output)
      r.output = t->executor->output(t->executor, &r.output_len);
  if (o->json)
    test_report_json(&r, &out);
  else
    test_report_text(&r, &out);
  bool ok = term_print(&out);
  text_free(&out);
  text_free(&recording);
  return !ok                            ? EXIT_BUG
         : s->verdict == SCHED_HOLDS    ? EXIT_HOLDS
         : s->verdict == SCHED_VIOLATED ? EXIT_FINDINGS
                                        : EXIT_INCOMPLETE;
}

static int run_search(const struct test_options *o, struct target *t,
                      const struct sched_options *so) {
  struct sched s;
  search(&s, t, so);
  if (!t->executor)
    return EXIT_USAGE;
  tell_notices(t->executor);
  int status = EXIT_USAGE;
  if (s.verdict == SCHED_BROKEN)
    term_message("%s: cannot be tested: %s", t->files.at[0], s.error);
  else
    status = report(o, t, &s);
  sched_close(&s);
  return status;
}

static int test(const struct test_options *o, struct target *t) {
  struct sched_options so = {.seed = o->seed,
                             .runs = o->runs,
                             .seconds = o->seconds,
                             .memory = o->memory,
                             .preemptions = bound(o->preemptions),
                             .delays = bound(o->delays),
                             .depth = (uint32_t)(o->depth ? o->depth : 1),
                             .all = o->all && !o->first,
                             .no_races = !o->races,
                             .same_output = o->same_output};
  VEC(struct plan_input) inputs = {0};
  for (size_t i = 0; i < o->inputs.at.len; i++) {
    struct plan_input in;
    if (!read_input(o->inputs.at.at[i], &in))
      return usage_error(&usage,
                         "'%s' is no input: expected NAME=VALUE, INDEX=VALUE or "
                         "THREAD.INDEX=VALUE",
                         o->inputs.at.at[i]);
    vec_push(&inputs, in);
  }
  so.inputs = inputs.at;
  so.inputs_len = (uint32_t)inputs.len;
  int status = EXIT_USAGE;
  if (choose_strategy(o->strategy, &so.strategy) && target_classify(t) &&
      target_open(t) && settle(t)) {
    if (t->executor->no_reduction && so.strategy->exhaustive &&
        so.strategy != &sched_full)
      term_message("%s does not apply to %s: %s; full, random and pct do",
                   so.strategy->name, t->files.at[0],
                   t->executor->no_reduction);
    else
      status = run_search(o, t, &so);
  }
  vec_free(&inputs);
  return status;
}

static void free_operands(struct test_options *o, struct operands *files) {
  vec_free(&files->at);
  vec_free(&o->inputs.at);
  vec_free(&o->defines.at);
  vec_free(&o->includes.at);
  vec_free(&o->libraries.at);
  vec_free(&o->cflags.at);
}

int cmd_test(int argc, char **argv) {
  struct test_options o = {.strategy = "optimal",
                           .seed = 1,
                           .steps = STEPS_DEFAULT,
                           .jobs = 1,
                           .preemptions = SCHED_UNBOUNDED,
                           .delays = SCHED_UNBOUNDED,
                           .depth = 3,
                           .seconds = -1,
                           .races = true};
  const struct option table[] = {
      {"strategy", 's', OPT_STRING, &o.strategy, "NAME", "how to search"},
      {"all", 'a', OPT_FLAG, &o.all, NULL, "go on after the first finding"},
      {"first", 0, OPT_FLAG, &o.first, NULL, "stop there (the default)"},
      {"time", 't', OPT_SECONDS, &o.seconds, "SECONDS",
       "stop after this long (default 60 without --runs; 0: never)"},
      {"runs", 'n', OPT_NUMBER, &o.runs, "N", "stop after N executions"},
      {"steps", 0, OPT_NUMBER, &o.steps, "N",
       "bound on the steps of a run (default 10000)"},
      {"memory", 0, OPT_SIZE, &o.memory, "SIZE", "stop at this much memory"},
      {"seed", 0, OPT_NUMBER, &o.seed, "N", "of random and pct (default 1)"},
      {"depth", 0, OPT_NUMBER, &o.depth, "N", "of pct (default 3)"},
      {"preemptions", 0, OPT_NUMBER, &o.preemptions, "N",
       "only schedules with at most N preemptions"},
      {"delays", 0, OPT_NUMBER, &o.delays, "N",
       "only schedules with at most N delays"},
      {"input", 'i', OPT_LIST, &o.inputs, "NAME=VALUE",
       "fixes an input (or [THREAD.]INDEX=VALUE)"},
      {"races", 0, OPT_FLAG, &o.races, NULL,
       "look for data races (--no-races: do not)"},
      {"same-output", 0, OPT_FLAG, &o.same_output, NULL,
       "different output in different schedules is a finding"},
      {"fork", 0, OPT_FLAG, &o.fork, NULL, "a process for each run: slow"},
      {"spurious", 0, OPT_FLAG, &o.spurious, NULL,
       "conditions may wake without a signal"},
      {"json", 0, OPT_FLAG, &o.json, NULL, "the result as JSON"},
      {"record", 'o', OPT_STRING, &o.record, "FILE",
       "where the recording goes (default NAME.rec; none)"},
      {"jobs", 'j', OPT_NUMBER, &o.jobs, "N",
       "run N plans side by side (default 1; 0: one for each core)"},
      {"define", 'D', OPT_LIST, &o.defines, "NAME=VALUE",
       "for the compiler, or a parameter of the model"},
      {"include", 'I', OPT_LIST, &o.includes, "FOLDER", "for the compiler"},
      {"library", 'l', OPT_LIST, &o.libraries, "NAME", "for the linker"},
      {"cflag", 0, OPT_LIST, &o.cflags, "FLAG", "for the compiler"},
      {0}};
  int own = 0;
  while (own < argc && strcmp(argv[own], "--"))
    own++;
  struct operands files = {0};
  struct target t = {0};
  struct arena arena = {0};
  int status = options_parse(&usage, table, own, argv, &files);
  if (status < 0 && !files.at.len)
    status = usage_error(&usage, "what is to be tested?");
  if (status < 0 && (!o.steps || o.steps > UINT32_MAX / 2))
    status = usage_error(&usage, "--steps needs a number from 1 to 2^31");
  if (status < 0) {
    if (o.seconds < 0)
      o.seconds = o.runs ? 0 : SECONDS_DEFAULT;
    int rest = own < argc ? own + 1 : argc;
    describe_target(&o, &t, &files, argc - rest, argv + rest, &arena);
    status = test(&o, &t);
  }
  target_close(&t);
  free_operands(&o, &files);
  arena_free(&arena);
  return status;
}
