/* label: how wide a string is, and how it is written safely.
 *
 * Names come from models, programs and the command line: they may be long,
 * hold control characters, markup or broken UTF-8.  Everything the room
 * report writes for a person goes through here.  A string is read as UTF-8;
 * what is not valid UTF-8, and every control character, becomes U+FFFD
 * (a newline or a tab becomes a space), so that no name can move a cursor,
 * open a tag or make a document ill-formed.  NULL is the empty string.
 *
 * Width is counted in cells of a terminal: most characters take one, East
 * Asian wide characters and pictographs two, combining marks none. */
#ifndef REPORT_LABEL_H
#define REPORT_LABEL_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define LABEL_WHOLE SIZE_MAX

/* The next character, made harmless; 0 at the end.  *s moves on. */
uint32_t label_next(const char **s);
/* How many cells the character takes: 0, 1 or 2. */
unsigned label_cells(uint32_t c);
size_t label_width(const char *s);

/* The string in at most `max` cells; what does not fit is cut, and the last
 * cells are ".." then (a single "." where max is 1). */
void label_add(struct text *t, const char *s, size_t max);
/* The same, filled with spaces to exactly `width` cells. */
void label_pad(struct text *t, const char *s, size_t width);
/* The same, escaped for XML and HTML, text and attributes alike; cut with
 * one character U+2026. */
void label_xml(struct text *t, const char *s, size_t max);
/* One character in UTF-8, as it is. */
void label_char(struct text *t, uint32_t c);

/* One line of a paragraph: how many bytes of s fit into `width` cells, broken
 * at a space where there is one.  *next is where the following line begins
 * (NULL after the last).  At least one character is taken. */
size_t label_wrap(const char *s, size_t width, const char **next);

#endif
