#include "rt/extent.h"

#include "rt/rt.h"

void rt_extent_settle(struct fiber *f) {
  struct fiber *was = rt.current;
  rt.current = f;
  uint64_t len = f->extent->now(f->extent);
  rt.current = was;
  f->size = (uint32_t)(len ? len : 1);
}

uint64_t rt_extent_look(const struct rt_extent *x, heddle_at site) {
  struct fiber *f = rt.current;
  uint64_t at = (uint64_t)x->at, len = x->now(x);
  if (!len)
    return 0;
  f->extent = x;
  bool step = rt_visible(OP_READ, at, (uint32_t)len, EVENT_PLAIN, site);
  if (step) {
    rt_extent_settle(f);
    len = rt.step->size = f->size;
  }
  f->extent = NULL;
  rt_bounds_check(at, len, false, site);
  if (step)
    rt.step->value = rt_load(x->at, (uint32_t)len);
  if (UNLIKELY(rt_waiting()))
    rt_wait_saw(at, (uint32_t)len);
  return len;
}
