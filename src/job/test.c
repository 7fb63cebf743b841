#include "job/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "exec/distant.h"
#include "job/inputs.h"
#include "job/record.h"
#include "job/settle.h"
#include "sched/concolic.h"
#include "sched/divide.h"
#include "sched/sched.h"
#include "ranks/ranks.h"
#include "sched/strategy.h"

enum {
  SECONDS_DEFAULT = 60,
  MINIMISE_DEFAULT = 5,
  SAVE_EVERY = 60,
  JOBS_MOST = 64,
  /* Of a search by several ranks: parts of it that are away, for each rank; as
   * long as it has fewer executions it is searched by one; those of a part. */
  PARTS_EACH = 3,
  PARTS_FROM = 1 << 14,
  PART_RUNS = 1 << 14
};

/* --- what is asked for ---------------------------------------------------- */

static bool choose_strategy(const struct host *h, const char *name,
                            const struct sched_strategy **out) {
  *out = sched_strategy_find(name);
  if (*out)
    return true;
  VEC(const char *) names = {0};
  struct text all = {0};
  for (size_t i = 0; sched_strategies[i]; i++) {
    vec_push(&names, sched_strategies[i]->name);
    text_printf(&all, "%s%s", i ? ", " : "", sched_strategies[i]->name);
  }
  const char *near = text_nearest(name, names.at, names.len);
  if (near)
    host_say(h, "unknown strategy '%s' (did you mean '%s'?)", name, near);
  else
    host_say(h, "unknown strategy '%s'; there are %s", name, text_str(&all));
  vec_free(&names);
  text_free(&all);
  return false;
}

static uint32_t bound(uint64_t n) {
  return n < SCHED_UNBOUNDED ? (uint32_t)n : SCHED_UNBOUNDED;
}

static void describe_target(const struct test_options *o, struct target *t) {
  for (size_t i = 0; i < o->files.len; i++)
    vec_push(&t->files, o->files.at[i]);
  for (size_t i = 0; i < o->flags.len; i++)
    vec_push(&t->flags, o->flags.at[i]);
  for (size_t i = 0; i < o->args.len; i++)
    vec_push(&t->args, o->args.at[i]);
  t->built = o->built;
  t->coverage = o->coverage;
  t->symbolic = o->symbolic;
  t->branches = bound(o->branches);
  t->fork = o->fork;
  t->spurious = o->spurious;
  t->malloc_fails = o->malloc_fails;
  t->partial_io = o->partial_io;
  t->ranks = o->ranks;
  t->unbuffered = o->unbuffered;
  t->mpi_leaks = o->mpi_leaks;
  t->same_output = o->same_output;
  t->steps = o->steps ? o->steps : STEPS_DEFAULT;
  t->threads = o->threads;
  t->memory = o->memory;
  unsigned sharers = o->others ? o->others->here : 1;
  unsigned cores = clock_cores() / sharers;
  t->jobs = o->jobs ? o->jobs : cores ? cores : 1;
  t->thrifty = !o->jobs;
  if (t->jobs > JOBS_MOST)
    t->jobs = JOBS_MOST;
}

static bool describe_files(struct test *j) {
  const char *path = j->options->real_files;
  char *whole = path ? realpath(path, NULL) : NULL;
  size_t len = whole ? strlen(whole) : 0;
  if (len && len < sizeof j->target.real_files)
    memcpy(j->target.real_files, whole, len + 1);
  free(whole);
  return !path || *j->target.real_files ||
         host_say(j->host, "--real-files: '%s' %s", path,
                  len ? "is too long a path" : "is no file or folder");
}

/* Now and then: whoever kills a search that is kept costs it a minute. */
static void save_now(void *test, const struct sched *s) {
  const struct test *j = test;
  cache_save(&j->cache, &j->target, s, SAVE_EVERY);
}

