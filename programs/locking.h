/* One lock, THREADS threads with two critical sections each; with FEW the
 * fifth thread has only one. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int s1, s2, s3;

static void look(_Atomic int *variable) {
  int seen = *variable;
  (void)seen;
}

/* three writes and a read */
static void three(_Atomic int *a, _Atomic int *b, _Atomic int *read) {
  pthread_mutex_lock(&lock);
  *a = 1;
  *b = 4;
  s3 = 5;
  look(read);
  pthread_mutex_unlock(&lock);
}

/* one write and a read, or two */
static void one(int value, _Atomic int *read, _Atomic int *also) {
  pthread_mutex_lock(&lock);
  s1 = value;
  look(read);
  if (also)
    look(also);
  pthread_mutex_unlock(&lock);
}

static void *thread1(void *unused) {
  three(&s1, &s2, &s1);
  one(2, &s3, NULL);
  return unused;
}
static void *thread2(void *unused) {
  one(2, &s3, NULL);
  three(&s1, &s2, &s1);
  return unused;
}
static void *thread3(void *unused) {
  one(3, &s2, NULL);
  three(&s1, &s2, &s1);
  return unused;
}
static void *thread4(void *unused) {
  three(&s2, &s1, &s2);
  one(2, &s1, NULL);
  return unused;
}
static void *thread5(void *unused) {
  three(&s1, &s2, &s2);
#ifndef FEW
  three(&s1, &s2, &s1);
#endif
  return unused;
}
static void *thread6(void *unused) {
  one(3, &s2, &s3);
  three(&s1, &s2, &s1);
  return unused;
}

int main(void) {
  static void *(*const bodies[])(void *) = {thread1, thread2, thread3,
                                            thread4, thread5, thread6};
  pthread_t threads[THREADS];
  for (int k = 0; k < THREADS; k++)
    pthread_create(&threads[k], NULL, bodies[k], NULL);
  for (int k = 0; k < THREADS; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
