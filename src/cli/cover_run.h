/* cover_run: runs a command once for every test.
 *
 *     struct cover_runner r;
 *     if (!cover_runner_begin(&r, m, "prog -s {Size} {Kind}", false)) ...
 *     cover_runner_all(&r, &tests, 0, results);     in parallel
 *     cover_runner_end(&r);
 *
 * The command is split into words as a shell would (quotes, backslashes), and
 * {Name} in a word becomes the value of that parameter: an argument however it
 * looks, since no shell sees it.  With `shell` the whole text goes to /bin/sh,
 * every value in quotes.  "{{" is a brace.  An absent value is empty.
 *
 * A test passes when its command ends with exit code 0.  Commands have no
 * input, what they print is thrown away, and each is a group of processes of
 * which nothing is left when its test is over. */
#ifndef CLI_COVER_RUN_H
#define CLI_COVER_RUN_H

#include <heddle.h>

#include "base/vec.h"
#include "job/budget.h"

struct cover_runner {
  const struct heddle_cover *m;
  VEC(char *) words;
  bool shell;
  const struct budget *budget;
  double each; /* seconds for one test; 0: no limit */
  unsigned jobs;
  size_t run, failed;
  bool cut_off;  /* the time was over, or a signal came */
  bool unusable; /* the command could not be started; it was said */
};

/* False after a message: no such parameter, or none at all. */
bool cover_runner_begin(struct cover_runner *r, const struct heddle_cover *m,
                        const char *command, bool shell);
void cover_runner_end(struct cover_runner *r);
/* Runs the tests from number `first` on.  results[i] is "pass", "exit 1",
 * "signal 11", "time" (the limit of one test), or "" when it was not run;
 * each is to be freed. */
void cover_runner_all(struct cover_runner *r,
                      const struct heddle_cover_tests *tests, size_t first,
                      char **results);

#endif
