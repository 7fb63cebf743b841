/* contacts: where threads meet, as far as runs have shown it.
 *
 *     struct contacts *c = contacts_new();
 *     contacts_learn(c, events, count);      runs, as many as one likes
 *     contacts_cold(c, batch->cold);         places where nothing is decided
 *     contacts_aim(c, &plan->hold, &plan->until);
 *     contacts_free(c);
 *
 * A *behaviour* is a pair of places on the same memory, one of them writing,
 * in one order (pairs.h).  What is known of them guides whoever draws
 * schedules at random, as coverage guides a fuzzer: places that are in no
 * pair are cold (executor.h), and a plan is aimed at an order that was not
 * seen by holding back the thread that came first until the other has been.
 * Many orders cannot be: something else orders the two.  So each is tried
 * a few times only.
 *
 * How much is new in the last of many runs tells how much is left (Good and
 * Turing): the chance that the next run shows a behaviour that none has shown
 * is about the number of behaviours seen in one run only, divided by the
 * number of runs. */
#ifndef SCHED_CONTACTS_H
#define SCHED_CONTACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/event.h"

struct text;
struct unpack;
struct contacts;

struct contacts_figures {
  uint64_t runs;  /* learnt from */
  uint64_t pairs; /* of places */
  uint64_t both;  /* of them seen in both orders */
  uint64_t once;  /* behaviours seen in a single run */
};

struct contacts *contacts_new(void);
void contacts_free(struct contacts *c);
/* How many behaviours of this run are new. */
uint32_t contacts_learn(struct contacts *c, const struct event *events,
                        size_t count);
/* COLD_SITES bits. */
void contacts_cold(const struct contacts *c, uint64_t *cold);
/* An order that was not seen, to be tried next; false: none is left. */
bool contacts_aim(struct contacts *c, uint32_t *hold, uint32_t *until);
/* Hot steps of a run: about so many as the longest had. */
uint32_t contacts_length(const struct contacts *c);
struct contacts_figures contacts_figures(const struct contacts *c);
uint64_t contacts_bytes(const struct contacts *c);
void contacts_save(const struct contacts *c, struct text *out);
bool contacts_load(struct contacts *c, struct unpack *in);

#endif
