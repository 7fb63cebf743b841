// A compare-and-swap of 16 bytes is one step, also where the machine is not
// known to have one.
// expect: holds
#include <assert.h>
#include <pthread.h>

static unsigned __int128 pair;

static void *thread(void *unused) {
  unsigned __int128 old = __atomic_load_n(&pair, __ATOMIC_SEQ_CST), new;
  do
    new = ((old >> 64) + 1) << 64 | (unsigned long)(old + 1);
  while (!__atomic_compare_exchange_n(&pair, &old, new, 0, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert((unsigned long)pair == 2 && (unsigned long)(pair >> 64) == 2);
  assert(!__sync_bool_compare_and_swap(&pair, 0, 1));
  return 0;
}
