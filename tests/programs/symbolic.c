/* Symbolic inputs against enumeration: random threads with inputs of few
 * values (tests/programs/paths.c), run for every assignment of them and every
 * trace by `optimal` with the inputs fixed, and then with symbolic inputs.
 * The pairs of a trace and a path must be the same set:
 *
 *   optimal, reach  each exactly once, and nothing else
 *   dpor     each exactly once among the runs that are not redundant
 *   full     each at least once
 *
 * and so must be the findings.  A trace is told by what each of its steps
 * depends on, a path by what the threads printed.  And of unfoldings:
 *
 *   unfold      the same steps with the same pasts, the ways that threads have
 *               gone among them, and the same findings, in no more runs
 *   contextual  the same steps of each thread after the same of its own, and
 *               the same findings
 *   stateful    likewise: it cuts off where markings are equal, as the
 *               conditions that led there then are, too; and stateful-naive,
 *               which walks from one to the next */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/text.h"
#include "exec/program.h"
#include "sched/concolic.h"
#include "sched/strategy.h"
#include "suite.h"

enum { VALUES = 3, INPUTS_MOST = 4, RUNS_MOST = 20000 };

/* --- making ------------------------------------------------------------- */

struct made {
  struct text text;
  struct plan_input inputs[INPUTS_MOST]; /* that it takes, at most */
  unsigned inputs_len;
};

static void add_op(struct made *m, struct rng *r, unsigned thread,
                   unsigned *own, unsigned *held) {
  unsigned reg = rng_below(r, 2), k = rng_below(r, 3), v = rng_below(r, 2);
  switch (rng_below(r, 16)) {
  case 14:
  case 15: /* a thread may end with it, and then others wait in vain */
    text_printf(&m->text, "%c%u", *held & 1 << v ? 'u' : 'l', v);
    *held ^= 1 << v;
    break;
  case 0:
  case 1:
    if (m->inputs_len == INPUTS_MOST)
      break;
    m->inputs[m->inputs_len++] = (struct plan_input){thread, (*own)++, 0};
    text_printf(&m->text, "i%u", reg);
    break;
  case 2:
    text_printf(&m->text, "g%u%u", reg, k % 2);
    break;
  case 3:
  case 4:
    text_printf(&m->text, "w%u%u", v, reg);
    break;
  case 5:
  case 6:
    text_printf(&m->text, "r%u%u", v, reg);
    break;
  case 7:
    text_printf(&m->text, "%c%u%u", rng_below(r, 2) ? '+' : '*', reg, k);
    break;
  case 8:
    text_printf(&m->text, "x%u%u", reg, 1 - reg);
    break;
  case 9:
    text_printf(&m->text, "a%u%u", reg, k + 1);
    break;
  case 10:
    text_printf(&m->text, rng_below(r, 2) ? "t%u%u" : "s%u%u", reg, k);
    break;
  default:
    text_printf(&m->text, "%c%u%u%u", rng_below(r, 2) ? '>' : '=', reg, k,
                1 + rng_below(r, 2));
  }
}

/* Threads that write under one lock after a branch or before one: in which
 * order they came is forgotten soon, so that an unfolding of states cuts it
 * off.  Nobody gives back what he does not hold: of two failures in one run
 * `optimal` tells the first, and the rows differ in which that is. */
static void make_locked(struct made *m, struct rng *r) {
  unsigned threads = 2 + rng_below(r, 2);
  text_clear(&m->text);
  m->inputs_len = 0;
  for (unsigned i = 0; i < 2; i++)
    m->inputs[m->inputs_len++] = (struct plan_input){0, i, 0};
  for (unsigned t = 1; t <= threads; t++) {
    unsigned reg = rng_below(r, 2), v = rng_below(r, 2), k = rng_below(r, 2);
    text_printf(&m->text, "g%u%ul0", reg, rng_below(r, 2));
    if (rng_below(r, 2))
      text_printf(&m->text, "=%u%u1", reg, rng_below(r, 3));
    text_printf(&m->text, rng_below(r, 3) ? "w%u%uu0" : "r%u%uu0", v, k);
    if (rng_below(r, 2)) /* the whole section is left out, or nothing */
      text_printf(&m->text, ">%u%u3", reg, rng_below(r, 2));
    if (threads == 2 || rng_below(r, 2))
      text_printf(&m->text, "l0w%u%uu0", 1 - v, reg);
    if (rng_below(r, 3) == 0)
      text_printf(&m->text, "r%u%ua%u%u", v, k, k, rng_below(r, 3));
    if (t < threads)
      text_add(&m->text, "/");
  }
}

