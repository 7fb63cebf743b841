// must: the same with a count beside what is on top: a pop that was overtaken does not succeed
// expect: holds
// options: --no-races
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int top = 1; /* and how often it was changed, from 16 on */
static int below[4] = {0, 2, 3, 0}, used[4];

static int pop(void) {
  int seen = top, next;
  do
    next = seen & 15 ? atomic_load((_Atomic int *)&below[seen & 15]) : 0;
  while (seen & 15 &&
         !atomic_compare_exchange_strong(&top, &seen, (seen & ~15) + 16 + next));
  return seen & 15;
}

static void push(int node) {
  int seen = top;
  do
    atomic_store((_Atomic int *)&below[node], seen & 15);
  while (!atomic_compare_exchange_strong(&top, &seen, (seen & ~15) + 16 + node));
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
