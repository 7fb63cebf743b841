// must: no failure; not a loop that does not end
// expect: holds
// expect: incomplete
// options: -n 300
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock, waits[2], shared;
static int id[2] = {0, 1};
static void *t(void *arg) {
  int me = *(int *)arg;
  for (int i = 0; i < 3; i++) {
    while (atomic_exchange(&lock, 1))
      waits[me] = 1;
    shared = 5;
    lock = 0;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, &id[0]);
  pthread_create(&b, 0, t, &id[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
