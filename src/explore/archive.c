#include "explore/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "base/text.h"

enum { BUFFER = STRESSED(64, 1 << 18) };

static const char magic[8] = "heddle\1\n";

static void fail(struct archive *a, int error, const char *what) {
  if (a->failed)
    return;
  a->failed = true;
  a->error = error;
  text_printf(&a->why, "%s '%s'%s%s", what, a->name, error ? ": " : "",
              error ? strerror(error) : "");
}

/* The name under which it is written. */
static const char *draft(const struct archive *a, char *to, size_t len) {
  snprintf(to, len, "%s.new", a->name);
  return to;
}

/* --- bytes ---------------------------------------------------------------- */

static uint64_t add_up(uint64_t sum, const void *at, size_t len) {
  return hash_pair(sum, hash_bytes(at, len));
}

static void flush(struct archive *a) {
  if (a->failed || !a->buffer.len)
    return;
  a->sum = add_up(a->sum, a->buffer.at, a->buffer.len);
  if (!text_write_all(a->fd, a->buffer.at, a->buffer.len))
    fail(a, errno, "cannot write");
  vec_clear(&a->buffer);
}

/* The next part of the file, as it was flushed. */
static bool refill(struct archive *a) {
  uint64_t left = a->size - a->at;
  size_t want = left < BUFFER ? (size_t)left : BUFFER, got = 0;
  vec_resize(&a->buffer, want);
  a->next = 0;
  while (got < want) {
    ssize_t n = read(a->fd, a->buffer.at + got, want - got);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      fail(a, n ? errno : 0, n ? "cannot read" : "too short:");
      return false;
    }
    got += (size_t)n;
  }
  a->at += want;
  return want != 0;
}

static void put(struct archive *a, const uint8_t *from, size_t len) {
  while (len && !a->failed) {
    size_t n = BUFFER - a->buffer.len;
    n = n < len ? n : len;
    size_t had = a->buffer.len;
    vec_resize(&a->buffer, had + n);
    memcpy(a->buffer.at + had, from, n);
    from += n;
    len -= n;
    if (a->buffer.len == BUFFER)
      flush(a);
  }
}

static void get(struct archive *a, uint8_t *to, size_t len) {
  while (len && !a->failed) {
    if (a->next == a->buffer.len && !refill(a)) {
      fail(a, 0, "too short:");
      break;
    }
    size_t n = a->buffer.len - a->next;
    n = n < len ? n : len;
    memcpy(to, a->buffer.at + a->next, n);
    a->next += n;
    to += n;
    len -= n;
  }
  if (len)
    memset(to, 0, len);
}

void archive_bytes(struct archive *a, void *at, size_t len) {
  EXPECTS(at || !len);
  if (a->loading)
    get(a, at, len);
  else
    put(a, at, len);
}

void archive_number(struct archive *a, uint64_t *n) {
  archive_bytes(a, n, sizeof *n);
}

size_t archive_count(struct archive *a, size_t len, size_t size) {
  uint64_t count = len;
  archive_number(a, &count);
  uint64_t left = a->size - a->at + (a->buffer.len - a->next);
  if (a->loading && size && count > left / size) {
    fail(a, 0, "more is announced than is there:");
    count = 0;
  }
  return (size_t)count;
}

/* --- life ----------------------------------------------------------------- */

static void put_head(struct archive *a, struct archive_head *head) {
  uint64_t version = ARCHIVE_VERSION;
  archive_number(a, &version);
  archive_number(a, &head->build);
  archive_number(a, &head->model);
  archive_number(a, &head->options);
  archive_number(a, &head->kind);
  archive_number(a, &head->more);
  if (version != ARCHIVE_VERSION)
    fail(a, 0, "written by another version of heddle:");
}

bool archive_create(struct archive *a, int folder, const char *name,
                    const struct archive_head *head) {
  char temporary[64];
  *a = (struct archive){.folder = folder, .name = name};
  a->fd = openat(folder, draft(a, temporary, sizeof temporary),
                 O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (a->fd < 0)
    fail(a, errno, "cannot make");
  struct archive_head copy = *head;
  put(a, (const uint8_t *)magic, sizeof magic);
  put_head(a, &copy);
  return !a->failed;
}

/* The sum of all but the last eight bytes is in those. */
static bool is_whole(struct archive *a) {
  uint64_t sum = 0, there = 0;
  while (!a->failed && a->at < a->size && refill(a))
    sum = add_up(sum, a->buffer.at, a->buffer.len);
  if (!a->failed && read(a->fd, &there, sizeof there) != sizeof there)
    fail(a, 0, "too short:");
  if (sum != there)
    fail(a, 0, "damaged:");
  if (lseek(a->fd, 0, SEEK_SET))
    fail(a, errno, "cannot read");
  a->at = 0;
  a->next = 0;
  vec_clear(&a->buffer);
  return !a->failed;
}

bool archive_open(struct archive *a, int folder, const char *name,
                  struct archive_head *head) {
  struct stat st;
  char begins[sizeof magic] = {0};
  *a = (struct archive){.folder = folder, .name = name, .loading = true};
  a->fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (a->fd < 0 || fstat(a->fd, &st)) {
    fail(a, errno, "cannot read");
    return false;
  }
  if ((size_t)st.st_size < sizeof magic + sizeof a->sum)
    fail(a, 0, "too short:");
  else
    a->size = (uint64_t)st.st_size - sizeof a->sum;
  if (a->failed || !is_whole(a))
    return false;
  get(a, (uint8_t *)begins, sizeof begins);
  if (memcmp(begins, magic, sizeof magic))
    fail(a, 0, "no search of heddle's:");
  put_head(a, head);
  return !a->failed;
}

bool archive_sync_folder(int folder) {
  return !fsync(folder) || errno == EINVAL; /* where folders have none */
}

bool archive_commit(struct archive *a) {
  char temporary[64];
  draft(a, temporary, sizeof temporary);
  flush(a);
  if (!a->failed && !text_write_all(a->fd, &a->sum, sizeof a->sum))
    fail(a, errno, "cannot write");
  if (!a->failed && fsync(a->fd))
    fail(a, errno, "cannot write");
  if (a->fd >= 0 && close(a->fd) && !a->failed)
    fail(a, errno, "cannot write");
  a->fd = -1;
  if (!a->failed && renameat(a->folder, temporary, a->folder, a->name))
    fail(a, errno, "cannot rename");
  if (!a->failed && !archive_sync_folder(a->folder))
    fail(a, errno, "cannot write");
  bool ok = !a->failed;
  archive_close(a);
  return ok;
}

void archive_close(struct archive *a) {
  char temporary[64];
  if (a->fd >= 0)
    close(a->fd);
  a->fd = -1;
  if (!a->loading && a->name)
    unlinkat(a->folder, draft(a, temporary, sizeof temporary), 0);
  vec_free(&a->buffer);
}