static void make(struct made *m, struct rng *r) {
  unsigned threads = 2 + rng_below(r, 2);
  text_clear(&m->text);
  m->inputs_len = 0;
  bool shared = rng_below(r, 2);
  if (shared)
    for (unsigned i = 0; i < 2; i++)
      m->inputs[m->inputs_len++] = (struct plan_input){0, i, 0};
  for (unsigned t = 1; t <= threads; t++) {
    unsigned own = 0, held = 0, n = 2 + rng_below(r, threads == 2 ? 5 : 3);
    if (shared)
      text_printf(&m->text, "g0%u", rng_below(r, 2));
    for (unsigned i = 0; i < n; i++)
      add_op(m, r, t, &own, &held);
    if (t < threads)
      text_add(&m->text, "/");
  }
}

/* --- telling traces apart ----------------------------------------------- */

static bool before(const struct event *a, const struct event *b) {
  if (a->thread == b->thread)
    return true;
  if (a->kind == OP_CREATE || a->kind == OP_EXIT)
    return (a->kind == OP_CREATE && b->kind == OP_START &&
            a->value == b->thread) ||
           (a->kind == OP_EXIT && b->kind == OP_JOIN && b->value == a->thread);
  return op_dependent(a->kind, a->object, a->size, b->kind, b->object, b->size);
}

static void put(struct map *m, uint64_t key) {
  bool added;
  ++*map_at(m, key, &added);
}

/* The sum over all steps of what each is and comes after; each step with its
 * past goes into `steps`, and with that of its own thread into `local`. */
static uint64_t trace_hash(const struct event *events, uint32_t count,
                           struct map *steps, struct map *local) {
  uint64_t sum = 0, *own = calloc(count + 1, sizeof *own);
  uint64_t thread[THREADS_MAX] = {0};
  for (uint32_t i = 0; own && i < count; i++) {
    const struct event *e = &events[i];
    if (e->kind == OP_BRANCH || e->kind == OP_INPUT || e->flags & EVENT_PENDING)
      continue;
    uint64_t past = 0;
    for (uint32_t k = 0; k < i; k++)
      if (own[k] && before(&events[k], e))
        past += own[k];
    own[i] = hash_pair(hash_pair(past, e->object),
                       (uint64_t)e->thread << 8 | e->kind) |
             1;
    sum += own[i];
    if (e->kind == OP_JOIN || e->kind == OP_EXIT || e->kind == OP_QUIT)
      continue; /* an unfolding need not have main wait for all that it can */
    put(steps, own[i]);
    thread[e->thread] = hash_pair(hash_pair(thread[e->thread], e->object),
                                  (uint64_t)e->thread << 8 | e->kind);
    put(local, thread[e->thread]);
  }
  free(own);
  return sum;
}

/* --- what a search saw -------------------------------------------------- */

struct seen {
  struct map pairs; /* (trace, path) -> how often */
  struct map steps, local, found;
  uint64_t findings, runs;
  bool twice;
};

static void seen_free(struct seen *s) {
  map_free(&s->pairs);
  map_free(&s->steps);
  map_free(&s->local);
  map_free(&s->found);
}

