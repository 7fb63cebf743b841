#include "explore/strategy.h"

#include <string.h>

#include "explore/endless.h"
#include "explore/explore.h"

const struct strategy *const strategies[] = {
    &strategy_full,        &strategy_ample,    &strategy_lra, &strategy_bsra,
    &strategy_bsra_ample,  &strategy_sleep,    &strategy_ample_sleep,
    &strategy_bsra_sleep,  &strategy_bsra_ample_sleep, &strategy_symmetry,
    &strategy_sra,         &strategy_fra,      &strategy_era,
    &strategy_era_refined, &strategy_era_peng, NULL,
};

const struct strategy *strategy_find(const char *name) {
  for (const struct strategy *const *s = strategies; *s; s++)
    if (!strcmp((*s)->name, name))
      return *s;
  return NULL;
}

const char *const strategy_tells_names[] = {"exact", "at least", "not"};

enum strategy_tells strategy_tells(const struct strategy *s,
                                   enum finding_kind kind) {
  if (s->preserves >> kind & 1)
    return s->sound ? TELLS_EXACT : TELLS_AT_LEAST;
  /* an edge that a reduced search does not take may be taken elsewhere, and
   * may lead to an end */
  return kind == FINDING_UNEXECUTABLE || kind == FINDING_ENDLESS ||
                 kind == FINDING_LIVENESS || kind == FINDING_CIRCLE
             ? TELLS_NOT
             : TELLS_AT_LEAST;
}

void strategy_kinds(unsigned kinds, const char *between, struct text *out) {
  const char *before = "";
  for (int k = 0; k < FINDING_KINDS; k++)
    if (kinds >> k & 1) {
      text_printf(out, "%s%s", before, finding_kind_names[k]);
      before = between;
    }
}

/* Whether some edge or start code can fail an assertion. */
static bool can_assert(const struct model *m) {
  for (code_id i = 0; i < m->code_count; i++)
    if (m->code[i].op == CODE_ASSERT)
      return true;
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++)
      if (m->processes[p].edges[e].action == ACT_UNLOCK)
        return true;
  return false;
}

/* Whether anything is computed that can leave its range, by what there is to
 * compute; processes that only pass messages without values do not. */
static bool can_leave_range(const struct model *m) {
  for (code_id i = 0; i < m->code_count; i++)
    if (m->code[i].op != CODE_STOP && m->code[i].op != CODE_ASSERT &&
        m->code[i].op != CODE_PROGRESS)
      return true;
  for (process_id p = 0; p < m->process_count; p++)
    for (edge_id e = 0; e < m->processes[p].edge_count; e++) {
      const struct edge *edge = &m->processes[p].edges[e];
      if (edge->arg_count || edge->index != NONE || edge->guard != NONE ||
          (edge->count && edge->table[0] == NONE) ||
          edge->fits != NONE || edge->action == ACT_V)
        return true;
    }
  return can_assert(m); /* its expression */
}

unsigned strategy_relevant(const struct model *m, unsigned find) {
  if (m->machine)
    return find & ~(1u << FINDING_PROPERTY | 1u << FINDING_UNSPECIFIED |
                    1u << FINDING_OVERFLOW | 1u << FINDING_BLOCKING |
                    (model_has_liveness(m) ? 0 : 1u << FINDING_LIVENESS));
  if (!m->property_count)
    find &= ~(1u << FINDING_PROPERTY);
  if (!m->has_channels)
    find &= ~(1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW);
  if (!can_assert(m))
    find &= ~(1u << FINDING_ASSERTION);
  if (!can_leave_range(m))
    find &= ~(1u << FINDING_RANGE);
  if (find >> FINDING_ENDLESS & 1 && !endless_possible(m))
    find &= ~(1u << FINDING_ENDLESS);
  if (!model_has_liveness(m))
    find &= ~(1u << FINDING_LIVENESS);
  if (!m->source_count)
    find &= ~(1u << FINDING_UNEXECUTABLE);
  return find;
}

static bool passes_messages_only(const struct model *m) {
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind < OBJECT_CHANNEL)
      return false;
  return true;
}

/* No process has more than one location, as in a net: what each may still do
 * is all that it ever does, so that nobody can be left out for a while unless
 * the model falls into parts that have nothing to do with each other. */
static bool stays_in_place(const struct model *m) {
  for (process_id p = 0; p < m->process_count; p++)
    if (m->processes[p].location_count > 1)
      return false;
  return true;
}

const struct strategy *strategy_auto(const struct model *m, unsigned find,
                                     const char **why) {
  unsigned ends = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING;
  if (m->machine) {
    *why = "the steps of this language are not reduced";
    return &strategy_full;
  }
  unsigned wanted = strategy_relevant(m, find);
  if (wanted & (1u << FINDING_LIVENESS | 1u << FINDING_CIRCLE)) {
    *why = "runs that go on for ever are asked for: no step may be left out";
    return &strategy_full;
  }
  if (find == EXPLORE_FIND_ALL) {
    *why = "every kind of finding is asked for";
    return &strategy_full;
  }
  if (stays_in_place(m)) {
    *why = "no process ever leaves its place: nothing can be left out";
    return &strategy_full;
  }
  if (!(wanted & ~ends)) {
    *why = "it preserves every blocking state, and nothing else is asked for";
    return &strategy_bsra_ample;
  }
  if (!(wanted & ~(ends | 1u << FINDING_PROPERTY)) && passes_messages_only(m)) {
    *why = "it preserves blocking states and properties, and nothing else is "
           "asked for";
    return &strategy_bsra;
  }
  *why = "it preserves what is asked for";
  return &strategy_ample;
}
