// must: memory that was unmapped is used
// expect: violated use-after-free/race
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
static int *m;
static void *add(void *unused) {
  __atomic_fetch_add(m, 1, __ATOMIC_RELAXED);
  return unused;
}
int main(void) {
  pthread_t t;
  m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(m != MAP_FAILED && !m[0] && !m[2047] && !((long)m & 4095));
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  assert(!munmap(m, 8192));
  pthread_join(t, NULL);
  return 0;
}
