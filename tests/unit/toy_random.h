/* toy_random: random toy programs, by what they are made of. */
#ifndef TESTS_UNIT_TOY_RANDOM_H
#define TESTS_UNIT_TOY_RANDOM_H

#include "base/rng.h"
#include "toy.h"

enum flavour {
  VARIABLES,
  LOCKS,
  SEMAPHORES,
  CONDITIONS,
  BRANCHES,
  INPUTS,
  ASSERTIONS,
  RWLOCKS,
  BARRIERS,
  CREATION,
  QUITS,
  TRYLOCKS,
  AWAITS,
  ATOMICS,
  TIMED,
  MIXED,
  FLAVOURS
};

struct toy random_toy(struct rng *r, enum flavour f);

#endif
