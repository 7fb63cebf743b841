/* Models that wait for values (`await`): random ones, every interleaving of
 * which is run one by one, the waits really waiting, and traces are compared
 * pair by pair (interleave.h).  The strategies look once (exec/executor.h):
 *
 *   optimal  runs each complete and each deadlocked trace exactly once, apart
 *            from runs that looked too early
 *   dpor     at least once
 *   full     ends in the same ways, also when it looks once
 *
 * and what they find comes again when it is run with waits that wait. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "base/text.h"
#include "exec/model.h"
#include "interleave.h"
#include "lang/lang.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"

enum { MODELS = STRESSED(150, 1500), MOST_RUNS = 4000, WAITING = 1000 };

/* --- making ------------------------------------------------------------- */

static const char *variable(struct rng *r) {
  static const char *const names[] = {"x", "y", "a[0]", "a[1]"};
  return names[rng_below(r, 4)];
}

static void add_condition(struct text *out, struct rng *r) {
  static const char *const relations[] = {"==", "!=", ">", "<="};
  text_printf(out, "%s %s %u", variable(r), relations[rng_below(r, 4)],
              rng_below(r, 2));
  if (rng_below(r, 3) == 0)
    text_printf(out, " %s %s == %u", rng_below(r, 2) ? "&&" : "||", variable(r),
                rng_below(r, 2));
}

static void add_statement(struct text *out, struct rng *r) {
  switch (rng_below(r, 8)) {
  case 0:
    text_printf(out, "  v = %s\n", variable(r));
    break;
  case 1:
  case 2:
  case 3:
    text_printf(out, "  %s = %u\n", variable(r), rng_below(r, 2));
    break;
  case 4:
  case 5:
    text_add(out, "  await ");
    add_condition(out, r);
    text_add(out, "\n");
    break;
  case 6:
    text_add(out, "  atomic { await ");
    add_condition(out, r);
    text_printf(out, "; %s = %u }\n", variable(r), rng_below(r, 2));
    break;
  default:
    text_add(out, "  lock m\n");
    add_statement(out, r);
    text_add(out, "  unlock m\n");
  }
}

static void write_model(struct text *out, struct rng *r) {
  unsigned threads = 2 + rng_below(r, 2);
  text_add(out, "shared x: 0..1, y: 0..1\nshared a[2]: 0..1\nlock m\n");
  for (unsigned t = 0; t < threads; t++) {
    text_printf(out, "thread t%u {\n  var v: 0..1\n", t);
    for (unsigned n = 2 + rng_below(r, threads == 2 ? 3 : 2); n; n--)
      add_statement(out, r);
    text_add(out, "}\n");
  }
}

/* --- running ------------------------------------------------------------ */

struct traces {
  struct map seen;
  uint64_t complete, deadlocked;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct traces *t = user;
  const struct run *r = &b->runs[i];
  bool added;
  if (r->end != RUN_COMPLETE && r->end != RUN_DEADLOCK)
    return;
  map_at(&t->seen, interleave_trace(b->events + r->events, r->events_len),
         &added);
  if (added)
    *(r->end == RUN_COMPLETE ? &t->complete : &t->deadlocked) += 1;
}

/* With `waiting`, an endless bound on preemptions, `full` waits for real. */
static struct sched_stats search(struct executor *x, const char *strategy,
                                 bool waiting, struct traces *traces,
                                 bool *finished) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = waiting ? WAITING : SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .runs = waiting ? MOST_RUNS : 0,
                            .all = true,
                            .watch = traces ? watch : NULL,
                            .watch_user = traces};
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.verdict != VERDICT_BROKEN);
  *finished = s.finished;
  struct sched_stats stats = s.stats;
  sched_close(&s);
  return stats;
}

/* The same steps; who else could have moved is another matter. */
static bool same_events(const struct event *a, const struct event *b,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct event left = a[i], right = b[i];
    left.enabled = right.enabled = 0;
    if (memcmp(&left, &right, sizeof left))
      return false;
  }
  return true;
}

