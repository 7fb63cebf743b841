/* listing: the text of source lines, by the names that debug information
 * gives to files.
 *
 *     struct listings s = {0};
 *     listings_hint(&s, "/home/me/counter.c");
 *     const struct listing *f = listings_find(&s, "counter.c");
 *     listing_line(f, 12, &len)
 *     listings_free(&s);
 *
 * A name may be relative to a folder that nobody remembers, or of a machine
 * that is far away: it is tried as it is, and then beside every hint.  What
 * cannot be found, and what is no regular file of a sensible size, has no
 * lines; a story does without. */
#ifndef STORY_LISTING_H
#define STORY_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

struct listing {
  const char *name; /* as it was asked for */
  const char *path; /* where it was found, or NULL */
  bool newer;       /* changed after what was built from it */
  struct text text;
  VEC(uint32_t) lines; /* where each begins, and the end of the last */
};

struct listings {
  struct arena arena;
  VEC(const char *) hints;
  VEC(struct listing *) files; /* in the order they were asked for */
  int64_t built; /* seconds since 1970 when the program was built; 0: now */
};

/* A file that belongs to what is told, or a folder with a slash at its end. */
void listings_hint(struct listings *s, const char *path);
/* Never NULL; without lines when there is no such file.  Lives as long as
 * the sources. */
const struct listing *listings_find(struct listings *s, const char *name);
/* How many lines it has. */
uint32_t listing_lines(const struct listing *f);
/* Line n, counted from 1, without its end; NULL when it does not exist. */
const char *listing_line(const struct listing *f, uint32_t n, size_t *len);
/* The same without the spaces around it, as a string in the arena. */
const char *listing_trimmed(const struct listing *f, uint32_t n,
                            struct arena *arena);
/* The last part of a path. */
const char *listing_base(const char *path);
void listings_free(struct listings *s);

#endif
