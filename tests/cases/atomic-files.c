// What blocks do to the file of one name depends on each other, although it is
// no access to memory.
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int there;

static void *makes(void *u) {
  __VERIFIER_atomic_begin();
  FILE *f = fopen("/tmp/heddle-atomic-files", "w");
  fclose(f);
  __VERIFIER_atomic_end();
  return u;
}

static void *looks(void *u) {
  __VERIFIER_atomic_begin();
  there = !access("/tmp/heddle-atomic-files", F_OK);
  __VERIFIER_atomic_end();
  return u;
}

int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, looks, 0);
  pthread_create(&s, 0, makes, 0);
  pthread_join(t, 0);
  pthread_join(s, 0);
  assert(!there);
  return 0;
}
