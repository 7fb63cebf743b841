#include "same.h"

#include <string.h>

static bool same_steps(const struct finding *a, const struct finding *b) {
  if (a->run.steps.len != b->run.steps.len)
    return false;
  for (size_t i = 0; i < a->run.steps.len; i++) {
    const struct model_step *x = &a->run.steps.at[i], *y = &b->run.steps.at[i];
    if (x->process != y->process || x->edge != y->edge ||
        x->choice != y->choice || x->object != y->object)
      return false;
  }
  return true;
}

static bool same_finding(const struct finding *a, const struct finding *b) {
  return a->kind == b->kind && a->process == b->process &&
         a->location == b->location && a->message == b->message &&
         a->object == b->object && a->property == b->property &&
         a->source == b->source && a->failure == b->failure &&
         a->place.line == b->place.line && a->place.col == b->place.col &&
         a->last_step_fails == b->last_step_fails && a->circle == b->circle &&
         same_steps(a, b);
}

const char *results_differ(const struct explore_result *a,
                           const struct explore_result *b) {
  const struct explore_stats *x = &a->stats, *y = &b->stats;
  if (a->stopped != b->stopped)
    return stop_reason_texts[b->stopped];
  if (a->verdict != b->verdict)
    return "the verdict";
  if (x->states != y->states || x->stands_for != y->stands_for)
    return "states";
  if (x->transitions != y->transitions || x->depth != y->depth ||
      x->terminated != y->terminated || x->blocking != y->blocking ||
      x->deadlocks != y->deadlocks)
    return "figures";
  if (memcmp(a->counts, b->counts, sizeof a->counts) ||
      a->findings.len != b->findings.len)
    return "counts";
  for (size_t i = 0; i < a->findings.len; i++)
    if (!same_finding(&a->findings.at[i], &b->findings.at[i]))
      return "a finding or its run";
  return NULL;
}
