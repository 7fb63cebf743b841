// expect: violated assertion
// options: --partial-io
// only: optimal dpor unfold reach stateful random
// What was written at once need not be read at once.
#include <assert.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char text[4];
  assert(!pipe(ends));
  assert(write(ends[1], "abcd", 4) == 4);
  assert(read(ends[0], text, 4) == 4);
  return 0;
}
