/* shrink: the smallest program one can get by leaving things out of one that
 * fails, such that it still fails in the same way.
 *
 * All programs with one statement less, a body without what holds it (unless
 * that is a loop which the body leaves), or two statements less, are packed
 * into one binary and tried; the first that fails is shrunk further. */
#ifndef TESTS_ORACLE_SHRINK_H
#define TESTS_ORACLE_SHRINK_H

#include "program.h"

/* Which of the programs still fails first, or `count`. */
typedef unsigned shrink_fails(struct program *programs, unsigned count,
                              void *user);

void shrink(struct program *p, shrink_fails *fails, void *user);

#endif
