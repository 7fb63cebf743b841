/* What libraries allocate while a run is under way.
 *
 * The program's own calls of malloc were renamed; those of a shared library
 * (libz, liblzma) come here by the usual rules of linking.  Their memory is
 * the run's like any other: the reset takes it back even when the run was
 * abandoned in the middle of a call, and its addresses are the same every
 * time.  libc keeps some of what it allocates for good (the buffer of
 * stdout), so its calls, and the runtime's own, go to libc's heap; except
 * those of fopen and its like, whose FILE the program sees (files.c).
 *
 * A library that keeps memory from one run to the next will find it gone;
 * then the second run of a schedule differs from the first, and each run
 * becomes a process of its own (loop.c). */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "rt/calls.h"
#include "rt/rt.h"

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);
extern void __libc_free(void *p);

/* Code whose calls go to libc's heap beside the runtime's: libc, the loader. */
enum { SPANS = 2 };
static struct {
  uint64_t begin, end;
} spans[SPANS];
static bool lending; /* libc too gets the run's memory */

static int add_span(struct dl_phdr_info *info, size_t size, void *data) {
  unsigned *len = data;
  (void)size;
  const char *name = strrchr(info->dlpi_name, '/');
  name = name ? name + 1 : info->dlpi_name;
  if (strncmp(name, "libc.so", 7) && strncmp(name, "ld-linux", 8))
    return 0;
  for (int i = 0; i < info->dlpi_phnum && *len < SPANS; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
      continue;
    spans[*len].begin = info->dlpi_addr + p->p_vaddr;
    spans[(*len)++].end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
    break;
  }
  return 0;
}

void rt_library_begin(void) {
  unsigned len = 0;
  if (!rt_strange_is_here) /* whatever is linked has strange.c, too */
    return;
  dl_iterate_phdr(add_span, &len);
}

void rt_library_lend(bool on) { lending = on; }

bool rt_library_is_strange(const void *caller) {
  uint64_t at = (uint64_t)caller;
  if (!rt.run || rt_is_own(at))
    return false;
  for (unsigned i = 0; i < SPANS; i++)
    if (at >= spans[i].begin && at < spans[i].end)
      return false;
  return spans[0].end;
}

static bool is_runs(const void *caller) {
  return lending ? rt.run != NULL : rt_library_is_strange(caller);
}

#define CALLER __builtin_return_address(0)
/* A program that is linked statically has libc's own instead. */
#define WEAK __attribute__((weak))

/* Memory that was freed is never used again in a run, so nothing is to be
 * done but to let the checks know it. */
static void give_back(void *p) {
  rt_files_freed(p);
  rt_heap_close(p);
}

/* By which of its functions code that is not looked into asks for it, and how
 * that is given back, is not known. */
static void *give(size_t size) {
  void *p = rt_heap_alloc(size, 16);
  if (p)
    rt_heap_mark(p, HEAP_STRANGE);
  return p;
}

WEAK void *malloc(size_t size) {
  return is_runs(CALLER) ? give(size) : __libc_malloc(size);
}

WEAK void *calloc(size_t count, size_t size) {
  size_t all;
  if (!is_runs(CALLER) || __builtin_mul_overflow(count, size, &all))
    return __libc_calloc(count, size);
  return give(all);
}

WEAK void free(void *p) {
  if (p && rt_in_heap((uint64_t)p))
    give_back(p);
  else
    __libc_free(p);
}

WEAK void *realloc(void *p, size_t size) {
  if (!(p ? rt_in_heap((uint64_t)p) : is_runs(CALLER)))
    return __libc_realloc(p, size);
  void *to = give(size);
  if (p && to) {
    uint64_t old = rt_heap_size(p);
    memcpy(to, p, old < size ? old : size);
    give_back(p);
  }
  return to;
}

WEAK void *memalign(size_t align, size_t size) {
  return is_runs(CALLER) ? heddle_aligned_alloc(align, size)
                         : __libc_memalign(align, size);
}

WEAK void *aligned_alloc(size_t align, size_t size) {
  return is_runs(CALLER) ? heddle_aligned_alloc(align, size)
                         : __libc_memalign(align, size);
}

/* libc's own has no other name. */
WEAK size_t malloc_usable_size(void *p) {
  if (p && rt_in_heap((uint64_t)p))
    return rt_heap_size(p);
  size_t (*real)(void *) =
      (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  return p && real ? real(p) : 0;
}

WEAK int posix_memalign(void **p, size_t align, size_t size) {
  if (is_runs(CALLER))
    return heddle_posix_memalign(p, align, size);
  if (align < sizeof(void *) || (align & (align - 1)))
    return EINVAL;
  void *at = __libc_memalign(align, size);
  if (!at)
    return ENOMEM;
  *p = at;
  return 0;
}
