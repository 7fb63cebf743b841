/* desk: where a worker tries out sequences of steps.
 *
 *     desk_begin(d, v);              frame 0 is the state
 *     desk_push(d);                  a copy of it on top
 *     desk_take(d, &option);         one step, on the top frame
 *     desk_leap(d, out);             all steps since frame 0 are a leap
 *     desk_pop(d);                   back to where it was pushed
 *
 * Memory grows to what a state needs and stays: strategies allocate nothing
 * of their own while they are asked. */
#ifndef EXPLORE_DESK_H
#define EXPLORE_DESK_H

#include "base/sound.h"
#include "explore/moves.h"
#include "explore/strategy.h"

/* One step that could be taken when it was looked at. */
struct desk_option {
  process_id process;
  const struct offer *offer;
  const struct moves *list;
  uint32_t move; /* in the list */
  value_id seen; /* of the offer's part, when the list was made */
};

/* Where a process gets by steps of its own (bsra). */
struct point {
  uint32_t before;         /* the point before; NONE: where it is */
  struct desk_option step; /* that led here from there */
  value_id local;
  uint32_t sends, bounded; /* so far; those to objects with a bound */
  bool stop;               /* it may stop here */
};

struct desk {
  struct mover *mover;
  struct hand *hand;
  part_id parts;
  process_id processes;
  VEC(value_id) frames; /* one vector of values for each frame */
  VEC(uint64_t) hashes; /* of what changed since the first frame */
  VEC(uint32_t) marks;  /* steps there were when the frame was pushed */
  VEC(struct model_step) steps;
  struct visits { /* frames seen since desk_begin, and a number for each */
    VEC(uint64_t) hashes;
    VEC(value_id) values;
    VEC(uint32_t) tags, slots, used; /* slots: index + 1; used ones */
  } visits;
  /* for strategies, as they like */
  bool *chosen;                /* by process */
  const struct local **locals; /* by process */
  uint32_t *group, *spans;     /* by process and one more */
  VEC(struct desk_option) options;
  VEC(uint32_t) list;
  VEC(const struct moves *) lists; /* by offer of one process */
  bool waits;                      /* some open edge of it waits */
  VEC(struct point) points;
};

void desk_open(struct desk *d, struct mover *mv, struct hand *h);
void desk_close(struct desk *d);

void desk_begin(struct desk *d, const struct view *v);
void desk_push(struct desk *d);
void desk_pop(struct desk *d);
/* The frame below the top becomes a copy of the top. */
void desk_remember(struct desk *d);
void desk_leap(struct desk *d, struct leaps *out);
/* The option is still there, wherever other processes have moved since. */
void desk_take(struct desk *d, const struct desk_option *o);

/* Is the top frame, with this tag, seen for the first time since desk_begin?
 * If not, whatever follows from it has been followed. */
bool desk_visit(struct desk *d, uint32_t tag);

static inline value_id *desk_values(struct desk *d) {
  EXPECTS(d->hashes.len && d->frames.len >= d->parts);
  return d->frames.at + (d->hashes.len - 1) * d->parts;
}
static inline uint64_t desk_hash(const struct desk *d) {
  EXPECTS(d->hashes.len > 0);
  return d->hashes.at[d->hashes.len - 1];
}
static inline const struct local *desk_local(struct desk *d, process_id p) {
  EXPECTS(p < d->processes);
  return mover_local(d->mover, d->hand, p, desk_values(d)[p]);
}
static inline const struct moves *desk_moves(struct desk *d, process_id p,
                                             const struct offer *offer) {
  EXPECTS(p < d->processes && offer);
  return mover_moves(d->mover, d->hand, p, offer, desk_values(d));
}
/* Appends the steps of one process in the top frame to options, those that
 * lead to the same state once. */
void desk_options(struct desk *d, process_id p);
/* What p can do with each of its offers, to lists; NULL where that is
 * nothing.  Sets waits.  Returns the number of steps. */
uint32_t desk_view_lists(struct desk *d, const struct view *v, process_id p);
uint32_t desk_lists(struct desk *d, process_id p);
/* The same for the state itself, from the view. */
void desk_view_options(struct desk *d, const struct view *v, process_id p);

#endif
