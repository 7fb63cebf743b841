/* malloc and friends.
 *
 * Each thread allocates from an arena of its own at a fixed address, upwards,
 * and nothing is used twice in one run: an address depends on the history of
 * the allocating thread only (doc/semantics.md), and a freed block stays
 * recognisable.  One byte of shadow for each 8 bytes says what may be
 * accessed: 1..8 the first so many bytes, 0 nothing (between blocks), FREED
 * nothing any more.  All of it is zero at the beginning of a run. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/sound.h"
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

#define SHADOW_BASE UINT64_C(0x300000000000)
enum { FREED = 0xfd, BEFORE = 32, AFTER = 16 };
#define BLOCK_MAGIC UINT32_C(0x68644d41)
/* Above this many bytes the pages are given back instead of zeroed. */
enum { ZERO_MAX = 256 << 10 };
/* Of what is put into a block so much is told: each 16 bytes of it cost as an
 * access of their own. */
enum { FILLED = 64 << 10 };

struct block {
  uint64_t size;
  uint32_t magic;
  uint32_t skip; /* bytes of alignment before the header */
};

/* Before the header: where it was allocated. */
struct origin {
  heddle_at site;
  uint64_t kind; /* small, so that it is never taken for a header */
};

static uint64_t used[THREADS_MAX]; /* bytes of each arena */
static uint64_t in_all;

static uint8_t *shadow_of(uint64_t at) {
  return (uint8_t *)(SHADOW_BASE + ((at - HEAP_BASE) >> 3));
}

static bool map_at(uint64_t at, uint64_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return mmap((void *)at, size, PROT_READ | PROT_WRITE, flags, -1, 0) !=
         MAP_FAILED;
}

bool rt_heap_map(unsigned from, unsigned to) {
  uint64_t size = (to - from) * HEAP_ARENA, before = from * HEAP_ARENA;
  return map_at(HEAP_BASE + before, size) &&
         map_at(SHADOW_BASE + before / 8, size / 8);
}

static void zero(uint64_t at, uint64_t len) {
  uint64_t whole = 0;
  if (len > ZERO_MAX) {
    whole = len & ~UINT64_C(4095);
    madvise((void *)at, whole, MADV_DONTNEED);
  }
  memset((void *)(at + whole), 0, len - whole);
}

void rt_heap_reset(void) {
  if (!in_all)
    return;
  in_all = 0;
  rt_sizes_reset();
  for (unsigned i = 0; i < rt.words * THREADS_WORD; i++) {
    if (!used[i])
      continue;
    uint64_t at = HEAP_BASE + i * HEAP_ARENA;
    zero(at, used[i]);
    zero((uint64_t)shadow_of(at), (used[i] + 7) >> 3);
    used[i] = 0;
  }
}

uint64_t rt_heap_used(unsigned thread, const void **at, const void **shadow) {
  EXPECTS(thread < THREADS_MAX && at && shadow);
  uint64_t base = HEAP_BASE + thread * HEAP_ARENA;
  *at = (void *)base;
  *shadow = shadow_of(base);
  return used[thread];
}

static void open_shadow(uint64_t at, uint64_t size) {
  uint8_t *s = shadow_of(at);
  memset(s, 8, size >> 3);
  if (size & 7)
    s[size >> 3] = size & 7;
}

/* Blocks: padding, origin, header, the user's bytes, a gap.  `room`: of the
 * user's bytes and what is kept free behind them. */
static void *alloc_in(size_t room, size_t size, size_t align) {
  unsigned id = rt.current->id;
  uint64_t base = HEAP_BASE + id * HEAP_ARENA;
  uint64_t start = base + used[id];
  uint64_t at = (start + BEFORE + align - 1) & ~(uint64_t)(align - 1);
  uint64_t limit = rt.wire->memory_max;
  if (size >> 56) { /* of any machine */
    errno = ENOMEM;
    return NULL;
  }
  if (room > HEAP_ARENA || at + room + AFTER > base + HEAP_ARENA ||
      (limit && in_all + room > limit))
    rt_escape_end(WHY_MEMORY, "the bound on the heap", heddle_here);
  struct block *b = (struct block *)(at - sizeof *b);
  *b = (struct block){size, BLOCK_MAGIC, (uint32_t)(at - BEFORE - start)};
  *(struct origin *)(at - BEFORE) = (struct origin){heddle_here, 0};
  uint64_t end = (at + room + AFTER + 15) & ~UINT64_C(15);
  in_all += end - start;
  used[id] = end - base;
  open_shadow(at, size);
  return (void *)at;
}

