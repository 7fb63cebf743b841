/* stdio: printing to a stream, for the functions that print on the way. */
#ifndef RT_STDIO_H
#define RT_STDIO_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* `first` as rt/format.h says. */
int rt_print(FILE *f, const char *fmt, va_list args, unsigned first);
/* Bytes that are nobody's business, by the C++ library. */
void rt_put(FILE *f, const char *at, size_t len);
/* A hash of what was printed, and in which order; with --same-output. */
uint64_t rt_printed(void);

#endif