/* The first finding, run again with waits that wait. */
static bool comes_again(struct executor *x) {
  struct sched_options o = {.strategy = &sched_optimal,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED};
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  bool ok = true;
  if (s.findings.len) {
    const struct sched_finding *f = &s.findings.at[0];
    batch_clear(x->batch);
    struct plan *p = batch_plan(x->batch, f->choices_len);
    batch_prefix(x->batch, p, f->choices);
    const struct run *r = &x->batch->runs[0];
    ok = x->run(x) && r->end == RUN_DEADLOCK &&
         r->events_len == f->events_len &&
         same_events(x->batch->events + r->events, f->events, f->events_len);
  }
  sched_close(&s);
  return ok;
}

struct sum {
  unsigned models, early, deadlocked;
};

static void compare(struct executor *x, const char *text, struct sum *sum) {
  struct traces real = {0}, once = {0};
  bool whole, done;
  search(x, "full", true, &real, &whole);
  if (whole) {
    struct sched_stats best = search(x, "optimal", false, NULL, &done);
    struct sched_stats dpor = search(x, "dpor", false, NULL, &done);
    search(x, "full", false, &once, &done);
    bool ok = best.complete == real.complete &&
              best.deadlocked == real.deadlocked && !best.redundant &&
              dpor.complete >= real.complete &&
              dpor.deadlocked >= real.deadlocked &&
              once.complete == real.complete && comes_again(x);
    CHECK(ok);
    if (!ok)
      printf("%s%lu+%lu traces, optimal %lu+%lu (%lu early, %lu redundant), "
             "dpor %lu+%lu, full %lu\n",
             text, (unsigned long)real.complete, (unsigned long)real.deadlocked,
             (unsigned long)best.complete, (unsigned long)best.deadlocked,
             (unsigned long)best.early, (unsigned long)best.redundant,
             (unsigned long)dpor.complete, (unsigned long)dpor.deadlocked,
             (unsigned long)once.complete);
    sum->models++;
    sum->early += best.early > 0;
    sum->deadlocked += best.deadlocked > 0;
  }
  map_free(&real.seen);
  map_free(&once.seen);
}

static void complain(void *user, enum diag_level level, struct diag_at at,
                     const char *msg, const char *hint) {
  (void)user, (void)hint;
  if (level == DIAG_ERROR)
    printf("%s:%u:%u: %s\n", at.file, at.line, at.col, msg);
}

SLOW_TEST(random_models_with_await_have_the_traces_of_brute_force) {
  struct rng r = rng_seed(20261115);
  struct sum sum = {0};
  struct diag d = {.sink = complain};
  for (unsigned i = 0; i < MODELS; i++) {
    struct text text = {0};
    write_model(&text, &r);
    struct model *m =
        lang_read("random.hed", text_str(&text), text.len, NULL, &d);
    CHECK(m != NULL);
    struct executor *x = m ? model_executor_open(m, &d) : NULL;
    if (x) {
      compare(x, text_str(&text), &sum);
      x->close(x);
    }
    model_free(m);
    text_free(&text);
  }
  CHECK(sum.models > MODELS / 2);
  CHECK(sum.early > MODELS / 8);
  CHECK(sum.deadlocked > MODELS / 8);
}

/* Two rounds of three threads: 6!/(2!2!2!) orders of drawing tickets, all of
 * them possible, for whoever holds a ticket is served before it draws again
 * and the others need not move; and serving follows the tickets. */
TEST(the_ticket_lock_has_as_many_traces_as_orders_of_its_tickets) {
  struct text t = {0};
  struct diag d = {.sink = complain};
  CHECK(text_read_file(&t, "models/ticket.hed"));
  struct model *m = lang_read("ticket.hed", text_str(&t), t.len, NULL, &d);
  struct executor *x = m ? model_executor_open(m, &d) : NULL;
  CHECK(x != NULL);
  bool done = false;
  if (x) {
    struct sched_stats s = search(x, "optimal", false, NULL, &done);
    CHECK_EQ(s.complete, 90);
    CHECK_EQ(s.deadlocked + s.failed + s.redundant, 0);
    x->close(x);
  }
  CHECK(done);
  model_free(m);
  text_free(&t);
}
