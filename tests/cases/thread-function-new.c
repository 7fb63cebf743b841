// expect: incomplete pthread_mutex_report
// beside: library.c
// A thread function that nobody models is not called: the run ends there.
#include "beside/library.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *arg) {
  if (pthread_mutex_report(&mutex))
    count++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
