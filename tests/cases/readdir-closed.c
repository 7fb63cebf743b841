// A folder's stream is closed while another reads it.
// expect: violated race use-after-free
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>

static DIR *d;

static void *reads(void *unused) {
  readdir64(d);
  return unused;
}

int main(void) {
  pthread_t t;
  d = opendir("/");
  readdir(d);
  pthread_create(&t, NULL, reads, NULL);
  closedir(d);
  pthread_join(t, NULL);
  return 0;
}
