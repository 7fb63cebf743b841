// expect: violated misuse
// Main cancels C, which B may have joined by then: its handle is
// nobody's any more.
#include <pthread.h>
#include <semaphore.h>
static pthread_t c;
static sem_t done;
static void *C(void *u) { return u; }
static void *B(void *u) {
  pthread_join(c, NULL);
  return u;
}
int main(void) {
  pthread_t b;
  sem_init(&done, 0, 0);
  pthread_create(&c, NULL, C, NULL);
  pthread_create(&b, NULL, B, NULL);
  pthread_cancel(c);
  sem_post(&done);
  pthread_join(b, NULL);
}
