/* object: what an object file says of its functions.
 *
 * Names are looked up in the tables of symbols alone: the same letters occur
 * elsewhere in it, as in the name of the folder that it was compiled in. */
#ifndef JOB_OBJECT_H
#define JOB_OBJECT_H

#include <stdbool.h>

/* Whether the object file calls a function of that name which it does not
 * define. */
bool object_calls(const char *path, const char *name);

/* Whether linking the file may bring a definition of the name.  What is not
 * an object of this machine (an archive, a library, a linker's script) may. */
bool object_may_define(const char *path, const char *name);

#endif
