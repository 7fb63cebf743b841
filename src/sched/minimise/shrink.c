/* The best run made smaller by changing it: other orders of the same steps,
 * blocks left out, blocks moved together.
 *
 * Every sequence of choices is a schedule (PLAN_SKIP), so nothing has to be
 * repaired after a change; what the changed run really needs is its past,
 * taken anew. */
#include <string.h>

#include "base/sound.h"
#include "sched/minimise/stages.h"

bool stage_try(struct trial *t, struct reduced *best,
               const struct schedule *s) {
  struct reduced r = {0};
  bool better = trial_run(t, s->at.at, s->at.len, PLAN_SKIP | trial_stop(t)) &&
                trial_measure_last(t, best->preemptions, &r) &&
                reduced_better(&r, best);
  if (better)
    reduced_set(best, &r);
  reduced_free(&r);
  return better;
}

/* --- other orders of the same steps ------------------------------------- */

struct line_up {
  const struct order *o;
  uint32_t next[THREADS_MAX]; /* step to be done next, or UINT32_MAX */
  VEC(uint32_t) later;        /* of each step: the next of its thread */
  struct schedule *out;
};

/* The thread whose step must come before step s, or SCHED_NOBODY. */
static unsigned missing(const struct line_up *l, uint32_t s) {
  EXPECTS(s < l->o->steps.len);
  const uint32_t *clock = order_clock(l->o, s);
  for (uint32_t t = 0; t < l->o->width; t++)
    if (t != l->o->steps.at[s].thread && l->next[t] < clock[t])
      return t;
  return SCHED_NOBODY;
}

static void emit(struct line_up *l, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  uint32_t s = l->next[thread];
  vec_push(&l->out->at, CHOICE(thread, l->o->steps.at[s].alt));
  l->next[thread] = l->later.at[s];
}

static void line_up_begin(struct line_up *l, const struct order *o,
                          struct schedule *out) {
  *l = (struct line_up){.o = o, .out = out};
  vec_clear(&out->at);
  memset(l->next, 255, sizeof l->next);
  vec_resize(&l->later, o->executed + 1);
  for (uint32_t s = o->executed; s-- > 0;) {
    l->later.at[s] = l->next[o->steps.at[s].thread];
    l->next[o->steps.at[s].thread] = s;
  }
}

/* Each thread goes on as far as it can, then the next in the circle. */
static void eagerly(struct line_up *l, unsigned first) {
  EXPECTS(first < THREADS_MAX);
  unsigned idle = 0;
  for (unsigned t = first; idle < l->o->width; t = (t + 1) % l->o->width) {
    idle++;
    while (l->next[t] != UINT32_MAX && missing(l, l->next[t]) == SCHED_NOBODY) {
      emit(l, t);
      idle = 0;
    }
  }
}

/* The thread goes to its end; whatever it needs is done right before. */
static void on_demand(struct line_up *l, unsigned goal) {
  EXPECTS(goal < THREADS_MAX);
  unsigned wanted[THREADS_MAX], depth = 0;
  wanted[depth++] = goal;
  while (depth) {
    unsigned t = wanted[depth - 1];
    if (l->next[t] == UINT32_MAX) {
      depth--;
      continue;
    }
    unsigned other = missing(l, l->next[t]);
    if (other != SCHED_NOBODY && depth < THREADS_MAX) {
      wanted[depth++] = other;
      continue;
    }
    emit(l, t);
    if (depth > 1 && /* back as soon as that suffices */
        missing(l, l->next[wanted[depth - 2]]) != t)
      depth--;
  }
}

void stage_straighten(struct trial *t, struct reduced *best) {
  struct schedule s = {0};
  struct line_up l;
  if (t->wanted.whole || t->wanted.rounds)
    return;
  for (unsigned way = 0; way < 2 + THREADS_MAX && !trial_over(t); way++) {
    if (!trial_run(t, best->schedule.at.at, best->schedule.at.len,
                   trial_stop(t)))
      break;
    order_compute(&t->work, &t->order, t->events, t->events_len);
    line_up_begin(&l, &t->order, &s);
    if (way >= 1 && way - 1 >= t->order.width) {
      vec_free(&l.later);
      break;
    }
    if (way == 0)
      on_demand(&l, t->failure.thread);
    else
      eagerly(&l, way - 1);
    eagerly(&l, 0); /* what is left: threads of a circle */
    vec_free(&l.later);
    stage_try(t, best, &s);
  }
  schedule_free(&s);
}

/* --- blocks left out ---------------------------------------------------- */

/* The schedule without the choices from..to that are of the thread, or of any
 * (SCHED_NOBODY). */
