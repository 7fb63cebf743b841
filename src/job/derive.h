/* derive: `heddle derive` as a job: a network is verified, and the tests are
 * derived that kill its mutants.
 *
 *     struct derivation d;
 *     struct derive_request r = {.mutate = "output,destination"};
 *     if (derive_choose(&d.options, &r, &why)) {
 *       derivation_run(&d, host, &network, seconds);
 *       ... d.result, d.claim, d.verdict; forms are in form/derive.h ...
 *       derivation_close(&d);
 *     } */
#ifndef JOB_DERIVE_H
#define JOB_DERIVE_H

#include "job/host.h"
#include "net/claim.h"

/* What is asked for, by names.  Zero: the engine that fits the size, mode
 * quiet, the mutants of the paper, all cores, no limits. */
struct derive_request {
  const char *engine; /* "explicit", "mdd-bfs", "mdd-sat", "auto" */
  const char *mode;   /* "quiet", "paper" */
  const char *mutate; /* "initial,output", "all" */
  bool verify;        /* and derive no tests */
  bool all;           /* keep tests that others make superfluous */
  uint64_t jobs, memory, first;
};
/* False when a name is unknown; `why` then says so. */
bool derive_choose(struct derive_options *d, const struct derive_request *r,
                   struct text *why);

struct derivation {
  const struct network *net;
  struct derive_options options;
  uint64_t listed; /* so many mutants are told, each with its tests */
  struct derive_result result;
  struct claim claim;
  enum verdict verdict; /* of the claim */
};

/* Wants the options; the network must outlive it.  seconds 0: no limit. */
void derivation_run(struct derivation *d, const struct host *h,
                    const struct network *n, double seconds);
void derivation_close(struct derivation *d);

#endif
