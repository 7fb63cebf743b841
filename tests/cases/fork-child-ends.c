// must: a child is a process of its own and ends with its run; the next run forks again
// only: optimal random
// expect: incomplete fork
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static int n;
static void *add(void *unused) {
  __atomic_add_fetch(&n, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t t;
  int status;
  pthread_create(&t, NULL, add, NULL);
  __atomic_add_fetch(&n, 1, __ATOMIC_SEQ_CST);
  pid_t child = fork();
  assert(child >= 0);
  if (!child)
    _exit(7);
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
  pthread_join(t, NULL);
  return 0;
}
