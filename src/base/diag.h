/* diag: what went wrong, where, for a person.
 *
 * A function that can fail on bad input reports once, where it has the
 * facts, and returns false or NULL; callers pass the failure up and add
 * nothing.  The library never prints: what the user sees (file, line,
 * column, the source line with a caret) is made by the sink, in cli/.
 *
 * Wording: lower case, no full stop, what failed first, the subject in
 * single quotes; the hint says what was expected or what to do. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

enum diag_level { DIAG_WARNING, DIAG_ERROR };

/* Lines and columns count from 1; line 0 means the file as a whole, a NULL
 * file means no place at all.  len is how many columns the caret covers. */
struct diag_at {
  const char *file;
  uint32_t line, col, len;
};

struct diag {
  void (*sink)(void *user, enum diag_level, struct diag_at, const char *msg,
               const char *hint); /* hint may be NULL */
  void *user;
  unsigned errors, warnings;
};

/* Always false, so that `return diag_error(...)` reads well. */
bool diag_error(struct diag *d, struct diag_at at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a second line: what was expected, did you mean. */
bool diag_error_hint(struct diag *d, struct diag_at at, const char *hint,
                     const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void diag_warning(struct diag *d, struct diag_at at, const char *hint,
                  const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
