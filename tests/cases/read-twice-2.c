// expect: holds
// options: --no-races
// As read-twice.c, but that the arguments are texts, one a part of the other,
// and three reads are of one place.
#include <pthread.h>
#include <stdio.h>

static char text[] = "ab";
static char out[16];

static void *prints(void *unused) {
  snprintf(out, sizeof out, "%s%s%s", text, text + 1, text);
  return unused;
}

static void *writes(void *unused) {
  text[1] = 'c';
  text[0] = 'd';
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, prints, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return text[0] != 'd' || text[1] != 'c';
}
