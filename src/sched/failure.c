#include "sched/failure.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "sched/datarace.h"
#include "sched/waits.h"

static const struct event *events_of(const struct batch *b,
                                     const struct run *r) {
  return b->events + r->events;
}

/* --- roles -------------------------------------------------------------- */

struct roles {
  uint64_t of[THREADS_MAX];
  uint64_t asleep; /* threads that wait for a signal */
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
 * woken and waits for the lock. */
static uint64_t place_of(const struct roles *roles, const struct event *e) {
  return hash_pair(roles->of[e->thread % THREADS_MAX],
                   (uint64_t)e->site << 9 | e->kind << 1 |
                       (roles->asleep >> e->thread % THREADS_MAX & 1));
}

static bool is_among(const struct event *e, uint64_t waiting) {
  return e->flags & EVENT_PENDING && !event_is_aside(e) &&
         waiting >> e->thread % THREADS_MAX & 1;
}

/* A sum, so that the numbers of threads do not matter. */
static uint64_t key_of_waiting(const struct event *events, uint32_t count,
                               uint64_t waiting) {
  struct roles roles = find_roles(events, count);
  uint64_t key = 0;
  for (uint32_t i = 0; i < count; i++)
    if (is_among(&events[i], waiting))
      key += place_of(&roles, &events[i]);
  return key;
}

void failure_places(const struct event *events, uint32_t count, uint64_t waiting,
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
  uint64_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t p = 0; is_among(&events[i], f->waiting) && p < places->len;
         p++)
      if (place_of(&roles, &events[i]) == places->at[p])
        kept |= (uint64_t)1 << events[i].thread % THREADS_MAX;
  f->waiting = kept;
  f->key = key_of_waiting(events, count, kept);
}

/* Where the run was in its last quarter more than once, each place once: the
 * bound may have come when the loop was over. */
static uint64_t key_of_loop(const struct event *events, uint32_t count) {
  struct roles roles = find_roles(events, count);
  struct map seen = {0};
  uint64_t key = 0;
  for (uint32_t i = count - count / 4; i < count; i++) {
    const struct event *e = &events[i];
    bool added;
    uint64_t *times;
    uint64_t place = hash_pair(roles.of[e->thread % THREADS_MAX],
                               (uint64_t)e->site << 8 | e->kind);
    if (e->flags & (EVENT_PENDING | EVENT_SILENT))
      continue;
    times = map_at(&seen, place, &added);
    key += ++*times == 2 ? place : 0;
  }
  map_free(&seen);
  return key;
}

static uint64_t key_of_text(const struct batch *b, const struct run *r) {
  uint64_t key = 0;
  if (r->text < b->text_len)
    for (const char *s = b->text + r->text; *s; s++)
      key = hash_pair(key, (unsigned char)*s);
  return key;
}

/* --- what a run shows --------------------------------------------------- */

uint32_t failure_last_event(const struct event *events, uint32_t count,
                            unsigned thread) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < count; i++)
    if (events[i].thread == thread && !(events[i].flags & EVENT_PENDING))
      last = i;
  return last;
}

static void wait_for_ever(struct failure *f, const struct event *events,
                          uint32_t count) {
  struct waits w;
  waits_compute(&w, events, count);
  f->waiting = w.circle ? w.circle : w.waiting;
  f->stuck = !w.circle;
  f->key = key_of_waiting(events, count, f->waiting);
}

/* A run that was stopped is deadlocked if threads wait in a circle. */
static bool stopped_in_circle(const struct event *events,
                              const struct run *r) {
  struct waits w;
  if (r->end != RUN_STOPPED)
    return false;
  waits_compute(&w, events, r->events_len);
  return w.circle != 0;
}

static bool lost(const struct event *events, uint32_t count) {
  for (uint32_t i = count; i-- > 0;)
    if (events[i].flags & EVENT_ENDS)
      return true;
  return false;
}

/* What a step did, for telling whether it did so before. */
static uint64_t key_of_step(const struct event *e) {
  uint64_t what = hash_pair((uint64_t)e->site << 16 | e->thread << 8 | e->kind,
                            e->object);
  return hash_pair(what, hash_pair(e->value, e->alt));
}

bool failure_goes_round(const struct event *events, uint32_t count) {
  struct map seen = {0};
  uint32_t late = count - count / 4, fresh = 0, steps = 0;
  uint64_t could = 0, did = 0; /* threads that go on in the last quarter */
  for (uint32_t i = 0; i < count; i++) {
    bool added;
    if (events[i].flags & (EVENT_PENDING | EVENT_SILENT))
      continue;
    map_at(&seen, key_of_step(&events[i]), &added);
    fresh += added && i >= late;
    steps += i >= late;
    could |= i >= late ? events[i].enabled : 0;
    did |= (uint64_t)(i >= late) << events[i].thread % THREADS_MAX;
  }
  map_free(&seen);
  return steps && !fresh && !(could & ~did);
}

uint8_t failure_found(const struct batch *b, const struct run *r) {
  if (r->finding)
    return r->finding;
  if (r->end == RUN_DEADLOCK)
    return FOUND_DEADLOCK;
  bool round = r->end == RUN_STEPS &&
               failure_goes_round(events_of(b, r), r->events_len);
  return round ? FOUND_LIVELOCK : FOUND_NONE;
}

struct failure failure_of(const struct batch *b, const struct run *r) {
  const struct event *events = events_of(b, r);
  uint32_t count = r->events_len;
  struct failure f = {.kind = failure_found(b, r),
                      .thread = r->thread,
                      .site = r->site,
                      .event = failure_last_event(events, count,
                                                  r->thread)};
  if (!f.kind && stopped_in_circle(events, r))
    f.kind = FOUND_DEADLOCK;
  if (f.kind == FOUND_DEADLOCK ||
      (f.kind == FOUND_LIVELOCK && r->end == RUN_DEADLOCK)) {
    wait_for_ever(&f, events, count);
  } else if (f.kind == FOUND_LIVELOCK && !lost(events, count)) {
    f.whole = true;
    f.key = key_of_loop(events, count);
  } else if (f.kind) {
    f.key = f.site;
    if (f.kind == FOUND_EXIT)
      f.key = hash_pair(f.key, key_of_text(b, r));
  }
  return f;
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
  for (size_t i = 0; i < n; i++) {
    *out = failure_race(d, i, events);
    if (out->key == wanted->key)
      return true;
  }
  return false;
}

bool failure_stuck(const struct event *events, uint32_t count,
                   uint64_t waiting, uint64_t key) {
  uint64_t seen = 0;
  for (uint32_t i = 0; i < count; i++)
    if (events[i].flags & EVENT_PENDING && !(events[i].flags & EVENT_READY))
      seen |= (uint64_t)1 << events[i].thread % THREADS_MAX;
  return (seen & waiting) == waiting &&
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
  for (uint64_t rest = w.known; rest; rest &= rest - 1) {
    out->waiting = waits_circle(&w, (unsigned)__builtin_ctzll(rest));
    out->key = key_of_waiting(events, r->events_len, out->waiting);
    if (out->waiting && out->key == wanted->key)
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
  *out = failure_of(b, r);
  return out->kind == wanted->kind &&
         (out->key == wanted->key || other_circle(wanted, b, r, out));
}
