/* Nothing ever comes for the reader.
 * names: reader is blocked in read\(\) at line 11: not modelled */
#include <pthread.h>
#include <sys/inotify.h>
#include <unistd.h>

static int files;

static void *reader(void *unused) {
  char c;
  return read(files, &c, 1) ? unused : NULL;
}

int main(void) {
  pthread_t t;
  files = inotify_init();
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
