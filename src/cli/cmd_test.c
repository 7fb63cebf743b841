/* heddle test: every schedule that matters of a program or a thread model. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "form/test_report.h"
#include "job/baseline.h"
#include "job/budget.h"
#include "job/cache.h"
#include "job/coverage.h"
#include "job/events.h"
#include "job/record.h"
#include "job/settle.h"
#include "job/target.h"
#include "sched/concolic.h"
#include "sched/sched.h"
#include "sched/strategy.h"

enum { SECONDS_DEFAULT = 60, MINIMISE_DEFAULT = 5 };

struct test_options {
  const char *strategy, *record, *html, *svg;
  uint64_t seed, runs, steps, memory, jobs, preemptions, delays, depth;
  const char *cache, *junit, *baseline, *write_baseline, *lcov;
  const char *coverage_page, *volatile_is;
  double seconds, budget, minimise;
  bool resume, brief, coverage, symbolic;
  bool timed, stepped; /* --time was given, --steps */
  uint64_t branches, cache_size;
  bool all, first, json, fork, spurious, races, same_output;
  struct operands inputs, defines, includes, libraries, cflags;
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
    "  unfold    every local state, in at most as many runs as traces\n"
    "  contextual  the same with read arcs: fewer runs where reads race\n"
    "  reach     every sequence of synchronizations exactly once; of messages\n"
    "            there are fewer than traces\n"
    "  stateful  every state: a state that is known is not left again\n"
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

/* --- options ------------------------------------------------------------ */

static bool choose_strategy(const char *name,
                            const struct sched_strategy **out) {
  const char *names[32];
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
  if (o->volatile_is)
    vec_push(&t->flags, arena_printf(arena, "--volatile=%s", o->volatile_is));
  add_flags(t, &o->libraries, "-l", arena);
  t->coverage = o->coverage;
  t->symbolic = o->symbolic;
  t->branches = (uint32_t)o->branches;
  t->fork = o->fork;
  t->spurious = o->spurious;
  t->same_output = o->same_output;
  t->steps = o->steps;
  t->memory = o->memory;
  t->jobs = o->jobs ? o->jobs : clock_cores();
  if (t->jobs > 64)
    t->jobs = 64;
  if (t->symbolic)
    t->jobs = 1; /* the solver is what takes time */
}

static uint32_t bound(uint64_t n) {
  return n < SCHED_UNBOUNDED ? (uint32_t)n : SCHED_UNBOUNDED;
}

/* --- recordings --------------------------------------------------------- */

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
                             const struct reductions *reduced,
                             struct text *first) {
  enum { MOST = 20 };
  struct text name = {0}, content = {0};
  if (o->record && !strcmp(o->record, "none"))
    return;
  for (size_t i = 0; i < s->findings.len && i < MOST; i++) {
    recording_name(&name, o, t->files.at[0], i + 1);
    text_clear(&content);
    record_text(t, s->options.inputs, s->options.inputs_len, s->first_state,
                &s->findings.at[i],
                i < reduced->len ? &reduced->at[i].decisive : NULL, &content);
    if (!term_write(&content, text_str(&name)))
      break;
    if (!i)
      text_add(first, text_str(&name));
  }
  text_free(&name);
  text_free(&content);
}

/* --- the command -------------------------------------------------------- */

static void tell_notices(struct executor *x) {
  const char *notice;
  while (x->notice && (notice = x->notice(x)))
    term_message("%s", notice);
}

/* Opened, with what an earlier search left; false when it came to nothing. */
static bool open_search(struct sched *s, struct target *t,
                        const struct sched_options *o, struct cache *c) {
  bool found = cache_find(c);
  if (found && c->fork && !t->fork && !target_reopen_forked(t))
    return false;
  sched_open(s, target_searched(t), o);
  if (!found || cache_load(c, s))
    return true;
  sched_close(s);
  sched_open(s, target_searched(t), o);
  return true;
}

/* "the same choices led to different steps at x.c:9, after pipe at x.c:7,
 * which has no model"; and the place as a reason. */
static void describe_divergence(struct sched *s, struct text *out,
                                struct reasons *known) {
  struct spot at = s->differs && s->x->place ? s->x->place(s->x, s->differs)
                                             : (struct spot){0};
  struct because differ = {WHY_UNMODELLED, s->error, at.file, at.line, 0};
  sched_escaped(s);
  because_text(&differ, out);
  if (s->escaped.at.len) {
    text_add(out, ", after ");
    reasons_text(&s->escaped, out);
    text_add(out, ", which has no model");
  }
  reasons_add(known, differ);
  reasons_merge(known, &s->escaped);
}

