// must: a race in memory of mmap
// expect: violated race/assertion
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
static int *m;
static void *add(void *unused) {
  ++*m;
  return unused;
}
int main(void) {
  pthread_t t;
  m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(m != MAP_FAILED && !m[0] && !m[2047] && !((long)m & 4095));
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(m[0] == 2);
  assert(!munmap(m, 8192));
  return 0;
}
