#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "job/events.h"
#include "job/result.h"
#include "job/test.h"
#include "job/test_inputs.h"
#include "job/test_parts.h"
#include "job/test_stuck.h"
#include "job/words.h"
#include "sched/strategy.h"

static void add_count(struct text *out, uint64_t n, const char *what) {
  text_count(out, n);
  text_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

static void add_seconds(const struct test_result *r, struct text *out) {
  text_printf(out, "%.2f s", r->sched->seconds);
  if (r->target->build_seconds > r->sched->seconds)
    text_printf(out, ", and %.2f s to build", r->target->build_seconds);
}

static bool bounded(const struct sched *s) {
  return s->options.preemptions != SCHED_UNBOUNDED ||
         s->options.delays != SCHED_UNBOUNDED;
}

/* The only reason is that only what is within a bound was asked for. */
static bool within_bounds(const struct sched *s) {
  vec_each(&s->claim.because.at, b)
    if (b->why != WHY_BOUND)
      return false;
  return s->finished && sched_leading(s)->strategy->bounded;
}

static void add_title(const struct test_result *r, struct text *out) {
  const struct sched *s = r->sched;
  const char *fresh = r->baseline && r->baseline->known.len ? "new " : "";
  text_printf(out, "%s: ", r->name);
  if (s->verdict == VERDICT_VIOLATED) {
    text_printf(out, "%s after ", found_text(s->findings.at[0].kind));
    add_count(out, s->findings.at[0].execution, "execution");
    if (s->findings.at[0].after.at.len) {
      text_add(out, " and after ");
      reasons_text(&s->findings.at[0].after, out);
    }
    if (s->findings.len > 1)
      text_printf(out, "; %zu findings in all", s->findings.len);
  } else if (s->verdict == VERDICT_HOLDS || within_bounds(s)) {
    text_printf(out, "no %sfailure, every %s%s%s covered", fresh,
                r->target->concolic ? "path of the inputs and every " : "",
                sched_leading(s)->strategy->local ? "local state" : "schedule",
                bounded(s) ? " within the bounds" : "");
  } else {
    text_printf(out, "no %sfailure so far, not everything covered", fresh);
  }
  text_add(out, " (");
  add_seconds(r, out);
  text_char(out, ')');
  if (s->verdict == VERDICT_INCOMPLETE)
    reasons_line(&s->claim.because, out);
}

/* The title, and what makes a line of its own of it. */
static void add_line(const struct test_result *r,
                     const struct heddle_result *out, struct text *line) {
  add_title(r, line);
  if (out->finding_count)
    text_printf(line, ": %s", out->findings->title);
  if (r->sched->verdict == VERDICT_HOLDS) {
    text_add(line, ", under ");
    under_text(r->sched->claim.under, line);
  }
}

/* What an earlier search did. */
static void add_before(const struct sched *s, struct text *out) {
  if (!s->before)
    return;
  if (s->stats.executions == s->before) {
    text_printf(out, "  nothing was run: an earlier search %s\n",
                s->findings.len && !s->options.all ? "found it"
                : s->stopped
                    ? "came as far, and a limit was reached at once"
                    : "covered everything");
    return;
  }
  text_add(out, "  ");
  text_count(out, s->stats.executions - s->before);
  text_add(out, " of them now, ");
  text_count(out, s->before);
  text_printf(out, " by earlier searches in %.2f s\n", s->before_seconds);
}

static void add_bounds(const struct test_result *r, struct text *out) {
  const struct sched *s = r->sched;
  const struct sched_options *o = &s->options;
  text_add(out, "  under ");
  under_text(s->claim.under, out);
  text_add(out, "\n  at most ");
  text_count(out, r->target->steps);
  text_printf(out, " steps a run%s; %llu thread%s",
              s->stats.longest < r->target->steps ? " (never reached)" : "",
              (unsigned long long)s->stats.threads,
              s->stats.threads == 1 ? "" : "s");
  if (s->stats.threads == 1 && !s->findings.len)
    text_add(out, ": it starts no other, and there was nothing to schedule");
  if (o->preemptions != SCHED_UNBOUNDED)
    text_printf(out, "; at most %u preemptions", o->preemptions);
  if (o->delays != SCHED_UNBOUNDED)
    text_printf(out, "; at most %u delays", o->delays);
  if (r->target->fork)
    text_add(out, "; a process for each run");
  text_char(out, '\n');
}

static void add_numbers(const struct test_result *r, struct text *out) {
  const struct sched_stats *n = &r->sched->stats;
  text_add(out, "  ");
  add_count(out, n->executions, "execution");
  text_printf(out, " (%s): ", r->sched->options.strategy->name);
  text_count(out, n->complete);
  text_add(out, " complete");
  const struct {
    uint64_t count;
    const char *name;
  } rest[] = {{n->deadlocked, "deadlocked"},
              {n->failed, "failed"},
              {n->early, "looked too early"},
              {n->redundant, "redundant"},
              {n->cut_off, "cut off"},
              {n->given_up, "given up"}};
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
    if (rest[i].count) {
      text_add(out, ", ");
      text_count(out, rest[i].count);
      text_printf(out, " %s", rest[i].name);
    }
  if (n->events) {
    text_add(out, "; ");
    add_count(out, n->events, "event");
    text_add(out, ", ");
    add_count(out, n->conditions, "condition");
    if (n->terminals) {
      text_add(out, ", ");
      add_count(out, n->terminals, "cut-off");
    }
    if (n->asked) {
      text_add(out, ", ");
      add_count(out, n->asked, "question");
      text_add(out, " to the solver");
    }
  }
  if (n->states) {
    text_add(out, "; ");
    add_count(out, n->states, "state");
    text_add(out, " of the net");
  }
  if (unfold_misfit((unsigned)n->misfit))
    text_printf(out, " (as %s: %s)",
                r->sched->options.strategy == &sched_stateful_naive &&
                        !r->sched->options.feasible
                    ? "stateful-runs"
                    : "unfold",
                unfold_misfit((unsigned)n->misfit));
  uint64_t now = n->executions - r->sched->before;
  if (r->sched->seconds > 0.01 && now >= 1000) {
    text_add(out, ", ");
    text_count(out, (uint64_t)((double)now / r->sched->seconds));
    text_add(out, "/s");
  }
  text_char(out, '\n');
}

/* 1,234 or 2e+09: no more digits than it deserves. */
static void add_rough(double n, struct text *out) {
  double unit = n >= 100 ? pow(10, floor(log10(n)) - 1) : 1;
  n = floor(n / unit + 0.5) * unit;
  if (n < 1e9)
    text_count(out, (uint64_t)n);
  else
    text_printf(out, "%.1e", n);
}

static void add_remaining(const struct sched *s, struct text *out) {
  struct sched_estimate left;
  if (!s->options.strategy->preserves || !sched_remaining(s, &left))
    return;
  if (isinf(left.high)) {
    text_add(out, "; at least ");
    add_rough(left.low, out);
    text_printf(out, " execution%s, too early to say how many more",
                left.low < 1.5 ? " remains" : "s remain");
    return;
  }
  text_add(out, "; about ");
  add_rough(left.middle, out);
  text_add(out, " executions remain, likely ");
  add_rough(left.low, out);
  text_add(out, " to ");
  add_rough(left.high, out);
}

/* A place as it is shown: several accesses of one line are one. */
struct cut_place {
  struct text at;
  uint64_t count;
};

static int by_count(const void *a, const void *b) {
  const struct cut_place *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count ? 1 : -1)
                              : strcmp(text_str(&x->at), text_str(&y->at));
}

