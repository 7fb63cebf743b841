/* POSIX semaphores, unnamed ones. */
#include <errno.h>
#include <limits.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

static struct rt_semaphore *semaphore_at(sem_t *s) {
  if (rt_in_heap((uint64_t)s))
    rt_heap_touch(s, sizeof *s, heddle_here);
  struct rt_semaphore *mine = (struct rt_semaphore *)s;
  if (((volatile struct rt_semaphore *)mine)->magic == OBJECT_DESTROYED)
    rt_misuse("use of a destroyed semaphore");
  return mine;
}

static bool step(uint8_t kind, struct rt_semaphore *s, heddle_at site) {
  if (!rt_visible(kind, (uint64_t)s, 1, 0, site))
    return false;
  rt.step->value = s->value;
  return true;
}

int heddle_sem_init(sem_t *s, int shared, unsigned value) {
  (void)shared;
  if (value > INT_MAX) {
    errno = EINVAL;
    return -1;
  }
  rt_visible(OP_SEM_INIT, (uint64_t)s, 1, 0, heddle_here);
  *(struct rt_semaphore *)s = (struct rt_semaphore){.value = value};
  return 0;
}

int heddle_sem_destroy(sem_t *s) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s);
  step(OP_SEM_DESTROY, mine, site);
  mine->magic = OBJECT_DESTROYED;
  return 0;
}

int heddle_sem_wait(sem_t *s) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s);
  if (!step(OP_SEM_P, mine, site) && !mine->value)
    rt_stuck();
  mine->value--;
  return 0;
}

static int try(sem_t *s, int failure) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s);
  bool visible = step(OP_SEM_TRYP, mine, site);
  if (!mine->value) {
    if (visible)
      rt.step->flags |= EVENT_FAILED;
    errno = failure;
    return -1;
  }
  mine->value--;
  return 0;
}

int heddle_sem_trywait(sem_t *s) { return try(s, EAGAIN); }

int heddle_sem_timedwait(sem_t *s, const struct timespec *until) {
  int result = try(s, ETIMEDOUT);
  if (result)
    rt_clock_reach(until);
  return result;
}

int heddle_sem_clockwait(sem_t *s, clockid_t clock,
                         const struct timespec *until) {
  (void)clock;
  return heddle_sem_timedwait(s, until);
}

int heddle_sem_post(sem_t *s) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s);
  step(OP_SEM_V, mine, site);
  if (mine->value == INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  mine->value++;
  return 0;
}

int heddle_sem_getvalue(sem_t *s, int *value) {
  heddle_at site = heddle_here;
  struct rt_semaphore *mine = semaphore_at(s);
  step(OP_SEM_VALUE, mine, site);
  *value = (int)mine->value;
  return 0;
}
