/* What properties read, along a run of a model (PLAN_SHOWS, executor.h). */
#include "exec/model_frames.h"

void frames_show(const struct model_executor *x, struct batch *b, struct run *r,
                 size_t frame) {
  const struct frame *f = &x->frames.at[frame], *was = frame ? f - 1 : NULL;
  for (uint32_t k = 0; k < x->shown.at.len; k++) {
    int64_t value = shown_value(&x->shown, x->m, f->state, k);
    if (was && shown_value(&x->shown, x->m, was->state, k) == value)
      continue;
    struct event e = {.object = k,
                      .value = (uint64_t)value,
                      .size = 1,
                      .thread = was ? was->event.thread : 0,
                      .kind = OP_SHOWS,
                      .flags = EVENT_SILENT,
                      .alt = !was,
                      .alts = 1};
    b->events[b->events_len++] = e;
    r->events_len++;
  }
}

uint32_t frames_event(const struct batch *b, const struct run *r,
                      uint32_t step) {
  uint32_t i = 0;
  for (; i < r->events_len; i++)
    if (b->events[r->events + i].kind != OP_SHOWS && !step--)
      return i;
  return 0;
}
