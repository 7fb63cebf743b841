#include "interleave.h"

#include <string.h>

#include "base/hash.h"

struct past {
  uint64_t of_thread[THREADS_WORD]; /* steps before the thread's next one */
  uint64_t woken[THREADS_WORD];
  uint64_t round[64]; /* arrivals at each barrier */
  uint64_t past[64], mine[THREADS_WORD];
  const struct event *steps[64];
  unsigned count;
};

static void take_silent(struct past *p, const struct event *e) {
  if (e->kind == OP_CREATE)
    p->of_thread[e->value] |= p->of_thread[e->thread];
  if (e->kind == OP_JOIN)
    p->of_thread[e->thread] |= p->of_thread[e->value];
}

static void take_step(struct past *p, const struct event *e) {
  unsigned i = p->count++;
  uint64_t past = p->of_thread[e->thread], self = (uint64_t)1 << i;
  if (e->flags & EVENT_WOKEN)
    past |= p->woken[e->thread];
  for (unsigned j = 0; j < i; j++)
    if (event_dependent(p->steps[j], e))
      past |= p->past[j] | (uint64_t)1 << j;
  p->steps[i] = e;
  p->past[i] = past;
  p->mine[e->thread] |= self;
  p->of_thread[e->thread] = past | self;
  if (e->kind == OP_SIGNAL && e->value)
    p->woken[e->value - 1] = past | self;
  for (unsigned t = 0; e->kind == OP_BROADCAST && t < THREADS_WORD; t++)
    if (e->value >> t & 1)
      p->woken[t] = past | self;
  if (e->kind != OP_ARRIVE)
    return;
  p->round[e->object] |= past | self;
  if (e->value) {
    for (unsigned t = 0; t < THREADS_WORD; t++)
      if (e->value >> t & 1 || t == e->thread)
        p->of_thread[t] |= p->round[e->object];
    p->round[e->object] = 0;
  }
}

static void take_in(struct past *past, const struct event *events,
                    size_t count) {
  struct past p;
  memset(&p, 0, sizeof p);
  for (size_t k = 0; k < count; k++)
    if (events[k].flags & EVENT_PENDING || p.count == 64)
      break;
    else if (events[k].flags & EVENT_SILENT)
      take_silent(&p, &events[k]);
    else
      take_step(&p, &events[k]);
  *past = p;
}

uint64_t interleave_needed(const struct event *events, size_t count,
                           uint64_t threads) {
  struct past p;
  uint64_t set = 0;
  take_in(&p, events, count);
  for (; threads; threads &= threads - 1)
    set |= p.of_thread[__builtin_ctzll(threads)];
  return set;
}

uint64_t interleave_trace(const struct event *events, size_t count) {
  struct past p;
  take_in(&p, events, count);
  uint64_t hash = 0;
  unsigned top = 0;
  for (unsigned i = 0; i < p.count; i++)
    top = p.steps[i]->thread > top ? p.steps[i]->thread : top;
  for (unsigned t = 0; t <= top; t++)
    for (unsigned i = 0; i < p.count; i++) {
      const struct event *e = p.steps[i];
      if (e->thread != t)
        continue;
      hash = hash_pair(hash, e->kind * 65536u + t * 256u + e->alt);
      hash = hash_pair(hash, e->object);
      for (unsigned u = 0; u <= top; u++)
        if (p.mine[u])
          hash = hash_pair(hash, u * 64u + (unsigned)__builtin_popcountll(
                                               p.past[i] & p.mine[u]));
    }
  return hash;
}

uint64_t interleave_end(const struct event *events, size_t count) {
  uint64_t hash = 1;
  for (size_t i = 0; i < count; i++)
    if (events[i].flags & EVENT_PENDING)
      hash = hash_pair(hash, (uint64_t)events[i].thread << 32 | events[i].site);
  return hash;
}

/* Of the run that has just ended. */
static void note_end(struct interleave *b, const struct toy *t,
                     const struct toy_state *s) {
  struct event at[TOY_THREADS];
  struct toy_sink out = {at, 0, TOY_THREADS, NULL};
  toy_end(t, s, &out);
  if (!s->failed && toy_alive(t, s))
    map_put(&b->stuck, interleave_end(at, out.len), 1);
}

static void end_of_run(struct interleave *b, const struct toy *t,
                       const struct toy_state *s, struct toy_sink *out) {
  bool added;
  b->runs++;
  note_end(b, t, s);
  ++*map_at(&b->traces, interleave_trace(out->at, out->len), &added);
  if (!added)
    return;
  b->trace_count++;
  if (s->failed)
    b->failed++;
  else if (toy_alive(t, s))
    b->deadlocked++;
}

static void explore(struct interleave *b, const struct toy *t,
                    const struct toy_state *s, struct toy_sink *out) {
  uint64_t set = toy_enabled(t, s);
  if (b->runs >= b->limit) {
    b->cut = true;
    return;
  }
  if (!set) {
    end_of_run(b, t, s, out);
    return;
  }
  for (; set; set &= set - 1) {
    unsigned thread = (unsigned)__builtin_ctzll(set);
    struct event e = {0};
    toy_parked(t, s, thread, &e);
    for (unsigned alt = 0; alt < e.alts; alt++) {
      struct toy_state next = *s;
      uint32_t len = out->len;
      toy_step(t, &next, thread, alt, out);
      explore(b, t, &next, out);
      out->len = len;
    }
  }
}

void interleave_all(struct interleave *b, const struct toy *t, uint64_t limit) {
  *b = (struct interleave){.limit = limit};
  struct event events[512];
  struct toy_sink out = {events, 0, 512, &b->locals};
  struct toy_state s;
  toy_start(t, &s, &out);
  explore(b, t, &s, &out);
}

void interleave_free(struct interleave *b) {
  map_free(&b->traces);
  map_free(&b->locals);
  map_free(&b->stuck);
}
