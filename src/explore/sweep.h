/* sweep: things in a row, looked at by all workers of a search together.
 *
 *     sweep(search, begin, end, look, ctx);    returns when all are done
 *
 * Each worker has one slice of the row, the first worker the first slice, so
 * that what the workers have made of their slices, put together in the order
 * of workers, is in the order of the row: the same for any number of them.  A
 * short row is not worth waking anybody, and worker 0 does all of it. */
#ifndef EXPLORE_SWEEP_H
#define EXPLORE_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

struct search;

enum { SWEEP_ROUND = 1 << 15 }; /* things between looks at the clock */

typedef void sweep_work(void *ctx, unsigned worker, uint64_t begin,
                        uint64_t end);
/* False: worker 0 did all of it. */
bool sweep(struct search *s, uint64_t begin, uint64_t end, sweep_work *work,
           void *ctx);

#endif
