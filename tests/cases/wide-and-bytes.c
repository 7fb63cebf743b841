// must: incomplete, by name: which of the two prints depends on who is first
// expect: incomplete bytes and wide characters
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>
static void *print(void *x) {
  printf("a\n");
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, print, NULL);
  wprintf(L"b\n");
  pthread_join(t, NULL);
}
