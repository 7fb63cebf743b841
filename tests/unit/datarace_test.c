/* Data races on runs written by hand. */
#include "sched/datarace.h"
#include "test.h"

static struct event ev(unsigned thread, enum op kind, uint64_t object,
                       uint64_t value, unsigned flags) {
  return (struct event){.thread = (uint16_t)thread,
                        .kind = (uint8_t)kind,
                        .object = object,
                        .value = value,
                        .size = OP_CLASS(kind) == CLASS_ACCESS ? 4 : 1,
                        .flags = (uint8_t)flags};
}

static size_t races(const struct event *e, size_t n) {
  struct datarace *d = datarace_new();
  size_t found = datarace_find(d, e, n);
  CHECK_EQ(datarace_find(d, e, n), found); /* nothing stays behind */
  datarace_free(d);
  return found;
}
#define RACES(...)                                                             \
  races((struct event[]){__VA_ARGS__},                                         \
        sizeof((struct event[]){__VA_ARGS__}) / sizeof(struct event))
#define P EVENT_PLAIN
#define S EVENT_SILENT

TEST(unordered_plain_accesses_race) {
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(2, OP_READ, 64, 0, P)), 1);
  CHECK_EQ(RACES(ev(1, OP_READ, 64, 0, P), ev(2, OP_READ, 64, 0, P)), 0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, 0), ev(2, OP_READ, 64, 0, P)), 1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, 0), ev(2, OP_READ, 64, 0, 0)), 0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(2, OP_READ, 68, 0, P)), 0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 62, 0, P), ev(2, OP_WRITE, 64, 0, P)), 1);
}

TEST(locks_and_threads_order_accesses) {
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_LOCK, 8, 0, 0),
                 ev(2, OP_WRITE, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_LOCK, 9, 0, 0),
                 ev(2, OP_WRITE, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(0, OP_WRITE, 64, 0, P), ev(0, OP_CREATE, 0, 1, S),
                 ev(1, OP_WRITE, 64, 0, P), ev(1, OP_EXIT, 0, 0, S),
                 ev(0, OP_JOIN, 0, 1, S), ev(0, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(0, OP_CREATE, 0, 1, S), ev(0, OP_WRITE, 64, 0, P),
                 ev(1, OP_READ, 64, 0, P)),
           1);
}

TEST(semaphores_conditions_barriers_and_atomics_order_accesses) {
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SEM_V, 8, 0, 0),
                 ev(2, OP_SEM_P, 8, 1, 0), ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SIGNAL, 8, 3, 0),
                 ev(2, OP_LOCK, 9, 0, EVENT_WOKEN), ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_ARRIVE, 8, 0, 0),
                 ev(2, OP_ARRIVE, 8, 2, 0), ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_ARRIVE, 8, 0, 0), ev(2, OP_ARRIVE, 8, 2, 0),
                 ev(1, OP_WRITE, 64, 0, P), ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_WRITE, 128, 1, 0),
                 ev(2, OP_READ, 128, 1, 0), ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_READ, 128, 1, 0),
                 ev(2, OP_WRITE, 128, 1, 0), ev(2, OP_READ, 64, 0, P)),
           1);
}

/* Of every kind of object: what makes and destroys it, and a use of it. */
TEST(making_an_object_races_with_unordered_uses) {
  static const struct {
    uint8_t init, destroy, use;
  } kinds[] = {{OP_LOCK_INIT, OP_LOCK_DESTROY, OP_LOCK},
               {OP_LOCK_INIT, OP_LOCK_DESTROY, OP_TRYLOCK},
               {OP_LOCK_INIT, OP_LOCK_DESTROY, OP_UNLOCK},
               {OP_RW_INIT, OP_RW_DESTROY, OP_RDLOCK},
               {OP_RW_INIT, OP_RW_DESTROY, OP_WRLOCK},
               {OP_SEM_INIT, OP_SEM_DESTROY, OP_SEM_P},
               {OP_SEM_INIT, OP_SEM_DESTROY, OP_SEM_V},
               {OP_SEM_INIT, OP_SEM_DESTROY, OP_SEM_VALUE},
               {OP_COND_INIT, OP_COND_DESTROY, OP_WAIT},
               {OP_COND_INIT, OP_COND_DESTROY, OP_BROADCAST},
               {OP_BARRIER_INIT, OP_BARRIER_DESTROY, OP_ARRIVE}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    enum op init = kinds[i].init, destroy = kinds[i].destroy;
    enum op use = kinds[i].use;
    CHECK_EQ(RACES(ev(1, init, 8, 0, P), ev(2, use, 8, 0, 0)), 1);
    CHECK_EQ(RACES(ev(2, use, 8, 0, 0), ev(1, init, 8, 0, P)), 1);
    CHECK_EQ(RACES(ev(2, use, 8, 0, 0), ev(1, destroy, 8, 0, P)), 1);
    CHECK_EQ(RACES(ev(1, init, 8, 0, P), ev(2, init, 8, 0, P)), 1);
    CHECK_EQ(RACES(ev(1, init, 8, 0, P), ev(2, use, 9, 0, 0)), 0);
    CHECK_EQ(RACES(ev(1, init, 8, 0, 0), ev(2, use, 8, 0, 0)), 0); /* not its */
    CHECK_EQ(RACES(ev(1, init, 8, 0, P), ev(1, use, 8, 0, 0),
                   ev(1, destroy, 8, 0, P), ev(1, init, 8, 0, P)),
             0);
    CHECK_EQ(RACES(ev(1, init, 8, 0, P), ev(1, OP_WRITE, 64, 1, 0),
                   ev(2, OP_READ, 64, 1, 0), ev(2, use, 8, 0, 0),
                   ev(2, OP_WRITE, 64, 2, 0), ev(1, OP_READ, 64, 2, 0),
                   ev(1, destroy, 8, 0, P)),
             0);
  }
}

