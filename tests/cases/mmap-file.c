// must: a file that is mapped is what was in it, and writing there is the process's own affair
// expect: holds
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static const char *text;
static void *look(void *u) {
  assert(text[4] == 'o' && !text[5]);
  return u;
}
int main(void) {
  char now[5];
  int file = open("text", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(write(file, "hello", 5) == 5);
  text = mmap(NULL, 5, PROT_READ, MAP_PRIVATE, file, 0);
  char *own = mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  assert(text != MAP_FAILED && own != MAP_FAILED);
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  own[0] = 'H';
  assert(pread(file, now, 5, 0) == 5 && !memcmp(now, text, 5));
  pthread_join(t, NULL);
  assert(!munmap((void *)text, 5) && !munmap(own, 5));
  return 0;
}
