/* replay_change: has a program changed since it was recorded, and where?
 *
 * A program is the same when its files are, and the headers that were
 * recorded with them.  A binary that was built anew is the same when no
 * source of it that can be read has changed and its places and variables are
 * those of the recording (exec/tape.h: build). */
#ifndef JOB_REPLAY_CHANGE_H
#define JOB_REPLAY_CHANGE_H

#include "exec/tape.h"
#include "job/target.h"

/* After target_open.  True when it changed; `out` then has the files,
 * functions and lines, for a person. */
bool replay_change(const struct tape *r, const struct target *t,
                   struct text *out);

#endif
