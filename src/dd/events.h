/* events: the inside of dd/saturate. */
#ifndef DD_EVENTS_H
#define DD_EVENTS_H

#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "dd/forest.h"
#include "dd/saturate.h"

/* A step of one or more events; number 0 is the end of the chain. */
struct event_step {
  uint32_t level, map, down;
};

/* At a level: value i becomes `to`, and `down` goes on below. */
struct event_arrow {
  uint32_t to, down;
};

struct event_level {
  uint32_t *first; /* [size + 1] into arrows */
  struct event_arrow *arrows;
  uint32_t count;
};

struct dd_events {
  unsigned levels;
  uint32_t *sizes;      /* [level] */
  VEC(uint32_t) tables; /* all functions, one after the other */
  VEC(uint32_t) map_at, map_size;
  VEC(struct event_step) steps; /* [0] is unused */
  struct map known_steps;
  VEC(uint32_t) tops;     /* the first step of each event */
  struct event_level *at; /* [level]: events whose top it is */
  bool ready;             /* `at` is made */
};

/* Does an event whose top the level is begin at this value of it? */
static inline bool events_leave(const struct event_level *at, uint32_t value) {
  return at->first[value] < at->first[value + 1];
}

/* Makes `at`; called by every fixpoint. */
void events_prepare(struct dd_events *e);

static inline uint32_t events_apply(const struct dd_events *e, uint32_t map,
                                    uint32_t value) {
  EXPECTS(map < e->map_at.len && value < e->map_size.at[map]);
  return e->tables.at[e->map_at.at[map] + value];
}

#endif
