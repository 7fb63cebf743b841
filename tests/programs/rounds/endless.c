/* Loops that do not end, by the name of the argument: the whole state comes
 * again, and everybody who can move does.  None of them only waits. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic int word, mine[3], busy;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static sem_t ping, pong;
struct node {
  _Atomic int state;
  struct node *next;
};
static struct node *ring;

/* After you, no, after you: each takes its flag back for the other. */
static void *polite(void *arg) {
  int me = arg != NULL;
  for (;;) {
    mine[me] = 1;
    if (!mine[!me])
      return arg;
    mine[me] = 0;
    mine[2] = me;
  }
}

/* One fork, then the other, or the first is put back; with a note. */
static void *philosopher(void *arg) {
  pthread_mutex_t *first = arg ? &b : &a, *second = arg ? &a : &b;
  for (;;) {
    pthread_mutex_lock(first);
    if (!pthread_mutex_trylock(second))
      break;
    mine[arg != NULL] = 1;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return arg;
}

static void *never(void *arg) {
  while (!word) {
    busy = 1;
    usleep(1000); /* the clock goes on, and nobody looks at it */
    busy = 0;
  }
  return arg;
}

/* A turn that is handed on and on. */
static void *hand_on(void *arg) {
  int me = arg != NULL;
  pthread_mutex_lock(&a);
  while (turn != 2) {
    while (turn != me)
      pthread_cond_wait(&turned, &a);
    turn = !me;
    pthread_cond_broadcast(&turned);
  }
  pthread_mutex_unlock(&a);
  return arg;
}

static void *play(void *arg) {
  while (!word) {
    sem_wait(arg ? &ping : &pong);
    sem_post(arg ? &pong : &ping);
  }
  return arg;
}

/* In the heap, deep in the stack, and with a variable of its own. */
static int walk(struct node *n, int depth) {
  static _Thread_local int seen;
  if (depth)
    return walk(n->next, depth - 1);
  seen = n->state;
  n->state = !seen;
  n->state = seen;
  return seen;
}

static void *around(void *arg) {
  while (!walk(ring, 5))
    ;
  return arg;
}

/* One of three cannot move at all. */
static void *asleep(void *arg) {
  pthread_mutex_lock(&b);
  pthread_cond_wait(&turned, &b);
  pthread_mutex_unlock(&b);
  return arg;
}

static void prepare(void) {
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  ring = calloc(2, sizeof *ring);
  ring[0].next = &ring[1];
  ring[1].next = &ring[0];
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void *(*one)(void *), *(*two)(void *);
  } cases[] = {{"polite", polite, polite},
               {"philosophers", philosopher, philosopher},
               {"never", never, never},
               {"hand-on", hand_on, hand_on},
               {"play", play, play},
               {"around", around, around},
               {"asleep", never, asleep}};
  pthread_t one, two;
  prepare();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (argc > 1 && !strcmp(argv[1], cases[i].name)) {
      pthread_create(&one, NULL, cases[i].one, NULL);
      pthread_create(&two, NULL, cases[i].two, &two);
      pthread_join(one, NULL);
      pthread_join(two, NULL);
    }
  free(ring);
  return 0;
}
