/* trails: prefixes of plans that wait for their turn, as branches off runs.
 *
 *     trails_run(&t);                        a run is being looked at
 *     trails_take(&t, choice);               each of its choices
 *     uint32_t from = trails_from(&t);       something branches off it here
 *     trails_end(&t);                        its choices are kept if so
 *
 *     trails_plan(&t, from, len, last, b);   later: its first len choices and
 *                                            another one, as a plan
 *
 * The choices of a run are kept once, as long as something branches off. */
#ifndef SCHED_TRAILS_H
#define SCHED_TRAILS_H

#include "base/vec.h"
#include "exec/executor.h"

struct text;
struct unpack;

struct trail {
  choice *at;
  uint32_t len;
  uint32_t branches; /* that wait; 0: free */
};

struct trails {
  VEC(struct trail) at;
  VEC(uint32_t) unused;
  uint64_t choices;  /* of all trails */
  VEC(choice) taken; /* of the run that is being looked at */
  uint32_t current;  /* its number + 1, or 0 */
};

void trails_run(struct trails *t);
void trails_take(struct trails *t, choice c);
/* The number + 1 of the run's trail, with one branch more. */
uint32_t trails_from(struct trails *t);
void trails_end(struct trails *t);
/* The same of a trail of its own: the choices so far, and one more. */
uint32_t trails_detour(struct trails *t, choice c);
/* The plan of a branch off trail `from` (0: of the root, without choices);
 * NULL: there is no room, and the branch still waits. */
struct plan *trails_plan(struct trails *t, uint32_t from, uint32_t len,
                         choice last, struct batch *b);
uint64_t trails_bytes(const struct trails *t);
void trails_save(const struct trails *t, struct text *out);
/* Without their branches: those are counted again by trails_claim, which says
 * whether there is such a place; trails_sane when all were. */
void trails_load(struct trails *t, struct unpack *in);
bool trails_claim(struct trails *t, uint32_t from, uint32_t len);
bool trails_sane(const struct trails *t);
void trails_free(struct trails *t);

#endif
