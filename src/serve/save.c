#include "serve/save.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/text.h"
#include "serve/path.h"

struct saves {
  pthread_mutex_t lock;
  unsigned long long last; /* of the files beside others */
};

struct saves *saves_open(void) {
  struct saves *s = alloc_zero(1, sizeof *s);
  pthread_mutex_init(&s->lock, NULL);
  return s;
}

void saves_close(struct saves *s) {
  if (s)
    pthread_mutex_destroy(&s->lock);
  free(s);
}

void save_tag(const char *content, size_t len, char tag[48]) {
  snprintf(tag, 48, "\"%016llx-%zx\"",
           (unsigned long long)hash_bytes(content, len), len);
}

bool save_read(int file, struct text *out) {
  char buffer[65536];
  for (ssize_t got; (got = read(file, buffer, sizeof buffer));) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return false;
    if (out->len + (size_t)got > SAVE_MOST) {
      errno = EFBIG;
      return false;
    }
    text_add_n(out, buffer, (size_t)got);
  }
  return true;
}

/* What stands at `last` now: its tag and its mode.  False: something that is
 * no file, or cannot be read. */
static bool look(int parent, const char *last, char tag[48], mode_t *mode) {
  tag[0] = 0;
  int file =
      openat(parent, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return errno == ENOENT;
  struct stat is;
  struct text old = {0};
  bool ok = !fstat(file, &is) && S_ISREG(is.st_mode) && save_read(file, &old);
  if (ok) {
    save_tag(text_str(&old), old.len, tag);
    *mode = is.st_mode & 07777;
  }
  close(file);
  text_free(&old);
  return ok;
}

static bool agrees(const char *tag, const char *if_match,
                   const char *if_none_match) {
  if (if_none_match || !if_match)
    return !tag[0];
  return tag[0] && (!strcmp(if_match, "*") || !strcmp(if_match, tag));
}

/* Beside it, to the disk, and into its place. */
static bool replace(struct saves *s, int parent, const char *last,
                    const char *content, size_t len, mode_t mode) {
  char beside[320];
  snprintf(beside, sizeof beside, ".%.200s.%ld-%llu.saving", last,
           (long)getpid(), s->last++);
  int file = openat(parent, beside,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file < 0)
    return false;
  bool ok = text_write_all(file, content, len) && !fsync(file);
  int error = errno;
  close(file);
  if (ok && !renameat(parent, beside, parent, last)) {
    fsync(parent); /* so that the name lasts, too */
    return true;
  }
  error = ok ? errno : error;
  unlinkat(parent, beside, 0);
  errno = error;
  return false;
}

/* Under the lock; memory is wanted by `look` alone, before anything changes. */
static enum save_end save(struct saves *s, int parent, const char *last,
                          const char *content, size_t len, const char *if_match,
                          const char *if_none_match, char tag[48]) {
  mode_t mode = 0666;
  if (!look(parent, last, tag, &mode))
    return errno == EFBIG ? SAVE_FAILED : SAVE_NOWHERE;
  if (!agrees(tag, if_match, if_none_match))
    return SAVE_CONFLICT;
  bool there = tag[0];
  if (!replace(s, parent, last, content, len, mode))
    return SAVE_FAILED;
  save_tag(content, len, tag);
  return there ? SAVE_REPLACED : SAVE_CREATED;
}

enum save_end save_file(struct saves *s, int folder, const char *path,
                        const char *content, size_t len, const char *if_match,
                        const char *if_none_match, char tag[48]) {
  const char *last;
  int parent = path_open_parent(folder, path, &last);
  if (parent < 0)
    return SAVE_NOWHERE;
  alloc_lock(&s->lock);
  enum save_end end =
      save(s, parent, last, content, len, if_match, if_none_match, tag);
  alloc_unlock(&s->lock);
  int error = errno;
  close(parent);
  errno = error;
  return end;
}
