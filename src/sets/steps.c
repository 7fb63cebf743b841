/* The steps of the model, as they come up. */
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/stress.h"
#include "sets/inside.h"

/* --- limits --------------------------------------------------------------- */

static uint64_t bytes_of(const struct sets *s) {
  enum { OF_A_STEP = 48 }; /* about */
  struct dd_stats sets, far = {0};
  dd_statistics(s->forest, &sets);
  if (s->distances)
    dd_statistics(s->distances, &far);
  return sets.bytes + far.bytes + parts_bytes(&s->parts) +
         mover_bytes(&s->mover) +
         (dd_steps_count(s->steps) + (s->back ? dd_steps_count(s->back) : 0)) *
             OF_A_STEP;
}

uint64_t sets_work(const struct sets *s) {
  enum { OF_A_PAIR = 4 };
  struct dd_stats sets, far = {0};
  dd_statistics(s->forest, &sets);
  if (s->distances)
    dd_statistics(s->distances, &far);
  return s->old_work + sets.work + far.work + s->pairs * OF_A_PAIR;
}

bool sets_late(void *sets) {
  struct sets *s = sets;
  const struct explore_options *o = s->options;
  if (s->stopped)
    return true;
  if (progress_stopped(o->progress))
    s->stopped = STOP_INTERRUPT;
  else if (o->seconds && clock_wall() - s->started > o->seconds)
    s->stopped = STOP_TIME;
  else if ((o->memory && bytes_of(s) > o->memory) || alloc_used_up() ||
           (s->work_end && sets_work(s) > s->work_end))
    s->stopped = STOP_MEMORY;
  if (o->progress && progress_due(o->progress)) {
    struct dd_stats stats;
    dd_statistics(s->forest, &stats);
    const struct progress_figure figures[] = {
        {"nodes", stats.nodes}, {"steps", dd_steps_count(s->steps)}};
    progress_show(o->progress, "check", figures, 2);
  }
  return s->stopped;
}

bool sets_failed(struct sets *s, dd_node n) {
  if (n == DD_FULL && !s->stopped)
    s->stopped = STOP_MEMORY;
  return n == DD_FULL;
}

/* --- what somebody can do ------------------------------------------------- */

static uint32_t offer_parts(const struct offer *offer, const part_id **parts) {
  *parts = offer->tuple_count ? offer->tuple : &offer->part;
  return offer->tuple_count ? offer->tuple_count : offer->part != NONE;
}

struct combining {
  struct sets *s;
  process_id p;
  const struct offer *offer;
  const part_id *parts;
  uint32_t count;
  part_id fixed; /* this one has its value; NONE: none has */
  sets_visit *visit;
  void *user;
};

/* Every combination of known values of the parts from number i on. */
static void combine(struct combining *c, uint32_t i) {
  struct sets *s = c->s;
  enum { EVERY = 1 << 10 };
  if (++s->pairs % EVERY == 0 && sets_late(s))
    return;
  if (i == c->count) {
    c->visit(s, c->p, c->offer,
             mover_moves(&s->mover, &s->hand, c->p, c->offer, s->values),
             c->user);
    return;
  }
  const part_id part = c->parts[i];
  if (part == c->fixed) {
    combine(c, i + 1);
    return;
  }
  const struct known *k = &s->known[part];
  for (size_t j = 0; j < k->list.len && !s->stopped; j++) {
    s->values[part] = k->list.at[j];
    combine(c, i + 1);
  }
}

static void each_of(struct sets *s, const struct interest *who, part_id fixed,
                    value_id value, sets_visit *visit, void *user) {
  struct combining c = {.s = s,
                        .p = who->process,
                        .offer = who->offer,
                        .fixed = fixed,
                        .visit = visit,
                        .user = user};
  c.count = offer_parts(who->offer, &c.parts);
  s->values[who->process] = who->value;
  if (fixed != NONE)
    s->values[fixed] = value;
  combine(&c, 0);
}

