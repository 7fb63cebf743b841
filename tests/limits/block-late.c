/* Only in some schedules, and after steps.
 * names: main is blocked in read\(\) at line 20: not modelled */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/inotify.h>
#include <unistd.h>

static atomic_int x, y;

static void *worker(void *unused) {
  x = 1;
  y = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  char c;
  pthread_create(&t, NULL, worker, NULL);
  return x && !y && read(inotify_init(), &c, 1);
}
