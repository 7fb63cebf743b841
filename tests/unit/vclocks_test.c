/* Names of threads do not matter: a run has the same data races whether its
 * threads are the first few, whose clocks are arrays, or are spread over a
 * thousand, whose clocks are trees. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/vec.h"
#include "sched/datarace.h"
#include "sched/vclocks.h"
#include "test.h"

enum { THREADS = 7, SPREAD = 140, PARTS = 5, ROUND = 3 };

enum state { UNUSED, LIVE, WAITS, ENDED };

struct run {
  struct rng rng;
  unsigned apart; /* how far the numbers of threads are apart */
  enum state state[THREADS];
  uint64_t chosen; /* threads that a signal has chosen */
  VEC(struct event) events;
};

static uint64_t any(struct run *r, uint64_t n) {
  return rng_below(&r->rng, n);
}

static void add(struct run *r, struct event e) {
  e.alts = e.alts ? e.alts : 1;
  e.thread = (uint16_t)(e.thread * r->apart);
  vec_push(&r->events, e);
}

/* Lets the threads of a set go on, in words as many as there may be. */
static void add_freeing(struct run *r, struct event e, uint64_t set) {
  uint64_t words[1 + PARTS * MORE_WORDS] = {0};
  for (unsigned t = 0; t < THREADS; t++)
    if (set >> t & 1)
      words[t * r->apart / 64] |= UINT64_C(1) << t * r->apart % 64;
  e.value = words[0];
  e.freed = 1;
  add(r, e);
  for (unsigned i = 0; i < PARTS; i++)
    add(r, (struct event){.kind = OP_MORE,
                          .alts = PARTS,
                          .thread = e.thread,
                          .flags = EVENT_SILENT,
                          .object = words[1 + 3 * i],
                          .value = words[2 + 3 * i],
                          .enabled = words[3 + 3 * i]});
}

static uint64_t waiting(const struct run *r) {
  uint64_t set = 0;
  for (unsigned t = 0; t < THREADS; t++)
    set |= (uint64_t)(r->state[t] == WAITS) << t;
  return set;
}

static void arrive(struct run *r, unsigned t) {
  struct event e = {.thread = t, .kind = OP_ARRIVE, .object = 5, .size = 1};
  uint64_t others = waiting(r);
  if (__builtin_popcountll(others) + 1 < ROUND) {
    r->state[t] = WAITS;
    others = 0;
  }
  add_freeing(r, e, others);
  for (unsigned o = 0; o < THREADS; o++)
    if (others >> o & 1)
      r->state[o] = LIVE;
}

static void create_or_join(struct run *r, unsigned t) {
  unsigned o = (unsigned)any(r, THREADS);
  struct event e = {
      .thread = t, .value = o * r->apart, .size = 1, .flags = EVENT_SILENT};
  if (r->state[o] == UNUSED || r->state[o] == ENDED) {
    e.kind = r->state[o] == ENDED ? OP_JOIN : OP_CREATE;
    r->state[o] = r->state[o] == ENDED ? UNUSED : LIVE;
    add(r, e);
  } else if (t && any(r, 3) == 0) {
    e.kind = OP_EXIT;
    r->state[t] = ENDED;
    add(r, e);
  }
}

static void choose(struct run *r, unsigned t) {
  unsigned o = (unsigned)any(r, THREADS);
  struct event e = {.thread = t,
                    .object = 6,
                    .size = 1,
                    .kind = OP_SIGNAL,
                    .value = o * r->apart + 1};
  r->chosen |= UINT64_C(1) << o;
  if (any(r, 4))
    add(r, e);
  else
    add_freeing(r,
                (struct event){
                    .thread = t, .object = 6, .size = 1, .kind = OP_BROADCAST},
                1u << o);
}

static void operate(struct run *r, unsigned t) {
  static const uint8_t kinds[] = {
      OP_LOCK,        OP_UNLOCK,       OP_LOCK,         OP_UNLOCK,
      OP_SEM_P,       OP_SEM_V,        OP_RDLOCK,       OP_WRLOCK,
      OP_RDUNLOCK,    OP_RWUNLOCK,     OP_TRYLOCK,      OP_SEM_TRYP,
      OP_STREAM_READ, OP_STREAM_WRITE, OP_STREAM_CLOSE, OP_ATOMIC,
      OP_LOCK_INIT,   OP_LOCK_DESTROY, OP_WAKE};
  struct event e = {
      .thread = t, .size = 1, .kind = kinds[any(r, sizeof kinds)]};
  e.object = 8 + OP_CLASS(e.kind) * 16 + any(r, 2) * 8;
  e.value = any(r, 3);
  if (r->chosen >> t & 1 && any(r, 2)) {
    e.kind = OP_LOCK;
    e.flags = EVENT_WOKEN;
    r->chosen &= ~(UINT64_C(1) << t);
  } else if (any(r, 8) == 0 && e.kind != OP_ATOMIC) {
    e.flags = EVENT_FAILED;
  }
  add(r, e);
}

