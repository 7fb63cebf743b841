/* Runs made small, against brute force over all interleavings of random
 * programs: the same failure, with the fewest preemptions there are, and
 * nothing in it but its causal past. */
#include "sched/minimise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interleave.h"
#include "sched/failure.h"
#include "sched/strategy.h"
#include "sched/waits.h"
#include "test.h"
#include "toy_random.h"

/* --- the fewest preemptions, by brute force ----------------------------- */

/* What is looked for, in terms of states: an assertion of this thread at
 * this line failed first; or these threads stand at these lines, each
 * waiting for a lock that another of them holds; or nobody can go on, and
 * exactly these stand there. */
struct goal {
  bool asserts, circle;
  unsigned thread;
  uint64_t threads;
  uint8_t pc[TOY_THREADS], phase[TOY_THREADS];
};

struct brute {
  const struct toy *toy;
  struct goal goal;
  uint32_t least;
  uint64_t runs, limit;
};

static bool stands(const struct brute *b, const struct toy_state *s,
                   unsigned t) {
  const struct toy_thread *h = &s->threads[t];
  return h->pc == b->goal.pc[t] && h->phase == b->goal.phase[t];
}

/* Whom a thread that waits for a lock waits for. */
static uint64_t holders(const struct toy *t, const struct toy_state *s,
                        unsigned thread) {
  unsigned count;
  struct event e;
  if (!toy_parked(t, s, thread, &e) || toy_enabled(t, s) >> thread & 1)
    return 0;
  if (e.kind == OP_LOCK)
    return s->owner[e.object] >= 0 ? (uint64_t)1 << s->owner[e.object] : 0;
  if (e.kind == OP_RDLOCK || e.kind == OP_WRLOCK)
    return toy_readers(s, (unsigned)e.object, &count) |
           (s->writer[e.object] >= 0 ? (uint64_t)1 << s->writer[e.object] : 0);
  return 0;
}

static uint64_t left_set(const struct toy *t, const struct toy_state *s) {
  uint64_t set = 0;
  for (unsigned i = 0; i < t->threads; i++) {
    const struct toy_thread *h = &s->threads[i];
    set |= (uint64_t)(h->started && !h->ended && !h->stopped) << i;
  }
  return set;
}

static bool reached(const struct brute *b, const struct toy_state *s) {
  const struct goal *g = &b->goal;
  if (g->asserts)
    return s->failed && s->failed_thread == g->thread &&
           s->threads[g->thread].pc == g->pc[g->thread];
  if (s->failed)
    return false;
  if (!g->circle && (toy_enabled(b->toy, s) || s->quit ||
                     left_set(b->toy, s) != g->threads))
    return false;
  for (uint64_t left = g->threads; left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    if (!stands(b, s, t) ||
        (g->circle && !(holders(b->toy, s, t) & g->threads)))
      return false;
  }
  return g->circle || toy_alive(b->toy, s);
}

/* The run goes on without preemptions to its end. */
static struct toy_state to_the_end(const struct toy *t,
                                   const struct toy_state *from,
                                   unsigned last) {
  struct toy_state s = *from;
  uint64_t set;
  for (unsigned n = 0; n < 400 && (set = toy_enabled(t, &s)); n++) {
    unsigned thread = last == SCHED_NOBODY ? 0 : last;
    while (!(set >> thread & 1))
      thread = (thread + 1) % THREADS_WORD;
    toy_step(t, &s, thread, 0, NULL);
    last = thread;
  }
  return s;
}

/* The same for a run that stopped: threads that wait for what others could
 * do stand there and wait, and wait in vain. */
static bool arrived(const struct brute *b, const struct toy_state *s,
                    unsigned last) {
  const struct goal *g = &b->goal;
  if (g->asserts || g->circle)
    return reached(b, s);
  for (uint64_t left = g->threads; left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    if (!stands(b, s, t) || toy_enabled(b->toy, s) >> t & 1)
      return false;
  }
  struct toy_state end = to_the_end(b->toy, s, last);
  return reached(b, &end);
}

