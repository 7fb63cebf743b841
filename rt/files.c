/* Files are real.  What a run opened and left open is closed by the reset,
 * what it created is removed (kernel.h); bytes that come in are written to the
 * program's memory.
 *
 * A FILE is memory of the run (library.c), so that its address is the same in
 * every run; libc has it in a list, so it is closed before the heap is
 * reset.  While other threads run each has descriptors of its own numbers, so
 * that which one it gets depends on nothing but its own past. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "rt/call.h"
#include "rt/aside.h"
#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/file_lock.h"
#include "rt/inputs.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stream.h"

enum { STREAMS = 64, EACH = 128 };

static int nothing = -1;    /* a descriptor that is good for nothing */
static int first_file = 64; /* descriptors of a run are from here on */
static bool opened TOUCHED;
static int highest TOUCHED; /* of the run's descriptors */
static bool copied TOUCHED; /* a descriptor of a file */
static FILE *streams[STREAMS];
static unsigned streams_len TOUCHED;

/* Standard input is nobody's file: libc would take the buffer of it from the
 * heap of the first run that reads, and keep both it and that the end was
 * reached for all runs after that. */
static void input_begin(void) {
  static char buffer[BUFSIZ];
  setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
}

static void input_reset(void) {
  if (rt_inputs_stdin() || feof_unlocked(stdin) || ferror_unlocked(stdin)) {
    __fpurge(stdin);
    clearerr(stdin);
    input_begin(); /* else libc may find the old bytes where it goes back to */
  }
}

static int opens(int file) {
  opened = true;
  highest = file > highest ? file : highest;
  return file;
}

/* The kernel looks at each number there is room for, used or not: thousands
 * where a limit is high, and at the top are those that stay.  So no more is
 * asked for than the run may have, and what libc may have opened behind it. */
static void close_until(int last) {
  int top = rt_aside_files() - 1;
  if (top > first_file && top < last)
    last = top;
  syscall(SYS_close_range, first_file, last, 0);
}

void rt_files_begin(void) {
  input_begin();
  nothing = open("/", O_PATH | O_CLOEXEC);
  int probe = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (probe >= 0)
    close(probe);
  first_file = probe >= 0 ? probe : 64;
  close_until(
      INT_MAX); /* what a shell has left open would be in the first run's way */
  struct rlimit most;
  if (!getrlimit(RLIMIT_NOFILE, &most)) {
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
  }
}

void rt_files_reset(bool whole) {
  while (streams_len) {
    FILE *f = streams[--streams_len];
    if (!whole)
      __fpurge(f);
    fclose(f);
  }
  rt_names_reset(); /* which has descriptors of its own */
  if (opened)
    close_until((highest > first_file ? highest : first_file) + EACH);
  opened = copied = false;
  highest = 0;
  input_reset();
  rt_ends_reset();
}

/* --- descriptors -------------------------------------------------------- */

void rt_files_come(void) { opened = rt.outside = true; }

/* A new descriptor: among the thread's own, if others may open some, too. */
static int keep(int file) {
  opened = rt.outside = true;
  if (file < 0)
    return file;
  int error = errno;
  int from = first_file + EACH * (rt.current->id + 1);
  bool cloexec = fcntl(file, F_GETFD) & FD_CLOEXEC;
  int own =
      rt_alone() ? -1 : fcntl(file, cloexec ? F_DUPFD_CLOEXEC : F_DUPFD, from);
  if (own >= 0) {
    close(file);
    file = own;
  }
  rt_file_forget(opens(file));
  errno = error;
  return file;
}

bool rt_files_copied(void) {
  return copied;
}

int rt_file_copy(int file, int from, bool cloexec, heddle_at site) {
  int least = first_file + (rt_alone() ? 0 : EACH * (rt.current->id + 1));
  rt_file_use(file, site);
  opened = copied = rt.outside = true;
  return opens(fcntl(file, cloexec ? F_DUPFD_CLOEXEC : F_DUPFD,
                     from > least ? from : least));
}

int rt_file_place(int from, bool cloexec) {
  int least = first_file + (rt.unjoined ? EACH * (rt.current->id + 1) : 0);
  return opens(fcntl(nothing, cloexec ? F_DUPFD_CLOEXEC : F_DUPFD,
                     from > 0 ? from : least));
}

