// expect: violated race
// insque links an element into a list that others know; so two are lost.
#include <pthread.h>
#include <search.h>

struct element {
  struct element *next, *back;
};

static struct element head, a, b;

static void *other(void *arg) {
  insque(&a, &head);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  insque(&b, &head);
  pthread_join(t, 0);
}
