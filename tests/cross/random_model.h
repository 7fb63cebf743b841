/* random_model: small systems of every kind, by seed.
 *
 * Communicating machines with channels, extended machines with ports under
 * each of the four schemes, threads with everything threads can touch, and
 * mixtures.  The models obey what model.h promises (who may touch what, what
 * a guard may read, `touched` complete) and nothing else: they overflow,
 * divide by zero, leave ranges and arrays, unlock what they do not hold.
 * The same seed gives the same model on every machine. */
#ifndef TESTS_CROSS_RANDOM_MODEL_H
#define TESTS_CROSS_RANDOM_MODEL_H

#include "model/model.h"

enum random_kind {
  RANDOM_MACHINES, /* processes and channels */
  RANDOM_PORTS,    /* processes, ports, variables, payload */
  RANDOM_THREADS,  /* threads and what they share */
  RANDOM_MIXED,    /* all of it in one model */
  RANDOM_KINDS
};
extern const char *const random_kind_names[];

enum random_kind random_kind_of(uint64_t seed);
struct model *random_model(uint64_t seed);

#endif
