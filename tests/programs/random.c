/* Random thread programs over all kinds of objects, run for real:
 *
 *   full     as many complete and deadlocked interleavings as the reference,
 *            and as many that looked too early
 *   patient  the same program with waits that look again and again has, when
 *            looks in vain are crossed out, as many complete traces as
 *            optimal has complete runs: looking once loses nothing
 *   optimal  as many executions as `full` has traces, none redundant
 *   dpor     at least as many, and deadlocks exactly if there are any
 *
 * Traces are counted here from the events of `full`, by the dependence of
 * doc/semantics.md, written down once more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/text.h"
#include "exec/program.h"
#include "reference.h"
#include "script.h"
#include "sched/strategy.h"
#include "suite.h"

enum { INTERLEAVINGS = 4000 };

/* --- making ------------------------------------------------------------- */

static void put(struct script *s, unsigned t, unsigned *n, unsigned code,
                unsigned object) {
  s->ops[t][*n].code = (uint8_t)code;
  s->ops[t][(*n)++].object = (uint8_t)object;
}

/* One operation, or a pair around another. */
static void add(struct script *s, unsigned t, unsigned *n, struct rng *r) {
  static const uint8_t single[] = {SCRIPT_READ,   SCRIPT_WRITE, SCRIPT_WRITE,
                                   SCRIPT_ADD,    SCRIPT_AWAIT, SCRIPT_TRY,
                                   SCRIPT_P,      SCRIPT_V,     SCRIPT_V,
                                   SCRIPT_SIGNAL, SCRIPT_BROADCAST,
                                   SCRIPT_ANY,    SCRIPT_BOTH,  SCRIPT_POLL};
  unsigned k = rng_below(r, 2);
  unsigned pick = rng_below(r, 20);
  if (pick < sizeof single) {
    put(s, t, n, single[pick], k);
  } else if (pick == 14) {
    put(s, t, n, SCRIPT_WAIT, k);
  } else if (pick == 15 && s->threads == 2) {
    put(s, t, n, SCRIPT_BARRIER, k);
  } else {
    static const uint8_t pairs[][2] = {{SCRIPT_LOCK, SCRIPT_UNLOCK},
                                       {SCRIPT_RDLOCK, SCRIPT_RWUNLOCK},
                                       {SCRIPT_WRLOCK, SCRIPT_RWUNLOCK},
                                       {SCRIPT_SPIN, SCRIPT_CLEAR}};
    const uint8_t *pair = pairs[rng_below(r, 4)];
    put(s, t, n, pair[0], k);
    if (rng_below(r, 2))
      put(s, t, n, rng_below(r, 2) ? SCRIPT_READ : SCRIPT_WRITE, 1 - k);
    put(s, t, n, pair[1], k);
  }
}

static struct script make(struct rng *r) {
  struct script s = {.threads = 2 + rng_below(r, 2)};
  for (unsigned t = 0; t < s.threads; t++) {
    unsigned n = 0, wanted = 1 + rng_below(r, 3);
    for (unsigned i = 0; i < wanted && n + 3 <= REFERENCE_OPS; i++)
      add(&s, t, &n, r);
  }
  return s;
}

/* --- counting traces ---------------------------------------------------- */

static bool is_access(unsigned kind) {
  return kind == OP_READ || kind == OP_AWAIT || kind == OP_WRITE ||
         kind == OP_UPDATE || kind == OP_CAS;
}

static bool is_cond(unsigned kind) {
  return kind == OP_WAIT || kind == OP_SIGNAL || kind == OP_BROADCAST;
}

static bool dependent(const struct event *a, const struct event *b) {
  if (a->thread == b->thread)
    return true;
  if (is_access(a->kind) && is_access(b->kind))
    return a->object < b->object + b->size &&
           b->object < a->object + a->size &&
           ((a->kind != OP_READ && a->kind != OP_AWAIT) ||
            (b->kind != OP_READ && b->kind != OP_AWAIT));
  if (a->object != b->object || a->kind == OP_ARRIVE || b->kind == OP_ARRIVE)
    return false;
  if (is_cond(a->kind) && is_cond(b->kind))
    return a->kind != OP_WAIT || b->kind != OP_WAIT;
  bool readers = (a->kind == OP_RDLOCK || a->kind == OP_RDUNLOCK) &&
                 (b->kind == OP_RDLOCK || b->kind == OP_RDUNLOCK);
  return !readers; /* locks, semaphores: all operations on one object */
}

