#include "rt/aside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sound.h"
#include "rt/kernel.h"
#include "rt/rt.h"

enum { KEPT = ASIDE_FILES, NEWS = 4096 };
#define KEPT_BYTES ((off_t)64 << 20)

/* A file, and the process beside that has the same.  What was put back stays
 * here for the next run, which need not make both again if nobody has touched
 * the file since. */
struct kept {
  struct stat was, left;       /* before the run, and as it was put back */
  char path[PATH_MAX], *bytes; /* of a link where it leads to */
  size_t len;
  int guard;   /* ARMED and IDLE are told there */
  bool active; /* in this run */
};
enum { ARMED = 'a', IDLE = 'i' };

/* Files that were not there before the run, in memory that one process beside
 * shares: each is noted before the call that makes it, so that there is no
 * moment at which nobody would remove it. */
struct news {
  _Atomic unsigned len;
  char paths[NEWS][PATH_MAX];
};

/* Of the folder that the process is in, which all have who test there; of the
 * whole machine, where a file is changed that is elsewhere. */
enum { HERE, ELSEWHERE, LOCKS };

static struct {
  struct kept *all;
  unsigned len;
  uint8_t order[KEPT]; /* the active ones, the newest last */
  unsigned order_len;
  int locks[LOCKS];
  uint8_t held[LOCKS]; /* LOCK_SH, LOCK_EX or 0 */
  struct news *news;
  int news_guard;
  pid_t process; /* whose all this is: a child has nothing aside */
} self = {.locks = {-1, -1}, .news_guard = -1};

/* --- putting back -------------------------------------------------------- */

static bool write_all(int file, const char *from, size_t len) {
  EXPECTS(from || !len);
  for (ssize_t n; len; from += n, len -= (size_t)n)
    if ((n = write(file, from, len)) <= 0)
      return false;
  return true;
}

/* The file itself if it is still there, else a new one. */
static int open_again(const struct kept *k) {
  struct stat now;
  bool same = !lstat(k->path, &now) && now.st_ino == k->was.st_ino &&
              now.st_dev == k->was.st_dev;
  if (same && !(now.st_mode & S_IWUSR))
    chmod(k->path, S_IRUSR | S_IWUSR);
  int flags = O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  if (same)
    return open(k->path, flags);
  remove(k->path);
  return open(k->path, flags | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
}

static void put_times(const struct kept *k) {
  struct timespec times[] = {k->was.st_atim, k->was.st_mtim};
  utimensat(AT_FDCWD, k->path, times, AT_SYMLINK_NOFOLLOW);
}

/* The newest first.  False: something is left, a folder that others have to
 * empty. */
static bool remove_news(void) {
  bool gone = true;
  for (unsigned i = self.news->len; i-- > 0;)
    gone &= !remove(self.news->paths[i]) || errno == ENOENT;
  return gone;
}

/* False: the folder that it is in is not there yet. */
static bool put_back(const struct kept *k) {
  if (S_ISLNK(k->was.st_mode)) {
    remove(k->path);
    bool done = !symlink(k->bytes, k->path);
    put_times(k);
    return done;
  }
  if (S_ISREG(k->was.st_mode)) {
    int file = open_again(k);
    if (file < 0)
      return false;
    write_all(file, k->bytes, k->len);
    close(file);
  } else if (mkdir(k->path, S_IRWXU) && errno != EEXIST) {
    return false;
  }
  if (chown(k->path, k->was.st_uid, k->was.st_gid))
    errno = 0; /* it is whose it was, unless root has tested */
  chmod(k->path, k->was.st_mode & 07777);
  put_times(k);
  return true;
}

/* --- descriptors --------------------------------------------------------- */

int rt_aside_files(void) {
  struct rlimit most;
  int top = !getrlimit(RLIMIT_NOFILE, &most) && most.rlim_cur < INT_MAX
                ? (int)most.rlim_cur
                : 1 << 20;
  return top > 2 * ASIDE_FILES ? top - ASIDE_FILES : 0;
}

/* To where the reset closes nothing, if there is room. */
static int move_up(int file) {
  int up = file < 0 || !rt_aside_files()
               ? -1
               : fcntl(file, F_DUPFD_CLOEXEC, rt_aside_files());
  if (up >= 0)
    close(file);
  return up >= 0 ? up : file;
}

/* --- the process beside -------------------------------------------------- */

/* Waits until the other end is gone; `k`: or NULL, for what is new. */
static _Noreturn void guard(const struct kept *k, int end) {
  sigset_t all;
  char told = ARMED, byte;
  ssize_t n;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int i = 0; i < LOCKS; i++)
    if (dup2(self.locks[i], i) < 0)
      close(i);
  dup2(end, LOCKS);
  syscall(SYS_close_range, LOCKS + 1, ~0u, 0);
  while ((n = read(LOCKS, &byte, 1)) == 1 || (n < 0 && errno == EINTR))
    told = n == 1 ? byte : told;
  /* others of its kind may have to make the folder before, or fill it after */
  struct timespec moment = {.tv_nsec = 10000000};
  for (int i = 0; told == ARMED && i < 100; i++) {
    if (k ? put_back(k) : remove_news())
      break;
    nanosleep(&moment, NULL);
  }
  if (told == ARMED && k && S_ISDIR(k->was.st_mode)) {
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    put_times(k);
  }
  _exit(0);
}

