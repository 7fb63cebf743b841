/* Functions that run before main and after it: in order, once in every
 * execution, with what they write put back. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int order, *heap;
static pthread_mutex_t lock;

__attribute__((constructor(200))) static void second(void) {
  assert(order == 1);
  order = 2;
}

__attribute__((constructor(150))) static void first(int argc, char **argv) {
  assert(argc == 1 && argv[0] && !argv[1]);
  assert(order == 0);
  order = 1;
  pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void third(void) {
  assert(order == 2);
  order = 3;
  heap = malloc(sizeof *heap);
  *heap = 5;
}

__attribute__((constructor)) static void fourth(void) {
  assert(order == 3);
  order = 4;
}

__attribute__((destructor(200))) static void end(void) {
  assert(!heap && order == 5);
}

__attribute__((destructor)) static void before_end(void) {
  assert(*heap == 7 && order == 4);
  free(heap);
  heap = NULL;
  order = 5;
}

static void handler(void) { assert(order == 4); }

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  ++*heap;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  assert(order == 4);
  atexit(handler);
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