static bool describe_search(struct test *j) {
  const struct test_options *o = j->options;
  j->search = (struct sched_options){
      .seed = o->seed,
      .runs = o->runs,
      .memory = o->memory,
      .preemptions = bound(o->preemptions),
      .delays = bound(o->delays),
      .depth = bound(o->depth),
      .all = o->all,
      .no_races = o->no_races,
      .exact_states = o->exact_states,
      .no_values = o->no_values,
      .same_output = o->same_output,
      .deadline = budget_search(j->budget),
      .byte_seconds = o->cache || o->resume ? CACHE_BYTE_SECONDS : 0,
      .keep = o->cache || o->resume ? save_now : NULL,
      .keep_user = j,
      .keep_every = o->every > 0 ? o->every : SAVE_EVERY};
  for (size_t i = 0; i < o->inputs.len; i++) {
    struct plan_input in;
    if (!inputs_read(o->inputs.at[i], &in))
      return host_say(j->host,
                      "'%s' is no input: expected NAME=VALUE, INDEX=VALUE or "
                      "THREAD.INDEX=VALUE",
                      o->inputs.at[i]);
    vec_push(&j->inputs, in);
  }
  j->search.inputs = j->inputs.at;
  j->search.inputs_len = (uint32_t)j->inputs.len;
  j->search.line = j->target.line;
  if (j->target.line && j->target.line_ranks > 1)
    j->search.divide = (struct sched_divide){
        PARTS_EACH * j->target.line_ranks, PARTS_FROM, PART_RUNS};
  return true;
}

/* --- searching ------------------------------------------------------------ */

static void open_sched(struct test *j, struct sched *s,
                       const struct sched_options *o) {
  sched_open(s, target_searched(&j->target), o);
  j->sched = s;
  j->open = true;
}

static void close_sched(struct test *j) {
  if (j->open)
    sched_close(j->sched);
  j->open = false;
}

static void run_sched(struct test *j, struct sched *s) {
  struct progress progress;
  host_progress_begin(j->host, &progress);
  sched_run(s, &progress);
  host_progress_end(j->host, &progress);
}

