/* Lines that are run end in "run", those that never are in "never"; nothing
 * else is checked.  Ways of branches: of the first "if" both, of the second
 * one. */
#include <pthread.h>
#include <stdlib.h>

static int turn, got[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int classify(int n) {
  if (n > 1)          /* run */
    return 7;         /* run */
  if (n < -100) {     /* run */
    turn = 5;         /* never */
    return 9;         /* never */
  }
  switch (n) {        /* run */
  case 0:
    return rand();    /* run */
  case 1:
    return 2;         /* run */
  default:
    return -turn;     /* never */
  }
}

static void *worker(void *arg) {
  int *mine = arg;
  pthread_mutex_lock(&m);    /* run */
  *mine = classify(turn++);  /* run */
  pthread_mutex_unlock(&m);  /* run */
  return 0;                  /* run */
}

int main(void) {
  pthread_t t;
  classify(3);                                /* run */
  pthread_create(&t, 0, worker, &got[0]);     /* run */
  worker(&got[1]);                            /* run */
  pthread_join(t, 0);                         /* run */
  if (got[0] == got[1])                       /* run */
    abort();                                  /* never */
  return 0;                                   /* run */
}
