/* claim: what a job on networks may claim (base/verdict.h).
 *
 * A livelock and a reception that gets stuck are findings; to who asks for a
 * verification only, so are dead transitions and states without return.  The
 * tests are part of what is asked for: mutants that were not treated are a
 * reason, and so is a limit.  Of two networks a difference is the finding. */
#ifndef NET_CLAIM_H
#define NET_CLAIM_H

#include "base/verdict.h"
#include "net/derive.h"

/* reasons_free(&c->because) is due. */
enum verdict derive_claim(const struct derive_result *r, bool verify,
                          struct claim *c);
/* `stopped`: the limit, where the answer is DISTINGUISH_LIMIT. */
enum verdict distinguish_claim(enum distinguish answer,
                               enum net_verdict stopped, struct claim *c);

#endif
