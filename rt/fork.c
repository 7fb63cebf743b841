/* Other processes: fork is the kernel's, and the verdict is incomplete, but of a
 * process and of all that come from it there are not more than some.  RLIMIT_NPROC
 * does not bind root, and where sleeping takes no time a loop of children that
 * sleep would double them for ever. */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"

enum { FORKS_MOST = 64 };

/* Of this process and of those it has made, in all its runs: what is left of
 * one would go on in the next. */
static uint32_t *forks;

static bool may_fork(void) {
  if (!forks) {
    void *page = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
      return false;
    forks = page;
  }
  return __atomic_add_fetch(forks, 1, __ATOMIC_RELAXED) <= FORKS_MOST;
}

pid_t heddle_fork(void) {
  heddle_at site = heddle_here;
  uint32_t before = rt.current->inside;
  rt.current->inside = 1 + rt_escape(WHY_UNMODELLED, "fork", site);
  rt.wire->inside = rt.current->inside;
  pid_t child = -1;
  if (may_fork())
    child = fork();
  else
    errno = EAGAIN;
  heddle_left(before);
  return child;
}
