/* Modelled functions (rt/names.h) brought to their results.
 *
 *   modelled alone N     check N, by the only thread
 *   modelled both N      the same by two threads at once, each with its own
 *   modelled exits N     a function that ends the process, with code 3
 *   modelled races N R   two threads on one object: the call gives result R in
 *                        some schedule, and then an assertion fails
 *
 * `modelled list KIND` names what there is, with the results of races (run). */
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <malloc.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const struct timespec past = {0}, bad = {0, 2000000000};
static const struct timespec future = {.tv_sec = 4000000000};
enum { NO_CLOCK = 77 };

/* --- semaphores with names ------------------------------------------------ */

static void named(void) {
  char name[16];
  snprintf(name, sizeof name, "/s-%lx", (long)pthread_self() & 255);
  sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
  assert(s != SEM_FAILED && !sem_wait(s) && sem_trywait(s) == -1);
  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED &&
         errno == EEXIST);
  assert(sem_open(name, 0) == s && sem_open(name, O_CREAT, 0600, 7) == s);
  assert(!sem_unlink(name) && sem_open(name, 0) == SEM_FAILED);
  assert(errno == ENOENT);
  assert(sem_open("/a/b", O_CREAT, 0600, 0) == SEM_FAILED && errno == EINVAL);
}

/* --- timers and signals --------------------------------------------------- */

static const timer_t no_timer = (timer_t)(uintptr_t)63;

static timer_t a_timer(void) {
  timer_t t;
  struct sigevent e = {.sigev_notify = SIGEV_NONE};
  assert(timer_create(NO_CLOCK, &e, &t) == -1 && errno == EINVAL);
  assert(!timer_create(CLOCK_MONOTONIC, &e, &t));
  return t;
}

static void set_timer(void) {
  struct itimerspec in = {.it_value = {5, 0}}, left;
  timer_t t = a_timer();
  assert(!timer_settime(t, 0, &in, &left) && !left.it_value.tv_sec);
  assert(!timer_gettime(t, &left) && left.it_value.tv_sec == 5);
  assert(timer_gettime(no_timer, &left) == -1 && errno == EINVAL);
  in.it_value = bad;
  assert(timer_settime(t, 0, &in, NULL) == -1 && errno == EINVAL);
}

static void a_value(void) {
  sigset_t set;
  siginfo_t info;
  struct timespec wait = {1, 0};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  assert(sigtimedwait(&set, &info, &wait) == -1 && errno == EAGAIN);
  assert(sigtimedwait(&set, &info, &bad) == -1 && errno == EINVAL);
  union sigval v = {.sival_int = 7};
  assert(pthread_sigqueue(pthread_self(), 999, v) == EINVAL);
  assert(!pthread_sigqueue(pthread_self(), SIGUSR2, v));
  assert(sigtimedwait(&set, &info, &wait) == SIGUSR2);
  assert(info.si_value.sival_int == 7 && info.si_code == SI_QUEUE);
}

/* --- queues ------------------------------------------------------------------ */

static void notices(void) {
  char name[16];
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 16};
  struct sigevent e = {.sigev_notify = SIGEV_NONE}, wrong = {.sigev_notify = 99};
  snprintf(name, sizeof name, "/q-%lx", (long)pthread_self() & 255);
  mqd_t q = mq_open(name, O_CREAT | O_RDWR, 0600, &a);
  assert(mq_notify(-1, &e) == -1 && errno == EBADF);
  assert(mq_notify(q, &wrong) == -1 && errno == EINVAL);
  assert(!mq_notify(q, NULL) && !mq_notify(q, &e));
  assert(mq_notify(q, &e) == -1 && errno == EBUSY);
  assert(!mq_send(q, "x", 1, 0) && !mq_notify(q, &e));
  assert(!mq_close(q) && !mq_unlink(name));
}

/* --- functions with a va_list ------------------------------------------------ */

static int v_text(char *to, const char *f, ...) {
  va_list a;
  va_start(a, f);
  int n = vsprintf(to, f, a);
  va_end(a);
  return n;
}
static int v_new(char **to, const char *f, ...) {
  va_list a;
  va_start(a, f);
  int n = vasprintf(to, f, a);
  va_end(a);
  return n;
}
static int v_stream(const char *f, ...) {
  va_list a;
  va_start(a, f);
  int n = vfprintf(stdout, f, a);
  va_end(a);
  return n;
}
static int v_descriptor(const char *f, ...) {
  va_list a;
  va_start(a, f);
  int n = vdprintf(1, f, a);
  va_end(a);
  return n;
}
static int v_scan(const char *from, const char *f, ...) {
  va_list a;
  va_start(a, f);
  int n = vsscanf(from, f, a);
  va_end(a);
  return n;
}
static void v_warn(bool tells, const char *f, ...) {
  va_list a;
  va_start(a, f);
  if (tells)
    vwarn(f, a);
  else
    vwarnx(f, a);
  va_end(a);
}
static void v_err(bool tells, const char *f, ...) {
  va_list a;
  va_start(a, f);
  if (tells)
    verr(3, f, a);
  else
    verrx(3, f, a);
  va_end(a);
}

