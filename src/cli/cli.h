/* cli: what the commands share: exit codes, diagnostics on the terminal,
 * progress, and writing of results.
 *
 * To add a command: write src/cli/cmd_NAME.c with int cmd_NAME(argc, argv),
 * declare it here, add its row to the table in main.c, and a transcript to
 * tests/cli/. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "base/text.h"
#include "base/verdict.h"
#include "job/host.h"
#include "job/result.h"

#define HEDDLE_VERSION "0.2"

enum exit_code {
  EXIT_HOLDS = 0,      /* holds, or the job was done */
  EXIT_FINDINGS = 1,   /* findings, also when a limit was reached too */
  EXIT_USAGE = 2,      /* usage, bad input, a strategy that does not apply */
  EXIT_INCOMPLETE = 3, /* a limit was reached, no findings */
  EXIT_BUG = 4,        /* a bug in Heddle */
};

/* Of a verdict; one that is broken is not one of these. */
int exit_code(enum verdict verdict);

int cmd_check(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_step(int argc, char **argv);
int cmd_cc(int argc, char **argv);
int cmd_cxx(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_study(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_cover(int argc, char **argv);
int cmd_derive(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_completion(int argc, char **argv);

/* The terminal as the host of a job (job/host.h): messages on standard error
 * with the source line and a caret, and a closing line "2 errors, 1 warning";
 * progress there when it is a terminal; Ctrl-C and its like stop the job
 * (cli/backstop.h). */
const struct host *term_host(void);
/* Columns of standard output; 100 when it is none or they are beyond these. */
unsigned term_width(unsigned least, unsigned most);
/* How a story is told there. */
struct story_style;
struct story_style term_style(void);

/* Whether warnings on inputs are said; at first they are. */
bool *term_warnings(void);

/* "heddle: ..." on standard error. */
void term_message(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* errno in words that fit in: "no such file"; dies at the next call. */
const char *term_reason(void);
/* The same for a file to be written, which need not have been there. */
const char *term_unwritten(const char *path);

/* Standard output, all of it, or a message and false (a full disk, a closed
 * pipe). */
bool term_print(const struct text *t);
/* The file as a whole, or a message and false. */
bool term_write(const struct text *t, const char *path);
/* The same with the recording of a run that was taken by steps. */
struct stepping;
bool term_write_run(const struct stepping *s, const char *path);
/* What a command prints of a result. */
struct print {
  bool quiet, brief, json;
  bool every; /* in text: every run, not only the first */
};
/* What is looked at to print it and to write these files (job/forms.h). */
struct heddle_result;
struct result_wish term_wish(struct print p, const char *const *files);
bool term_result(const struct heddle_result *r, struct print p);
bool term_forms(const struct heddle_result *r, const char *const *files);
bool term_forms_wanted(const char *const *files);
/* The options for it, FORM_LIST(FORM_OPTION), and their endings, where
 * form_files are the files. */
#define FORM_OPTION(name, suffix, help)                                       \
  {#name, 0, OPT_STRING, &form_files[FORM_##name], "FILE", help},
#define FORM_ENDING(name, suffix, help) {suffix, &form_files[FORM_##name]},
/* Reads a file, or a message and false. */
bool term_read(struct text *t, const char *path);

#endif
