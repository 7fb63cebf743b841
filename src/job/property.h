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

/* What stands in the place of `source`: written to `path`.  Says why not. */
bool property_write(const struct host *h, const char *path, const char *source,
                    char *const *words, size_t count);

#endif