/* Opened, with what an earlier search left; false when it came to nothing. */
static bool open_search(struct test *j) {
  struct target *t = &j->target;
  bool found = cache_find(&j->cache);
  if (found && j->cache.fork && !t->fork && !target_reopen_forked(t))
    return false;
  open_sched(j, &j->one, &j->search);
  if (!found || cache_load(&j->cache, j->sched))
    return true;
  close_sched(j);
  open_sched(j, &j->one, &j->search);
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
static bool fall_back(struct test *j) {
  struct text why = {0};
  struct sched *s = j->sched;
  struct sched_options *o = &j->search;
  bool diverged = s->error == sched_diverged;
  const struct sched_strategy *next = diverged ? &sched_random : &sched_optimal;
  if (o->strategy == next || (!diverged && !o->strategy->preserves))
    return false;
  if (diverged)
    describe_divergence(s, &why, &j->before);
  else
    text_add(&why, s->error);
  host_say(j->host, "%s: cannot be tested by %s: %s; %s is used instead",
           j->target.files.at[0], o->strategy->name, text_str(&why),
           next->name);
  text_free(&why);
  close_sched(j);
  o->strategy = next;
  o->constraints = NULL;
  o->known = &j->before;
  open_sched(j, s, o);
  return true;
}

/* False when there is nothing to be reported. */
static bool search(struct test *j) {
  struct target *t = &j->target;
  if (!open_search(j))
    return false;
  for (;;) {
    struct sched *s = j->sched;
    s->options.seconds = budget_time_left(j->budget);
    run_sched(j, s);
    bool saved = s->before > 0;
    if (s->verdict != VERDICT_BROKEN || t->kind == TAPE_MODEL)
      return true;
    if (!saved && (t->fork || s->error != sched_diverged)) {
      if (!fall_back(j))
        return true;
      continue;
    }
    if (saved)
      host_say(j->host,
               "%s: the saved search does not fit (%s): it starts anew",
               t->files.at[0], s->error);
    else
      host_say(j->host,
               "%s: %s; each run gets a process of its own, which is slower",
               t->files.at[0], s->error);
    close_sched(j);
    if (!saved && !target_reopen_forked(t))
      return false;
    open_sched(j, s, &j->search);
  }
}

/* A search that ended, and one that may be better: the same with a longer
 * bound on steps, where nothing else was in the way.  The better one counts;
 * the other is closed.  A search that is kept for another time is the one that
 * was asked for. */
static void search_longer(struct test *j) {
  const struct test_options *o = j->options;
  struct target *t = &j->target;
  uint32_t usual = (uint32_t)t->steps, longer_bound;
  bool kept = o->cache || o->resume || o->steps || o->sequences;
  while (!kept && (longer_bound = settle_longer(t, j->sched))) {
    struct sched_options longer = j->search;
    struct sched *other = &j->two;
    longer.steps = settle_allowance(j->sched);
    longer.seconds = budget_time_left(j->budget);
    settle_bound(t, longer_bound);
    sched_open(other, target_searched(t), &longer);
    run_sched(j, other);
    if (other->counting || sched_covered(other)) {
      close_sched(j);
      j->sched = other;
      j->open = true;
      return;
    }
    bool ended = other->finished;
    sched_close(other);
    if (!ended)
      break;
  }
  settle_bound(t, usual);
}

/* --- what was found ------------------------------------------------------- */

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
  x->stopped = false;
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

/* For making findings small: what the user says; else some seconds, and no
 * more than a moment beyond --time where that was given. */
static double minimise_seconds(const struct test *j) {
  const struct test_options *o = j->options;
  const struct budget *budget = j->budget;
  static const double moment = 0.5;
  double seconds = o->minimise;
  if (seconds < 0) {
    seconds = MINIMISE_DEFAULT;
    double left = budget_time_left(budget);
    if (o->seconds >= 0 && budget->seconds > 0 && left < seconds)
      seconds = left > moment ? left : moment;
  }
  return budget_left(budget, seconds);
}

static void record(struct test *j, size_t i) {
  const struct reductions *reduced = &j->result.reductions;
  struct text recording = {0};
  record_text(&j->target, j->sched->options.inputs,
              j->sched->options.inputs_len, j->sched->first_state,
              &j->sched->findings.at[i],
              i < reduced->len ? &reduced->at[i].decisive : NULL, &recording);
  vec_push(&j->recordings, recording);
}

/* Seconds beyond --time, to run findings once more.  One whose run takes longer
 * is told without its output and its calls. */
#define TELL_MOMENT 0.5

/* The findings small, recorded, and with their output and call stacks. */
static void tell_findings(struct test *j, bool resumable) {
  struct sched *s = j->sched;
  struct executor *x = j->target.executor;
  const struct test_options *o = j->options;
  struct test_result *r = &j->result;
  *r = (struct test_result){.target = &j->target,
                            .sched = s,
                            .name = o->name ? o->name : j->target.files.at[0],
                            .baseline = o->baseline ? &j->known : NULL,
                            .coverage = o->coverage ? &j->seen : NULL,
                            .resumable = resumable};
  size_t told = s->findings.len < TEST_RECORDED_MOST ? s->findings.len
                                                     : TEST_RECORDED_MOST;
  double minimise = minimise_seconds(j);
  if (x)
    budget_watch_rest(j->budget, x, minimise > 0 ? minimise : TELL_MOMENT);
  reduce_findings(&r->reductions, &j->target, s, minimise);
  for (size_t i = 0; o->record && i < told; i++)
    record(j, i);
  if (x)
    budget_watch_rest(j->budget, x, TELL_MOMENT);
  for (size_t i = told; i-- > 0;)
    if (run_again(x, s, &s->findings.at[i]) && !i && x->output)
      r->output = x->output(x, &r->output_len);
}

static void tell_notices(const struct host *h, struct executor *x) {
  const char *notice;
  while (x->notice && (notice = x->notice(x)))
    host_say(h, "%s", notice);
}

/* Inputs are fixed by names that the program knows: one that no run asked for
 * is a mistake.  It may have been asked for after a finding or a limit, or in
 * an earlier search: then it is only said. */
static bool asked_for(const struct test *j) {
  const struct sched *s = j->sched;
  return !j->options->inputs.len ||
         inputs_known(&j->asked, j->host, j->target.executor,
                      j->options->inputs.at) ||
         s->counting || !s->finished || s->before;
}

static bool run_search(struct test *j) {
  const struct test_options *o = j->options;
  struct target *t = &j->target;
  cache_open(&j->cache, o->cache, o->resume, t, &j->search);
  j->cache.coverage = o->coverage ? &j->seen : NULL;
  j->cache.most = o->cache_size;
  if (!search(j))
    return false;
  search_longer(j);
  bool resumable =
      cache_save(&j->cache, t, j->sched, budget_left(j->budget, 60));
  budget_watch(j->budget, t->executor);
  if (!o->brief)
    tell_notices(j->host, t->executor);
  if (j->sched->verdict == VERDICT_BROKEN)
    return host_say(j->host, "%s: cannot be tested: %s", t->files.at[0],
                    j->sched->error);
  baseline_take(&j->known, j->sched);
  if (!asked_for(j))
    return false;
  if (o->coverage)
    coverage_end(&j->seen);
  tell_findings(j, resumable);
  return true;
}

/* With what is known; the baseline is read before anything is run. */
static bool search_known(struct test *j) {
  const struct test_options *o = j->options;
  struct diag d = host_diag(j->host);
  bool ok = !o->baseline || baseline_read(&j->known, o->baseline, &d);
  host_said(j->host, &d);
  if (!ok)
    return false;
  baseline_begin(&j->known, &j->target, &j->search);
  if (o->coverage)
    coverage_begin(&j->seen, &j->target, &j->search);
  if (o->inputs.len)
    inputs_watch(&j->asked, &j->search);
  if (o->sequences)
    sequences_watch(o->sequences, j->target.files.at[0],
                    target_searched(&j->target), &j->search);
  return run_search(j);
}

/* Time was over before anything could be run; there is a result all the
 * same. */
static void tell_nothing(struct test *j) {
  bool stopped = host_stopped(j->host), budget = budget_over(j->budget);
  j->one = (struct sched){.options = j->search,
                          .stopped = true,
                          .limit = stopped ? WHY_INTERRUPTED : WHY_TIME};
  j->sched = &j->one;
  j->seen.target = &j->target;
  sched_conclude(j->sched);
  if (!j->options->brief)
    host_say(j->host, "%s: %s before the first execution",
             j->target.files.at[0],
             stopped  ? "interrupted"
             : budget ? "the budget was used up"
                      : "the time was over");
  tell_findings(j, false);
}

/* --- the job -------------------------------------------------------------- */

/* Inputs with many values are followed without being asked for, where that
 * can be. */
static bool follow_inputs(struct test *j) {
  const struct test_options *o = j->options;
  struct target *t = &j->target;
  bool can = t->kind == TAPE_SOURCES ||
             (t->kind == TAPE_BINARY && t->executor->followed);
  if (o->symbolic || !can || t->fork ||
      !inputs_followed_by(j->search.strategy) ||
      !inputs_too_many(t->executor, &j->search))
    return true;
  return target_follow(t);
}

static double search_seconds(const struct test *j) {
  const struct test_options *o = j->options;
  return o->seconds >= 0                 ? o->seconds
         : o->runs || j->budget->end > 0 ? 0
                                         : SECONDS_DEFAULT;
}

/* The clock of the search begins when the program is built: that it starts is
 * part of it. */
static double search_begins(const struct test *j) {
  return j->opened + j->target.build_seconds;
}

static bool opening_over(void *user) {
  const struct test *j = user;
  const struct target *t = &j->target;
  double seconds = search_seconds(j);
  bool built = t->kind != TAPE_SOURCES || t->build_seconds > 0;
  return budget_over(j->budget) ||
         (seconds > 0 && built && clock_wall() >= search_begins(j) + seconds);
}

/* Built and ready to be run.  True without an executor: the time is over. */
static bool open_target(struct test *j) {
  struct target *t = &j->target;
  struct budget *budget = j->budget;
  double seconds = search_seconds(j);
  t->deadline = budget->end;
  t->give_up = opening_over;
  t->give_up_user = j;
  j->opened = clock_wall();
  if (!target_open(t))
    return opening_over(j);
  budget_time(budget, seconds, search_begins(j));
  budget_watch_time(budget, t->executor);
  if (!settle(t, j->options->steps != 0, seconds))
    return false;
  budget_watch_time(budget, t->executor);
  return follow_inputs(j) || budget_over(budget);
}

/* Bounds are on the way to a state, of which the state says nothing. */
static bool keeps_bounds(struct test *j) {
  const struct sched_options *o = &j->search;
  if (!o->strategy->states ||
      (o->preemptions == SCHED_UNBOUNDED && o->delays == SCHED_UNBOUNDED))
    return true;
  return host_say(j->host,
                  "%s does not go with --preemptions or --delays: a state "
                  "does not tell how it was reached",
                  o->strategy->name);
}

/* Whether properties of the program can be looked at as it is asked for. */
static bool properties_apply(const struct test *j) {
  const struct executor *x = j->target.executor;
  if (x->properties > EXECUTOR_PROPERTIES)
    return host_say(j->host, "it has %u properties, and %d is the most",
                    x->properties, EXECUTOR_PROPERTIES);
  if (x->properties && j->target.ranks)
    return host_say(j->host, "properties do not go with --ranks: each rank "
                             "has variables of its own");
  if (x->asks && j->target.concolic)
    return host_say(j->host, "at() does not go with --symbolic: it is looked "
                             "at when all threads stand still, which is no "
                             "step of any of them");
  if (x->asks && j->search.strategy == &sched_reach)
    return host_say(j->host, "reach does not apply to at(): it does not order "
                             "what is sent; optimal does");
  return true;
}

static bool choose_order(struct test *j) {
  static const char *const names[] = {"depth", "breadth", "random", "coverage"};
  const char *order = j->options->order;
  const struct sched_strategy *s = j->search.strategy;
  if (!order)
    return true;
  if (s != &sched_unfold && s != &sched_contextual)
    return host_say(j->host,
                    "--order is for unfold and contextual: %s runs nothing "
                    "twice because of its own order",
                    s->name);
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(order, names[i])) {
      j->search.order = (enum sched_order)i;
      return true;
    }
  return host_say(j->host,
                  "'%s' is no order: expected depth, breadth, random or "
                  "coverage",
                  order);
}

