/* undefined: functions that sources call and nobody defines.
 *
 * Programs that are given as sources are often one part of something: the
 * rest, which nobody may ever call, is missing.  So when linking fails for
 * that reason alone each missing function gets a body that tells the runtime
 * its name and returns an input (heddle_undefined, rt/verifier.c).  A macro
 * whose header was forgotten (assert), and what other tools call an input, an
 * assumption, an assertion or an atomic block (nondet_int, __CPROVER_assume),
 * are given what was meant instead, by options for compiling again.  A
 * missing variable stays an error. */
#ifndef JOB_UNDEFINED_H
#define JOB_UNDEFINED_H

#include <stdbool.h>

#include "base/vec.h"

typedef VEC(char *) undefined_names; /* each to be freed */

/* What the linker, in its words, did not find.  False: it complains of
 * something else. */
bool undefined_read(const char *complaints, undefined_names *names);

/* The option with which a compiler finds what was meant, to be freed; NULL:
 * there is none. */
char *undefined_option(const char *name);

/* Writes a C file with a body for each name that no option is for. */
bool undefined_write(const char *path, const undefined_names *names);

#endif
