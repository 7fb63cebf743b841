/* Bounds of variables: what heap.c does for blocks, for globals and locals.
 *
 * One byte of shadow for each 8 bytes.  Of globals, all of which stand in one
 * section with a gap behind each (cc/globals.c), and of constants in another:
 * 1..8, the first so many bytes may be accessed; 0: none.  Of stacks: 0, nobody
 * knows, and so it may be; 1..8 as before; GAP, beside a local that pointers
 * reach (cc/locals.c); RETURNED, a local of a function that has returned; LEFT,
 * of a block that was left.  Only what is known to be wrong is a finding. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "rt/calls.h"
#include "rt/rank.h"
#include "rt/rt.h"

#define STACKS_SHADOW UINT64_C(0x380000000000)
#define STACKS_SIZE (WIRE_STACK_SIZE * rt.mapped)
enum { GAP = 0xf1, RETURNED = 0xf5, LEFT = 0xf6 };

extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));
extern const struct heddle_global __start_heddle_globals[]
    __attribute__((weak));
extern const struct heddle_global __stop_heddle_globals[] __attribute__((weak));

extern char __start_heddle_bytes[] __attribute__((weak));
extern char __stop_heddle_bytes[] __attribute__((weak));
extern const struct heddle_global __start_heddle_constants[]
    __attribute__((weak));
extern const struct heddle_global __stop_heddle_constants[]
    __attribute__((weak));

struct rt_globals rt_globals;
static struct rt_globals constants;
static uint64_t lowest_mark[THREADS_MAX]; /* of each stack; 0: none */
static struct threads marked;             /* those that have one */
static unsigned marked_words;             /* of them */

/* --- globals ---------------------------------------------------------------- */

static void open_global(const struct rt_globals *g, uint64_t at,
                        uint64_t size) {
  if (at < g->base || at + size > g->base + g->size)
    return;
  uint8_t *s = g->shadow + ((at - g->base) >> 3);
  memset(s, 8, size >> 3);
  if (size & 7 && s[size >> 3] < (size & 7))
    s[size >> 3] = size & 7;
}

static uint8_t *map_shadow(uint64_t at, uint64_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *to = mmap((void *)at, size, PROT_READ | PROT_WRITE,
                  flags | (at ? MAP_FIXED : 0), -1, 0);
  return to == MAP_FAILED ? NULL : to;
}

bool rt_bounds_map_stacks(unsigned from, unsigned to) {
  uint64_t each = WIRE_STACK_SIZE / 8;
  return map_shadow(STACKS_SHADOW + from * each, (to - from) * each) != NULL;
}

static void map_section(struct rt_globals *to, const char *from,
                        const char *end, const struct heddle_global *first,
                        const struct heddle_global *last) {
  uint64_t begin = (uint64_t)from & ~UINT64_C(7);
  uint64_t size = (uint64_t)end - begin;
  to->shadow = size ? map_shadow(0, size / 8 + 1) : NULL;
  if (!to->shadow)
    return;
  to->base = begin;
  to->size = to->quick = size;
  for (const struct heddle_global *g = first; g < last; g++)
    if (!g->member)
      open_global(to, (uint64_t)g->at, g->size);
}

void rt_bounds_map(void) {
  map_section(&rt_globals, __start_heddle_data, __stop_heddle_data,
              __start_heddle_globals, __stop_heddle_globals);
  map_section(&constants, __start_heddle_bytes, __stop_heddle_bytes,
              __start_heddle_constants, __stop_heddle_constants);
}

static const struct heddle_global *nearest(const struct heddle_global *first,
                                           const struct heddle_global *last,
                                           uint64_t at) {
  const struct heddle_global *best = NULL;
  for (const struct heddle_global *g = first; g < last; g++)
    if (!g->member && (uint64_t)g->at <= at &&
        (!best || (uint64_t)g->at > (uint64_t)best->at))
      best = g;
  return best;
}

static const struct heddle_global *global_near(uint64_t at) {
  return nearest(__start_heddle_globals, __stop_heddle_globals, at);
}

static _Noreturn void bad_global(const struct rt_globals *in, uint64_t at,
                                 uint64_t size, bool write, heddle_at site) {
  const struct heddle_global *g =
      in == &rt_globals
          ? global_near(at)
          : nearest(__start_heddle_constants, __stop_heddle_constants, at);
  const char *verb = write ? "write" : "read";
  if (!g)
    rt_fail(FOUND_OUT_OF_BOUNDS, site,
            "%s of %lu bytes before the first variable", verb, size);
  if (!*g->name)
    rt_fail(FOUND_OUT_OF_BOUNDS, site,
            "%s of %lu bytes at offset %lu of a text, which has %lu", verb,
            size, at - (uint64_t)g->at, g->size);
  rt_fail(FOUND_OUT_OF_BOUNDS, site,
          "%s of %lu bytes at offset %lu of '%s', which has %lu", verb, size,
          at - (uint64_t)g->at, g->name, g->size);
}

