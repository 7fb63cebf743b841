/* Stories of random runs, against what others know about the same run: the
 * happens-before order (sched/order.h) and who waits for whom
 * (sched/waits.h), which share no code with the room story. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sched/order.h"
#include "sched/waits.h"
#include "story/story.h"
#include "test.h"
#include "toy_random.h"

/* The step of the order that an event is; UINT32_MAX for silent ones. */
static uint32_t *step_numbers(const struct order *o, uint32_t count) {
  uint32_t *of = alloc_zero(count + 1, sizeof *of);
  memset(of, 0xff, (count + 1) * sizeof *of);
  for (uint32_t i = 0; i < o->executed; i++)
    of[o->steps.at[i].event] = i;
  return of;
}

/* Some operation of `to` happens after some operation of `from`, or one of
 * them is silent and has no clock. */
static bool ordered(const struct story *s, const struct order *o,
                    const uint32_t *of, const struct story_step *from,
                    const struct story_step *to) {
  for (uint32_t i = 0; i < from->op_count; i++)
    for (uint32_t k = 0; k < to->op_count; k++) {
      uint32_t a = of[s->ops.at[from->first_op + i].event];
      uint32_t b = of[s->ops.at[to->first_op + k].event];
      if (a == UINT32_MAX || b == UINT32_MAX || order_after(o, a, b))
        return true;
    }
  return false;
}

static unsigned check_arrows(const struct story *s, const struct event *e) {
  struct order_work w = {0};
  struct order o = {0};
  unsigned arrows = 0;
  order_compute(&w, &o, e, s->events_len);
  uint32_t *of = step_numbers(&o, s->events_len);
  for (uint32_t i = 0; i < s->steps.len; i++) {
    const struct story_step *to = &s->steps.at[i];
    if (!to->cause || to->kind != STORY_STEP)
      continue;
    const struct story_step *from = &s->steps.at[to->cause - 1];
    if (from->kind != STORY_STEP)
      continue;
    CHECK(to->cause - 1 < i && ordered(s, &o, of, from, to));
    arrows++;
  }
  free(of);
  order_free(&o);
  order_work_free(&w);
  return arrows;
}

static void check_waiting(const struct story *s, const struct event *e) {
  struct waits w;
  waits_compute(&w, e, s->events_len);
  for (unsigned t = 0; t < THREADS_WORD; t++) {
    const struct story_thread *who = &s->threads[t];
    CHECK_EQ(who->waits != NULL, w.waiting.at[0] >> t & 1);
    if (who->waits_for)
      CHECK(w.on_whom[t].at[0] >> (who->waits_for - 1) & 1);
    if (w.known.at[0] >> t & 1 && w.on_whom[t].at[0])
      CHECK(who->waits_for != 0);
  }
  bool said = s->evidence.len && strstr(s->evidence.at[0], "for each other");
  CHECK_EQ(said, threads_count(1, &w.circle) > 1 ? 1 : 0);
}

static void check_all_told(const struct story *s) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < s->steps.len; i++)
    sum += s->steps.at[i].events;
  CHECK_EQ(sum, s->events_len);
}

static struct story_facts facts_of(struct executor *x, const struct run *r) {
  struct batch *b = x->batch;
  struct story_facts f = {.x = x,
                          .events = b->events + r->events,
                          .events_len = r->events_len,
                          .kind = r->finding,
                          .thread = r->thread,
                          .site = r->site};
  if (!f.kind && r->end == RUN_DEADLOCK)
    f.kind = FOUND_DEADLOCK;
  return f;
}

TEST(stories_of_random_runs_agree_with_order_and_waits) {
  unsigned arrows = 0, deadlocks = 0;
  for (unsigned i = 0; i < 240; i++) {
    struct rng r = rng_seed(i);
    struct toy t = toy_random(&r, (enum toy_flavour)(i % TOY_FLAVOURS));
    struct executor *x = toy_executor(&t, NULL);
    for (uint64_t seed = 0; seed < 4; seed++) {
      batch_clear(x->batch);
      struct plan *p = batch_plan(x->batch, 0);
      p->after = AFTER_RANDOM;
      p->seed = seed;
      CHECK(x->run(x));
      struct story_facts f = facts_of(x, &x->batch->runs[0]);
      struct story s;
      story_make(&s, &f, NULL);
      check_all_told(&s);
      arrows += check_arrows(&s, f.events);
      if (f.kind == FOUND_DEADLOCK) {
        check_waiting(&s, f.events);
        deadlocks++;
      }
      story_free(&s);
    }
    x->close(x);
  }
  CHECK(arrows > 1000);
  CHECK(deadlocks > 50);
}
