#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"

static void reserve(struct text *t, size_t more) {
  EXPECTS(more < SIZE_MAX - t->len);
  EXPECTS(!t->cap || t->len < t->cap);
  size_t need = t->len + more + 1;
  if (need <= t->cap)
    return;
  size_t cap = STRESSED(need, t->cap * 2 < 64 ? 64 : t->cap * 2);
  cap = cap < need ? need : cap;
  t->at = alloc_resize(t->at, cap, 1);
  t->cap = cap;
}

void text_add_n(struct text *t, const char *s, size_t len) {
  EXPECTS(s || !len);
  EXPECTS(!t->cap || t->len < t->cap);
  reserve(t, len);
  if (len)
    memcpy(t->at + t->len, s, len);
  t->len += len;
  t->at[t->len] = 0;
}

void text_add(struct text *t, const char *s) {
  text_add_n(t, s, strlen(s));
}

void text_char(struct text *t, char c) {
  text_add_n(t, &c, 1);
}

void text_fill(struct text *t, char c, size_t count) {
  reserve(t, count);
  memset(t->at + t->len, c, count);
  t->len += count;
  t->at[t->len] = 0;
}

void text_vprintf(struct text *t, const char *fmt, va_list args) {
  EXPECTS(fmt != NULL);
  va_list again;
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, args);
  assert(len >= 0);
  reserve(t, (size_t)len);
  vsnprintf(t->at + t->len, (size_t)len + 1, fmt, again);
  va_end(again);
  t->len += (size_t)len;
}

void text_printf(struct text *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  text_vprintf(t, fmt, args);
  va_end(args);
}

void text_count(struct text *t, uint64_t n) {
  char digits[32];
  int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0)
      text_char(t, ',');
    text_char(t, digits[i]);
  }
}

const char *text_str(const struct text *t) {
  return t->at ? t->at : "";
}

void text_clear(struct text *t) {
  t->len = 0;
  if (t->at)
    t->at[0] = 0;
}

void text_cut(struct text *t, size_t len) {
  assert(len <= t->len);
  t->len = len;
  if (t->at)
    t->at[len] = 0;
}

void text_free(struct text *t) {
  free(t->at);
  *t = (struct text){0};
}

bool text_read_file(struct text *t, const char *path) {
  bool is_stdin = !strcmp(path, "-");
  int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  enum { MOST_READ = 1 << 30, AT_A_TIME = 1 << 16 };
  struct stat st; /* of a file that says how long it is, memory once */
  if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size < MOST_READ)
    reserve(t, (size_t)st.st_size + AT_A_TIME);
  ssize_t got;
  do {
    reserve(t, AT_A_TIME);
    got = read(fd, t->at + t->len, t->cap - t->len - 1);
    if (got > 0)
      t->len += (size_t)got;
    if (t->len > MOST_READ) { /* a device that never ends */
      got = -1;
      errno = EFBIG;
    }
  } while (got > 0 || (got < 0 && errno == EINTR));
  int error = errno;
  t->at[t->len] = 0;
  if (!is_stdin)
    close(fd);
  errno = error;
  return got == 0;
}

bool text_write_all(int fd, const void *bytes, size_t len) {
  EXPECTS(bytes || !len);
  const char *at = bytes;
  while (len) {
    ssize_t put = write(fd, at, len);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    at += put;
    len -= (size_t)put;
  }
  return true;
}

static bool write_and_close(int fd, const struct text *t) {
  bool ok = text_write_all(fd, text_str(t), t->len);
  int error = errno;
  if (close(fd) && ok)
    return false;
  errno = error;
  return ok;
}

/* The file that standard output or standard error goes to, by another name
 * (/dev/stdout); -1: neither.  What stood in its place would be seen by nobody
 * who holds the stream. */
static int stream_of(const struct stat *file) {
  struct stat st;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (!fstat(fd, &st) && st.st_dev == file->st_dev &&
        st.st_ino == file->st_ino)
      return fd;
  return -1;
}

static bool write_in_place(const struct text *t, const char *path) {
  int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  return fd >= 0 && write_and_close(fd, t);
}

/* Nothing but what was there, or all of it, whatever happens on the way.  *fixed:
 * no other file can be put there, though this one could perhaps be written. */
static bool write_beside(const struct text *t, const char *path, mode_t mode,
                         bool sync, bool *fixed) {
  char temporary[PATH_MAX];
  int len =
      snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
  if (len < 0 || (size_t)len >= sizeof temporary) {
    errno = ENAMETOOLONG;
    return false;
  }
  int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    *fixed = errno == EACCES || errno == EPERM || errno == EROFS;
    return false;
  }
  *fixed = mode && fchmod(fd, mode);
  bool ok = !*fixed && text_write_all(fd, text_str(t), t->len) &&
            (!sync || !fsync(fd));
  int error = errno;
  ok &= !close(fd);
  if (ok && !rename(temporary, path))
    return true;
  error = ok ? errno : error;
  *fixed |= ok && error == EBUSY; /* mounted by itself */
  unlink(temporary);
  errno = error;
  return false;
}

/* A file stays where links to it lead, and who may read it. */
static bool replace_file(const struct text *t, const char *path, bool sync) {
  struct stat st;
  char target[PATH_MAX];
  bool fixed = false;
  if (stat(path, &st))
    return write_beside(t, path, 0, sync, &fixed);
  const int stream = stream_of(&st);
  if (stream >= 0)
    return text_write_all(stream, text_str(t), t->len);
  if (!S_ISREG(st.st_mode)) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write_and_close(fd, t);
  }
  if (!realpath(path, target))
    return false;
  return write_beside(t, target, st.st_mode & 0777, sync, &fixed) ||
         (fixed && write_in_place(t, target));
}

bool text_write_file(const struct text *t, const char *path) {
  return replace_file(t, path, false);
}

bool text_keep_file(const struct text *t, const char *path) {
  return replace_file(t, path, true);
}

enum { LONGEST_COMPARED = 63 };

size_t text_distance(const char *a, const char *b) {
  EXPECTS(a && b);
  size_t la = strlen(a), lb = strlen(b);
  if (la > LONGEST_COMPARED || lb > LONGEST_COMPARED)
    return la > lb ? la : lb;
  size_t d[LONGEST_COMPARED + 1][LONGEST_COMPARED + 1];
  for (size_t i = 0; i <= la; i++)
    d[i][0] = i;
  for (size_t j = 0; j <= lb; j++)
    d[0][j] = j;
  for (size_t i = 1; i <= la; i++)
    for (size_t j = 1; j <= lb; j++) {
      size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      if (d[i - 1][j] + 1 < best)
        best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best)
        best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          d[i - 2][j - 2] + 1 < best)
        best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  return d[la][lb];
}

const char *text_nearest(const char *name, const char *const *candidates,
                         size_t count) {
  EXPECTS(name && (candidates || !count));
  const char *best = NULL;
  size_t least = strlen(name) / 3 + 1; /* farther is not a slip */
  for (size_t i = 0; i < count; i++) {
    size_t distance = text_distance(name, candidates[i]);
    if (distance <= least && distance < strlen(candidates[i]) &&
        (!best || distance < least)) {
      least = distance;
      best = candidates[i];
    }
  }
  return best;
}
