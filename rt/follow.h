/* follow: functions of <string.h> and <stdlib.h> on memory with inputs.
 *
 * What such a function computes is an expression where that is simple (a
 * comparison, a number), and decided by branches where it is not (where a text
 * ends).  Bounds are checked as the function would meet them. */
#ifndef RT_FOLLOW_H
#define RT_FOLLOW_H

#include "rt/call.h"
#include "rt/expression.h"
#include "rt/symbolic.h"

/* Bytes of a text with its end, at most `most`: each byte that depends on
 * inputs is decided to be 0 or not. */
uint64_t rt_follow_size(const void *p, uint64_t most, heddle_at site);

/* Whether any byte of the text, its end included, depends on inputs. */
bool rt_follow_text(const char *s, uint64_t most);

/* The difference of the first bytes that differ, as strcmp (TEXT: up to the end
 * of one) and memcmp have it; FOLD: letters are small.  An expression of 32
 * bits in any case. */
enum { COMPARE_TEXT = 1, COMPARE_FOLD = 2 };
uint32_t rt_follow_compare(const void *a, const void *b, uint64_t most,
                           unsigned how, heddle_at site);

/* Whether the byte is c (c: of 8 bits), or one of a set; decided. */
bool rt_follow_is(const char *p, uint32_t c, heddle_at site);
bool rt_follow_among(const char *p, const char *set, heddle_at site);

#endif