void *rt_heap_alloc(size_t size, size_t align) {
  return alloc_in(size, size, align);
}

/* --- checks ------------------------------------------------------------- */

/* The block that contains the address or ends nearest before it. */
static uint64_t block_before(uint64_t at, struct block *found) {
  unsigned id = (unsigned)((at - HEAP_BASE) / HEAP_ARENA);
  uint64_t base = HEAP_BASE + id * HEAP_ARENA, here = base, last = 0;
  while (here < base + used[id]) {
    /* padding is a multiple of 16 and zero, a header's size follows it */
    struct block *b = (struct block *)here;
    while (b->magic != BLOCK_MAGIC && (uint64_t)b < base + used[id])
      b++;
    uint64_t begin = (uint64_t)(b + 1);
    if (begin > at || b->magic != BLOCK_MAGIC)
      break;
    *found = *b;
    last = begin;
    here = (begin + b->size + AFTER + 15) & ~UINT64_C(15);
  }
  return last;
}

bool rt_heap_object(uint64_t at, struct rt_object *o) {
  struct block b;
  uint64_t begin = rt_in_heap(at) ? block_before(at, &b) : 0;
  if (!begin || at - begin >= b.size || b.skip == UINT32_MAX || rt_sized(begin))
    return false;
  *o = (struct rt_object){begin, b.size};
  return true;
}

/* ", allocated at queue.c:31" of the block that begins there. */
static const char *allocated(uint64_t begin, char *text, size_t cap) {
  heddle_at site = ((struct origin *)(begin - BEFORE))->site;
  const char *slash = site ? strrchr(site->file, '/') : NULL;
  text[0] = 0;
  if (site && site->line)
    snprintf(text, cap, ", allocated at %s:%u", slash ? slash + 1 : site->file,
             site->line);
  return text;
}

static _Noreturn void bad_access(uint64_t at, uint64_t size, bool write,
                                 heddle_at site) {
  const char *verb = write ? "write" : "read";
  char from[96];
  struct block b = {0};
  uint64_t begin = block_before(at, &b);
  uint64_t first = at;
  while (first < at + size && *shadow_of(first) - 1u < 8)
    first = (first | 7) + 1;
  if (first < at + size && *shadow_of(first) == FREED)
    rt_fail(FOUND_USE_AFTER_FREE, site,
            "%s of %lu bytes at offset %lu of a freed block of %lu bytes%s",
            verb, size, at - begin, b.size,
            allocated(begin, from, sizeof from));
  if (!begin)
    rt_fail(FOUND_OUT_OF_BOUNDS, site,
            "%s of %lu bytes of memory that was not allocated", verb, size);
  rt_fail(FOUND_OUT_OF_BOUNDS, site,
          "%s of %lu bytes at offset %lu of a block of %lu bytes%s", verb, size,
          at - begin, b.size, allocated(begin, from, sizeof from));
}

void rt_heap_check(uint64_t at, uint64_t size, bool write, heddle_at site) {
  uint64_t end = at + size;
  if (UNLIKELY(rt_sized_blocks))
    rt_sized_reach(at, size, site);
  if (end > HEAP_BASE + HEAP_SIZE || end < at)
    rt_fail(FOUND_OUT_OF_BOUNDS, site, "%s of %lu bytes beyond the heap",
            write ? "write" : "read", size);
  for (uint64_t here = at; here < end; here = (here | 7) + 1) {
    uint64_t last = (here | 7) + 1 < end ? 8 : ((end - 1) & 7) + 1;
    uint8_t open = *shadow_of(here);
    if (UNLIKELY(open > 8 || open < last))
      bad_access(at, size, write, site);
  }
}

bool rt_heap_allows(uint64_t at) {
  uint8_t open = *shadow_of(at);
  return open <= 8 && open > (at & 7);
}

/* --- for memory that libraries allocated (library.c) -------------------- */

uint64_t rt_heap_size(const void *p) {
  return ((struct block *)p - 1)->size;
}

