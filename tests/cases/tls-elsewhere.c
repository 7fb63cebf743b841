// expect: violated assertion
// with: tls-elsewhere.c
// A thread-local variable whose address another file gives away: what this
// file writes to it is seen by others, so each write is a step.  Who
// looks first and enters then is not alone in some schedule; who entered first
// is in others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Thread_local atomic_int inside;
extern _Atomic(atomic_int *) flag_of[2];
void enrol(int self);
static atomic_int guests;
static pthread_barrier_t end; /* a variable lasts as long as its thread */

static void visit(int other) {
  atomic_int *flag = flag_of[other];
  if (flag && !*flag) {
    inside = 1;
    guests++;
  }
  pthread_barrier_wait(&end);
}

static void *thread(void *unused) {
  enrol(1);
  visit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&end, NULL, 2);
  enrol(0);
  pthread_create(&t, NULL, thread, NULL);
  visit(1);
  pthread_join(t, NULL);
  assert(guests < 2);
  return 0;
}
