// expect: violated assertion
// options: --partial-io
// only: optimal dpor unfold reach stateful random
// Nor need a socket take all that it is given.
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  assert(send(ends[1], "abc", 3, 0) == 3);
  return 0;
}
