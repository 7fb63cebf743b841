/* options: a command's options as a table; parsing, messages and --help
 * derive from the rows.
 *
 *     struct my_options { bool all; uint64_t seed; ... } o = {.seed = 1};
 *     const struct option table[] = {
 *       {"all",  'a', OPT_FLAG,   &o.all,  NULL, "go on after a finding"},
 *       {"seed", 0,   OPT_NUMBER, &o.seed, "N",  "random seed (default 1)"},
 *       {0}};
 *     struct operands files = {0};
 *     int status = options_parse(&usage, table, argc, argv, &files);
 *     if (status >= 0) return status;      // --help, or a mistake (2)
 *
 * `--name=value` and `--name value` are the same; a flag can be switched off
 * with --no-name; `--` ends the options; `-` is an operand.  A mistake is
 * one line on standard error with what was probably meant.  --list-options
 * prints the rows for shells.
 *
 * What several commands have is the same in all of them: the rows below.  With
 * --quiet a command says nothing but that it could not do what it was asked
 * to: no warnings either. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum option_kind {
  OPT_FLAG,    /* bool */
  OPT_NUMBER,  /* uint64_t; 1e6 and 1_000_000 are understood */
  OPT_SIZE,    /* uint64_t bytes: 512M, 4G */
  OPT_SECONDS, /* double: 60, 1.5s, 300ms, 2m, 1h; none is 0 */
  OPT_STRING,  /* const char * */
  OPT_LIST,    /* struct operands: the option may come several times */
};

struct option {
  const char *name;
  char letter; /* 0: none */
  enum option_kind kind;
  void *value;
  const char *argument; /* its name in the help; NULL for a flag */
  const char *help;     /* NULL: not shown */
};

struct operands {
  VEC(const char *) at;
};

struct usage {
  const char *command;  /* "check" */
  const char *synopsis; /* "[options] MODEL" */
  const char *summary;  /* one sentence */
  const char *more;     /* examples and notes after the options, or NULL */
};

/* A long table, put together of parts: each ends with an empty row. */
struct option_table {
  VEC(struct option) at;
};
void options_add(struct option_table *t, const struct option *rows);

/* Returns -1 to go on; otherwise the exit code. */
int options_parse(const struct usage *usage, const struct option *table,
                  int argc, char **argv, struct operands *operands);
/* One line "heddle: ..." on standard error; returns 2. */
int usage_error(const struct usage *usage, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* "unknown strategy 'optimul' (did you mean 'optimal'?)", or all there are;
 * always false. */
bool usage_unknown(const struct usage *usage, const char *what,
                   const char *word, const char *const *names, size_t count);

/* --- rows that mean the same in every command ----------------------------- */

#define OPTION_QUIET(value)                                                    \
  { "quiet", 'q', OPT_FLAG, value, NULL, "only the exit code" }
#define OPTION_BRIEF(value)                                                    \
  { "brief", 0, OPT_FLAG, value, NULL, "one line, the verdict" }
#define OPTION_BUDGET(value)                                                   \
  { "budget", 0, OPT_SECONDS, value, "T",                                      \
    "the whole command takes at most so long (90s, 2m)" }
#define OPTION_WARNINGS                                                        \
  { "warnings", 0, OPT_FLAG, term_warnings(), NULL,                            \
    "on the input (--no-warnings: only errors)" }

/* -o FILE: what it is is said by how its name ends.  The last of these has no
 * suffix and takes every other name. */
struct out_form {
  const char *suffix;
  const char **file; /* the option it stands for */
};
void out_assign(const char *out, const struct out_form *forms);

#endif
