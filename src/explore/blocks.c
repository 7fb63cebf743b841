#include "explore/blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/sound.h"

struct head {
  uint32_t len, count, layout, spare;
  uint64_t sum;
};

enum { BLOCK_MOST = 1 << 28 };

static bool fail(struct blocks *b, int error, const char *what) {
  if (!b->failed)
    text_printf(&b->why, "%s '%s'%s%s", what, b->name, error ? ": " : "",
                error ? strerror(error) : "");
  b->failed = true;
  return false;
}

static bool open_file(struct blocks *b, int folder, const char *name,
                      int flags) {
  *b = (struct blocks){0};
  snprintf(b->name, sizeof b->name, "%s", name);
  b->fd = openat(folder, name, flags | O_RDWR | O_CLOEXEC, 0666);
  return b->fd >= 0 || fail(b, errno, "cannot open");
}

bool blocks_create(struct blocks *b, int folder, const char *name) {
  return open_file(b, folder, name, O_CREAT | O_TRUNC);
}

bool blocks_open(struct blocks *b, int folder, const char *name, uint64_t end) {
  struct stat st;
  if (!open_file(b, folder, name, 0))
    return false;
  if (fstat(b->fd, &st))
    return fail(b, errno, "cannot read");
  if ((uint64_t)st.st_size < end)
    return fail(b, 0, "too short:");
  if (ftruncate(b->fd, (off_t)end))
    return fail(b, errno, "cannot write");
  b->end = end;
  b->synced = true;
  return true;
}

void blocks_close(struct blocks *b) {
  if (b->fd >= 0)
    close(b->fd);
  b->fd = -1;
  text_free(&b->why);
}

bool blocks_sync(struct blocks *b) {
  if (b->failed)
    return false;
  if (!b->synced && fdatasync(b->fd))
    return fail(b, errno, "cannot write");
  b->synced = true;
  return true;
}

static uint64_t sum_of(const struct head *h, const void *bytes) {
  uint64_t words[2] = {(uint64_t)h->len << 32 | h->count,
                       (uint64_t)h->spare << 32 | h->layout};
  return hash_pair(hash_words(words, 2), hash_bytes(bytes, h->len));
}

static bool write_at(struct blocks *b, const void *from, size_t len) {
  const uint8_t *at = from;
  while (len) {
    ssize_t n = pwrite(b->fd, at, len, (off_t)b->end);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return fail(b, n ? errno : ENOSPC, "cannot write");
    b->end += (uint64_t)n;
    at += n;
    len -= (size_t)n;
  }
  return true;
}

bool blocks_put(struct blocks *b, struct file_block *from) {
  EXPECTS(from->bytes.len < BLOCK_MOST);
  if (b->failed || !from->bytes.len)
    return !b->failed;
  struct head h = {(uint32_t)from->bytes.len, from->count, from->layout, 0, 0};
  h.sum = sum_of(&h, from->bytes.at);
  b->synced = false;
  bool ok =
      write_at(b, &h, sizeof h) && write_at(b, from->bytes.at, from->bytes.len);
  vec_clear(&from->bytes);
  from->count = 0;
  return ok;
}

static bool read_at(struct blocks *b, uint64_t from, void *to, size_t len) {
  uint8_t *at = to;
  while (len) {
    ssize_t n = pread(b->fd, at, len, (off_t)from);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return fail(b, n ? errno : 0, n ? "cannot read" : "too short:");
    from += (uint64_t)n;
    at += n;
    len -= (size_t)n;
  }
  return true;
}

uint64_t blocks_get(struct blocks *b, uint64_t at, struct file_block *to) {
  EXPECTS(at < b->end);
  struct head h;
  if (b->failed || !read_at(b, at, &h, sizeof h))
    return 0;
  if (!h.len || h.len > b->end - at - sizeof h) {
    fail(b, 0, "damaged:");
    return 0;
  }
  /* Some bytes more, so that whoever decodes may read whole words. */
  vec_reserve(&to->bytes, (size_t)h.len + 16);
  to->bytes.len = h.len;
  if (!read_at(b, at + sizeof h, to->bytes.at, h.len))
    return 0;
  if (h.sum != sum_of(&h, to->bytes.at)) {
    fail(b, 0, "damaged:");
    return 0;
  }
  to->count = h.count;
  to->layout = h.layout;
  return at + sizeof h + h.len;
}

void file_block_free(struct file_block *b) {
  vec_free(&b->bytes);
  *b = (struct file_block){0};
}