/* By constraints on the events of an unfolding, if it is asked for. */
static bool choose_properties(struct test *j) {
  const char *how = j->options->properties;
  const struct sched_strategy *s = j->search.strategy;
  if (!how || !strcmp(how, "dependence"))
    return true;
  if (strcmp(how, "constraints"))
    return host_say(j->host,
                    "'%s' is no way to decide properties: expected dependence "
                    "or constraints",
                    how);
  if (s != &sched_unfold && s != &sched_contextual)
    return host_say(j->host,
                    "--properties constraints is for unfold and contextual: "
                    "%s has no events to put them on",
                    s->name);
  if (!concolic_possible())
    return host_say(j->host, "--properties constraints needs Z3 (libz3), and "
                             "this build has none");
  const struct executor *x = j->target.executor;
  if (x->asks || j->target.concolic)
    return host_say(j->host,
                    "--properties constraints does not go with %s; dependence "
                    "does",
                    x->asks ? "at()" : "--symbolic");
  if (j->target.kind == TAPE_MODEL)
    violates_model(&j->violates, j->target.model);
  else if (!violates_program(&j->violates, x))
    return host_say(j->host,
                    "--properties constraints is for expressions of whole "
                    "numbers, without elements at an index that is computed; "
                    "dependence is for others, too");
  if (j->violates.at.len)
    j->search.constraints = &j->violates.constraints;
  return true;
}

