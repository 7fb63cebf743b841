/* host: whoever started a job, as far as the job knows: where messages go,
 * who shows progress, when to end, and what must not be left behind.
 *
 * No job prints or exits.  On the command line the host is a terminal
 * (cli/term.c); for a program that uses the library it is its functions.
 * All zero is a host that hears nothing and never interrupts. */
#ifndef JOB_HOST_H
#define JOB_HOST_H

#include "base/diag.h"
#include "base/progress.h"
#include "base/text.h"

struct scratch;

struct host {
  void *user;
  /* A message, as base/diag.h has it: about an input, with its place, or
   * about the job as a whole, without. */
  void (*say)(void *user, enum diag_level level, struct diag_at at,
              const char *message, const char *hint);
  /* Messages about this file will come, and this is its text. */
  void (*source)(void *user, const char *file, const struct text *source);
  /* All messages about an input have been said; so many. */
  void (*said)(void *user, unsigned errors, unsigned warnings);
  /* How far it is; `shown`: it is not needed any more. */
  void (*show)(void *user, const char *job, double seconds,
               const struct progress_figure *figures, size_t count);
  void (*shown)(void *user);
  const volatile sig_atomic_t *stop; /* not zero: end with what there is */
  struct scratch *scratch;           /* temporary files; or NULL */
};

/* One line about the job as a whole; always false. */
bool host_say(const struct host *h, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, and after a colon errno in words: "no such file". */
bool host_fail(const struct host *h, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* For those who report on an input; host_said when they have. */
struct diag host_diag(const struct host *h);
void host_said(const struct host *h, const struct diag *d);
bool host_stopped(const struct host *h);

/* The file as a whole, or a message and false; `t` is then empty. */
bool host_read(const struct host *h, struct text *t, const char *path);
bool host_write(const struct host *h, const struct text *t, const char *path);

/* Figures as one line of JSON: {"job": "search", "seconds": 1.2, "states": 7}. */
void host_figures(struct text *out, const char *job, double seconds,
                  const struct progress_figure *figures, size_t count);

void host_progress_begin(const struct host *h, struct progress *p);
void host_progress_end(const struct host *h, struct progress *p);

#endif
