/* text: a growing string, and a few questions about strings.
 *
 *     struct text t = {0};
 *     text_printf(&t, "%s at %u", name, state);
 *     use(text_str(&t));
 *     text_free(&t);
 *
 * All-zero is the empty text; the bytes always end in NUL once there are
 * any.  Numbers print the same in every locale. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
  char *at;
  size_t len, cap;
};

void text_add(struct text *t, const char *s);
void text_add_n(struct text *t, const char *s, size_t len);
void text_char(struct text *t, char c);
/* c, count times */
void text_fill(struct text *t, char c, size_t count);
void text_printf(struct text *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *t, const char *fmt, va_list args);
/* 1234567 as 1,234,567 */
void text_count(struct text *t, uint64_t n);
/* Never NULL; dies at the next operation. */
const char *text_str(const struct text *t);
void text_clear(struct text *t);
/* The first `len` characters, which must be there. */
void text_cut(struct text *t, size_t len);
void text_free(struct text *t);

/* The whole file, NUL-terminated (NULs inside are kept; len says how much).
 * False with errno set when it cannot be read; a directory is EISDIR, a device
 * that does not end EFBIG.  "-" is standard input. */
bool text_read_file(struct text *t, const char *path);
/* Writes a new file or replaces an old one as a whole: a reader sees the
 * old or the new content, never half of it.  False with errno set.  A path
 * that is no regular file (a device, a pipe), or that is where standard output
 * goes, is written directly; links stay, and so does who may read it. */
bool text_write_file(const struct text *t, const char *path);
/* The same, and it is on the disk then, so that even a power cut leaves the
 * old or the new content. */
bool text_keep_file(const struct text *t, const char *path);
/* All of them to a file that is open, whatever interrupts it; false with errno
 * set. */
bool text_write_all(int fd, const void *bytes, size_t len);

/* How many insertions, deletions, replacements and swaps of neighbours turn
 * a into b; used for "did you mean". */
size_t text_distance(const char *a, const char *b);
/* The candidate nearest to name, or NULL when none is near enough to be
 * what was probably meant. */
const char *text_nearest(const char *name, const char *const *candidates,
                         size_t count);

#endif
