/* A ticket lock with too few tickets: the numbers start again while an old one
 * is still being served, and two threads have the same number.  (One bit
 * for three threads here; eight bits for 256 elsewhere.)
 *
 * Literature: Reed and Kanodia 1979; Mellor-Crummey and Scott 1991 (tickets
 * must outnumber the threads).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

#ifdef FIXED
enum { TICKETS = 4 };
#else
enum { TICKETS = 2 };
#endif
static _Atomic unsigned next_ticket, serving;
static _Atomic int inside;

static void *customer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    unsigned mine = next_ticket++ % TICKETS;
    while (serving != mine)
      ;
    int before = inside++;
    assert(before == 0);
    inside--;
    serving = (mine + 1) % TICKETS;
  }
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, customer, NULL);
  pthread_create(&b, NULL, customer, NULL);
  pthread_create(&c, NULL, customer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