/* Who it is, whatever the order: thread, place in the thread, waiter. */
static uint64_t name(const struct event *e, unsigned place) {
  uint64_t woken = e->kind == OP_SIGNAL ? e->value : 0;
  return hash_pair((uint64_t)e->thread << 32 | place << 8 | e->kind, woken);
}

/* The steps of the turn that this AWAIT follows: how many there are is told
 * by the values that were read, and they are the thread's last. */
static unsigned turn_of(const struct event *events, uint32_t await) {
  const struct event *last[3] = {0};
  unsigned n = 0;
  for (uint32_t i = await; i-- > 0 && n < 3;)
    if (events[i].thread == events[await].thread &&
        !(events[i].flags & EVENT_SILENT))
      last[n++] = &events[i];
  if (n && last[0]->kind == OP_UNLOCK) /* POLL */
    return 3;
  bool looks = n > 1 && last[1]->kind == OP_READ &&
               last[1]->object != last[0]->object &&
               last[1]->site != last[0]->site;
  /* ANY has seen two zeroes, BOTH something and a zero; their reads stand
   * next to each other in one line. */
  return looks && last[0]->site == last[1]->site + 1 ? 2 : 1;
}

/* Crosses out turns that looked in vain, and the waits after them. */
static void cross_out(const struct event *events, uint32_t len, bool *out) {
  for (uint32_t i = 0; i < len; i++) {
    if (events[i].kind != OP_AWAIT ||
        events[i].flags & (EVENT_PENDING | EVENT_SILENT))
      continue;
    out[i] = true;
    unsigned left = turn_of(events, i);
    for (uint32_t k = i; k-- > 0 && left;)
      if (events[k].thread == events[i].thread &&
          !(events[k].flags & EVENT_SILENT)) {
        out[k] = true;
        left--;
      }
  }
}

/* The same for all runs of a trace: the sum over dependent pairs. */
uint64_t random_trace(const struct event *events, uint32_t len) {
  enum { MOST = 1024 };
  uint64_t names[MOST], sum = 0;
  const struct event *steps[MOST];
  bool out[MOST] = {0};
  unsigned n = 0, place[THREADS_WORD] = {0};
  len = len < MOST ? len : MOST;
  cross_out(events, len, out);
  for (uint32_t i = 0; i < len; i++) {
    const struct event *e = &events[i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING) || e->kind == OP_QUIT ||
        out[i])
      continue;
    names[n] = name(e, place[e->thread]++);
    sum += hash_mix(names[n]);
    for (unsigned k = 0; k < n; k++)
      if (dependent(steps[k], e))
        sum += hash_pair(names[k], names[n]);
    steps[n++] = e;
  }
  return sum;
}

/* How many traces end like this, and the sum of them: of equal sets of traces
 * the sums are equal. */
struct kind_of_trace {
  uint64_t count, sum;
};
struct traces {
  struct map seen;
  struct kind_of_trace complete, deadlocked, early;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct traces *t = user;
  const struct run *r = &b->runs[i];
  bool added;
  if (r->end == RUN_REDUNDANT)
    return;
  uint64_t trace = random_trace(b->events + r->events, r->events_len);
  struct kind_of_trace *k = r->end == RUN_COMPLETE  ? &t->complete
                            : r->end == RUN_EARLY   ? &t->early
                                                    : &t->deadlocked;
  map_at(&t->seen, hash_pair(trace, r->end), &added);
  k->count += added;
  k->sum += added ? trace : 0;
}

/* --- running ------------------------------------------------------------ */

enum { PATIENT = 1000, PATIENT_RUNS = 20000 }; /* preemptions: no bound */

static struct sched_stats search(const char *binary, const char *const *args,
                                 unsigned count, const char *strategy,
                                 uint32_t preemptions, struct traces *traces) {
  struct text error = {0};
  struct sched_stats stats = {0};
  struct executor *x = program_executor_open(
      &(struct program_options){.path = binary, .args = args,
                                .args_len = count}, &error);
  text_free(&error);
  if (!x)
    return stats;
  struct sched s;
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .seed = 1, .all = true,
                            .preemptions = preemptions,
                            .runs = preemptions == PATIENT ? PATIENT_RUNS : 0,
                            .delays = SCHED_UNBOUNDED,
                            .watch = traces ? watch : NULL,
                            .watch_user = traces};
  sched_open(&s, x, &o);
  struct progress progress = {0};
  sched_run(&s, &progress);
  stats = s.stats;
  sched_close(&s);
  x->close(x);
  return stats;
}