static void explore(struct brute *b, const struct toy_state *s, unsigned last,
                    uint32_t spent) {
  if (spent >= b->least || b->runs >= b->limit)
    return;
  if (reached(b, s)) {
    b->least = spent;
    return;
  }
  uint64_t set = toy_enabled(b->toy, s);
  if (!set || (b->goal.asserts && s->failed)) {
    b->runs++;
    return;
  }
  for (uint64_t left = set; left; left &= left - 1) {
    unsigned thread = (unsigned)__builtin_ctzll(left);
    bool preempts =
        last != SCHED_NOBODY && thread != last && set >> last & 1;
    struct event e = {0};
    toy_parked(b->toy, s, thread, &e);
    for (unsigned alt = 0; alt < e.alts; alt++) {
      struct toy_state next = *s;
      toy_step(b->toy, &next, thread, alt, NULL);
      explore(b, &next, thread, spent + preempts);
    }
  }
}

static unsigned last_of(const choice *c, uint32_t len) {
  return len ? CHOICE_THREAD(c[len - 1]) : SCHED_NOBODY;
}

/* Plays a schedule; the state at its end. */
static struct toy_state play(const struct toy *t, const choice *c,
                             uint32_t len) {
  struct toy_state s;
  toy_start(t, &s, NULL);
  for (uint32_t i = 0; i < len; i++)
    if (toy_enabled(t, &s) >> CHOICE_THREAD(c[i]) & 1)
      toy_step(t, &s, CHOICE_THREAD(c[i]), CHOICE_ALT(c[i]), NULL);
  return s;
}

static struct goal goal_of(const struct toy *t, const struct sched_finding *f,
                           uint64_t waiting, bool circle) {
  struct toy_state s = play(t, f->choices, f->choices_len);
  if (!circle && f->kind != FOUND_ASSERTION)
    s = to_the_end(t, &s, last_of(f->choices, f->choices_len));
  struct goal g = {.asserts = f->kind == FOUND_ASSERTION,
                   .circle = circle,
                   .thread = f->thread,
                   .threads = circle ? waiting : left_set(t, &s)};
  for (unsigned i = 0; i < t->threads; i++) {
    g.pc[i] = s.threads[i].pc;
    g.phase[i] = s.threads[i].phase;
  }
  return g;
}

/* --- one program -------------------------------------------------------- */

struct tally {
  size_t failing, compared, assertions, circles, others, decisive, steps,
      first_steps, wrong;
};

struct subject {
  const struct toy *toy;
  struct executor *x;
  struct sched_finding before, *f;
  struct minimised m;
  struct tally *tally;
};

static bool fail(const char *why) {
  printf("%s\n", why);
  return false;
}

/* The reduced schedule, played on the interpreter, ends in the failure; the
 * schedule as it was found ended in the same. */
static bool same_failure(const struct subject *s, const struct brute *b) {
  struct toy_state end = play(s->toy, s->f->choices, s->f->choices_len);
  if (!arrived(b, &end, last_of(s->f->choices, s->f->choices_len)))
    return fail("the reduced run does not end in its failure");
  if (s->f->kind != s->before.kind)
    return fail("another kind of failure");
  if (s->f->kind != FOUND_ASSERTION)
    return true;
  return (s->f->thread == s->before.thread && s->f->site == s->before.site) ||
         fail("another assertion");
}

static bool only_past(const struct subject *s, bool circle) {
  uint32_t steps = 0;
  uint64_t who = s->m.waiting.at[0] ? s->m.waiting.at[0] : (uint64_t)1 << s->f->thread;
  for (uint32_t i = 0; i < s->f->events_len; i++)
    steps += !(s->f->events[i].flags & (EVENT_SILENT | EVENT_PENDING));
  if (!circle && s->f->kind == FOUND_DEADLOCK)
    return true; /* how the others go on matters too */
  if (steps != s->f->choices_len || steps > 64)
    return fail("more steps than choices");
  uint64_t all = steps == 64 ? ~(uint64_t)0 : ((uint64_t)1 << steps) - 1;
  uint64_t need =
      interleave_needed(s->f->events, s->f->events_len, who);
  return need == all || fail("a step outside the past");
}

