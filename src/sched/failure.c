#include "sched/failure.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/sound.h"
#include "sched/datarace.h"
#include "sched/waits.h"

static const struct event *events_of(const struct batch *b,
                                     const struct run *r) {
  return b->events + r->events;
}

/* --- roles -------------------------------------------------------------- */

struct roles {
  uint64_t of[THREADS_MAX];
  struct threads asleep; /* threads that wait for a signal */
};

/* Creation comes before every event of the thread created. */
static struct roles find_roles(const struct event *events, uint32_t count) {
  struct roles roles = {{0}, waits_asleep(events, count)};
  for (uint32_t i = 0; i < count; i++)
    if (events[i].kind == OP_CREATE && !(events[i].flags & EVENT_PENDING))
      roles.of[events[i].value % THREADS_MAX] =
          hash_pair(roles.of[events[i].thread % THREADS_MAX], events[i].site);
  return roles;
}

/* --- keys --------------------------------------------------------------- */

/* Who waits for a signal stands at the lock after it, as one does who was
 * woken and waits for the lock.  Who waits for a thread waits for its role. */
static uint64_t place_of(const struct roles *roles, const struct event *e) {
  uint64_t place = hash_pair(roles->of[e->thread % THREADS_MAX],
                             (uint64_t)e->site << 9 | e->kind << 1 |
                                 threads_has(THREADS_ALL, &roles->asleep,
                                             e->thread % THREADS_MAX));
  return hash_pair(place, e->kind == OP_JOIN
                              ? roles->of[e->object % THREADS_MAX]
                              : e->object);
}

static bool is_among(const struct event *e, const struct threads *waiting) {
  return e->flags & EVENT_PENDING && !event_is_aside(e) &&
         threads_has(THREADS_ALL, waiting, e->thread % THREADS_MAX);
}

/* A sum, so that the numbers of threads do not matter. */
static uint64_t key_of_waiting(const struct event *events, uint32_t count,
                               const struct threads *waiting) {
  struct roles roles = find_roles(events, count);
  uint64_t key = 0;
  for (uint32_t i = 0; i < count; i++)
    if (is_among(&events[i], waiting))
      key += place_of(&roles, &events[i]);
  return key;
}

void failure_places(const struct event *events, uint32_t count,
                    const struct threads *waiting,
                    struct failure_places *out) {
  struct roles roles = find_roles(events, count);
  out->len = 0;
  for (uint32_t i = 0; i < count && out->len < THREADS_MAX; i++)
    if (is_among(&events[i], waiting))
      out->at[out->len++] = place_of(&roles, &events[i]);
}

void failure_narrow(struct failure *f, const struct event *events,
                    uint32_t count, const struct failure_places *places) {
  struct roles roles = find_roles(events, count);
  struct threads kept = threads_none();
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t p = 0; is_among(&events[i], &f->waiting) && p < places->len;
         p++)
      if (place_of(&roles, &events[i]) == places->at[p])
        threads_add(THREADS_ALL, &kept, events[i].thread % THREADS_MAX);
  f->waiting = kept;
  f->key = key_of_waiting(events, count, &kept);
}

/* The places of a round, each once. */
static uint64_t key_of_round(const struct event *events, uint32_t count,
                             uint32_t round) {
  struct roles roles = find_roles(events, count);
  struct map seen = {0};
  uint64_t key = 0;
  for (uint32_t i = round; i < count; i++) {
    const struct event *e = &events[i];
    bool added = false;
    uint64_t place = hash_pair(roles.of[e->thread % THREADS_MAX],
                               (uint64_t)e->site << 8 | e->kind);
    if (!(e->flags & (EVENT_PENDING | EVENT_SILENT)))
      map_at(&seen, place, &added);
    key += added ? place : 0;
  }
  map_free(&seen);
  return key;
}

uint64_t failure_text_key(const struct batch *b, const struct run *r) {
  uint64_t key = 0;
  if (r->text < b->text_len)
    for (const char *s = b->text + r->text; *s; s++)
      key = hash_pair(key, (unsigned char)*s);
  return key;
}

/* --- what a run shows --------------------------------------------------- */

uint32_t failure_last_event(const struct event *events, uint32_t count,
                            unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  uint32_t last = 0;
  for (uint32_t i = 0; i < count; i++)
    if (events[i].thread == thread && !event_is_part(&events[i]) &&
        !(events[i].flags & EVENT_PENDING))
      last = i;
  return last;
}

static void wait_for_ever(struct failure *f, const struct event *events,
                          uint32_t count) {
  struct waits w;
  waits_compute(&w, events, count);
  f->stuck = !threads_any(THREADS_ALL, &w.circle);
  f->waiting = f->stuck ? w.waiting : w.circle;
  f->key = key_of_waiting(events, count, &f->waiting);
}

/* A run that was stopped is deadlocked if threads wait in a circle. */
static bool stopped_in_circle(const struct event *events,
                              const struct run *r) {
  struct waits w;
  if (r->end != RUN_STOPPED)
    return false;
  waits_compute(&w, events, r->events_len);
  return threads_any(THREADS_ALL, &w.circle);
}

