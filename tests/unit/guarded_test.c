/* What locks keep apart is no data race: runs by hand, and random ones against
 * the search that knows nothing of it. */
#include "sched/guarded.h"

#include "base/rng.h"
#include "sched/datarace.h"
#include "test.h"

enum { EVENTS = 24, THREADS = 3, ROUNDS = 20000 };

static struct event ev(unsigned thread, enum op kind, uint64_t object,
                       unsigned flags) {
  return (struct event){.thread = (uint16_t)thread,
                        .kind = (uint8_t)kind,
                        .object = object,
                        .size = OP_CLASS(kind) == CLASS_ACCESS ? 4 : 1,
                        .alts = 1,
                        .flags = (uint8_t)flags};
}

static bool guarded(const struct event *e, size_t n) {
  static struct guarded g; /* runs before leave nothing behind */
  return guarded_run(&g, e, n);
}
#define GUARDED(...)                                                           \
  guarded((struct event[]){__VA_ARGS__},                                       \
          sizeof((struct event[]){__VA_ARGS__}) / sizeof(struct event))
#define P EVENT_PLAIN
#define SECTION(thread, lock)                                                  \
  ev(thread, OP_LOCK, lock, 0), ev(thread, OP_WRITE, 64, P),                   \
      ev(thread, OP_UNLOCK, lock, 0)

TEST(guarded_is_what_one_lock_keeps_apart) {
  CHECK(GUARDED(SECTION(1, 8), SECTION(2, 8), SECTION(1, 8)));
  CHECK(!GUARDED(SECTION(1, 8), SECTION(2, 9)));
  CHECK(!GUARDED(SECTION(1, 8), ev(2, OP_READ, 64, P)));
  CHECK(!GUARDED(SECTION(1, 8), ev(2, OP_READ, 64, 0)));
  CHECK(GUARDED(SECTION(1, 8), ev(2, OP_READ, 128, P)));
  CHECK(GUARDED(ev(1, OP_READ, 64, P), ev(2, OP_READ, 64, P)));
  CHECK(GUARDED(ev(1, OP_WRITE, 64, 0), ev(2, OP_WRITE, 64, 0)));
  CHECK(GUARDED(ev(1, OP_WRITE, 64, P), ev(1, OP_WRITE, 64, P)));
}

TEST(guarded_says_nothing_where_locks_are_not_simple) {
  /* taken by one thread, given back by another */
  CHECK(!GUARDED(ev(1, OP_LOCK, 8, 0), ev(2, OP_UNLOCK, 8, 0), SECTION(2, 8),
                 ev(1, OP_WRITE, 64, P)));
  /* not taken at all */
  CHECK(!GUARDED(SECTION(1, 8), ev(2, OP_LOCK, 8, EVENT_FAILED),
                 ev(2, OP_WRITE, 64, P)));
  CHECK(!GUARDED(SECTION(1, 8), ev(2, OP_TRYLOCK, 8, EVENT_FAILED),
                 ev(2, OP_WRITE, 64, P)));
  /* made anew */
  CHECK(!GUARDED(SECTION(1, 8), ev(2, OP_LOCK_INIT, 8, P), SECTION(2, 8)));
  /* memory of an object: a lock of 40 bytes */
  CHECK(!GUARDED(SECTION(1, 8192), ev(2, OP_READ, 8192 + 32, P)));
  CHECK(!GUARDED(ev(2, OP_WRITE, 8192, P), SECTION(1, 8192)));
  CHECK(!GUARDED(ev(2, OP_WRITE, 8192, P), ev(1, OP_SEM_V, 8192, 0)));
  CHECK(GUARDED(SECTION(1, 8192), ev(2, OP_READ, 8192 + 48, P)));
  /* across lines */
  CHECK(!GUARDED(ev(1, OP_WRITE, 62, P), ev(2, OP_WRITE, 64, P)));
}

/* Locks are taken when they are free, and given back by who has them. */
static struct event any(struct rng *r, int owner[2]) {
  unsigned t = rng_below(r, THREADS), lock = rng_below(r, 2);
  bool own = owner[lock] == (int)t + 1;
  if (rng_below(r, 2)) {
    if (own || !owner[lock]) {
      owner[lock] = own ? 0 : (int)t + 1;
      return ev(t,
                own               ? OP_UNLOCK
                : rng_below(r, 4) ? OP_LOCK
                                  : OP_TRYLOCK,
                8 + lock, 0);
    }
    return ev(t, rng_below(r, 2) ? OP_TRYLOCK : OP_UNLOCK, 8 + lock,
              EVENT_FAILED);
  }
  struct event e = ev(t, rng_below(r, 2) ? OP_READ : OP_WRITE,
                      64 + 4 * rng_below(r, 3), rng_below(r, 4) ? P : 0);
  e.size = 1u << rng_below(r, 3);
  return e;
}

TEST(guarded_runs_have_no_data_race) {
  struct rng r = rng_seed(11);
  struct datarace *d = datarace_new();
  unsigned kept = 0, raced = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct event e[EVENTS];
    int owner[2] = {0};
    size_t n = 4 + rng_below(&r, EVENTS - 4);
    for (size_t k = 0; k < n; k++)
      do
        e[k] = any(&r, owner);
      while (rng_below(&r, 3) && OP_CLASS(e[k].kind) == CLASS_ACCESS &&
             !(owner[0] == e[k].thread + 1 || owner[1] == e[k].thread + 1));
    size_t found = datarace_search(d, e, n);
    CHECK(!guarded(e, n) || !found);
    CHECK_EQ(datarace_find(d, e, n), found);
    kept += guarded(e, n);
    raced += found > 0;
  }
  CHECK(kept > ROUNDS / 100 && raced > ROUNDS / 100);
  datarace_free(d);
}
