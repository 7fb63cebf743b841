/* keep: recordings that nobody asked for, where they are in nobody's way.
 *
 * `heddle test` without -o keeps the runs of its findings beside the searches
 * (cache.h says where): the first of deadlock.c as "deadlock.rec", until the
 * next test of a program of that name.  A recording that is named without a
 * folder and is not in the current one is looked for there, so that
 * `heddle replay deadlock.rec` is all that needs to be said.  The oldest go
 * when there are more than KEEP_MOST bytes of them. */
#ifndef JOB_KEEP_H
#define JOB_KEEP_H

#include "base/text.h"

#define KEEP_MOST ((uint64_t)64 << 20)

/* The path of the recording of this name; false: there is no place. */
bool keep_path(struct text *path, const char *name);
/* Written there, or not: nobody has asked for it. */
bool keep_write(const struct text *recording, const char *path);
/* Where the recording is that the user names: the name as it is, or a kept
 * one; `path` is text of the caller's that may hold it. */
const char *keep_find(const char *name, struct text *path);

#endif
