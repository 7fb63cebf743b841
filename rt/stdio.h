/* stdio: printing to a stream, for the functions that print on the way. */
#ifndef RT_STDIO_H
#define RT_STDIO_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "rt/abi.h"

#ifndef IN_FLOCK
#define IN_FLOCK __attribute__((weak))
#endif

/* `first` as rt/format.h says. */
int rt_print(FILE *f, const char *fmt, va_list args, unsigned first);
/* Bytes that are nobody's business, by the C++ library. */
void rt_put(FILE *f, const char *at, size_t len);
/* Waits for the lock of standard output (0) or error (1), which is free again
 * when what follows is done (flock.c); NULL where nobody locks them. */
void rt_flock_pass(unsigned which, heddle_at site) IN_FLOCK;
/* A hash of what was printed, and in which order; with --same-output. */
uint64_t rt_printed(void);

#endif
