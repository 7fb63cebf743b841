// expect: violated crash
// A handler of SA_RESETHAND is there for one signal; the second ends the process.
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void count(int number) { got += number; }

static void *run(void *unused) {
  raise(SIGUSR1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = count,
                             .sa_flags = (int)SA_RESETHAND};
  pthread_t t;
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  run(NULL);
  return 0;
}
