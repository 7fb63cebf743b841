/* cli: what the commands share: exit codes, diagnostics on the terminal,
 * progress, and writing of results.
 *
 * To add a command: write src/cli/cmd_NAME.c with int cmd_NAME(argc, argv),
 * declare it here, add its row to the table in main.c, and a transcript to
 * tests/cli/. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/progress.h"
#include "base/text.h"

enum exit_code {
  EXIT_HOLDS = 0,      /* holds, or the job was done */
  EXIT_FINDINGS = 1,   /* findings, also when a limit was reached too */
  EXIT_USAGE = 2,      /* usage, bad input, a strategy that does not apply */
  EXIT_INCOMPLETE = 3, /* a limit was reached, no findings */
  EXIT_BUG = 4,        /* a bug in Heddle */
};

int cmd_check(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_step(int argc, char **argv);
int cmd_cc(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_cover(int argc, char **argv);
int cmd_derive(int argc, char **argv);
int cmd_completion(int argc, char **argv);

/* A diag whose sink prints file:line:col, the source line and a caret on
 * standard error.  After `limit` errors the rest is only counted (0: never);
 * term_diag_end prints the closing line "2 errors, 1 warning". */
struct term_diag {
  struct diag diag;
  unsigned limit, shown;
  struct text source; /* of the file last quoted */
  char *source_name;
};
void term_diag_begin(struct term_diag *d);
/* What to quote from, when it is at hand (or was standard input). */
void term_diag_source(struct term_diag *d, const char *file,
                      const struct text *source);
void term_diag_end(struct term_diag *d);

/* Progress on standard error when it is a terminal; Ctrl-C and its like set
 * *stop (cli/backstop.h). */
void term_progress_begin(struct progress *p);
/* Removes the line; nothing of it remains. */
void term_progress_end(struct progress *p);

/* "heddle: ..." on standard error. */
void term_message(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* errno in words that fit in: "no such file"; dies at the next call. */
const char *term_reason(void);

/* Standard output, all of it, or a message and false (a full disk, a closed
 * pipe). */
bool term_print(const struct text *t);
/* The file as a whole, or a message and false. */
bool term_write(const struct text *t, const char *path);
/* Reads a file, or a message and false. */
bool term_read(struct text *t, const char *path);

#endif