/* --- somebody who holds something -------------------------------------------- */

struct held {
  pthread_mutex_t m;
  pthread_rwlock_t l;
  mtx_t c;
  sem_t held, over;
};
static void *hold(void *p) {
  struct held *h = p;
  pthread_mutex_lock(&h->m);
  pthread_rwlock_wrlock(&h->l);
  mtx_lock(&h->c);
  sem_post(&h->held);
  sem_wait(&h->over);
  mtx_unlock(&h->c);
  pthread_rwlock_unlock(&h->l);
  pthread_mutex_unlock(&h->m);
  return NULL;
}
static pthread_t begin_holding(struct held *h) {
  pthread_t t;
  pthread_mutex_init(&h->m, NULL);
  pthread_rwlock_init(&h->l, NULL);
  mtx_init(&h->c, mtx_timed);
  sem_init(&h->held, 0, 0);
  sem_init(&h->over, 0, 0);
  pthread_create(&t, NULL, hold, h);
  sem_wait(&h->held);
  return t;
}
static void end_holding(struct held *h, pthread_t t) {
  sem_post(&h->over);
  pthread_join(t, NULL);
}
#define HELD(call, error)                                                      \
  struct held h;                                                               \
  pthread_t t = begin_holding(&h);                                             \
  assert((call) == (error));                                                   \
  end_holding(&h, t)

static void *wait_for(void *p) {
  sem_wait(p);
  return p;
}
static int nothing(void *p) { return p != NULL; }
static void mq(void) {
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 8}, now;
  char name[40], b[8];
  unsigned p;
  sprintf(name, "/modelled-%lu", (unsigned long)pthread_self());
  assert(mq_open("x", O_RDWR) == -1 && errno == EINVAL);
  assert(mq_open(name, O_RDWR) == -1 && errno == ENOENT);
  mqd_t q = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &a);
  assert(q >= 0 && !mq_unlink(name));
  assert(mq_unlink(name) == -1 && errno == ENOENT);
  assert(!mq_send(q, "low", 3, 1) && !mq_send(q, "high", 4, 5));
  assert(mq_timedsend(q, "", 0, 0, &past) == -1 && errno == ETIMEDOUT);
  assert(mq_timedsend(q, "", 0, 0, &bad) == -1 && errno == EINVAL);
  assert(mq_send(q, "too long", 9, 0) == -1 && errno == EMSGSIZE);
  assert(mq_send(q, "", 0, 32768) == -1 && errno == EINVAL);
  assert(mq_receive(q, b, 4, &p) == -1 && errno == EMSGSIZE);
  assert(mq_receive(q, b, 8, &p) == 4 && p == 5 && b[0] == 'h');
  assert(mq_timedreceive(q, b, 8, &p, &past) == 3 && p == 1 && b[0] == 'l');
  assert(mq_timedreceive(q, b, 8, NULL, &past) == -1 && errno == ETIMEDOUT);
  now = (struct mq_attr){.mq_flags = O_NONBLOCK};
  assert(!mq_setattr(q, &now, NULL) && !mq_getattr(q, &now));
  assert(now.mq_flags == O_NONBLOCK && now.mq_maxmsg == 2 && !now.mq_curmsgs);
  assert(mq_receive(q, b, 8, NULL) == -1 && errno == EAGAIN);
  assert(!mq_close(q) && mq_close(q) == -1 && errno == EBADF);
}
static void count(void *p) { ++*(int *)p; }

