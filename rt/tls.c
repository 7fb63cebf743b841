/* Thread-local variables: a copy for each thread that uses one, made from
 * the initial value at the first use, in the thread's own heap. */
#include <string.h>

#include "rt/rt.h"

void *heddle_tls(const void *initial, uint32_t size) {
  struct fiber *f = rt.current;
  for (uint32_t i = 0; i < f->tls_len; i++)
    if (f->tls[i].initial == initial)
      return f->tls[i].at;
  rt_trial_stop();
  if (f->tls_len == TLS_MAX)
    rt_escape_end(WHY_MEMORY, "more than 64 thread-local variables", f->site);
  void *at = rt_heap_alloc(size, 64);
  if (!at)
    rt_escape_end(WHY_MEMORY, "no memory for a thread-local variable",
                  f->site);
  memcpy(at, initial, size);
  f->tls[f->tls_len++] = (struct tls_copy){initial, at};
  return at;
}

void *heddle_tls_shared(const void *initial, uint32_t size) {
  return heddle_tls(initial, size);
}