static void close_block(struct block *b) {
  uint64_t granules = (b->size + 7) >> 3;
  b->skip = UINT32_MAX;
  memset(shadow_of((uint64_t)(b + 1)), FREED, granules ? granules : 1);
}

void rt_heap_close(void *p) {
  struct block *b = (struct block *)p - 1;
  if (b->magic == BLOCK_MAGIC)
    close_block(b);
}

/* --- objects that are operated on, not accessed -------------------------- */

void rt_heap_touch(const void *p, uint64_t size, heddle_at site) {
  rt_visible(OP_TOUCH, (uint64_t)p, 1, 0, site); /* as the operation */
  heddle_here = site;
  rt_heap_check((uint64_t)p, size, true, site);
}

/* --- the library's functions -------------------------------------------- */

static struct block *block_of(void *p) {
  uint64_t at = (uint64_t)p;
  struct block *b = (struct block *)at - 1;
  bool start =
      !(at & 15) && at >= HEAP_BASE + BEFORE && b->magic == BLOCK_MAGIC;
  if (!start)
    rt_misuse("free of a pointer that malloc did not return");
  return b;
}

static bool fails(void) {
  if (UNLIKELY(rt.wire->flags & WIRE_MALLOC_FAILS) &&
      rt_choice("malloc-fails", 2)) {
    errno = ENOMEM;
    return true;
  }
  return false;
}

void *rt_heap_ask(size_t size, size_t align) {
  return fails() ? NULL : rt_heap_alloc(size, align);
}

/* The same; e: the size, if it depends on inputs. */
static void *ask_sized(uint32_t e, size_t size, size_t align, heddle_at site) {
  if (LIKELY(!e))
    return rt_heap_ask(size, align);
  if (fails())
    return NULL;
  uint64_t room = rt_sized_room(e, site);
  heddle_here = site;
  void *p = alloc_in(room ? room : size, size, align);
  if (room)
    rt_sized_at(p);
  return p;
}

void *heddle_malloc(size_t size) {
  uint32_t e = heddle_sym_enter(heddle_malloc)[0];
  return ask_sized(e, size, 16, heddle_here);
}

/* How many bytes these are; false: too many. */
static bool product(size_t count, size_t size, const uint32_t *args,
                    uint32_t *e, size_t *all) {
  heddle_at site = heddle_here;
  *e = rt_sym_product(args[0], args[1], count, size, site);
  heddle_here = site;
  if (!__builtin_mul_overflow(count, size, all))
    return true;
  errno = ENOMEM;
  return false;
}

void rt_heap_fills(void *p, uint64_t len, heddle_at site) {
  if (!rt_alone() && !rt_sized((uint64_t)p))
    rt_range_write(p, len < FILLED ? len : FILLED, site);
}

void *heddle_calloc(size_t count, size_t size) {
  heddle_at site = heddle_here;
  size_t all;
  uint32_t e;
  if (!product(count, size, heddle_sym_enter(heddle_calloc), &e, &all))
    return NULL;
  void *p = ask_sized(e, all, 16, site); /* fresh memory is zero */
  if (p)
    rt_heap_fills(p, all, site);
  return p;
}

void rt_heap_mark(void *p, enum heap_kind kind) {
  ((struct origin *)((char *)p - BEFORE))->kind = kind;
}

/* The power of two of its alignment is kept beside the kind. */
enum { ALIGNMENT_SHIFT = 4 };

void rt_heap_mark_aligned(void *p, enum heap_kind kind, size_t align) {
  uint64_t power = align ? 1 + (uint64_t)__builtin_ctzll(align) : 0;
  ((struct origin *)((char *)p - BEFORE))->kind = kind | power
                                                             << ALIGNMENT_SHIFT;
}

static uint64_t marks(const void *p) {
  block_of((void *)p);
  return ((struct origin *)((char *)p - BEFORE))->kind;
}

enum heap_kind rt_heap_kind(const void *p) {
  return (enum heap_kind)(marks(p) & ((1u << ALIGNMENT_SHIFT) - 1));
}

size_t rt_heap_alignment(const void *p) {
  uint64_t power = marks(p) >> ALIGNMENT_SHIFT;
  return power ? (size_t)1 << (power - 1) : 0;
}

size_t rt_heap_given(const void *p, size_t said) {
  return rt_sized((uint64_t)p) ? said : block_of((void *)p)->size;
}

