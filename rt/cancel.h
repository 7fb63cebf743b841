/* cancel: threads that others ask to end.
 *
 * What asks a thread to end is a stream of its own (stream.h), as an eventfd
 * would be: pthread_cancel writes there, and a cancellation point is a look at
 * it.  Who waits at such a point waits for two things at once, as poll does:
 * it leaves word at both, and sleeps until one of them wakes it.
 *
 *   streams, semaphores   the thread looks whether it would pass, leaves word
 *                         there, looks whether it is asked to end, leaves word
 *                         there too, and sleeps on a counter of its own
 *   conditions            it looks before it registers, and says at which
 *                         condition it will be; whoever asks it later signals
 *                         this condition for it alone, and if it has not
 *                         registered by then it finds that when it does
 *   joins                 as streams: the end of a thread is written to one of
 *                         its own; main, of whom nobody has the handle as long
 *                         as it has not asked for it, joins without a step
 *
 * So every order of the request and of what the thread waits for is one of
 * steps that depend on each other, and none of the two is lost.  All this is in
 * cancel.c, which is linked only into programs that call pthread_cancel: these
 * functions are NULL elsewhere, and there no step is added.
 *
 * Calls on the descriptors of files never wait, so a look before them is all.
 * Not known, and said: asynchronous cancellation.  Streams of stdio may be
 * points, says POSIX, and are none here. */
#ifndef RT_CANCEL_H
#define RT_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

#include "rt/abi.h"

#ifndef IN_CANCEL
#define IN_CANCEL __attribute__((weak))
#endif

struct stream;

/* Ends the running thread if it was asked to. */
void rt_cancel_point(heddle_at site) IN_CANCEL;
/* The same before it registers at a condition; it has registered: true when it
 * was asked meanwhile; whether it is asked now. */
void rt_cancel_waits(uint64_t condition, heddle_at site) IN_CANCEL;
bool rt_cancel_early(void) IN_CANCEL;
bool rt_cancel_asked(heddle_at site) IN_CANCEL;
/* It has the mutex again: true when it was woken to end. */
bool rt_cancel_woken(void) IN_CANCEL;
/* It ends. */
_Noreturn void rt_cancel_act(void) IN_CANCEL;
/* It is about to take a step on a stream that may have to wait. */
void rt_cancel_stream(struct stream *s, uint8_t kind, uint32_t size,
                      heddle_at site) IN_CANCEL;
/* It has left word wherever it waits, and is about to sleep until `who` is
 * woken. */
void rt_cancel_sleeps(struct stream *who, heddle_at site) IN_CANCEL;
/* It has tried a semaphore in vain, by its last step: returns when it is worth
 * trying again.  A semaphore was posted, by the last step. */
void rt_cancel_semaphore(uint64_t object, heddle_at site) IN_CANCEL;
void rt_cancel_posted(uint64_t object, heddle_at site) IN_CANCEL;
/* It is about to wait for the end of that thread.  It ends, by its last step. */
void rt_cancel_join(unsigned id, heddle_at site) IN_CANCEL;
void rt_cancel_ended(void) IN_CANCEL;
/* A thread has the number from now on; a run begins. */
void rt_cancel_born(unsigned id) IN_CANCEL;
void rt_cancels_reset(void) IN_CANCEL;

#define CANCEL_POINT(site)                                                     \
  do                                                                           \
    if (__builtin_expect(rt_cancel_point != NULL, 0))                          \
      rt_cancel_point(site);                                                   \
  while (0)

#endif
