/* C11 threads, on the POSIX ones. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/rt.h"

static int result(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

/* The result of an int function comes back in the low half of a pointer. */
int heddle_thrd_create(thrd_t *t, thrd_start_t start, void *argument) {
  return result(heddle_pthread_create(
      (pthread_t *)t, NULL, (void *(*)(void *))(void *)start, argument));
}

int heddle_thrd_join(thrd_t t, int *code) {
  heddle_at site = heddle_here;
  void *value;
  int error = rt_thread_join((pthread_t)t, &value, code != NULL, site);
  if (!error && code) {
    rt_argument_write(1, code, sizeof *code, site, (uint64_t)(intptr_t)value);
    *code = (int)(intptr_t)value;
  }
  return result(error);
}

void heddle_thrd_exit(int code) { heddle_pthread_exit((void *)(intptr_t)code); }
thrd_t heddle_thrd_current(void) { return (thrd_t)heddle_pthread_self(); }

int heddle_mtx_init(mtx_t *m, int type) {
  pthread_mutex_t *mine = (pthread_mutex_t *)m;
  int error = heddle_pthread_mutex_init(mine, NULL);
  if (type & mtx_recursive)
    mine->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
  return result(error);
}

void heddle_mtx_destroy(mtx_t *m) {
  heddle_pthread_mutex_destroy((pthread_mutex_t *)m);
}
int heddle_mtx_lock(mtx_t *m) {
  return result(heddle_pthread_mutex_lock((pthread_mutex_t *)m));
}
int heddle_mtx_trylock(mtx_t *m) {
  return result(heddle_pthread_mutex_trylock((pthread_mutex_t *)m));
}
int heddle_mtx_timedlock(mtx_t *m, const struct timespec *until) {
  return result(heddle_pthread_mutex_timedlock((pthread_mutex_t *)m, until));
}
int heddle_mtx_unlock(mtx_t *m) {
  return result(heddle_pthread_mutex_unlock((pthread_mutex_t *)m));
}

int heddle_cnd_init(cnd_t *c) {
  return result(heddle_pthread_cond_init((pthread_cond_t *)c, NULL));
}
void heddle_cnd_destroy(cnd_t *c) {
  heddle_pthread_cond_destroy((pthread_cond_t *)c);
}
int heddle_cnd_wait(cnd_t *c, mtx_t *m) {
  return result(
      heddle_pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}
int heddle_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until) {
  return result(heddle_pthread_cond_timedwait((pthread_cond_t *)c,
                                              (pthread_mutex_t *)m, until));
}
int heddle_cnd_signal(cnd_t *c) {
  return result(heddle_pthread_cond_signal((pthread_cond_t *)c));
}
int heddle_cnd_broadcast(cnd_t *c) {
  return result(heddle_pthread_cond_broadcast((pthread_cond_t *)c));
}

int heddle_tss_create(tss_t *key, tss_dtor_t destructor) {
  return result(heddle_pthread_key_create(key, destructor));
}
void *heddle_tss_get(tss_t key) { return heddle_pthread_getspecific(key); }
int heddle_tss_set(tss_t key, void *value) {
  return result(heddle_pthread_setspecific(key, value));
}
void heddle_call_once(once_flag *once, void (*call)(void)) {
  heddle_pthread_once((pthread_once_t *)once, call);
}
