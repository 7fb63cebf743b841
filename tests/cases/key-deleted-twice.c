// expect: violated assertion
// Two threads delete a key, and only one of them succeeds: which one is known to
// both, though neither reads anything.
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static void *A(void *u) { return (void *)(long)pthread_key_delete(key); }
static void *B(void *u) {
  pthread_key_delete(key);
  return u;
}
int main(void) {
  pthread_t a, b;
  void *failed;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, A, NULL);
  pthread_create(&b, NULL, B, NULL);
  pthread_join(a, &failed);
  assert(!failed);
  pthread_join(b, NULL);
}
