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
extern char __start_heddle_cxx[] __attribute__((weak));
extern char __stop_heddle_cxx[] __attribute__((weak));
extern char __start_heddle_own[] __attribute__((weak));
extern char __stop_heddle_own[] __attribute__((weak));

/* The program's variables, those of the C++ library (tools/cxx-library), and
 * ours that are no rank's own. */
enum { SPANS = 3 };
static struct snapshot {
  char *begin, *end;
  char *copy;  /* of the bytes outside the mapped pages */
  char *pages; /* mapped part, or NULL */
  size_t pages_len, head_len, tail_len;
} snapshots[SPANS] = {{__start_heddle_data, __stop_heddle_data},
                      {__start_heddle_cxx, __stop_heddle_cxx},
                      {__start_heddle_own, __stop_heddle_own}};

/* Maps the whole pages inside the section from a file with their content. */
static bool map_pages(struct snapshot *s) {
  uint64_t begin = ((uint64_t)s->begin + PAGE - 1) & ~(PAGE - 1ull);
  uint64_t end = (uint64_t)s->end & ~(PAGE - 1ull);
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
  s->pages = (char *)begin;
  s->pages_len = len;
  s->head_len = begin - (uint64_t)s->begin;
  s->tail_len = (uint64_t)s->end - end;
  return true;
}

static void take(struct snapshot *s) {
  size_t size = (size_t)(s->end - s->begin);
  if (size <= COPY_MAX || !map_pages(s))
    s->head_len = size;
  size_t room = s->head_len + s->tail_len + 1;
  s->copy = mmap(NULL, room, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (s->copy == MAP_FAILED)
    abort();
  memcpy(s->copy, s->begin, s->head_len);
  memcpy(s->copy + s->head_len, s->end - s->tail_len, s->tail_len);
  mprotect(s->copy, room, PROT_READ);
}

static void restore(const struct snapshot *s) {
  memcpy(s->begin, s->copy, s->head_len);
  if (!s->pages)
    return;
  madvise(s->pages, s->pages_len, MADV_DONTNEED);
  memcpy(s->end - s->tail_len, s->copy + s->head_len, s->tail_len);
}

void rt_snapshot_take(void) {
  for (unsigned i = 0; i < SPANS; i++)
    take(&snapshots[i]);
}

void rt_snapshot_restore(void) {
  for (unsigned i = 0; i < SPANS; i++)
    if (snapshots[i].end > snapshots[i].begin)
      restore(&snapshots[i]);
}