/* What was found, and where; of a deadlock, who waits where. */
static uint64_t finding_key(const struct batch *b, const struct run *r) {
  uint64_t sum =
      hash_pair(r->finding, r->finding == FOUND_DEADLOCK ? 0 : r->site);
  for (uint32_t i = 0; r->finding == FOUND_DEADLOCK && i < r->events_len; i++) {
    const struct event *e = &b->events[r->events + i];
    if (e->flags & EVENT_PENDING)
      sum += hash_pair(hash_pair(e->thread, e->kind), e->object);
  }
  return sum;
}

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct seen *seen = user;
  const struct run *r = &b->runs[i];
  seen->runs++;
  if (r->end == RUN_REDUNDANT)
    return;
  uint64_t key = hash_pair(trace_hash(b->events + r->events, r->events_len,
                                      &seen->steps, &seen->local),
                           r->state);
  if (r->finding)
    put(&seen->found, finding_key(b, r));
  bool added;
  uint64_t *n = map_at(&seen->pairs, hash_pair(key, r->finding), &added);
  seen->twice |= !added;
  ++*n;
  if (r->finding && added)
    seen->findings++;
}

/* False: it did not finish. */
static bool search(struct executor *x, const char *strategy, uint64_t runs,
                   const struct plan_input *inputs, uint32_t count,
                   struct seen *seen, struct sched_stats *stats) {
  struct sched s;
  struct progress progress = {0};
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .seed = 1,
                            .runs = runs,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .depth = 3,
                            .all = true,
                            .no_races = true,
                            .inputs = inputs,
                            .inputs_len = count,
                            .watch = watch,
                            .watch_user = seen};
  if (x->symbolic)
    concolic_join(x, &o);
  sched_open(&s, x, &o);
  sched_run(&s, &progress);
  bool ok = sched_covered(&s);
  if (!ok && s.error)
    printf("%s: %s\n", strategy, s.error);
  *stats = s.stats;
  sched_close(&s);
  return ok;
}

/* Every assignment by itself. */
static bool enumerate(struct executor *x, struct made *m, struct seen *all) {
  unsigned assignments = 1;
  struct sched_stats stats;
  for (unsigned i = 0; i < m->inputs_len; i++)
    assignments *= VALUES;
  for (unsigned a = 0; a < assignments; a++) {
    unsigned rest = a;
    for (unsigned i = 0; i < m->inputs_len; i++, rest /= VALUES)
      m->inputs[i].value = rest % VALUES;
    if (!search(x, "optimal", RUNS_MOST, m->inputs, m->inputs_len, all, &stats))
      return false;
  }
  return true;
}

/* --- comparing ---------------------------------------------------------- */

static bool same_keys(const struct map *a, const struct map *b) {
  if (a->len != b->len)
    return false;
  for (size_t i = 0; i < a->cap; i++)
    if (a->used[i] && !map_get(b, a->slots[i].key))
      return false;
  return true;
}

static bool same(const struct seen *a, const struct seen *b) {
  return a->findings == b->findings && same_keys(&a->pairs, &b->pairs);
}

/* True: it has a net of its branches, and kept it to the end. */
static bool compare_unfolding(struct suite *s, const char *program,
                              struct executor *x, const struct seen *all,
                              const char *strategy) {
  struct seen own = {0};
  struct sched_stats stats = {0};
  struct executor *c = concolic_open(x, &(struct concolic_options){0});
  if (!c)
    return false;
  size_t lost;
  bool whole = !strcmp(strategy, "unfold");
  bool ok = search(c, strategy, RUNS_MOST, NULL, 0, &own, &stats);
  concolic_lost(c, &lost);
  suite_check(s,
              ok && !lost && same_keys(&all->local, &own.local) &&
                  same_keys(&all->found, &own.found) &&
                  (!whole || same_keys(&all->steps, &own.steps)),
              "%s, %s: %zu steps, %zu local, %zu findings (%zu places lost), "
              "by enumeration %zu, %zu and %zu",
              program, strategy, own.steps.len, own.local.len, own.found.len,
              lost, all->steps.len, all->local.len, all->found.len);
  /* where main waits for a thread that waits for ever, or has failed, what it
   * would do after that is not known, and looked for */
  suite_check(s, stats.deadlocked || stats.failed || own.runs <= all->pairs.len,
              "%s, %s: %lu runs, and there are %zu traces with paths", program,
              strategy, (unsigned long)own.runs, all->pairs.len);
  seen_free(&own);
  bool kept = stats.terminals && concolic_stats(c)->branches && !stats.misfit;
  c->close(c);
  return kept;
}

