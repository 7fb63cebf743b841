// expect: holds
// The twin of object-rewritten.c: objects are written as memory where that is
// ordered with every use, before the threads are told, under a mutex around
// them, and after the last use.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
struct queue {
  int n;
  pthread_mutex_t m;
  pthread_cond_t c;
  sem_t s;
};
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static struct queue one, two;
static struct queue *told;
static void use(struct queue *q) {
  pthread_mutex_lock(&q->m);
  q->n++;
  pthread_cond_signal(&q->c);
  pthread_mutex_unlock(&q->m);
}
static void *A(void *u) {
  pthread_mutex_lock(&outer);
  use(&one);
  if (told)
    use(told);
  pthread_mutex_unlock(&outer);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  struct queue *q = malloc(sizeof *q);
  memset(q, 0, sizeof *q);
  *q = (struct queue){.m = PTHREAD_MUTEX_INITIALIZER,
                      .c = PTHREAD_COND_INITIALIZER};
  pthread_mutex_lock(&outer);
  told = q;
  memset(&one, 0, sizeof one);
  two = one;
  pthread_mutex_unlock(&outer);
  pthread_join(a, NULL);
  one = *q;
  free(q);
}
