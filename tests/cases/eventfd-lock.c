// must: an eventfd as a semaphore keeps two threads apart
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int lock, inside, total;
static void *add(void *unused) {
  eventfd_t n;
  assert(!eventfd_read(lock, &n) && n == 1);
  assert(!inside++);
  total++;
  inside--;
  assert(!eventfd_write(lock, 1));
  return unused;
}
int main(void) {
  pthread_t t, u;
  lock = eventfd(1, EFD_SEMAPHORE);
  pthread_create(&t, NULL, add, NULL);
  pthread_create(&u, NULL, add, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(total == 2);
  return 0;
}
