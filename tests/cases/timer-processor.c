// must: timers of the processor's time are named
// expect: incomplete timer_create
#include <pthread.h>
#include <signal.h>
#include <time.h>
static void *work(void *unused) { return unused; }
int main(void) {
  pthread_t t;
  timer_t id;
  pthread_create(&t, NULL, work, NULL);
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, NULL, &id))
    return 1;
  timer_delete(id);
  pthread_join(t, NULL);
  return 0;
}
