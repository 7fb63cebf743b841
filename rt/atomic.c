/* Atomic objects that no instruction covers: clang calls libatomic, and so
 * these.  The bytes are one access. */
#include <string.h>

#include "rt/calls.h"
#include "rt/rt.h"

static bool acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(int order) {
  return order >= __ATOMIC_RELEASE;
}

static bool access_all(uint8_t kind, const void *p, size_t size, int order) {
  uint32_t how = (acquires(order) ? 0 : ORDER_NO_ACQUIRE) |
                 (releases(order) ? 0 : ORDER_NO_RELEASE);
  bool step = rt_visible(kind, (uint64_t)p, (uint32_t)size,
                         how << RT_ORDER_SHIFT, heddle_here);
  if (!rt_waiting())
    return step;
  if (kind == OP_READ)
    rt_wait_saw((uint64_t)p, (uint32_t)size);
  else
    rt_wait_effect(&rt.current->watch);
  return step;
}

void heddle___atomic_load(size_t size, void *p, void *to, int order) {
  access_all(OP_READ, p, size, order);
  memcpy(to, p, size);
}

void heddle___atomic_store(size_t size, void *p, void *from, int order) {
  access_all(OP_WRITE, p, size, order);
  memcpy(p, from, size);
}

void heddle___atomic_exchange(size_t size, void *p, void *from, void *to,
                              int order) {
  access_all(OP_UPDATE, p, size, order);
  memcpy(to, p, size);
  memcpy(p, from, size);
}

_Bool heddle___atomic_compare_exchange(size_t size, void *p, void *expected,
                                       void *desired, int success,
                                       int failure) {
  bool step = access_all(OP_CAS, p, size, success);
  if (!memcmp(p, expected, size)) {
    memcpy(p, desired, size);
    return 1;
  }
  if (step)
    rt_swap_fails(acquires(failure));
  memcpy(expected, p, size);
  return 0;
}
