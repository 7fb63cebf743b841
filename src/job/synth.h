/* synth: `heddle synth` as a job: a folder of random protocols (study/synth.h).
 *
 *     struct synth_set s = {.out = "protocols", .count = 400, .low = 2,
 *                           .high = 8, .synth = {.seed = 1}};
 *     enum synth_end end = synth_set_make(&s, host);
 *
 * The same options give the same files, however many workers there are. */
#ifndef JOB_SYNTH_H
#define JOB_SYNTH_H

#include "job/host.h"
#include "study/draft.h"
#include "study/profile.h"
#include "study/synth.h"

struct synth_set {
  const char *out;    /* the folder */
  uint64_t count;     /* of protocols */
  unsigned low, high; /* processes; the sizes share the protocols evenly */
  uint64_t jobs;      /* workers; 0: one for each core */
  struct synth_options synth;
  size_t made; /* after synth_set_make */
};

/* FAILED and BROKEN (a worker crashed) come after a message; STOPPED: the host
 * wanted it, and `made` protocols are there. */
enum synth_end { SYNTH_DONE, SYNTH_FAILED, SYNTH_BROKEN, SYNTH_STOPPED };

/* Refuses a folder that has models already. */
enum synth_end synth_set_make(struct synth_set *s, const struct host *h);
/* What the files that were made are like: profiles[n - low] of those with n
 * processes, all zero before.  False after a message. */
bool synth_set_profile(const struct synth_set *s, const struct host *h,
                       struct profile *profiles);

#endif