void sets_each(struct sets *s, sets_visit *visit, void *user) {
  for (process_id p = 0; p < s->model->process_count; p++)
    for (size_t i = 0; i < s->known[p].list.len && !s->stopped; i++) {
      const value_id v = s->known[p].list.at[i];
      const struct local *local = mover_local(&s->mover, &s->hand, p, v);
      for (uint32_t k = 0; k < local->offer_count; k++) {
        const struct interest who = {p, v, &local->at[k]};
        each_of(s, &who, NONE, 0, visit, user);
      }
    }
}

/* --- steps ---------------------------------------------------------------- */

/* One more level of a step, where it belongs. */
static void insert(struct sets *s, part_id part, uint32_t before,
                   uint32_t after, unsigned n, unsigned *levels, uint32_t *from,
                   uint32_t *to) {
  const unsigned level = s->level_of[part];
  for (; n && levels[n - 1] < level; n--) {
    levels[n] = levels[n - 1];
    from[n] = from[n - 1];
    to[n] = to[n - 1];
  }
  levels[n] = level;
  from[n] = before;
  to[n] = after;
}

static value_id changed_to(const struct moves *list, const struct move *mo,
                           part_id part, value_id now) {
  const struct change *c = moves_changes(list) + mo->first_change;
  for (uint16_t i = 0; i < mo->change_count; i++)
    if (c[i].part == part)
      return c[i].to;
  return now;
}

unsigned sets_step(struct sets *s, process_id p, const struct offer *offer,
                   const struct moves *list, const struct move *mo,
                   unsigned *levels, uint32_t *from, uint32_t *to,
                   bool *changes) {
  const part_id *parts;
  const uint32_t count = offer_parts(offer, &parts);
  insert(s, p, s->values[p], mo->local, 0, levels, from, to);
  *changes = mo->local != s->values[p];
  for (uint32_t i = 0; i < count; i++) {
    const value_id now = s->values[parts[i]];
    const value_id then =
        offer->tuple_count
            ? changed_to(list, mo, parts[i], now)
            : mover_object(&s->mover, &s->hand, offer, mo, s->values);
    *changes |= then != now;
    insert(s, parts[i], now, then, i + 1, levels, from, to);
  }
  return count + 1;
}

static void add_moves(struct sets *s, process_id p, const struct offer *offer,
                      const struct moves *list, void *user) {
  (void)user;
  const part_id *parts;
  const uint32_t room = offer_parts(offer, &parts) + 1;
  unsigned levels[room];
  uint32_t from[room], to[room];
  for (uint32_t i = 0; i < list->count; i++) {
    bool changes;
    const unsigned n =
        sets_step(s, p, offer, list, &list->at[i], levels, from, to, &changes);
    if (changes)
      dd_steps_add(s->steps, levels, from, to, n);
  }
}

void sets_condition(struct sets *s, process_id p, const struct offer *offer,
                    struct dd_steps *conditions) {
  const part_id *parts;
  const uint32_t count = offer_parts(offer, &parts);
  unsigned levels[count + 1];
  uint32_t from[count + 1], to[count + 1];
  insert(s, p, s->values[p], s->values[p], 0, levels, from, to);
  for (uint32_t i = 0; i < count; i++)
    insert(s, parts[i], s->values[parts[i]], s->values[parts[i]], i + 1, levels,
           from, to);
  dd_steps_add(conditions, levels, from, to, count + 1);
}

dd_node sets_select(struct sets *s, dd_node in, struct dd_steps *conditions) {
  struct dd_search x = {.steps = conditions, .late = sets_late, .user = s};
  return in ? dd_select(s->forest, in, &x) : DD_EMPTY;
}

dd_node sets_reject(struct sets *s, struct dd_steps *conditions) {
  struct dd_search x = {.steps = conditions, .late = sets_late, .user = s};
  return dd_reject(s->forest, s->all, &x);
}

dd_node sets_meets(struct sets *s, struct dd_steps *conditions) {
  struct dd_search x = {.steps = conditions, .late = sets_late, .user = s};
  return dd_meets(s->forest, s->all, &x);
}

void sets_steps(struct sets *s) {
  dd_steps_close(s->steps);
  s->steps = dd_steps_open(s->parts.count);
  sets_each(s, add_moves, NULL);
}

/* --- discovery ------------------------------------------------------------ */

