#include "base/diag.h"

#include "base/sound.h"
#include "base/text.h"

static void report(struct diag *d, enum diag_level level, struct diag_at at,
                   const char *hint, const char *fmt, va_list args) {
  EXPECTS(level <= DIAG_ERROR);
  EXPECTS(fmt != NULL);
  if (level == DIAG_ERROR)
    d->errors++;
  else
    d->warnings++;
  if (!d->sink)
    return;
  struct text msg = {0};
  text_vprintf(&msg, fmt, args);
  d->sink(d->user, level, at, text_str(&msg), hint);
  text_free(&msg);
}

bool diag_error(struct diag *d, struct diag_at at, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(d, DIAG_ERROR, at, NULL, fmt, args);
  va_end(args);
  return false;
}

bool diag_error_hint(struct diag *d, struct diag_at at, const char *hint,
                     const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(d, DIAG_ERROR, at, hint, fmt, args);
  va_end(args);
  return false;
}

void diag_warning(struct diag *d, struct diag_at at, const char *hint,
                  const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(d, DIAG_WARNING, at, hint, fmt, args);
  va_end(args);
}
