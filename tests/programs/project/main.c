#include "worker.h"

#include <pthread.h>
#include <stdio.h>

_Atomic int answer;

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  printf("%s %d\n", argc > 1 ? argv[1] : "none", answer);
  return answer == ANSWER ? 0 : 1;
}
