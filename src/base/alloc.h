/* alloc: malloc that does not fail.
 *
 * Nobody could go on without memory for small things, and nobody wants to ask
 * at each of them.  So whoever starts a job stands guard over it:
 *
 *     static void work(void *job) { ... }
 *     if (!alloc_guarded(work, &job))
 *       ... memory ran out, and the job was left where it was ...
 *
 * A guard keeps some memory in reserve.  When there is none left, that goes
 * first, and alloc_used_up is true from then on: searches look at it as at any
 * other limit, end with what they have, and say that memory was used up.  What
 * needs more than the reserve is left by a jump back to the guard; what it had
 * allocated is lost, but threads and processes are ended (alloc_undo).
 *
 * A thread that works for another joins its guard (alloc_joined): when it has
 * no memory its work is left, and whoever waits for it leaves the job in turn.
 *
 * Every way into the library is guarded (job/guarded.h), so that it never ends
 * the process; what has no guard, as a unit test, aborts.
 *
 * Where to go back to is a variable of each thread, like errno: the stack of
 * calls is one, too, and whoever wants memory (a vector, a text) cannot be
 * given it without an argument more in nearly every function.  It is changed
 * only by entering and leaving a guard, in the order of calls, and is NULL
 * outside of all; so jobs in different threads know nothing of each other, and
 * nothing is left of one that is over.
 *
 * Growing something allocates first and changes it then: what is left by a jump
 * is as it was before, and can be freed.
 *
 * Big tables (the state store, decision diagrams, arrays of tests) keep an
 * account of their bytes besides, and report a limit that the user has set. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Memory for count elements of the given size, zeroed. */
void *alloc_zero(size_t count, size_t size);
/* The same for elements that different threads write: each begins a cache
 * line of its own when its type has ALLOC_APART as its alignment (two lines,
 * because processors fetch them in pairs). */
enum { ALLOC_APART = 128 };
void *alloc_apart(size_t count, size_t size);
/* realloc; new memory is not zeroed. */
void *alloc_resize(void *at, size_t count, size_t size);

/* --- guards --------------------------------------------------------------- */

struct alloc_guard {
  _Atomic(void *) reserve;
  atomic_bool used_up; /* the reserve is gone */
  atomic_bool gone;    /* and somebody had to leave */
};

/* Runs the job; false when it was left because there was no memory.  Guards
 * may stand inside each other. */
bool alloc_guarded(void (*job)(void *arg), void *arg);
/* The same in a thread that works for one that has the guard g; NULL: nobody
 * has, and the job is run. */
bool alloc_joined(struct alloc_guard *g, void (*job)(void *arg), void *arg);
/* The guard over this thread, or NULL. */
struct alloc_guard *alloc_guard_now(void);
/* The reserve is gone: end with what there is. */
bool alloc_used_up(void);
/* Back to the guard, as if there were no memory: a thread that works for this
 * one had none. */
_Noreturn void alloc_leave(void);

/* --- what must not be left behind ----------------------------------------- */

/* Called when the job is left, in the reverse order of adding, unless it was
 * dropped before.  `u` lives until then, in what is to be undone. */
struct alloc_undo {
  void (*undo)(void *arg);
  void *arg;
  struct alloc_undo *next, **where; /* where NULL: in no list */
};
void alloc_undo_add(struct alloc_undo *u, void (*undo)(void *arg), void *arg);
void alloc_undo_drop(struct alloc_undo *u);

/* A lock under which memory is wanted, one at a time: it is given back when
 * there is none, and who takes it then leaves, too, since what it guards may
 * be half done. */
void alloc_lock(pthread_mutex_t *lock);
void alloc_unlock(pthread_mutex_t *lock);

/* --- the parts of a guard, for job/guarded.h ------------------------------ */

struct alloc_point {
  jmp_buf back;
  struct alloc_point *outer;
  struct alloc_guard *guard;
  struct alloc_undo *undo;
  pthread_mutex_t *held;
};
void alloc_guard_open(struct alloc_guard *g);
void alloc_guard_close(struct alloc_guard *g);
void alloc_point_push(struct alloc_point *p, struct alloc_guard *g);
void alloc_point_pop(struct alloc_point *p);
/* True; false when it comes back here because there is no memory.  The
 * function that has the point must not return before popping it. */
#define ALLOC_POINT(p, g) (alloc_point_push((p), (g)), !setjmp((p)->back))

#endif