static void check_global(const struct rt_globals *in, uint64_t at,
                         uint64_t size, bool write, heddle_at site) {
  uint64_t end = at + size;
  for (uint64_t here = at; here < end; here = (here | 7) + 1) {
    uint64_t last = (here | 7) + 1 < end ? 8 : ((end - 1) & 7) + 1;
    if (UNLIKELY(here - in->base >= in->size ||
                 in->shadow[(here - in->base) >> 3] < last))
      bad_global(in, at, size, write, site);
  }
}

/* --- locals ------------------------------------------------------------------ */

static uint8_t *mark_of(uint64_t at) {
  return (uint8_t *)(STACKS_SHADOW + ((at - WIRE_STACKS_AT) >> 3));
}

static bool on_stack(uint64_t at) {
  return at - WIRE_STACKS_AT < STACKS_SIZE;
}

static uint64_t stack_of(uint64_t at) {
  return (at - WIRE_STACKS_AT) / WIRE_STACK_SIZE;
}

static void note_mark(uint64_t at) {
  uint64_t stack = stack_of(at);
  if (!lowest_mark[stack] || at < lowest_mark[stack])
    lowest_mark[stack] = at;
  while (marked_words <= stack / THREADS_WORD)
    marked.at[marked_words++] = 0;
  threads_add(THREADS_WORDS, &marked, (unsigned)stack);
}

/* Marks `len` bytes of shadow and the gap behind them; most locals are small,
 * and then what a store writes beyond them the next one writes over. */
static inline void put_marks(uint8_t *s, uint8_t mark, uint64_t len,
                             uint8_t gap) {
  enum { AT_ONCE = ABI_GAP / 8 };
  if (LIKELY(len <= AT_ONCE))
    memset(s, mark, AT_ONCE);
  else
    memset(s, mark, len);
  memset(s + len, gap, AT_ONCE);
}

/* The name of the function is kept in the gap before the local. */
void heddle_local_open(void *p, uint64_t size, const char *function) {
  uint64_t at = (uint64_t)p;
  if (!on_stack(at))
    return;
  rt_trial_stop();
  note_mark(at - ABI_GAP);
  ((const char **)p)[-1] = function;
  ((uint64_t *)p)[-2] = size;
  uint8_t *s = mark_of(at);
  uint64_t whole = size >> 3;
  memset(s - ABI_GAP / 8, GAP, ABI_GAP / 8);
  put_marks(s, 8, whole + (size % 8 != 0), GAP);
  if (size & 7)
    s[whole] = size & 7;
}

/* As a block of the heap is freed: an access of another thread that may come
 * before the end or after it depends on it, and races with it. */
static void end_local(void *p, uint64_t size, uint8_t mark, heddle_at site) {
  uint64_t at = (uint64_t)p, whole = (size + 7) >> 3;
  if (!on_stack(at))
    return;
  rt_trial_stop();
  if (site && size && size <= UINT32_MAX)
    rt_visible(OP_FREE, at, (uint32_t)size, EVENT_PLAIN, site);
  uint8_t *s = mark_of(at);
  memset(s - ABI_GAP / 8, 0, ABI_GAP / 8);
  put_marks(s, mark, whole, 0);
}

void heddle_local_close(void *p, uint64_t size, heddle_at site) {
  end_local(p, size, RETURNED, site);
}

void heddle_local_leave(void *p, uint64_t size, heddle_at site) {
  end_local(p, size, LEFT, site);
}

void heddle_local_forget(const void *p, uint64_t size) {
  uint64_t at = (uint64_t)p;
  rt_trial_stop();
  if (size && on_stack(at) && on_stack(at + size))
    memset(mark_of(at), 0, ((at + size + 7) >> 3) - (at >> 3));
}

/* As the ABI of x86-64 has it (3.5.7); arguments on the stack are guessed to
 * be no more than a few. */
void heddle_local_variadic(const void *list) {
  enum { REGISTERS = 176, STACKED = 1024 };
  const struct {
    uint32_t gp, fp;
    const void *stacked, *saved;
  } *l = list;
  heddle_local_forget(l->saved, REGISTERS);
  heddle_local_forget(l->stacked, STACKED);
}

