/* Schedules near a schedule: against brute force on toy programs. */
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "interleave.h"
#include "sched/near.h"
#include "test.h"
#include "toy.h"

static struct toy random_toy(struct rng *r) {
  struct toy t = {0};
  unsigned threads = 2 + rng_below(r, 2);
  for (unsigned th = 0; th < threads; th++)
    for (unsigned i = 0, n = 1 + rng_below(r, 3); i < n; i++) {
      unsigned a = rng_below(r, 2);
      if (rng_chance(r, 30)) {
        toy_add(&t, th, T_LOCK, a, 0, 0, 0);
        toy_add(&t, th, T_UNLOCK, a, 0, 0, 0);
      } else {
        toy_add(&t, th, rng_chance(r, 50) ? T_READ : T_WRITE, a, 0, 0, 1);
      }
    }
  return t;
}

static enum near_found nothing(void *user, const struct batch *b, uint32_t i) {
  (void)b, (void)i;
  ++*(uint64_t *)user;
  return NEAR_NOTHING;
}

/* Each interleaving is reached by changes at ascending places, and none is
 * looked at twice. */
TEST(enough_changes_reach_every_schedule_once) {
  struct rng r = rng_seed(11);
  for (unsigned i = 0; i < 150; i++) {
    struct toy t = random_toy(&r);
    struct interleave all = {0};
    interleave_all(&all, &t, 3000);
    struct executor *x = toy_executor(&t, NULL);
    uint64_t seen = 0;
    choice start[8];
    for (unsigned k = 0; k < 8; k++)
      start[k] = CHOICE(rng_below(&r, t.threads), 0);
    struct near_options o = {.choices = start,
                             .choices_len = rng_below(&r, 9),
                             .judge = nothing,
                             .user = &seen,
                             .changes = 100};
    if (!all.cut) {
      struct near n;
      near_open(&n, x, &o);
      near_search(&n, NULL);
      CHECK(n.exhausted && !n.reason && n.found == NEAR_NOTHING);
      CHECK_EQ(seen, all.runs);
      near_close(&n);
    }
    x->close(x);
    interleave_free(&all);
  }
}

TEST(the_number_of_runs_is_a_limit) {
  struct rng r = rng_seed(3);
  struct toy t = random_toy(&r);
  struct executor *x = toy_executor(&t, NULL);
  for (uint64_t runs = 1; runs < 9; runs++) {
    uint64_t seen = 0;
    struct near n;
    struct near_options o = {
        .judge = nothing, .user = &seen, .changes = 9, .runs = runs};
    near_open(&n, x, &o);
    near_search(&n, NULL);
    CHECK(n.runs <= runs);
    CHECK(n.exhausted || !strcmp(n.reason, "runs"));
    near_close(&n);
  }
  x->close(x);
}

/* --- a program that has changed ------------------------------------------- */

/* Two threads add one in two steps, thread 2 looks at the sum at the end; with
 * steps before, between and after that the old program did not have. */
static struct toy adders(unsigned before, unsigned between, bool atomic) {
  struct toy t = {0};
  for (unsigned th = 0; th < 2; th++) {
    for (unsigned i = 0; i < before; i++)
      toy_add(&t, th, T_READ, 5, 1, 0, 0);
    if (atomic) {
      toy_add(&t, th, T_ATOMIC, 0, 0, 0, 1);
    } else {
      toy_add(&t, th, T_READ, 0, 0, 0, 0);
      for (unsigned i = 0; i < between; i++)
        toy_add(&t, th, T_WRITE, 6 + th, 1, 1, 0);
      toy_add(&t, th, T_WRITE, 0, 0, 3, 1);
    }
    toy_add(&t, th, T_V, 0, 0, 0, 0);
  }
  toy_add(&t, 2, T_P, 0, 0, 0, 0);
  toy_add(&t, 2, T_P, 0, 0, 0, 0);
  toy_add(&t, 2, T_READ, 0, 0, 0, 0);
  toy_add(&t, 2, T_ASSERT, 0, 0, 0, 2);
  return t;
}

struct old {
  struct event steps[64];
  uint32_t len;
};

