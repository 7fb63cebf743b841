/* Accesses to memory. */
#include <string.h>

#include "rt/rt.h"
#include "rt/symbolic.h"

uint64_t rt_load(const void *p, uint32_t size) {
  switch (size) {
  case 1:
    return *(const volatile uint8_t *)p;
  case 2:
    return *(const volatile uint16_t *)p;
  case 4:
    return *(const volatile uint32_t *)p;
  default: {
    uint64_t value = 0;
    memcpy(&value, p, size < 8 ? size : 8);
    return value;
  }
  }
}

static void check(const void *p, uint64_t size, bool write, heddle_at site) {
  rt_bounds_check((uint64_t)p, size, write, site);
}

_Static_assert(ABI_HOW_PLAIN == (int)EVENT_PLAIN &&
                   ABI_HOW_EXACT == (int)EVENT_EXACT,
               "cc/ writes it into info");
_Static_assert(ABI_HOW_NO_ACQUIRE == ORDER_NO_ACQUIRE << RT_ORDER_SHIFT &&
                   ABI_HOW_NO_RELEASE == ORDER_NO_RELEASE << RT_ORDER_SHIFT,
               "likewise");
_Static_assert(ABI_FENCE_ACQUIRE == (int)ORDER_FENCE_ACQUIRE &&
                   ABI_FENCE_RELEASE == (int)ORDER_FENCE_RELEASE,
               "likewise");

static uint32_t how(uint32_t info) {
  return info >> ABI_HOW_SHIFT & ABI_HOW_MASK;
}

static uint32_t how_written(uint32_t info) {
  return info >> ABI_HOW_SHIFT & ((ABI_HOW_MASK & ~ABI_HOW_EXACT) | rt.exact);
}

/* Of a variable of the thread's own that nobody else knows. */
static bool is_nobodys(const void *p, uint32_t info) {
  return UNLIKELY(info & ABI_OWN) && !rt_tls_lent(p);
}

void heddle_mem_read(const void *p, uint32_t info, heddle_at site) {
  uint32_t size = info & ABI_SIZE_MASK;
  if (is_nobodys(p, info))
    return;
  bool step = rt_visible(OP_READ, (uint64_t)p, size, how(info), site);
  check(p, size, false, site);
  if (step)
    rt.step->value = rt_load(p, size);
  if (UNLIKELY(rt_waiting()))
    rt_wait_saw((uint64_t)p, size);
}

/* Whether the running thread's step changes something is seen afterwards;
 * alone, or in an atomic block, it counts as if it did. */
static void look_later(bool step, const void *p, uint32_t size) {
  if (step)
    rt.update = (struct update){rt.step, (uint64_t)p, rt_load(p, size), size};
  else
    rt_wait_effect(&rt.current->watch);
}

void heddle_mem_write(void *p, uint32_t info, heddle_at site, uint64_t value) {
  uint32_t size = info & ABI_SIZE_MASK;
  if (is_nobodys(p, info))
    return;
  if (UNLIKELY(rt_waiting()))
    rt.current->watch.stores = true;
  bool step =
      rt_visible(OP_WRITE, (uint64_t)p, size, how_written(info), site);
  check(p, size, true, site);
  if (step)
    rt.step->value = value;
  if (UNLIKELY(rt_waiting()))
    look_later(step, p, size);
  rt.current->watch.stores = false;
}

/* What an update left behind is known only afterwards. */
void rt_update_done(void) {
  struct update *u = &rt.update;
  uint64_t after = rt_load((void *)u->object, u->size);
  bool changes = after != u->before || u->size > 8;
  bool writes = u->event->kind == OP_WRITE;
  if (!writes)
    u->event->value = after;
  if (!writes && u->size <= 8)
    u->event->flags |= rt.exact;
  if (!changes && !writes)
    u->event->flags |= EVENT_FAILED; /* nobody need look again */
  if (rt_waiting() && changes)
    rt_wait_effect(&rt.current->watch);
  else if (rt_waiting())
    rt_wait_saw(u->object, u->size); /* another turn may change it */
  u->event = NULL;
}

static bool update(uint8_t kind, void *p, uint32_t info, heddle_at site) {
  uint32_t size = info & ABI_SIZE_MASK;
  if (is_nobodys(p, info))
    return false;
  bool step = rt_visible(kind, (uint64_t)p, size, how(info), site);
  check(p, size, true, site);
  if (step)
    rt.step->value = rt_load(p, size);
  if (step || UNLIKELY(rt_waiting()))
    look_later(step, p, size);
  return step;
}

void heddle_mem_update(void *p, uint32_t info, heddle_at site) {
  update(OP_UPDATE, p, info, site);
}

/* One that fails is a read, of an order of its own. */
void rt_swap_fails(bool acquires) {
  unsigned fences = rt.step->order & (ORDER_FENCE_ACQUIRE | ORDER_FENCE_RELEASE);
  rt.step->flags |= EVENT_FAILED;
  rt.step->order = (uint16_t)(fences | ORDER_ONLY_READS |
                              (acquires ? 0 : ORDER_NO_ACQUIRE)) & 31;
}

