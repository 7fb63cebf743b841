#include "compare.h"

#include <inttypes.h>
#include <string.h>

#include "base/rng.h"
#include "explore/hashed.h"
#include "explore/strategy.h"
#include "random_model.h"
#include "sets/sets.h"

/* What is being compared. */
struct trial {
  const struct model *m;
  const struct brute *b;
  const struct explore_result *r;
  struct interp *in;
  bool exact;     /* full: counts must agree */
  bool shortest;  /* runs must agree */
  bool least;     /* ... in their lengths */
  bool folds;     /* a state stands for several: states for which it does */
  unsigned kinds; /* 1u << kind: must be found exactly */
  bool *met;      /* by finding of b: r has it too */
  struct text *why;
};

__attribute__((format(printf, 2, 3))) static bool differ(struct trial *t,
                                                         const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  text_vprintf(t->why, fmt, args);
  va_end(args);
  text_char(t->why, '\n');
  return false; /* so that `return differ(...)` reads well */
}

/* --- one finding ---------------------------------------------------------- */

/* The state after the first `count` steps; NULL when one of them cannot be
 * taken. */
static struct istate *replay(struct trial *t, const struct explore_run *run,
                             size_t count) {
  struct interp_failure failed;
  struct istate *s = interp_initial(t->in, &failed);
  for (size_t i = 0; i < count && s; i++) {
    struct istate *next = interp_fire(t->in, s, &run->steps.at[i], &failed);
    interp_state_free(s);
    s = next;
    if (!s)
      differ(t, "step %zu of the run %s", i + 1,
             failed.failure ? failure_texts[failed.failure]
                            : "is not executable");
  }
  return s;
}

static bool has_stuck(struct trial *t, const struct istate *s,
                      const struct finding *f) {
  struct interp_stucks stucks = {0};
  bool found = false;
  interp_stucks(t->in, s, &stucks);
  vec_each(&stucks.at, k) found |=
      k->kind == f->kind && k->process == f->process &&
      k->location == f->location && k->message == f->message &&
      k->object == f->object;
  vec_free(&stucks.at);
  return found;
}

/* Does the finding show in the state where its run ends? */
static bool shows(struct trial *t, const struct istate *s,
                  const struct finding *f) {
  struct interp_failure failed;
  switch (f->kind) {
  case FINDING_DEADLOCK:
    return interp_end(t->in, s) == END_DEADLOCK;
  case FINDING_BLOCKING:
    return interp_end(t->in, s) == END_BLOCKING;
  case FINDING_PROPERTY:
    return f->property < t->m->property_count &&
           interp_violated(t->in, s, &t->m->properties[f->property]);
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    return has_stuck(t, s, f);
  case FINDING_ENDLESS:
    return interp_location(s, f->process) == f->location &&
           !t->m->processes[f->process].locations[f->location].final;
  default: /* start code failed */
    return f->run.steps.len == 0 &&
           interp_start_fails(t->in, f->process, &failed) &&
           failed.failure == f->failure && failed.place.line == f->place.line;
  }
}

static bool fails_as_said(struct trial *t, const struct istate *s,
                          const struct finding *f) {
  struct interp_failure why;
  struct istate *next = interp_fire(t->in, s, vec_last(&f->run.steps), &why);
  if (next) {
    interp_state_free(next);
    return differ(t, "the last step does not fail");
  }
  if (why.failure == FAIL_NONE)
    return differ(t, "the last step is not executable");
  if (why.failure != f->failure || why.place.line != f->place.line ||
      why.place.col != f->place.col || why.process != f->process)
    return differ(t, "the last step fails otherwise: %s at %u, not %s at %u",
                  failure_texts[why.failure], why.place.line,
                  failure_texts[f->failure], f->place.line);
  if (why.failure == FAIL_UNSPECIFIED &&
      (why.message != f->message || why.location != f->location ||
       why.object != f->object))
    return differ(t, "another message, port or location is unspecified");
  return true;
}