static size_t cut_places(const struct test_result *r, struct cut_place *out) {
  size_t len = 0;
  vec_each(&r->sched->cuts, c) {
    struct text at = {0};
    events_place(r->target->executor, c->site, &at);
    size_t i = 0;
    while (i < len && strcmp(text_str(&out[i].at), text_str(&at)))
      i++;
    if (i < len)
      text_free(&at);
    else
      out[len++].at = at;
    out[i].count += c->count;
  }
  qsort(out, len, sizeof *out, by_count);
  return len;
}

/* A search in which nothing ended has seen beginnings only. */
static void add_endless(const struct test_result *r,
                        const struct text *most, struct text *out) {
  enum { MANY = 100 };
  const struct sched_stats *n = &r->sched->stats;
  if (n->executions < MANY || n->complete || n->deadlocked || n->failed)
    return;
  text_add(out, "  no run came to its end: the loop around ");
  text_add(out, text_str(most));
  text_add(out, " is in the way of most\n");
}

/* Where the bounds were in the way, most often first. */
static void add_cuts(const struct test_result *r, struct text *out) {
  enum { MOST = 3 };
  if (!r->sched->cuts.len)
    return;
  struct cut_place *cuts = alloc_zero(r->sched->cuts.len, sizeof *cuts);
  size_t len = cut_places(r, cuts);
  add_endless(r, &cuts[0].at, out);
  text_add(out, "  the bound was in the way at ");
  for (size_t i = 0; i < len && i < MOST; i++) {
    text_printf(out, "%s%s (", i ? ", " : "", text_str(&cuts[i].at));
    add_count(out, cuts[i].count, "time");
    text_char(out, ')');
  }
  if (len > MOST) {
    text_add(out, " and ");
    add_count(out, len - MOST, "more place");
  }
  text_char(out, '\n');
  for (size_t i = 0; i < len; i++)
    text_free(&cuts[i].at);
  free(cuts);
}

