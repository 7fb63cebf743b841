/* What was looked at in vain along a run of a model (PLAN_ONCE, executor.h). */
#include "exec/model_frames.h"

size_t frames_looked_at(const struct model_executor *x, process_id p) {
  for (size_t i = x->frames.len - 1; i-- > 0;)
    if (x->frames.at[i].event.flags & EVENT_VAIN &&
        x->frames.at[i].event.thread == p)
      return i;
  return SIZE_MAX;
}

/* Not by a property: what was looked at in vain has changed nothing that one
 * could see.  Of those that wait for ever, looks that depend on each other are
 * wanted in one order, that of the threads, so that each end of this kind
 * counts once. */
bool frames_looked_early(const struct model_executor *x) {
  for (process_id p = 0; p < x->m->process_count; p++) {
    size_t i = frames_looked_at(x, p);
    if (i == SIZE_MAX)
      continue;
    struct event look = x->frames.at[i].event;
    look.object = object_bare(look.object);
    for (size_t k = i; ++k < x->frames.len - 1;) {
      const struct event *later = &x->frames.at[k].event;
      if (later->kind != OP_BRANCH && event_dependent(&look, later) &&
          !(later->flags & EVENT_VAIN && later->thread > p))
        return true;
    }
  }
  return false;
}
