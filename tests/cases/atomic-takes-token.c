// must: a block that tries for a token, and gives it back behind its end, fails while somebody else has it
// expect: violated assertion
#include <heddle/rt.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *block(void *a) {
  heddle_atomic_begin();
  int got = !sem_trywait(&s);
  heddle_atomic_end();
  if (!got) heddle_fail("somebody has it");
  sem_post(&s);
  return a;
}
static void *plain(void *a) { sem_wait(&s); sem_post(&s); return a; }
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, block, 0);
  pthread_create(&u, 0, plain, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