static bool same_step(void *user, const struct event *e, uint32_t n) {
  const struct old *old = user;
  return n < old->len && old->steps[n].kind == e->kind &&
         old->steps[n].object == e->object;
}

static enum near_found fails(void *user, const struct batch *b, uint32_t i) {
  (void)user;
  return b->runs[i].finding == FOUND_ASSERTION ? NEAR_SAME : NEAR_NOTHING;
}

/* The schedule that loses one, on the program as it was first. */
static uint32_t lose(const struct toy *t, struct old *old, choice *choices) {
  static const uint8_t order[] = {0, 1, 0, 0, 1, 1, 2, 2, 2};
  struct executor *x = toy_executor(t, NULL);
  struct plan *p = batch_plan(x->batch, 9);
  for (unsigned i = 0; i < 9; i++)
    choices[i] = CHOICE(order[i], 0);
  batch_prefix(x->batch, p, choices);
  CHECK(x->run(x));
  const struct run *r = &x->batch->runs[0];
  CHECK_EQ(r->finding, FOUND_ASSERTION);
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &x->batch->events[r->events + i];
    if (!(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      old->steps[old->len++] = *e;
  }
  x->close(x);
  return old->len;
}

TEST(a_schedule_is_followed_where_steps_are_new) {
  struct old old = {0};
  choice choices[9];
  struct toy first = adders(0, 0, false);
  uint32_t len = lose(&first, &old, choices);
  for (unsigned before = 0; before < 4; before++)
    for (unsigned between = 0; between < 4; between++) {
      struct toy t = adders(before, between, false);
      struct executor *x = toy_executor(&t, NULL);
      struct near n;
      struct near_options o = {.choices = choices,
                               .choices_len = len,
                               .matches = same_step,
                               .judge = fails,
                               .user = &old};
      near_open(&n, x, &o);
      near_search(&n, NULL); /* no change is allowed */
      CHECK_EQ(n.found, NEAR_SAME);
      CHECK_EQ(n.changes, 0);
      near_close(&n);
      x->close(x);
    }
}

/* From a program with more steps to one with fewer. */
TEST(a_schedule_is_followed_where_steps_are_gone) {
  struct toy first = adders(2, 1, false), now = adders(0, 0, false);
  struct executor *x = toy_executor(&first, NULL);
  static const uint8_t order[] = {0, 0, 0, 1, 1, 1, 1, 1, 1,
                                  0, 0, 0, 2, 2, 2};
  struct old old = {0};
  choice choices[15];
  struct plan *p = batch_plan(x->batch, 15);
  for (unsigned i = 0; i < 15; i++)
    choices[i] = CHOICE(order[i], 0);
  batch_prefix(x->batch, p, choices);
  CHECK(x->run(x));
  const struct run *r = &x->batch->runs[0];
  CHECK_EQ(r->finding, FOUND_ASSERTION);
  for (uint32_t i = 0; i < r->events_len; i++) {
    const struct event *e = &x->batch->events[r->events + i];
    if (!(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      old.steps[old.len++] = *e;
  }
  x->close(x);
  x = toy_executor(&now, NULL);
  struct near n;
  struct near_options o = {.choices = choices,
                           .choices_len = old.len,
                           .matches = same_step,
                           .judge = fails,
                           .user = &old};
  near_open(&n, x, &o);
  near_search(&n, NULL);
  CHECK_EQ(n.found, NEAR_SAME);
  near_close(&n);
  x->close(x);
}

TEST(a_program_that_was_repaired_no_longer_fails) {
  struct old old = {0};
  choice choices[9];
  struct toy first = adders(0, 0, false), now = adders(0, 0, true);
  uint32_t len = lose(&first, &old, choices);
  struct executor *x = toy_executor(&now, NULL);
  struct near n;
  struct near_options o = {.choices = choices,
                           .choices_len = len,
                           .matches = same_step,
                           .judge = fails,
                           .user = &old,
                           .changes = 100};
  near_open(&n, x, &o);
  near_search(&n, NULL);
  CHECK_EQ(n.found, NEAR_NOTHING);
  CHECK(n.exhausted && n.followed && n.gone > 0 && n.fresh > 0);
  near_close(&n);
  x->close(x);
}
