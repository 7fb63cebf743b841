// must: no failure, every schedule covered: a main without a result leaves no exit code behind
// expect: holds
#include <pthread.h>
#include <stdio.h>
static void *run(void *unused) { return unused; }
void main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  printf("%d\n", 12345);
}
