/* Slots that are free or used.  Taking one and giving it back are two writes
 * each, under a lock; who takes one says that it is busy meanwhile, who gives
 * one back does not, and whoever looks without the lock is misled.
 *
 *     heddle test --always 'free_slots + used == SLOTS || busy' programs/slots.c
 */
#include <pthread.h>

enum { SLOTS = 3 };
static int free_slots = SLOTS, used, busy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  busy = 1;
  free_slots--;
  used++;
  busy = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *give(void *unused) {
  pthread_mutex_lock(&lock);
  used--;
  free_slots++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, give, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
