/* Thread-local variables: a copy for each thread that uses one, made from
 * the initial value at the first use, in the thread's own heap.  When the thread
 * ends, those that others may know are freed: a step. */
#include <string.h>

#include "rt/rt.h"

static struct tls_copy *copy_of(const void *initial, uint32_t size) {
  struct fiber *f = rt.current;
  for (uint32_t i = 0; i < f->tls_len; i++)
    if (f->tls[i].initial == initial)
      return &f->tls[i];
  rt_trial_stop();
  if (f->tls_len == TLS_MAX)
    rt_escape_end(WHY_MEMORY, "more than 64 thread-local variables", f->site);
  void *at = rt_heap_alloc(size, 64);
  if (!at)
    rt_escape_end(WHY_MEMORY, "no memory for a thread-local variable",
                  f->site);
  memcpy(at, initial, size);
  f->tls[f->tls_len] = (struct tls_copy){initial, at, false};
  return &f->tls[f->tls_len++];
}

void *heddle_tls(const void *initial, uint32_t size) {
  return copy_of(initial, size)->at;
}

/* Others may come to it, but nobody has said here that they do: that the
 * variable ends is no step. */
void *heddle_tls_named(const void *initial, uint32_t size) {
  return copy_of(initial, size)->at;
}

void *heddle_tls_shared(const void *initial, uint32_t size) {
  struct tls_copy *c = copy_of(initial, size);
  c->shared = true;
  return c->at;
}

void rt_tls_end(const struct fiber *f) {
  for (uint32_t i = 0; i < f->tls_len; i++) {
    if (!f->tls[i].shared)
      continue;
    void *at = f->tls[i].at;
    rt_visible(OP_FREE, (uint64_t)at, (uint32_t)rt_heap_size(at), EVENT_PLAIN,
               f->site);
    rt_heap_close(at);
  }
}