/* Plays a schedule; `on`: at these of the switches away from a thread that
 * could go on and has no more steps, it goes on first as long as it can.  How
 * many preemptions that takes, or UINT32_MAX when the goal is not reached; the
 * number of such switches in *count. */
static uint32_t price_of(const struct brute *b, const choice *c, uint32_t len,
                         unsigned on, unsigned *count) {
  struct toy_state s;
  uint32_t paid = 0;
  unsigned last = SCHED_NOBODY;
  *count = 0;
  toy_start(b->toy, &s, NULL);
  for (uint32_t i = 0; i < len; i++) {
    unsigned thread = CHOICE_THREAD(c[i]);
    bool again = false;
    for (uint32_t k = i; k < len; k++)
      again |= CHOICE_THREAD(c[k]) == last;
    if (last != SCHED_NOBODY && last != thread && !again &&
        toy_enabled(b->toy, &s) >> last & 1 && on >> (*count)++ & 1)
      for (unsigned n = 0; n < 400 && toy_enabled(b->toy, &s) >> last & 1; n++)
        toy_step(b->toy, &s, last, 0, NULL);
    uint64_t set = toy_enabled(b->toy, &s);
    if (!(set >> thread & 1))
      return UINT32_MAX;
    paid += last != SCHED_NOBODY && last != thread && set >> last & 1;
    toy_step(b->toy, &s, thread, CHOICE_ALT(c[i]), NULL);
    last = thread;
  }
  return arrived(b, &s, last) ? paid : UINT32_MAX;
}

/* The least over all ways to let threads go on, of a schedule that ends in the
 * goal as it is. */
static uint32_t least_price(const struct brute *b, const choice *c,
                            uint32_t len) {
  unsigned count, unused;
  uint32_t least = price_of(b, c, len, 0, &count);
  for (unsigned on = 1; least != UINT32_MAX && on < 1u << count; on++) {
    uint32_t p = price_of(b, c, len, on, &unused);
    least = p < least ? p : least;
  }
  return least;
}

/* No step can be left out of the schedule without more preemptions. */
static bool nothing_to_drop(const struct subject *s, const struct brute *b) {
  choice c[64];
  if (!s->f->stops && !s->f->stuck)
    return true;
  for (uint32_t i = 0; i < s->f->choices_len; i++) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->f->choices_len; k++)
      if (k != i)
        c[n++] = s->f->choices[k];
    if (least_price(b, c, n) <= s->m.preemptions)
      return fail("a step too many");
  }
  return true;
}

/* The other run of the decisive switch is one, and does not fail so. */
static bool decided(const struct subject *s, const struct brute *b) {
  const struct minimise_switch *d = &s->m.decisive;
  if (d->change == CHANGE_NONE)
    return true;
  s->tally->decisive++;
  struct toy_state end;
  toy_start(s->toy, &end, NULL);
  for (uint32_t i = 0; i < d->choices_len; i++) {
    if (!(toy_enabled(s->toy, &end) >> CHOICE_THREAD(d->choices[i]) & 1))
      return fail("the other run cannot be run");
    toy_step(s->toy, &end, CHOICE_THREAD(d->choices[i]),
             CHOICE_ALT(d->choices[i]), NULL);
  }
  if (reached(b, &end)) /* others may unlock here, and break a circle */
    return fail("the other run fails too");
  if (toy_enabled(s->toy, &end) || toy_alive(s->toy, &end) || end.failed)
    return fail("the other run fails otherwise, or is not complete");
  return d->differs >= d->event && d->event < s->f->events_len &&
                 s->f->events[d->event].thread == d->to
             ? true
             : fail("the switch is somewhere else");
}

static bool check(struct subject *s, const struct brute *limit) {
  struct waits w;
  waits_compute(&w, s->f->events, s->f->events_len);
  bool circle = s->f->kind == FOUND_DEADLOCK && w.circle.at[0];
  struct brute b = *limit;
  b.goal = goal_of(s->toy, s->f, s->m.waiting.at[0], circle);
  b.least = UINT32_MAX;
  struct toy_state start;
  toy_start(s->toy, &start, NULL);
  explore(&b, &start, SCHED_NOBODY, 0);
  s->tally->assertions += b.goal.asserts;
  s->tally->circles += circle;
  s->tally->others += !b.goal.asserts && !circle;
  bool ok = same_failure(s, &b) && only_past(s, circle) && nothing_to_drop(s, &b) &&
            decided(s, &b);
  if (b.runs >= b.limit)
    return ok;
  s->tally->compared++;
  if (s->m.preemptions != b.least)
    printf("%u preemptions, and %u suffice\n", s->m.preemptions, b.least);
  return ok && s->m.preemptions == b.least && s->m.least;
}

