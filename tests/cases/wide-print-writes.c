// must: data race: swprintf writes the text that another thread prints
// expect: violated race
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>
static wchar_t name[8] = L"abc";
static void *print(void *x) {
  fputws(name, stdout);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, print, NULL);
  swprintf(name, 8, L"%d", 12);
  pthread_join(t, NULL);
}
