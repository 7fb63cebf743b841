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
  struct threads waiting; /* threads that wait */
  struct threads known;   /* of these: on_whom says all */
  struct threads circle;  /* a shortest circle, or empty */
  /* Of a waiting thread: holders, or the thread to be joined. */
  struct threads on_whom[THREADS_MAX];
  uint32_t pending[THREADS_MAX]; /* event at which a waiting thread stands;
                                    of one that waits for a signal: its LOCK */
  uint32_t since[THREADS_MAX]; /* event by which it was taken what the thread
                                  waits for, or WAITS_UNKNOWN */
};

/* Threads that wait for a signal that has not come. */
struct threads waits_asleep(const struct event *events, size_t count);
void waits_compute(struct waits *w, const struct event *events, size_t count);
/* A shortest circle that a thread is part of, as a set; empty: it is in
 * none. */
struct threads waits_circle(const struct waits *w, unsigned thread);

#endif
