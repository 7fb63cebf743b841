/* Locks on files: flock, fcntl and lockf.
 *
 * Those of POSIX (F_SETLK, lockf) belong to the process.  The files of a run are
 * nobody else's, so there is none to wait for: they are had at once, and keep no
 * thread of the process out, which is what the kernel does, too.  Those of flock
 * and of open file descriptions (F_OFD_SETLK) belong to what open has made: they
 * are read-write locks, by file, of which a descriptor is the owner.  Where a run
 * has copied descriptors of files it is not known which two are one, and where
 * such a lock is on a part of a file not which two meet: that is named. */
#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/kernel.h"
#include "rt/objects.h"
#include "rt/rt.h"
#include "rt/stream.h"
#define IN_FILE_LOCK /* here it is */
#include "rt/file_lock.h"

enum { LOCKS = 16, HOLDERS = 16 };

struct file_lock {
  dev_t device;
  ino_t inode;
  bool described; /* of F_OFD_SETLK: flock knows nothing of those */
  unsigned len;
  struct holder {
    int file;
    bool writes;
  } holders[HOLDERS];
};

static pthread_rwlock_t locks[LOCKS] PUT_BACK;
static struct file_lock files[LOCKS] PUT_BACK;
static unsigned files_len PUT_BACK;

static const struct heddle_global name NAMED = {&locks, "lock of a file",
                                                sizeof locks, sizeof *locks, 0};

static int fail(int error) {
  errno = error;
  return -1;
}

static struct file_lock *lock_of(int file, bool described) {
  struct stat s;
  if (fstat(file, &s))
    return NULL;
  for (unsigned i = 0; i < files_len; i++)
    if (files[i].device == s.st_dev && files[i].inode == s.st_ino &&
        files[i].described == described)
      return &files[i];
  if (files_len == LOCKS)
    rt_escape_end(WHY_UNMODELLED, "locks on more than 16 files", heddle_here);
  files[files_len] = (struct file_lock){
      .device = s.st_dev, .inode = s.st_ino, .described = described};
  return &files[files_len++];
}

static struct holder *holder_of(struct file_lock *l, int file) {
  for (unsigned i = 0; i < l->len; i++)
    if (l->holders[i].file == file)
      return &l->holders[i];
  return NULL;
}

/* A step; whether it was one among others. */
static bool step(uint8_t kind, struct rt_rwlock *w, heddle_at site) {
  bool visible = rt_visible(kind, (uint64_t)w, 1, 0, site);
  if (visible)
    rt.step->value = rwlock_state((uint64_t)w);
  return visible;
}

static struct rt_rwlock *of(const struct file_lock *l) {
  return (struct rt_rwlock *)&locks[l - files];
}

static void give(struct file_lock *l, struct holder *h, heddle_at site) {
  struct rt_rwlock *w = of(l);
  step(h->writes ? OP_RWUNLOCK : OP_RDUNLOCK, w, site);
  if (h->writes)
    w->writer = 0;
  else if (--w->readers == 0)
    w->holders = 0;
  *h = l->holders[--l->len];
}

/* Waits unless it `tries`; false: another has it. */
static bool take(struct file_lock *l, int file, bool writes, bool tries,
                 heddle_at site) {
  struct rt_rwlock *w = of(l);
  uint8_t kind = tries    ? (writes ? OP_TRYWRLOCK : OP_TRYRDLOCK)
                 : writes ? OP_WRLOCK
                          : OP_RDLOCK;
  bool visible = step(kind, w, site);
  bool taken = w->writer || (writes && w->readers);
  if (taken && !tries)
    rt_stuck();
  if (taken && visible)
    rt.step->flags |= EVENT_FAILED;
  if (taken)
    return false;
  if (l->len == HOLDERS)
    rt_escape_end(WHY_UNMODELLED, "more than 16 locks on one file", site);
  l->holders[l->len++] = (struct holder){file, writes};
  if (writes) {
    w->writer = rt.current->id + 1u;
  } else {
    w->readers++;
    if (rt.current->id < THREADS_WORD)
      w->holders |= UINT64_C(1) << rt.current->id;
  }
  return true;
}

