/* cc: builds programs for `heddle test`, as `heddle cc`, `heddle c++` and for
 * targets.
 *
 * A drop-in for cc and c++: each C or C++ file goes through clang (to bitcode, unoptimised,
 * with debug information), through heddle-instrument (cc/), and the objects
 * are linked with the runtime (rt/), of C++ also with its library, whose calls
 * come to the runtime too (rt/cxx.mk).  What concerns neither (-E, -M, -S,
 * --version) is clang's business alone. */
#ifndef JOB_CC_H
#define JOB_CC_H

#include <stdbool.h>

struct host;

enum cc_language { CC_C, CC_CXX }; /* of what its name does not tell */

enum { CC_CANNOT = 2 }; /* its exit code when nothing could be started */

/* The arguments of a compiler, without its name.  Returns its exit code.
 * What still runs at the deadline (as clock_wall tells the time; 0: none), or
 * when a signal says so, is ended. */
int cc_run(const struct host *host, enum cc_language language, int argc,
           char *const *argv, double deadline);

/* Whether it is C or C++ by its name. */
bool cc_is_source(const char *file);

#endif
