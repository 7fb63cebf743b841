/* Lei and Carver's example: two semaphores, three threads, and the order in
 * which they print; all twelve arrangements of 1, 2, 3, 3 are possible. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t s1, s2;
static pthread_mutex_t screen = PTHREAD_MUTEX_INITIALIZER;
static int printed;

static void print(int digit) {
  pthread_mutex_lock(&screen);
  printed = printed * 10 + digit;
  pthread_mutex_unlock(&screen);
}

static void *first(void *argument) {
  sem_wait(&s1);
  print(1);
  sem_post(&s1);
  return argument;
}

static void *second(void *argument) {
  sem_wait(&s1);
  sem_wait(&s2);
  print(2);
  sem_post(&s2);
  sem_post(&s1);
  return argument;
}

static void *third(void *argument) {
  sem_wait(&s1);
  print(3);
  sem_post(&s1);
  sem_wait(&s2);
  print(3);
  sem_post(&s2);
  return argument;
}

int main(void) {
  void *(*body[3])(void *) = {first, second, third};
  pthread_t t[3];
  sem_init(&s1, 0, 2);
  sem_init(&s2, 0, 1);
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, body[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  printf("%d\n", printed);
  return 0;
}
