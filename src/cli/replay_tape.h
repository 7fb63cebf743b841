/* replay_tape: a recorded schedule (exec/tape.h), run again. */
#ifndef CLI_REPLAY_TAPE_H
#define CLI_REPLAY_TAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "cli/options.h"

struct replay_tape_options {
  bool quiet, json;
  bool show; /* the story alone: see heddle show */
  const char *svg, *html; /* files, or NULL */
  uint64_t times;
  bool gdb;
  char *const *gdb_args; /* up to a NULL */
  /* a program that has changed: look near the old schedule */
  bool try;
  uint64_t runs;
  double seconds;
  double budget; /* of the whole command, or 0 */
  const char *record; /* where a new recording goes, or NULL */
};

/* Whether this is the text of a tape. */
bool replay_is_tape(const struct text *text);
/* operands: the recording, then files that stand for the recorded ones.
 * Returns the exit code: 1 when the finding came again, 2 when it did not and
 * the files have changed or the recording was edited, 4 when it did not
 * though nothing changed; after --try 1 when something fails, else 3. */
int replay_tape(const struct replay_tape_options *o, const struct text *text,
                const struct operands *operands);

#endif
