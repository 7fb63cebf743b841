// must: what was popped and is in use is never popped again; but top has the value again that it had,
// with another below it (ABA), so it is
// expect: violated assertion
// options: --no-races
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int top = 1;
static int below[4] = {0, 2, 3, 0}, used[4];

static int pop(void) {
  int seen = top, next;
  do
    next = seen ? atomic_load((_Atomic int *)&below[seen]) : 0;
  while (seen && !atomic_compare_exchange_strong(&top, &seen, next));
  return seen;
}

static void push(int node) {
  int seen = top;
  do
    atomic_store((_Atomic int *)&below[node], seen);
  while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static void *other(void *unused) {
  int first = pop();
  used[pop()] = 1; /* and keeps it */
  push(first);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pop();
  int second = pop();
  pthread_join(t, NULL);
  assert(!second || !used[second]);
}