void heddle_free(void *p) {
  if (p && rt_in_heap((uint64_t)p) && rt_heap_kind(p) != HEAP_MALLOC)
    rt_heap_match(p, HEAP_MALLOC);
  rt_heap_free(p);
}

/* What is not in our heap is a library's, unless it is a variable. */
static void expect_library(const void *p) {
  if (rt_is_variable(p))
    rt_misuse("free of a variable: it is no block of the heap");
}

void rt_heap_free(void *p) {
  char from[96];
  if (!p)
    return;
  if (!rt_in_heap((uint64_t)p)) {
    expect_library(p);
    free(p);
    return;
  }
  heddle_at site = heddle_here;
  struct block *b = block_of(p);
  uint32_t size = rt_sized((uint64_t)p) ? SIZED_ROOM
                  : b->size             ? (uint32_t)b->size
                                        : 1;
  rt_visible(OP_FREE, (uint64_t)p, size, EVENT_PLAIN, site);
  if (b->skip == UINT32_MAX)
    rt_fail(FOUND_DOUBLE_FREE, site, "block of %lu bytes is freed twice%s",
            b->size, allocated((uint64_t)p, from, sizeof from));
  close_block(b);
}

/* What was there is copied as far as both reach, with what it says of
 * inputs; where sizes depend on inputs, that is a matter of this run. */
static void copy_block(void *to, const void *from, uint64_t len,
                       heddle_at site) {
  memcpy(to, from, len);
  if (rt_sized((uint64_t)to))
    rt_sized_reach((uint64_t)to, len, site);
  if (rt_sized((uint64_t)from))
    rt_sized_reach((uint64_t)from, len, site);
  for (uint64_t at = 0; at < len; at += ABI_SYM_ASIDE) {
    uint64_t part = len - at < ABI_SYM_ASIDE ? len - at : ABI_SYM_ASIDE;
    heddle_sym_move((char *)to + at, (const char *)from + at, part, site);
  }
}

static void *resize(void *p, uint32_t e, size_t size) {
  heddle_at site = heddle_here;
  if (!p)
    return ask_sized(e, size, 16, site);
  if (!rt_in_heap((uint64_t)p)) {
    expect_library(p);
    return realloc(p, size);
  }
  heddle_sym_truth(e, site);
  if (!size) {
    heddle_free(p);
    return NULL;
  }
  uint64_t old = block_of(p)->size;
  void *to = ask_sized(e, size, 16, site);
  if (!to)
    return NULL;
  rt_heap_fills(to, old < size ? old : size, site);
  heddle_here = site;
  heddle_free(p); /* a step; what was there stays until the run ends */
  copy_block(to, p, old < size ? old : size, site);
  return to;
}

void *heddle_realloc(void *p, size_t size) {
  const uint32_t *args = heddle_sym_enter(heddle_realloc);
  heddle_at site = heddle_here;
  uint32_t e = args[1];
  heddle_sym_fix(args[0], ABI_INDEX, site);
  heddle_here = site;
  return resize(p, e, size);
}

void *heddle_reallocarray(void *p, size_t count, size_t size) {
  const uint32_t *args = heddle_sym_enter(heddle_reallocarray);
  size_t all;
  uint32_t e;
  if (!product(count, size, args + 1, &e, &all))
    return NULL;
  return resize(p, e, all);
}

void *heddle_aligned_alloc(size_t align, size_t size) {
  return rt_heap_ask(size, align < 16 ? 16 : align);
}

void *heddle_memalign(size_t align, size_t size) {
  return heddle_aligned_alloc(align, size);
}

int heddle_posix_memalign(void **p, size_t align, size_t size) {
  heddle_at site = heddle_here;
  if (align < sizeof(void *) || (align & (align - 1)))
    return EINVAL;
  void *at = heddle_aligned_alloc(align, size);
  if (!at)
    return ENOMEM;
  rt_argument_write(0, p, sizeof *p, site, (uint64_t)at);
  *p = at;
  return 0;
}

size_t heddle_malloc_usable_size(void *p) {
  return p && rt_in_heap((uint64_t)p) ? block_of(p)->size : 0;
}

void *heddle_valloc(size_t size) {
  return rt_heap_ask(size, 4096);
}

void *heddle_pvalloc(size_t size) {
  return rt_heap_ask((size + 4095) & ~(size_t)4095, 4096);
}