/* As the kernel does it, who holds it already gives it back before it takes it
 * in another way. */
static int change(struct file_lock *l, int file, int type, bool tries,
                  heddle_at site) {
  struct holder *h = holder_of(l, file);
  if (h && type != F_UNLCK && h->writes == (type == F_WRLCK))
    return 0;
  if (h)
    give(l, h, site);
  if (type == F_UNLCK)
    return 0;
  return take(l, file, type == F_WRLCK, tries, site) ? 0 : fail(EAGAIN);
}

int heddle_flock(int file, int operation) {
  heddle_at site = heddle_here;
  int what = operation & ~LOCK_NB;
  if (rt_end_at(file) || rt_files_copied())
    rt_escape_end(WHY_UNMODELLED, "flock", site);
  if (what != LOCK_SH && what != LOCK_EX && what != LOCK_UN)
    return fail(EINVAL);
  struct file_lock *l = lock_of(file, false);
  if (!l)
    return -1;
  int type = what == LOCK_UN ? F_UNLCK : what == LOCK_EX ? F_WRLCK : F_RDLCK;
  return change(l, file, type, operation & LOCK_NB, site);
}

void rt_file_lock_closed(int file, heddle_at site) {
  for (unsigned i = 0; i < files_len; i++) {
    struct holder *h = holder_of(&files[i], file);
    if (h)
      give(&files[i], h, site);
  }
}

/* Whether a descriptor was opened for that. */
static bool may(int file, int type) {
  int mode = fcntl(file, F_GETFL) & O_ACCMODE;
  return type == F_UNLCK || mode == O_RDWR ||
         mode == (type == F_WRLCK ? O_WRONLY : O_RDONLY);
}

int rt_file_lock(int file, int command, struct flock *l, heddle_at site) {
  bool described = command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if (command == F_SETLKW || command == F_OFD_SETLKW)
    CANCEL_POINT(site);
  rt_argument_read(2, l, sizeof *l, site);
  int type = l->l_type, from = l->l_whence;
  if ((type != F_RDLCK && type != F_WRLCK && type != F_UNLCK) ||
      (from != SEEK_SET && from != SEEK_CUR && from != SEEK_END))
    return fail(EINVAL);
  if (fcntl(file, F_GETFD) < 0)
    return -1;
  if (command == F_GETLK) {
    rt_argument_write(2, &l->l_type, sizeof l->l_type, site, F_UNLCK);
    l->l_type = F_UNLCK;
    return 0;
  }
  if (!may(file, type))
    return fail(EBADF);
  if (!described)
    return 0;
  if (l->l_pid)
    return fail(EINVAL);
  if (from != SEEK_SET || l->l_start || l->l_len || rt_files_copied())
    rt_escape_end(WHY_UNMODELLED, "fcntl of a lock on a part of a file", site);
  struct file_lock *own = lock_of(file, true);
  return own ? change(own, file, type, command == F_OFD_SETLK, site) : -1;
}

int heddle_lockf(int file, int command, off_t len) {
  (void)len;
  if (command != F_LOCK && command != F_TLOCK && command != F_ULOCK &&
      command != F_TEST)
    return fail(EINVAL);
  if (command == F_LOCK)
    CANCEL_POINT(heddle_here);
  if (rt_end_at(file))
    return fail(EBADF);
  if (fcntl(file, F_GETFD) < 0)
    return -1;
  bool needs = command == F_LOCK || command == F_TLOCK;
  return needs && !may(file, F_WRLCK) ? fail(EBADF) : 0;
}

int heddle_lockf64(int file, int command, off64_t len) {
  return heddle_lockf(file, command, len);
}