/* A child of a child, so that nobody has to wait for it; and it is in no group
 * that is killed with this one before this returns.  The descriptor by which it
 * sees that this process is gone, or -1. */
static int set_guard(const struct kept *k) {
  int ends[2], status;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return -1;
  pid_t child = fork();
  if (!child) {
    close(ends[1]);
    setsid();
    pid_t own = fork();
    if (own)
      _exit(own < 0);
    guard(k, ends[0]);
  }
  close(ends[0]);
  ends[1] = move_up(ends[1]);
  if (child > 0 && waitpid(child, &status, 0) == child && !status)
    return ends[1];
  close(ends[1]);
  return -1;
}

/* --- keeping ------------------------------------------------------------- */

/* On a file system whose folders have no locks, that of the machine.  Whether
 * it has is tried; who only looks keeps nobody away. */
static int open_lock(const char *folder) {
  enum { FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
  int file = open(folder, FLAGS);
  bool tried = file >= 0 && !flock(file, LOCK_SH | LOCK_NB);
  if (tried) {
    flock(file, LOCK_UN);
  } else if (file >= 0 && errno != EWOULDBLOCK) {
    close(file);
    file = -1;
  }
  return move_up(file < 0 ? open("/", FLAGS) : file);
}

/* Both at once: a process beside that is made later has both. */
static void open_locks(void) {
  static const char *const folders[LOCKS] = {".", "/"};
  for (int i = 0; i < LOCKS; i++)
    if (self.locks[i] < 0)
      self.locks[i] = open_lock(folders[i]);
}

/* Who waits for others is not one that hangs. */
static bool wait_for(int file, int how) {
  enum { TRIES = 150000, NANOSECONDS = 200000 };
  for (int tries = TRIES; flock(file, how | LOCK_NB); tries--) {
    if (errno != EWOULDBLOCK || !tries)
      return false;
    rt.wire->waits++;
    nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
  }
  return true;
}

/* Locks belong to this process and to those beside it, so that they are free
 * when the last of them has put back what it has to. */
static bool take_lock(int which, int how) {
  if (self.held[which] == how || self.held[which] == LOCK_EX)
    return true;
  open_locks();
  self.held[which] = 0; /* who is refused the one has lost the other */
  if (self.locks[which] >= 0 && wait_for(self.locks[which], how))
    self.held[which] = (uint8_t)how;
  return self.held[which];
}

static void give_lock(int which) {
  if (self.held[which])
    flock(self.locks[which], LOCK_UN);
  self.held[which] = 0;
  if (self.locks[which] >= 0 && self.locks[which] < rt_aside_files()) {
    close(self.locks[which]);
    self.locks[which] = -1;
  }
}

static bool begin(void) {
  if (self.process != getpid()) {
    self.process = getpid();
    self.len = self.order_len = 0;
    for (int i = 0; i < LOCKS; i++) {
      self.locks[i] = -1;
      self.held[i] = 0;
    }
    self.news_guard = -1;
    self.news = NULL;
  }
  if (!self.all)
    self.all = mmap(NULL, KEPT * sizeof *self.all, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return self.all != MAP_FAILED;
}

/* What a run has made does as the run itself, and waits for nobody. */
static bool is_child(void) {
  return rt_in_child && rt_in_child();
}

bool rt_aside_look(void) {
  return (self.held[HERE] && self.process == getpid()) || is_child() ||
         (begin() && take_lock(HERE, LOCK_SH));
}

static bool is_below(const char *path, const char *folder) {
  size_t len = strlen(folder);
  return !strncmp(path, folder, len) && (path[len] == '/' || len == 1);
}

bool rt_aside_change(const char *path) {
  char here[PATH_MAX];
  if (!begin())
    return false;
  if (is_child())
    return true;
  if (!take_lock(HERE, LOCK_EX))
    return false;
  return self.held[ELSEWHERE] ||
         (getcwd(here, sizeof here) && is_below(path, here)) ||
         take_lock(ELSEWHERE, LOCK_EX);
}

static bool is_empty(const char *path) {
  DIR *d = opendir(path);
  if (!d)
    return false;
  unsigned n = 0;
  while (readdir(d) && n < 3)
    n++;
  closedir(d);
  return n < 3;
}

static bool can_keep(const char *path, const struct stat *s, bool removes) {
  if (S_ISREG(s->st_mode))
    return s->st_size <= KEPT_BYTES && !(removes && s->st_nlink > 1);
  return S_ISLNK(s->st_mode) ||
         (S_ISDIR(s->st_mode) && (!removes || is_empty(path)));
}

static bool read_bytes(struct kept *k) {
  size_t room = S_ISREG(k->was.st_mode) ? (size_t)k->was.st_size : PATH_MAX;
  k->bytes = mmap(NULL, room + 1, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (k->bytes == MAP_FAILED)
    return false;
  if (S_ISLNK(k->was.st_mode))
    return readlink(k->path, k->bytes, PATH_MAX) > 0;
  if (!S_ISREG(k->was.st_mode))
    return true;
  int file = open(k->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  ssize_t n = 1;
  while (file >= 0 && k->len < room && n > 0) {
    n = read(file, k->bytes + k->len, room - k->len);
    k->len += n > 0 ? (size_t)n : 0;
  }
  if (file >= 0)
    close(file);
  return file >= 0 && k->len == room;
}

static void drop(struct kept *k) {
  size_t room = S_ISREG(k->was.st_mode) ? (size_t)k->was.st_size : PATH_MAX;
  if (k->bytes != MAP_FAILED)
    munmap(k->bytes, room + 1);
}

static void tell(const struct kept *k, char what) {
  send(k->guard, &what, 1, MSG_NOSIGNAL);
}

static bool is_untouched(const struct kept *k, const struct stat *now) {
  return k->left.st_ino == now->st_ino && k->left.st_dev == now->st_dev &&
         k->left.st_size == now->st_size &&
         k->left.st_ctim.tv_sec == now->st_ctim.tv_sec &&
         k->left.st_ctim.tv_nsec == now->st_ctim.tv_nsec;
}

static struct kept *find(const char *path) {
  for (unsigned i = 0; i < self.len; i++)
    if (!strcmp(self.all[i].path, path))
      return &self.all[i];
  return NULL;
}

static bool activate(struct kept *k) {
  k->active = true;
  self.order[self.order_len++] = (uint8_t)(k - self.all);
  return true;
}

/* What is kept of this path from now on, in the place of `k`, whose guard is let
 * go, or, where that is NULL, in a free one; NULL when there is none. */
static struct kept *renew(struct kept *k, const char *path) {
  if (k && k->guard >= 0) {
    close(k->guard);
    drop(k);
  } else if (!k && self.len < KEPT) {
    k = &self.all[self.len++];
  }
  if (!k)
    return NULL;
  *k = (struct kept){.bytes = MAP_FAILED, .guard = -1};
  snprintf(k->path, sizeof k->path, "%s", path);
  return k;
}

bool rt_aside_keep(const char *path, const struct stat *s, bool removes) {
  struct stat now;
  if (!begin())
    return false;
  struct kept *k = find(path);
  if (k && k->active)
    return true;
  if (!can_keep(path, s, removes) || lstat(path, &now))
    return false;
  if (k && k->guard >= 0 && is_untouched(k, &now)) {
    tell(k, ARMED);
    return activate(k);
  }
  k = renew(k, path);
  if (!k)
    return false;
  k->was = now;
  k->guard = read_bytes(k) ? set_guard(k) : -1;
  if (k->guard >= 0)
    return activate(k);
  drop(k);
  return false;
}

static bool begin_news(void) {
  if (!self.news) {
    void *news = mmap(NULL, sizeof *self.news, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    self.news = news == MAP_FAILED ? NULL : news;
  }
  if (self.news && self.news_guard < 0)
    self.news_guard = set_guard(NULL);
  return self.news && self.news->len < NEWS;
}

void rt_aside_coming(const char *path) {
  if (!begin())
    return;
  struct kept *k = find(path);
  if ((k && k->active) || !begin_news())
    return;
  for (unsigned i = self.news->len; i-- > 0;)
    if (!strcmp(self.news->paths[i], path))
      return;
  strcpy(self.news->paths[self.news->len], path);
  self.news->len++;
}

void rt_aside_absent(const char *path) {
  struct news *n = self.process == getpid() ? self.news : NULL;
  if (n && n->len && !strcmp(n->paths[n->len - 1], path))
    n->len--;
}

static void forget_news(void) {
  if (!self.news || self.process != getpid())
    return;
  self.news->len = 0;
  if (self.news_guard >= 0 && self.news_guard < rt_aside_files()) {
    close(self.news_guard);
    self.news_guard = -1;
  }
}

/* The newest first: a folder was removed after what was in it. */
void rt_aside_restore(void) {
  forget_news();
  bool held = self.held[HERE] || self.held[ELSEWHERE];
  if ((!self.order_len && !held) || self.process != getpid())
    return;
  for (unsigned i = self.order_len; i-- > 0;)
    put_back(&self.all[self.order[i]]);
  while (self.order_len) {
    struct kept *k = &self.all[self.order[--self.order_len]];
    if (S_ISDIR(k->was.st_mode))
      put_times(k);
    lstat(k->path, &k->left);
    k->was.st_ino = k->left.st_ino;
    k->was.st_dev = k->left.st_dev;
    tell(k, IDLE);
    k->active = false;
    if (k->guard < rt_aside_files()) { /* it would be closed with the run's */
      close(k->guard);
      k->guard = -1;
      drop(k);
    }
  }
  for (int i = 0; i < LOCKS; i++)
    give_lock(i);
}
