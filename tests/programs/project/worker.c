#include "worker.h"

void *worker(void *argument) {
  answer = extra(ANSWER);
  return argument;
}
