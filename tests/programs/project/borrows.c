/* Two threads use what a library allocates; its addresses are shared. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *library_numbers(int len);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *numbers;

static void *count(void *unused) {
  pthread_mutex_lock(&lock);
  if (!numbers)
    numbers = library_numbers(1000);
  numbers[999]++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(numbers[999] == 2);
  free(numbers);
  return 0;
}
