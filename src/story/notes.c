/* What is remarkable about an event, and which event of another thread it
 * follows from. */
#include <string.h>

#include "base/sound.h"
#include "story/tell.h"

/* A write on top of one that its thread has not seen: what it read before
 * is no longer true (a lost update). */
static const char *overwrites(struct teller *t, const struct event *e) {
  uint32_t w = past_writer(&t->past, e);
  const struct event *by = w ? &t->past.events[w - 1] : NULL;
  if (!by || by->thread == e->thread || e->kind != OP_WRITE)
    return NULL;
  uint32_t r = past_reader(&t->past, e, e->thread);
  const char *value = tell_value(t, by);
  if (!r || r > w || !value)
    return NULL;
  return arena_printf(&t->s->arena, "overwrites the %s of %s", value,
                      tell_name(t, by->thread));
}

/* A compare-and-swap that succeeds although others changed the value and put
 * it back since this thread read it (ABA). */
static const char *again(struct teller *t, const struct event *e) {
  uint32_t r = past_reader(&t->past, e, e->thread);
  uint32_t w = past_writer(&t->past, e);
  if (e->kind != OP_CAS || e->flags & EVENT_FAILED || !r || w <= r)
    return NULL;
  const struct event *old = &t->past.events[r - 1];
  const struct event *by = &t->past.events[w - 1];
  const char *value = tell_value(t, by), *line = tell_line(t, old->site);
  if (by->thread == e->thread || by->value != old->value || !value ||
      by->object != e->object || old->object != e->object)
    return NULL;
  return arena_printf(&t->s->arena,
                      "it is %s again, but %s changed it since %s", value,
                      tell_name(t, by->thread), *line ? line : "it was read");
}

/* A read that differs from the last one by the same thread, because of
 * another. */
static const char *changed(struct teller *t, const struct event *e) {
  uint32_t r = past_reader(&t->past, e, e->thread);
  uint32_t w = past_writer(&t->past, e);
  if (!r || w <= r)
    return NULL;
  const struct event *old = &t->past.events[r - 1];
  const struct event *by = &t->past.events[w - 1];
  const char *value = tell_value(t, old), *line = tell_line(t, old->site);
  if (by->thread == e->thread || old->value == e->value || !value ||
      old->object != e->object || old->size != e->size || e->kind == OP_AWAIT ||
      old->kind == OP_AWAIT)
    return NULL;
  return arena_printf(&t->s->arena, "was %s at %s; changed by %s", value,
                      *line ? line : "its last read", tell_name(t, by->thread));
}

static const char *freed(struct teller *t, const struct event *e) {
  uint32_t f = past_free(&t->past, e);
  if (!f)
    return NULL;
  const struct event *by = &t->past.events[f - 1];
  const char *line = tell_line(t, by->site);
  return arena_printf(&t->s->arena, "freed by %s%s%s", tell_name(t, by->thread),
                      *line ? " at " : "", line);
}

const char *tell_note(struct teller *t, uint32_t i) {
  EXPECTS(i < t->f->events_len);
  const struct event *e = &t->f->events[i];
  if (OP_CLASS(e->kind) != CLASS_ACCESS)
    return NULL;
  const char *note = freed(t, e);
  if (!note)
    note = overwrites(t, e);
  if (!note)
    note = again(t, e);
  if (!note && !OP_CHANGES(e->kind))
    note = changed(t, e);
  return note;
}

uint32_t tell_cause(struct teller *t, uint32_t i) {
  EXPECTS(i < t->f->events_len);
  const struct event *e = &t->f->events[i];
  const struct past *p = &t->past;
  unsigned thread = e->thread % THREADS_MAX;
  uint32_t cause = 0;
  bool takes = OP_WAITS(e->kind) || e->kind == OP_TRYLOCK ||
               e->kind == OP_TRYRDLOCK || e->kind == OP_TRYWRLOCK ||
               e->kind == OP_SEM_TRYP;
  switch (OP_CLASS(e->kind)) {
  case CLASS_ACCESS:
    cause = past_free(p, e);
    if (!cause)
      cause = past_writer(p, e);
    break;
  case CLASS_LOCK:
    cause = e->flags & EVENT_WOKEN ? p->chosen[thread]
            : takes                ? past_passed(p, e)
                                   : 0;
    break;
  case CLASS_RWLOCK:
  case CLASS_SEM:
  case CLASS_PORT:
  case CLASS_STREAM:
    cause = takes ? past_passed(p, e) : 0;
    break;
  case CLASS_ORDER:
    if (e->kind == OP_JOIN)
      cause = p->last[e->value % THREADS_MAX];
    break;
  }
  if (!cause && !p->last[thread])
    cause = p->created[thread];
  return cause && p->events[cause - 1].thread != e->thread ? cause : 0;
}
