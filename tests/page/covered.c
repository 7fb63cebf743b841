/* A queue that is never full: what the comments say must stand on the page of
 * its coverage.  <b>Nothing here is markup.</b> */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int head, tail;
static int slot[2];

static void put(int v) {
  if (head - tail == 2)     /* false */
    return;                 /* never */
  slot[head % 2] = v;       /* first */
  head++;                   /* run */
}

static int get(void) {
  if (head == tail)         /* run */
    return -1;              /* run */
  int v = slot[tail % 2];   /* second */
  tail++;                   /* run */
  return v;                 /* run */
}

static void *producer(void *unused) {
  put(1);                   /* run */
  put(2);                   /* run */
  return unused;            /* run */
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int a = get(), b = get(); /* run */
  pthread_join(t, NULL);    /* run */
  if (a == 2 && b == 1)     /* false */
    return 1;               /* never */
  return 0;                 /* run */
}