uint8_t failure_found(const struct run *r) {
  return r->finding                ? r->finding
         : r->end == RUN_DEADLOCK ? FOUND_DEADLOCK
                                  : FOUND_NONE;
}

/* All that is known of what the run shows, beyond its kind and place. */
static struct failure complete(const struct batch *b, const struct run *r,
                               struct failure f) {
  const struct event *events = events_of(b, r);
  uint32_t count = r->events_len;
  if (!f.kind && stopped_in_circle(events, r))
    f.kind = FOUND_DEADLOCK;
  if (f.kind == FOUND_DEADLOCK ||
      (f.kind == FOUND_LIVELOCK && r->end == RUN_DEADLOCK)) {
    wait_for_ever(&f, events, count);
  } else if (f.kind == FOUND_LIVELOCK && r->round < count) {
    f.rounds = true;
    f.round = r->round;
    f.key = key_of_round(events, count, r->round);
  } else if (f.kind) {
    f.key = f.site;
    if (f.kind == FOUND_EXIT)
      f.key = hash_pair(f.key, failure_text_key(b, r));
  }
  return f;
}

struct failure failure_of(const struct batch *b, const struct run *r) {
  struct failure f = {.kind = failure_found(r),
                      .thread = r->thread,
                      .site = r->site,
                      .event = failure_last_event(events_of(b, r),
                                                  r->events_len, r->thread)};
  return complete(b, r, f);
}

const struct run_found *failure_listed(const struct batch *b,
                                       const struct run *r, unsigned kind,
                                       uint32_t site) {
  const struct run_found *list;
  uint32_t count = batch_findings(b, (uint32_t)(r - b->runs), &list);
  for (uint32_t i = 0; i < count; i++)
    if (list[i].kind == kind &&
        (kind == FOUND_DEADLOCK || list[i].site == site))
      return &list[i];
  return NULL;
}

struct failure failure_like(const struct batch *b, const struct run *r,
                            unsigned kind, uint32_t site) {
  const struct run_found *k = failure_listed(b, r, kind, site);
  if (!k)
    return failure_of(b, r);
  struct failure f = {.kind = k->kind,
                      .thread = k->thread,
                      .site = k->site,
                      .event = k->event};
  return complete(b, r, f);
}

struct failure failure_race(const struct datarace *d, size_t i,
                            const struct event *events) {
  struct datarace_pair p = datarace_at(d, i);
  const struct event *one = &events[p.first], *two = &events[p.second];
  uint32_t lo = one->site < two->site ? one->site : two->site;
  uint32_t hi = one->site < two->site ? two->site : one->site;
  return (struct failure){.kind = FOUND_RACE,
                          .thread = two->thread,
                          .other = one->thread,
                          .site = two->site,
                          .other_site = one->site,
                          .event = p.second,
                          .other_event = p.first,
                          .key = (uint64_t)hi << 32 | lo};
}

static bool race_again(const struct failure *wanted, const struct batch *b,
                       const struct run *r, struct datarace *d,
                       struct failure *out) {
  const struct event *events = events_of(b, r);
  size_t n = datarace_find(d, events, r->events_len);
  for (size_t i = 0; n != DATARACE_GAVE_UP && i < n; i++) {
    *out = failure_race(d, i, events);
    if (out->key == wanted->key)
      return true;
  }
  return false;
}

bool failure_stuck(const struct event *events, uint32_t count,
                   const struct threads *waiting, uint64_t key) {
  struct threads missing = *waiting;
  for (uint32_t i = 0; i < count; i++)
    if (events[i].flags & EVENT_PENDING && !(events[i].flags & EVENT_READY))
      threads_remove(THREADS_ALL, &missing, events[i].thread % THREADS_MAX);
  return !threads_any(THREADS_ALL, &missing) &&
         key_of_waiting(events, count, waiting) == key;
}

/* Threads may wait in several circles at once. */
static bool other_circle(const struct failure *wanted, const struct batch *b,
                         const struct run *r, struct failure *out) {
  const struct event *events = events_of(b, r);
  struct waits w;
  if (wanted->kind != FOUND_DEADLOCK || out->stuck)
    return false;
  waits_compute(&w, events, r->events_len);
  threads_each(THREADS_ALL, &w.known, t) {
    out->waiting = waits_circle(&w, (unsigned)t);
    out->key = key_of_waiting(events, r->events_len, &out->waiting);
    if (failure_waits(out) && out->key == wanted->key)
      return true;
  }
  return false;
}

bool failure_again(const struct failure *wanted, const struct batch *b,
                   const struct run *r, struct datarace *d, uint64_t state,
                   struct failure *out) {
  *out = (struct failure){0};
  if (r->end == RUN_DIVERGED || r->end == RUN_REDUNDANT)
    return false;
  if (wanted->kind == FOUND_RACE)
    return race_again(wanted, b, r, d, out);
  if (wanted->kind == FOUND_OUTPUT) {
    *out = (struct failure){.kind = FOUND_OUTPUT, .whole = true};
    return r->end == RUN_COMPLETE && !r->finding && r->state != state;
  }
  *out = failure_like(b, r, wanted->kind, wanted->site);
  return out->kind == wanted->kind &&
         (out->key == wanted->key || other_circle(wanted, b, r, out));
}