static bool sequences_apply(const struct test *j) {
  const struct test_options *o = j->options;
  return !j->target.concolic || (!o->sequences && !o->only) ||
         host_say(j->host, "--sequences, --before and --only do not go with "
                           "inputs that are followed (--symbolic): a sequence "
                           "does not say which inputs lead to it; --input "
                           "fixes them");
}

static bool applies(struct test *j) {
  const struct sched_options *so = &j->search;
  if (!properties_apply(j) || !choose_properties(j))
    return false;
  if (so->exact_states && so->strategy != &sched_stateful &&
      so->strategy != &sched_stateful_naive)
    return host_say(j->host, "--exact-states is for --strategy stateful and "
                             "stateful-naive");
  if (so->no_values && so->strategy != &sched_stateful &&
      so->strategy != &sched_stateful_naive)
    return host_say(j->host, "--no-values is for --strategy stateful and "
                             "stateful-naive");
  const struct target *t = &j->target;
  const char *name = so->strategy->name;
  if (t->executor->no_reduction && so->strategy->preserves &&
      so->strategy != &sched_full && so->strategy != &sched_auto)
    return host_say(j->host,
                    "%s does not apply to %s: %s; full, random and pct do",
                    name, t->files.at[0], t->executor->no_reduction);
  if (so->strategy->local && so->same_output)
    return host_say(j->host,
                    "%s does not apply to --same-output: it need not run "
                    "every trace; optimal does",
                    name);
  if (t->concolic && !inputs_followed_by(so->strategy))
    return host_say(j->host,
                    "%s does not apply with --symbolic; optimal, dpor, full, "
                    "reach, unfold, contextual, stateful, stateful-naive, "
                    "random, pos and pct do",
                    name);
  return true;
}

