/* property: expressions of the command line (--never, --always) become
 * properties of the program, as if they stood at the end of its first file.
 *
 * So an expression knows the variables and types that the file knows, its
 * static ones included.  What is compiled in the file's place includes it and
 * then declares them (include/heddle/rt.h, heddle_never).  `at(THREAD,
 * FILE:LINE)` is no C, and is written as the call that it stands for. */
#ifndef JOB_PROPERTY_H
#define JOB_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

struct host;

#define NEVER_OPTION "--heddle-never="
#define ALWAYS_OPTION "--heddle-always="

/* Whether the word is one of these. */
bool property_is(const char *word);

/* A file in `folder` that is compiled in the place of `source`; to be freed.
 * NULL: it has said why not. */
char *property_write(const struct host *h, const char *folder,
                     const char *source, bool cxx, char *const *words,
                     size_t count);
/* The option by which names of files that a program says are as they would be
 * without that; to be freed. */
char *property_prefix(void);

#endif
