/* write: programs as C.
 *
 * Many programs make one file, each with names of its own; main runs the one
 * whose number is its argument.  Built by another compiler the file runs the
 * program so many times, each in a process of its own with threads that
 * yield at random, and prints what they came to (native.h reads it). */
#ifndef TESTS_ORACLE_WRITE_H
#define TESTS_ORACLE_WRITE_H

#include "base/text.h"
#include "program.h"

/* Adds the programs and sets the lines of their statements. */
void write_file(struct program *programs, unsigned count, struct text *out);
/* One program alone, for people: main is main. */
void write_alone(struct program *p, struct text *out);

#endif
