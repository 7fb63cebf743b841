// expect: violated race
// options: --all
// Each kind of object is erased by memset while another thread may use it; a
// part of it is enough.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
static struct {
  pthread_rwlock_t r;
  pthread_spinlock_t l;
  sem_t s;
  pthread_once_t o;
} all;
static void nothing(void) {}
static void *A(void *u) {
  pthread_rwlock_rdlock(&all.r);
  pthread_rwlock_unlock(&all.r);
  return u;
}
static void *B(void *u) {
  sem_trywait(&all.s);
  return u;
}
static void *C(void *u) {
  pthread_once(&all.o, nothing);
  return u;
}
int main(void) {
  pthread_t a, b, c;
  sem_init(&all.s, 0, 1);
  pthread_create(&a, NULL, A, NULL);
  pthread_create(&b, NULL, B, NULL);
  pthread_create(&c, NULL, C, NULL);
  memset((char *)&all.r + 8, 0, 4);
  pthread_join(a, NULL);
  memset(&all.s, 0, sizeof all.s);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
