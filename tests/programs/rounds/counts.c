/* Loops that end, after more turns than the bound on steps allows, by the name
 * of the argument: what counts them stands somewhere.  And loops that end if
 * only the other thread is let go. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 100000 };

static _Atomic int flag, stop, lock, waits[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int global;
static _Thread_local int own;
static pthread_key_t key;
static char **arguments;

/* A step that others can see, and that leaves nothing behind. */
static void step(void) {
  flag = 1;
  flag = 0;
}

static void *in_register(void *arg) {
  for (int i = 0; i < MANY; i++) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *in_global(void *arg) {
  while (global < MANY) {
    pthread_mutex_lock(&m);
    global++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *in_heap(void *arg) {
  long *n = calloc(1, sizeof *n);
  while (++*n < MANY)
    step();
  free(n);
  return arg;
}

static void *in_own(void *arg) {
  while (++own < MANY)
    step();
  return arg;
}

static void *in_key(void *arg) {
  while ((long)pthread_getspecific(key) < MANY) {
    pthread_setspecific(key, (char *)pthread_getspecific(key) + 1);
    step();
  }
  return arg;
}

static void *in_errno(void *arg) {
  for (errno = 0; errno < MANY; errno++)
    step();
  return arg;
}

static void *in_argument(void *arg) {
  unsigned char *s = (unsigned char *)arguments[1];
  for (; s[1] != 1; s[1] += ++s[0] == 0)
    for (int i = 0; i < 64; i++)
      step();
  return arg;
}

static void *in_lock(void *arg) {
  int locked = 0;
  while (!stop) {
    pthread_mutex_lock(&again);
    step();
    if (++locked == MANY)
      break;
  }
  return arg;
}

static void *in_stack(void *arg) {
  char bits[3] = {0}; /* a number to its base */
  while (bits[2] < 100) {
    for (int i = 0; i < 3 && ++bits[i] == 100 && i < 2; i++)
      bits[i] = 0;
    step();
  }
  return arg;
}

static void *in_memory(void *arg) {
  for (void *old = malloc(8), *next; old; old = next) {
    step();
    next = malloc(8); /* nothing is used twice, so this ends */
    free(old);
    if ((size_t)next % 65536 == 0)
      break;
  }
  return arg;
}

static void *by_clock(void *arg) {
  struct timespec t, end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  do {
    step();
    usleep(1);
    clock_gettime(CLOCK_MONOTONIC, &t);
  } while (t.tv_sec < end.tv_sec + 1000000000);
  return arg;
}

static void *by_chance(void *arg) {
  while (rand() % 1000000)
    step();
  return arg;
}

static void *by_file(void *arg) {
  char c;
  int file = open("/proc/self/exe", O_RDONLY);
  while (read(file, &c, 1) == 1)
    step();
  close(file);
  return arg;
}

static void *by_stream(void *arg) {
  FILE *f = fopen("/proc/self/exe", "r");
  char line[2];
  while (f && fread(line, 1, 1, f) == 1)
    step();
  if (f)
    fclose(f);
  return arg;
}

static void *until_stopped(void *arg) {
  while (!stop)
    step();
  return arg;
}
static void *stopper(void *arg) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
  stop = 1;
  return arg;
}

static void *takes(void *arg) {
  int me = arg != NULL;
  for (int i = 0; i < 3; i++) {
    while (atomic_exchange(&lock, 1))
      waits[me] = 1;
    flag = 5;
    lock = 0;
  }
  return arg;
}

/* The other one goes on at every third look only. */
static void *slowly(void *arg) {
  for (int i = 0; i < 9; i++)
    if (waits[0] == i % 3)
      waits[0] = (i + 1) % 3;
  stop = 1;
  return arg;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void *(*one)(void *), *(*two)(void *);
  } cases[] = {{"register", in_register, in_register},
               {"global", in_global, in_global},
               {"heap", in_heap, in_heap},
               {"own", in_own, in_own},
               {"key", in_key, in_key},
               {"errno", in_errno, in_errno},
               {"argument", in_argument, in_own},
               {"lock", in_lock, in_own},
               {"stack", in_stack, in_stack},
               {"memory", in_memory, in_memory},
               {"clock", by_clock, by_clock},
               {"chance", by_chance, by_chance},
               {"file", by_file, by_file},
               {"stream", by_stream, by_stream},
               {"stopped", until_stopped, stopper},
               {"takes", takes, takes},
               {"slowly", until_stopped, slowly}};
  pthread_t one, two;
  arguments = argv;
  pthread_key_create(&key, NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (argc > 1 && !strcmp(argv[1], cases[i].name)) {
      pthread_create(&one, NULL, cases[i].one, NULL);
      pthread_create(&two, NULL, cases[i].two, &two);
      pthread_join(one, NULL);
      pthread_join(two, NULL);
    }
  return 0;
}
