/* Random runs with memory orders against C11's words, taken literally.
 *
 * Here happens-before is a relation between points of threads: events, and
 * the fences before them.  "Synchronizes with" is put together from release
 * sequences that are followed write by write, and the relation is closed.
 * No clocks, no lists of heads, nothing of datarace.c. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "sched/datarace.h"
#include "test.h"

enum { EVENTS = 14, POINTS = EVENTS * 3, THREADS = 4 };

struct system {
  struct event e[EVENTS];
  unsigned count;
  bool hb[POINTS][POINTS];
};

/* Of each event: its acquire fence, its release fence, itself. */
static unsigned point(unsigned event, unsigned which) {
  return event * 3 + which;
}

static bool is_access(const struct event *e) {
  return OP_CLASS(e->kind) == CLASS_ACCESS;
}
static bool is_plain(const struct event *e) {
  return e->flags & EVENT_PLAIN;
}
static bool is_write(const struct event *e) {
  return is_access(e) && OP_CHANGES(e->kind) && !(e->order & ORDER_ONLY_READS);
}
static bool is_read(const struct event *e) {
  return is_access(e) && e->kind != OP_WRITE;
}
static bool touches(const struct event *e, uint64_t byte) {
  return is_access(e) && byte >= e->object && byte < e->object + e->size;
}

/* The newest write of a byte before event r, or -1. */
static int source(const struct system *s, int r, uint64_t byte) {
  while (--r >= 0 && !(is_write(&s->e[r]) && touches(&s->e[r], byte)))
    ;
  return r;
}

/* Whether write w is in the release sequence that x heads, or would. */
static bool in_sequence(const struct system *s, int x, int w, uint64_t byte) {
  for (int i = x + 1; i <= w; i++) {
    const struct event *e = &s->e[i];
    if (!is_write(e) || !touches(e, byte))
      continue;
    if (is_plain(e) || (e->thread != s->e[x].thread && e->kind == OP_WRITE))
      return false;
  }
  return true;
}

/* Event x, an atomic write, is read by r, an atomic read: who synchronizes. */
static void synchronize(struct system *s, int x, int r) {
  const struct event *e = s->e;
  for (int a = 0; a <= x; a++) {
    bool fence = e[a].thread == e[x].thread && e[a].order & ORDER_FENCE_RELEASE;
    bool itself = a == x && !(e[x].order & ORDER_NO_RELEASE);
    if (!fence && !itself)
      continue;
    unsigned from = itself ? point((unsigned)a, 2) : point((unsigned)a, 1);
    if (!(e[r].order & ORDER_NO_ACQUIRE))
      s->hb[from][point((unsigned)r, 2)] = true;
    for (unsigned b = (unsigned)r + 1; b < s->count; b++)
      if (e[b].thread == e[r].thread && e[b].order & ORDER_FENCE_ACQUIRE)
        s->hb[from][point(b, 0)] = true;
    if (itself && fence)
      s->hb[point((unsigned)a, 1)][from] = true;
  }
}

static void close_relation(struct system *s) {
  unsigned n = s->count * 3;
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < n && s->hb[i][k]; j++)
        s->hb[i][j] |= s->hb[k][j];
}

static void order_threads(struct system *s) {
  for (unsigned i = 0; i < s->count; i++) {
    s->hb[point(i, 0)][point(i, 1)] = s->hb[point(i, 1)][point(i, 2)] = true;
    for (unsigned j = i + 1; j < s->count; j++) {
      bool gives = s->e[i].kind == OP_UNLOCK && s->e[j].kind == OP_LOCK &&
                   s->e[i].object == s->e[j].object;
      if (s->e[i].thread == s->e[j].thread)
        s->hb[point(i, 2)][point(j, 0)] = true;
      if (gives)
        s->hb[point(i, 2)][point(j, 2)] = true;
    }
  }
}

