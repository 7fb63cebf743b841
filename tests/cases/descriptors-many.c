// must: more descriptors than there is room for, one after the other: what comes then is found
// expect: violated assertion
// never: two different runs
// only: optimal random
// options: --steps 200000 -n 3
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void *wait_for(void *end) {
  char c;
  read(*(int *)end, &c, 1);
  return end;
}
int main(void) {
  int stop[2], ends[2];
  pthread_t t;
  char c = 0;
  pipe(stop);
  pthread_create(&t, NULL, wait_for, &stop[0]);
  for (int i = 0; i < 8500; i++) {
    assert(!pipe(ends));
    write(ends[1], "x", 1);
    read(ends[0], &c, 1);
    close(ends[0]);
    close(ends[1]);
  }
  write(stop[1], &c, 1);
  pthread_join(t, NULL);
  assert(c != 'x');
  return 0;
}
