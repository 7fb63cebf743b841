/* need: how much of a text a function has to look at.
 *
 * A function that looks for something stops where it is, and one that compares
 * stops where there is a difference; what comes after that it need not read,
 * and another thread may write there.  (C says so of memchr in 7.24.5.1, and of
 * the others by what their results depend on; ThreadSanitizer takes the same
 * part.)  The last that is needed is read too: the match, the difference.
 *
 * Whoever makes something of a whole text (a name, a number) is taken to read it
 * up to its end, as the standard has it that a text is passed.  That it has no
 * end is only found where a number has none either: implementations stop with
 * the first character that does not belong to it, and programs count on it. */
#ifndef RT_NEED_H
#define RT_NEED_H

#include <stdint.h>

#include "rt/abi.h"
#include "rt/call.h"

/* Of elements of `size` bytes, at most `most`. */
struct text_need {
  uint8_t what; /* enum abi_need */
  uint8_t size;
  uint64_t with; /* an element or a text */
  uint64_t most;
};

/* In bytes, of what is there now. */
uint64_t rt_need(const void *p, const struct text_need *n);
/* As much is read as is needed when the step is taken (extent.h). */
void rt_call_need(struct rt_call *k, unsigned argument, const void *p,
                  const struct text_need *n);
/* Arguments 0 and 1, which are compared: NEED_LIKE or NEED_ALIKE.  What more is
 * needed after a step of the other one is read by another step. */
void rt_call_need_both(struct rt_call *k, const void *a, const void *b,
                       uint64_t most, uint8_t what);

#endif
