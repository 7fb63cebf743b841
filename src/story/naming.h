/* naming: what the objects of a run are called, and their values.
 *
 * A variable has the name that the program's tables give it.  What has none
 * (the heap, locals that others see, locks inside such things) is called as
 * the first line that touched it in this run calls it ("q->head", see
 * expression.h), with a number where the same words mean another object;
 * one object has one name throughout a story.  What no line names, inside a
 * block that is freed in this run, is that block and a distance: "old+4",
 * when naming_blocks was asked first. */
#ifndef STORY_NAMING_H
#define STORY_NAMING_H

#include "base/map.h"
#include "story/cast.h"
#include "story/listing.h"

struct naming_block {
  uint64_t at, size;
  const char *name;
};

struct naming {
  struct executor *x;
  struct listings *sources;
  const struct cast *cast;
  struct arena *arena;
  struct map known; /* class and object -> index in names, + 1 */
  VEC(const char *) names;
  struct names taken;              /* expressions used so far */
  VEC(uint32_t) uses;              /* how often, by number in taken */
  VEC(struct naming_block) blocks; /* freed in this run */
};

void naming_begin(struct naming *n, struct executor *x, struct listings *s,
                  const struct cast *cast, struct arena *arena);
/* Names the blocks that the run frees. */
void naming_blocks(struct naming *n, const struct event *events, size_t count);
/* Lives in the arena; "" for what has no object. */
const char *naming_object(struct naming *n, const struct event *e);
/* "0", "-3", "'a'", "LOCKED", "&total", "worker" for a function, "\"idle\"" for a text,
 * as far as the size allows to say; false when the access is too large to have
 * a value. */
bool naming_value(struct naming *n, const struct event *e, struct text *out);
void naming_end(struct naming *n);

#endif