static void meet_process(struct sets *s, process_id p, value_id v) {
  const struct local *local = mover_local(&s->mover, &s->hand, p, v);
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct interest who = {p, v, &local->at[i]};
    const part_id *parts;
    const uint32_t count = offer_parts(who.offer, &parts);
    for (uint32_t k = 0; k < count; k++)
      vec_push(&s->interests[parts[k]].at, who);
    each_of(s, &who, NONE, 0, add_moves, NULL);
  }
}

/* A value that a state has, met for the first time. */
static void meet(struct sets *s, part_id part, value_id v) {
  struct known *k = &s->known[part];
  if (v < k->has.len && k->has.at[v])
    return;
  if (v >= k->has.len)
    vec_resize(&k->has, v + 1);
  k->has.at[v] = 1;
  vec_push(&k->list, v);
  if (part < s->model->process_count)
    meet_process(s, part, v);
  for (size_t i = 0; i < s->interests[part].at.len && !s->stopped; i++)
    each_of(s, &s->interests[part].at.at[i], part, v, add_moves, NULL);
}

static void found(void *user, unsigned level, uint32_t value) {
  struct sets *s = user;
  meet(s, s->part_at[level], value);
}

/* Where there are more nodes than these another order is looked for. */
enum { FIRST_PAUSE = STRESSED(64, 1 << 14), LATER = 4, MUCH_LATER = 8 };

static dd_node initial(struct sets *s) {
  uint32_t *start = alloc_zero(s->parts.count, sizeof *start);
  for (part_id part = 0; part < s->parts.count; part++)
    start[s->level_of[part] - 1] = s->start[part];
  const dd_node n = dd_tuple(s->forest, start);
  free(start);
  return n;
}

/* From the beginning, in the order of now; *progress: how many states it had
 * when it paused. */
static dd_node attempt(struct sets *s, struct dd_search *x, double *progress) {
  const dd_node from = initial(s);
  x->steps = s->steps;
  const dd_node all =
      sets_failed(s, from) ? DD_FULL : dd_discover(s->forest, from, x);
  *progress = all == DD_FULL ? 0 : dd_count_about(s->forest, all);
  return all;
}

static void take_order(struct sets *s, const part_id *part_at) {
  if (!s->stopped)
    sets_reorder(s, part_at);
}

/* Every attempt begins again: what a saturation has when it is cut off is larger
 * than all states together, and no place to go on from.  Where there are too
 * many nodes, the order that suits what was found so far has as many to show
 * whether it gets further.  As the next limit is much larger, little is done
 * twice. */
static dd_node discover(struct sets *s) {
  struct dd_search x = {
      .found = found, .late = sets_late, .user = s, .pause = FIRST_PAUSE};
  const size_t bytes = (s->parts.count + 1) * sizeof *s->part_at;
  part_id *old = alloc_zero(s->parts.count + 1, sizeof *old);
  part_id *other = alloc_zero(s->parts.count + 1, sizeof *other);
  double progress, challenge;
  dd_node all = attempt(s, &x, &progress);
  while (x.paused && !sets_failed(s, all) && !s->stopped) {
    memcpy(old, s->part_at, bytes);
    bool better = sets_sift(s, all, other);
    if (better) {
      take_order(s, other);
      all = attempt(s, &x, &challenge);
      better = !x.paused || challenge > progress;
      s->sifted += better;
      if (!x.paused || sets_failed(s, all) || s->stopped)
        break;
    }
    if (!better)
      take_order(s, old);
    x.pause *= better ? LATER : MUCH_LATER;
    if (better)
      dd_collect(s->forest);
    all = attempt(s, &x, &progress);
  }
  free(old);
  free(other);
  return all;
}

bool sets_discover(struct sets *s) {
  for (part_id part = 0; part < s->parts.count; part++)
    dd_grow(s->forest, s->level_of[part], s->start[part] + 1);
  for (part_id part = 0; part < s->parts.count; part++)
    meet(s, part, s->start[part]);
  const dd_node all = discover(s);
  if (sets_failed(s, all) || s->stopped || s->parts.full)
    return false;
  s->all = all;
  return true;
}
