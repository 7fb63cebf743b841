// Who reads is after who wrote what was read, not after who wrote something
// behind it; and so the other way round, so that no order of the two pipes
// hides it.
// expect: violated race
#include <pthread.h>
#include <unistd.h>

static int one[2], two[2], shared;

static void *first(void *unused) {
  char c;
  read(one[0], &c, 1); /* what main wrote */
  shared = 1;
  write(two[1], &c, 1);
  return unused;
}

static void *second(void *unused) {
  char c;
  read(two[0], &c, 1); /* what main wrote */
  shared = 2;
  write(one[1], &c, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pipe(one);
  pipe(two);
  write(one[1], "", 1);
  write(two[1], "", 1);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
