/* Readers preferred, passing the baton (Lei and Carver's RW). */
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex, rq, wq;
static int ar, aw, wr, ww;

static void *reader(void *argument) {
  sem_wait(&mutex);
  if (aw > 0) {
    wr++;
    sem_post(&mutex);
    sem_wait(&rq);
  }
  ar++;
  if (wr > 0) {
    wr--;
    sem_post(&rq);
  } else {
    sem_post(&mutex);
  }
  sem_wait(&mutex);
  ar--;
  if (ar == 0 && ww > 0) {
    ww--;
    sem_post(&wq);
  } else {
    sem_post(&mutex);
  }
  return argument;
}

static void *writer(void *argument) {
  sem_wait(&mutex);
  if (ar > 0 || aw > 0) {
    ww++;
    sem_post(&mutex);
    sem_wait(&wq);
  }
  aw++;
  sem_post(&mutex);
  sem_wait(&mutex);
  aw--;
  if (wr > 0) {
    wr--;
    sem_post(&rq);
  } else if (ww > 0) {
    ww--;
    sem_post(&wq);
  } else {
    sem_post(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t t[READERS + WRITERS];
  sem_init(&mutex, 0, 1);
  sem_init(&rq, 0, 0);
  sem_init(&wq, 0, 0);
  for (int i = 0; i < READERS + WRITERS; i++)
    pthread_create(&t[i], NULL, i < READERS ? reader : writer, NULL);
  for (int i = 0; i < READERS + WRITERS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