void heddle_mem_swap(void *p, uint32_t info, heddle_at site, uint64_t expected,
                     uint64_t expected_high) {
  if (!update(OP_CAS, p, info, site))
    return;
  uint32_t size = info & ABI_SIZE_MASK;
  if (rt.step->value != expected ||
      (size > 8 && rt_load((char *)p + 8, 8) != expected_high))
    rt_swap_fails(!(info & ABI_FAILS_RELAXED));
}

/* Under sequential consistency it is no step; what comes next says that it was
 * there. */
void heddle_fence(uint32_t what) { rt.current->fences |= (uint8_t)what; }

/* --- ranges ------------------------------------------------------------- */

void rt_range_look(const void *p, uint64_t len, heddle_at site) {
  if (!len)
    return;
  bool step = rt_visible(OP_READ, (uint64_t)p, (uint32_t)len, EVENT_PLAIN,
                         site);
  check(p, len, false, site);
  if (step)
    rt.step->value = rt_load(p, (uint32_t)len);
  if (UNLIKELY(rt_waiting()))
    rt_wait_saw((uint64_t)p, (uint32_t)len);
}

/* By a function that nobody looks into. */
void rt_range_read(const void *p, uint64_t len, heddle_at site) {
  rt_range_look(p, len, site);
  rt_sym_pin_range(p, len, site);
}

void rt_argument_read(unsigned argument, const void *p, uint64_t len,
                      heddle_at site) {
  rt_argument_look(argument, p, len, site);
  rt_sym_pin_range(p, len, site);
}

bool rt_range_write(void *p, uint64_t len, heddle_at site) {
  if (!len)
    return false;
  bool step = rt_visible(OP_WRITE, (uint64_t)p, (uint32_t)len, EVENT_PLAIN,
                         site);
  check(p, len, true, site);
  heddle_sym_clear(p, len);
  return step;
}

void heddle_range(void *p, uint64_t len, uint32_t write, heddle_at site) {
  if (!write)
    rt_range_look(p, len, site);
  else
    rt_range_write(p, len, site);
}

/* What a step that wrote has left, for people. */
static void tell_written(bool step, const void *p, uint64_t len) {
  if (step)
    rt.step->value = rt_load(p, (uint32_t)len);
}

void rt_argument_write(unsigned argument, void *p, uint32_t len,
                       heddle_at site, uint64_t value) {
  if (rt_argument_hidden(argument, site)) {
    check(p, len, true, site);
    heddle_sym_clear(p, len);
    return;
  }
  bool step = rt_visible(OP_WRITE, (uint64_t)p, len, EVENT_PLAIN, site);
  check(p, len, true, site);
  if (step)
    rt.step->value = value;
  heddle_sym_clear(p, len);
}

/* Exactly the same bytes are what C's assignment allows, and clang makes a
 * memcpy of it. */
void rt_copy_apart(const void *to, const void *from, uint64_t len,
                   heddle_at site) {
  uint64_t a = (uint64_t)to, b = (uint64_t)from;
  if (LIKELY(a == b || (a > b ? a - b : b - a) >= len))
    return;
  heddle_here = site;
  rt_misuse("a copy of %lu bytes to a place that is %lu bytes %s: the two "
            "overlap",
            len, a > b ? a - b : b - a, a > b ? "behind them" : "before them");
}

/* Two steps: what was read is kept aside until the write. */
void heddle_copy(void *to, const void *from, uint64_t len, uint32_t flags,
                 heddle_at site) {
  enum { ON_STACK = 4096 };
  char small[ON_STACK], *aside = NULL;
  uint32_t exprs[ABI_SYM_ASIDE];
  if (flags & ABI_COPY_APART)
    rt_copy_apart(to, from, len, site);
  if (flags & ABI_HIDDEN_FROM)
    check(from, len, false, site);
  else
    rt_range_look(from, len, site);
  if (flags & ABI_PASSED_ON)
    rt_sym_pin_range(from, len, site);
  bool symbolic = rt_sym_aside(from, len, exprs, site);
  bool two = !(flags & ABI_HIDDEN_TO) && !rt_alone();
  if (two) {
    aside = len <= ON_STACK ? small : rt_heap_alloc(len, 16);
    memcpy(aside, from, len);
  }
  bool step = false;
  if (flags & ABI_HIDDEN_TO)
    check(to, len, true, site);
  else
    step = rt_range_write(to, len, site);
  memmove(to, two ? aside : from, len);
  tell_written(step, to, len);
  if (symbolic)
    rt_sym_put(to, len, exprs, site);
  else
    heddle_sym_clear(to, len);
}

void heddle_fill(void *to, uint8_t byte, uint64_t len, heddle_at site) {
  bool step = rt_range_write(to, len, site);
  memset(to, byte, len);
  tell_written(step, to, len);
}