/* Before a file is opened: its name is looked up, and changed if it can come
 * into being or be emptied; what would stay is judged. */
static void judge_open(const char *path, int flags, const char *call,
                       heddle_at site) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
  if ((flags & O_TMPFILE) == O_TMPFILE)
    return;
  if (flags & O_CREAT)
    rt_name_judge(path, ABI_CREATES, call, site);
  if (writes && !(flags & O_CREAT && flags & O_EXCL))
    rt_name_judge(path, ABI_CHANGES, call, site);
}

static void before_open(const char *path, int flags, const char *call,
                        heddle_at site) {
  struct rt_call k;
  rt_call_open(&k, site);
  rt_call_text(&k, 0, path, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  rt_name_use(path, flags & (O_CREAT | O_TRUNC), site);
  judge_open(path, flags, call, site);
}

static int open_one(const char *path, int flags, mode_t mode,
                    const char *call) {
  heddle_at site = heddle_here;
  CANCEL_POINT(site);
  before_open(path, flags, call, site);
  int file = rt_inputs_open(path, flags);
  if (file < 0)
    file = open(path, flags, mode);
  rt_name_done();
  return keep(file);
}

static mode_t mode_of(int flags, va_list args) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

int heddle_open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_one(path, flags, mode, "open");
}

int heddle_open64(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_one(path, flags, mode, "open64");
}

int heddle_creat(const char *path, mode_t mode) {
  return open_one(path, O_CREAT | O_WRONLY | O_TRUNC, mode, "creat");
}

int heddle_creat64(const char *path, mode_t mode) {
  return heddle_creat(path, mode);
}

/* From a folder other than the process's it depends on all files. */
static int open_from(int folder, const char *path, int flags, mode_t mode) {
  if (folder == AT_FDCWD || *path == '/')
    return open_one(path, flags, mode, "openat");
  heddle_at site = heddle_here;
  char whole[PATH_MAX];
  CANCEL_POINT(site);
  rt_names_use(site);
  snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", folder, path);
  judge_open(whole, flags, "openat", site);
  int file = openat(folder, path, flags, mode);
  rt_name_done();
  return keep(file);
}

int heddle_openat(int folder, const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_from(folder, path, flags, mode);
}

int heddle_openat64(int folder, const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return open_from(folder, path, flags, mode);
}

/* The standard ones are not the run's to close: the next needs them. */
int heddle_close(int file) {
  heddle_at site = heddle_here;
  CANCEL_POINT(site);
  if (file >= 0 && file <= STDERR_FILENO)
    return 0;
  if (rt_end_at(file))
    return rt_end_close(file, site);
  if (UNLIKELY(rt_file_lock_closed != NULL))
    rt_file_lock_closed(file, site);
  rt_file_use(file, site);
  rt_file_forget(file);
  return close(file);
}

int heddle_dup(int file) {
  struct end *e = rt_end_at(file);
  if (e)
    return rt_end_dup(e, 0, false, heddle_here);
  rt_file_use(file, heddle_here);
  copied = true;
  return keep(dup(file));
}

/* --- bytes -------------------------------------------------------------- */

enum { HERE = -1 };

static ssize_t bytes_in(int file, void *to, size_t len, off_t at) {
  struct rt_call k;
  heddle_at site = heddle_here;
  CANCEL_POINT(site);
  rt_call_open(&k, site);
  rt_file_use(file, k.site);
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  if (file == STDIN_FILENO)
    rt_input_use(k.site);
  rt_call_room(&k, 1, to, len);
  const struct inputs_file *f = rt_inputs_file(file);
  off_t from = f && at == HERE ? lseek(file, 0, SEEK_CUR) : at;
  ssize_t got = at == HERE ? read(file, to, len) : pread(file, to, len, at);
  rt_call_leave(&k);
  if (got > 0)
    rt_call_wrote(&k, 1, to, (uint64_t)got);
  if (got > 0)
    rt_inputs_read(f, (uint64_t)from, to, (uint64_t)got, site);
  rt_call_close(&k);
  return got;
}

