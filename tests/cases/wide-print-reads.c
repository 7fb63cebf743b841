// must: data race: wprintf reads the text that another thread writes
// expect: violated race
#include <pthread.h>
#include <wchar.h>
static wchar_t name[8] = L"abc";
static void *change(void *x) {
  name[1] = L'x';
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, change, NULL);
  wprintf(L"%ls\n", name);
  pthread_join(t, NULL);
}
