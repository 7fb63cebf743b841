/* cc: builds programs for `heddle test`, as `heddle cc` and for targets.
 *
 * A drop-in for cc: each C file goes through clang (to bitcode, unoptimised,
 * with debug information), through heddle-instrument (cc/), and the objects
 * are linked with the runtime (rt/).  What concerns neither (-E, -M, -S,
 * --version) is clang's business alone. */
#ifndef JOB_CC_H
#define JOB_CC_H

struct host;

enum { CC_CANNOT = 2 }; /* its exit code when nothing could be started */

/* The arguments of a compiler, without its name.  Returns its exit code.
 * What still runs at the deadline (as clock_wall tells the time; 0: none), or
 * when a signal says so, is ended. */
int cc_run(const struct host *host, int argc, char *const *argv, double deadline);

#endif
