// must: a write that nobody can read any more ends the process by SIGPIPE, in some schedules
// expect: violated crash
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *leave(void *unused) {
  close(ends[0]);
  return unused;
}
int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, NULL, leave, NULL);
  write(ends[1], "x", 1);
  pthread_join(t, NULL);
  return 0;
}