static void compare(struct suite *s, const char *program, struct executor *x,
                    const struct seen *all, const char *strategy) {
  struct seen own = {0};
  struct sched_stats stats = {0};
  const struct concolic_options options = {0};
  struct executor *c = concolic_open(x, &options);
  if (!c)
    return;
  size_t lost;
  bool full = !strcmp(strategy, "full");
  bool ok = search(c, strategy, RUNS_MOST, NULL, 0, &own, &stats);
  concolic_lost(c, &lost);
  suite_check(s, (ok || full) && !lost && (same(all, &own) || !ok),
              "%s, %s: %zu pairs of a trace and a path and %lu findings "
              "(%lu runs, %zu places lost), by enumeration %zu and %lu",
              program, strategy, own.pairs.len, (unsigned long)own.findings,
              (unsigned long)own.runs, lost, all->pairs.len,
              (unsigned long)all->findings);
  suite_check(s, full || !own.twice, "%s, %s: a trace and path twice", program,
              strategy);
  bool exact = !strcmp(strategy, "optimal") || !strcmp(strategy, "reach");
  suite_check(s, !exact || (!stats.redundant && own.runs == all->pairs.len),
              "%s: %s ran %lu, %lu of them redundant; there are %zu", program,
              strategy, (unsigned long)own.runs, (unsigned long)stats.redundant,
              all->pairs.len);
  seen_free(&own);
  c->close(c);
}

static void one_program(struct suite *s, const char *binary, struct made *m,
                        uint64_t *pairs, uint64_t *cut) {
  static const char *const strategies[] = {"optimal", "reach", "dpor", "full"};
  const char *text = text_str(&m->text);
  struct executor *x =
      suite_open(s, binary, &(struct search_options){.argument = text});
  struct seen all = {0};
  if (!x)
    return;
  if (enumerate(x, m, &all)) {
    *pairs += all.pairs.len;
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++)
      compare(s, text, x, &all, strategies[i]);
    compare_unfolding(s, text, x, &all, "unfold");
    compare_unfolding(s, text, x, &all, "contextual");
    *cut += compare_unfolding(s, text, x, &all, "stateful");
    compare_unfolding(s, text, x, &all, "stateful-naive");
  }
  seen_free(&all);
  x->close(x);
}

static char *build(struct suite *s, const char *source) {
  struct text binary = {0}, command = {0};
  static unsigned number;
  text_printf(&binary, "%s/sym%u.x", s->folder, number++);
  text_printf(&command,
              "'%s' cc --heddle-symbolic -Wall -Wextra -Werror %s -o '%s'",
              s->heddle, source, text_str(&binary));
  bool ok = system(text_str(&command)) == 0;
  text_free(&command);
  suite_check(s, ok, "%s does not build with symbolic inputs", source);
  if (ok)
    return binary.at;
  text_free(&binary);
  return NULL;
}

/* --- examples ----------------------------------------------------------- */

/* What each of tests/programs/inputs has, and its twin (-DFIXED) has not. */
static const struct {
  const char *name;
  enum found found;
} examples[] = {
    {"magic", FOUND_ASSERTION},    {"nested", FOUND_ASSERTION},
    {"loop", FOUND_ASSERTION},     {"lookup", FOUND_ASSERTION},
    {"pointer", FOUND_ASSERTION},  {"edges", FOUND_ASSERTION},
    {"negate", FOUND_ASSERTION},   {"bits", FOUND_ASSERTION},
    {"narrow", FOUND_ASSERTION},   {"bytes", FOUND_ASSERTION},
    {"choice", FOUND_ASSERTION},   {"divide", FOUND_CRASH},
    {"argument", FOUND_ASSERTION}, {"message", FOUND_ASSERTION},
    {"both", FOUND_ASSERTION},     {"swap", FOUND_ASSERTION},
    {"leave", FOUND_EXIT},
};

