/* A program that does other things as well while the bug is waiting to happen:
 * three workers serve requests under a lock, keep books of their own, and
 * look at a flag now and then.  Linked with a program of programs/bugs whose
 * main is called bug_main (bench/minimise). */
#undef main
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 25
#endif
enum { WORKERS = 3 };

int bug_main(void);

static pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER;
static int served, books[WORKERS];
static _Atomic int closing, looked;

static void *serve(void *who) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&desk);
    served++;
    books[(long)who] += served;
    pthread_mutex_unlock(&desk);
    if (i % 5 == 4 && !closing)
      looked++;
  }
  return NULL;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, serve, (void *)i);
  int result = bug_main();
  closing = 1;
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  return result;
}
