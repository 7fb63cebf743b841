/* format: what formatted output reads and formatted input writes. */
#ifndef RT_FORMAT_H
#define RT_FORMAT_H

#include <stdarg.h>

#include "rt/call.h"

/* Of printf: the format and the texts that its %s stand for are read, and there
 * is room where %n writes.  `first`: the argument of the call that stands
 * for the first of args, or NO_ARGUMENT when they come as a va_list. */
void rt_format_reads(struct rt_call *k, const char *format, va_list args,
                     unsigned first);
/* The same but for the format itself, which is somewhere else. */
void rt_format_arguments(struct rt_call *k, const char *format, va_list args,
                         unsigned first);
/* After the call: what %n wrote. */
void rt_format_wrote(struct rt_call *k, const char *format, va_list args,
                     unsigned first);

/* Of scanf: where it may write, at most `longest` bytes of text (0: nobody
 * knows); then, when `count` were assigned, what it has written. */
void rt_scan_room(struct rt_call *k, const char *format, va_list args,
                  uint64_t longest, unsigned first);
void rt_scan_wrote(struct rt_call *k, const char *format, va_list args,
                   int count, unsigned first);

#endif
