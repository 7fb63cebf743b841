/* Whether a run of a model goes round for ever (exec/circle.h).  States have
 * keys, so they are compared by these; an input that is taken is something
 * new, as it is in programs. */
#include <string.h>

#include "base/text.h"
#include "exec/circle.h"
#include "exec/model_frames.h"

struct round {
  struct circle circle;
  struct text anchor, now; /* keys */
};

static void key_of(const struct model_executor *x, const struct frame *f,
                   struct text *out) {
  text_clear(out);
  interp_key(x->in, f->state, out);
  text_add_n(out, (const char *)&f->stopped, sizeof f->stopped);
  text_add_n(out, (const char *)f->inputs, sizeof f->inputs);
}

static void anchor(struct round *r, const struct model_executor *x,
                   const struct frame *f, uint32_t step) {
  circle_anchor(&r->circle, step);
  key_of(x, f, &r->anchor);
}

static bool is_circle(struct round *r, const struct model_executor *x,
                      const struct frame *f) {
  if (!circle_closes(&r->circle))
    return false;
  key_of(x, f, &r->now);
  return r->now.len == r->anchor.len &&
         !memcmp(text_str(&r->now), text_str(&r->anchor), r->now.len);
}

/* Before a step, wherever the round may begin. */
static bool look(struct round *r, const struct model_executor *x,
                 const struct frame *f, uint32_t step) {
  if (is_circle(r, x, f))
    return true;
  if (circle_anchors(&r->circle, step))
    anchor(r, x, f, step);
  return false;
}

static void round_free(struct round *r) {
  text_free(&r->anchor);
  text_free(&r->now);
}

/* It is told of the first thread that takes part, at the first place it is at
 * in the round, wherever the round was seen to begin. */
static void say_round(const struct model_executor *x, const struct round *c,
                      struct run *r) {
  const struct event *first = &x->frames.at[c->circle.anchor].event;
  for (size_t i = c->circle.anchor; i + 1 < x->frames.len; i++) {
    const struct event *e = &x->frames.at[i].event;
    if (e->thread < first->thread ||
        (e->thread == first->thread && e->site < first->site))
      first = e;
  }
  r->finding = FOUND_LIVELOCK;
  r->thread = first->thread;
  r->site = first->site;
}

/* A model has no more threads than are in a word. */
static void take_step(struct circle *c, unsigned thread, uint64_t enabled,
                      uint32_t step) {
  struct threads set;
  set.at[0] = enabled;
  circle_step(c, 1, thread, &set, step);
}

static unsigned pick(const struct circle *c, uint64_t enabled) {
  struct threads set;
  set.at[0] = enabled;
  return circle_pick(c, 1, &set);
}

/* --- a run that reached the bound ----------------------------------------- */

/* In the steps that were taken. */
static bool has_gone_round(struct round *r, struct model_executor *x) {
  for (uint32_t i = 0; i + 1 < x->frames.len; i++) {
    const struct frame *f = &x->frames.at[i];
    if (look(r, x, f, i)) {
      frames_drop(x, i + 1);
      return true;
    }
    take_step(&r->circle, CHOICE_THREAD(f->taken), f->enabled, i);
  }
  return false;
}

/* In as many again. */
static bool will_go_round(struct round *r, struct model_executor *x) {
  uint32_t step = (uint32_t)x->frames.len - 1, end = step * 2;
  for (; step < end; step++) {
    const struct frame *f = vec_last(&x->frames);
    if (look(r, x, f, step))
      return true;
    if (!f->enabled || f->founds)
      return false;
    unsigned p = pick(&r->circle, f->enabled);
    take_step(&r->circle, p, f->enabled, step);
    frames_take(x, p, 0);
  }
  return false;
}

/* In a run that looks once everybody may look again where it ends; before
 * that, who could have moved is not known. */
void model_judge(struct model_executor *x, struct run *r) {
  struct round round = {0};
  size_t end = x->frames.len;
  struct frame last = *vec_last(&x->frames);
  bool once = x->once, found = !once && has_gone_round(&round, x);
  if (!found) { /* with these inputs, whatever others would do */
    x->once = false;
    x->quiet = true;
    circle_begin(&round.circle);
    vec_last(&x->frames)->stopped = 0;
    vec_last(&x->frames)->asks = 0;
    frame_enabled(x, vec_last(&x->frames));
    found = will_go_round(&round, x);
    x->once = once;
    x->quiet = false;
  }
  if (found)
    say_round(x, &round, r);
  frames_drop(x, end);
  if (x->frames.len == end)
    *vec_last(&x->frames) = last;
  round_free(&round);
}

/* --- a run that is to go round -------------------------------------------- */

/* Whether the run is over before this step; `free`: so is the prefix. */
static bool ends_here(struct round *c, const struct model_executor *x,
                      const struct plan *plan, uint32_t next, bool free,
                      struct run *r) {
  const struct frame *f = vec_last(&x->frames);
  uint32_t step = (uint32_t)x->frames.len - 1;
  bool anywhere = plan->round == ROUND_ANYWHERE, closes = false;
  if (anywhere)
    closes = look(c, x, f, step);
  else if (!c->circle.length && next >= plan->round)
    anchor(c, x, f, step);
  else
    closes = free && is_circle(c, x, f);
  if (closes) {
    r->end = RUN_STEPS;
    r->round = c->circle.anchor;
    say_round(x, c, r);
  } else if (free && !anywhere) {
    r->end = RUN_STOPPED;
  }
  return r->end || step >= 2 * x->base.steps_max;
}

void model_follow(struct model_executor *x, const struct plan *plan,
                  const choice *prefix, struct run *r) {
  struct round round = {0};
  uint32_t next = 0;
  bool beyond = false;
  frames_drop(x, 1);
  frame_enabled(x, vec_last(&x->frames));
  for (uint32_t step = 0;; step++) {
    const struct frame *f = vec_last(&x->frames);
    if (!f->enabled || f->founds)
      break;
    if (plan->flags & PLAN_SKIP)
      next = plan_skip(plan, prefix, next, f->enabled);
    bool free = next >= plan->prefix_len;
    if (free && !beyond && plan->round == ROUND_ANYWHERE) {
      beyond = true;
      if (!is_circle(&round, x, f))
        circle_begin(&round.circle);
    }
    if (ends_here(&round, x, plan, next, free, r))
      break;
    unsigned p = free ? pick(&round.circle, f->enabled)
                      : CHOICE_THREAD(prefix[next]);
    unsigned alt = free ? 0 : CHOICE_ALT(prefix[next]);
    next += !free;
    if (p >= THREADS_WORD || !(f->enabled >> p & 1)) {
      r->end = RUN_DIVERGED;
      break;
    }
    take_step(&round.circle, p, f->enabled, step);
    frames_take(x, p, alt);
  }
  round_free(&round);
}
