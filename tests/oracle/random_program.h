/* random_program: small programs by seed.
 *
 * Each program draws on a few groups of statements, so that those that touch
 * the same objects meet often; most variables that are not atomic have a
 * mutex that mostly guards them, so that about half of all programs have
 * nothing wrong. */
#ifndef TESTS_ORACLE_RANDOM_PROGRAM_H
#define TESTS_ORACLE_RANDOM_PROGRAM_H

#include "program.h"

void random_program(uint64_t seed, struct program *out);

#endif
