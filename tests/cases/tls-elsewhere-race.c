// expect: holds
// with: tls-elsewhere.c
// The sibling of tls-elsewhere.c: a release by way of a thread-local variable
// that another file has given away orders what came before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Thread_local atomic_int inside;
extern _Atomic(atomic_int *) flag_of[2];
void enrol(int self);
static int data;

static void *thread(void *unused) {
  if (atomic_load_explicit(flag_of[0], memory_order_acquire))
    assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  enrol(0);
  pthread_create(&t, NULL, thread, NULL);
  data = 1;
  atomic_store_explicit(&inside, 1, memory_order_release);
  pthread_join(t, NULL);
  return 0;
}
