/* program: the executor of compiled C programs.
 *
 * Starts a binary that `heddle cc` made, shares memory with it (rt/wire.h),
 * and hands it batches of plans; the runtime inside loops over them.  The
 * tested process may crash, hang, trample its memory or the shared one: what
 * comes back is checked, a process that died or hangs is replaced.  The run
 * of one that died becomes a finding; one that makes no step any more (it
 * spins, or is blocked in the kernel: watch.h) is a limit, RUN_STUCK, told by
 * the place where it was (stuck.h).  Between runs the runtime resets the
 * program's memory; with `fork` it makes a process for each run instead,
 * slower by a hundred times, for programs whose state escapes the reset and
 * as the oracle of the tests. */
#ifndef EXEC_PROGRAM_H
#define EXEC_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/executor.h"

struct text;

enum { PROGRAM_PATH = 1024 }; /* bytes of one that is passed on */

struct program_options {
  const char *path;        /* the binary */
  const char *const *args; /* of the program, without its name */
  size_t args_len;
  bool fork;              /* a process for each run */
  bool spurious;          /* spurious wake-ups of condition waits */
  bool malloc_fails;      /* malloc and its kin may return NULL */
  bool partial_io;        /* reads and writes of streams may be short */
  const char *real_files; /* from the root: what is written below it is not put
                             back after a run; or NULL */
  bool same_output;       /* the order of what is printed matters */
  uint64_t threads_max;   /* at a time, main included; 0: no bound but ours */
  uint64_t ranks;         /* of an MPI program; 0: it is none */
  bool unbuffered;        /* its sends wait for their receives */
  bool leaks;             /* what it never frees of MPI's is a finding */
  uint64_t memory_max;    /* bytes of heap of the program, 0: no bound */
  uint64_t input_seed;    /* of rand */
  uint32_t steps_max;     /* of a run; the default when 0 */
  double hang;            /* CPU seconds without a step; 0: 10 */
  bool (*give_up)(void *user); /* asked while it is started; may be NULL */
  void *give_up_user;
};

/* NULL when the binary cannot be tested, and why in `error`. */
struct executor *program_executor_open(const struct program_options *o,
                                       struct text *error);

/* The newest batch's first plan with what a process needs to run it without
 * us, as a file for WIRE_REPLAY_ENV (rt/replay.c); false with errno set. */
bool program_executor_save(struct executor *x, const char *path);

#endif