/* --- by several ranks ----------------------------------------------------- */

/* Rank 0 searches; the others run what it wants to be run. */
static void join_ranks(struct test *j) {
  struct ranks *others = j->options->others;
  if (!others || others->rank)
    return;
  j->target.line = distant_line_open(others);
  j->target.line_ranks = others->count;
}

/* At the others, until rank 0 has no more for them. */
static void serve(struct test *j) {
  struct target *t = &j->target;
  t->deadline = 0;
  bool fork = t->fork;
  if (target_classify(t))
    target_open(t);
  while (distant_serve(j->options->others, t->executor, &fork, divide_serve)) {
    t->fork = fork;
    target_reopen(t);
  }
}

bool test_run(struct test *j, const struct host *h,
              const struct test_options *o, struct budget *b) {
  *j = (struct test){
      .host = h, .options = o, .budget = b, .target = {.host = h}};
  describe_target(o, &j->target);
  if (o->others && o->others->rank) {
    describe_files(j);
    serve(j);
    return false;
  }
  join_ranks(j);
  if (!describe_files(j) || !describe_search(j) ||
      !choose_strategy(h, o->strategy, &j->search.strategy) ||
      !choose_order(j) || !keeps_bounds(j) || !target_classify(&j->target) ||
      !open_target(j))
    return false;
  if (!j->target.executor) {
    tell_nothing(j);
    return true;
  }
  if (!sequences_apply(j))
    return false;
  if (o->only)
    return suite_run(&j->suite, o->only, h, target_searched(&j->target));
  if (!applies(j))
    return false;
  if (!starts_read(&j->starts, &j->target, j->search.strategy, o->from.at,
                   o->from.len))
    return false;
  j->search.starts = j->starts.at.at;
  j->search.starts_len = (uint32_t)j->starts.at.len;
  if (j->target.concolic)
    concolic_join(j->target.concolic, &j->search);
  return search_known(j);
}

void test_close(struct test *j) {
  if (j->open)
    close_sched(j);
  else if (j->sched)
    reasons_free(&j->sched->claim.because);
  vec_each(&j->recordings, r) text_free(r);
  vec_free(&j->recordings);
  text_free(&j->suite.first);
  starts_free(&j->starts);
  reduce_free(&j->result.reductions);
  cache_close(&j->cache);
  coverage_free(&j->seen);
  baseline_close(&j->known);
  reasons_free(&j->before);
  vec_free(&j->inputs);
  violates_free(&j->violates);
  struct distant_line *line = j->target.line;
  target_close(&j->target);
  distant_line_close(line);
}