ssize_t heddle_read(int file, void *to, size_t len) {
  struct end *e = rt_end_at(file);
  return e ? rt_end_read(e, 1, to, len, 0, heddle_here)
           : bytes_in(file, to, len, HERE);
}

ssize_t heddle_pread(int file, void *to, size_t len, off_t at) {
  return at < 0 ? pread(file, to, len, at) : bytes_in(file, to, len, at);
}

ssize_t heddle_pread64(int file, void *to, size_t len, off_t at) {
  return heddle_pread(file, to, len, at);
}

ssize_t heddle_pwrite(int file, const void *from, size_t len, off_t at) {
  struct rt_call k;
  heddle_at site = heddle_here;
  CANCEL_POINT(site);
  rt_call_open(&k, site);
  rt_call_read(&k, 1, from, len);
  rt_file_use(file, k.site);
  rt_call_enter(&k);
  ssize_t done = pwrite(file, from, len, at);
  rt_call_leave(&k);
  rt_call_close(&k);
  return done;
}

ssize_t heddle_pwrite64(int file, const void *from, size_t len, off_t at) {
  return heddle_pwrite(file, from, len, at);
}

/* --- streams ------------------------------------------------------------ */

static FILE *keep_stream(FILE *f) {
  rt_library_lend(false);
  opened = rt.outside = true;
  if (f)
    opens(fileno(f));
  if (f && streams_len < STREAMS)
    streams[streams_len++] = f;
  return f;
}

/* Memory was freed; when it was a stream's, the stream was closed. */
void rt_files_freed(const void *p) {
  for (unsigned i = 0; i < streams_len; i++)
    if (streams[i] == p) {
      streams[i] = streams[--streams_len];
      return;
    }
}

static FILE *stream_of(int file, const char *mode) {
  rt_library_lend(true);
  return keep_stream(fdopen(file, mode));
}

static int flags_of(const char *mode) {
  bool both = strchr(mode, '+') != NULL;
  int flags = both ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode == 'w')
    flags |= O_CREAT | O_TRUNC;
  if (*mode == 'a')
    flags |= O_CREAT | O_APPEND;
  return flags | (strchr(mode, 'x') ? O_EXCL : 0) |
         (strchr(mode, 'e') ? O_CLOEXEC : 0);
}

FILE *heddle_fopen(const char *path, const char *mode) {
  heddle_at site = heddle_here;
  if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
    errno = EINVAL;
    return NULL;
  }
  int file = open_one(path, flags_of(mode), 0666, "fopen");
  heddle_here = site;
  FILE *f = file < 0 ? NULL : stream_of(file, mode);
  if (file >= 0 && !f)
    close(file);
  return f;
}

FILE *heddle_fopen64(const char *path, const char *mode) {
  return heddle_fopen(path, mode);
}

FILE *heddle_fdopen(int file, const char *mode) {
  heddle_at site = heddle_here;
  if (rt_end_at(file))
    rt_escape_end(WHY_UNMODELLED, "fdopen of a pipe or socket", site);
  rt_file_use(file, site);
  heddle_here = site;
  return stream_of(file, mode);
}

int heddle_fclose(FILE *f) {
  if (f == stdin || f == stdout || f == stderr)
    return 0;
  heddle_at site = heddle_here;
  if (UNLIKELY(rt_file_lock_closed != NULL))
    rt_file_lock_closed(fileno(f), site);
  rt_stream_use(f, false, site);
  rt_file_forget(fileno(f));
  return fclose(f);
}

FILE *heddle_tmpfile(void) {
  heddle_at site = heddle_here;
  FILE *f = tmpfile();
  int file = f ? keep(dup(fileno(f))) : -1;
  if (f)
    fclose(f);
  heddle_here = site;
  return file < 0 ? NULL : stream_of(file, "w+");
}

FILE *heddle_tmpfile64(void) {
  return heddle_tmpfile();
}

DIR *heddle_opendir(const char *path) {
  heddle_at site = heddle_here;
  struct rt_call k;
  rt_call_open(&k, site);
  rt_call_text(&k, 0, path, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  rt_names_use(site);
  heddle_here = site;
  rt_library_lend(true);
  DIR *d = opendir(path);
  rt_library_lend(false);
  opened = rt.outside = true;
  if (d)
    opens(dirfd(d));
  return d;
}