static void access(struct run *r, unsigned t) {
  static const uint8_t kinds[] = {OP_READ, OP_WRITE, OP_UPDATE, OP_CAS};
  bool plain = any(r, 3) == 0;
  struct event e = {.thread = t,
                    .size = (uint32_t)4 << any(r, 8) / 7,
                    .kind = kinds[any(r, plain ? 2 : 4)],
                    .object = 4096 + 4 * any(r, 6)};
  e.flags = plain ? EVENT_PLAIN : 0;
  e.order = plain ? 0 : any(r, 4) & 3;
  if (any(r, 6) == 0)
    e.order = (e.order | (4u << any(r, 2))) & 31;
  add(r, e);
}

static void make(struct run *r, uint64_t seed, unsigned apart) {
  r->rng = rng_seed(seed);
  r->apart = apart;
  memset(r->state, 0, sizeof r->state);
  r->state[0] = LIVE;
  r->chosen = 0;
  vec_clear(&r->events);
  for (unsigned n = 20 + (unsigned)any(r, 180); n; n--) {
    unsigned t = (unsigned)any(r, THREADS), what = (unsigned)any(r, 12);
    if (r->state[t] != LIVE)
      t = 0;
    if (r->state[t] != LIVE)
      continue;
    if (what == 0)
      arrive(r, t);
    else if (what < 3)
      create_or_join(r, t);
    else if (what == 3)
      choose(r, t);
    else
      (what < 8 ? operate : access)(r, t);
  }
}

/* The races, and how many there are. */
static size_t find(struct datarace *d, const struct run *r,
                   struct datarace_pair *out, size_t most) {
  size_t n = datarace_search(d, r->events.at, r->events.len);
  for (size_t i = 0; i < n && i < most; i++)
    out[i] = datarace_at(d, i);
  return n;
}

TEST(races_do_not_depend_on_the_numbers_of_threads) {
  enum { MOST = 64 };
  struct datarace_pair few[MOST] = {0}, many[MOST] = {0};
  struct run a = {0}, b = {0};
  struct datarace *d = datarace_new();
  unsigned none = 0, some = 0, differ = 0;
  for (uint64_t seed = 1; seed <= 10000; seed++) {
    make(&a, seed, 1);
    make(&b, seed, SPREAD);
    CHECK_EQ(a.events.len, b.events.len);
    size_t n = find(d, &a, few, MOST), m = find(d, &b, many, MOST);
    size_t looked = n < MOST ? n : MOST;
    bool same = n == m && !memcmp(few, many, looked * sizeof *few);
    if (!same && !differ++)
      printf("  seed %d: %d and %d races\n", (int)seed, (int)n, (int)m);
    *(n ? &some : &none) += 1;
  }
  CHECK_EQ(differ, 0);
  CHECK(none > 100 && some > 100);
  vec_free(&a.events);
  vec_free(&b.events);
  datarace_free(d);
}

/* Threads that go on and on, so that trees that nobody has any more are sorted
 * out again and again. */
TEST(clocks_of_many_threads_are_those_of_few) {
  enum { OBJECTS = 5, STEPS = 200000 };
  struct vclocks few = {0}, many = {0};
  struct rng r = rng_seed(1);
  vclocks_begin(&few, THREADS, THREADS);
  vclocks_begin(&many, THREADS * SPREAD, (size_t)THREADS * SPREAD);
  for (unsigned i = 0; i < OBJECTS; i++) {
    CHECK_EQ(vclocks_new(&few), THREADS + i);
    CHECK_EQ(vclocks_new(&many), THREADS * SPREAD + i);
  }
  bool same = true;
  size_t most = 0;
  for (uint32_t i = 0; i < STEPS && same; i++) {
    unsigned t = (unsigned)rng_below(&r, THREADS);
    unsigned o = (unsigned)rng_below(&r, OBJECTS);
    uint32_t k = THREADS + o, w = THREADS * SPREAD + o;
    vclocks_set(&few, t, i + 1);
    vclocks_set(&many, t * SPREAD, i + 1);
    if (rng_below(&r, 2)) {
      vclocks_join(&few, t, k, i);
      vclocks_join(&many, t * SPREAD, w, i);
    }
    if (rng_below(&r, 2)) {
      vclocks_join(&few, k, t, i);
      vclocks_join(&many, w, t * SPREAD, i);
    }
    if (rng_below(&r, 64) == 0) {
      vclocks_clear(&few, k);
      vclocks_clear(&many, w);
    }
    for (unsigned u = 0; u < THREADS; u++)
      same &= vclocks_get(&few, t, u) ==
                  vclocks_get(&many, t * SPREAD, u * SPREAD) &&
              vclocks_get(&few, k, u) == vclocks_get(&many, w, u * SPREAD);
    most = many.trees.len > most ? many.trees.len : most;
  }
  CHECK(same);
  CHECK(most < STEPS / 4); /* they were sorted out */
  vclocks_free(&few);
  vclocks_free(&many);
}
