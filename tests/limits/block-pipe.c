/* Nobody has written yet when the reader reads.
 * names: reader is blocked in read\(\) at line 10: not modelled */
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *unused) {
  char c;
  return read(ends[0], &c, 1) ? unused : NULL;
}

int main(void) {
  pthread_t t;
  if (pipe(ends))
    return 2;
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  return 0;
}