static void describe(const struct script *s, char words[][20],
                     const char **args) {
  for (unsigned t = 0; t < s->threads; t++) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < REFERENCE_OPS && s->ops[t][i].code; i++)
      bits |= (uint64_t)(s->ops[t][i].code << 2 | s->ops[t][i].object)
              << 8 * i;
    snprintf(words[t], 20, "%llx", (unsigned long long)bits);
    args[t] = words[t];
  }
}

static bool looks_twice(const struct script *s) {
  for (unsigned t = 0; t < s->threads; t++)
    for (unsigned i = 0; s->ops[t][i].code; i++)
      switch (s->ops[t][i].code) {
      case SCRIPT_AWAIT:
      case SCRIPT_SPIN:
      case SCRIPT_ANY:
      case SCRIPT_BOTH:
      case SCRIPT_POLL:
        return true;
      }
  return false;
}

static bool same(struct kind_of_trace a, struct kind_of_trace b) {
  return a.count == b.count && a.sum == b.sum;
}

/* Each trace of `full` that is complete or deadlocks, and of those in which a
 * thread looked too early at most some. */
static bool covers(const struct traces *t, const struct traces *full) {
  return same(t->complete, full->complete) &&
         same(t->deadlocked, full->deadlocked) &&
         t->early.count <= full->early.count;
}

static uint64_t count(const struct traces *t) {
  return t->complete.count + t->deadlocked.count + t->early.count;
}

static void check(struct suite *s, const char *binary,
                  const struct script *script, const struct reference *want) {
  char words[REFERENCE_THREADS][20];
  const char *args[REFERENCE_THREADS];
  unsigned n = script->threads;
  describe(script, words, args);
  struct traces traces = {0}, of_optimal = {0}, of_dpor = {0}, again = {0};
  uint32_t all = SCHED_UNBOUNDED;
  struct sched_stats full = search(binary, args, n, "full", all, &traces);
  struct sched_stats optimal = search(binary, args, n, "optimal", all,
                                      &of_optimal);
  struct sched_stats dpor = search(binary, args, n, "dpor", all, &of_dpor);
  struct sched_stats patient = {0};
  if (looks_twice(script))
    patient = search(binary, args, n, "full", PATIENT, &again);
  bool whole = patient.executions && patient.executions < PATIENT_RUNS;
  s->patient += whole;
  bool ok = full.complete == want->complete &&
            full.deadlocked == want->deadlocked &&
            full.early == want->early &&
            (!whole || (same(again.complete, of_optimal.complete) &&
                        !patient.deadlocked == !optimal.deadlocked)) &&
            covers(&of_optimal, &traces) && covers(&of_dpor, &traces) &&
            optimal.executions <= count(&of_optimal) * 5 / 4 &&
            !optimal.redundant;
  s->twice += optimal.executions != count(&of_optimal);
  suite_check(s, ok,
              "script %s %s %s: full %lu+%lu+%lu (reference %lu+%lu+%lu), "
              "%lu+%lu+%lu traces, optimal %lu+%lu+%lu (%lu redundant), "
              "dpor %lu, patient %lu traces of %lu complete",
              words[0], words[1], n > 2 ? words[2] : "",
              (unsigned long)full.complete, (unsigned long)full.deadlocked,
              (unsigned long)full.early, (unsigned long)want->complete,
              (unsigned long)want->deadlocked, (unsigned long)want->early,
              (unsigned long)traces.complete.count,
              (unsigned long)traces.deadlocked.count,
              (unsigned long)traces.early.count,
              (unsigned long)optimal.complete,
              (unsigned long)optimal.deadlocked, (unsigned long)optimal.early,
              (unsigned long)optimal.redundant,
              (unsigned long)dpor.executions,
              (unsigned long)again.complete.count,
              (unsigned long)optimal.complete);
  map_free(&traces.seen);
  map_free(&of_optimal.seen);
  map_free(&of_dpor.seen);
  map_free(&again.seen);
}

void suite_random(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/script.c");
  const char *given = getenv("SEED");
  uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
  unsigned wanted = s->quick ? 60 : 400;
  struct rng r = rng_seed(seed);
  printf("seed %llu\n", (unsigned long long)seed);
  for (unsigned done = 0; binary && done < wanted && s->failed < 10;) {
    struct script script = make(&r);
    struct reference want;
    if (!reference_count(&script, INTERLEAVINGS, &want))
      continue;
    check(s, binary, &script, &want);
    done++;
  }
  suite_check(s, s->patient >= wanted / 8, "%u scripts run with patience",
              s->patient);
  /* where turns are taken as a whole first, and then by reads (order.h) */
  suite_check(s, s->twice <= wanted / 100, "%u scripts ran a trace twice",
              s->twice);
  free(binary);
}
