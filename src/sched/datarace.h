/* datarace: plain accesses that nothing orders.
 *
 * Two accesses of overlapping bytes by different threads, at least one a
 * write, at least one of them plain (not atomic), and neither happens before
 * the other (C11 5.1.2.4).  What orders, beside program order:
 *
 *   thread creation and join, locks, semaphores, conditions, barriers; what
 *   fails orders nothing
 *   an atomic read that acquires is after the atomic write that releases and
 *   heads a release sequence in which is the write whose value it reads
 *   a release fence counts for every atomic write of its thread after it, an
 *   acquire fence for every atomic read of its thread before it
 *
 * Relaxed accesses and plain ones order nothing; consume is acquire, as
 * compilers have it; sequentially consistent is both.  Fences are flags of the
 * next event (exec/event.h).
 *
 * A release sequence is that of C11 and C17: after its head, updates by anybody
 * and stores by the thread of the head, up to the first other write.  C++20 has
 * taken the stores of the same thread away.  We stay with C: what we report
 * must be the program's fault, and a C program may rely on them.
 *
 * Making a lock, condition, barrier or semaphore, and destroying it, writes it
 * as a plain access would; whoever uses it reads it as an atomic access would,
 * before anything that the use itself may order: a thread that is only ordered
 * by the lock has come to it too early.  So an object may be destroyed by
 * whoever has taken it after the last other, passed the barrier, or got the
 * last token.  Waking from a timed wait is no use: a condition may be destroyed
 * as soon as all its waiters are chosen (POSIX).
 *
 * Where a plain access touches bytes of an object, whoever uses that writes
 * these bytes as an atomic access would, or reads them if it fails.  That an
 * access and an operation do not depend on each other (exec/event.h) loses
 * nothing: in runs in which all such pairs are ordered, other steps order them,
 * so that the dependence would be no more; and of all runs in which some are
 * not, take one and its first such pair.  Up to the second of the two it is
 * like those before, and then both are in a run of each strategy that runs every
 * trace; there they are a finding.  Strategies that need not run the two
 * together do not apply where both come up (unfold/applies.c).
 *
 * Runs are sequentially consistent, and a strategy that runs one linearisation
 * of every trace finds every race of every linearisation.  For which write a
 * read reads from, and in which order the writes of a byte come, is a matter of
 * the order of dependent steps; and what is above is made of that and of program
 * order.  So it is the same relation in all linearisations of a trace, as is
 * whether two accesses conflict.  Whether the later of the two is ordered is
 * even a matter of its own past alone, so one run with that past suffices
 * (unfold).  What is searched must not be made of states that forget the past
 * (stateful begins anew where that matters).
 *
 * It does not suffice to look at accesses that are next to each other: two that
 * race by relaxed accesses between them never are.  So each access is compared
 * with all those before it, as far back as plain writes of its bytes, beyond
 * which whatever races with it also races with one of them.  Reported are these
 * pairs of events. */
#ifndef SCHED_DATARACE_H
#define SCHED_DATARACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/event.h"

struct datarace_pair {
  uint32_t first, second; /* events of the run */
};

#define DATARACE_GAVE_UP SIZE_MAX

struct datarace *datarace_new(void);
/* Asked now and then in long runs; datarace_find then says GAVE_UP. */
void datarace_ask(struct datarace *d, bool (*give_up)(void *user), void *user);
void datarace_free(struct datarace *d);
/* How many races the run has. */
size_t datarace_find(struct datarace *d, const struct event *events,
                     size_t count);
/* The same, though locks may keep all accesses apart (guarded.h). */
size_t datarace_search(struct datarace *d, const struct event *events,
                       size_t count);
/* How many of them are of an access and an operation on an object that it
 * touches as memory: who does not report them has not looked at what follows
 * from them. */
size_t datarace_overlaid(struct datarace *d, const struct event *events,
                         size_t count);
struct datarace_pair datarace_at(const struct datarace *d, size_t i);

/* Whether some thread of the run may learn what another has done without being
 * ordered after it, and there are accesses that could race: then whether two of
 * them do is a matter of the way, not of where threads stand. */
bool datarace_unordered(const struct event *events, size_t count);

#endif