static void relate(struct system *s) {
  memset(s->hb, 0, sizeof s->hb);
  order_threads(s);
  for (int r = 0; r < (int)s->count; r++) {
    if (!is_read(&s->e[r]) || is_plain(&s->e[r]))
      continue;
    for (uint32_t b = 0; b < s->e[r].size; b++) {
      uint64_t byte = s->e[r].object + b;
      int w = source(s, r, byte);
      for (int x = 0; x <= w; x++)
        if (w >= 0 && !is_plain(&s->e[w]) && is_write(&s->e[x]) &&
            !is_plain(&s->e[x]) && touches(&s->e[x], byte) &&
            in_sequence(s, x, w, byte))
          synchronize(s, x, r);
    }
  }
  close_relation(s);
}

static bool races(const struct system *s, unsigned i, unsigned j) {
  const struct event *a = &s->e[i], *b = &s->e[j];
  return a->thread != b->thread && is_access(a) && is_access(b) &&
         (is_plain(a) || is_plain(b)) && (is_write(a) || is_write(b)) &&
         a->object < b->object + b->size && b->object < a->object + a->size &&
         !s->hb[point(i, 2)][point(j, 2)];
}

static struct event random_event(struct rng *r, bool mixed) {
  static const uint8_t kinds[] = {OP_READ,  OP_READ,   OP_WRITE,
                                  OP_WRITE, OP_UPDATE, OP_CAS};
  struct event e = {.thread = (uint8_t)rng_below(r, THREADS), .alts = 1};
  if (rng_below(r, 8) == 0) {
    e.kind = rng_below(r, 2) ? OP_LOCK : OP_UNLOCK;
    e.object = 1;
    e.size = 1;
  } else {
    e.kind = kinds[rng_below(r, 6)];
    e.object = 64 + 4 * rng_below(r, 3);
    e.size = 4;
    if (mixed && rng_below(r, 3) == 0)
      e.size = (uint32_t)1 << rng_below(r, 5);
    bool plain = rng_below(r, 3) == 0 && e.kind < OP_UPDATE;
    if (plain)
      e.flags = EVENT_PLAIN;
    else
      e.order = rng_below(r, 4) & 3;
    if (e.kind == OP_CAS && rng_below(r, 2)) {
      e.flags = EVENT_FAILED;
      e.order = (e.order | ORDER_ONLY_READS) & 31;
    }
  }
  if (rng_below(r, 5) == 0)
    e.order = (e.order | (4u << rng_below(r, 2))) & 31;
  if (rng_below(r, 12) == 0)
    e.order = (e.order | 12u) & 31;
  return e;
}

static unsigned long long with_races, without_races;

/* What is found is a race; and where accesses are the same bytes or others,
 * something is found when there is one. */
static bool agree(struct system *s, struct datarace *d, bool mixed) {
  relate(s);
  bool some = false;
  for (unsigned i = 0; i < s->count; i++)
    for (unsigned j = i + 1; j < s->count; j++)
      some |= races(s, i, j);
  size_t found = datarace_find(d, s->e, s->count);
  for (size_t i = 0; i < found; i++) {
    struct datarace_pair p = datarace_at(d, i);
    if (!races(s, p.first, p.second))
      return false;
  }
  *(some ? &with_races : &without_races) += 1;
  return mixed || some == (found > 0);
}

static void show(const struct system *s) {
  for (unsigned i = 0; i < s->count; i++)
    printf("  %u: thread %u %s %d+%u flags %u order %u\n", i, s->e[i].thread,
           op_text(s->e[i].kind), (int)s->e[i].object, s->e[i].size,
           s->e[i].flags, s->e[i].order);
}

static void try_many(bool mixed) {
  struct rng r = rng_seed(mixed ? 7 : 3);
  struct datarace *d = datarace_new();
  with_races = without_races = 0;
  bool good = true;
  for (unsigned i = 0; i < 20000 && good; i++) {
    struct system s = {.count = 2 + (unsigned)rng_below(&r, EVENTS - 1)};
    for (unsigned k = 0; k < s.count; k++)
      s.e[k] = random_event(&r, mixed);
    good = agree(&s, d, mixed);
    if (!good)
      show(&s);
  }
  CHECK(good);
  CHECK(with_races > 1000 && without_races > 1000);
  datarace_free(d);
}

TEST(races_are_those_of_c11) {
  try_many(false);
}
TEST(races_of_bytes_that_overlap_are_races_of_c11) {
  try_many(true);
}