/* What lies below the caller's frame is nobody's. */
void heddle_local_below(void) {
  uint64_t at = (uint64_t)__builtin_frame_address(0);
  uint64_t *low = on_stack(at) ? &lowest_mark[stack_of(at)] : NULL;
  if (!low || !*low || *low >= at)
    return;
  rt_trial_stop();
  memset(mark_of(*low), 0, (at - *low) >> 3);
  *low = at;
}

/* All that are open below `top`, by one step from the first of them to the
 * last; the gaps between them are nobody's. */
static void end_below(uint64_t top) {
  uint64_t low = lowest_mark[rt.current->id], first = 0, last = 0;
  for (uint64_t at = low; at && at < top; at += 8)
    if (*mark_of(at) - 1u < 8) {
      first = first ? first : at;
      last = at + 8;
    }
  if (!first)
    return;
  rt_visible(OP_FREE, first, (uint32_t)(last - first), EVENT_PLAIN,
             rt.current->site);
  for (uint64_t at = low; at < top && at < last + ABI_GAP; at += 8)
    if (*mark_of(at) - 1u < 8)
      *mark_of(at) = RETURNED;
    else if (*mark_of(at) == GAP)
      *mark_of(at) = 0;
}

/* Main's stack stays, and so do its locals for whoever was given them. */
void rt_locals_end(void) { end_below((uint64_t)rt_stack_top(rt.current)); }

/* Of functions that will not return: a jump or an exception has come here. */
void heddle_local_left(void) {
  uint64_t at = (uint64_t)__builtin_frame_address(0);
  if (!on_stack(at) || stack_of(at) != rt.current->id)
    return;
  rt_trial_stop();
  end_below(at);
}

void rt_bounds_reset(void) {
  threads_each(marked_words, &marked, i) {
    uint64_t top = WIRE_STACKS_AT + (i + UINT64_C(1)) * WIRE_STACK_SIZE;
    uint64_t len = (top - lowest_mark[i]) >> 3;
    memset(mark_of(lowest_mark[i]), 0, len);
    lowest_mark[i] = 0;
  }
  marked_words = 0;
}

static _Noreturn void bad_local(uint64_t at, uint64_t size, bool write,
                                heddle_at site) {
  const char *verb = write ? "write" : "read";
  uint64_t bad = at;
  while (*mark_of(bad) < GAP && bad < at + size)
    bad = (bad | 7) + 1;
  if (bad < at + size && *mark_of(bad) == LEFT)
    rt_fail(FOUND_USE_AFTER_FREE, site,
            "%s of %lu bytes of a local of a block that was left", verb, size);
  if (bad < at + size && *mark_of(bad) == RETURNED)
    rt_fail(FOUND_USE_AFTER_FREE, site,
            "%s of %lu bytes of a local of a function that has returned", verb,
            size);
  /* the local that begins at or before it, or else the one after the gap */
  uint64_t here = at & ~UINT64_C(7);
  for (unsigned n = 0; n < ABI_GAP / 8 && *mark_of(here) == GAP; n++)
    here -= 8;
  bool behind = *mark_of(here) - 1u < 8;
  if (!behind)
    for (here = at & ~UINT64_C(7); *mark_of(here) == GAP;)
      here += 8;
  else
    while (*mark_of(here - 8) == 8)
      here -= 8;
  if (*mark_of(here) - 1u >= 8) /* between its gaps there is nothing */
    rt_fail(FOUND_OUT_OF_BOUNDS, site,
            "%s of %lu bytes beside a local array of no elements", verb, size);
  rt_fail(FOUND_OUT_OF_BOUNDS, site,
          "%s of %lu bytes at offset %ld of a local of %s, which has %lu", verb,
          size, (long)(at - here), ((const char **)here)[-1],
          ((uint64_t *)here)[-2]);
}

static void check_local(uint64_t at, uint64_t size, bool write,
                        heddle_at site) {
  uint64_t end = at + size;
  for (uint64_t here = at; here < end; here = (here | 7) + 1) {
    uint64_t last = (here | 7) + 1 < end ? 8 : ((end - 1) & 7) + 1;
    uint8_t mark = on_stack(here) ? *mark_of(here) : 0;
    if (UNLIKELY(mark && (mark > 8 || mark < last)))
      bad_local(at, size, write, site);
  }
}

static bool global_object(uint64_t at, struct rt_object *o) {
  const struct heddle_global *g =
      at - rt_globals.base < rt_globals.size ? global_near(at) : NULL;
  if (!g || at - (uint64_t)g->at >= g->size)
    return false;
  *o = (struct rt_object){(uint64_t)g->at, g->size};
  return true;
}

