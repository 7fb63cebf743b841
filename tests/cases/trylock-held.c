// expect: holds
// A mutex that somebody holds is not got by trying, and a semaphore counts who
// got it.
#include "short.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int x;
F(tries) {
  if (pthread_mutex_trylock(&m))
    return 0;
  x++;
  pthread_mutex_unlock(&m);
  sem_post(&s);
  return 0;
}
int main(void) {
  int posted;
  sem_init(&s, 0, 1);
  GO(a, tries);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  J(a);
  sem_getvalue(&s, &posted);
  assert(posted == x);
  return 0;
}
