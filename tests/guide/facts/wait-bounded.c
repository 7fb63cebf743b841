/* expect: 0 no failure, every schedule covered */
/* A loop that counts its turns, with a bound: runs in which it would look a
 * third time do not count. */
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, stop;

static void *waiter(void *unused) {
  for (int looks = 0; !go && !stop; looks++)
    heddle_assume(looks < 2);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  go = 1;
  pthread_join(a, NULL);
  return 0;
}
