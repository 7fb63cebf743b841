/* guarded: how a function of heddle.h is entered.
 *
 *     bool heddle_cover_order(struct heddle_cover *m, ...) {
 *       GUARDED(bool, false, &m->listener, order(m, ...));
 *     }
 *
 * When there is no memory the call is left, the listener hears of it, and the
 * function returns what stands for failure.  The listener is the object's: what
 * was left may be half done, so every later call fails, too, until the object
 * is freed.  (Of a result that is only read it is NULL.)  Inside a guarded job
 * nothing is added: whoever guards it wants to know. */
#ifndef JOB_GUARDED_H
#define JOB_GUARDED_H

#include "base/alloc.h"
#include "job/listen.h"

#define GUARDED(type, failed, hears, call)                                    \
  do {                                                                        \
    struct alloc_guard guard_;                                                \
    struct alloc_point point_;                                                \
    struct listener *listener_ = (hears);                                     \
    type volatile out_ = (failed);                                            \
    if (alloc_guard_now())                                                    \
      return (call);                                                          \
    if (listener_ && listener_->lacked)                                       \
      return (failed);                                                        \
    alloc_guard_open(&guard_);                                                \
    if (ALLOC_POINT(&point_, &guard_))                                        \
      out_ = (call);                                                          \
    else                                                                      \
      listener_memory(listener_);                                             \
    alloc_point_pop(&point_);                                                 \
    alloc_guard_close(&guard_);                                               \
    return out_;                                                              \
  } while (0)

/* The same for one that returns nothing. */
#define GUARDED_VOID(hears, call)                                             \
  do {                                                                        \
    struct alloc_guard guard_;                                                \
    struct alloc_point point_;                                                \
    struct listener *listener_ = (hears);                                     \
    if (alloc_guard_now()) {                                                  \
      (call);                                                                 \
      return;                                                                 \
    }                                                                         \
    if (listener_ && listener_->lacked)                                       \
      return;                                                                 \
    alloc_guard_open(&guard_);                                                \
    if (ALLOC_POINT(&point_, &guard_))                                        \
      (call);                                                                 \
    else                                                                      \
      listener_memory(listener_);                                             \
    alloc_point_pop(&point_);                                                 \
    alloc_guard_close(&guard_);                                               \
  } while (0)

#endif
