/* alloc: malloc that does not fail.
 *
 * Out of memory for small things is fatal: nobody could do better, so the
 * process aborts with one line on standard error.  Big tables (the state
 * store, decision diagrams, arrays of tests) never come from here: they keep
 * an account of their bytes and report a reached limit as a verdict. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

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

#endif
