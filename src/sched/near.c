#include "sched/near.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/sound.h"

enum { OWN_STEPS_AHEAD = 16 };

void near_open(struct near *n, struct executor *x,
               const struct near_options *o) {
  EXPECTS(o->choices || !o->choices_len);
  *n = (struct near){.x = x, .options = *o};
}

static void run_free(struct near_run *r) {
  vec_free(&r->choices);
  vec_free(&r->enabled);
}

void near_close(struct near *n) {
  run_free(&n->base);
  run_free(&n->run);
  map_free(&n->seen);
}

/* --- running -------------------------------------------------------------- */

static bool limit_hit(struct near *n) {
  if (n->reason)
    return true;
  if (progress_stopped(n->progress))
    n->reason = "interrupted";
  else if (n->options.runs && n->runs >= n->options.runs)
    n->reason = "runs";
  else if (n->deadline > 0 && clock_wall() >= n->deadline)
    n->reason = "time";
  return n->reason != NULL;
}

static bool give_up(void *user) { return limit_hit(user); }

static bool ended(struct near *n) {
  return n->found == NEAR_SAME || limit_hit(n);
}

/* A plan of the batch, or NULL when it is full or no more runs are left. */
static struct plan *add_plan(struct near *n, uint32_t len) {
  struct batch *b = n->x->batch;
  if (n->options.runs && n->runs + b->plans_len >= n->options.runs)
    return NULL;
  struct plan *p = batch_plan(b, len);
  if (!p)
    return NULL;
  p->flags |= PLAN_SKIP;
  uint32_t inputs = n->options.inputs_len;
  if (!b->inputs_len && inputs && inputs <= b->inputs_cap) {
    memcpy(b->inputs, n->options.inputs, inputs * sizeof *b->inputs);
    b->inputs_len = inputs;
  }
  p->inputs = 0;
  p->inputs_len = b->inputs_len;
  return p;
}

static void put(choice *to, const choice *from, uint32_t len) {
  EXPECTS(from || !len);
  if (len)
    memcpy(to, from, len * sizeof *to);
}

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

static void copy_run(const struct batch *b, uint32_t i, struct near_run *out) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  out->choices.len = out->enabled.len = 0;
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (!is_step(e))
      continue;
    vec_push(&out->choices, CHOICE(e->thread, e->alt));
    vec_push(&out->enabled, event_all_enabled(e));
  }
}

static uint64_t hash_run(const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  uint64_t h = 1;
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (is_step(e))
      h = hash_pair(h, CHOICE(e->thread, e->alt));
  }
  return h;
}

/* Looks at a run; true when its schedule is new. */
static bool look_at(struct near *n, uint32_t i, uint32_t changes) {
  EXPECTS(i < n->x->batch->done);
  struct batch *b = n->x->batch;
  bool added;
  n->runs++;
  map_at(&n->seen, hash_run(b, i), &added);
  if (!added)
    return false;
  enum near_found found = n->options.judge(n->options.user, b, i);
  if (found > n->found) {
    n->found = found;
    n->changes = changes;
    copy_run(b, i, &n->run);
  }
  return true;
}

/* Runs what is left of the batch and looks at it. */
static bool run_batch(struct near *n, uint32_t changes, bool *any_new) {
  struct batch *b = n->x->batch;
  while (b->done < b->plans_len && !ended(n)) {
    uint32_t from = b->done;
    n->x->stopped = false;
    if (!n->x->run(n->x) || (b->done == from && !n->x->stopped)) {
      n->reason = "died";
      return false;
    }
    for (uint32_t i = from; i < b->done && n->found != NEAR_SAME; i++)
      if (look_at(n, i, changes))
        *any_new = true;
  }
  if (n->progress && progress_due(n->progress)) {
    struct progress_figure figures[] = {{"executions", n->runs},
                                        {"changes", changes}};
    progress_show(n->progress, "try", figures, 2);
  }
  return !ended(n);
}

/* --- following ------------------------------------------------------------ */

static bool matches(const struct near *n, const struct event *e,
                    uint32_t step) {
  const struct near_options *o = &n->options;
  return !o->matches || o->matches(o->user, e, step);
}

/* Whether the operation is one that the thread's trail has later. */
static bool comes_later(const struct near *n, const struct event *e,
                        uint32_t step) {
  const struct near_options *o = &n->options;
  unsigned own = 0;
  for (uint32_t i = step + 1; i < o->choices_len && own < OWN_STEPS_AHEAD; i++)
    if (CHOICE_THREAD(o->choices[i]) == e->thread) {
      own++;
      if (matches(n, e, i))
        return true;
    }
  return false;
}

/* One run: the prefix made so far, then the trail from *step on.  Takes over
 * what matches, and decides the first step that does not; false at the end. */
