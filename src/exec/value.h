/* value: what an access read or left behind, for people.
 *
 * An event knows up to 8 bytes of it, from the lowest address on.  Of 1, 2, 4
 * or 8 bytes that is a number; of an array of characters, and of any other
 * size, it is bytes: 97 98 99 "abc", with two dots where there are more.  A
 * number of an enumeration is called by its name where the place of the access
 * knows it. */
#ifndef EXEC_VALUE_H
#define EXEC_VALUE_H

#include "base/text.h"
#include "exec/executor.h"

/* As a number, with its sign. */
int64_t value_number(const struct event *e);
/* As what the enumeration calls it that it is of: "LOCKED"; false: it is of
 * none, or the value has no name. */
bool value_named(struct executor *x, const struct event *e, struct text *out);
/* Whether what was accessed is bytes rather than a number. */
bool value_is_bytes(struct executor *x, const struct event *e);
/* Whether they are characters: by what they are of, or by what they say. */
bool value_is_text(struct executor *x, const struct event *e);
void value_bytes(const struct event *e, struct text *out);
/* What an input is: a number, or one of floating point with as many digits as
 * tell it from others (its size is then that of a float or double). */
void value_input(const struct event *e, struct text *out);
/* Whichever it is. */
void value_text(struct executor *x, const struct event *e, struct text *out);

#endif
