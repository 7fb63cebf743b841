// must: what is done to pages is named
// expect: incomplete mprotect
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>
int main(int argc, char **argv) {
  char *m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  assert(!mprotect(m + 4096, 4096, PROT_NONE));
  m[0] = 1;
  if (argc > 1)
    m = mremap(m, 8192, 4096, 0);
  return 0;
}
