/* Accesses to memory, and loops that only wait for one. */
#include <string.h>

#include "rt/rt.h"
#include "rt/symbolic.h"

static uint64_t load(const void *p, uint32_t size) {
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
  if (rt_in_heap((uint64_t)p))
    rt_heap_check((uint64_t)p, size, write, site);
}

static uint8_t plain(uint32_t info) {
  return info >> ABI_ORDER_SHIFT ? 0 : EVENT_PLAIN;
}

/* --- loops that only wait --------------------------------------------------
 *
 * A turn that touched one place and left it as it was would be the same turn
 * again unless that place was written meanwhile.  If the turn begins with a
 * read, that read becomes an AWAIT, enabled by such a write; if it is a
 * test-and-set, an AWAIT comes before it.  A turn that touched two places is
 * let go round (the bound on steps ends it): whether the first was written
 * while the second was read is nothing the thread has seen, so it must not
 * decide what the thread does next, and an AWAIT of both would have to. */

static void watch_off(struct fiber *f) {
  f->watch.state = WATCH_OFF;
  rt.watchers &= ~BIT(f->id);
}

/* The kind of a read, when the thread is in such a loop. */
static uint8_t watch_kind(struct fiber *f, uint64_t object, uint32_t size) {
  struct watch *w = &f->watch;
  bool same = w->object == object && w->size == size;
  if (w->state == WATCH_ARMED && same)
    return OP_AWAIT;
  if (w->state != WATCH_TURN && (!same || w->written))
    watch_off(f);
  return OP_READ;
}

/* The access was carried out. */
static void watch_access(struct fiber *f, uint64_t object, uint32_t size,
                         bool updates) {
  struct watch *w = &f->watch;
  bool again = w->state == WATCH_ONE;
  bool same = w->object == object && w->size == size;
  if (w->state == WATCH_OFF || (again && (w->written || !same))) {
    watch_off(f);
    return;
  }
  updates |= again && w->updates;
  *w = (struct watch){object, size, WATCH_ONE, false, updates};
}

void heddle_wait_begin(void) {
  struct fiber *f = rt.current;
  if (rt.update.event) /* one from before the loop */
    rt_update_done();
  if (rt_alone() || f->watch.state == WATCH_ARMED)
    return;
  f->watch.state = WATCH_TURN;
  rt.watchers |= BIT(f->id);
}

void heddle_wait_again(heddle_at site) {
  struct fiber *f = rt.current;
  struct watch *w = &f->watch;
  if (rt_alone()) {
    f->site = site;
    rt_end(RUN_DEADLOCK, FOUND_LIVELOCK,
           "a loop waits for a write, and nobody is left to write");
  }
  if (rt.update.event)
    rt_update_done();
  if (w->state != WATCH_ONE) {
    watch_off(f);
  } else if (!w->updates) {
    w->state = WATCH_ARMED;
  } else {
    rt_visible(OP_AWAIT, w->object, w->size, 0, site);
    watch_off(f);
  }
}

void rt_written(uint64_t object, uint32_t size) {
  for (uint64_t rest = rt.watchers & ~BIT(rt.current->id); rest;
       rest &= rest - 1) {
    struct watch *w = &rt.fibers[__builtin_ctzll(rest)].watch;
    if (object < w->object + w->size && w->object < object + size)
      w->written = true;
  }
}

/* --- accesses ----------------------------------------------------------- */

void heddle_mem_read(const void *p, uint32_t info, heddle_at site) {
  uint32_t size = info & ABI_SIZE_MASK;
  struct fiber *f = rt.current;
  uint8_t kind = OP_READ;
  if (UNLIKELY(f->watch.state))
    kind = watch_kind(f, (uint64_t)p, size);
  bool step = rt_visible(kind, (uint64_t)p, size, plain(info), site);
  check(p, size, false, site);
  if (!step)
    return;
  rt.step->value = load(p, size);
  if (UNLIKELY(f->watch.state))
    watch_access(f, (uint64_t)p, size, false);
}

