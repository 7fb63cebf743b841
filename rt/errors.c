/* <err.h> and <error.h>: a message on standard error, and often the end. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/stdio.h"

static void say(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  heddle_vfprintf(stderr, fmt, args);
  va_end(args);
}

static const char *reason(void) {
  rt_errno_show();
  return strerror(errno);
}

/* "prog: the message: why" */
static void complain(const char *fmt, va_list args, unsigned first,
                     const char *why, heddle_at site) {
  say("%s: ", program_invocation_short_name);
  heddle_here = site;
  if (fmt)
    rt_print(stderr, fmt, args, first);
  heddle_here = site;
  if (why)
    say(fmt ? ": %s" : "%s", why);
  say("\n");
}

void heddle_vwarn(const char *fmt, va_list args) {
  complain(fmt, args, NO_ARGUMENT, reason(), heddle_here);
}

void heddle_vwarnx(const char *fmt, va_list args) {
  complain(fmt, args, NO_ARGUMENT, NULL, heddle_here);
}

void heddle_verr(int code, const char *fmt, va_list args) {
  heddle_vwarn(fmt, args);
  heddle_exit(code);
}

void heddle_verrx(int code, const char *fmt, va_list args) {
  heddle_vwarnx(fmt, args);
  heddle_exit(code);
}

void heddle_warn(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  complain(fmt, args, 1, reason(), heddle_here);
  va_end(args);
}

void heddle_warnx(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  complain(fmt, args, 1, NULL, heddle_here);
  va_end(args);
}

void heddle_err(int code, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  complain(fmt, args, 2, reason(), heddle_here);
  va_end(args);
  heddle_exit(code);
}

void heddle_errx(int code, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  complain(fmt, args, 2, NULL, heddle_here);
  va_end(args);
  heddle_exit(code);
}

void heddle_error(int code, int number, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  complain(fmt, args, 3, number ? strerror(number) : NULL, heddle_here);
  va_end(args);
  if (code)
    heddle_exit(code);
}

void heddle_error_at_line(int code, int number, const char *file, unsigned line,
                          const char *fmt, ...) {
  heddle_at site = heddle_here;
  va_list args;
  va_start(args, fmt);
  say("%s:%u: ", file, line);
  complain(fmt, args, 5, number ? strerror(number) : NULL, site);
  va_end(args);
  if (code)
    heddle_exit(code);
}
