#include "demangle.h"

#include <stdlib.h>
#include <string.h>

/* Of the C++ library that LLVM is linked with. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *len,
                     int *status);

const char *demangle_short(const char *name, char out[CXXNAME_LONGEST]) {
  int status = 0;
  char *full =
      strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, &status);
  if (full && !status)
    name = cxxname_shorten(full, out);
  if (full && name != out) { /* it would go with the text it is part of */
    strncpy(out, name, CXXNAME_LONGEST - 1)[CXXNAME_LONGEST - 1] = 0;
    name = out;
  }
  free(full);
  return name;
}
