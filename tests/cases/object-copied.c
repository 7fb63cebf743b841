// expect: violated race
// A struct with a mutex in it is passed by value while another thread holds
// that mutex: the copy reads what taking it has written.
#include <pthread.h>
struct account {
  int id;
  pthread_mutex_t m;
  int sum;
};
static struct account x = {.m = PTHREAD_MUTEX_INITIALIZER};
static int id_of(struct account a) { return a.id; }
static void *A(void *u) {
  pthread_mutex_lock(&x.m);
  pthread_mutex_unlock(&x.m);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  int id = id_of(x);
  pthread_join(a, NULL);
  return id;
}