/* The finding as brute force would have it. */
static struct brute_finding as_brute(const struct finding *f, uint32_t state) {
  struct brute_finding x = {.kind = f->kind,
                            .process = NONE,
                            .location = NONE,
                            .message = NONE,
                            .object = NONE,
                            .property = NONE,
                            .source = NONE,
                            .state = state};
  switch (f->kind) {
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    x.process = f->process;
    x.location = f->location;
    x.message = f->message;
    x.object = f->object;
    break;
  case FINDING_PROPERTY:
    x.property = f->property;
    break;
  case FINDING_ENDLESS:
    x.process = f->process;
    break;
  case FINDING_UNEXECUTABLE:
    x.source = f->source;
    break;
  case FINDING_ASSERTION:
  case FINDING_RANGE:
    x.place = f->place;
    break;
  default:
    break;
  }
  return x;
}

static bool same_step(const struct model_step *a, const struct model_step *b) {
  return a->process == b->process && a->edge == b->edge &&
         a->choice == b->choice && a->object == b->object;
}

/* Breadth first: the run is the first of the shortest. */
static bool same_run(struct trial *t, const struct finding *f,
                     const struct brute_finding *bf) {
  struct interp_steps expected = {0};
  brute_run(t->b, bf, &expected);
  bool same = expected.at.len == f->run.steps.len;
  if (!same)
    differ(t, "the run has %zu steps, %zu would do", f->run.steps.len,
           expected.at.len);
  for (size_t i = 0; same && i < expected.at.len; i++) {
    const struct model_step *x = &expected.at.at[i], *y = &f->run.steps.at[i];
    same = same_step(x, y);
    if (!same)
      differ(t,
             "step %zu of the run is process %u edge %d choice %d object %d, "
             "not process %u edge %d choice %d object %d",
             i + 1, y->process, (int)y->edge, y->choice, (int)y->object,
             x->process, (int)x->edge, x->choice, (int)x->object);
  }
  vec_free(&expected.at);
  return same;
}

static bool check_known(struct trial *t, const struct finding *f,
                        uint32_t state) {
  struct brute_finding like = as_brute(f, state);
  const struct brute_finding *bf = brute_find(t->b, &like);
  if (!bf)
    return differ(t, "brute force knows no such finding");
  size_t i = (size_t)(bf - t->b->findings.at);
  if (t->met[i])
    return differ(t, "the finding is there twice");
  t->met[i] = true;
  if (bf->state == NONE)
    return true;
  if (t->exact && f->run.steps.len < bf->length)
    return differ(t, "the run is shorter than possible");
  if (t->least && f->run.steps.len != bf->length)
    return differ(t, "the run has %zu steps, %u would do", f->run.steps.len,
                  bf->length);
  return !t->shortest || same_run(t, f, bf);
}

static bool check_finding(struct trial *t, const struct finding *f) {
  if (f->kind == FINDING_UNEXECUTABLE)
    return !(t->kinds & 1u << FINDING_UNEXECUTABLE) || check_known(t, f, NONE);
  size_t count = f->run.steps.len - f->last_step_fails;
  if (f->last_step_fails && !f->run.steps.len)
    return differ(t, "the last step fails and there is none");
  struct istate *s = replay(t, &f->run, count);
  if (!s)
    return false;
  struct text key = {0};
  interp_key(t->in, s, &key);
  uint32_t state = brute_state_of(t->b, &key);
  text_free(&key);
  bool ok = f->last_step_fails ? fails_as_said(t, s, f)
            : shows(t, s, f)
                ? true
                : differ(t, "the finding does not show after its run");
  interp_state_free(s);
  return ok && check_known(t, f, state);
}

/* --- everything ----------------------------------------------------------- */

static bool check_count(struct trial *t, const char *what, uint64_t got,
                        uint64_t expected) {
  return got == expected ||
         differ(t, "%s: %" PRIu64 ", brute force has %" PRIu64, what, got,
                expected);
}

static uint32_t depth_of(const struct brute *b) {
  uint32_t depth = 0;
  vec_each(&b->states, s) if (s->depth > depth) depth = s->depth;
  return depth;
}

