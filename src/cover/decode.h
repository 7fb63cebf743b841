/* decode: the bytes of a file as UTF-8 with lines that end in LF.
 *
 * Takes a byte-order mark away, makes UTF-16 (told by its mark) into UTF-8,
 * and a carriage return without a line feed into a line feed.  Nothing else
 * changes, so that places in the text are places in the file. */
#ifndef COVER_DECODE_H
#define COVER_DECODE_H

#include "base/text.h"

void decode_text(const char *bytes, size_t len, struct text *out);

#endif
