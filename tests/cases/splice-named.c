// must: what the kernel does not know of is not asked of it
// expect: incomplete splice
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int in[2], out[2];
  pipe(in);
  pipe(out);
  write(in[1], "abc", 3);
  assert(splice(in[0], NULL, out[1], NULL, 3, 0) == 3);
  return 0;
}
