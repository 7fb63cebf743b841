/* Loops that poll, one for each argument, and whether somebody can tell that
 * they did: vain.c says what must be found.  Beside each that fails
 * stands one that is right.  BLIND: no case reads a clock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t token, gate;
static int done;              /* under the lock of the case */
static atomic_int go, ready, word, flags[2];
static atomic_uint next, serving;
static int skipped, count, seen;

static void *set_ready(void *unused) {
  ready = 1;
  return unused;
}

static void *nothing(void *unused) { return unused; }

static void was_not_skipped(void) { assert(!skipped); }

/* --- a lock that the turn holds ------------------------------------------ */

static void *poll_mutex(void *unused) {
  for (int d = 0; !d;) {
    pthread_mutex_lock(&m);
    d = done;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *poll_by_trylock(void *unused) {
  for (int d = 0; !d;)
    if (!pthread_mutex_trylock(&m)) {
      d = done;
      pthread_mutex_unlock(&m);
    }
  return unused;
}

static void *poll_waiting_inside(void *unused) {
  for (int d = 0; !d;) {
    pthread_mutex_lock(&m);
    while (!go)
      ;
    d = done;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void finish_mutex(void) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
}

static void *lock_only(void *unused) {
  finish_mutex();
  return unused;
}

static void try_mutex(int bit) {
  if (pthread_mutex_trylock(&m))
    skipped |= bit;
  else
    pthread_mutex_unlock(&m);
}

static void *try_once(void *unused) {
  try_mutex(1);
  finish_mutex();
  return unused;
}

static void *try_thrice(void *unused) {
  for (int bit = 1; bit < 8; bit *= 2)
    try_mutex(bit);
  finish_mutex();
  return unused;
}

static void was_not_skipped_1_and_3(void) { assert(skipped != 5); }

static void *try_timed(void *unused) {
  struct timespec until = {1, 0};
  if (pthread_mutex_timedlock(&m, &until))
    skipped = 1;
  else
    pthread_mutex_unlock(&m);
  finish_mutex();
  return unused;
}

static void *go_then_try(void *unused) {
  go = 1;
  return try_once(unused);
}

static void *try_then_go(void *unused) {
  if (!pthread_mutex_trylock(&m))
    pthread_mutex_unlock(&m);
  go = 1;
  finish_mutex();
  return unused;
}

static void *poll_read(void *unused) {
  for (int d = 0; !d;) {
    pthread_rwlock_rdlock(&rw);
    d = done;
    pthread_rwlock_unlock(&rw);
  }
  return unused;
}

static void *poll_write(void *unused) {
  for (int d = 0; !d;) {
    pthread_rwlock_wrlock(&rw);
    d = done;
    pthread_rwlock_unlock(&rw);
  }
  return unused;
}

static void *finish_rw(void *unused) {
  pthread_rwlock_wrlock(&rw);
  done = 1;
  pthread_rwlock_unlock(&rw);
  return unused;
}

static void *try_write(void *unused) {
  if (pthread_rwlock_trywrlock(&rw))
    skipped = 1;
  else
    pthread_rwlock_unlock(&rw);
  return finish_rw(unused);
}

static void *try_read(void *unused) {
  if (pthread_rwlock_tryrdlock(&rw))
    skipped = 1;
  else
    pthread_rwlock_unlock(&rw);
  return finish_rw(unused);
}

static void *poll_spin(void *unused) {
  for (int d = 0; !d;) {
    pthread_spin_lock(&spin);
    d = done;
    pthread_spin_unlock(&spin);
  }
  return unused;
}

static void *try_spin(void *unused) {
  if (pthread_spin_trylock(&spin))
    skipped = 1;
  else
    pthread_spin_unlock(&spin);
  pthread_spin_lock(&spin);
  done = 1;
  pthread_spin_unlock(&spin);
  return unused;
}

static void *poll_token(void *unused) {
  for (int d = 0; !d;) {
    sem_wait(&token);
    d = done;
    sem_post(&token);
  }
  return unused;
}

static void *finish_token(void *unused) {
  sem_wait(&token);
  done = 1;
  sem_post(&token);
  return unused;
}

static void *try_token(void *unused) {
  if (sem_trywait(&token))
    skipped = 1;
  else
    sem_post(&token);
  return finish_token(unused);
}

static void *count_tokens(void *unused) {
  int value;
  sem_getvalue(&token, &value);
  skipped = value == 0;
  return finish_token(unused);
}

/* --- the thread itself --------------------------------------------------- */

static void *spin_on_gate(void *unused) {
  errno = 0;
  while (sem_trywait(&gate))
    ;
  seen = errno;
  return unused;
}

static void *open_gate(void *unused) {
  sem_post(&gate);
  return unused;
}

static void errno_is_clear(void) { assert(seen == 0); }
static void errno_is_known(void) { assert(seen == 0 || seen == EAGAIN); }

static void *alternate(void *unused) {
  int i = 0;
  while (!flags[i])
    i = !i;
  seen = i;
  return unused;
}

static void *set_second(void *unused) {
  flags[1] = 1;
  return unused;
}

static void saw_first(void) { assert(seen == 0); }

static void *nap(void *unused) {
  while (!ready)
    sleep(10);
  return unused;
}

#ifndef BLIND
static void *nap_measured(void *unused) {
  time_t begin = time(NULL);
  nap(unused);
  seen = (int)(time(NULL) - begin);
  return unused;
}
#else
#define nap_measured nap
#endif

static void was_quick(void) { assert(seen < 5); }
static void was_not_10(void) { assert(seen < 10 || seen > 19); }
static void was_below_3000(void) { assert(seen < 3000); }
static void was_not_back(void) { assert(seen >= 0); }

/* --- locks made of loops ------------------------------------------------- */

static void *exchange(void *unused) {
  while (atomic_exchange(&word, 1))
    ;
  count++;
  word = 0;
  return unused;
}

static void *exchange_and_sleep(void *unused) {
  while (atomic_exchange(&word, 1))
    usleep(10);
  count++;
  word = 0;
  return unused;
}

static void *compare_and_swap(void *unused) {
  int free;
  do
    free = 0;
  while (!atomic_compare_exchange_strong(&word, &free, 1));
  count++;
  word = 0;
  return unused;
}

static void *ticket(void *unused) {
  unsigned mine = next++, now;
  while ((now = serving) != mine)
    usleep((mine - now) * 100);
  count++;
  serving++;
  return unused;
}

static void *spin_then_block(void *unused) {
  int i = 0;
  while (i < 3 && pthread_mutex_trylock(&m))
    i++;
  if (i == 3)
    pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

/* Each turn writes to a local that others could see, the same each time. */
static void *write_same(void *unused) {
  int value, *_Atomic shown = &value;
  do
    *&value = ready;
  while (!value);
  (void)shown;
  return unused;
}

static void both_counted(void) { assert(count == 2); }

static const struct {
  const char *name;
  void *(*a)(void *), *(*b)(void *);
  void (*after)(void);
} cases[] = {
    {"mutex-try", poll_mutex, try_once, was_not_skipped},
    {"mutex-lock", poll_mutex, lock_only, was_not_skipped},
    {"mutex-thrice", poll_mutex, try_thrice, was_not_skipped_1_and_3},
    {"mutex-timed", poll_mutex, try_timed, was_not_skipped},
    {"trylock-try", poll_by_trylock, try_once, was_not_skipped},
    {"trylock-lock", poll_by_trylock, lock_only, was_not_skipped},
    {"inside-try", poll_waiting_inside, go_then_try, was_not_skipped},
    {"inside-go", poll_waiting_inside, try_then_go, was_not_skipped},
    {"read-trywrite", poll_read, try_write, was_not_skipped},
    {"read-tryread", poll_read, try_read, was_not_skipped},
    {"write-tryread", poll_write, try_read, was_not_skipped},
    {"write-write", poll_write, finish_rw, was_not_skipped},
    {"spin-try", poll_spin, try_spin, was_not_skipped},
    {"token-try", poll_token, try_token, was_not_skipped},
    {"token-value", poll_token, count_tokens, was_not_skipped},
    {"token-wait", poll_token, finish_token, was_not_skipped},
    {"errno", spin_on_gate, open_gate, errno_is_clear},
    {"errno-known", spin_on_gate, open_gate, errno_is_known},
    {"alternate", alternate, set_second, saw_first},
    {"nap", nap_measured, set_ready, was_quick},
    {"nap-10", nap_measured, set_ready, was_not_10},
    {"nap-long", nap_measured, set_ready, was_below_3000},
    {"nap-right", nap_measured, set_ready, was_not_back},
    {"nap-set", nap_measured, nothing, was_quick},
    {"exchange", exchange, exchange, both_counted},
    {"exchange-sleep", exchange_and_sleep, exchange_and_sleep, both_counted},
    {"swap", compare_and_swap, compare_and_swap, both_counted},
    {"ticket", ticket, ticket, both_counted},
    {"block", spin_then_block, spin_then_block, both_counted},
    {"same", write_same, set_ready, was_not_skipped},
};

int main(int argc, char **argv) {
  pthread_t a, b;
  pthread_spin_init(&spin, 0);
  sem_init(&token, 0, 1);
  sem_init(&gate, 0, 0);
  ready = argc > 1 && !strcmp(argv[1], "nap-set");
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(argv[1], cases[i].name)) {
      pthread_create(&a, NULL, cases[i].a, NULL);
      pthread_create(&b, NULL, cases[i].b, NULL);
      pthread_join(a, NULL);
      pthread_join(b, NULL);
      cases[i].after();
      return 0;
    }
  abort(); /* no such case */
}
