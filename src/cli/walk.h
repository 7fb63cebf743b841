/* walk: what `heddle run` and `heddle step` say of a run in progress
 * (model/stepping.h). */
#ifndef CLI_WALK_H
#define CLI_WALK_H

#include "model/stepping.h"

/* "deadlock", "everything has ended", "never x > 1 is violated", ...; what
 * goes on and shows nothing: NULL. */
const char *walk_end(const struct stepping *s);
/* The run so far, drawn as that of a finding. */
void walk_draw(const struct stepping *s, struct text *out);
/* The run so far as a recording; false after a message. */
bool walk_save(const struct stepping *s, const char *path);

#endif
