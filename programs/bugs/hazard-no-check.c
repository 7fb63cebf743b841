/* A hazard pointer that is set and not checked: between reading the pointer and
 * announcing it the object was retired, and nobody saw the announcement.
 *
 * Literature: Michael 2004 (read again after announcing).
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct object {
  _Atomic int value;
};

static struct object *_Atomic shared;
static struct object *_Atomic hazard;

static void *reader(void *unused) {
  other_work();
  struct object *mine = shared;
  hazard = mine;
#ifdef FIXED
  if (shared != mine)
    mine = NULL;
#endif
  if (mine)
    mine->value++;
  hazard = NULL;
  return unused;
}

int main(void) {
  pthread_t a;
  struct object *old = calloc(1, sizeof *old);
  shared = old;
  pthread_create(&a, NULL, reader, NULL);
  other_work();
  shared = NULL;
  int unseen = hazard != old;
  if (unseen)
    free(old);
  pthread_join(a, NULL);
  if (!unseen)
    free(old);
  return 0;
}