/* Another strategy, when the one that was asked for came to nothing: random
 * schedules need no schedule to be the same twice.  False: there is none. */
static bool fall_back(struct sched *s, struct target *t,
                      struct sched_options *o, struct reasons *known) {
  struct text why = {0};
  bool diverged = s->error == sched_diverged;
  const struct sched_strategy *next = diverged ? &sched_random : &sched_optimal;
  if (o->strategy == next || (!diverged && !o->strategy->preserves))
    return false;
  if (diverged)
    describe_divergence(s, &why, known);
  else
    text_add(&why, s->error);
  term_message("%s: cannot be tested by %s: %s; %s is used instead",
               t->files.at[0], o->strategy->name, text_str(&why), next->name);
  text_free(&why);
  sched_close(s);
  o->strategy = next;
  o->known = known;
  sched_open(s, target_searched(t), o);
  return true;
}

/* False when there is nothing to be reported.  `o` may change. */
static bool search(struct sched *s, struct target *t, struct sched_options *o,
                   struct cache *c, const struct budget *budget,
                   struct reasons *known) {
  struct progress progress;
  if (!open_search(s, t, o, c))
    return false;
  for (;;) {
    s->options.seconds = budget_time_left(budget);
    host_progress_begin(term_host(), &progress);
    sched_run(s, &progress);
    host_progress_end(term_host(), &progress);
    bool saved = s->before > 0;
    if (s->verdict != VERDICT_BROKEN || t->kind == TAPE_MODEL)
      return true;
    if (!saved && (t->fork || s->error != sched_diverged)) {
      if (!fall_back(s, t, o, known))
        return true;
      continue;
    }
    if (saved)
      term_message("%s: the saved search does not fit (%s): it starts anew",
                   t->files.at[0], s->error);
    else
      term_message("%s: %s; each run gets a process of its own, which is "
                   "slower",
                   t->files.at[0], s->error);
    sched_close(s);
    if (!saved && !target_reopen_forked(t))
      return false;
    sched_open(s, target_searched(t), o);
  }
}

/* The run of a finding once more, now with its output and call stacks. */
static bool run_again(struct executor *x, struct sched *s,
                      struct sched_finding *f) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, f->choices_len);
  if (!p)
    return false;
  batch_prefix(b, p, f->choices);
  p->flags |= PLAN_OUTPUT | (f->rounds              ? PLAN_CIRCLE
                             : f->stops || f->stuck ? PLAN_STOP
                                                    : 0);
  p->round = f->round;
  const struct plan_input *in = f->inputs ? f->inputs : s->options.inputs;
  uint32_t n = f->inputs ? f->inputs_len : s->options.inputs_len;
  if (n && n <= b->inputs_cap) {
    memcpy(b->inputs, in, n * sizeof *in);
    p->inputs_len = b->inputs_len = n;
  }
  if (!x->run(x) || !b->done || b->runs[0].events_len < f->events_len)
    return false;
  if (f->events_len)
    memcpy(f->events, b->events + b->runs[0].events,
           f->events_len * sizeof *f->events);
  f->stack = b->runs[0].stack;
  reasons_free(&f->after); /* a smaller run may do without */
  sched_escaped_before(x, b->runs[0].before, &f->after);
  return true;
}

/* The story of the first finding as a page and as a picture. */
static bool write_pictures(const struct test_options *o,
                           const struct test_result *r) {
  struct text out = {0};
  bool ok = true, found = r->sched->findings.len;
  if ((o->html || o->svg) && !found)
    term_message("nothing was found: '%s' is not written",
                 o->html ? o->html : o->svg);
  if (o->html && found) {
    test_report_html(r, &out);
    ok = term_write(&out, o->html);
  }
  text_clear(&out);
  if (o->svg && found && ok) {
    test_report_svg(r, &out);
    ok = term_write(&out, o->svg);
  }
  text_free(&out);
  return ok;
}

