/* random_system: systems that strategies can reduce, by seed.
 *
 * random_model.h is after everything that can go wrong; here processes mostly
 * do what their neighbours expect, so that runs are long, several processes
 * can move at once, and deadlocks lie deep.  Some are multi-cyclic (N 2.1),
 * some have ports without bound (then processes do not loop), under every
 * scheme, some are threads with locks, semaphores and variables, and some are
 * crowds: many processes of few states, in which the same state is reached by
 * runs that differ in more than the order of steps. */
#ifndef TESTS_CROSS_RANDOM_SYSTEM_H
#define TESTS_CROSS_RANDOM_SYSTEM_H

#include "model/model.h"

enum system_kind {
  SYSTEM_CHANNELS, /* any channels */
  SYSTEM_RINGS,    /* multi-cyclic */
  SYSTEM_PORTS,    /* under each scheme */
  SYSTEM_THREADS,
  SYSTEM_CROWDS, /* many processes of few states */
  SYSTEM_KINDS
};
extern const char *const system_kind_names[];

enum system_kind system_kind_of(uint64_t seed);
struct model *random_system(uint64_t seed);

#endif
