/* source: the text of source lines, by the names that debug information
 * gives to files.
 *
 *     struct sources s = {0};
 *     sources_hint(&s, "/home/me/counter.c");
 *     const struct source *f = sources_find(&s, "counter.c");
 *     source_line(f, 12, &len)
 *     sources_free(&s);
 *
 * A name may be relative to a folder that nobody remembers, or of a machine
 * that is far away: it is tried as it is, and then beside every hint.  What
 * cannot be found, and what is no regular file of a sensible size, has no
 * lines; a story does without. */
#ifndef STORY_SOURCE_H
#define STORY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

struct source {
  const char *name; /* as it was asked for */
  const char *path; /* where it was found, or NULL */
  bool newer;       /* changed after what was built from it */
  struct text text;
  VEC(uint32_t) lines; /* where each begins, and the end of the last */
};

struct sources {
  struct arena arena;
  VEC(const char *) hints;
  VEC(struct source *) files; /* in the order they were asked for */
  int64_t built; /* seconds since 1970 when the program was built; 0: now */
};

/* A file that belongs to what is told, or a folder with a slash at its end. */
void sources_hint(struct sources *s, const char *path);
/* Never NULL; without lines when there is no such file.  Lives as long as
 * the sources. */
const struct source *sources_find(struct sources *s, const char *name);
/* How many lines it has. */
uint32_t source_lines(const struct source *f);
/* Line n, counted from 1, without its end; NULL when it does not exist. */
const char *source_line(const struct source *f, uint32_t n, size_t *len);
/* The same without the spaces around it, as a string in the arena. */
const char *source_trimmed(const struct source *f, uint32_t n,
                           struct arena *arena);
/* The last part of a path. */
const char *source_base(const char *path);
void sources_free(struct sources *s);

#endif
