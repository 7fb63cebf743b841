/* source: a source file by lines, and what changed in it.
 *
 *     struct source_text s = {0};
 *     if (source_read(&s, "counter.c"))
 *       source_line(&s, 12, &out);               "int seen = total;"
 *     source_free(&s);
 *
 * A recording (exec/tape.h) keeps of a file its digest and 16 bits for each
 * of its lines, the marks; blanks around a line do not count, so that
 * indenting is no change.  From the marks then and now the changed lines
 * follow by a longest common subsequence (Myers 1986).  Two different lines
 * have the same mark once in 65536: then a change of that one line is not
 * told, while the digest still says that the file changed. */
#ifndef EXEC_SOURCE_H
#define EXEC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

struct source_text {
  struct text text;
  VEC(uint32_t) starts; /* of each line in the text */
  VEC(uint16_t) marks;  /* of each line */
  uint64_t digest;
};

/* Lines then from..from+len replaced by lines now; both count from 1. */
struct source_change {
  uint32_t then, then_len, now, now_len;
};

/* False with errno set. */
bool source_read(struct source_text *s, const char *path);
/* The text of a line without the blanks around it; nothing when there is no
 * such line. */
void source_line(const struct source_text *s, uint32_t line, struct text *out);
void source_free(struct source_text *s);

typedef VEC(struct source_change) source_changes;
/* Appends the changes between two lists of marks, in order. */
void source_diff(const uint16_t *then, size_t then_len, const uint16_t *now,
                 size_t now_len, source_changes *out);

#endif
