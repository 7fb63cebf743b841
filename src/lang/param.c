#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"

bool lang_param_parse(const char *definition, struct arena *arena,
                      struct lang_param *out) {
  const char *equals = strchr(definition, '=');
  if (!equals || equals == definition || !equals[1])
    return false;
  for (const char *c = definition; c < equals; c++) {
    bool letter =
        (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
    if (!letter && (c == definition || *c < '0' || *c > '9'))
      return false;
  }
  if (equals[1] != '-' && (equals[1] < '0' || equals[1] > '9'))
    return false;
  char *end;
  errno = 0;
  long long value = strtoll(equals + 1, &end, 10);
  if (errno || *end || value < INT32_MIN || value > INT32_MAX)
    return false;
  out->name = arena_string(arena, definition, (size_t)(equals - definition));
  out->value = value;
  return true;
}

bool lang_scheme_parse(const char *name, struct lang_options *o,
                       struct diag *diag) {
  if (!name)
    return true;
  o->has_scheme = true;
  for (int i = 0; scheme_names[i]; i++)
    if (!strcmp(scheme_names[i], name)) {
      o->scheme = (enum scheme)i;
      return true;
    }
  return diag_error(diag, (struct diag_at){0},
                    "unknown scheme '%s': async, fifo, causal or mailbox",
                    name);
}
