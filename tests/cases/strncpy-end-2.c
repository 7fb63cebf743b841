// expect: holds
// The twin of strncpy-end.c: what is behind the end they do not read.
#include <heddle/rt.h>
#include <pthread.h>
#include <string.h>
static char text[8] = "ab";
static int at = 3;
static void *A(void *u) {
  text[at] = 0;
  return u;
}
int main(void) {
  pthread_t a;
  char to[8] = "";
  pthread_create(&a, NULL, A, NULL);
  if (heddle_choose(2))
    strncpy(to, text, 5);
  else
    strncat(to, text, 5);
  pthread_join(a, NULL);
  return to[0] != 'a';
}
