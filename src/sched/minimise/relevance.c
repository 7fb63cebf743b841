/* Which events have a part in the failure: by comparison with the run of the
 * decisive switch, which goes the same way up to there and does not fail
 * (differential schedule projection: Machado, Lucia and Rodrigues 2015).
 *
 * A step has a part if the same step of the same thread saw or left another
 * value in the other run, or was not there; and what such a step read was
 * written by, what ended the thread that fails, the step before and after the
 * switch, and the steps by which locks are held that somebody waits for. */
#include <string.h>

#include "base/map.h"
#include "base/sound.h"
#include "sched/minimise/stages.h"
#include "sched/waits.h"

struct projection {
  const struct event *events, *others; /* the run and the other */
  uint32_t count, others_count;
  uint8_t *marks;
};

static bool is_step(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

static bool same_place(const struct event *a, const struct event *b) {
  return a->kind == b->kind && a->site == b->site && a->object == b->object &&
         a->size == b->size;
}

static bool same_outcome(const struct event *a, const struct event *b) {
  return a->value == b->value && a->alt == b->alt &&
         !((a->flags ^ b->flags) & EVENT_FAILED);
}

/* The next step of a thread from i on. */
static uint32_t next_step(const struct event *events, uint32_t count,
                          uint32_t i, unsigned thread) {
  EXPECTS(i <= count && thread < THREADS_MAX);
  while (i < count && !(events[i].thread == thread && is_step(&events[i])))
    i++;
  return i;
}

static void compare_thread(struct projection *p, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  uint32_t i = next_step(p->events, p->count, 0, thread);
  uint32_t k = next_step(p->others, p->others_count, 0, thread);
  bool apart = false;
  while (i < p->count) {
    apart |= k >= p->others_count ||
             !same_place(&p->events[i], &p->others[k]);
    if (apart || !same_outcome(&p->events[i], &p->others[k]))
      p->marks[i] = 1;
    i = next_step(p->events, p->count, i + 1, thread);
    if (!apart)
      k = next_step(p->others, p->others_count, k + 1, thread);
  }
}

/* The steps that last changed what a marked one touches, by words of memory
 * that an access may span; one forward pass, so that long runs are no worse. */
static void mark_sources(struct projection *p) {
  enum { WORD = 8, WORDS_MAX = 1 << 16 };
  struct map last = {0}; /* word -> the step that changed it, plus 1 */
  for (uint32_t i = 0; i < p->count; i++) {
    const struct event *e = &p->events[i];
    if (!is_step(e) || OP_CLASS(e->kind) != CLASS_ACCESS)
      continue;
    bool changes = OP_CHANGES(e->kind) && !(e->flags & EVENT_FAILED);
    uint64_t word = e->object / WORD;
    uint64_t end = (e->object + (e->size ? e->size - 1 : 0)) / WORD;
    for (unsigned n = 0; word <= end && n < WORDS_MAX; word++, n++) {
      uint64_t *by = map_get(&last, word);
      if (by && p->marks[i])
        p->marks[*by - 1] = 1;
      if (changes)
        map_put(&last, word, i + 1);
    }
  }
  map_free(&last);
}

static void mark_held(struct projection *p) {
  struct waits w;
  waits_compute(&w, p->events, p->count);
  threads_each(THREADS_ALL, &w.waiting, t)
    if (w.since[t] < p->count)
      p->marks[w.since[t]] = 1;
}

static void mark_switch(struct projection *p, uint32_t at) {
  p->marks[at] = 1;
  for (uint32_t i = at; i-- > 0;)
    if (is_step(&p->events[i])) {
      p->marks[i] = 1;
      return;
    }
}

void relevance_mark(uint8_t *marks, const struct sched_finding *f,
                    const struct minimise_switch *d) {
  EXPECTS(marks && f->events);
  struct projection p = {f->events, d->events, f->events_len, d->events_len,
                         marks};
  struct threads threads = threads_none();
  if (d->change == CHANGE_NONE) {
    memset(marks, 1, f->events_len);
    return;
  }
  for (uint32_t i = 0; i < p.count; i++)
    if (is_step(&p.events[i]))
      threads_add(THREADS_ALL, &threads, p.events[i].thread % THREADS_MAX);
  threads_each(THREADS_ALL, &threads, t)
    compare_thread(&p, (unsigned)t);
  if (f->kind != FOUND_DEADLOCK && f->kind != FOUND_LIVELOCK &&
      f->event < p.count)
    marks[f->event] = 1;
  if (f->kind == FOUND_RACE && f->other_event < p.count)
    marks[f->other_event] = 1;
  mark_sources(&p);
  if (d->event < p.count)
    mark_switch(&p, d->event);
  mark_held(&p);
}