static void without(const struct schedule *s, size_t from, size_t to,
                    unsigned thread, struct schedule *out) {
  vec_clear(&out->at);
  for (size_t i = 0; i < s->at.len; i++)
    if (i < from || i >= to ||
        (thread != SCHED_NOBODY && CHOICE_THREAD(s->at.at[i]) != thread))
      vec_push(&out->at, s->at.at[i]);
}

static bool drop_threads(struct trial *t, struct reduced *best) {
  struct schedule s = {0};
  struct threads tried = threads_none();
  bool better = false;
  for (size_t i = 0; i < best->schedule.at.len && !trial_over(t); i++) {
    unsigned thread = CHOICE_THREAD(best->schedule.at.at[i]) % THREADS_MAX;
    if (threads_has(THREADS_ALL, &tried, thread))
      continue;
    threads_add(THREADS_ALL, &tried, thread);
    without(&best->schedule, 0, SIZE_MAX, thread, &s);
    if (stage_try(t, best, &s)) {
      better = true;
      i = 0;
    }
  }
  schedule_free(&s);
  return better;
}

/* Pieces of half the length, of a quarter ... (Zeller 1999). */
static bool drop_pieces(struct trial *t, struct reduced *best) {
  struct schedule s = {0};
  bool better = false;
  for (size_t size = (best->schedule.at.len + 1) / 2; size; size /= 2)
    for (size_t i = 0; i < best->schedule.at.len && !trial_over(t);) {
      without(&best->schedule, i, i + size, SCHED_NOBODY, &s);
      if (stage_try(t, best, &s))
        better = true;
      else
        i += size;
    }
  schedule_free(&s);
  return better;
}

/* --- blocks moved together ---------------------------------------------- */

struct span {
  size_t from, to;
};

static struct span span_at(const struct schedule *s, size_t from) {
  EXPECTS(from <= s->at.len);
  struct span b = {from, from};
  while (b.to < s->at.len &&
         CHOICE_THREAD(s->at.at[b.to]) == CHOICE_THREAD(s->at.at[from]))
    b.to++;
  return b;
}

/* The block of the same thread that comes next. */
static struct span span_after(const struct schedule *s, struct span b) {
  EXPECTS(b.from <= b.to && b.to <= s->at.len);
  size_t i = b.to;
  while (i < s->at.len &&
         CHOICE_THREAD(s->at.at[i]) != CHOICE_THREAD(s->at.at[b.from]))
    i++;
  return span_at(s, i);
}

static void add_span(struct schedule *out, const struct schedule *s,
                     size_t from, size_t to) {
  EXPECTS(from <= to && to <= s->at.len && s != out);
  for (; from < to; from++)
    vec_push(&out->at, s->at.at[from]);
}

enum move { MOVE_NEXT_HERE, MOVE_TO_NEXT, MOVE_BEHIND, MOVES };

/* The thread of b goes on at once; or begins later; or lets the block that
 * follows go first. */
static bool moved(const struct schedule *s, struct span b, enum move m,
                  struct schedule *out) {
  EXPECTS(b.from < b.to && b.to <= s->at.len);
  struct span n = m == MOVE_BEHIND ? span_at(s, b.to) : span_after(s, b);
  vec_clear(&out->at);
  if (n.from >= s->at.len)
    return false;
  add_span(out, s, 0, b.from);
  if (m == MOVE_NEXT_HERE) {
    add_span(out, s, b.from, b.to);
    add_span(out, s, n.from, n.to);
    add_span(out, s, b.to, n.from);
  } else {
    add_span(out, s, b.to, m == MOVE_BEHIND ? n.to : n.from);
    add_span(out, s, b.from, b.to);
    if (m == MOVE_TO_NEXT)
      add_span(out, s, n.from, n.to);
  }
  add_span(out, s, n.to, s->at.len);
  return true;
}

static bool move_blocks(struct trial *t, struct reduced *best) {
  struct schedule s = {0};
  bool better = false;
  for (size_t i = 0; i < best->schedule.at.len && !trial_over(t);) {
    struct span b = span_at(&best->schedule, i);
    bool now = false;
    for (unsigned m = 0; m < MOVES && !now; m++)
      now = moved(&best->schedule, b, m, &s) && stage_try(t, best, &s);
    better |= now;
    i = now && b.from < best->schedule.at.len ? b.from : b.to;
  }
  schedule_free(&s);
  return better;
}

void stage_shrink(struct trial *t, struct reduced *best) {
  bool better = true;
  while (better && !trial_over(t)) {
    better = drop_threads(t, best);
    better |= move_blocks(t, best);
    better |= drop_pieces(t, best);
  }
}
