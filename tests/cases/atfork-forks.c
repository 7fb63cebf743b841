// expect: incomplete fork
// The sibling of atfork.c: the fork comes, and what was given last is done
// first before it, and last after it.
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int order;

static void note(int digit) { order = order * 10 + digit; }
static void before1(void) { note(1); }
static void before2(void) { note(2); }
static void parent1(void) { note(3); }
static void parent2(void) { note(4); }
static void child1(void) { note(5); }
static void child2(void) { note(6); }

int main(void) {
  assert(!pthread_atfork(before1, parent1, child1));
  assert(!pthread_atfork(before2, parent2, child2));
  pid_t child = fork();
  if (!child)
    _exit(order != 2156);
  assert(child > 0);
  int status;
  assert(order == 2134 && waitpid(child, &status, 0) == child && !status);
  return 0;
}
