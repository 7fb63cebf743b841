#include "job/replay_order.h"

#include <stdio.h>
#include <stdlib.h>

bool replay_move_read(const char *text, struct replay_move *m) {
  char *colon, *end;
  if (*text < '0' || *text > '9')
    return false;
  unsigned long event = strtoul(text, &colon, 10);
  if (*colon != ':' || colon[1] < '0' || colon[1] > '9')
    return false;
  unsigned long before = strtoul(colon + 1, &end, 10);
  if (*end || event > UINT32_MAX || before > UINT32_MAX)
    return false;
  *m = (struct replay_move){true, (uint32_t)event, (uint32_t)before};
  return true;
}

/* What a choice of the plan decides: an event that came by itself (silent) is
 * not chosen, and one that is pending was not taken. */
static bool chosen(const struct event *e) {
  return !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

static bool possible(const struct replay_move *m, const struct sched_finding *f,
                     struct text *why) {
  uint32_t last = m->event > m->before ? m->event : m->before;
  if (last >= f->events_len) {
    text_printf(why, "the run has events 0 to %u, and no %u",
                f->events_len ? f->events_len - 1 : 0, last);
    return false;
  }
  const struct event *e = &f->events[m->event], *to = &f->events[m->before];
  if (m->event <= m->before)
    text_printf(why, "event %u comes before event %u already", m->event,
                m->before);
  else if (e->thread == to->thread)
    text_printf(why, "events %u and %u are of the same thread", m->event,
                m->before);
  else if (e->flags & EVENT_SILENT)
    text_printf(why, "event %u comes by itself, with the step after it",
                m->event);
  else if (to->flags & EVENT_PENDING)
    text_printf(why, "event %u has not happened in the run", m->before);
  else
    return true;
  return false;
}

/* The events of the thread from `before` on, up to the one that is moved; then
 * the others, as they were. */
bool replay_order_make(struct replay_order *o, const struct replay_move *m,
                       const struct sched_finding *f, struct text *why) {
  if (!possible(m, f, why))
    return false;
  const struct event *all = f->events, *moved = &all[m->event];
  for (uint32_t i = 0; i < m->before; i++)
    if (chosen(&all[i]))
      vec_push(&o->choices, CHOICE(all[i].thread, all[i].alt));
  for (uint32_t i = m->before; i <= m->event; i++)
    if (all[i].thread == moved->thread && (chosen(&all[i]) || i == m->event))
      vec_push(&o->choices, CHOICE(all[i].thread, all[i].alt));
  for (uint32_t i = m->before; i < f->events_len; i++)
    if (chosen(&all[i]) && (i > m->event || all[i].thread != moved->thread))
      vec_push(&o->choices, CHOICE(all[i].thread, all[i].alt));
  return true;
}
