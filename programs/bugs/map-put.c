/* Check-then-act on a map: contains and put lock the map each by itself, and a
 * key is put twice.
 *
 * Literature: Goetz et al. 2006, section 4.4.1 (put-if-absent); Shacham et al.
 * 2011 (testing atomicity of composed operations).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#include "busy.h"

enum { ROOM = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keys[ROOM];
static int len;

static bool holds(int key) {
  for (int i = 0; i < len; i++)
    if (keys[i] == key)
      return true;
  return false;
}

static bool contains(int key) {
  pthread_mutex_lock(&lock);
  bool found = holds(key);
  pthread_mutex_unlock(&lock);
  return found;
}

static void put(int key) {
  pthread_mutex_lock(&lock);
#ifdef FIXED
  if (!holds(key))
#endif
    keys[len++] = key;
  pthread_mutex_unlock(&lock);
}

static void *user(void *unused) {
  other_work();
  if (!contains(7)) {
    other_work();
    put(7);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(len == 1);
  return 0;
}
