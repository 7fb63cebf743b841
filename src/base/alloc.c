#include "base/alloc.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/sound.h"
#include "base/stress.h"

enum { RESERVE = STRESSED(1 << 20, 32 << 20) };

/* The innermost place of this thread to go back to. */
static _Thread_local struct alloc_point *here;

/* --- having none ---------------------------------------------------------- */

_Noreturn void alloc_leave(void) {
  struct alloc_point *p = here;
  if (!p)
    abort(); /* nobody stands guard: see alloc.h */
  atomic_store(&p->guard->used_up, true);
  atomic_store(&p->guard->gone, true);
  if (p->held)
    pthread_mutex_unlock(p->held);
  p->held = NULL;
  while (p->undo) {
    struct alloc_undo *u = p->undo;
    alloc_undo_drop(u);
    u->undo(u->arg);
  }
  longjmp(p->back, 1);
}

/* There is no memory.  Returns when there may be some now. */
static void lack(void) {
  void *reserve = here ? atomic_exchange(&here->guard->reserve, NULL) : NULL;
  if (!reserve)
    alloc_leave();
  atomic_store(&here->guard->used_up, true);
  free(reserve);
}

void *alloc_zero(size_t count, size_t size) {
  EXPECTS(!size || count <= SIZE_MAX / size);
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

/* --- guards --------------------------------------------------------------- */

void alloc_point_push(struct alloc_point *p, struct alloc_guard *g) {
  p->outer = here;
  p->guard = g;
  p->undo = NULL;
  p->held = NULL;
  here = p;
}

void alloc_point_pop(struct alloc_point *p) {
  EXPECTS(p != NULL);
  assert(here == p);
  while (p->undo) /* what is to be undone outlives the guard */
    alloc_undo_drop(p->undo);
  here = p->outer;
}

void alloc_guard_open(struct alloc_guard *g) {
  *g = (struct alloc_guard){.used_up = false};
  atomic_store(&g->reserve, malloc(RESERVE));
}

void alloc_guard_close(struct alloc_guard *g) {
  free(atomic_load(&g->reserve));
  if (here && atomic_load(&g->used_up))
    atomic_store(&here->guard->used_up, true);
}

bool alloc_joined(struct alloc_guard *g, void (*job)(void *arg), void *arg) {
  EXPECTS(job != NULL);
  if (!g) {
    job(arg);
    return true;
  }
  struct alloc_point p;
  volatile bool done = false;
  if (ALLOC_POINT(&p, g)) {
    job(arg);
    done = true;
  }
  alloc_point_pop(&p);
  return done;
}

bool alloc_guarded(void (*job)(void *arg), void *arg) {
  EXPECTS(job != NULL);
  struct alloc_guard g;
  alloc_guard_open(&g);
  bool done = alloc_joined(&g, job, arg);
  alloc_guard_close(&g);
  return done;
}

bool alloc_used_up(void) {
  return here && atomic_load(&here->guard->used_up);
}

struct alloc_guard *alloc_guard_now(void) {
  return here ? here->guard : NULL;
}

/* --- what is left behind -------------------------------------------------- */

void alloc_undo_add(struct alloc_undo *u, void (*undo)(void *arg), void *arg) {
  EXPECTS(undo != NULL);
  *u = (struct alloc_undo){undo, arg, NULL, NULL};
  if (!here)
    return;
  u->next = here->undo;
  u->where = &here->undo;
  if (u->next)
    u->next->where = &u->next;
  here->undo = u;
}

void alloc_undo_drop(struct alloc_undo *u) {
  if (!u->where)
    return;
  *u->where = u->next;
  if (u->next)
    u->next->where = u->where;
  u->where = NULL;
  u->next = NULL;
}

void alloc_lock(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  if (!here)
    return;
  assert(!here->held);
  here->held = lock;
  if (atomic_load_explicit(&here->guard->gone, memory_order_relaxed))
    alloc_leave();
}

void alloc_unlock(pthread_mutex_t *lock) {
  if (here)
    here->held = NULL;
  pthread_mutex_unlock(lock);
}
