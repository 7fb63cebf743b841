/* alloc: malloc that does not fail.
 *
 * Nobody could go on without memory for small things, and nobody wants to ask
 * at each of them.  So whoever starts a job stands guard over it:
 *
 *     static void work(void *job) { ... }
 *     if (!alloc_guarded(work, &job, NULL))
 *       ... memory ran out, and the job was left where it was ...
 *
 * A guard keeps some memory in reserve.  When there is none left, that goes
 * first, and alloc_used_up is true from then on: searches look at it as at any
 * other limit, end with what they have, and say that memory was used up.  What
 * needs more than the reserve is left by a jump back to the guard; what it had
 * allocated is lost.  Without a guard the process ends.
 *
 * Big tables (the state store, decision diagrams, arrays of tests) keep an
 * account of their bytes besides, and report a limit that the user has set. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

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

struct alloc_guard;

/* Runs the job; false when it was left because there was no memory.  Guards
 * may stand inside each other.  A thread of the job that has no memory cannot
 * be left, since others wait for it: then `last` is called, which must not
 * return (NULL: the process aborts). */
bool alloc_guarded(void (*job)(void *arg), void *arg, void (*last)(void));
/* The reserve is gone: end with what there is. */
bool alloc_used_up(void);
/* For threads that work for another: its guard is theirs, too. */
struct alloc_guard *alloc_guard_now(void);
void alloc_guard_share(struct alloc_guard *g);

#endif
