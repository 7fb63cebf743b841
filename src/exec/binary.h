/* binary: what a file is, without running it.
 *
 * Whatever `heddle cc` links carries a note (rt/loop.c) with the version of the
 * runtime; nothing else is ever started.  A script, another program, a file of
 * another machine would do what they do before they could be asked. */
#ifndef EXEC_BINARY_H
#define EXEC_BINARY_H

#include <stdbool.h>

struct text;

/* A program of many tests (include/heddle/rt.h): started with BINARY_LIST in
 * its environment it names them, one a line, and ends; when its first argument
 * begins with BINARY_TEST it runs the test of that name instead of main
 * (rt/tests.c). */
#define BINARY_LIST "HEDDLE_LIST_TESTS"
#define BINARY_TEST "--heddle-test="

/* Whether it can be tested; else a sentence why not. */
bool binary_is_ours(const char *path, struct text *error);

#endif
