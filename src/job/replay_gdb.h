/* replay_gdb: the program of a recording under gdb, at its failure.
 *
 * The schedule goes into a file that the runtime runs by itself
 * (rt/replay.c), the events in words into another; tools/heddle_gdb.py, which
 * gdb is started with, knows both. */
#ifndef JOB_REPLAY_GDB_H
#define JOB_REPLAY_GDB_H

#include "exec/tape.h"
#include "job/target.h"
#include "sched/sched.h"

enum { GDB_CANNOT = 2 };

/* After the run of the finding, which is the newest batch of the target's
 * executor.  `args` are gdb's, up to a NULL.  Returns gdb's exit code, or
 * GDB_CANNOT with a message when it cannot be started. */
int replay_gdb(struct target *t, const struct tape *r,
               const struct sched_finding *f, const char *name,
               char *const *args);

#endif
