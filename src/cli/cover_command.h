/* cover_command: what the parts of heddle cover share: the request, the
 * model, and the writing of tests.
 *
 * cmd_cover.c reads the command line and makes tests; cover_measure.c
 * judges and rearranges given ones. */
#ifndef CLI_COVER_COMMAND_H
#define CLI_COVER_COMMAND_H

#include <heddle.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "form/cover_write.h"
#include "job/budget.h"

struct cover_request {
  const char *strength, *strategy, *format, *out;
  const char *keep, *measure, *minimise, *rank;
  const char *delimiter, *alias, *negative, *carry, *run, *locate;
  const char *convert;
  uint64_t seed, steps, memory, missing;
  uint64_t jobs;
  double seconds, budget, each;
  bool json, explain, fresh, case_sensitive, stats, quiet, brief, random;
  bool sequence, dont_care, shell, adaptive, submodels;
};

struct cover {
  struct cover_request r;
  struct budget budget;
  const char *path;
  struct diag diag;
  struct heddle_cover *m;
  struct heddle_cover_tests given; /* of --keep, --measure ... */
  struct heddle_cover_tests read;  /* the same in the order of the file */
  unsigned strength;
  struct text out;
  bool said; /* the line of --brief */
};

extern const struct usage cover_usage;

/* Ends with what the model's messages were about; returns 2. */
int cover_bad_input(struct cover *c);
/* Writes c->out, unless only the exit code or one line was asked for, and
 * nothing by name; returns the exit code. */
int cover_write_out(struct cover *c);
/* What came out, in a line on standard error.  With --brief the first such line
 * is all there is on standard output; with -q there is none. */
void cover_say(struct cover *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes the tests in the format asked for. */
int cover_write_tests(struct cover *c, const struct heddle_cover_tests *tests,
                      const struct heddle_cover_result *result);
const struct cover_format *cover_find_format(const char *name);
/* Reads tests into c->given and says which cannot be used. */
bool cover_read_given(struct cover *c, const char *path);
/* A limit came before all was counted: says so, returns 3. */
int cover_in_part(struct cover *c);

/* Takes the messages of a model; user is a struct diag. */
void cover_report(void *user, const struct heddle_message *msg);
/* --sequence: MODEL is a list of events. */
int cover_make_sequences(struct cover *c, const struct text *model);

/* --measure, --rank and --minimise, --explain; each returns the exit code. */
int cover_measure_given(struct cover *c);
int cover_rearrange(struct cover *c);
int cover_explain(struct cover *c);
/* --run, and --locate with it or without (cover_locate.c). */
int cover_run_tests(struct cover *c, const struct heddle_cover_tests *tests,
                    const struct heddle_cover_result *result);
int cover_locate_given(struct cover *c);

#endif