/* With its inputs fixed, the run of the finding fails by itself. */
static bool fails_again(struct executor *x, const struct sched_finding *f) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, f->choices_len);
  batch_prefix(b, p, f->choices);
  memcpy(b->inputs, f->inputs, f->inputs_len * sizeof *f->inputs);
  p->inputs_len = b->inputs_len = f->inputs_len;
  return x->run(x) && b->done && b->runs[0].finding == f->kind &&
         b->runs[0].site == f->site;
}

static void example(struct suite *s, const char *name, enum found found,
                    bool fixed, const char *strategy) {
  struct text source = {0};
  text_printf(&source, "%stests/programs/inputs/%s.c", fixed ? "-DFIXED " : "",
              name);
  char *binary = build(s, text_str(&source));
  struct executor *x =
      binary ? suite_open(s, binary, &(struct search_options){0}) : NULL;
  struct executor *c =
      x ? concolic_open(x, &(struct concolic_options){0}) : NULL;
  if (c) {
    struct sched n;
    struct progress progress = {0};
    struct sched_options o = {.strategy = sched_strategy_find(strategy),
                              .preemptions = SCHED_UNBOUNDED,
                              .delays = SCHED_UNBOUNDED,
                              .all = true};
    concolic_join(c, &o);
    sched_open(&n, c, &o);
    sched_run(&n, &progress);
    bool ok = n.verdict == (fixed ? VERDICT_HOLDS : VERDICT_VIOLATED);
    vec_each(&n.findings, f) ok &= f->kind == found && fails_again(x, f);
    bool every = !reasons_have(&n.claim.because, WHY_INPUT);
    suite_check(s, ok && every, "%s, %s: verdict %d, %zu findings%s",
                text_str(&source), strategy, n.verdict, n.findings.len,
                every ? "" : ", not every input");
    sched_close(&n);
    c->close(c);
  }
  if (x)
    x->close(x);
  free(binary);
  text_free(&source);
}

/* Kähkönen's benchmarks with inputs (Table 8.1): traces, each with each of its
 * paths.  Synthetic 2 has one less than he prints, as have others of his. */
static const struct with_inputs {
  const char *source;
  uint64_t traces;
  bool large; /* only by `make soak` */
} with_inputs[] = {{"programs/pairs-inputs.c", 4096, false},
                   {"programs/synthetic1.c", 1316, false},
                   {"programs/synthetic2.c", 14968, true},
                   {"programs/updater1.c", 33269, true},
                   {"programs/updater2.c", 33830, true}};

static void traces_and_paths(struct suite *s, const struct with_inputs *w,
                             const char *strategy) {
  char *binary = build(s, w->source);
  struct executor *x =
      binary ? suite_open(s, binary, &(struct search_options){0}) : NULL;
  struct executor *c =
      x ? concolic_open(x, &(struct concolic_options){0}) : NULL;
  struct seen seen = {0};
  struct sched_stats stats = {0};
  if (c) {
    bool ok = search(c, strategy, 2 * w->traces, NULL, 0, &seen, &stats);
    const uint64_t traces = stats.executions - stats.redundant;
    suite_check(s, ok && traces == w->traces,
                "%s, %s: %lu executions without the redundant ones, expected "
                "%lu",
                w->source, strategy, (unsigned long)traces,
                (unsigned long)w->traces);
    c->close(c);
  }
  if (x)
    x->close(x);
  seen_free(&seen);
  free(binary);
}

/* Unfoldings with inputs: the figures that are printed, and runs at most; of
 * `stateful` and `stateful-naive`, which unfolds nothing, those of table 8.3. */
