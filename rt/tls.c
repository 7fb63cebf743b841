/* Thread-local variables: a copy for each thread that uses one, made from
 * the initial value at the first use, in the thread's own heap.  When the thread
 * ends, those that others may know are freed: a step.
 *
 * errno is where libc has it, one place for all threads here, and a switch
 * changes its content (fiber.c).  Where its address is given away that will not
 * do: the thread then has a copy as of any other variable, which the program
 * uses from now on.  libc goes on writing the other place, so that one holds a
 * number that is no error whenever libc has written nothing (NOTHING_NEW), and
 * what libc wrote becomes a write of the copy at the thread's next step, or when
 * it looks.  No step of its own lies between, so nobody can tell the
 * difference. */
#include <errno.h>
#include <string.h>

#include "rt/rt.h"

static struct tls_copy *copy_of(const void *initial, uint32_t size) {
  struct fiber *f = rt.current;
  struct tls_copy *all = rt_room(f)->tls;
  for (uint32_t i = 0; i < f->tls_len; i++)
    if (all[i].initial == initial)
      return &all[i];
  rt_trial_stop();
  if (f->tls_len == TLS_MAX)
    rt_escape_end(WHY_MEMORY, "more than 64 thread-local variables", f->site);
  void *at = rt_heap_alloc(size, 64);
  if (!at)
    rt_escape_end(WHY_MEMORY, "no memory for a thread-local variable",
                  f->site);
  memcpy(at, initial, size);
  all[f->tls_len] = (struct tls_copy){initial, at, false};
  return &all[f->tls_len++];
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

bool rt_tls_lent(const void *p) {
  const struct fiber *f = rt.current;
  for (uint32_t i = 0; i < f->tls_len; i++) {
    const struct tls_copy *c = &rt_room(f)->tls[i];
    if (c->shared && (uint64_t)p - (uint64_t)c->at < rt_heap_size(c->at))
      return true;
  }
  return false;
}

/* --- errno ------------------------------------------------------------------ */

enum { NOTHING_NEW = 0x4e455721 };

void rt_errno_settle(void) {
  struct fiber *f = rt.current;
  int now = errno;
  if (now == NOTHING_NEW)
    return;
  rt_trial_stop();
  errno = NOTHING_NEW;
  if (now == *f->lent_errno) /* as rt_errno_show left it */
    return;
  rt_range_write(f->lent_errno, sizeof now, f->site);
  *f->lent_errno = now;
}

void rt_errno_show(void) {
  if (UNLIKELY(rt.current->lent_errno) && errno == NOTHING_NEW)
    errno = *rt.current->lent_errno;
}

int *heddle_errno(void) {
  struct fiber *f = rt.current;
  if (LIKELY(!f->lent_errno))
    return &errno;
  rt_errno_settle();
  return f->lent_errno;
}

int *heddle_errno_shared(void) {
  static const int initial;
  struct fiber *f = rt.current;
  if (f->lent_errno)
    return heddle_errno();
  int now = errno;
  int *copy = heddle_tls_shared(&initial, sizeof initial);
  *copy = now;
  errno = NOTHING_NEW;
  return f->lent_errno = copy;
}

/* --- the end of a thread ----------------------------------------------------- */

void rt_tls_end(struct fiber *f) {
  rt_errno_catch_up();
  f->lent_errno = NULL;
  for (uint32_t i = 0; i < f->tls_len; i++) {
    const struct tls_copy *c = &rt_room(f)->tls[i];
    if (!c->shared)
      continue;
    void *at = c->at;
    rt_visible(OP_FREE, (uint64_t)at, (uint32_t)rt_heap_size(at), EVENT_PLAIN,
               f->site);
    rt_heap_close(at);
  }
}
