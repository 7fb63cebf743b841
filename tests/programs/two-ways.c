/* Data races on ways that lead to known states: every two of the writes are
 * one, whichever was seen first. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *argument) {
  x = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *second(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  x = 2;
  return argument;
}

static void *third(void *argument) {
  x = 3;
  x = 4;
  return argument;
}

int main(void) {
  void *(*body[])(void *) = {first, second, third};
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, body[i], NULL);
  x = 5;
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
