/* A reader follows links; the writer ties them into a circle for a moment. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int link_of[2] = {1, -1};

static int depth_from(int node) {
  volatile char frame[16384];
  frame[node] = 1;
  int next = link_of[node];
  return next < 0 ? 1 : frame[node] + depth_from(next);
}

static void *reader(void *unused) {
  other_work();
  depth_from(0);
  return unused;
}

static void *writer(void *unused) {
  other_work();
#ifdef FIXED
  link_of[0] = -1;
#else
  link_of[1] = 0;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