static bool check_state_counts(struct trial *t) {
  const struct explore_stats *s = &t->r->stats;
  bool ok = check_count(t, "states", s->states, t->b->states.len);
  ok &= check_count(t, "terminated", s->terminated, t->b->terminated);
  ok &= check_count(t, "blocking", s->blocking, t->b->blocking);
  ok &= check_count(t, "deadlocks", s->deadlocks, t->b->deadlocks);
  return ok;
}

static bool check_counts(struct trial *t) {
  const struct explore_stats *s = &t->r->stats;
  bool ok = check_state_counts(t);
  ok &= check_count(t, "transitions", s->transitions, t->b->transitions);
  if (t->shortest)
    ok &= check_count(t, "depth", s->depth, depth_of(t->b));
  return ok;
}

/* States that stand for others: for all there are, each once. */
static bool check_folded(struct trial *t) {
  const struct explore_stats *s = &t->r->stats;
  bool ok = check_count(t, "stands for", s->stands_for, t->b->states.len);
  ok &= check_count(t, "terminated", s->terminated, t->b->terminated);
  ok &= check_count(t, "blocking", s->blocking, t->b->blocking);
  ok &= check_count(t, "deadlocks", s->deadlocks, t->b->deadlocks);
  return ok;
}

static bool same_runs(const struct explore_run *a,
                      const struct explore_run *b) {
  bool same = a->steps.len == b->steps.len;
  for (size_t i = 0; same && i < a->steps.len; i++)
    same = same_step(&a->steps.at[i], &b->steps.at[i]);
  return same;
}

/* The number of workers makes no difference: states, what was taken, runs. */
static bool check_workers(struct trial *t, const struct explore_options *o) {
  struct explore_options other = *o;
  other.jobs = o->jobs > 1 ? 1 : 2;
  struct explore_result *r = explore(t->m, &other);
  const struct explore_stats *s = &t->r->stats;
  bool ok =
      check_count(t, "states with other jobs", r->stats.states, s->states);
  ok &= check_count(t, "transitions with other jobs", r->stats.transitions,
                    s->transitions);
  ok &= check_count(t, "findings with other jobs", r->findings.len,
                    t->r->findings.len);
  for (size_t i = 0; ok && i < r->findings.len; i++)
    if (!same_runs(&r->findings.at[i].run, &t->r->findings.at[i].run))
      ok = differ(t, "another run with other jobs");
  explore_result_free(r);
  return ok;
}

static uint64_t expected_count(const struct brute *b, enum finding_kind k) {
  return brute_count(b, k) +
         (k == FINDING_BLOCKING ? brute_count(b, FINDING_DEADLOCK) : 0);
}

static bool check_kinds(struct trial *t) {
  bool ok = true;
  for (int k = 0; k < FINDING_KINDS; k++)
    if (t->kinds & 1u << k)
      ok &= check_count(t, finding_kind_names[k], t->r->counts[k],
                        expected_count(t->b, (enum finding_kind)k));
  for (size_t i = 0; i < t->b->findings.len; i++) {
    const struct brute_finding *f = &t->b->findings.at[i];
    if (t->met[i] || !(t->kinds & 1u << f->kind))
      continue;
    if (t->folds && f->state != NONE && !f->last_step_fails)
      continue; /* the state that stands for it has it */
    struct text line = {0};
    brute_print_finding(t->m, f, &line);
    ok = differ(t, "not found: %s", text_str(&line));
    text_free(&line);
  }
  return ok;
}

/* `holds` is said only where brute force finds nothing that was asked for, and
 * is said where the strategy preserves all of that; whoever says that it is
 * incomplete says why. */
