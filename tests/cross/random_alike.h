/* random_alike: texts of models with arrays of processes.
 *
 * Threads that share variables, arrays, locks and a semaphore, or machines that
 * send to each other's ports and to a server; most are such that the elements of
 * the array can take each other's places.  What may be in the way is put in on
 * purpose, one time in four: a number that depends on the index, a neighbour, a
 * property that names one element. */
#ifndef TESTS_CROSS_RANDOM_ALIKE_H
#define TESTS_CROSS_RANDOM_ALIKE_H

#include "base/text.h"

void random_alike(uint64_t seed, struct text *out);

#endif
