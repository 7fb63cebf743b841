/* write_pen: how the text of a program is put down (write.c). */
#ifndef TESTS_ORACLE_WRITE_PEN_H
#define TESTS_ORACLE_WRITE_PEN_H

#include "base/text.h"
#include "program.h"

/* Where the text stands; `mark` is what the names of the program end in. */
struct pen {
  struct text *out;
  struct program *p;
  char mark[12];
  uint32_t line;
  unsigned depth;
  bool steps; /* in statements: other threads may run here (native.h) */
};

#define RESULT "(r0 + 3 * r1 + 7 * r2 + 11 * r3) & 255"

/* One line, at the right depth. */
void pen_line(struct pen *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Texts that live until the line is written. */
struct words {
  char at[8][96];
  unsigned len;
};

const char *pen_word(struct words *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
const char *pen_value(struct words *w, struct value v);
/* "r0 = ", or nothing. */
const char *pen_to(struct words *w, const struct statement *s);

/* A statement that is a call of a library: what is from S_LOCK on, and what
 * touches memory. */
void write_call(struct pen *w, const struct statement *s);

#endif