/* The use does not order itself; but what comes behind it is ordered. */
TEST(an_object_may_be_destroyed_by_the_last_who_has_it) {
  CHECK_EQ(RACES(ev(1, OP_LOCK_INIT, 8, 0, P), ev(1, OP_LOCK, 8, 0, 0),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_LOCK, 8, 0, 0)),
           1);
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_UNLOCK, 8, 0, 0),
                 ev(2, OP_LOCK, 8, 0, 0), ev(2, OP_UNLOCK, 8, 0, 0),
                 ev(2, OP_LOCK_DESTROY, 8, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_SEM_V, 8, 0, 0), ev(2, OP_SEM_P, 8, 1, 0),
                 ev(2, OP_SEM_DESTROY, 8, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_ARRIVE, 8, 0, 0), ev(2, OP_ARRIVE, 8, 2, 0),
                 ev(1, OP_BARRIER_DESTROY, 8, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_BROADCAST, 8, 4, 0), ev(1, OP_COND_DESTROY, 8, 0, P),
                 ev(2, OP_WAKE, 8, 0, EVENT_FAILED)),
           0);
}

/* Who reads a plain write takes nothing, whatever its thread released before:
 * a race of its own, and all that it does not order. */
TEST(a_plain_write_is_in_no_release_sequence) {
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_WRITE, 128, 1, 0),
                 ev(1, OP_WRITE, 128, 2, P), ev(2, OP_READ, 128, 2, 0),
                 ev(2, OP_READ, 64, 0, P)),
           2);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_WRITE, 128, 1, P),
                 ev(1, OP_WRITE, 128, 2, 0), ev(2, OP_READ, 128, 2, 0),
                 ev(2, OP_READ, 64, 0, P)),
           0);
}

/* What fails gives nothing and takes nothing. */
TEST(failed_operations_order_nothing) {
  enum { F = EVENT_FAILED };
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_UNLOCK, 8, 0, F),
                 ev(2, OP_LOCK, 8, 0, 0), ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SEM_V, 8, 0, F),
                 ev(2, OP_SEM_P, 8, 1, 0), ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_TRYLOCK, 8, 0, F),
                 ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SEM_V, 8, 0, 0),
                 ev(2, OP_SEM_TRYP, 8, 1, F), ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRLOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_RWUNLOCK, 8, 0, 0), ev(2, OP_TRYRDLOCK, 8, 0, F),
                 ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SIGNAL, 8, 3, 0),
                 ev(2, OP_WAKE, 8, 0, F), ev(2, OP_READ, 64, 0, P)),
           1);
}

/* Their twins, which succeed. */
TEST(succeeding_operations_order) {
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_TRYLOCK, 8, 0, 0),
                 ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SEM_V, 8, 0, 0),
                 ev(2, OP_SEM_TRYP, 8, 1, 0), ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRLOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_RWUNLOCK, 8, 0, 0), ev(2, OP_TRYRDLOCK, 8, 0, 0),
                 ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SIGNAL, 8, 3, 0),
                 ev(2, OP_WAKE, 8, 0, 0), ev(2, OP_READ, 64, 0, P)),
           0);
  /* pthread_once: who called the function gives, who finds it called takes,
   * and gives nothing */
  CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_UNLOCK, 8, 0, 0), ev(2, OP_LOCK, 8, 0, EVENT_FAILED),
                 ev(2, OP_READ, 64, 0, P)),
           0);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_LOCK, 8, 0, EVENT_FAILED),
                 ev(2, OP_LOCK, 8, 0, EVENT_FAILED), ev(2, OP_READ, 64, 0, P)),
           1);
}

TEST(making_destroying_and_asking_order_nothing) {
  static const uint8_t kinds[] = {OP_LOCK_INIT, OP_LOCK_DESTROY};
  for (size_t i = 0; i < 2; i++)
    CHECK_EQ(RACES(ev(1, OP_LOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                   ev(1, OP_UNLOCK, 8, 0, 0), ev(2, kinds[i], 8, 0, 0),
                   ev(2, OP_READ, 64, 0, P)),
             1);
  CHECK_EQ(RACES(ev(1, OP_WRITE, 64, 0, P), ev(1, OP_SEM_V, 8, 0, 0),
                 ev(2, OP_SEM_VALUE, 8, 1, 0), ev(2, OP_READ, 64, 0, P)),
           1);
  CHECK_EQ(RACES(ev(1, OP_WRLOCK, 8, 0, 0), ev(1, OP_WRITE, 64, 0, P),
                 ev(1, OP_RWUNLOCK, 8, 0, 0), ev(2, OP_RW_DESTROY, 8, 0, 0),
                 ev(2, OP_READ, 64, 0, P)),
           1);
}

static bool at_once(void *unused) { return !unused; }

TEST(what_there_was_no_time_for_is_no_lock_accessed_as_memory) {
  enum { MANY = 5000 };
  static struct event e[MANY];
  for (size_t i = 0; i < MANY; i++)
    e[i] = i % 2 ? ev(1, OP_LOCK, 8192, 0, 0)
                 : ev(1, OP_WRITE, 8196, 0, P);
  struct datarace *d = datarace_new();
  CHECK_EQ(datarace_overlaid(d, e, MANY), 0); /* a thread does not race itself */
  datarace_ask(d, at_once, NULL);
  CHECK_EQ(datarace_overlaid(d, e, MANY), DATARACE_GAVE_UP);
  datarace_free(d);
}
