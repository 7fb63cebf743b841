/* demangle: the names of functions and variables, as sources have them. */
#ifndef CC_DEMANGLE_H
#define CC_DEMANGLE_H

#include "base/cxxname.h"

/* `name` itself when it is not mangled; else the short form in `out`. */
const char *demangle_short(const char *name, char out[CXXNAME_LONGEST]);

#endif
