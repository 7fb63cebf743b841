/* row: what is decided about a function of the C library.
 *
 *     struct row r = row_find("strchr");          r.kind == ROW_CALL
 *     struct row_effects e;
 *     row_read(r.words, &e);                      one effect: reads text 0
 *
 * The table is rt/names.h (what the runtime models) and rt/library/ (all the
 * rest), where the words are explained.  A name that is not in it is a
 * function of the program or of another library. */
#ifndef CC_ROW_H
#define CC_ROW_H

#include <stdbool.h>
#include <stdio.h>

#include "rt/abi.h"

enum row_kind {
  ROW_UNKNOWN,
  ROW_MODEL, /* the runtime stands in for it */
  ROW_CALL,  /* libc's own, and the words say what it does */
  ROW_PURE,  /* touches nothing that threads share */
  ROW_ALONE, /* no model: harmless when there is one thread only */
  ROW_NONE,  /* no model */
  ROW_DENY,  /* no model, and must not be called */
  ROW_DATA,  /* a variable */
};

struct row {
  enum row_kind kind;
  const char *name;  /* of the row: another one than was asked for if it is
                        the same as that, or a pattern */
  const char *words; /* of a CALL, else "" */
};

struct row row_find(const char *name);

/* In `extra` of an effect on one pointer. */
enum { ROW_POINTER = 1 };
enum {
  ROW_EFFECTS = ABI_EFFECTS,
  ROW_STATES = ABI_OF_RESULT - ABI_STATES,
  ROW_NAME = 32
};

/* The words of a row, read.  An effect on hidden state names it: its
 * `argument` is ABI_STATES + its place in `states`. */
struct row_effects {
  struct heddle_effect at[ROW_EFFECTS];
  unsigned count;
  char states[ROW_STATES][ROW_NAME];
  unsigned states_len;
  uint32_t keeps;    /* arguments whose pointers outlive the call */
  const char *wrong; /* where the words make no sense, or NULL */
};

bool row_read(const char *words, struct row_effects *out);

/* For tests: the whole table, a line for each row; what is decided about each
 * name of a file.  False: something is wrong with the table, or undecided. */
bool row_list(FILE *to);
bool row_decide(FILE *names, FILE *to);

#endif
