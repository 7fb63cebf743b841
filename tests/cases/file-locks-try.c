// must: flock and locks of descriptions by what the kernel says: again, shared, changed, of another kind, given back by close
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
static int set(int file, int command, int type) {
  struct flock all = {.l_type = (short)type};
  return fcntl(file, command, &all);
}
int main(void) {
  int a = open("a.lock", O_RDWR | O_CREAT, 0600), b = open("a.lock", O_RDONLY);
  assert(!flock(a, LOCK_SH) && !flock(b, LOCK_SH | LOCK_NB));
  assert(flock(a, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK);
  assert(!flock(b, LOCK_EX | LOCK_NB)); /* a has lost its own */
  assert(!flock(b, LOCK_EX) && !flock(a, LOCK_UN));
  assert(flock(a, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK);
  assert(!set(a, F_OFD_SETLK, F_WRLCK)); /* which flock knows nothing of */
  assert(set(b, F_OFD_SETLK, F_RDLCK) == -1 && errno == EAGAIN);
  assert(!set(a, F_SETLK, F_WRLCK) && !set(b, F_SETLK, F_RDLCK));
  assert(set(b, F_SETLK, F_WRLCK) == -1 && errno == EBADF);
  assert(!close(b) && !flock(a, LOCK_EX | LOCK_NB));
  assert(flock(a, 99) == -1 && errno == EINVAL);
  assert(flock(b, LOCK_EX) == -1 && errno == EBADF);
  assert(!lockf(a, F_TLOCK, 0) && !lockf64(a, F_ULOCK, 0));
  assert(fcntl(a, F_GETFL) >= 0 && !fcntl(a, F_SETFD, FD_CLOEXEC));
  assert(fcntl(a, F_GETFD) == FD_CLOEXEC);
  return 0;
}
