/* Who of the waiting is stuck, and who is merely idle.
 *
 * Where threads wait in no circle all of them wait in the end: the services
 * of an application too, for work that nobody gives them any more.  The
 * failure is that the process cannot end, so what matters is main, whom main
 * waits for, and so on; and where a thread waits for what anybody could do
 * (a signal, a post, a write), the waiting threads that are seen to do it:
 * in this run or in others of the same program, which are run for that. */
#include <string.h>

#include "base/map.h"
#include "sched/minimise/stages.h"
#include "sched/waits.h"

enum {
  SAMPLES = 32,  /* runs to see who does what */
  WORD = 8,      /* bytes: how finely memory is looked at */
  WORDS_MAX = 64 /* of an access */
};

static unsigned class_of(const struct event *e) {
  return e->kind == OP_NOTE ? CLASS_BARRIER : OP_CLASS(e->kind);
}

/* The object of an event as keys of the map, one or (memory) several. */
struct cells {
  uint64_t first, last;
  unsigned class_;
};

static struct cells cells_of(const struct event *e) {
  struct cells c = {e->object, e->object, class_of(e)};
  if (c.class_ == CLASS_ACCESS) {
    c.first = e->object / WORD;
    c.last = (e->object + (e->size ? e->size - 1 : 0)) / WORD;
    if (c.last - c.first >= WORDS_MAX)
      c.last = c.first + WORDS_MAX - 1;
  }
  return c;
}

static uint64_t cell_key(const struct cells *c, uint64_t cell) {
  return cell << 4 | c->class_;
}

/* Who did something by which one that waits might go on: by cell, a set. */
struct doers {
  struct map of; /* cell -> 1 + its set */
  VEC(struct threads) sets;
};

static void learn(struct doers *doers, const struct event *events,
                  uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & EVENT_PENDING || OP_CLASS(e->kind) <= CLASS_LOCAL ||
        !(OP_CHANGES(e->kind) || e->kind == OP_ARRIVE))
      continue;
    struct cells c = cells_of(e);
    for (uint64_t cell = c.first; cell <= c.last; cell++) {
      bool added;
      uint64_t *set = map_at(&doers->of, cell_key(&c, cell), &added);
      if (added) {
        vec_push(&doers->sets, threads_none());
        *set = doers->sets.len;
      }
      threads_add(THREADS_ALL, &doers->sets.at[*set - 1],
                  e->thread % THREADS_MAX);
    }
  }
}

/* Other runs of the same program, by chance. */
static void learn_more(struct trial *t, struct doers *doers) {
  struct batch *b = t->x->batch;
  uint32_t taken = 0;
  batch_clear(b);
  for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
    struct plan *p = batch_plan(b, 0);
    if (!p || t->inputs.len > b->inputs_cap)
      break;
    p->after = AFTER_RANDOM;
    p->seed = seed;
    p->inputs_len = (uint32_t)t->inputs.len;
  }
  b->inputs_len = (uint32_t)t->inputs.len;
  if (b->inputs_len)
    memcpy(b->inputs, t->inputs.at, b->inputs_len * sizeof *b->inputs);
  while (taken < b->plans_len && !trial_over(t)) {
    b->events_len = b->text_len = 0;
    if (!trial_executes(t, taken))
      return;
    for (; taken < b->done; taken++) {
      trial_look(t, &b->runs[taken]);
      learn(doers, t->events, t->events_len);
    }
  }
}

/* Who of the waiting could let go on a thread that stands at this event. */
static struct threads who_could(const struct doers *doers,
                                const struct waits *w,
                                const struct event *events, unsigned thread) {
  if (threads_has(THREADS_ALL, &w->known, thread))
    return threads_both(&w->on_whom[thread], &w->waiting);
  const struct event *e = &events[w->pending[thread]];
  if (w->since[thread] != WAITS_UNKNOWN)
    e = &events[w->since[thread]]; /* the wait, not the lock after it */
  struct cells c = cells_of(e);
  struct threads who = threads_none();
  for (uint64_t cell = c.first; cell <= c.last; cell++) {
    const uint64_t *set = map_get(&doers->of, cell_key(&c, cell));
    if (set)
      threads_unite(THREADS_ALL, &who, &doers->sets.at[*set - 1]);
  }
  return threads_both(&who, &w->waiting);
}

static struct threads reach(const struct doers *doers, const struct waits *w,
                            const struct event *events, unsigned from) {
  struct threads core = threads_none(), left = threads_one(from);
  while (threads_any(THREADS_ALL, &left)) {
    unsigned thread = threads_lowest(THREADS_ALL, &left);
    threads_add(THREADS_ALL, &core, thread);
    if (threads_has(THREADS_ALL, &w->waiting, thread)) {
      struct threads more = who_could(doers, w, events, thread);
      threads_unite(THREADS_ALL, &left, &more);
    }
    threads_subtract(THREADS_ALL, &left, &core);
  }
  return core;
}

static bool has_main(const struct waits *w, const struct event *events,
                     uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (events[i].kind == OP_CREATE)
      return threads_has(THREADS_ALL, &w->waiting, 0);
  return false; /* a model: all its threads are alike */
}

void core_find(struct trial *t) {
  struct doers doers = {0};
  struct waits w;
  VEC(struct event) events = {0};
  t->core.len = 0;
  if (!t->wanted.stuck)
    return;
  waits_compute(&w, t->events, t->events_len);
  if (!has_main(&w, t->events, t->events_len))
    return;
  for (uint32_t i = 0; i < t->events_len; i++)
    vec_push(&events, t->events[i]);
  learn(&doers, events.at, (uint32_t)events.len);
  learn_more(t, &doers);
  struct threads core = reach(&doers, &w, events.at, 0);
  failure_places(events.at, (uint32_t)events.len, &core, &t->core);
  map_free(&doers.of);
  vec_free(&doers.sets);
  vec_free(&events);
}
