// must: random numbers of the kernel's are the same in every run, and one sequence is tried
// expect: incomplete getrandom arc4random_buf
// never: two different runs
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/random.h>
#include <pthread.h>
static void *entropy(void *p) {
  unsigned char a[40] = {0}, b[300] = {0};
  int zeros = 0;
  assert(getrandom(a, sizeof a, 0) == sizeof a);
  assert(getrandom(a, 4, 99999) == -1 && errno == EINVAL);
  assert(!getentropy(b, 40) && memcmp(a, b, 40));
  assert(getentropy(b, 300) == -1 && errno == EIO);
  arc4random_buf(b, 100);
  for (int i = 0; i < 100; i++)
    zeros += !b[i];
  assert(zeros < 10 && arc4random() != arc4random());
  for (int i = 0; i < 20; i++)
    assert(arc4random_uniform(3) < 3);
  return p;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, entropy, 0);
  entropy(0);
  pthread_join(t, 0);
}
