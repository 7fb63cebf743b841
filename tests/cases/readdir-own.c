// The twin of readdir-race.c: each has a stream of its own, opened after the
// other's was closed or not, or they take turns at one.
// expect: holds
#include <dirent.h>
#include <pthread.h>

static DIR *d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *reads(void *unused) {
  DIR *own = opendir("/");
  readdir(own);
  closedir(own);
  pthread_mutex_lock(&m);
  readdir(d);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  d = opendir("/");
  pthread_create(&t, NULL, reads, NULL);
  reads(NULL);
  pthread_join(t, NULL);
  rewinddir(d);
  closedir(d);
  return 0;
}
