/* Putting the program's variables back between executions.
 *
 * All of them stand in one section (cc/globals.c).  A small one is copied
 * back as a whole; a large one is mapped from a file in memory, privately,
 * and giving the changed pages back to the kernel restores them: that costs
 * only what was changed, and nobody needs to know who changed it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/rt.h"

enum { COPY_MAX = 64 << 10, PAGE = 4096 };

extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));

static struct {
  char *copy;          /* of the bytes outside the mapped pages */
  char *pages;         /* mapped part, or NULL */
  size_t pages_len, head_len, tail_len;
} snapshot;

static size_t data_size(void) {
  return (size_t)(__stop_heddle_data - __start_heddle_data);
}

/* Maps the whole pages inside the section from a file with their content. */
static bool map_pages(void) {
  uint64_t begin = ((uint64_t)__start_heddle_data + PAGE - 1) & ~(PAGE - 1ull);
  uint64_t end = (uint64_t)__stop_heddle_data & ~(PAGE - 1ull);
  size_t len = end - begin;
  int file = memfd_create("heddle-data", MFD_CLOEXEC);
  if (file < 0)
    return false;
  bool ok = write(file, (void *)begin, len) == (ssize_t)len &&
            mmap((void *)begin, len, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED;
  close(file);
  if (!ok)
    return false;
  snapshot.pages = (char *)begin;
  snapshot.pages_len = len;
  snapshot.head_len = begin - (uint64_t)__start_heddle_data;
  snapshot.tail_len = (uint64_t)__stop_heddle_data - end;
  return true;
}

void rt_snapshot_take(void) {
  size_t size = data_size();
  if (size <= COPY_MAX || !map_pages())
    snapshot.head_len = size;
  size_t room = snapshot.head_len + snapshot.tail_len + 1;
  snapshot.copy = mmap(NULL, room, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (snapshot.copy == MAP_FAILED)
    abort();
  memcpy(snapshot.copy, __start_heddle_data, snapshot.head_len);
  memcpy(snapshot.copy + snapshot.head_len,
         __stop_heddle_data - snapshot.tail_len, snapshot.tail_len);
  mprotect(snapshot.copy, room, PROT_READ);
}

void rt_snapshot_restore(void) {
  memcpy(__start_heddle_data, snapshot.copy, snapshot.head_len);
  if (!snapshot.pages)
    return;
  madvise(snapshot.pages, snapshot.pages_len, MADV_DONTNEED);
  memcpy(__stop_heddle_data - snapshot.tail_len,
         snapshot.copy + snapshot.head_len, snapshot.tail_len);
}
