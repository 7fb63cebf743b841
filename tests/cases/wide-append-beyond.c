// must: out of bounds, before anything is overwritten: 50 wide characters have
// no room for 100
// expect: violated out-of-bounds
// never: crash
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t *from = malloc(100 * sizeof *from), to[50] = L"";
  wmemset(from, L'A', 99);
  from[99] = 0;
  wcscat(to, from);
  free(from);
}
