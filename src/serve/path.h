/* path: names of files below a folder, and nowhere else.
 *
 * A path is walked part by part, each opened in the folder before it and never
 * through a symbolic link; so whatever is renamed or linked meanwhile, it
 * cannot lead out.  Parts that begin with a dot are not there: neither "..",
 * nor what version control and shells keep. */
#ifndef SERVE_PATH_H
#define SERVE_PATH_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* What the escapes of a URL stand for; false: a broken one, or a NUL. */
bool path_decode(const char *raw, struct text *out);
/* A part that can be there. */
bool path_part_fine(const char *part, size_t len);
/* The folder that holds what `path` names, open, and in *last the name within
 * it; -1: there is none. */
int path_open_parent(int folder, const char *path, const char **last);
/* The folder itself; "" is the one that is served. */
int path_open_folder(int folder, const char *path);
/* A regular file for reading, or -1. */
int path_open_file(int folder, const char *path);

#endif
