/* Two transfers lock the two accounts in opposite orders. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int from = 10, to;

static void move(pthread_mutex_t *a, pthread_mutex_t *b, int amount) {
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  from -= amount;
  to += amount;
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}

static void *there(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    move(&first, &second, 3);
  }
  return unused;
}

static void *back(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
#ifdef FIXED
    move(&first, &second, -3);
#else
    move(&second, &first, -3);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
