/* profile: what the processes of a set of models look like (Nguyen, Table
 * 4.1), whatever made the models.
 *
 *     struct profile p = {0};
 *     profile_add(&p, model);      any number of times
 *     tally_mean(&p.partners), tally_deviation(&p.partners)
 *
 * A process is a unit of partners, states and percentages; a state is a unit
 * of transitions, sends and receptions. */
#ifndef STUDY_PROFILE_H
#define STUDY_PROFILE_H

#include "model/model.h"
#include "study/tally.h"

#define PROFILE_ROWS(X)                                                        \
  X(partners, "processes communicating with a process")                        \
  X(states, "states in a process")                                             \
  X(transitions, "transitions in a process state")                             \
  X(sends, "sending transitions in a process state")                           \
  X(receptions, "receiving transitions in a process state")                    \
  X(sending, "sending states in a process (%)")                                \
  X(receiving, "receiving states in a process (%)")                            \
  X(mixed, "mixed-action states in a process (%)")                             \
  X(null, "null states in a process (%)")

struct profile {
  uint64_t models;
#define PROFILE_FIELD(name, text) struct tally name;
  PROFILE_ROWS(PROFILE_FIELD)
#undef PROFILE_FIELD
};

void profile_add(struct profile *p, const struct model *m);
void profile_merge(struct profile *p, const struct profile *other);

#endif
