/* Threads that put inputs into two cells, each behind a lock of its own, and
 * threads that take both locks, compare the cells with an input, and empty
 * them: the program Updater of Kähkönen 2015, Tables 8.1 to 8.3.  For `heddle
 * test --symbolic`.  With LAST_FIRST main takes the locks in the other order,
 * which may deadlock. */
#include <heddle/rt.h>
#include <limits.h>
#include <pthread.h>

static unsigned left, right; /* unsigned: sums and products wrap around */
static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right_lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned input(const char *name) {
  return (unsigned)heddle_input(name, INT_MIN, INT_MAX);
}

static void put_into(unsigned *cell, pthread_mutex_t *lock, int adds) {
  pthread_mutex_lock(lock);
  if (adds)
    *cell = *cell + input("added");
  else
    *cell = input("value");
  pthread_mutex_unlock(lock);
}

/* Into the cell that an input chooses: instead of what is there, or added. */
static void put(int adds) {
  if (input("which") == 1)
    put_into(&left, &left_lock, adds);
  else
    put_into(&right, &right_lock, adds);
}

static void *replacer(void *unused) {
  put(0);
  put(0);
  return unused;
}

static void *adder(void *unused) {
  put(1);
  return unused;
}

static void empty(unsigned value, int multiplies) {
  if (left == value) {
    right = multiplies ? right * left : right + left;
    left = 0;
  }
  if (right == value)
    right = 0;
}

static void *emptier(void *unused) {
  unsigned value = input("compared");
  pthread_mutex_lock(&left_lock);
  pthread_mutex_lock(&right_lock);
  empty(value, 1);
  pthread_mutex_unlock(&right_lock);
  pthread_mutex_unlock(&left_lock);
  return unused;
}

int main(void) {
  void *(*const starts[])(void *) = {replacer, adder, emptier};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, starts[i], NULL);
#ifdef LAST_FIRST
  pthread_mutex_t *one = &right_lock, *two = &left_lock;
#else
  pthread_mutex_t *one = &left_lock, *two = &right_lock;
#endif
  for (int i = 0; i < 2; i++) {
    unsigned value = input("compared");
    pthread_mutex_lock(one);
    pthread_mutex_lock(two);
    empty(value, 0);
    pthread_mutex_unlock(two);
    pthread_mutex_unlock(one);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
