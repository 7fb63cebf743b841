// must: no failure, every schedule covered: barriers of the compiler, pauses, fences and registers are no accesses
// expect: holds
#include <pthread.h>
static int x; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static inline unsigned swap(unsigned v) { __asm__("bswap %0" : "+r"(v)); return v; }
static void *w(void *u) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
  pthread_mutex_lock(&m); x += swap(1) == 0x1000000; pthread_mutex_unlock(&m);
  return u;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0); pthread_join(a, 0); pthread_join(b, 0);
 unsigned lo, hi; __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi)); return x != 2; }
