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
  rt_visible(OP_WRITE, (uint64_t)&rt_keys.used[key], 1, 0, site);
  if (key >= rt_keys.len || !rt_keys.used[key])
    return EINVAL;
  rt_keys.used[key] = false;
  return 0;
}

void heddle_tss_delete(tss_t key) {
  heddle_pthread_key_delete(key);
}