static bool minimise_one(const struct toy *t, uint64_t seed,
                         struct tally *tally, bool *failing) {
  struct sched s;
  struct sched_options o = {.strategy = &sched_random,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .seed = seed,
                            .runs = 60};
  struct brute b = {.toy = t, .limit = 20000};
  struct executor *x = toy_executor(t, NULL);
  bool ok = true;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  *failing = s.findings.len > 0;
  if (s.findings.len && s.findings.at[0].kind != FOUND_LIVELOCK) {
    struct minimise_options mo = {0};
    struct subject subject = {.toy = t,
                              .x = x,
                              .before = s.findings.at[0],
                              .f = &s.findings.at[0],
                              .tally = tally};
    ok = minimise(&subject.m, x, &mo, subject.f, NULL) && subject.m.done &&
         check(&subject, &b);
    if (subject.m.events > subject.m.first_events) {
      printf("%u of %u events (%u of %u preemptions)\n", subject.m.events,
             subject.m.first_events, subject.m.preemptions,
             subject.m.first_preemptions);
      ok = false;
    }
    tally->failing++;
    tally->steps += subject.m.steps;
    tally->first_steps += subject.m.first_steps;
    minimised_free(&subject.m);
  }
  sched_close(&s);
  x->close(x);
  return ok;
}

SLOW_TEST(minimised_runs_of_random_programs_agree_with_brute_force) {
  enum { PROGRAMS = 1500 };
  const char *given = getenv("MINIMISE_SEED");
  uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
  struct tally tally = {0};
  for (unsigned i = 0; i < PROGRAMS; i++) {
    static const enum toy_flavour flavours[] = {
        TOY_ASSERTIONS, TOY_LOCKS,  TOY_CONDITIONS, TOY_MIXED,
        TOY_SEMAPHORES, TOY_INPUTS, TOY_RWLOCKS,    TOY_CREATION};
    struct rng r = rng_seed(seed * 7919 + i);
    struct toy t = toy_random(&r, flavours[i % 8]);
    bool failing;
    if (!minimise_one(&t, i + 1, &tally, &failing)) {
      if (tally.wrong++ < 5)
        printf("program %u of seed %llu\n", i, (unsigned long long)seed);
    }
  }
  CHECK_EQ(tally.wrong, 0);
  CHECK(tally.compared > 200);
  CHECK(tally.assertions > 50);
  CHECK(tally.circles > 20);
  CHECK(tally.others > 20);
  CHECK(tally.decisive > 100);
  if (given)
    printf("failing %zu, compared %zu: assertions %zu, circles %zu, others "
           "%zu; decisive %zu; steps %zu of %zu\n",
           tally.failing, tally.compared, tally.assertions, tally.circles,
           tally.others, tally.decisive, tally.steps, tally.first_steps);
}

/* --- inputs ------------------------------------------------------------- */

/* Minimises the first finding of a search, which is left open. */
static struct minimised minimise_first(struct executor *x, struct sched *s) {
  struct sched_options o = {.strategy = &sched_random,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .seed = 3,
                            .runs = 1000};
  struct minimise_options mo = {0};
  struct minimised m = {0};
  sched_open(s, x, &o);
  sched_run(s, NULL);
  CHECK(s->findings.len > 0);
  if (s->findings.len)
    CHECK(minimise(&m, x, &mo, &s->findings.at[0], NULL) && m.done);
  return m;
}

/* Thread 0 takes an input of 0 .. 8 and another, and fails when the first is
 * at least 5: the other becomes 0, the first 5. */
