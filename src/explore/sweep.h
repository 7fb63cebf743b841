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

/* Where the next round ends that begins here, of a row with so many: between
 * rounds limits are looked at, often enough also where states have many parts
 * and take long. */
uint64_t sweep_round(const struct search *s, uint64_t begin, uint64_t count);

typedef void sweep_work(void *ctx, unsigned worker, uint64_t begin,
                        uint64_t end);
/* False: worker 0 did all of it. */
bool sweep(struct search *s, uint64_t begin, uint64_t end, sweep_work *work,
           void *ctx);

#endif
