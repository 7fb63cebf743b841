/* waits: who waits for whom where a run ended.
 *
 * A thread that is pending and not ready waits.  Who could let it go on is
 * known for locks and read-write locks (who holds them) and for joins; it is
 * not known for signals, semaphores, messages, barriers, loops that wait for
 * a write, and locks taken where no event tells of it: then anybody could.
 *
 * Threads that wait for each other in a circle wait for ever, whatever the
 * others do. */
#ifndef SCHED_WAITS_H
#define SCHED_WAITS_H

#include "exec/event.h"

#define WAITS_UNKNOWN UINT32_MAX

struct waits {
  uint64_t waiting;             /* threads that wait */
  uint64_t known;               /* of these: on_whom says all */
  uint64_t circle;              /* a shortest circle, or empty */
  uint64_t on_whom[THREADS_MAX]; /* holders, or the thread to be joined */
  uint32_t pending[THREADS_MAX]; /* event at which a waiting thread stands;
                                    of one that waits for a signal: its LOCK */
  uint32_t since[THREADS_MAX]; /* event by which it was taken what the thread
                                  waits for, or WAITS_UNKNOWN */
};

/* Threads that wait for a signal that has not come. */
uint64_t waits_asleep(const struct event *events, size_t count);
void waits_compute(struct waits *w, const struct event *events, size_t count);
/* A shortest circle that a thread is part of, as a set; 0: it is in none. */
uint64_t waits_circle(const struct waits *w, unsigned thread);

#endif