TEST(minimised_inputs_are_simple) {
  struct toy t = {0};
  toy_add(&t, 0, T_INPUT, 0, 0, 0, 9);
  toy_add(&t, 0, T_INPUT, 0, 1, 0, 9);
  toy_add(&t, 0, T_WRITE, 0, 0, 1, 0);
  toy_add(&t, 0, T_IFLESS, 5, 0, 0, 5);
  toy_add(&t, 0, T_ASSERT, 0, 2, 0, 1);
  toy_add(&t, 1, T_READ, 0, 0, 0, 0);
  struct sched s;
  struct executor *x = toy_executor(&t, NULL);
  struct minimised m = minimise_first(x, &s);
  unsigned seen = 0;
  for (size_t i = 0; s.findings.len && i < s.findings.at[0].events_len; i++) {
    const struct event *e = &s.findings.at[0].events[i];
    if (e->kind == OP_INPUT && !(e->flags & EVENT_PENDING))
      CHECK_EQ(e->value, seen++ ? 0 : 5);
  }
  CHECK_EQ(seen, 2);
  CHECK_EQ(m.steps, 3);
  CHECK_EQ(m.preemptions, 0);
  minimised_free(&m);
  sched_close(&s);
  x->close(x);
}

/* Where the time is over, nothing more is run than what tells the failure:
 * none of the some 20 other choices here, with each of which it comes. */
TEST(minimising_ends_when_its_time_is_over) {
  struct toy t = {0};
  for (unsigned thread = 0; thread < 3; thread++)
    for (int i = 0; i < 4; i++)
      toy_add(&t, thread, T_WRITE, thread, 0, 1, 0);
  toy_add(&t, 0, T_ASSERT, 0, 2, 0, 1);
  struct sched_options o = {.strategy = &sched_random,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .runs = 10};
  struct minimise_options mo = {.seconds = 1e-9};
  struct minimised m = {0};
  struct sched s;
  struct executor *x = toy_executor(&t, NULL);
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.findings.len > 0);
  CHECK(minimise(&m, x, &mo, &s.findings.at[0], NULL) && !m.done);
  CHECK(m.runs <= 8);
  minimised_free(&m);
  sched_close(&s);
  x->close(x);
}

/* The same search and the same seed give the same run; what is minimal stays
 * as it is. */
TEST(minimising_twice_is_minimising_once) {
  size_t compared = 0;
  for (unsigned i = 0; i < 200; i++) {
    struct rng r = rng_seed(i + 5);
    struct toy t = toy_random(&r, i % 2 ? TOY_LOCKS : TOY_ASSERTIONS);
    struct sched s[2];
    struct minimised m[2];
    struct executor *x[2];
    for (int k = 0; k < 2; k++) {
      struct sched_options o = {.strategy = &sched_random,
                                .preemptions = SCHED_UNBOUNDED,
                                .delays = SCHED_UNBOUNDED,
                                .seed = i,
                                .runs = 40};
      struct minimise_options mo = {0};
      x[k] = toy_executor(&t, NULL);
      sched_open(&s[k], x[k], &o);
      sched_run(&s[k], NULL);
      m[k] = (struct minimised){0};
      if (s[k].findings.len)
        minimise(&m[k], x[k], &mo, &s[k].findings.at[0], NULL);
    }
    CHECK_EQ(s[0].findings.len, s[1].findings.len);
    if (s[0].findings.len && s[1].findings.len) {
      struct sched_finding *f = &s[0].findings.at[0], *g = &s[1].findings.at[0];
      struct minimise_options mo = {0};
      struct minimised again;
      CHECK_EQ(f->choices_len, g->choices_len);
      CHECK(!memcmp(f->choices, g->choices,
                    f->choices_len * sizeof *f->choices));
      CHECK_EQ(m[0].runs, m[1].runs);
      uint32_t steps = f->choices_len;
      CHECK(minimise(&again, x[0], &mo, f, NULL));
      CHECK_EQ(again.preemptions, m[0].preemptions);
      CHECK(f->choices_len <= steps);
      minimised_free(&again);
      compared++;
    }
    for (int k = 0; k < 2; k++) {
      minimised_free(&m[k]);
      sched_close(&s[k]);
      x[k]->close(x[k]);
    }
  }
  CHECK(compared > 50);
}