static bool write_for_ci(const struct test_options *o,
                         const struct test_result *r, struct baseline *known) {
  struct text out = {0};
  bool ok = true;
  if (o->junit) {
    test_report_junit(r, &out);
    ok = term_write(&out, o->junit);
  }
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

/* For making findings small: what the user says; else some seconds, and no
 * more than a moment beyond --time where that was given. */
static double minimise_seconds(const struct test_options *o,
                               const struct budget *budget) {
  static const double moment = 0.5;
  double seconds = o->minimise;
  if (seconds < 0) {
    seconds = MINIMISE_DEFAULT;
    double left = budget_time_left(budget);
    if (o->timed && budget->seconds > 0 && left < seconds)
      seconds = left > moment ? left : moment;
  }
  return budget_left(budget, seconds);
}

static int report(const struct test_options *o, struct target *t,
                  struct sched *s, const struct budget *budget,
                  struct baseline *known, struct coverage *seen,
                  bool resumable) {
  struct text out = {0}, recording = {0};
  struct test_result r = {.target = t,
                          .sched = s,
                          .name = t->files.at[0],
                          .baseline = o->baseline ? known : NULL,
                          .coverage = o->coverage ? seen : NULL,
                          .style = term_style(),
                          .resumable = resumable};
  reduce_findings(&r.reductions, t, s, minimise_seconds(o, budget));
  write_recordings(o, t, s, &r.reductions, &recording);
  if (recording.len)
    r.recording = text_str(&recording);
  for (size_t i = s->findings.len < 20 ? s->findings.len : 20; i-- > 0;)
    if (run_again(t->executor, s, &s->findings.at[i]) && !i &&
        t->executor->output)
      r.output = t->executor->output(t->executor, &r.output_len);
  if (o->json)
    test_report_json(&r, &out);
  else if (o->brief)
    test_report_line(&r, &out);
  else if (t->executor) /* else a message has said it */
    test_report_text(&r, &out);
  bool ok = term_print(&out) && write_pictures(o, &r) &&
            write_for_ci(o, &r, known);
  text_free(&out);
  text_free(&recording);
  reduce_free(&r.reductions);
  return !ok                            ? EXIT_USAGE
         : s->verdict == VERDICT_HOLDS    ? EXIT_HOLDS
         : s->verdict == VERDICT_VIOLATED ? EXIT_FINDINGS
                                        : EXIT_INCOMPLETE;
}

/* A search that ended, and one that may be better: the same with a longer
 * bound on steps, where nothing else was in the way.  The better one, open;
 * the other is closed.  A search that is kept for another time is the one that
 * was asked for. */
static struct sched *search_longer(struct sched *s, struct sched *other,
                                   const struct test_options *o,
                                   struct target *t,
                                   const struct sched_options *so,
                                   const struct budget *budget) {
  uint32_t usual = (uint32_t)t->steps, bound;
  bool kept = o->cache || o->resume || o->stepped;
  while (!kept && (bound = settle_longer(t, s))) {
    struct sched_options longer = *so;
    struct progress progress;
    longer.steps = settle_allowance(s);
    longer.seconds = budget_time_left(budget);
    settle_bound(t, bound);
    sched_open(other, target_searched(t), &longer);
    host_progress_begin(term_host(), &progress);
    sched_run(other, &progress);
    host_progress_end(term_host(), &progress);
    if (other->counting || sched_covered(other)) {
      sched_close(s);
      return other;
    }
    bool ended = other->finished;
    sched_close(other);
    if (!ended)
      break;
  }
  settle_bound(t, usual);
  return s;
}

static int run_search(const struct test_options *o, struct target *t,
                      struct sched_options *so, struct budget *budget,
                      struct baseline *known, struct coverage *seen) {
  struct sched one, two, *s = &one;
  struct reasons before = {0};
  struct cache c;
  int status = EXIT_USAGE;
  cache_open(&c, o->cache, o->resume, t, so);
  c.coverage = o->coverage ? seen : NULL;
  c.most = o->cache_size;
  if (search(s, t, so, &c, budget, &before)) {
    s = search_longer(s, &two, o, t, so, budget);
    bool resumable =
        !t->concolic && cache_save(&c, t, s, budget_left(budget, 60));
    budget_watch(budget, t->executor);
    if (!o->brief)
      tell_notices(t->executor);
    if (s->verdict == VERDICT_BROKEN) {
      term_message("%s: cannot be tested: %s", t->files.at[0], s->error);
    } else {
      baseline_take(known, s);
      if (o->coverage)
        coverage_end(seen);
      status = report(o, t, s, budget, known, seen, resumable);
    }
    sched_close(s);
  }
  cache_close(&c);
  reasons_free(&before);
  return status;
}

/* With what is known; the baseline is read before anything is run. */
static int search_known(const struct test_options *o, struct target *t,
                        struct sched_options *so, struct budget *budget) {
  struct baseline known = {0};
  struct diag d = host_diag(t->host);
  bool ok = !o->baseline || baseline_read(&known, o->baseline, &d);
  host_said(t->host, &d);
  int status = EXIT_USAGE;
  if (ok) {
    struct coverage seen = {0};
    baseline_begin(&known, t, so);
    if (o->coverage)
      coverage_begin(&seen, t, so);
    status = run_search(o, t, so, budget, &known, &seen);
    coverage_free(&seen);
  }
  baseline_close(&known);
  return status;
}

/* Time was over before anything could be run; reports are written all the
 * same. */
static int report_nothing(const struct test_options *o, struct target *t,
                          const struct sched_options *so,
                          const struct budget *budget) {
  struct sched s = {
      .options = *so,
      .stopped = true,
      .limit = *backstop_stop() ? WHY_INTERRUPTED : WHY_TIME};
  struct baseline known = {0};
  struct coverage seen = {.target = t};
  sched_conclude(&s);
  if (!o->brief)
    term_message("%s: %s before the first execution", t->files.at[0],
                 *backstop_stop() ? "interrupted" : "the budget was used up");
  int status = report(o, t, &s, budget, &known, &seen, false);
  reasons_free(&s.claim.because);
  return status;
}

/* Whether a strategy knows that a branch on inputs is taken at once. */
static bool follows_inputs(const struct sched_strategy *s) {
  return s == &sched_optimal || s == &sched_dpor || s == &sched_full ||
         s == &sched_random || s == &sched_pct || s == &sched_pos ||
         s == &sched_auto;
}

/* Whether a few runs ask for inputs with so many values that one of them is
 * tried and no other. */
static bool asks_for_inputs(struct executor *x, const struct sched_options *o) {
  enum { PLANS = 4 };
  struct because rows[ESCAPES_MAX];
  struct batch *b = x->batch;
  uint64_t escapes = 0;
  if (!x->because || o->inputs_len > b->inputs_cap)
    return false;
  batch_clear(b);
  if (o->inputs_len)
    memcpy(b->inputs, o->inputs, o->inputs_len * sizeof *b->inputs);
  b->inputs_len = o->inputs_len;
  for (uint64_t seed = 0; seed < PLANS; seed++) {
    struct plan *p = batch_plan(b, 0);
    p->after = seed ? AFTER_RANDOM : AFTER_FIRST;
    p->seed = seed;
    p->inputs = 0;
    p->inputs_len = o->inputs_len;
  }
  x->stopped = false;
  if (!x->run(x) || x->stopped)
    return false;
  for (uint32_t i = 0; i < b->done; i++)
    escapes |= b->runs[i].escapes;
  size_t count = x->because(x, rows, ESCAPES_MAX);
  for (size_t i = 0; i < count && i < ESCAPES_MAX; i++)
    if (escapes >> i & 1 && rows[i].why == WHY_INPUT)
      return true;
  return false;
}

/* Inputs with many values are followed without being asked for, where that
 * can be: a search that is to be taken up again cannot. */
static bool follow_inputs(const struct test_options *o, struct target *t,
                          const struct sched_options *so) {
  bool can = t->kind == TAPE_SOURCES ||
             (t->kind == TAPE_BINARY && t->executor->followed);
  if (o->symbolic || !can || o->cache || o->resume || t->fork ||
      !follows_inputs(so->strategy) || !asks_for_inputs(t->executor, so))
    return true;
  return target_follow(t);
}

/* Built and ready to be run.  True without an executor: the time is over. */
static bool open_target(const struct test_options *o, struct target *t,
                        const struct sched_options *so,
                        struct budget *budget) {
  t->deadline = budget->end;
  t->give_up = budget_give_up;
  t->give_up_user = budget;
  if (!target_open(t))
    return budget_over(budget);
  budget_time(budget, o->seconds);
  budget_watch_time(budget, t->executor);
  if (!settle(t, o->stepped))
    return false;
  budget_watch_time(budget, t->executor);
  return follow_inputs(o, t, so) || budget_over(budget);
}

/* Bounds are on the way to a state, of which the state says nothing. */
static bool keeps_bounds(const struct sched_options *o) {
  if (!o->strategy->states ||
      (o->preemptions == SCHED_UNBOUNDED && o->delays == SCHED_UNBOUNDED))
    return true;
  term_message("%s does not go with --preemptions or --delays: a state does "
               "not tell how it was reached",
               o->strategy->name);
  return false;
}

static int test(const struct test_options *o, struct target *t,
                struct budget *budget) {
  struct sched_options so = {.seed = o->seed,
                             .runs = o->runs,
                             .memory = o->memory,
                             .preemptions = bound(o->preemptions),
                             .delays = bound(o->delays),
                             .depth = (uint32_t)o->depth,
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
  so.deadline = budget_search(budget);
  so.byte_seconds = o->cache || o->resume ? CACHE_BYTE_SECONDS : 0;
  if (choose_strategy(o->strategy, &so.strategy) && keeps_bounds(&so) &&
      target_classify(t) &&
      open_target(o, t, &so, budget)) {
    if (!t->executor) {
      status = report_nothing(o, t, &so, budget);
    } else if (t->executor->no_reduction && so.strategy->preserves &&
               so.strategy != &sched_full && so.strategy != &sched_auto) {
      term_message("%s does not apply to %s: %s; full, random and pct do",
                   so.strategy->name, t->files.at[0],
                   t->executor->no_reduction);
    } else if (so.strategy->local && so.same_output) {
      term_message("%s does not apply to --same-output: it need not run every "
                   "trace; optimal does",
                   so.strategy->name);
    } else if (t->concolic && !follows_inputs(so.strategy)) {
      term_message("%s does not apply with --symbolic; optimal, dpor, full, "
                   "random and pct do",
                   so.strategy->name);
    } else {
      if (t->concolic)
        concolic_join(t->concolic, &so);
      status = search_known(o, t, &so, budget);
    }
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

/* It is a matter of how sources are built. */
static int check_volatile(const char *kind, const struct operands *files) {
  if (strcmp(kind, "atomic"))
    return usage_error(&usage, "--volatile is 'atomic'; without it volatile "
                              "accesses are plain");
  for (size_t i = 0; i < files->at.len; i++) {
    const char *dot = strrchr(files->at.at[i], '.');
    if (!dot || strcmp(dot, ".c"))
      return usage_error(&usage, "--volatile=atomic is for C sources: "
                                "'heddle cc --volatile=atomic' builds '%s' "
                                "so", files->at.at[i]);
  }
  return -1;
}

int cmd_test(int argc, char **argv) {
  static const uint64_t UNASKED = UINT64_MAX;
  struct test_options o = {.strategy = "auto",
                           .seed = 1,
                           .steps = UNASKED,
                           .jobs = 1,
                           .preemptions = SCHED_UNBOUNDED,
                           .delays = SCHED_UNBOUNDED,
                           .seconds = -1,
                           .minimise = -1,
                           .cache_size = CACHE_MOST,
                           .races = true};
  const struct option table[] = {
      {"strategy", 's', OPT_STRING, &o.strategy, "NAME", "how to search"},
      {"all", 'a', OPT_FLAG, &o.all, NULL, "go on after the first finding"},
      {"first", 0, OPT_FLAG, &o.first, NULL, "stop there (the default)"},
      {"time", 't', OPT_SECONDS, &o.seconds, "SECONDS",
       "stop after this long (default 60 without --runs; 0: never)"},
      {"budget", 0, OPT_SECONDS, &o.budget, "SECONDS",
       "the whole command takes no longer, compiling and all (90s, 2m)"},
      {"runs", 'n', OPT_NUMBER, &o.runs, "N", "stop after N executions"},
      {"resume", 0, OPT_FLAG, &o.resume, NULL,
       "go on where the last search was cut off"},
      {"cache", 0, OPT_STRING, &o.cache, "DIR",
       "the same, with searches kept in DIR"},
      {"cache-size", 0, OPT_SIZE, &o.cache_size, "SIZE",
       "of all searches kept, old ones go first (default 512M)"},
      {"steps", 0, OPT_NUMBER, &o.steps, "N",
       "bound on the steps of a run (default: by itself, from 10000)"},
      {"memory", 0, OPT_SIZE, &o.memory, "SIZE", "stop at this much memory"},
      {"seed", 0, OPT_NUMBER, &o.seed, "N", "of random and pct (default 1)"},
      {"depth", 0, OPT_NUMBER, &o.depth, "N", "of pct (default: 1 to 5 in turn)"},
      {"preemptions", 0, OPT_NUMBER, &o.preemptions, "N",
       "only schedules with at most N preemptions"},
      {"delays", 0, OPT_NUMBER, &o.delays, "N",
       "only schedules with at most N delays"},
      {"input", 'i', OPT_LIST, &o.inputs, "NAME=VALUE",
       "fixes an input (or [THREAD.]INDEX=VALUE)"},
      {"symbolic", 0, OPT_FLAG, &o.symbolic, NULL,
       "every path of the inputs, whatever their range"},
      {"branches", 0, OPT_NUMBER, &o.branches, "N",
       "on inputs that are followed in a run (default 1000)"},
      {"races", 0, OPT_FLAG, &o.races, NULL,
       "look for data races (--no-races: do not)"},
      {"same-output", 0, OPT_FLAG, &o.same_output, NULL,
       "different output in different schedules is a finding"},
      {"fork", 0, OPT_FLAG, &o.fork, NULL, "a process for each run: slow"},
      {"spurious", 0, OPT_FLAG, &o.spurious, NULL,
       "conditions may wake without a signal"},
      {"minimise", 0, OPT_SECONDS, &o.minimise, "SECONDS",
       "for making the failing run small (default 5, within --time; none)"},
      {"json", 0, OPT_FLAG, &o.json, NULL, "the result as JSON"},
      {"junit", 0, OPT_STRING, &o.junit, "FILE", "the result for CI servers"},
      {"baseline", 0, OPT_STRING, &o.baseline, "FILE",
       "known findings, which do not count"},
      {"write-baseline", 0, OPT_STRING, &o.write_baseline, "FILE",
       "those of this run, for reasons to be filled in"},
      {"coverage", 0, OPT_FLAG, &o.coverage, NULL,
       "lines, branches, and pairs of accesses in both orders"},
      {"lcov", 0, OPT_STRING, &o.lcov, "FILE",
       "lines and branches for lcov and its kin"},
      {"coverage-page", 0, OPT_STRING, &o.coverage_page, "FILE",
       "the sources with what was not covered, one HTML page"},
      {"brief", 'q', OPT_FLAG, &o.brief, NULL, "one line, the verdict"},
      {"html", 0, OPT_STRING, &o.html, "FILE",
       "the first finding as a page to step through"},
      {"svg", 0, OPT_STRING, &o.svg, "FILE",
       "the first finding as a space-time diagram"},
      {"record", 'o', OPT_STRING, &o.record, "FILE",
       "where the recording goes (default NAME.rec; none)"},
      {"jobs", 'j', OPT_NUMBER, &o.jobs, "N",
       "run N plans side by side (default 1; 0: one for each core)"},
      {"define", 'D', OPT_LIST, &o.defines, "NAME=VALUE",
       "for the compiler, or a parameter of the model"},
      {"include", 'I', OPT_LIST, &o.includes, "FOLDER", "for the compiler"},
      {"library", 'l', OPT_LIST, &o.libraries, "NAME", "for the linker"},
      {"cflag", 0, OPT_LIST, &o.cflags, "FLAG", "for the compiler"},
      {"volatile", 0, OPT_STRING, &o.volatile_is, "KIND",
       "atomic: volatile accesses do not race, and are relaxed"},
      {0}};
  int own = 0;
  while (own < argc && strcmp(argv[own], "--"))
    own++;
  struct operands files = {0};
  struct target t = {.host = term_host()};
  struct arena arena = {0};
  int status = options_parse(&usage, table, own, argv, &files);
  if (status < 0 && !files.at.len)
    status = usage_error(&usage, "what is to be tested?");
  if (status < 0 && o.symbolic && (o.resume || o.cache))
    status = usage_error(&usage, "a search with --symbolic cannot be taken up "
                                 "again: without --resume and --cache");
  o.stepped = o.steps != UNASKED;
  if (!o.stepped)
    o.steps = STEPS_DEFAULT;
  if (status < 0 && (!o.steps || o.steps > STEPS_MOST))
    status = usage_error(&usage, "--steps needs a number from 1 to %d",
                         STEPS_MOST);
  if (status < 0 && o.volatile_is)
    status = check_volatile(o.volatile_is, &files);
  if (status < 0) {
    o.timed = o.seconds >= 0;
    if (!o.timed)
      o.seconds = o.runs || o.budget > 0 ? 0 : SECONDS_DEFAULT;
    struct budget budget = backstop_budget(o.budget);
    o.coverage |= o.lcov || o.coverage_page;
    int rest = own < argc ? own + 1 : argc;
    describe_target(&o, &t, &files, argc - rest, argv + rest, &arena);
    status = test(&o, &t, &budget);
  }
  target_close(&t);
  free_operands(&o, &files);
  arena_free(&arena);
  return status;
}
