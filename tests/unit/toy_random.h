/* toy_random: random toy programs, each of one flavour or of all. */
#ifndef TESTS_UNIT_TOY_RANDOM_H
#define TESTS_UNIT_TOY_RANDOM_H

#include "base/rng.h"
#include "toy.h"

enum toy_flavour {
  TOY_VARIABLES,
  TOY_LOCKS,
  TOY_SEMAPHORES,
  TOY_CONDITIONS,
  TOY_BRANCHES,
  TOY_INPUTS,
  TOY_ASSERTIONS,
  TOY_RWLOCKS,
  TOY_BARRIERS,
  TOY_CREATION,
  TOY_QUITS,
  TOY_TRYLOCKS,
  TOY_AWAITS,
  TOY_ATOMICS,
  TOY_TIMED,
  TOY_FAILING,
  TOY_MIXED,
  TOY_FLAVOURS
};

struct toy toy_random(struct rng *r, enum toy_flavour f);

#endif
