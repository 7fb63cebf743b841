/* Once, and thread-specific data.
 *
 * A call of pthread_once is a lock of its control object; if the function was
 * not called yet it is called, and then the object unlocked, so that others
 * wait until it has returned.  Who finds it called takes nothing and gives
 * nothing back: its LOCK is one that failed.  The first word is the owner, the
 * state of "done" is in the upper half.
 *
 * Which keys there are is known to all threads: making one is an update of the
 * table, deleting it (key_delete.c) one of its byte, using it a read of
 * that byte, all of them atomic.  Uses are steps only in programs that have
 * pthread_key_delete in them at all. */
#include <errno.h>
#include <setjmp.h>

#include "base/sound.h"
#include "rt/calls.h"
#include "rt/keys.h"
#include "rt/rt.h"

struct rt_keys rt_keys;

/* There when key_delete.c is linked in. */
extern const bool rt_keys_are_deleted __attribute__((weak));

enum { ONCE_DONE = 1 << 16 };

/* Whether it is this thread that calls. */
static bool take_once(pthread_once_t *once, heddle_at site) {
  rt_touch(once, sizeof *once, site);
  bool step = rt_visible(OP_LOCK, (uint64_t)once, sizeof *once, 0, site);
  if (!step && (*once & ~ONCE_DONE))
    rt_stuck();
  if (*once & ONCE_DONE) {
    if (step)
      rt.step->flags |= EVENT_FAILED;
    if (UNLIKELY(rt_waiting()))
      rt_wait_does(&rt.current->watch, OP_UNLOCK, (uint64_t)once);
    return false;
  }
  *once = rt.current->id + 1;
  return true;
}

/* A thread that ends in what it calls, by pthread_exit or because it was asked
 * to, leaves it to the next (POSIX). */
static int call_once_at(pthread_once_t *once, void (*call)(void),
                        heddle_at site) {
  if (!take_once(once, site))
    return 0;
  __pthread_unwind_buf_t ends;
  struct __jmp_buf_tag *at; /* the beginning of one, as in cleanup.c */
  __asm__("" : "=r"(at) : "0"(ends.__cancel_jmp_buf));
  if (__sigsetjmp(at, 0)) {
    heddle_here = site;
    heddle___heddle_once_abort(once);
    heddle___pthread_unwind_next(&ends);
  }
  heddle___pthread_register_cancel(&ends);
  call();
  heddle___pthread_unregister_cancel(&ends);
  heddle_here = site;
  heddle___heddle_once_end(once);
  return 0;
}

/* The parts of it, for std::call_once: what it calls may throw, and then the
 * next one calls it again. */
int heddle___heddle_once_begin(void *once) {
  return take_once(once, heddle_here);
}

void heddle___heddle_once_end(void *once) {
  pthread_once_t *o = once;
  *o |= ONCE_DONE;
  rt_visible(OP_UNLOCK, (uint64_t)o, sizeof *o, 0, heddle_here);
  *o = ONCE_DONE;
}

void heddle___heddle_once_abort(void *once) {
  pthread_once_t *o = once;
  rt_visible(OP_UNLOCK, (uint64_t)o, sizeof *o, 0, heddle_here);
  *o = 0;
}

int heddle_pthread_once(pthread_once_t *once, void (*call)(void)) {
  return call_once_at(once, call, heddle_here);
}

void rt_keys_reset(void) { rt_keys.len = 0; }

int heddle_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  heddle_at site = heddle_here;
  rt_visible(OP_UPDATE, (uint64_t)rt_keys.used, sizeof rt_keys.used, 0, site);
  uint32_t k = 0;
  while (k < rt_keys.len && rt_keys.used[k])
    k++;
  if (k == KEYS_MAX)
    return EAGAIN;
  rt_keys.len = k < rt_keys.len ? rt_keys.len : k + 1;
  rt_keys.destructor[k] = destructor;
  rt_keys.used[k] = true;
  for (unsigned i = 0; i < rt.words * THREADS_WORD; i++)
    rt.rooms[i].specific[k] = NULL;
  rt_argument_write(0, key, sizeof *key, site, k);
  *key = k;
  return 0;
}

/* Whether there is such a key. */
static bool has_key(pthread_key_t key, heddle_at site) {
  if (key >= KEYS_MAX)
    return false;
  if (&rt_keys_are_deleted)
    rt_look(&rt_keys.used[key], site);
  return key < rt_keys.len && rt_keys.used[key];
}

void *heddle_pthread_getspecific(pthread_key_t key) {
  return has_key(key, heddle_here) ? rt_room(rt.current)->specific[key] : NULL;
}

int heddle_pthread_setspecific(pthread_key_t key, const void *value) {
  if (!has_key(key, heddle_here))
    return EINVAL;
  rt_room(rt.current)->specific[key] = (void *)value;
  return 0;
}

/* Destructors, as often as POSIX says they are tried. */
void rt_run_keys(struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  void **specific = rt_room(f)->specific;
  for (int round = 0; round < 4; round++) {
    bool again = false;
    for (uint32_t k = 0; k < rt_keys.len; k++) {
      void *value = specific[k];
      if (!value || !has_key(k, NULL))
        continue;
      specific[k] = NULL;
      if (!rt_keys.destructor[k])
        continue;
      again = true;
      rt_keys.destructor[k](value);
    }
    if (!again)
      return;
  }
}