static const struct unfolded {
  const char *source, *strategy;
  uint64_t events, conditions, runs;
} unfolded[] = {{"programs/fig312.c", "unfold", 7, 18, 3},
                {"programs/fig312.c", "contextual", 6, 10, 3},
                {"programs/pairs-inputs.c", "unfold", 48, 216, 8},
                {"programs/pairs-inputs.c", "contextual", 48, 76, 8},
                {"programs/fig312.c", "stateful", 7, 18, 3},
                {"programs/pairs-inputs.c", "stateful", 48, 216, 4},
                {"programs/synthetic1.c", "stateful", 2941, 5453, 62},
                {"programs/fig312.c", "stateful-naive", 0, 0, 3},
                {"programs/pairs-inputs.c", "stateful-naive", 0, 0, 9},
                {"programs/synthetic1.c", "stateful-naive", 0, 0, 68}};

static void unfolds(struct suite *s, const struct unfolded *w) {
  char *binary = build(s, w->source);
  struct executor *x =
      binary ? suite_open(s, binary, &(struct search_options){0}) : NULL;
  struct executor *c =
      x ? concolic_open(x, &(struct concolic_options){0}) : NULL;
  struct seen seen = {0};
  struct sched_stats stats = {0};
  if (c) {
    bool ok = search(c, w->strategy, RUNS_MOST, NULL, 0, &seen, &stats);
    suite_check(s,
                ok && stats.events == w->events &&
                    stats.conditions == w->conditions &&
                    stats.executions <= w->runs && !stats.misfit,
                "%s, %s: %lu events, %lu conditions in %lu runs; expected "
                "%lu, %lu in %lu",
                w->source, w->strategy, (unsigned long)stats.events,
                (unsigned long)stats.conditions,
                (unsigned long)stats.executions, (unsigned long)w->events,
                (unsigned long)w->conditions, (unsigned long)w->runs);
    c->close(c);
  }
  if (x)
    x->close(x);
  seen_free(&seen);
  free(binary);
}

/* Whether this build has a solver at all. */
static bool has_solver(void) {
  struct sym_store store = {0};
  struct sym_query *q = sym_query_open(&store, 1000);
  bool there = q != NULL;
  sym_query_close(q);
  sym_store_free(&store);
  return there;
}

static void random_programs(struct suite *s) {
  char *binary = build(s, "tests/programs/paths.c");
  const char *more = getenv("HEDDLE_SYMBOLIC");
  uint64_t pairs = 0, cut = 0, programs = more ? strtoull(more, NULL, 10) : 40;
  struct made m = {0};
  if (!binary)
    return;
  for (uint64_t seed = 1; seed <= (s->quick ? programs / 10 : programs);
       seed++) {
    struct rng r = rng_seed(seed);
    if (seed % 3)
      make(&m, &r);
    else
      make_locked(&m, &r);
    one_program(s, binary, &m, &pairs, &cut);
  }
  suite_check(s, s->quick || cut > programs / 20,
              "only %lu nets with branches were cut off", (unsigned long)cut);
  suite_check(s, pairs > programs / 10, "only %lu pairs in all",
              (unsigned long)pairs);
  text_free(&m.text);
  free(binary);
}

void suite_symbolic(struct suite *s) {
  if (!has_solver())
    return;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    const char *strategy = i % 2 ? "optimal" : "dpor";
    example(s, examples[i].name, examples[i].found, false, strategy);
    example(s, examples[i].name, examples[i].found, true, strategy);
  }
  for (size_t i = 0; i < sizeof with_inputs / sizeof *with_inputs; i++) {
    if (with_inputs[i].large && !getenv("HEDDLE_SYMBOLIC"))
      continue;
    traces_and_paths(s, &with_inputs[i], "optimal");
    if (!s->quick)
      traces_and_paths(s, &with_inputs[i], "dpor");
  }
  for (size_t i = 0; i < sizeof unfolded / sizeof *unfolded; i++)
    unfolds(s, &unfolded[i]);
  random_programs(s);
}
