/* walk: what `heddle run` and `heddle step` say of a run in progress
 * (model/stepping.h). */
#ifndef FORM_WALK_H
#define FORM_WALK_H

#include "model/stepping.h"

/* "deadlock", "everything has ended", "never x > 1 is violated", ...; what
 * goes on and shows nothing: NULL. */
const char *walk_end(const struct stepping *s);
/* The run so far, drawn as that of a finding. */
void walk_draw(const struct stepping *s, unsigned width, bool colour,
               struct text *out);
/* The run so far as a recording, and as JSON. */
void walk_record(const struct stepping *s, struct text *out);
void walk_json(const struct stepping *s, uint64_t seed, struct text *out);

#endif