/* What threads are made with when nobody says anything. */
static void defaults(void) {
  pthread_attr_t a, b;
  size_t size;
  int how;
  assert(!pthread_getattr_default_np(&a) && !pthread_attr_init(&b));
  assert(!pthread_attr_getdetachstate(&a, &how));
  assert(how == PTHREAD_CREATE_JOINABLE);
  assert(!pthread_attr_setstacksize(&b, 1 << 20));
  assert(!pthread_setattr_default_np(&b) && !pthread_getattr_default_np(&a));
  assert(!pthread_attr_getstacksize(&a, &size) && size == 1 << 20);
  assert(!pthread_attr_setstack(&b, (void *)(1 << 20), 1 << 20));
  assert(pthread_setattr_default_np(&b) == EINVAL);
  assert(!pthread_attr_init(&b) && !pthread_setattr_default_np(&b));
}
static void ceilings(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m, none = PTHREAD_MUTEX_INITIALIZER;
  int c;
  assert(pthread_mutex_getprioceiling(&none, &c) == EINVAL);
  assert(pthread_mutex_setprioceiling(&none, 5, &c) == EINVAL);
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  assert(pthread_mutexattr_setprioceiling(&a, 100) == EINVAL);
  assert(!pthread_mutexattr_setprioceiling(&a, 10));
  assert(!pthread_mutex_init(&m, &a));
  assert(!pthread_mutex_getprioceiling(&m, &c) && c == 10);
  assert(pthread_mutex_setprioceiling(&m, 0, &c) == EINVAL);
  assert(!pthread_mutex_setprioceiling(&m, 20, &c) && c == 10);
  assert(!pthread_mutex_lock(&m) && !pthread_mutex_unlock(&m));
  assert(!pthread_mutex_getprioceiling(&m, &c) && c == 20);
}
static void priorities(void) {
  struct sched_param p = {0}, one = {1}, most = {100};
  assert(!pthread_setschedprio(pthread_self(), 0));
  assert(pthread_setschedprio(pthread_self(), 1) == EINVAL);
  assert(!pthread_setschedparam(pthread_self(), SCHED_OTHER, &p));
  assert(!pthread_setschedparam(pthread_self(), SCHED_IDLE, &p));
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &one) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &one) == EPERM);
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &most) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), 77, &p) == EINVAL);
}
static void deferred(void) {
  int n = 0, type;
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
  pthread_cleanup_push_defer_np(count, &n);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  assert(type == PTHREAD_CANCEL_DEFERRED);
  pthread_cleanup_pop_restore_np(1);
  assert(n == 1);
}
static void refused(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(9),
                          .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int error, f = socket(AF_INET, SOCK_STREAM, 0);
  int g = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  socklen_t len = sizeof error;
  assert(connect(f, (void *)&a, sizeof a) == -1 && errno == ECONNREFUSED);
  assert(connect(g, (void *)&a, sizeof a) == -1 && errno == EINPROGRESS);
  assert(!getsockopt(g, SOL_SOCKET, SO_ERROR, &error, &len));
  assert(error == ECONNREFUSED);
  assert(read(f, &error, 1) == -1 && errno == ENOTCONN);
  assert(shutdown(f, SHUT_WR) == -1 && errno == ENOTCONN);
  assert(accept(f, NULL, NULL) == -1 && errno == EINVAL);
  assert(!close(f) && !close(g));
}
static void robust_init(pthread_mutex_t *m) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(m, &a);
}
static void *end_holding_it(void *p) {
  pthread_mutex_lock(p);
  return NULL;
}

/* --- by one thread ------------------------------------------------------------- */