/* Runs of which nobody knows whether they are endless or only long. */
static void add_cut_off(const struct test_result *r, struct text *out) {
  uint64_t n = r->sched->stats.cut_off;
  if (!n)
    return;
  text_add(out, "  ");
  add_count(out, n, "run");
  text_printf(out, " %s cut off at ", n == 1 ? "was" : "were");
  text_count(out, r->target->steps);
  text_printf(out, " steps, doing something new to the last: --steps ");
  text_count(out, r->target->steps * 10);
  text_add(out, " lets them run longer\n");
}

/* What happened in runs and nobody looked at; limits are told below. */
static void add_escapes(const struct sched *s, struct text *out) {
  enum { MOST = 10 };
  size_t told = 0;
  vec_each(&s->claim.because.at, b) {
    if (b->why >= WHY_STEPS && !(b->why == WHY_MEMORY && b->name))
      continue;
    if (++told > MOST)
      continue;
    text_add(out, "  not looked at: ");
    because_text(b, out);
    if (b->count) {
      text_add(out, " (in ");
      add_count(out, b->count, "run");
      text_char(out, ')');
    }
    text_char(out, '\n');
  }
  if (told > MOST)
    text_printf(out, "  ... and %zu more\n", told - MOST);
}

static void add_reason(const struct test_result *r, struct text *out) {
  const struct sched *s = r->sched;
  add_escapes(s, out);
  add_cut_off(r, out);
  if (s->finished && s->stats.left_out) {
    text_add(out, "  ");
    add_count(out, s->stats.left_out, "schedule");
    text_add(out, " beyond the bound left out, and what they would have led "
                  "to; --strategy full covers a bound exactly\n");
  }
  if (!s->stopped)
    return;
  text_add(out, "  stopped: ");
  because_text(&(struct because){.why = s->limit}, out);
  add_remaining(s, out);
  text_char(out, '\n');
  if (s->options.strategy->preserves && s->verdict == VERDICT_INCOMPLETE)
    text_printf(out, "  try: %s%s\n", r->resumable ? "--resume" : "--time",
                s->options.strategy->choose
                    ? ""
                    : ", --preemptions 2 with --strategy full, or "
                      "--strategy auto");
}

static void add_next(const struct test_result *r, struct text *out) {
  if (r->recording)
    text_printf(out,
                "\nheddle replay %s    runs it again\n"
                "heddle show --html page.html %s    steps through it\n",
                r->recording, r->recording);
  if (r->unkept)
    text_add(out, "\n-o FILE keeps the run, for heddle replay and heddle "
                  "show\n");
  if (r->recording && r->target->kind != TAPE_MODEL)
    text_printf(out, "heddle replay --gdb %s    stops in gdb at the failure\n",
                r->recording);
}

static void add_remarks(const struct test_result *r, struct text *out) {
  if (r->baseline)
    baseline_text(r->baseline, r->sched, out);
  add_numbers(r, out);
  test_parts_text(r->sched, out);
  add_before(r->sched, out);
  if (r->reductions.len)
    reduce_text(&r->reductions.at[0], out);
  add_reason(r, out);
  add_cuts(r, out);
  test_stuck_text(r->target, out);
  test_inputs_text(r->target, out);
  add_bounds(r, out);
  if (r->coverage)
    coverage_text(r->coverage, out);
}

void words_of_test(const struct test_result *r, struct arena *a,
                   struct heddle_result *out) {
  struct text line = {0}, title = {0}, remarks = {0}, next = {0};
  add_line(r, out, &line);
  add_title(r, &title);
  if (r->target->executor) /* else a message has said all there is */
    add_remarks(r, &remarks);
  add_next(r, &next);
  out->line = result_lines(&line, a);
  out->title = result_lines(&title, a);
  out->remarks = result_lines(&remarks, a);
  out->next = result_lines(&next, a);
}
