/* saved: a search on its way to a file and back.
 *
 *     sched_save(&s, &out);                  after sched_run
 *
 *     sched_open(&s, x, &options);           the same, in another process
 *     if (!sched_load(&s, at, len)) ...      close it and open it anew
 *     sched_run(&s, progress);
 *
 * The second search goes on where the first one ended: together they run the
 * same plans in the same order as one that was never cut off, and count and
 * find the same.  What was saved: the strategy's state, the plans proposed
 * and not yet run, statistics, findings, what escaped, and how threads are
 * numbered.
 * Options are not part of it: whoever loads gives those of the first search,
 * except for limits and `all`, which may differ.
 *
 * A file that is damaged is for the caller to recognise (by a checksum);
 * sched_load reads nothing that is not there, and what it makes of nonsense
 * is a search, or false. */
#ifndef SCHED_SAVED_H
#define SCHED_SAVED_H

#include "sched/sched.h"

struct text;
struct unpack;

/* Changes with what is written, and with what strategies do. */
enum { SAVED_VERSION = 12 };

void sched_save(const struct sched *s, struct text *out);
bool sched_load(struct sched *s, const void *at, size_t len);

/* What was counted and found, and back into a search that has only an executor
 * and options. */
void saved_found(const struct sched *s, struct text *out);
void saved_take_found(struct sched *s, struct unpack *in);
/* The numbers that places of its findings have here; false: they cannot be
 * found out. */
bool saved_find_sites(struct sched *s);

#endif
