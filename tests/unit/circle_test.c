/* Loops that do not end, in models.  Whatever is said to go round does, by the
 * plain interpreter: the state after the round is that before it, and whoever
 * could move in it did.  And since models have finitely many states, a run in
 * which everybody has his turn either ends or goes round. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "base/text.h"
#include "exec/model.h"
#include "lang/lang.h"
#include "model/interp.h"
#include "sched/minimise.h"
#include "sched/strategy.h"
#include "test.h"

enum { MODELS = STRESSED(20, 250), STEPS = 50, RUNS = 20 };

/* --- making ------------------------------------------------------------- */

static const char *variable(struct rng *r) {
  static const char *const names[] = {"x", "y", "z"};
  return names[rng_below(r, 3)];
}

static void add_statement(struct text *out, struct rng *r) {
  switch (rng_below(r, 6)) {
  case 0:
    text_add(out, "    lock m\n");
    add_statement(out, r);
    text_add(out, "    unlock m\n");
    break;
  case 1:
    text_printf(out, "    n = (n + 1) %% %u\n", 2 + rng_below(r, 3));
    break;
  case 2:
    text_printf(out, "    if n < 9 { n++ }\n");
    break;
  default:
    text_printf(out, "    %s = %u\n", variable(r), rng_below(r, 3));
  }
}

static void add_loop(struct text *out, struct rng *r) {
  text_printf(out, "  while %s %s %u", variable(r),
              rng_below(r, 2) ? "==" : "!=", rng_below(r, 3));
  if (!rng_below(r, 3))
    text_printf(out, " && n < %u", 2 + rng_below(r, 7));
  text_add(out, " {\n");
  for (unsigned n = rng_below(r, 4); n; n--)
    add_statement(out, r);
  text_add(out, "  }\n");
}

static void write_model(struct text *out, struct rng *r) {
  text_add(out, "shared x: 0..2, y: 0..2, z: 0..2\nlock m\n");
  unsigned threads = 2 + rng_below(r, 2);
  for (unsigned t = 0; t < threads; t++) {
    text_printf(out, "thread t%u {\n  var n: 0..9\n", t);
    for (unsigned n = 1 + rng_below(r, 2); n; n--) {
      add_statement(out, r);
      add_loop(out, r);
    }
    text_add(out, "}\n");
  }
}

/* --- the interpreter's word --------------------------------------------- */

static uint64_t enabled_of(const struct interp_steps *steps) {
  uint64_t set = 0;
  vec_each(&steps->at, s) set |= (uint64_t)1 << s->process;
  return set;
}

static struct istate *fire(struct interp *in, struct istate *s, choice c,
                           const struct interp_steps *steps) {
  struct interp_failure failed = {0};
  unsigned alt = CHOICE_ALT(c);
  vec_each(&steps->at, step)
    if (step->process == CHOICE_THREAD(c) && !alt--)
      return interp_fire(in, s, step, &failed);
  return NULL;
}

/* Whether the choices from `round` on are a fair circle. */
static bool is_circle(const struct model *m, const choice *c, uint32_t len,
                      uint32_t round) {
  struct interp *in = interp_new(m);
  struct interp_failure failed = {0};
  struct istate *s = interp_initial(in, &failed);
  struct interp_steps steps = {0};
  struct text before = {0}, after = {0};
  uint64_t could = 0, did = 0;
  bool ok = s && round < len;
  for (uint32_t i = 0; ok && i < len; i++) {
    interp_steps(in, s, &steps);
    if (i == round)
      interp_key(in, s, &before);
    if (i >= round) {
      could |= enabled_of(&steps);
      did |= (uint64_t)1 << CHOICE_THREAD(c[i]);
    }
    struct istate *next = fire(in, s, c[i], &steps);
    interp_state_free(s);
    s = next;
    ok = s != NULL;
  }
  if (ok)
    interp_key(in, s, &after);
  ok = ok && could == did && before.len == after.len &&
       !memcmp(text_str(&before), text_str(&after), before.len);
  if (s)
    interp_state_free(s);
  vec_free(&steps.at);
  text_free(&before);
  text_free(&after);
  interp_free(in);
  return ok;
}

