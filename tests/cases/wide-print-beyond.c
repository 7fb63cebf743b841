// must: out of bounds: eight wide characters are more than the four there are
// expect: violated out-of-bounds
#include <wchar.h>
int main(void) {
  wchar_t b[4];
  return swprintf(b, 8, L"%ls", L"abcdef") < 0;
}
