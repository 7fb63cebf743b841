/* Memory of mmap that is nobody's but the process's: a block of the heap, at
 * whole pages, and all zero.  So the reset reaches it, and what is beyond it,
 * or used after munmap, is found.  A file that is mapped for the process alone
 * is such a block, too, with what is in the file when it is mapped (whether
 * later changes are seen is open); where it may only be read the kernel guards
 * the pages until the run is over.  What is shared with a file, is at a place of
 * its own, or is larger than the heap likes, is the kernel's, and named. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "rt/calls.h"
#include "rt/kernel.h"
#define IN_MMAP /* here it is */
#include "rt/rt.h"
#include "rt/stream.h"

enum { PAGE = 4096, GUARDED = 64 };
#define LARGEST (UINT64_C(16) << 20)

static bool is_ours(size_t len, int prot, int flags) {
  int kind = flags & (MAP_PRIVATE | MAP_SHARED);
  int idle = MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE | MAP_STACK;
  return flags & MAP_ANONYMOUS && kind && !(flags & ~(idle | kind)) &&
         prot == (PROT_READ | PROT_WRITE) && len && len <= LARGEST;
}

/* --- pages that may only be read ------------------------------------------ */

static struct {
  void *at;
  size_t len;
} guarded[GUARDED];
static unsigned guarded_len;

static bool guard(void *at, size_t len) {
  if (guarded_len == GUARDED || mprotect(at, len, PROT_READ))
    return false;
  guarded[guarded_len].at = at;
  guarded[guarded_len++].len = len;
  return true;
}

static void let_go(unsigned i) {
  mprotect(guarded[i].at, guarded[i].len, PROT_READ | PROT_WRITE);
  guarded[i] = guarded[--guarded_len];
}

void rt_mmap_reset(void) {
  while (guarded_len)
    let_go(guarded_len - 1);
}

/* --- files ------------------------------------------------------------------- */

/* Whether a mapping of a file is a copy of it: beyond the page of its end there
 * would be nothing. */
static bool is_copy(size_t len, int prot, int flags, int file, off_t offset) {
  struct stat s;
  return (flags == MAP_PRIVATE || flags == (MAP_PRIVATE | MAP_POPULATE)) &&
         (prot == PROT_READ || prot == (PROT_READ | PROT_WRITE)) && len &&
         len <= LARGEST && offset >= 0 && offset % PAGE == 0 &&
         !fstat(file, &s) && S_ISREG(s.st_mode) &&
         (uint64_t)offset + len <=
             ((uint64_t)s.st_size + PAGE - 1) / PAGE * PAGE;
}

static bool fill(char *to, size_t len, int file, off_t offset) {
  ssize_t got;
  for (size_t done = 0; done < len; done += (size_t)got)
    if ((got = pread(file, to + done, len - done, offset + (off_t)done)) <= 0)
      return !got; /* its end: the rest is 0 */
  return true;
}

static void *copy(size_t len, int prot, int file, off_t offset,
                  heddle_at site) {
  size_t whole = (len + PAGE - 1) / PAGE * PAGE;
  rt_file_use(file, site);
  heddle_here = site;
  char *p = heddle_aligned_alloc(PAGE, whole);
  if (!p)
    return MAP_FAILED;
  if (!fill(p, whole, file, offset)) {
    heddle_free(p);
    errno = EACCES;
    return MAP_FAILED;
  }
  if (prot == PROT_READ && !guard(p, whole))
    rt_escape_end(WHY_UNMODELLED, "mmap", site);
  return p;
}

void *heddle_mmap(void *at, size_t len, int prot, int flags, int file,
                  off_t offset) {
  heddle_at site = heddle_here;
  rt_trial_stop();
  if (!is_ours(len, prot, flags)) {
    if (!(flags & MAP_ANONYMOUS) && rt_end_at(file))
      rt_escape_end(WHY_UNMODELLED, "mmap", site);
    if (is_copy(len, prot, flags, file, offset))
      return copy(len, prot, file, offset, site);
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
  for (unsigned i = guarded_len; i--;)
    if (guarded[i].at == at)
      let_go(i);
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
