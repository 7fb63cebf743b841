// expect: holds
// with: own-names.c
// Functions of the program that have names of the C library's are its own, in
// other files too: one that is modelled, one whose effects are known, one that
// is not modelled, one that must not be called; and one of a new name that
// looks as if it were about threads.
#include <assert.h>
#include <pthread.h>

int getline(int a);
int index(int a, int b);
int mount(int a);
int sem_unlink(int a);
int sem_down(int a);

static void *work(void *arg) {
  assert(getline(1) == 2);
  assert(index(3, 4) == 7);
  assert(mount(5) == 5);
  assert(sem_unlink(6) == 6);
  assert(sem_down(7) == 6);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
