// The same of a local that nobody else can reach.
// expect: violated misuse
#include <string.h>

static int length(int n) {
  char mine[32] = "0123456789";
  memcpy(mine + n, mine, 8);
  return mine[9];
}

int main(void) { return length(8) + length(7) == 0; }
