/* What must be so of the order of a run. */
#include "sched/order.h"

static bool has_all(const struct order *o, uint32_t before, uint32_t after) {
  const uint32_t *a = order_clock(o, before), *b = order_clock(o, after);
  for (uint32_t t = 0; t < o->width; t++)
    if (a[t] > b[t])
      return false;
  return true;
}

/* A clock names, for each thread, its last step that comes before, and has
 * all that this one has; steps of one thread follow each other. */
static const char *clock_sound(const struct order *o, uint32_t i,
                               uint32_t last_own) {
  const uint32_t *mine = order_clock(o, i);
  const unsigned own = o->steps.at[i].thread;
  if (mine[own] != i + 1)
    return "a step is not the last of its thread in its own clock";
  for (uint32_t t = 0; t < o->width; t++) {
    uint32_t last = t == own ? last_own : mine[t];
    if (!last)
      continue;
    if (last > i || o->steps.at[last - 1].thread != t)
      return "a clock names a step of another thread, or a later one";
    if (!has_all(o, last - 1, i))
      return "what happens before a step does not have its own past there";
  }
  return NULL;
}

static const char *clocks_sound(const struct order *o) {
  uint32_t last[THREADS_MAX] = {0};
  const char *wrong = NULL;
  for (uint32_t i = 0; !wrong && i < o->executed; i++) {
    uint32_t *before = &last[o->steps.at[i].thread];
    wrong = clock_sound(o, i, *before);
    *before = i + 1;
  }
  return wrong;
}

static const char *race_sound(const struct order *o, const struct race *r) {
  if (r->first >= r->second || r->first >= o->executed ||
      r->second >= o->steps.len)
    return "a race is not of two steps, the first executed";
  if (o->steps.at[r->first].thread == o->steps.at[r->second].thread)
    return "two steps of one thread race";
  if (r->more >= o->more.len && r->more)
    return "a race names further steps that are not there";
  return NULL;
}

const char *order_sound(const struct order *o) {
  if (o->executed > o->steps.len)
    return "there are fewer steps than were executed";
  const char *wrong = clocks_sound(o);
  for (size_t r = 0; !wrong && r < o->races.len; r++) {
    wrong = race_sound(o, &o->races.at[r]);
    if (!wrong && r && o->races.at[r - 1].second > o->races.at[r].second)
      wrong = "races do not come by their second steps";
  }
  return wrong;
}
