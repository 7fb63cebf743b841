/* sight: what a process can do, by its value and those that it looks at.
 *
 * Most of a state is as it was in some state a moment ago.  What a process can do
 * is a few lists of moves (moves.h), each found by what is in one part; here they
 * are found all together.  So a slot is a process's value, and for each of its
 * offers what decides: the face of a queue, or the value of another part.
 *
 * Each worker has its own, of a fixed size; what came last is kept.  Processes
 * with many offers, or with offers that look at several parts, have none. */
#ifndef EXPLORE_SIGHT_H
#define EXPLORE_SIGHT_H

#include "explore/face.h"
#include "explore/strategy.h"

enum { SIGHT_OFFERS = 4 };

struct sight {
  const struct local *local; /* of the process's value; NULL: empty */
  uint32_t keys[SIGHT_OFFERS];
  uint16_t count;
  bool waits, executable;
  struct view_entry at[SIGHT_OFFERS];
};

struct sights {
  struct sight *at; /* by process, `each` of them */
  uint32_t each;    /* a power of two */
  struct sight_face {
    value_id value, face; /* NONE: no value */
  } * faces;              /* by part: that of the value it had last */
  part_id parts;
  process_id processes;
};

void sights_open(struct sights *s, const struct mover *mv);
void sights_close(struct sights *s);
uint64_t sights_bytes(const struct sights *s);
/* Moves were forgotten, or values have got other numbers. */
void sights_forget(struct sights *s);

/* As face_of. */
static inline value_id sight_face(struct sights *s, struct mover *mv,
                                  struct hand *h, part_id part,
                                  value_id value) {
  struct sight_face *f = &s->faces[part];
  if (f->value != value)
    *f = (struct sight_face){value, face_of(mv, h, part, value)};
  return f->face;
}

/* What decides about the offers of a process that has this local; false: it has
 * no sight. */
static inline bool sight_keys(struct sights *s, struct mover *mv,
                              struct hand *h, const struct local *local,
                              const value_id *values, uint32_t *keys) {
  if (local->offer_count > SIGHT_OFFERS)
    return false;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *o = &local->at[i];
    if (o->tuple_count)
      return false;
    keys[i] = o->fixed   ? 0
              : o->queue ? sight_face(s, mv, h, o->part, values[o->part])
                         : values[o->part];
  }
  return true;
}

static inline struct sight *sight_slot(const struct sights *s, process_id p,
                                       const struct local *local,
                                       const uint32_t *keys) {
  uint64_t hash = (uintptr_t)local >> 4;
  for (uint32_t i = 0; i < local->offer_count; i++)
    hash = (hash ^ keys[i]) * UINT64_C(0x9e3779b97f4a7c15);
  return &s->at[(size_t)p * s->each + (hash >> 32 & (s->each - 1))];
}

static inline bool sight_is(const struct sight *t, const struct local *local,
                            const uint32_t *keys) {
  if (t->local != local)
    return false;
  for (uint32_t i = 0; i < local->offer_count; i++)
    if (t->keys[i] != keys[i])
      return false;
  return true;
}

#endif
