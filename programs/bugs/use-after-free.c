/* A message is freed by its sender, perhaps before it was read. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

static atomic_int *_Atomic message;
static sem_t was_read;

static void *receiver(void *unused) {
  other_work();
  atomic_int *mine = message;
  if (mine && *mine != 7)
    abort();
  sem_post(&was_read);
  return unused;
}

int main(void) {
  pthread_t a;
  sem_init(&was_read, 0, 0);
  atomic_int *block = malloc(sizeof *block);
  *block = 7;
  message = block;
  pthread_create(&a, NULL, receiver, NULL);
  other_work();
#ifdef FIXED
  sem_wait(&was_read);
#endif
  free(block);
  pthread_join(a, NULL);
  return 0;
}
