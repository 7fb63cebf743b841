#include "explore/pages.h"

#include <sys/mman.h>

#include "base/sound.h"
#include "base/stress.h"

enum { PAGE = 4096, LARGE_PAGE = 2 << 20, LARGE = 8 << 20 };

bool pages_reserve(struct pages *p, size_t bytes) {
  if (bytes <= p->bytes)
    return true;
  /* Mapped is not resident: doubling costs nothing until it is used. */
  size_t wanted = STRESSED(bytes, p->bytes * 2 > bytes ? p->bytes * 2 : bytes);
  size_t page = wanted >= LARGE ? LARGE_PAGE : PAGE; /* and aligned so */
  wanted = (wanted + page - 1) / page * page;
  void *at = p->at ? mremap(p->at, p->bytes, wanted, MREMAP_MAYMOVE)
                   : mmap(NULL, wanted, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return false;
  /* Look-ups go everywhere: large pages spare a miss in the TLB each. */
  if (wanted >= LARGE)
    madvise(at, wanted, p->small ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
  p->at = at;
  p->bytes = wanted;
  return true;
}

void pages_small(struct pages *p) {
  p->small = true;
  if (p->at)
    madvise(p->at, p->bytes, MADV_NOHUGEPAGE);
}

void pages_touch(struct pages *p, size_t from, size_t end) {
  EXPECTS(end <= p->bytes);
  for (size_t i = from; i < end; i += PAGE)
    ((volatile char *)p->at)[i] = 0;
}

void pages_drop(struct pages *p, size_t from, size_t end) {
  EXPECTS(end <= p->bytes);
  size_t page = p->bytes >= LARGE && !p->small ? LARGE_PAGE : PAGE;
  from = (from + page - 1) / page * page;
  end = end / page * page;
  if (from < end)
    madvise((char *)p->at + from, end - from, MADV_DONTNEED);
}

void pages_free(struct pages *p) {
  if (p->at)
    munmap(p->at, p->bytes);
  *p = (struct pages){0};
}
