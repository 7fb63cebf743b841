/* binary: what a file is, without running it.
 *
 * Whatever `heddle cc` links carries a note (rt/loop.c) with the version of the
 * runtime; nothing else is ever started.  A script, another program, a file of
 * another machine would do what they do before they could be asked. */
#ifndef EXEC_BINARY_H
#define EXEC_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* A program of many tests (include/heddle/rt.h): started with BINARY_LIST in
 * its environment it names them, one a line, and ends; when its first argument
 * begins with BINARY_TEST it runs the test of that name instead of main
 * (rt/tests.c). */
#define BINARY_LIST "HEDDLE_LIST_TESTS"
#define BINARY_TEST "--heddle-test="

/* Whether it can be tested; else a sentence why not. */
bool binary_is_ours(const char *path, struct text *error);

/* A file as it is, mapped; everything in it is checked against its length. */
struct binary_image {
  const char *at; /* NULL: not yet */
  size_t len;
};

/* What an address of the program means that no run changes: the function that
 * begins there, "worker", or the text that lies there, "\"idle\"".  False: it
 * means nothing, or the program lies elsewhere each time.  The file is mapped
 * the first time and kept: a long story asks for many. */
bool binary_meaning(struct binary_image *kept, const char *path,
                    uint64_t address, struct text *out);
void binary_release(struct binary_image *kept);

#endif
