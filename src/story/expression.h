/* expression: which object a place in a source line touches, as its author
 * wrote it.
 *
 * Debug information gives line and column of an access; in C the column is
 * that of a name, of a '*', of an assignment or of a call (clang's rules).
 * From there the expression is read off the line: "q->head", "*slot",
 * "buf[i]".  A guess for people, used only where the program's tables have
 * no name (the heap, locals that others see); where the line does not look
 * as expected, there is none. */
#ifndef STORY_EXPRESSION_H
#define STORY_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* `col` counts from 1.  Of a call, argument number `argument` (from 0) is
 * what it points to.  False, and nothing added, when there is none. */
bool expression_at(const char *line, size_t len, uint32_t col,
                   unsigned argument, struct text *out);

#endif
