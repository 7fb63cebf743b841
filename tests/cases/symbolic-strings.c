// expect: incomplete value
// expect: violated assertion
// build: --heddle-symbolic
// options: --symbolic
// only: optimal dpor
// Texts whose bytes are inputs: what cannot be followed is named.
#include <assert.h>
#include <heddle/rt.h>
#include <string.h>

int main(void) {
  char b[8];
  for (int i = 0; i < 4; i++)
    b[i] = (char)heddle_input("c", 0, 255);
  b[4] = 0;
  assert(strcmp(b, "heddle") != 0);
  assert(!(b[0] == 'a' && b[1] == 'b' && b[2] == 'c'));
  if (strlen(b) == 2)
    assert(b[0] != 'Q');
}
