/* stdio: printing to a stream, for the functions that print on the way. */
#ifndef RT_STDIO_H
#define RT_STDIO_H

#include <stdarg.h>
#include <stdbool.h>
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
/* Whether it is standard output or error, which are not libc's. */
bool rt_is_ours(const FILE *f);
/* Whether one of ours takes bytes (-1) or wide characters (1): the first call
 * decides, as fwide says it, and 0 asks what it was. */
bool rt_stream_takes(const FILE *f, int wide, heddle_at site);
int rt_stream_width(const FILE *f);
/* A hash of what was printed, and in which order; with --same-output. */
uint64_t rt_printed(void);

#endif
