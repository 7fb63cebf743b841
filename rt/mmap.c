/* Memory of mmap that is nobody's but the process's: a block of the heap, at
 * whole pages, and all zero.  So the reset reaches it, and what is beyond it,
 * or used after munmap, is found.  What maps a file, is at a place of its own,
 * or is larger than the heap likes, is the kernel's, and named. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stream.h"

enum { PAGE = 4096 };
#define LARGEST (UINT64_C(16) << 20)

static bool is_ours(size_t len, int prot, int flags) {
  int kind = flags & (MAP_PRIVATE | MAP_SHARED);
  int idle = MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE | MAP_STACK;
  return flags & MAP_ANONYMOUS && kind && !(flags & ~(idle | kind)) &&
         prot == (PROT_READ | PROT_WRITE) && len && len <= LARGEST;
}

void *heddle_mmap(void *at, size_t len, int prot, int flags, int file,
                  off_t offset) {
  heddle_at site = heddle_here;
  rt_trial_stop();
  if (!is_ours(len, prot, flags)) {
    if (!(flags & MAP_ANONYMOUS) && rt_end_at(file))
      rt_escape_end(WHY_UNMODELLED, "mmap", site);
    rt_escape(WHY_UNMODELLED, "mmap", site);
    return mmap(at, len, prot, flags, file, offset);
  }
  void *p = heddle_aligned_alloc(PAGE, (len + PAGE - 1) / PAGE * PAGE);
  return p ? p : MAP_FAILED;
}

void *heddle_mmap64(void *at, size_t len, int prot, int flags, int file,
                    off64_t offset) {
  return heddle_mmap(at, len, prot, flags, file, offset);
}

/* A part of it stays; what would come of using that is not looked at. */
int heddle_munmap(void *at, size_t len) {
  heddle_at site = heddle_here;
  struct rt_object o;
  if (!rt_in_heap((uint64_t)at)) {
    rt_escape(WHY_UNMODELLED, "munmap", site);
    return munmap(at, len);
  }
  size_t whole = (len + PAGE - 1) / PAGE * PAGE;
  if (!rt_heap_object((uint64_t)at, &o) || o.at != (uint64_t)at ||
      o.size != whole) {
    rt_escape(WHY_UNMODELLED, "munmap of a part", site);
    return 0;
  }
  heddle_here = site;
  heddle_free(at);
  return 0;
}

/* A page of the heap would stay as it is for the runs that come. */
int heddle_mprotect(void *at, size_t len, int prot) {
  rt_trial_stop();
  rt_escape(WHY_UNMODELLED, "mprotect", heddle_here);
  return rt_in_heap((uint64_t)at) ? 0 : mprotect(at, len, prot);
}

void *heddle_mremap(void *at, size_t len, size_t more, int flags, ...) {
  rt_trial_stop();
  if (rt_in_heap((uint64_t)at) || flags & MREMAP_FIXED)
    rt_escape_end(WHY_UNMODELLED, "mremap", heddle_here);
  rt_escape(WHY_UNMODELLED, "mremap", heddle_here);
  return mremap(at, len, more, flags);
}
