/* bound: how many tests are needed at least.
 *
 * A test has one tuple of every subset of parameters, so as many tests are
 * needed as one subset has needed tuples.  More precisely, a test has one value
 * of every parameter: what the tests with its first value need, those with its
 * second and so on adds up, and each part needs as many as some subset has
 * needed tuples that only tests of that part can have: those with the value,
 * and those with values that the rules allow beside it only.  In tests with
 * exactly one negative value the parts are the negative values of all
 * parameters together.  Beside that there are the bound of binary
 * parameters and that of four parameters of six values (bound.c). */
#ifndef COVER_BOUND_H
#define COVER_BOUND_H

#include "cover/space.h"

/* Of a space in which the needed tuples are known, or some of them. */
uint32_t bound_tests(const struct space *s);

#endif
