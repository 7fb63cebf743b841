/* Deleting keys; a file of its own, because using a key is a step only in
 * programs that have this linked in (keys.c). */
#include <errno.h>

#include "rt/calls.h"
#include "rt/keys.h"

extern const bool rt_keys_are_deleted;
const bool rt_keys_are_deleted = true;

int heddle_pthread_key_delete(pthread_key_t key) {
  heddle_at site = heddle_here;
  if (key >= KEYS_MAX)
    return EINVAL;
  /* An update: whether there is such a key is read, too. */
  bool step = rt_visible(OP_UPDATE, (uint64_t)&rt_keys.used[key], 1,
                         ORDER_NO_ACQUIRE << RT_ORDER_SHIFT, site);
  bool there = key < rt_keys.len && rt_keys.used[key];
  if (step && !there)
    rt.step->flags |= EVENT_FAILED;
  if (there)
    rt_keys.used[key] = false;
  return there ? 0 : EINVAL;
}

void heddle_tss_delete(tss_t key) {
  heddle_pthread_key_delete(key);
}