static bool check_verdict(struct trial *t, const struct strategy *s,
                          unsigned find) {
  bool any = false, there = false;
  unsigned kept = s->sound ? s->preserves | s->finds : 0;
  for (int k = 0; k < FINDING_KINDS; k++) {
    any |= t->r->counts[k] > 0;
    there |= find >> k & 1 && expected_count(t->b, (enum finding_kind)k);
  }
  enum verdict v = t->r->verdict;
  if (any != (v == VERDICT_VIOLATED) || (there && v == VERDICT_HOLDS) ||
      (!any && !(find & ~kept) && v != VERDICT_HOLDS) ||
      (v == VERDICT_INCOMPLETE &&
       !reasons_have(&t->r->claim.because, WHY_STRATEGY)))
    return differ(t, "verdict %s", verdict_names[v]);
  return true;
}

/* Without the states nothing is said to hold, and it is said why. */
static bool check_claim(struct trial *t) {
  bool any = false;
  for (int k = 0; k < FINDING_KINDS; k++)
    any |= t->r->counts[k] > 0;
  enum verdict v = t->r->verdict;
  if (v != (any ? VERDICT_VIOLATED : VERDICT_INCOMPLETE) ||
      !reasons_have(&t->r->claim.because, WHY_STRATEGY))
    return differ(t, "verdict %s", verdict_names[v]);
  return true;
}

static bool check_findings(struct trial *t) {
  bool ok = true;
  vec_each(&t->r->findings, f) {
    struct brute_finding like = as_brute(f, NONE);
    struct text line = {0};
    like.length = (uint32_t)f->run.steps.len;
    brute_print_finding(t->m, &like, &line);
    if (!check_finding(t, f))
      ok = differ(t, "  in: %s", text_str(&line));
    text_free(&line);
  }
  return ok;
}

static bool trial_run(struct trial *t) {
  t->in = interp_new(t->m);
  t->met = alloc_zero(t->b->findings.len + 1, sizeof *t->met);
  bool ok = check_findings(t);
  ok &= check_kinds(t);
  free(t->met);
  interp_free(t->in);
  return ok;
}

static bool applies(const struct model *m, const struct strategy *s,
                    unsigned find) {
  if (!s || !s->open)
    return true;
  struct text why = {0};
  void *self = s->open(m, find, &why);
  text_free(&why);
  if (self && s->close)
    s->close(self);
  return self != NULL;
}

/* Kinds that must come out exactly. */
static unsigned exact_kinds(const struct strategy *s, unsigned find) {
  unsigned kinds = find & s->preserves;
  if (kinds & 1u << FINDING_BLOCKING)
    kinds |= 1u << FINDING_DEADLOCK; /* a deadlock is a blocking state too */
  return kinds;
}

/* A strategy that is not sound may miss; what it finds must be real. */
static bool misses(const struct brute *b, const struct explore_result *r,
                   unsigned kinds) {
  bool some = false;
  for (int k = 0; k < FINDING_KINDS; k++)
    some |= kinds >> k & 1 &&
            r->counts[k] < expected_count(b, (enum finding_kind)k);
  return some;
}

