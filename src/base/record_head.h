/* record_head: the first two lines of every recording.
 *
 *     heddle recording 2
 *     kind schedule
 *
 * The kind says what the rest is: `states`, steps of a model by process and
 * edge (model/recording.h), or `schedule`, the choices of a run under test
 * (exec/tape.h).  Version 1 had no such line; its second line is the file, and
 * the word before it tells: `model`, or `program`.  Both are read. */
#ifndef BASE_RECORD_HEAD_H
#define BASE_RECORD_HEAD_H

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { RECORD_VERSION = 2 };
enum record_kind { RECORD_NONE, RECORD_STATES, RECORD_SCHEDULE };

static inline void record_head_write(enum record_kind kind, struct text *out) {
  text_printf(out, "heddle recording %d\nkind %s\n", RECORD_VERSION,
              kind == RECORD_STATES ? "states" : "schedule");
}

/* The version that the first line names, or 0: this is no recording. */
static inline int record_version(const char *first_line) {
  int version;
  return sscanf(first_line, "heddle recording %d", &version) == 1 ? version : 0;
}

static inline bool record_version_known(int version) {
  return version >= 1 && version <= RECORD_VERSION;
}

/* The value of the line `kind`. */
static inline enum record_kind record_kind_named(const char *name) {
  return !strcmp(name, "states")     ? RECORD_STATES
         : !strcmp(name, "schedule") ? RECORD_SCHEDULE
                                     : RECORD_NONE;
}

/* Of which kind a file is, from its first two lines. */
static inline enum record_kind record_kind_of(const char *text) {
  char name[16];
  const char *second = strchr(text, '\n');
  if (!second || !record_version(text))
    return RECORD_NONE;
  if (sscanf(second + 1, "kind %15s", name) == 1)
    return record_kind_named(name);
  return !strncmp(second + 1, "program ", 8) ? RECORD_SCHEDULE : RECORD_STATES;
}

#endif
