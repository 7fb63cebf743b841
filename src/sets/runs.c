/* Shortest runs, backwards from the nearest state of a set. */
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "dd/forest.h"
#include "sets/inside.h"

/* --- distances ------------------------------------------------------------ */

static bool measure(struct sets *s) {
  const unsigned levels = dd_levels(s->forest);
  struct dd_search x = {.steps = s->steps, .late = sets_late, .user = s};
  if (s->distances)
    return s->far.node != DD_FULL;
  uint32_t *sizes = alloc_zero(levels, sizeof *sizes);
  uint32_t *start = alloc_zero(levels, sizeof *start);
  for (unsigned l = 1; l <= levels; l++) {
    sizes[l - 1] = dd_size(s->forest, l);
    start[l - 1] = s->start[s->part_at[l]];
  }
  s->distances = dd_open(DD_DISTANCES, levels, sizes, s->options->memory);
  if (s->work_end)
    dd_limit_work(s->distances, s->work_end);
  struct dd_edge from = dd_origin(s->distances, start);
  if (from.node != DD_FULL)
    from = dd_steps_distances(s->distances, from, &x);
  free(sizes);
  free(start);
  s->far = from;
  return !sets_failed(s, from.node);
}

/* The least distance of a tuple of both. */
static uint32_t least(struct sets *s, struct map *seen, dd_node far,
                      dd_node into) {
  uint32_t best = UINT32_MAX, index;
  dd_node child;
  if (into == DD_TRUE)
    return 0;
  const uint64_t key = (uint64_t)far << 32 | into;
  const uint64_t *old = map_get(seen, key);
  if (old)
    return (uint32_t)*old;
  struct walk w = walk_begin(s->forest, into);
  const struct dd *d = s->distances;
  while (walk_next(s->forest, &w, &index, &child)) {
    if (index >= node_len(d, far))
      continue;
    const uint32_t at = node_data(d, far) + 2 * index;
    if (!d->pool[at])
      continue;
    const uint32_t below = least(s, seen, d->pool[at], child);
    if (below != UINT32_MAX && below + d->pool[at + 1] < best)
      best = below + d->pool[at + 1];
  }
  s->pairs++;
  map_put(seen, key, best);
  return best;
}

/* A tuple of the set that is nearest; how far it is. */
static uint32_t nearest(struct sets *s, dd_node into, uint32_t *values) {
  struct map seen = {0};
  const struct dd *d = s->distances;
  dd_node far = s->far.node;
  const uint32_t all = least(s, &seen, far, into);
  uint32_t left = all;
  while (all != UINT32_MAX && into != DD_TRUE) {
    struct walk w = walk_begin(s->forest, into);
    const unsigned level = node_level(s->forest, into);
    uint32_t index = 0;
    dd_node child = DD_TRUE;
    while (walk_next(s->forest, &w, &index, &child)) {
      const uint32_t at = node_data(d, far) + 2 * index;
      if (index >= node_len(d, far) || !d->pool[at])
        continue;
      const uint32_t below = least(s, &seen, d->pool[at], child);
      if (below != UINT32_MAX && below + d->pool[at + 1] == left)
        break;
    }
    const uint32_t at = node_data(d, far) + 2 * index;
    values[level - 1] = index;
    left -= d->pool[at + 1];
    far = d->pool[at];
    into = child;
  }
  map_free(&seen);
  return all == UINT32_MAX ? all : all + s->far.value;
}

/* --- a run ---------------------------------------------------------------- */

struct before {
  struct sets *s;
  uint32_t distance;
  uint32_t *values;
};

static bool is_before(void *user, const uint32_t *values) {
  struct before *b = user;
  uint32_t distance;
  b->s->pairs++;
  if (!dd_value(b->s->distances, b->s->far, values, &distance) ||
      distance != b->distance)
    return true;
  memcpy(b->values, values, dd_levels(b->s->forest) * sizeof *values);
  return false;
}

/* What differs between two states. */
struct gap {
  const uint32_t *from, *to; /* by level */
  unsigned differ;
};

