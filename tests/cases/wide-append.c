// must: no failure: what is appended has just room, with its end
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <wchar.h>
static wchar_t to[8] = L"ab";
static const wchar_t open_ended[3] = {L'c', L'd', L'e'};
static void *append(void *x) {
  wcscat(to, L"cd");
  wcsncat(to, open_ended, 3);
  wcsncat(to, L"x", 0);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, append, NULL);
  pthread_join(t, NULL);
  assert(!wcscmp(to, L"abcdcde"));
}