bool rt_bounds_object(uint64_t at, struct rt_object *o) {
  uint64_t here = at & ~UINT64_C(7);
  if (!on_stack(at))
    return global_object(at, o);
  if (*mark_of(here) - 1u >= 8)
    return false;
  while (*mark_of(here - 8) == 8)
    here -= 8;
  if (*mark_of(here - 8) != GAP || at - here >= ((uint64_t *)here)[-2])
    return false;
  *o = (struct rt_object){here, ((uint64_t *)here)[-2]};
  return true;
}

bool rt_bounds_allow(uint64_t at) {
  if (rt_in_heap(at))
    return rt_heap_allows(at);
  if (at - rt_globals.base < rt_globals.size) {
    uint8_t open = rt_globals.shadow[(at - rt_globals.base) >> 3];
    return open > (at & 7);
  }
  if (at - constants.base < constants.size)
    return constants.shadow[(at - constants.base) >> 3] > (at & 7);
  uint8_t mark = on_stack(at) ? *mark_of(at) : 0;
  return !mark || (mark <= 8 && mark > (at & 7));
}

bool rt_is_variable(const void *p) {
  uint64_t at = (uint64_t)p;
  return on_stack(at) || at - rt_globals.base < rt_globals.size;
}

bool rt_is_constant(const void *p) {
  return (uint64_t)p - constants.base < constants.size;
}

bool rt_bounds_mapped(uint64_t at, uint64_t size) {
  uint64_t end = at + size;
  return (at >= rt_globals.base && end <= rt_globals.base + rt_globals.size) ||
         (rt_in_heap(at) && end <= HEAP_BASE + HEAP_SIZE) ||
         (on_stack(at) && on_stack(end) && !rt_stack_guard(at) &&
          !rt_stack_guard(end - 1));
}

/* --- accesses ---------------------------------------------------------------- */

static bool asks_always;

void rt_bounds_ask_always(bool always) {
  asks_always = always;
  rt_globals.quick = always ? 0 : rt_globals.size;
}

/* Of one on a stack, as check_local: most are of a few bytes. */
static bool is_open_local(uint64_t at, uint64_t size) {
  uint8_t mark = *mark_of(at);
  return (at & 7) + size <= 8 &&
         (!mark || (mark <= 8 && mark >= (at & 7) + size));
}

static __attribute__((noinline)) void look(uint64_t at, uint64_t size,
                                           bool write, heddle_at site) {
  if (UNLIKELY(rt.trial == JUDGED_TRIAL))
    return;
  if (UNLIKELY(asks_always))
    rt_mpi_access(at, size, write, site);
  if (rt_in_heap(at))
    rt_heap_check(at, size, write, site);
  else if (at - rt_globals.base < rt_globals.size)
    check_global(&rt_globals, at, size, write, site);
  else if (on_stack(at))
    check_local(at, size, write, site);
  else if (at - constants.base < constants.size && !write)
    check_global(&constants, at, size, false, site); /* a write is a crash */
}

/* What is on a stack and open is not looked at any further. */
void rt_bounds_look(uint64_t at, uint64_t size, bool write, heddle_at site) {
  if (LIKELY(!asks_always) && on_stack(at) && is_open_local(at, size))
    return;
  look(at, size, write, site);
}

/* The thread's own end with it. */
void rt_local_touch(const void *p, uint64_t size, heddle_at site) {
  if (stack_of((uint64_t)p) != rt.current->id)
    rt_visible(OP_TOUCH, (uint64_t)p, 1, 0, site); /* as the operation */
  heddle_here = site;
  check_local((uint64_t)p, size, true, site);
}

void heddle_local_check(const void *p, uint64_t size, uint32_t write,
                        heddle_at site) {
  if (size && on_stack((uint64_t)p))
    check_local((uint64_t)p, size, write, site);
  else if (size && !write && (uint64_t)p - constants.base < constants.size)
    check_global(&constants, (uint64_t)p, size, false, site);
}

/* `bits`: those of the index as a power of 2 << 1, and whether it is
 * signed. */
_Noreturn void heddle_bad_index(const char *type, uint64_t index, uint32_t bits,
                                heddle_at site) {
  unsigned width = 1u << (bits >> 1 & 31);
  int64_t value = (int64_t)index;
  if (bits & 1 && width < 64)
    value = (int64_t)(index << (64 - width)) >> (64 - width);
  rt_fail(FOUND_OUT_OF_BOUNDS, site, "index %ld into %s", (long)value, type);
}
