// must: opening, reading and closing a file are points too; who may not be asked now passes them
// only: optimal dpor contextual auto random
// expect: holds
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ended;
static void end(void *unused) {
  (void)unused;
  ended++;
}
static void *look(void *unused) {
  char byte;
  int old;
  pthread_cleanup_push(end, NULL);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_mutex_lock(&m);
  int file = open("/dev/null", O_RDONLY);
  assert(read(file, &byte, 1) == 0);
  pthread_mutex_unlock(&m);
  pthread_setcancelstate(old, &old);
  close(file);
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  assert(ended == 1);
  pthread_mutex_lock(&m);
  return 0;
}
