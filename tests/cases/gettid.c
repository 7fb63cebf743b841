// expect: holds
// Threads have numbers of their own, and main that of the process, by name and
// by the call's number.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int number[2];

static void *thread(void *mine) {
  *(int *)mine = gettid();
  assert(*(int *)mine == syscall(SYS_gettid));
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, thread, &number[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(gettid() == getpid() && syscall(SYS_getpid) == getpid());
  assert(number[0] != number[1] && number[0] != getpid());
  return 0;
}
