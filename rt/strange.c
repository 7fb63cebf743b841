/* Files that code makes, changes or removes which nobody has instrumented: the
 * C++ library (std::filesystem) and shared libraries.
 *
 * Such a call is not looked into, and the verdict says so; but what it does to
 * files comes here by the usual rules of linking, as what it allocates does
 * (library.c), and is put back after the run as what the program does itself.
 * Calls of the runtime, of libc, and of the program's code, whose rows have
 * judged them already, go on to the kernel. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rt/kernel.h"
#include "rt/rt.h"

#define CALLER __builtin_return_address(0)
/* A program that is linked statically has libc's own instead.  They stand for
 * functions of libc: a call of one leaves the program's code (foreign.c), which
 * one of the runtime's would not. */
#define WEAK __attribute__((weak, section("heddle_strange")))

const bool rt_strange_is_here = true;

static bool is_strange(const void *caller) {
  return rt_library_is_strange(caller) && !rt.current->calls;
}

static void judge(int folder, const char *path, unsigned does, const char *call,
                  const void *caller) {
  char whole[PATH_MAX];
  if (!is_strange(caller) || !path)
    return;
  if (folder != AT_FDCWD && *path != '/') {
    snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", folder, path);
    path = whole;
  }
  rt_name_judge(path, does, call, rt.current->site);
}

/* The result of a call that may have made something. */
static long done(long result, const void *caller) {
  if (is_strange(caller))
    rt_name_done();
  return result;
}

#define FROM_HERE AT_FDCWD

/* --- removing ------------------------------------------------------------- */

WEAK int unlinkat(int folder, const char *path, int flags) {
  judge(folder, path, ABI_REMOVES, "unlinkat", CALLER);
  return (int)syscall(SYS_unlinkat, folder, path, flags);
}

WEAK int unlink(const char *path) {
  judge(FROM_HERE, path, ABI_REMOVES, "unlink", CALLER);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

WEAK int rmdir(const char *path) {
  judge(FROM_HERE, path, ABI_REMOVES, "rmdir", CALLER);
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

WEAK int remove(const char *path) {
  judge(FROM_HERE, path, ABI_REMOVES, "remove", CALLER);
  long failed = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (failed && (errno == EISDIR || errno == EPERM))
    failed = syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
  return (int)failed;
}

/* --- making and renaming -------------------------------------------------- */

WEAK int renameat2(int from, const char *old, int to, const char *new,
                   unsigned flags) {
  judge(from, old, ABI_REMOVES, "renameat", CALLER);
  judge(to, new, ABI_CHANGES, "renameat", CALLER);
  judge(to, new, ABI_CREATES, "renameat", CALLER);
  return (int)done(syscall(SYS_renameat2, from, old, to, new, flags), CALLER);
}

WEAK int renameat(int from, const char *old, int to, const char *new) {
  judge(from, old, ABI_REMOVES, "renameat", CALLER);
  judge(to, new, ABI_CHANGES, "renameat", CALLER);
  judge(to, new, ABI_CREATES, "renameat", CALLER);
  return (int)done(syscall(SYS_renameat2, from, old, to, new, 0), CALLER);
}

WEAK int rename(const char *old, const char *new) {
  judge(FROM_HERE, old, ABI_REMOVES, "rename", CALLER);
  judge(FROM_HERE, new, ABI_CHANGES, "rename", CALLER);
  judge(FROM_HERE, new, ABI_CREATES, "rename", CALLER);
  return (int)done(syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0),
                   CALLER);
}

WEAK int mkdirat(int folder, const char *path, mode_t mode) {
  judge(folder, path, ABI_CREATES, "mkdirat", CALLER);
  return (int)done(syscall(SYS_mkdirat, folder, path, mode), CALLER);
}

WEAK int mkdir(const char *path, mode_t mode) {
  judge(FROM_HERE, path, ABI_CREATES, "mkdir", CALLER);
  return (int)done(syscall(SYS_mkdirat, AT_FDCWD, path, mode), CALLER);
}

WEAK int symlink(const char *to, const char *path) {
  judge(FROM_HERE, path, ABI_CREATES, "symlink", CALLER);
  return (int)done(syscall(SYS_symlinkat, to, AT_FDCWD, path), CALLER);
}

WEAK int link(const char *old, const char *new) {
  judge(FROM_HERE, old, ABI_CHANGES, "link", CALLER);
  judge(FROM_HERE, new, ABI_CREATES, "link", CALLER);
  return (int)done(syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0),
                   CALLER);
}

/* --- changing ------------------------------------------------------------- */

WEAK int truncate(const char *path, off_t len) {
  judge(FROM_HERE, path, ABI_CHANGES, "truncate", CALLER);
  return (int)syscall(SYS_truncate, path, len);
}

WEAK int chmod(const char *path, mode_t mode) {
  judge(FROM_HERE, path, ABI_CHANGES, "chmod", CALLER);
  return (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode);
}

/* Of links themselves only newer kernels can. */
WEAK int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  judge(folder, path, ABI_CHANGES, "fchmodat", CALLER);
  if (flags) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)syscall(SYS_fchmodat, folder, path, mode);
}

WEAK int utimensat(int folder, const char *path, const struct timespec times[2],
                   int flags) {
  judge(folder, path, ABI_CHANGES, "utimensat", CALLER);
  return (int)syscall(SYS_utimensat, folder, path, times, flags);
}

/* --- opening -------------------------------------------------------------- */

static int open_file(int folder, const char *path, int flags, mode_t mode,
                     const void *caller) {
  bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
  if (flags & O_CREAT && !unnamed)
    judge(folder, path, ABI_CREATES, "open", caller);
  if (writes && !unnamed && !(flags & O_CREAT && flags & O_EXCL))
    judge(folder, path, ABI_CHANGES, "open", caller);
  return (int)done(syscall(SYS_openat, folder, path, flags, mode), caller);
}

static mode_t mode_of(int flags, va_list args) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

#define OPEN(name)                                                             \
  WEAK int name(const char *path, int flags, ...) {                            \
    va_list args;                                                              \
    va_start(args, flags);                                                     \
    int file = open_file(AT_FDCWD, path, flags, mode_of(flags, args), CALLER); \
    va_end(args);                                                              \
    return file;                                                               \
  }
#define OPEN_AT(name)                                                          \
  WEAK int name(int folder, const char *path, int flags, ...) {                \
    va_list args;                                                              \
    va_start(args, flags);                                                     \
    int file = open_file(folder, path, flags, mode_of(flags, args), CALLER);   \
    va_end(args);                                                              \
    return file;                                                               \
  }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

static FILE *open_stream(const char *path, const char *mode,
                         const void *caller) {
  int flags = *mode == 'r' ? O_RDONLY : O_WRONLY;
  for (const char *m = mode; *m && *m != ','; m++)
    flags |= *m == 'w'   ? O_CREAT | O_TRUNC
             : *m == 'a' ? O_CREAT | O_APPEND
             : *m == 'x' ? O_EXCL
             : *m == 'e' ? O_CLOEXEC
                         : 0;
  if (strchr(mode, '+'))
    flags = (flags & ~O_ACCMODE) | O_RDWR;
  int file = open_file(AT_FDCWD, path, flags, 0666, caller);
  FILE *f = file < 0 ? NULL : fdopen(file, mode);
  if (file >= 0 && !f)
    close(file);
  return f;
}

WEAK FILE *fopen(const char *path, const char *mode) {
  return open_stream(path, mode, CALLER);
}

WEAK FILE *fopen64(const char *path, const char *mode) {
  return open_stream(path, mode, CALLER);
}