#define ALONE(X)                                                               \
  X(mtx_trylock, mtx_t m; assert(mtx_init(&m, mtx_plain) == thrd_success);     \
    assert(mtx_trylock(&m) == thrd_success);                                   \
    assert(mtx_unlock(&m) == thrd_success);                                    \
    HELD(mtx_trylock(&h.c), thrd_busy))                                        \
  X(mtx_timedlock, mtx_t m; mtx_init(&m, mtx_timed);                           \
    assert(mtx_timedlock(&m, &past) == thrd_success);                          \
    HELD(mtx_timedlock(&h.c, &past), thrd_timedout))                           \
  X(cnd_signal, cnd_t c; assert(cnd_init(&c) == thrd_success);                 \
    assert(cnd_signal(&c) == thrd_success); cnd_destroy(&c))                   \
  X(cnd_timedwait, cnd_t c; mtx_t m; cnd_init(&c); mtx_init(&m, mtx_plain);    \
    mtx_lock(&m); assert(cnd_timedwait(&c, &m, &past) == thrd_timedout);       \
    assert(mtx_unlock(&m) == thrd_success))                                    \
  X(tss_create, tss_t k; assert(tss_create(&k, NULL) == thrd_success))         \
  X(tss_get, tss_t k; tss_create(&k, NULL); assert(!tss_get(k)))               \
  X(tss_set, tss_t k; tss_create(&k, NULL);                                    \
    assert(tss_set(k, &k) == thrd_success); assert(tss_get(k) == &k))          \
  X(thrd_current, assert(thrd_equal(thrd_current(), pthread_self())))          \
  X(thrd_detach, thrd_t t; assert(!thrd_create(&t, nothing, NULL));            \
    assert(thrd_detach(t) == thrd_success))                                    \
  X(thrd_sleep, assert(thrd_sleep(&(struct timespec){0, 5}, NULL) == 0))       \
  X(thrd_yield, thrd_yield())                                                  \
  X(pthread_mutex_clocklock, pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;    \
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past) == 0);          \
    assert(pthread_mutex_clocklock(&m, NO_CLOCK, &past) == EINVAL);            \
    HELD(pthread_mutex_clocklock(&h.m, CLOCK_REALTIME, &past), ETIMEDOUT))     \
  X(pthread_mutex_consistent, pthread_mutex_t m; robust_init(&m);              \
    pthread_t t; pthread_create(&t, NULL, end_holding_it, &m);                 \
    pthread_join(t, NULL); assert(pthread_mutex_consistent(&m) == EINVAL);     \
    assert(pthread_mutex_trylock(&m) == EOWNERDEAD);                           \
    assert(!pthread_mutex_consistent(&m));                                     \
    assert(pthread_mutex_consistent(&m) == EINVAL);                            \
    assert(!pthread_mutex_unlock(&m)); assert(!pthread_mutex_lock(&m));        \
    assert(!pthread_mutex_unlock(&m)))                                         \
  X(pthread_mutexattr_setrobust, pthread_mutex_t m; robust_init(&m);           \
    pthread_t t; pthread_create(&t, NULL, end_holding_it, &m);                 \
    pthread_join(t, NULL); assert(pthread_mutex_lock(&m) == EOWNERDEAD);       \
    assert(!pthread_mutex_unlock(&m));                                         \
    assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);                         \
    assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);                      \
    assert(!pthread_mutex_destroy(&m)))                                        \
  X(pthread_mutex_setprioceiling, ceilings())                                  \
  X(pthread_setschedprio, priorities())                                        \
  X(pthread_cleanup_push_defer_np, deferred())                                 \
  X(mq_open, mq())                                                             \
  X(setsockopt, int on = 1; int f = socket(AF_INET, SOCK_STREAM, 0);           \
    assert(!setsockopt(f, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));          \
    assert(!setsockopt(f, IPPROTO_TCP, 1, &on, sizeof on));                    \
    assert(setsockopt(f, SOL_SOCKET, SO_REUSEADDR, &on, 1) == -1 &&            \
           errno == EINVAL); close(f))                                         \
  X(connect, refused())                                                        \
  X(sem_open, named())                                                         \
  X(sem_close, assert(sem_close(&(sem_t){0}) == -1 && errno == EINVAL);        \
    sem_t *s = sem_open("q", O_CREAT, 0600, 0); assert(!sem_close(s)))         \
  X(sem_unlink, assert(sem_unlink("/none") == -1 && errno == ENOENT))          \
  X(mq_notify, notices())                                                      \
  X(timer_create, a_timer())                                                   \
  X(timer_delete, assert(!timer_delete(a_timer()));                            \
    assert(timer_delete(no_timer) == -1 && errno == EINVAL))                   \
  X(timer_gettime, set_timer())                                                \
  X(timer_getoverrun, assert(!timer_getoverrun(a_timer()));                    \
    assert(timer_getoverrun(no_timer) == -1 && errno == EINVAL))               \
  X(ualarm, assert(ualarm(0, 0) == 0))                                         \
  X(getitimer, struct itimerval v; assert(!getitimer(ITIMER_REAL, &v));        \
    assert(!v.it_value.tv_sec))                                                \
  X(pthread_sigqueue, a_value())                                               \
  X(sigtimedwait, a_value())                                                   \
  X(pthread_kill, assert(!pthread_kill(pthread_self(), 0));                    \
    assert(pthread_kill(pthread_self(), 999) == EINVAL);                       \
    assert(!pthread_kill(pthread_self(), SIGURG)))                             \
  X(pthread_cond_init, pthread_cond_t c; assert(!pthread_cond_init(&c, NULL)); \
    pthread_condattr_t a; pthread_condattr_init(&a);                           \
    assert(!pthread_cond_init(&c, &a)))                                        \
  X(pthread_cond_clockwait, pthread_cond_t c = PTHREAD_COND_INITIALIZER;       \
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);     \
    assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &past) ==           \
           ETIMEDOUT);                                                         \
    assert(pthread_cond_clockwait(&c, &m, NO_CLOCK, &past) == EINVAL);         \
    assert(pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &bad) == EINVAL);    \
    pthread_mutex_unlock(&m))                                                  \
  X(pthread_rwlock_init, pthread_rwlock_t l;                                   \
    assert(!pthread_rwlock_init(&l, NULL)))                                    \
  X(pthread_rwlock_timedrdlock, pthread_rwlock_t l =                           \
    PTHREAD_RWLOCK_INITIALIZER; assert(!pthread_rwlock_timedrdlock(&l, &past));\
    HELD(pthread_rwlock_timedrdlock(&h.l, &past), ETIMEDOUT))                  \
  X(pthread_rwlock_timedwrlock, pthread_rwlock_t l =                           \
    PTHREAD_RWLOCK_INITIALIZER; assert(!pthread_rwlock_timedwrlock(&l, &past));\
    HELD(pthread_rwlock_timedwrlock(&h.l, &past), ETIMEDOUT))                  \
  X(pthread_rwlock_clockrdlock, pthread_rwlock_t l =                           \
    PTHREAD_RWLOCK_INITIALIZER;                                                \
    assert(!pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &past));           \
    assert(pthread_rwlock_clockrdlock(&l, NO_CLOCK, &past) == EINVAL);         \
    HELD(pthread_rwlock_clockrdlock(&h.l, CLOCK_REALTIME, &past), ETIMEDOUT))  \
  X(pthread_rwlock_clockwrlock, pthread_rwlock_t l =                           \
    PTHREAD_RWLOCK_INITIALIZER;                                                \
    assert(pthread_rwlock_clockwrlock(&l, NO_CLOCK, &past) == EINVAL);         \
    assert(!pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &past));           \
    HELD(pthread_rwlock_clockwrlock(&h.l, CLOCK_REALTIME, &past), ETIMEDOUT))  \
  X(pthread_clockjoin_np, sem_t s; pthread_t t; sem_init(&s, 0, 0);            \
    pthread_create(&t, NULL, wait_for, &s);                                    \
    assert(pthread_clockjoin_np(t, NULL, NO_CLOCK, &past) == EINVAL);          \
    assert(pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &past) ==            \
           ETIMEDOUT);                                                         \
    sem_post(&s); void *r; assert(!pthread_join(t, &r)); assert(r == &s))      \
  X(pthread_getschedparam, int p; struct sched_param s;                        \
    assert(!pthread_getschedparam(pthread_self(), &p, &s)))                    \
  X(pthread_setschedparam, struct sched_param s = {0};                         \
    assert(!pthread_setschedparam(pthread_self(), SCHED_OTHER, &s)))           \
  X(pthread_setaffinity_np, cpu_set_t c; CPU_ZERO(&c); CPU_SET(0, &c);         \
    assert(!pthread_setaffinity_np(pthread_self(), sizeof c, &c)))             \
  X(pthread_setcanceltype, int old;                                            \
    assert(!pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));             \
    assert(old == PTHREAD_CANCEL_DEFERRED);                                    \
    assert(pthread_setcanceltype(99, &old) == EINVAL))                         \
  X(clock_nanosleep, struct timespec t = {0, 5};                               \
    assert(!clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL));                    \
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL) == EINVAL))         \
  X(gettimeofday, struct timeval t; assert(!gettimeofday(&t, NULL));           \
    assert(t.tv_usec < 1000000))                                               \
  X(timespec_get, struct timespec t;                                           \
    assert(timespec_get(&t, TIME_UTC) == TIME_UTC);                            \
    assert(timespec_get(&t, 0) == 0))                                          \
  X(getrusage, struct rusage r; assert(!getrusage(RUSAGE_SELF, &r));           \
    assert(getrusage(99, &r) == -1 && errno == EINVAL))                        \
  X(aligned_alloc, void *p = aligned_alloc(64, 128);                           \
    assert(p && (uintptr_t)p % 64 == 0); free(p))                              \
  X(memalign, void *p = memalign(64, 10);                                      \
    assert(p && (uintptr_t)p % 64 == 0); free(p))                              \
  X(posix_memalign, void *p; assert(!posix_memalign(&p, 32, 10));              \
    assert((uintptr_t)p % 32 == 0); free(p);                                   \
    assert(posix_memalign(&p, 3, 10) == EINVAL))                               \
  X(valloc, void *p = valloc(10); assert(p && (uintptr_t)p % 4096 == 0);       \
    free(p))                                                                   \
  X(pvalloc, void *p = pvalloc(10); assert(p && (uintptr_t)p % 4096 == 0);     \
    free(p))                                                                   \
  X(reallocarray, int *p = reallocarray(NULL, 4, 4); assert(p); p[3] = 7;      \
    p = reallocarray(p, 8, 4); assert(p && p[3] == 7);                         \
    assert(!reallocarray(p, SIZE_MAX, 8) && errno == ENOMEM); free(p))         \
  X(malloc_usable_size, void *p = malloc(10);                                  \
    assert(malloc_usable_size(p) >= 10); assert(malloc_usable_size(NULL) == 0);\
    free(p))                                                                   \
  X(putc, assert(putc('x', stdout) == 'x'))                                    \
  X(putc_unlocked, assert(putc_unlocked('x', stdout) == 'x'))                  \
  X(putchar_unlocked, assert(putchar_unlocked('x') == 'x'))                    \
  X(fputc_unlocked, assert(fputc_unlocked('x', stdout) == 'x'))                \
  X(fputs_unlocked, assert(fputs_unlocked("x", stdout) >= 0))                  \
  X(fwrite_unlocked, assert(fwrite_unlocked("xy", 1, 2, stdout) == 2))         \
  X(fflush_unlocked, assert(!fflush_unlocked(stdout)))                         \
  X(setbuf, setbuf(stdout, NULL))                                              \
  X(setbuffer, setbuffer(stdout, NULL, 0))                                     \
  X(setlinebuf, setlinebuf(stdout))                                            \
  X(vfprintf, assert(v_stream("%d", 12) == 2))                                 \
  X(vdprintf, assert(v_descriptor("%d", 12) == 2))                             \
  X(vsprintf, char s[8]; assert(v_text(s, "%d", 12) == 2);                     \
    assert(!strcmp(s, "12")))                                                  \
  X(vasprintf, char *s; assert(v_new(&s, "%s", "ab") == 2);                    \
    assert(!strcmp(s, "ab")); free(s))                                         \
  X(vsscanf, int n; assert(v_scan("12", "%d", &n) == 1 && n == 12);            \
    assert(v_scan("x", "%d", &n) == 0); assert(v_scan("", "%d", &n) == EOF))   \
  X(vwarn, v_warn(true, "%d", 1))                                              \
  X(vwarnx, v_warn(false, "%d", 1))                                            \
  X(open64, int f = open64("/dev/null", O_RDWR); assert(f >= 0); close(f);     \
    assert(open64("/nowhere/x", O_RDONLY) == -1 && errno == ENOENT))           \
  X(openat, int f = openat(AT_FDCWD, "/dev/null", O_RDWR); assert(f >= 0);     \
    close(f); assert(openat(AT_FDCWD, "/nowhere/x", O_RDONLY) == -1))          \
  X(openat64, int f = openat64(AT_FDCWD, "/dev/null", O_RDWR);                 \
    assert(f >= 0); close(f))                                                  \
  X(creat, assert(creat("/nowhere/x", 0600) == -1 && errno == ENOENT))         \
  X(creat64, assert(creat64("/nowhere/x", 0600) == -1 && errno == ENOENT))     \
  X(fopen64, FILE *f = fopen64("/dev/null", "r"); assert(f); fclose(f);        \
    assert(!fopen64("/nowhere/x", "r") && errno == ENOENT))                    \
  X(pread64, char c; int f = open("/dev/null", O_RDWR);                        \
    assert(pread64(f, &c, 1, 0) == 0); close(f);                               \
    assert(pread64(-1, &c, 1, 0) == -1 && errno == EBADF))                     \
  X(pwrite64, int f = open("/dev/null", O_RDWR);                               \
    assert(pwrite64(f, "x", 1, 0) == 1); close(f);                             \
    assert(pwrite64(-1, "x", 1, 0) == -1 && errno == EBADF))                   \
  X(tmpfile64, FILE *f = tmpfile64(); assert(f); fclose(f))                    \
  X(secure_getenv, assert(!secure_getenv("NOBODY_HAS_THIS")))                  \
  X(__atomic_exchange, struct { long a[3]; } x = {{1}}, y = {{2}}, z;          \
    __atomic_exchange(&x, &y, &z, __ATOMIC_SEQ_CST);                           \
    assert(x.a[0] == 2 && z.a[0] == 1))                                        \
  X(__atomic_compare_exchange, struct { long a[3]; } x = {{1}}, y = {{2}},     \
    z = {{3}};                                                                 \
    assert(!__atomic_compare_exchange(&x, &y, &z, 0, __ATOMIC_SEQ_CST,         \
                                      __ATOMIC_RELAXED));                      \
    assert(y.a[0] == 1);                                                       \
    assert(__atomic_compare_exchange(&x, &y, &z, 0, __ATOMIC_SEQ_CST,          \
                                     __ATOMIC_RELAXED));                       \
    assert(x.a[0] == 3))                                                       \
  X(pthread_cleanup_push, int n = 0; pthread_cleanup_push(count, &n);          \
    pthread_cleanup_pop(1); assert(n == 1))

