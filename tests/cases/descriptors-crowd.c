// must: three thousand pipes open at a time are as good as three
// expect: holds
// never: two different runs
// options: --steps 100000
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
enum { MANY = 3000 };
static int ends[MANY][2];
static void *answer(void *unused) {
  char c;
  read(ends[MANY - 1][0], &c, 1);
  write(ends[0][1], &c, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c = 'x', back;
  for (int i = 0; i < MANY; i++)
    assert(!pipe(ends[i]));
  pthread_create(&t, NULL, answer, NULL);
  write(ends[MANY - 1][1], &c, 1);
  read(ends[0][0], &back, 1);
  assert(back == 'x');
  pthread_join(t, NULL);
  return 0;
}
