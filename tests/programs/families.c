/* Every modelled family, used correctly: no schedule fails.
 * main checks one family after the other; each check starts its own
 * threads. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void both(void *(*a)(void *), void *(*b)(void *)) {
  pthread_t t1, t2;
  assert(!pthread_create(&t1, NULL, a, NULL));
  assert(!pthread_create(&t2, NULL, b, NULL));
  assert(!pthread_join(t1, NULL));
  assert(!pthread_join(t2, NULL));
}

/* --- recursive and error-checking mutexes ------------------------------- */

static pthread_mutex_t recursive, checked;
static int counter;

static void *lock_twice(void *unused) {
  assert(!pthread_mutex_lock(&recursive));
  assert(!pthread_mutex_lock(&recursive));
  assert(!pthread_mutex_trylock(&recursive));
  counter++;
  for (int i = 0; i < 3; i++)
    assert(!pthread_mutex_unlock(&recursive));
  return unused;
}

static void *lock_checked(void *unused) {
  assert(!pthread_mutex_lock(&checked));
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  assert(!pthread_mutex_unlock(&checked));
  assert(pthread_mutex_unlock(&checked) == EPERM);
  return unused;
}

static void mutexes(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &a);
  both(lock_twice, lock_twice);
  assert(counter == 2);
  both(lock_checked, lock_checked);
  assert(!pthread_mutex_destroy(&recursive));
  assert(!pthread_mutex_destroy(&checked));
}

/* --- condition variables ------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *put(void *unused) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *get(void *unused) {
  pthread_mutex_lock(&lock);
  while (!items)
    pthread_cond_wait(&changed, &lock);
  items--;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *get_in_time(void *unused) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_mutex_lock(&lock);
  int error = items ? 0 : pthread_cond_timedwait(&changed, &lock, &until);
  assert(!error || error == ETIMEDOUT);
  if (error) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= until.tv_sec);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void conditions(void) {
  both(put, get);
  assert(!items);
  both(put, get_in_time);
  assert(items == 1);
  assert(!pthread_cond_destroy(&changed));
}

/* --- read-write locks, spin locks --------------------------------------- */

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int left, right;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&rw);
  left++;
  right++;
  pthread_rwlock_unlock(&rw);
  return unused;
}

static void *reader(void *unused) {
  if (pthread_rwlock_tryrdlock(&rw))
    pthread_rwlock_rdlock(&rw);
  assert(left == right);
  pthread_rwlock_unlock(&rw);
  return unused;
}

static void *spinner(void *unused) {
  pthread_spin_lock(&spin);
  left++;
  pthread_spin_unlock(&spin);
  return unused;
}

static void rwlocks(void) {
  both(writer, reader);
  assert(left == 1);
  assert(!pthread_rwlock_destroy(&rw));
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  both(spinner, spinner);
  assert(left == 3);
  pthread_spin_destroy(&spin);
}

/* --- barriers, semaphores, once, keys, thread-local variables ----------- */

static pthread_barrier_t barrier;
static sem_t available;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static _Atomic int arrived, serial, initialised, destroyed;
static _Thread_local int own = 5;

static void *meet(void *unused) {
  arrived++;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial++;
  assert(arrived == 2);
  return unused;
}

static void *take(void *unused) {
  sem_wait(&available);
  return unused;
}

static void *give(void *unused) {
  sem_post(&available);
  return unused;
}

static void initialise(void) { initialised++; }
static void destroy(void *value) { destroyed += (int)(intptr_t)value; }

static void *use_own(void *unused) {
  pthread_once(&once, initialise);
  assert(initialised == 1);
  assert(own == 5);
  own++;
  assert(!pthread_getspecific(key));
  pthread_setspecific(key, (void *)(intptr_t)own);
  assert(pthread_getspecific(key) == (void *)(intptr_t)6);
  return unused;
}

static void others(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  both(meet, meet);
  assert(serial == 1);
  pthread_barrier_destroy(&barrier);
  sem_init(&available, 0, 0);
  both(take, give);
  int value;
  sem_getvalue(&available, &value);
  assert(!value);
  assert(sem_trywait(&available) == -1 && errno == EAGAIN);
  sem_destroy(&available);
  pthread_key_create(&key, destroy);
  both(use_own, use_own);
  assert(destroyed == 12 && own == 5);
}

/* --- C11 ---------------------------------------------------------------- */

static mtx_t mutex;
static cnd_t condition;
static int ready;

static int c11_waiter(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  return 7;
}

static void c11(void) {
  thrd_t t;
  int code;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(cnd_init(&condition) == thrd_success);
  assert(thrd_create(&t, c11_waiter, NULL) == thrd_success);
  mtx_lock(&mutex);
  ready = 1;
  cnd_broadcast(&condition);
  mtx_unlock(&mutex);
  assert(thrd_join(t, &code) == thrd_success && code == 7);
  mtx_destroy(&mutex);
  cnd_destroy(&condition);
}

/* --- cleanup handlers, pthread_exit, large atomics ---------------------- */

struct large {
  long part[4];
};

static _Atomic struct large large;
static int handled;

static void handle(void *value) {
  handled += (int)(intptr_t)value;
  pthread_mutex_unlock(&lock);
}

static void *leave(void *early) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(handle, (void *)5);
  struct large mine = large;
  mine.part[1]++;
  large = mine;
  if (early)
    pthread_exit((void *)9);
  pthread_cleanup_pop(1);
  return NULL;
}

static void cleanups(void) {
  pthread_t t1, t2;
  void *result;
  pthread_create(&t1, NULL, leave, (void *)1);
  pthread_create(&t2, NULL, leave, NULL);
  pthread_join(t1, &result);
  pthread_join(t2, NULL);
  struct large now = large;
  assert(result == (void *)9 && handled == 10 && now.part[1] == 2);
}

/* --- memory, time, chance ----------------------------------------------- */

static void alone(void) {
  char *a = malloc(10), *b = calloc(4, 4);
  assert(a && b && !b[15]);
  strcpy(a, "heddle");
  a = realloc(a, 100);
  assert(!strcmp(a, "heddle") && strlen(a) == 6);
  free(a);
  free(b);
  time_t before = time(NULL);
  sleep(10);
  assert(time(NULL) >= before + 10);
  int first = rand();
  assert(first >= 0);
  printf("%d\n", first);
}

int main(int argc, char **argv) {
  static void (*const checks[])(void) = {mutexes, conditions, rwlocks, others,
                                         c11,     cleanups,   alone};
  for (int i = 0; i < 7; i++)
    if (argc < 2 || atoi(argv[1]) == i)
      checks[i]();
  return 0;
}
