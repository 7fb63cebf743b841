#include "explore/strategy.h"

#include <string.h>

#include "explore/explore.h"

const struct strategy *const strategies[] = {
    &strategy_full,        &strategy_ample,    &strategy_lra, &strategy_bsra,
    &strategy_bsra_ample,  &strategy_sleep,    &strategy_ample_sleep,
    &strategy_bsra_sleep,  &strategy_bsra_ample_sleep,
    &strategy_sra,         &strategy_fra,      &strategy_era,
    &strategy_era_refined, &strategy_era_peng, NULL,
};

const struct strategy *strategy_find(const char *name) {
  for (const struct strategy *const *s = strategies; *s; s++)
    if (!strcmp((*s)->name, name))
      return *s;
  return NULL;
}

unsigned strategy_relevant(const struct model *m, unsigned find) {
  if (!m->property_count)
    find &= ~(1u << FINDING_PROPERTY);
  if (!m->has_channels)
    find &= ~(1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW);
  return find;
}

static bool passes_messages_only(const struct model *m) {
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind < OBJECT_CHANNEL)
      return false;
  return true;
}

const struct strategy *strategy_auto(const struct model *m, unsigned find,
                                     const char **why) {
  unsigned ends = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING;
  unsigned wanted = strategy_relevant(m, find);
  if (find == EXPLORE_FIND_ALL) {
    *why = "every kind of finding is asked for";
    return &strategy_full;
  }
  if (!(wanted & ~ends)) {
    *why = "it preserves every blocking state, and nothing else is asked for";
    return &strategy_bsra_ample;
  }
  if (!(wanted & ~strategy_bsra.preserves) && passes_messages_only(m)) {
    *why = "it preserves blocking states and properties, and nothing else is "
           "asked for";
    return &strategy_bsra;
  }
  *why = "it preserves what is asked for";
  return &strategy_ample;
}
