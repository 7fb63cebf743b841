/* Lazy initialisation: both find that the table is not there, both make it, and
 * what the first has entered into its own is lost.
 *
 * Literature: Goetz et al. 2006, section 2.2.2 (LazyInitRace).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct table {
  _Atomic int entries;
};

static struct table *_Atomic table;
static struct table *_Atomic dropped;
#ifdef FIXED
static pthread_once_t once = PTHREAD_ONCE_INIT;
#endif

static void make(void) {
  dropped = table; /* nobody's any more, if there was one */
  table = calloc(1, sizeof *table);
}

static struct table *get(void) {
#ifdef FIXED
  pthread_once(&once, make);
#else
  if (!table)
    make();
#endif
  return table;
}

static void *enter(void *unused) {
  other_work();
  get()->entries++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(table->entries == 2);
  free(table);
  return 0;
}
