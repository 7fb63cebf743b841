/* commands: which of them a job may be, and with which options.
 *
 * An option that reads a file names one of the folder.  One that writes a file
 * does not say which: it goes into the job's own place (outcome.h), under the
 * name of the option.  So a job writes nothing into the folder. */
#ifndef SERVE_COMMANDS_H
#define SERVE_COMMANDS_H

#include "serve/body.h"
#include "serve/jobs.h"

/* {"command": "check", "files": ["ring.hed"], "options": {"jobs": 1}} as
 * words; false: *status and `why` say what is wrong with it. */
bool command_line(const struct body *b, int folder, struct jobs *all,
                  struct job_line *out, unsigned *status, struct text *why);

#endif
