/* signals: those the program sends, handles and waits for.
 *
 * Actions, masks and what waits for signals are in signals.c; sending to others
 * and breaking into them in kill.c; what is sent when a time has come in
 * alarm.c.  The last two are linked only into programs that call something of
 * theirs: their functions are NULL elsewhere, and there no step is added.
 *
 * What is pending is one semaphore: sending is V, waiting is P, and every two
 * operations on it are dependent.
 *
 * How a handler breaks into another thread.  Each thread has a stream
 * (stream.h) by which others tell it of signals that it neither blocks nor waits
 * for.  Before each of its operations it looks there by a step of its own, if
 * it blocks not all of the signals that it knows a handler for, and runs the
 * handler if there is one to run, with the operation still to come.  A look and
 * a signal depend on each other, so both orders are tried, and with them every
 * place among its steps where the handler can be.  Handlers that are installed
 * before a thread is made, or by itself, are known to it; of others it is said
 * that they are not looked for.
 *
 * A thread that waits (for a lock, a message, a join) when the signal comes has
 * looked too early: had it looked later it would have run the handler there and
 * then, and nobody can tell how long it stood at the operation before.  So it
 * stays, other runs do that, and if nobody can go on because of it the run
 * counts as one that looked too early (executor.h, RUN_EARLY) and not as a
 * deadlock.
 *
 * What a signal interrupts (EINTR) is chosen when the thread looks before a
 * call that may wait: the handler runs before it, or during it, if the call
 * would have to wait then, which is seen by trying. */
#ifndef RT_SIGNALS_H
#define RT_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "rt/objects.h"
#include "rt/rt.h"

enum { SIGNALS = 65 };
#define SIGNAL(number) (UINT64_C(1) << ((number)-1))
#define NEVER_BLOCKED (SIGNAL(SIGKILL) | SIGNAL(SIGSTOP))

extern struct rt_signals {
  struct rt_semaphore count; /* of pending signals; its address is the object */
  uint64_t pending;          /* for the process */
  struct sigaction actions[SIGNALS];
  struct rt_sent *sent, *last; /* and was not taken yet, in the order in which
                                  it came; in memory of who sent it */
} rt_signals;

/* For a thread, or for the process (NULL). */
struct rt_sent {
  struct rt_sent *next;
  const struct fiber *to;
  siginfo_t info;
  uint64_t due; /* by a timer: when; else 0 */
  bool seen;    /* by a step of that thread, which is told */
};

/* --- signals.c --- */
void rt_signals_step(uint8_t kind, heddle_at site);
/* What is pending for the process, or for a thread, is another now. */
void rt_signals_recount(void);
/* After a step that made a signal pending, or took one: descriptors of signals
 * count anew. */
void rt_signals_tell(heddle_at site);
/* It waits for `to`, or is to break in: of real-time signals each, of others the
 * first. */
void rt_signal_sent(const struct fiber *to, int number, siginfo_t info);
/* The running thread is told, by its step, of all that were sent to it; whether
 * there is one of these. */
void rt_signals_see(void);
bool rt_signal_is_seen(int number);
/* The running thread ignores what was sent to it. */
void rt_signal_pass_over(int number);
/* What came with the last that the running thread has taken. */
const siginfo_t *rt_signal_info(void);
/* The running thread is about to take it: if a timer sent it the time has come. */
void rt_signal_time(int number);
/* Runs the handler as part of the running thread. */
void rt_signal_handle(int number);
bool rt_signal_is_ignored(int number);
/* The kernel ends or stops the process. */
bool rt_signal_is_kernels(int number);
_Noreturn void rt_signal_end_process(int number, heddle_at site);
/* To the running thread itself. */
int rt_signal_raise(int number, siginfo_t info, heddle_at site);
/* Pending for the process, until somebody takes it. */
void rt_signal_await(int number, siginfo_t info, heddle_at site);
/* That thread waits for this signal. */
bool rt_signals_awaited(const struct fiber *f, int number);
/* For calls that wait with a mask of their own, which it is set to: the mask
 * before.  A signal that this lets break in, which is to be handled by
 * rt_signal_meet, or 0. */
uint64_t rt_signals_swap(uint64_t mask, heddle_at site);
int rt_signals_due(heddle_at site);
/* The running thread's mask is this one again: before a longjmp. */
void rt_signal_mask_back(uint64_t mask, heddle_at site);
void rt_signal_meet(int number, heddle_at site);

/* --- kill.c --- */
/* Before a call that may wait: the number of a signal that is to break into it,
 * or 0.  `restarts`: not of one that lets it go on (SA_RESTART).  If the call
 * finds that it has to wait it calls the second, and fails with EINTR. */
int rt_signal_breaks(bool restarts, heddle_at site) IN_KILL;
void rt_signal_take(int number) IN_KILL;
/* The running thread blocks these from now on, by a step that signals to it
 * depend on. */
void rt_signal_masking(uint64_t mask, heddle_at site) IN_KILL;
/* A look by the running thread: the number of one that breaks in, which is to
 * be handled, or 0. */
int rt_signal_now(heddle_at site) IN_KILL;
/* To whoever it is for, of all threads; `own`: not to the running one. */
int rt_signal_process(int number, siginfo_t info, bool own,
                      heddle_at site) IN_KILL;
void rt_kills_reset(void) IN_KILL;

#define rt_signal_breaking(restarts, site)                                     \
  (__builtin_expect(rt_signal_breaks != NULL, 0)                               \
       ? rt_signal_breaks(restarts, site)                                      \
       : 0)

#endif
