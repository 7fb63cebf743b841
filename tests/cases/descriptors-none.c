// must: beyond the limit that the program has set a call fails as the kernel's does, and what it had begun is undone
// expect: holds
// never: two different runs
// options: --steps 100000
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void) {
  int ends[2], count = 0, *all = malloc(64 * sizeof *all);
  struct rlimit few = {64, 64};
  assert(!setrlimit(RLIMIT_NOFILE, &few));
  while ((all[count] = eventfd(0, 0)) >= 0)
    count++;
  assert(errno == EMFILE && count == 61);
  assert(pipe(ends) && errno == EMFILE);
  close(all[--count]);
  assert(pipe(ends) && errno == EMFILE);
  assert((all[count] = dup(all[0])) >= 0);
  for (int i = 0; i <= count; i++)
    assert(!close(all[i]));
  assert(!pipe(ends) && !pipe(ends));
  few.rlim_cur = 6;
  assert(!setrlimit(RLIMIT_NOFILE, &few));
  assert(eventfd(0, 0) < 0 && errno == EMFILE);
  return 0;
}
