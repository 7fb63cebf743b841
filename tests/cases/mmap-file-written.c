// must: a file that is mapped for reading is written to
// expect: violated crash
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static char *text;
static void *change(void *u) {
  text[0] = 'H';
  return u;
}
int main(void) {
  pthread_t t;
  int file = open("text", O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (write(file, "hello", 5) != 5)
    return 1;
  text = mmap(NULL, 5, PROT_READ, MAP_PRIVATE, file, 0);
  pthread_create(&t, NULL, change, NULL);
  pthread_join(t, NULL);
  return 0;
}
