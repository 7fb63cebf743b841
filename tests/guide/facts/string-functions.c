/* expect: 1 data race */
/* strlen and its like are seen to read. */
#include <pthread.h>
#include <string.h>

static char name[8] = "a";

static void *writer(void *unused) {
  name[1] = 'b';
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  size_t len = strlen(name);
  pthread_join(a, NULL);
  return len > 2;
}