void heddle_mem_write(void *p, uint32_t info, heddle_at site, uint64_t value) {
  uint32_t size = info & ABI_SIZE_MASK;
  bool step = rt_visible(OP_WRITE, (uint64_t)p, size, plain(info), site);
  check(p, size, true, site);
  if (step)
    rt.step->value = value;
  if (UNLIKELY(rt.watchers)) /* also from inside an atomic block */
    rt_written((uint64_t)p, size);
}

/* What an update left behind is known only afterwards. */
void rt_update_done(void) {
  struct update *u = &rt.update;
  uint64_t after = load((void *)u->object, u->size);
  if (after != u->before || u->size > 8) {
    u->event->value = after;
    if (rt.current->watch.state)
      watch_off(rt.current);
    if (rt.watchers)
      rt_written(u->object, u->size);
  } else {
    u->event->flags |= EVENT_FAILED; /* nobody need look again */
  }
  u->event = NULL;
}

static void update(uint8_t kind, void *p, uint32_t info, heddle_at site) {
  uint32_t size = info & ABI_SIZE_MASK;
  struct fiber *f = rt.current;
  if (UNLIKELY(f->watch.state == WATCH_ARMED))
    watch_off(f);
  bool step = rt_visible(kind, (uint64_t)p, size, plain(info), site);
  check(p, size, true, site);
  if (step) {
    uint64_t before = load(p, size);
    rt.step->value = before;
    rt.update = (struct update){rt.step, (uint64_t)p, before, size};
    if (UNLIKELY(f->watch.state))
      watch_access(f, (uint64_t)p, size, true);
  } else if (UNLIKELY(rt.watchers)) {
    rt_written((uint64_t)p, size); /* inside an atomic block */
  }
}

void heddle_mem_update(void *p, uint32_t info, heddle_at site) {
  update(OP_UPDATE, p, info, site);
}

void heddle_mem_swap(void *p, uint32_t info, heddle_at site,
                     uint64_t expected) {
  (void)expected; /* that it failed is seen by what it left */
  update(OP_CAS, p, info, site);
}

/* Under sequential consistency a fence orders nothing. */
void heddle_fence(uint32_t info, heddle_at site) {
  (void)info;
  (void)site;
}

/* --- ranges ------------------------------------------------------------- */

static void range_read(const void *p, uint64_t len, heddle_at site) {
  if (!len)
    return;
  if (UNLIKELY(rt.current->watch.state))
    watch_off(rt.current);
  rt_visible(OP_READ, (uint64_t)p, (uint32_t)len, EVENT_PLAIN, site);
  check(p, len, false, site);
}

/* By a function that nobody looks into. */
void rt_range_read(const void *p, uint64_t len, heddle_at site) {
  range_read(p, len, site);
  rt_sym_pin_range(p, len, site);
}

void rt_range_write(void *p, uint64_t len, heddle_at site) {
  if (!len)
    return;
  rt_visible(OP_WRITE, (uint64_t)p, (uint32_t)len, EVENT_PLAIN, site);
  check(p, len, true, site);
  if (UNLIKELY(rt.watchers))
    rt_written((uint64_t)p, (uint32_t)len);
  heddle_sym_clear(p, len);
}

/* Two steps: what was read is kept aside until the write. */
void heddle_copy(void *to, const void *from, uint64_t len, uint32_t flags,
                 heddle_at site) {
  enum { ON_STACK = 4096 };
  char small[ON_STACK], *aside = NULL;
  uint32_t exprs[ABI_SYM_ASIDE];
  if (!(flags & ABI_HIDDEN_FROM))
    range_read(from, len, site);
  bool symbolic = rt_sym_aside(from, len, exprs, site);
  bool two = !(flags & ABI_HIDDEN_TO) && !rt_alone();
  if (two) {
    aside = len <= ON_STACK ? small : rt_heap_alloc(len, 16);
    memcpy(aside, from, len);
  }
  if (!(flags & ABI_HIDDEN_TO))
    rt_range_write(to, len, site);
  memmove(to, two ? aside : from, len);
  if (symbolic)
    rt_sym_put(to, len, exprs, site);
  else
    heddle_sym_clear(to, len);
}

void heddle_fill(void *to, uint8_t byte, uint64_t len, heddle_at site) {
  rt_range_write(to, len, site);
  memset(to, byte, len);
}
