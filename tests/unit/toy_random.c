#include "toy_random.h"

static void line(struct toy *t, unsigned th, enum toy_op op, unsigned a,
                 unsigned r, unsigned s, int k) {
  toy_add(t, th, op, a, r, s, k);
}

static void random_access(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2), reg = rng_below(r, 2);
  switch (rng_below(r, 5)) {
  case 0:
  case 1:
    line(t, th, T_READ, a, reg, 0, 0);
    break;
  case 4:
    line(t, th, T_CAS, a, reg, 0, 1);
    break;
  default:
    line(t, th, T_WRITE, a, reg, 3, (int)rng_below(r, 3));
    break;
  }
}

static void random_locks(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2), b = rng_below(r, 2);
  line(t, th, T_LOCK, a, 0, 0, 0);
  if (rng_chance(r, 40) && a != b) {
    line(t, th, T_LOCK, b, 0, 0, 0);
    line(t, th, T_UNLOCK, rng_chance(r, 50) ? a : b, 0, 0, 0);
    if (rng_chance(r, 80))
      line(t, th, T_UNLOCK, t->code[th][t->len[th] - 1].a ^ 1u, 0, 0, 0);
    return;
  }
  if (rng_chance(r, 50))
    random_access(t, r, th);
  if (rng_chance(r, 90))
    line(t, th, T_UNLOCK, a, 0, 0, 0);
}

static void random_condition(struct toy *t, struct rng *r, unsigned th,
                             enum toy_op wait) {
  switch (rng_below(r, 4)) {
  case 0:
    line(t, th, T_SIGNAL, 0, 0, 0, 0);
    break;
  case 1:
    line(t, th, rng_chance(r, 50) ? T_BROADCAST : T_SIGNAL, 0, 0, 0, 0);
    break;
  default:
    line(t, th, T_LOCK, 0, 0, 0, 0);
    line(t, th, wait, 0, 1, 0, 0);
    line(t, th, T_UNLOCK, 0, 0, 0, 0);
  }
}

/* Operations that may fail, and then change nothing. */
static void random_failing(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2);
  switch (rng_below(r, 5)) {
  case 0:
    line(t, th, T_LOCK, 0, 0, 0, 0);
    if (rng_chance(r, 50))
      random_access(t, r, th);
    line(t, th, T_TRYUNLOCK, 0, 0, 0, 0);
    break;
  case 1:
  case 2:
    line(t, th, T_TRYUNLOCK, 0, 0, 0, 0);
    break;
  case 3:
    line(t, th, T_P, a, 0, 0, 0);
    break;
  default:
    line(t, th, T_TRYV, a, 0, 0, 2);
  }
}

static void random_piece(struct toy *t, struct rng *r, unsigned th,
                         enum toy_flavour f) {
  unsigned a = rng_below(r, 2);
  switch (f) {
  case TOY_LOCKS:
    random_locks(t, r, th);
    break;
  case TOY_SEMAPHORES:
    line(t, th, rng_chance(r, 50) ? T_P : T_V, a, 0, 0, 0);
    break;
  case TOY_CONDITIONS:
    random_condition(t, r, th, T_WAIT);
    break;
  case TOY_TIMED:
    random_condition(t, r, th, T_TIMEDWAIT);
    break;
  case TOY_BRANCHES:
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, (int)rng_below(r, 2));
    random_access(t, r, th);
    break;
  case TOY_INPUTS:
    line(t, th, T_INPUT, 0, 0, 0, 2);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, 0);
    random_access(t, r, th);
    break;
  case TOY_ASSERTIONS:
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_ASSERT, 0, 0, 0, 0);
    break;
  case TOY_RWLOCKS:
    line(t, th, rng_chance(r, 60) ? T_RDLOCK : T_WRLOCK, 0, 0, 0, 0);
    if (rng_chance(r, 30))
      random_access(t, r, th);
    if (rng_chance(r, 85))
      line(t, th, T_RWUNLOCK, 0, 0, 0, 0);
    break;
  case TOY_TRYLOCKS:
    if (rng_chance(r, 40)) {
      random_locks(t, r, th);
      break;
    }
    line(t, th, T_TRYLOCK, a, 0, 0, 0);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, 0);
    line(t, th, T_UNLOCK, a, 0, 0, 0);
    break;
  case TOY_AWAITS:
    if (rng_chance(r, 50)) {
      line(t, th, T_WRITE, a, 3, 3, 1);
      break;
    }
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_IFNOT, t->len[th] + 2u, 0, 0, 0);
    line(t, th, T_AWAIT, a, 0, 0, 0);
    break;
  case TOY_FAILING:
    random_failing(t, r, th);
    break;
  case TOY_ATOMICS:
    line(t, th, T_ATOMIC, a, 0, 0, 1);
    break;
  default:
    random_access(t, r, th);
  }
}

struct toy toy_random(struct rng *r, enum toy_flavour f) {
  struct toy t = {0};
  unsigned threads = 2 + rng_below(r, 3);
  t.sems[0] = (int)rng_below(r, 3);
  t.sems[1] = (int)rng_below(r, 2);
  t.barriers[0] = (int)threads;
  for (unsigned th = 0; th < threads; th++) {
    unsigned pieces = 1 + rng_below(r, threads == 2 ? 4 : 7 - threads);
    for (unsigned i = 0; i < pieces; i++) {
      enum toy_flavour g =
          f == TOY_MIXED ? (enum toy_flavour)rng_below(r, TOY_MIXED) : f;
      random_piece(&t, r, th, rng_chance(r, 30) ? TOY_VARIABLES : g);
      if (f == TOY_BARRIERS && i == pieces / 2)
        line(&t, th, T_ARRIVE, 0, 0, 0, 0);
    }
  }
  if (f == TOY_QUITS)
    line(&t, 0, T_QUIT, 0, 0, 0, 0);
  if (f == TOY_CREATION && threads > 2) {
    line(&t, 0, T_CREATE, threads - 1, 0, 0, 0);
    random_access(&t, r, 0);
    if (rng_chance(r, 50))
      line(&t, 0, T_JOIN, threads - 1, 0, 0, 0);
    random_access(&t, r, 0);
  }
  return t;
}