/* What others may change: sequences that all have together, numbers of keys
 * that another thread may be given. */
#define ONE(X)                                                                 \
  X(pthread_setattr_default_np, defaults())                                    \
  X(tss_delete, tss_t k; tss_create(&k, NULL); tss_delete(k);                  \
    assert(tss_set(k, &k) == thrd_error))                                      \
  X(srandom, srandom(1); long a = random(); srandom(1); assert(random() == a)) \
  X(mrand48, srand48(1); long a = mrand48(); srand48(1);                       \
    assert(mrand48() == a))                                                    \
  X(seed48, unsigned short s[3] = {1, 2, 3}; seed48(s); long a = lrand48();    \
    seed48(s); assert(lrand48() == a))                                         \
  X(lcong48, unsigned short s[7] = {1, 2, 3, 0xe66d, 0xdeec, 5, 11};           \
    lcong48(s); long a = lrand48(); lcong48(s); assert(lrand48() == a))

#define EXITS(X)                                                               \
  X(_Exit, _Exit(3)) X(quick_exit, quick_exit(3)) X(errx, errx(3, "x"))        \
  X(verr, v_err(true, "x")) X(verrx, v_err(false, "x"))                        \
  X(error_at_line, error_at_line(3, 0, "f", 1, "x"))

/* --- two threads on one object -------------------------------------------------- */

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t cm;
static cnd_t cc;
static sem_t s;
static pthread_t third;
static mqd_t queue;
static const struct sigevent nobody = {.sigev_notify = SIGEV_NONE};
static int wanted;
/* What the call gave; then whatever it took is given back. */
static int take(int result, int (*give)(void)) {
  if (!result)
    give();
  return result;
}
static int give_m(void) { return pthread_mutex_unlock(&m); }
static int give_l(void) { return pthread_rwlock_unlock(&l); }
static int give_cm(void) { return mtx_unlock(&cm); }
static int give_s(void) { return sem_post(&s); }
static int took_s(int result) { return result ? errno : 0; }
static atomic_int flag;
static void *looks(void *p) { flag = 1; return p; }

