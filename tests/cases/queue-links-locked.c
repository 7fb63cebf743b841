// expect: holds
// The same under a lock, and taken out again.
#include <assert.h>
#include <pthread.h>
#include <search.h>

struct element {
  struct element *next, *back;
};

static struct element head, a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  insque(&a, &head);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  insque(&head, 0);
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  insque(&b, &head);
  assert(head.next == &b && b.back == &head);
  remque(&b);
  assert(head.next != &b);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(head.next == &a && a.back == &head && !a.next);
}
