// must: no failure: what is printed in wide characters is what glibc prints,
// and a stream that has printed one kind of characters takes no other
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
static int v(int which, wchar_t *to, const wchar_t *f, ...) {
  va_list a;
  va_start(a, f);
  int n = which == 0   ? vwprintf(f, a)
          : which == 1 ? vfwprintf(stdout, f, a)
                       : vswprintf(to, 8, f, a);
  va_end(a);
  return n;
}
static void *print(void *x) {
  assert(wprintf(L"%ls %d\n", L"other", 1) == 8);
  return x;
}
int main(void) {
  wchar_t b[8] = {0};
  int n = 0;
  assert(swprintf(b, 8, L"%d%ls%s", 12, L"ab", "c") == 5 && !wcscmp(b, L"12abc"));
  assert(swprintf(b, 4, L"%d%ls", 12, L"abc") == -1 && b[2] == L'a');
  assert(v(2, b, L"%.2ls", L"xyz") == 2 && !wcscmp(b, L"xy"));
  assert(fwide(stdout, 0) == 0);
  pthread_t t;
  pthread_create(&t, NULL, print, NULL);
  assert(wprintf(L"hi %s %ls %d%n\n", "x", L"yz", 7, &n) == 10 && n == 9);
  assert(v(0, b, L"%d", 123) == 3 && v(1, b, L"%s", "four") == 4);
  assert(fputws(L"ab\n", stdout) >= 0 && fputws_unlocked(L"c", stdout) >= 0);
  assert(putwchar(L'c') == L'c' && putwc(L'd', stdout) == L'd');
  assert(putwchar_unlocked(L'e') == L'e' && putwc_unlocked(L'f', stdout) == L'f');
  assert(fputwc_unlocked(0x20ac, stdout) == 0x20ac);
  pthread_join(t, NULL);
  assert(fwide(stdout, 0) > 0 && fwide(stdout, -1) > 0 && fwide(stderr, 0) == 0);
  assert(printf("no") == -1 && puts("no") == EOF && fputs("no", stdout) == EOF);
  assert(fwrite("no", 1, 2, stdout) == 0);
  assert(fprintf(stderr, "yes\n") == 4 && fwprintf(stderr, L"no") == -1);
  assert(fputws(L"no", stderr) == -1 && fputwc(L'n', stderr) == WEOF);
  FILE *f = tmpfile();
  assert(fwprintf(f, L"%ls", L"file") == 4 && fputws(L"x", f) >= 0);
  assert(fputwc(L'y', f) == L'y' && fwide(f, 0) > 0);
  fclose(f);
}