static bool follow_on(struct near *n, uint32_t *step) {
  const struct near_options *o = &n->options;
  struct near_run *p = &n->base;
  struct batch *b = n->x->batch;
  uint32_t done = (uint32_t)p->choices.len, rest = o->choices_len - *step;
  bool any;
  batch_clear(b);
  struct plan *plan = add_plan(n, done + rest);
  if (!plan)
    return false;
  put(b->choices + plan->prefix, p->choices.at, done);
  put(b->choices + plan->prefix + done, o->choices + *step, rest);
  if (!run_batch(n, 0, &any))
    return false;
  const struct run *r = &b->runs[0];
  uint32_t at = 0;
  for (uint32_t k = 0; k < r->events_len && *step < o->choices_len; k++) {
    const struct event *e = &b->events[r->events + k];
    if (!is_step(e) || at++ < done)
      continue;
    unsigned thread = CHOICE_THREAD(o->choices[*step]);
    bool enabled = event_enables(e, thread);
    if (!enabled || (!matches(n, e, *step) && comes_later(n, e, *step))) {
      n->gone++;
      ++*step;
      return true;
    }
    bool known = matches(n, e, *step);
    vec_push(&p->choices, CHOICE(e->thread, e->alt));
    if (!known) { /* a new step, and the trail is where it was */
      n->fresh++;
      return true;
    }
    n->kept++;
    ++*step;
  }
  return false;
}

static void follow(struct near *n) {
  uint32_t step = 0, most = 4 * n->options.choices_len + 64;
  while (step < n->options.choices_len && n->base.choices.len < most &&
         follow_on(n, &step))
    ;
  if (ended(n))
    return;
  bool any;
  struct batch *b = n->x->batch;
  batch_clear(b);
  struct plan *plan = add_plan(n, (uint32_t)n->base.choices.len);
  if (!plan)
    return;
  batch_prefix(b, plan, n->base.choices.at);
  if (run_batch(n, 0, &any) || b->done) {
    copy_run(b, 0, &n->base);
    n->followed = true;
  }
}

/* --- changing ------------------------------------------------------------- */

/* The plan that lets `thread` go first at step k of the run. */
static struct plan *plan_change(struct near *n, const struct near_run *r,
                                uint32_t k, unsigned thread) {
  EXPECTS(k < r->choices.len && thread < THREADS_MAX);
  uint32_t len = (uint32_t)r->choices.len, to = 0;
  struct plan *p = add_plan(n, len + 1);
  if (!p)
    return NULL;
  choice *at = n->x->batch->choices + p->prefix;
  put(at, r->choices.at, k);
  to = k;
  at[to++] = CHOICE(thread, 0);
  bool moved = false;
  for (uint32_t i = k; i < len; i++)
    if (!moved && CHOICE_THREAD(r->choices.at[i]) == thread) {
      at[k] = r->choices.at[i];
      moved = true;
    } else {
      at[to++] = r->choices.at[i];
    }
  p->prefix_len = to;
  return p;
}

static bool explore(struct near *n, const struct near_run *r, uint32_t from,
                    uint32_t depth, uint32_t more, bool *any_new);

/* One change at step k, run alone, and then the others after it. */
static bool descend(struct near *n, const struct near_run *r, uint32_t k,
                    unsigned thread, uint32_t depth, uint32_t more,
                    bool *any_new) {
  EXPECTS(k < r->choices.len && thread < THREADS_MAX);
  struct near_run child = {0};
  bool ignored;
  batch_clear(n->x->batch);
  bool ok = plan_change(n, r, k, thread) && run_batch(n, depth, &ignored);
  if (ok) {
    copy_run(n->x->batch, 0, &child);
    ok = explore(n, &child, k + 1, depth + 1, more - 1, any_new);
  }
  run_free(&child);
  return ok;
}

/* Every schedule with `more` changes at steps from `from` on; those with the
 * last change are run in batches. */
static bool explore(struct near *n, const struct near_run *r, uint32_t from,
                    uint32_t depth, uint32_t more, bool *any_new) {
  EXPECTS(from <= r->choices.len && r->enabled.len == r->choices.len);
  struct batch *b = n->x->batch;
  batch_clear(b);
  for (uint32_t k = (uint32_t)r->choices.len; k-- > from;) {
    struct threads others = r->enabled.at[k];
    threads_remove(THREADS_ALL, &others,
                   CHOICE_THREAD(r->choices.at[k]) % THREADS_MAX);
    threads_each(THREADS_ALL, &others, who) {
      unsigned thread = (unsigned)who;
      if (more > 1) {
        if (!descend(n, r, k, thread, depth, more, any_new))
          return false;
        continue;
      }
      if (plan_change(n, r, k, thread))
        continue;
      if (!run_batch(n, depth, any_new))
        return false;
      batch_clear(b);
      if (!plan_change(n, r, k, thread))
        return false;
    }
  }
  return more > 1 || run_batch(n, depth, any_new);
}

void near_search(struct near *n, struct progress *p) {
  n->progress = p;
  n->deadline = n->options.seconds > 0 ? clock_wall() + n->options.seconds : 0;
  n->x->give_up = give_up;
  n->x->give_up_user = n;
  follow(n);
  for (uint32_t changes = 1;
       changes <= n->options.changes && !ended(n) && !n->exhausted;
       changes++) {
    bool any_new = false;
    if (!explore(n, &n->base, 0, 1, changes, &any_new))
      break;
    n->complete = changes;
    n->exhausted = !any_new;
  }
  n->x->give_up = NULL;
}
