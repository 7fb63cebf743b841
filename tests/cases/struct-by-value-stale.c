// expect: holds
// The copy that a call passes by value may lie where a local of a function
// that has returned was marked: writing the copy is no use of that local.
#include <assert.h>
#include <pthread.h>

struct five {
  long a, b, c, d, e;
};

static struct five shared = {1, 2, 3, 4, 5};
static struct five *known[2];

static long sum(struct five s) { return s.a + s.e; }

static void fill(long *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = i;
}

static long marks(void) {
  long room[100];
  fill(room, 100);
  return room[7];
}

static long passes(int i) {
  struct five s = shared;
  known[i] = &s;
  return sum(s);
}

static void *run(void *p) {
  assert(marks() == 7);
  assert(passes(p != 0) == 6);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, &shared);
  run(0);
  pthread_join(t, 0);
  return 0;
}