/* Does this move lead over the gap? */
static bool leads(struct sets *s, const struct gap *g, process_id p,
                  const struct offer *offer, const struct moves *list,
                  const struct move *mo) {
  const uint32_t room = offer->tuple_count + 2;
  unsigned levels[room], differ = 0;
  uint32_t from[room], to[room];
  bool changes;
  const unsigned n =
      sets_step(s, p, offer, list, mo, levels, from, to, &changes);
  for (unsigned i = 0; i < n; i++) {
    if (to[i] != g->to[levels[i] - 1])
      return false;
    differ += from[i] != to[i];
  }
  return differ == g->differ;
}

static bool find_step(struct sets *s, const struct gap *g,
                      struct model_step *out) {
  for (part_id part = 0; part < s->parts.count; part++)
    s->values[part] = g->from[s->level_of[part] - 1];
  for (process_id p = 0; p < s->model->process_count; p++) {
    const struct local *local =
        mover_local(&s->mover, &s->hand, p, s->values[p]);
    for (uint32_t i = 0; i < local->offer_count; i++) {
      const struct offer *offer = &local->at[i];
      const struct moves *list =
          mover_moves(&s->mover, &s->hand, p, offer, s->values);
      for (uint32_t k = 0; k < list->count; k++) {
        const struct move *mo = &list->at[k];
        if (!leads(s, g, p, offer, list, mo))
          continue;
        const bool atomic =
            s->model->processes[p].edges[mo->edge].action == ACT_ATOMIC;
        *out =
            (struct model_step){p, mo->edge, mo->choice,
                                atomic ? NONE : offer_object(offer, mo->edge)};
        return true;
      }
    }
  }
  return false;
}

static bool walk_back(struct sets *s, uint32_t distance, uint32_t *values,
                      struct explore_run *run) {
  const unsigned levels = dd_levels(s->forest);
  uint32_t *old = alloc_zero(levels, sizeof *old);
  VEC(struct model_step) steps = {0};
  bool ok = true;
  if (!s->back)
    s->back = dd_steps_inverse(s->steps);
  while (ok && distance-- && !sets_late(s)) {
    struct before b = {s, distance, old};
    struct gap g = {old, values, 0};
    struct model_step step;
    ok = !dd_steps_each(s->back, values, is_before, &b);
    for (unsigned l = 0; ok && l < levels; l++)
      g.differ += old[l] != values[l];
    ok = ok && find_step(s, &g, &step);
    assert(ok); /* a state at distance n has one before it */
    vec_push(&steps, step);
    memcpy(values, old, levels * sizeof *values);
  }
  while (steps.len)
    vec_push(&run->steps, vec_pop(&steps));
  vec_free(&steps);
  free(old);
  return ok && !s->stopped;
}

bool sets_run(struct sets *s, dd_node into, struct explore_run *run) {
  const unsigned levels = dd_levels(s->forest);
  if (!measure(s))
    return false;
  uint32_t *values = alloc_zero(levels, sizeof *values);
  uint32_t *end = alloc_zero(levels, sizeof *end);
  const uint32_t distance = nearest(s, into, values);
  memcpy(end, values, levels * sizeof *end);
  assert(distance != UINT32_MAX); /* the set is of states that are reached */
  const bool ok = walk_back(s, distance, values, run);
  for (part_id part = 0; part < s->parts.count; part++)
    s->values[part] = end[s->level_of[part] - 1];
  free(values);
  free(end);
  return ok;
}

/* --- backwards ------------------------------------------------------------ */

/* Steps backwards may leave the states that are reached; whatever comes back
 * into them that way leads into the set, too. */
dd_node sets_never_to(struct sets *s, dd_node into) {
  if (!s->back)
    s->back = dd_steps_inverse(s->steps);
  struct dd_search x = {.steps = s->back, .late = sets_late, .user = s};
  const dd_node to = dd_discover(s->forest, into, &x);
  if (sets_failed(s, to))
    return DD_FULL;
  return dd_minus(s->forest, s->all, to);
}