#define M pthread_mutex_lock(&m), pthread_mutex_unlock(&m)
#define W pthread_rwlock_wrlock(&l), pthread_rwlock_unlock(&l)
#define R pthread_rwlock_rdlock(&l), pthread_rwlock_unlock(&l)
#define IN_M(call)                                                             \
  (pthread_mutex_lock(&m), wanted_is(call, give_m))
static int wanted_is(int result, int (*give)(void)) {
  give();
  return result;
}

/* name, results, what a does, what b does */
#define RACES(X)                                                               \
  X(pthread_mutex_trylock, "0 16", take(pthread_mutex_trylock(&m), give_m), M) \
  X(pthread_mutex_timedlock, "0 110",                                          \
    take(pthread_mutex_timedlock(&m, &future), give_m), M)                     \
  X(pthread_mutex_clocklock, "0 110",                                          \
    take(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &future), give_m), M)    \
  X(mtx_trylock, "0 1", take(mtx_trylock(&cm), give_cm),                       \
    (mtx_lock(&cm), mtx_unlock(&cm)))                                          \
  X(mtx_timedlock, "0 4", take(mtx_timedlock(&cm, &future), give_cm),          \
    (mtx_lock(&cm), mtx_unlock(&cm)))                                          \
  X(pthread_rwlock_tryrdlock, "0 16",                                          \
    take(pthread_rwlock_tryrdlock(&l), give_l), W)                             \
  X(pthread_rwlock_trywrlock, "0 16",                                          \
    take(pthread_rwlock_trywrlock(&l), give_l), R)                             \
  X(pthread_rwlock_timedrdlock, "0 110",                                       \
    take(pthread_rwlock_timedrdlock(&l, &future), give_l), W)                  \
  X(pthread_rwlock_timedwrlock, "0 110",                                       \
    take(pthread_rwlock_timedwrlock(&l, &future), give_l), R)                  \
  X(pthread_rwlock_clockrdlock, "0 110",                                       \
    take(pthread_rwlock_clockrdlock(&l, CLOCK_REALTIME, &future), give_l), W)  \
  X(pthread_rwlock_clockwrlock, "0 110",                                       \
    take(pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &future), give_l), W)  \
  X(pthread_cond_timedwait, "0 110",                                           \
    IN_M(pthread_cond_timedwait(&c, &m, &future)),                             \
    pthread_cond_signal(&c))                                                   \
  X(pthread_cond_clockwait, "0 110",                                           \
    IN_M(pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &future)),             \
    pthread_cond_broadcast(&c))                                                \
  X(cnd_timedwait, "0 4",                                                      \
    (mtx_lock(&cm), wanted_is(cnd_timedwait(&cc, &cm, &future), give_cm)),     \
    cnd_signal(&cc))                                                           \
  X(sem_trywait, "0 11", took_s(sem_trywait(&s)), give_s())                    \
  X(sem_timedwait, "0 110", took_s(sem_timedwait(&s, &future)), give_s())      \
  X(sem_clockwait, "0 110",                                                    \
    took_s(sem_clockwait(&s, CLOCK_REALTIME, &future)), give_s())              \
  X(mq_notify, "0 16", mq_notify(queue, &nobody) ? errno : 0,                  \
    mq_notify(queue, &nobody))                                                 \
  X(pthread_tryjoin_np, "0 16", pthread_tryjoin_np(third, NULL), flag = 2)     \
  X(pthread_timedjoin_np, "0 110",                                             \
    pthread_timedjoin_np(third, NULL, &future), flag = 2)                      \
  X(pthread_clockjoin_np, "0 110",                                             \
    pthread_clockjoin_np(third, NULL, CLOCK_MONOTONIC, &future), flag = 2)

