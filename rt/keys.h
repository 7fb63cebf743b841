/* keys: the table of thread-specific keys, for keys.c and key_delete.c. */
#ifndef RT_KEYS_H
#define RT_KEYS_H

#include "rt/rt.h"

struct rt_keys {
  uint32_t len; /* keys from here on were never made in this run */
  void (*destructor[KEYS_MAX])(void *);
  bool used[KEYS_MAX];
};
extern struct rt_keys rt_keys;

#endif