bool compare_row(const struct model *m, const struct brute *b,
                 const struct compare_row *row, struct compared *c,
                 struct text *why) {
  const struct strategy *s = row->strategy ? row->strategy : &strategy_full;
  unsigned find = row->find ? row->find : EXPLORE_FIND_ALL;
  bool full = s == &strategy_full && !row->keep;
  *c = (struct compared){.applies = applies(m, s, find)};
  if (!c->applies)
    return true;
  struct explore_options o = {.strategy = s,
                              .find = find,
                              .depth_first = row->depth_first,
                              .jobs = row->jobs,
                              .findings_kept = UINT32_MAX,
                              .keep = row->keep,
                              .hashes = row->hashes,
                              .seed = row->seed,
                              .table = row->table};
  struct explore_result *r = explore(m, &o);
  unsigned kinds = exact_kinds(s, find);
  if (row->keep)
    kinds = row->keep == KEEP_BITS ? 0 : kinds & ~HASHED_LOST;
  c->omission = r->stats.omission;
  c->states = r->stats.states;
  c->transitions = r->stats.transitions;
  c->missed = misses(b, r, kinds);
  struct trial t = {.m = m,
                    .b = b,
                    .r = r,
                    .exact = full,
                    .shortest =
                        (full || s == &strategy_sleep) && !row->depth_first,
                    .folds = s->fold != NULL,
                    .kinds = s->sound ? kinds : 0,
                    .why = why};
  bool ok = r->stopped == STOP_NOT ||
            differ(&t, "stopped: %s", stop_reason_texts[r->stopped]);
  if (ok && t.exact)
    ok = check_counts(&t);
  if (ok && row->keep == KEEP_HASHES)
    ok = check_state_counts(&t);
  if (ok && s == &strategy_sleep)
    ok = check_state_counts(&t);
  if (ok && s == &strategy_sleep && !o.depth_first &&
      c->transitions > b->transitions)
    ok = differ(&t, "more transitions than there are");
  if (ok && s->fold)
    ok = check_folded(&t);
  if (ok && (s->sleeps || s->fold) && !o.depth_first)
    ok = check_workers(&t, &o);
  ok = trial_run(&t) && ok;
  ok = (row->keep ? check_claim(&t) : check_verdict(&t, s, find)) && ok;
  explore_result_free(r);
  return ok;
}

bool compare(const struct model *m, const struct brute *b,
             const struct compare_row *row, struct text *why) {
  struct compared ignored;
  return compare_row(m, b, row, &ignored, why);
}

/* --- sets ----------------------------------------------------------------- */

bool compare_sets(const struct model *m, const struct brute *b, unsigned find,
                  struct text *why) {
  struct sets_figures figures = {0};
  struct explore_options o = {.find = find ? find : EXPLORE_FIND_ALL,
                              .findings_kept = UINT32_MAX};
  struct explore_result *r = sets_explore(m, &o, &figures);
  struct trial t = {.m = m,
                    .b = b,
                    .r = r,
                    .least = true,
                    .kinds = exact_kinds(&strategy_full, o.find),
                    .why = why};
  struct text states = {0};
  bool ok = r->stopped == STOP_NOT ||
            differ(&t, "stopped: %s", stop_reason_texts[r->stopped]);
  ok = ok && check_state_counts(&t);
  text_printf(&states, "%zu", b->states.len);
  if (strcmp(text_str(&states), text_str(&figures.states)))
    ok = differ(&t, "exactly %s states", text_str(&figures.states));
  ok = trial_run(&t) && ok;
  ok = check_verdict(&t, &strategy_full, o.find) && ok;
  text_free(&states);
  text_free(&figures.states);
  explore_result_free(r);
  return ok;
}

/* --- options -------------------------------------------------------------- */

/* The shortest run of any finding of these kinds, or UINT32_MAX. */
static uint32_t nearest(const struct brute *b, unsigned kinds) {
  uint32_t least = UINT32_MAX;
  vec_each(&b->findings, f) if (kinds & 1u << f->kind &&
                                f->kind != FINDING_UNEXECUTABLE &&
                                f->length < least) least = f->length;
  return least;
}

static bool compare_first(const struct model *m, const struct brute *b,
                          struct text *why) {
  struct explore_options o = {.first_only = true};
  struct explore_result *r = explore(m, &o);
  struct trial t = {.m = m, .b = b, .r = r, .why = why};
  unsigned endless = 1u << FINDING_ENDLESS; /* told last of all */
  uint32_t least = nearest(b, EXPLORE_FIND_ALL & ~endless);
  if (least == UINT32_MAX)
    least = nearest(b, endless);
  bool ok = true;
  if (least == UINT32_MAX) {
    ok =
        r->stopped == STOP_NOT || differ(&t, "--first stops without a finding");
  } else {
    ok = (r->findings.len == 1 && r->stopped == STOP_FIRST) ||
         differ(&t, "--first: %zu findings, %s", r->findings.len,
                stop_reason_texts[r->stopped]);
    /* A failing step is seen in the state before it. */
    if (ok && r->findings.at[0].run.steps.len > (size_t)least + 1)
      ok = differ(&t, "--first: a run of %zu steps, %u would do",
                  r->findings.at[0].run.steps.len, least);
    ok = trial_run(&t) && ok;
  }
  explore_result_free(r);
  return ok;
}