/* --- all of it ------------------------------------------------------------------ */

static int number;

static void alone(void) {
  int n = 0;
#define ROW(name, ...)                                                         \
  if (number == n++) {                                                         \
    __VA_ARGS__;                                                               \
    return;                                                                    \
  }
  ALONE(ROW)
  ONE(ROW)
}
static void ends(void) {
  int n = 0;
  EXITS(ROW)
}
#undef ROW
static void *in_thread(void *p) {
  alone();
  return p;
}
static void *a(void *p) {
  int n = 0;
#define ROW(name, results, does, other)                                        \
  if (number == n++) {                                                         \
    int r = does;                                                              \
    assert(r != wanted);                                                       \
    return p;                                                                  \
  }
  RACES(ROW)
#undef ROW
  return p;
}
static void *b(void *p) {
  int n = 0;
#define ROW(name, results, does, other)                                        \
  if (number == n++) {                                                         \
    (void)(other);                                                             \
    return p;                                                                  \
  }
  RACES(ROW)
#undef ROW
  return p;
}
static void two(void *(*f)(void *), void *(*g)(void *)) {
  pthread_t x, y;
  pthread_create(&x, NULL, f, NULL);
  pthread_create(&y, NULL, g, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}
static void list(const char *kind) {
#define ROW(name, ...) puts(#name);
  if (!strcmp(kind, "both")) {
    ALONE(ROW)
  } else if (!strcmp(kind, "alone")) {
    ALONE(ROW)
    ONE(ROW)
  } else if (!strcmp(kind, "exits")) {
    EXITS(ROW)
  }
#undef ROW
#define ROW(name, results, does, other) puts(#name " " results);
  if (!strcmp(kind, "races")) {
    RACES(ROW)
  }
#undef ROW
}

int main(int argc, char **argv) {
  const char *what = argc > 2 ? argv[1] : "";
  number = argc > 2 ? atoi(argv[2]) : 0;
  wanted = argc > 3 ? atoi(argv[3]) : -1;
  if (!strcmp(what, "list")) {
    list(argv[2]);
  } else if (!strcmp(what, "alone")) {
    alone();
  } else if (!strcmp(what, "both")) {
    two(in_thread, in_thread);
  } else if (!strcmp(what, "exits")) {
    ends();
  } else {
    mtx_init(&cm, mtx_timed);
    cnd_init(&cc);
    sem_init(&s, 0, 0);
    queue = mq_open("/races", O_CREAT | O_RDWR, 0600, NULL);
    pthread_create(&third, NULL, looks, NULL);
    two(a, b);
  }
  return 0;
}
