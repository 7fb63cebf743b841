/* spots: where a process is, as far as that says what it may still do.
 *
 * A spot is a location with the values of the process's *counters*: variables
 * that are only given constants and what is computed of other counters, so
 * that nothing others do has a part in them, and that guards, indices or
 * branches look at.  `when k < N node[k].in!go { k++ }` may send to everybody
 * from its one location, and from each spot to those that are left.
 *
 * Found out once for a model, by following its edges with the values of
 * counters; other guards may hold or not.  So there is a spot for every state
 * of the process that can be reached, and maybe some for others.  Where
 * there would be many the locations are the spots. */
#ifndef EXPLORE_SPOTS_H
#define EXPLORE_SPOTS_H

#include "base/map.h"
#include "base/sound.h"
#include "model/model.h"

typedef uint32_t spot_id; /* within its process */

struct spot_arc {
  spot_id from, to;
  edge_id edge;
};
/* An edge that may be open at a spot, and which object of its table is meant;
 * NONE: any. */
struct spot_open {
  spot_id at;
  edge_id edge;
  uint32_t place;
};
struct spot_at {
  location_id location;
  int32_t *counters;
};
struct spots {
  const struct model *model;
  struct process_spots {
    VEC(slot_id) counters; /* none: locations are spots */
    VEC(struct spot_at) at;
    /* Without counters there are none of these: */
    VEC(struct spot_arc) arcs;
    VEC(struct spot_open) opens;
    struct map number; /* key of a spot -> its id + 1 */
  } * of;
  struct arena arena;
};

void spots_open(struct spots *s, const struct model *m);
void spots_close(struct spots *s);

/* words: location, slot 0, slot 1, ...; if no state like that can be reached, the
 * last spot, which is anywhere. */
spot_id spots_find(const struct spots *s, process_id p, const int32_t *words);

static inline uint32_t spots_count(const struct spots *s, process_id p) {
  EXPECTS(p < s->model->process_count);
  return s->of[p].counters.len ? (uint32_t)s->of[p].at.len + 1
                               : s->model->processes[p].location_count;
}

#endif
