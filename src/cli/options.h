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
 * prints the rows for shells. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum option_kind {
  OPT_FLAG,    /* bool */
  OPT_NUMBER,  /* uint64_t; 1e6 and 1_000_000 are understood */
  OPT_SIZE,    /* uint64_t bytes: 512M, 4G */
  OPT_SECONDS, /* double: 60, 1.5s, 2m, 1h; none is 0 */
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

/* Returns -1 to go on; otherwise the exit code. */
int options_parse(const struct usage *usage, const struct option *table,
                  int argc, char **argv, struct operands *operands);
/* One line "heddle: ..." on standard error; returns 2. */
int usage_error(const struct usage *usage, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
