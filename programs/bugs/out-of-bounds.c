/* Two threads take the next free place of a table with room for one more. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

enum { ROOM = 1 };

static atomic_int *table;
static _Atomic int used;

static void *add(void *unused) {
  other_work();
#ifdef FIXED
  int place = atomic_fetch_add(&used, 1);
  if (place < ROOM)
    table[place] = 1;
#else
  if (used < ROOM)
    table[atomic_fetch_add(&used, 1)] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  table = calloc(ROOM, sizeof *table);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(table);
  return 0;
}
