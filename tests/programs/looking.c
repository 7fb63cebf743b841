#include "looking.h"

void looking_watch(void *user, const struct batch *b, uint32_t i) {
  struct looking *l = user;
  struct failure out;
  l->seen |= failure_again(&l->wanted, b, &b->runs[i], l->races, 0, &out);
}

bool looking_shows(struct executor *x, struct looking *l, const choice *c,
                   uint32_t len, unsigned flags) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, len);
  if (!p)
    return false;
  batch_prefix(b, p, c);
  p->flags |= (uint8_t)flags;
  l->seen = false;
  if (x->run(x) && b->done)
    looking_watch(l, b, 0);
  return l->seen;
}

bool looking_know(struct executor *x, struct looking *l,
                  const struct sched_finding *f) {
  l->wanted = (struct failure){0};
  looking_shows(x, l, f->choices, f->choices_len, 0);
  const struct batch *b = x->batch;
  if (f->kind != FOUND_RACE) {
    l->wanted = failure_of(b, &b->runs[0]);
    return l->wanted.kind == f->kind;
  }
  const struct event *events = b->events + b->runs[0].events;
  size_t n = datarace_find(l->races, events, b->runs[0].events_len);
  for (size_t i = 0; i < n; i++) {
    l->wanted = failure_race(l->races, i, events);
    if (l->wanted.event == f->event && l->wanted.other_event == f->other_event)
      return true;
  }
  return false;
}
