#include "base/alloc.h"

#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "base/stress.h"

enum { RESERVE = STRESSED(1 << 20, 32 << 20) };

struct alloc_guard {
  jmp_buf back;
  pthread_t owner;
  _Atomic(void *) reserve;
  atomic_bool used_up;
  void (*last)(void);
};

/* Of this thread: memory is the process's, and who wants it cannot be asked
 * for whom. */
static _Thread_local struct alloc_guard *guard;

/* There is no memory.  Returns when there may be some now. */
static void lack(void) {
  struct alloc_guard *g = guard;
  if (!g)
    abort();
  void *reserve = atomic_exchange(&g->reserve, NULL);
  if (reserve) {
    atomic_store(&g->used_up, true);
    free(reserve);
    return;
  }
  if (pthread_equal(g->owner, pthread_self()))
    longjmp(g->back, 1);
  if (g->last)
    g->last();
  abort();
}

void *alloc_zero(size_t count, size_t size) {
  void *at;
  while (!(at = calloc(count ? count : 1, size ? size : 1)))
    lack();
  return at;
}

void *alloc_apart(size_t count, size_t size) {
  assert(size % ALLOC_APART == 0);
  size_t bytes;
  if (__builtin_mul_overflow(count ? count : 1, size, &bytes))
    bytes = SIZE_MAX / 2;
  void *at;
  while (!(at = aligned_alloc(ALLOC_APART, bytes)))
    lack();
  return memset(at, 0, bytes);
}

void *alloc_resize(void *at, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    bytes = SIZE_MAX / 2;
  void *moved;
  while (!(moved = realloc(at, bytes ? bytes : 1)))
    lack();
  return moved;
}

bool alloc_guarded(void (*job)(void *arg), void *arg, void (*last)(void)) {
  struct alloc_guard g = {.owner = pthread_self(), .last = last};
  struct alloc_guard *volatile outer = guard;
  volatile bool done = false;
  atomic_store(&g.reserve, malloc(RESERVE));
  if (!setjmp(g.back)) {
    guard = &g;
    job(arg);
    done = true;
  }
  guard = outer;
  free(atomic_load(&g.reserve));
  if (outer && atomic_load(&g.used_up))
    atomic_store(&outer->used_up, true);
  return done;
}

bool alloc_used_up(void) { return guard && atomic_load(&guard->used_up); }

struct alloc_guard *alloc_guard_now(void) { return guard; }

void alloc_guard_share(struct alloc_guard *g) { guard = g; }