static bool compare_find(const struct model *m, const struct brute *b,
                         unsigned kinds, struct text *why) {
  struct explore_options o = {.find = kinds, .findings_kept = UINT32_MAX};
  struct explore_result *r = explore(m, &o);
  unsigned exact = kinds; /* a deadlock is a blocking state too */
  if (kinds & 1u << FINDING_BLOCKING)
    exact |= 1u << FINDING_DEADLOCK;
  struct trial t = {.m = m, .b = b, .r = r, .shortest = true, .why = why};
  t.kinds = exact;
  if (!(kinds & 1u << FINDING_BLOCKING))
    t.kinds &= ~(1u << FINDING_BLOCKING);
  bool ok = trial_run(&t);
  vec_each(&r->findings, f) if (!(exact & 1u << f->kind)) ok =
      differ(&t, "--find gives a %s", finding_kind_names[f->kind]);
  explore_result_free(r);
  return ok;
}

/* Every finding whose run is not longer than the limit is there, and no
 * other. */
static bool check_depth(struct trial *t, uint64_t limit) {
  bool ok = true;
  uint64_t left_out = 0, left_states = 0;
  for (int k = 0; k < FINDING_KINDS; k++) {
    uint64_t wanted = 0;
    vec_each(&t->b->findings, f) {
      bool counts = (int)f->kind == k ||
                    (k == FINDING_BLOCKING && f->kind == FINDING_DEADLOCK);
      wanted += counts && f->length <= limit;
      left_out += counts && f->length > limit;
    }
    bool at_end = k == FINDING_UNEXECUTABLE || k == FINDING_ENDLESS;
    if (!at_end)
      ok &= check_count(t, finding_kind_names[k], t->r->counts[k], wanted);
  }
  vec_each(&t->b->states, s) left_states += s->depth > limit;
  if ((left_out || left_states) && t->r->stopped != STOP_DEPTH)
    ok = differ(t, "--depth %" PRIu64 " left something out and does not say so",
                limit);
  return ok;
}

static bool compare_limit(const struct model *m, const struct brute *b,
                          uint64_t limit, bool depth, struct text *why) {
  struct explore_options o = {.states = depth ? 0 : limit,
                              .depth = depth ? limit : 0};
  struct explore_result *r = explore(m, &o);
  struct trial t = {.m = m, .b = b, .r = r, .why = why};
  bool ok = trial_run(&t); /* what was found is real */
  if (depth) {
    uint64_t within = 0;
    vec_each(&b->states, s) within += s->depth <= limit;
    ok &= check_count(&t, "states within the depth", r->stats.states, within);
    ok &= check_depth(&t, limit);
  } else if (r->stopped == STOP_NOT) {
    ok &= check_count(&t, "states", r->stats.states, b->states.len);
  } else {
    ok &= (r->stopped == STOP_STATES && r->stats.states >= limit) ||
          differ(&t, "--states %" PRIu64 " stops at %" PRIu64, limit,
                 r->stats.states);
  }
  if (r->stopped != STOP_NOT && r->verdict == VERDICT_HOLDS)
    ok = differ(&t, "holds although something was left out");
  explore_result_free(r);
  return ok;
}

/* Whatever the limits, what was found is real, and nothing is said to hold
 * that was not looked at. */
static bool compare_partial(const struct model *m, const struct brute *b,
                            const struct explore_options *o, struct text *why) {
  struct explore_result *r = explore(m, o);
  struct trial t = {.m = m, .b = b, .r = r, .why = why};
  bool ok = trial_run(&t);
  bool all = !o->strategy || o->strategy == &strategy_sleep;
  if (r->stats.states > b->states.len)
    ok = differ(&t, "more states than there are");
  if (r->stopped == STOP_NOT && all)
    ok &= check_count(&t, "states", r->stats.states, b->states.len);
  else if (r->stopped && r->verdict == VERDICT_HOLDS)
    ok = differ(&t, "holds although something was left out");
  explore_result_free(r);
  return ok;
}

