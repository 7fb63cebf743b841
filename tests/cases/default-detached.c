// must: who makes a thread while another sets that threads are detached may join it or not
// expect: violated misuse
#define _GNU_SOURCE
#include <pthread.h>
static void *nothing(void *unused) { return unused; }
static void *set(void *unused) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_setattr_default_np(&a);
  return unused;
}
int main(void) {
  pthread_attr_t mine;
  pthread_t a, b;
  pthread_attr_init(&mine);
  pthread_create(&a, &mine, set, NULL);
  pthread_create(&b, NULL, nothing, NULL);
  pthread_join(b, NULL);
  pthread_join(a, NULL);
  return 0;
}
