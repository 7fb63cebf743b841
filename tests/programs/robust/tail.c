/* One of two orders makes a run that is longer than the usual bound; with
 * -1 no run comes to its end, whatever the bound. */
#include <pthread.h>

enum { TURNS = 20000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag, cells[4];
static unsigned long count;

static void *raise_flag(void *unused) {
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *serve(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t t;
  pthread_create(&t, NULL, argc > 1 ? serve : raise_flag, NULL);
  pthread_mutex_lock(&lock);
  int seen = flag;
  pthread_mutex_unlock(&lock);
  if (!seen)
    for (int i = 0; i < TURNS; i++)
      cells[i & 3]++;
  pthread_join(t, NULL);
  return 0;
}
