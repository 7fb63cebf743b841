// Two threads read one folder's stream at once: attributes(7) has readdir as
// MT-Unsafe race:dirstream.
// expect: violated race
#include <dirent.h>
#include <pthread.h>

static DIR *d;

static void *reads(void *unused) {
  readdir(d);
  return unused;
}

int main(void) {
  pthread_t t;
  d = opendir("/");
  pthread_create(&t, NULL, reads, NULL);
  reads(NULL);
  pthread_join(t, NULL);
  closedir(d);
  return 0;
}