static bool compare_edges(const struct model *m, const struct brute *b,
                          struct text *why) {
  struct explore_options o = {.keep_edges = true};
  struct explore_result *r = explore(m, &o);
  struct trial t = {.m = m, .b = b, .r = r, .why = why};
  bool ok = check_count(&t, "edges", r->edges.len, b->transitions);
  /* States are numbered in the order of discovery, as in brute force: the
   * first edge into a state comes from its parent. */
  bool *entered = alloc_zero(b->states.len + 1, sizeof *entered);
  entered[0] = true;
  vec_each(&r->edges, e) {
    if (e->from >= b->states.len || e->to >= b->states.len) {
      ok = differ(&t, "an edge from %u to %u", e->from, e->to);
      break;
    }
    const struct brute_state *s = &b->states.at[e->to];
    if (entered[e->to])
      continue;
    entered[e->to] = true;
    if (s->parent != e->from || s->step.process != e->process ||
        s->step.edge != e->edge)
      ok = differ(&t, "state %u is entered from %u by %u.%u, not %u by %u.%u",
                  e->to, e->from, e->process, e->edge, s->parent,
                  s->step.process, s->step.edge);
  }
  free(entered);
  explore_result_free(r);
  return ok;
}

/* One of the strategies that keep sleep sets and apply to the model. */
static const struct strategy *sleeping_row(const struct model *m, unsigned n) {
  unsigned count = 0;
  for (size_t i = 0; strategies[i]; i++)
    count += strategies[i]->sleeps;
  for (size_t i = 0, k = n % count; strategies[i]; i++)
    if (strategies[i]->sleeps && !k-- &&
        applies(m, strategies[i], EXPLORE_FIND_ALL))
      return strategies[i];
  return &strategy_sleep;
}

bool compare_options(const struct model *m, const struct brute *b,
                     uint64_t seed, struct text *why) {
  struct rng r = rng_seed(seed);
  unsigned kinds = (1 + rng_below(&r, EXPLORE_FIND_ALL)) & EXPLORE_FIND_ALL;
  kinds = kinds ? kinds : EXPLORE_FIND_ALL; /* none is all */
  uint64_t states = 1 + rng_below(&r, (uint32_t)b->states.len + 1);
  uint64_t depth = 1 + rng_below(&r, depth_of(b) + 1);
  uint64_t memory = 1 + rng_below(&r, 1u << 20);
  bool ok = compare_first(m, b, why);
  ok = compare_find(m, b, kinds, why) && ok;
  ok = compare_limit(m, b, states, false, why) && ok;
  ok = compare_limit(m, b, depth, true, why) && ok;
  const struct explore_options partial[] = {
      {.depth_first = true, .first_only = true},
      {.depth_first = true, .states = states},
      {.depth_first = true, .depth = depth},
      {.jobs = 2, .first_only = true, .find = kinds},
      {.jobs = 2, .memory = memory},
      {.depth_first = true, .memory = memory},
  };
  size_t count = sizeof partial / sizeof *partial;
  ok = compare_partial(m, b, &partial[seed / RANDOM_KINDS % count], why) && ok;
  const struct explore_options sleepy[] = {
      {.jobs = 2, .first_only = true, .find = kinds},
      {.jobs = 2, .depth = depth},
      {.jobs = 2, .states = states, .keep_edges = true},
      {.jobs = 2, .memory = memory},
      {.depth_first = true, .depth = depth},
      {.depth_first = true, .states = states, .keep_edges = true},
  };
  count = sizeof sleepy / sizeof *sleepy;
  struct explore_options o = sleepy[seed / RANDOM_KINDS % count];
  o.strategy = sleeping_row(m, (unsigned)rng_next(&r));
  ok = compare_partial(m, b, &o, why) && ok;
  return compare_edges(m, b, why) && ok;
}
