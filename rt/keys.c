/* Once, and thread-specific data.
 *
 * A call of pthread_once is a lock of its control object, the function when
 * it was not called yet, and an unlock: others wait until it has returned.
 * The first word is the owner, the state of "done" is in the upper half. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/rt.h"

static struct {
  uint32_t len;
  void (*destructor[KEYS_MAX])(void *);
  bool used[KEYS_MAX];
} keys;

enum { ONCE_DONE = 1 << 16 };

int heddle_pthread_once(pthread_once_t *once, void (*call)(void)) {
  heddle_at site = heddle_here;
  struct fiber *f = rt.current;
  if (!rt_visible(OP_LOCK, (uint64_t)once, 1, 0, site) &&
      (*once & ~ONCE_DONE))
    rt_stuck();
  if (!(*once & ONCE_DONE)) {
    *once = f->id + 1;
    call();
    *once |= ONCE_DONE;
  }
  rt_visible(OP_UNLOCK, (uint64_t)once, 1, 0, site);
  *once = ONCE_DONE;
  return 0;
}

void rt_keys_reset(void) { keys.len = 0; }

int heddle_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  if (keys.len == KEYS_MAX)
    return EAGAIN;
  uint32_t k = keys.len++;
  keys.destructor[k] = destructor;
  keys.used[k] = true;
  for (unsigned i = 0; i < THREADS_MAX; i++)
    rt.fibers[i].specific[k] = NULL;
  *key = k;
  return 0;
}

int heddle_pthread_key_delete(pthread_key_t key) {
  if (key >= keys.len || !keys.used[key])
    return EINVAL;
  keys.used[key] = false;
  return 0;
}

void *heddle_pthread_getspecific(pthread_key_t key) {
  return key < keys.len && keys.used[key] ? rt.current->specific[key] : NULL;
}

int heddle_pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= keys.len || !keys.used[key])
    return EINVAL;
  rt.current->specific[key] = (void *)value;
  return 0;
}

/* Destructors, as often as POSIX says they are tried. */
void rt_run_keys(struct fiber *f) {
  for (int round = 0; round < 4; round++) {
    bool again = false;
    for (uint32_t k = 0; k < keys.len; k++) {
      void *value = f->specific[k];
      if (!value || !keys.used[k])
        continue;
      f->specific[k] = NULL;
      if (!keys.destructor[k])
        continue;
      again = true;
      keys.destructor[k](value);
    }
    if (!again)
      return;
  }
}