/* --- comparing ---------------------------------------------------------- */

struct sum {
  unsigned fair_rounds, fair_ends, found, cut_off;
};

/* Everybody has his turn, from the beginning. */
static bool turn_by_turn(const struct model *m, struct executor *x,
                         struct sum *sum) {
  struct batch *b = x->batch;
  x->steps_max = STEPS_DEFAULT;
  batch_clear(b);
  struct plan *p = batch_plan(b, 0);
  p->flags |= PLAN_CIRCLE;
  p->round = ROUND_ANYWHERE;
  if (!x->run(x))
    return false;
  const struct run *r = &b->runs[0];
  if (r->finding != FOUND_LIVELOCK) {
    sum->fair_ends++;
    return r->end == RUN_COMPLETE || r->end == RUN_DEADLOCK ||
           r->end == RUN_FAILED;
  }
  VEC(choice) taken = {0};
  for (uint32_t i = 0; i < r->events_len; i++)
    if (!(b->events[r->events + i].flags & EVENT_PENDING))
      vec_push(&taken, CHOICE(b->events[r->events + i].thread,
                              b->events[r->events + i].alt));
  bool ok = is_circle(m, taken.at, (uint32_t)taken.len, r->round);
  vec_free(&taken);
  sum->fair_rounds++;
  return ok;
}

/* What a search finds, made small. */
static bool search(const struct model *m, struct executor *x,
                   const char *strategy, struct sum *sum) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .depth = 3,
                            .all = true,
                            .no_races = true,
                            .runs = RUNS};
  struct sched s;
  bool ok = true;
  x->steps_max = STEPS;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  sum->cut_off += s.stats.cut_off > 0;
  vec_each(&s.findings, f) {
    struct minimise_options mo = {.runs = 80};
    struct minimised mini = {0};
    if (f->kind != FOUND_LIVELOCK || !f->rounds)
      continue;
    ok &= minimise_settle(x, &mo, f) &&
          is_circle(m, f->choices, f->choices_len, f->round) &&
          minimise(&mini, x, &mo, f, NULL) &&
          is_circle(m, f->choices, f->choices_len, f->round) &&
          mini.events <= mini.first_events;
    minimised_free(&mini);
    sum->found++;
  }
  sched_close(&s);
  return ok;
}

static void complain(void *user, enum diag_level level, struct diag_at at,
                     const char *msg, const char *hint) {
  (void)user, (void)hint;
  if (level == DIAG_ERROR)
    printf("%s:%u:%u: %s\n", at.file, at.line, at.col, msg);
}

SLOW_TEST(what_is_said_to_go_round_goes_round_in_random_models) {
  static const char *const strategies[] = {"optimal", "random", "pct", "full"};
  struct rng r = rng_seed(20261203);
  struct sum sum = {0};
  struct diag d = {.sink = complain};
  for (unsigned i = 0; i < MODELS; i++) {
    struct text text = {0};
    write_model(&text, &r);
    struct model *m =
        lang_read("random.hed", text_str(&text), text.len, NULL, &d);
    struct executor *x = m ? model_executor_open(m, &d) : NULL;
    CHECK(x != NULL);
    bool ok = x && turn_by_turn(m, x, &sum);
    for (size_t k = 0; ok && k < sizeof strategies / sizeof *strategies; k++)
      ok = search(m, x, strategies[k], &sum);
    CHECK(ok);
    if (!ok)
      printf("%s", text_str(&text));
    if (x)
      x->close(x);
    model_free(m);
    text_free(&text);
  }
  CHECK(sum.fair_rounds > MODELS / 10);
  CHECK(sum.fair_ends > MODELS / 10);
  CHECK(sum.found > MODELS / 5);
  CHECK(sum.cut_off > MODELS / 10);
}
