#include "sched/messages.h"

#include "base/alloc.h"

/* --- what waits ----------------------------------------------------------- */

/* Whether the i-th waiting message can be received next from its port. */
static bool receivable(const struct waiting_messages *w, size_t i,
                       unsigned ports) {
  uint64_t m = w->at.at[i];
  for (size_t k = 0; ports == PORTS_FIFO && k < i; k++)
    if (w->at.at[k] >> 32 == m >> 32) /* same port, same sender */
      return false;
  return true;
}

unsigned waiting_count(const struct waiting_messages *w, uint64_t port,
                       unsigned ports) {
  unsigned n = 0;
  for (size_t i = 0; i < w->at.len; i++)
    n += MESSAGE_PORT(w->at.at[i]) == port && receivable(w, i, ports);
  return n;
}

uint64_t waiting_at(const struct waiting_messages *w, uint64_t port,
                    unsigned ports, unsigned alt) {
  for (size_t i = 0; i < w->at.len; i++)
    if (MESSAGE_PORT(w->at.at[i]) == port && receivable(w, i, ports) && !alt--)
      return w->at.at[i];
  return 0;
}

unsigned waiting_alt(const struct waiting_messages *w, uint64_t message,
                     unsigned ports) {
  unsigned alt = 0;
  for (size_t i = 0; i < w->at.len; i++) {
    if (MESSAGE_PORT(w->at.at[i]) != MESSAGE_PORT(message) ||
        !receivable(w, i, ports))
      continue;
    if (w->at.at[i] == message)
      return alt;
    alt++;
  }
  return UINT32_MAX;
}

void waiting_remove(struct waiting_messages *w, uint64_t message) {
  size_t kept = 0;
  vec_each(&w->at, m) if (*m != message) w->at.at[kept++] = *m;
  w->at.len = kept;
}

/* --- reading a run -------------------------------------------------------- */

static void take_send(struct messages *m, struct event *e, uint32_t step,
                      uint32_t *count) {
  struct sent_message sent = {
      .number = (e->object + 1) << 40 | (uint64_t)e->thread << 32 | ++*count,
      .sent = step,
      .received = UINT32_MAX,
      .capacity = (uint32_t)e->value + (uint32_t)(e->value >> 32)};
  if (m->most && m->most[e->object] < sent.capacity)
    sent.capacity = m->most[e->object];
  if (e->flags & EVENT_FAILED)
    sent.number |= MESSAGE_LOST;
  else
    vec_push(&m->waiting.at, sent.number);
  vec_push(&m->sent, sent);
  map_put(&m->known, sent.number, m->sent.len);
  e->object = sent.number;
  e->value = (uint64_t)1 << 32; /* nothing there before, and room */
}

static bool take_receive(struct messages *m, struct event *e, uint32_t step) {
  uint64_t port = e->object + 1;
  if (e->alts >= ALTS_MAX ||
      waiting_count(&m->waiting, port, m->ports) != e->alts)
    return false;
  e->object = waiting_at(&m->waiting, port, m->ports, e->alt);
  e->value = 1;
  e->alt = 0;
  e->alts = 1;
  waiting_remove(&m->waiting, e->object);
  m->sent.at[*map_get(&m->known, e->object) - 1].received = step;
  return true;
}

bool messages_take(struct messages *m, unsigned ports,
                   const uint32_t *most, const struct event *events,
                   size_t count) {
  uint32_t sends[THREADS_WORD] = {0}, step = 0;
  bool ok = true;
  m->ports = ports;
  m->most = most;
  vec_clear(&m->events);
  vec_clear(&m->sent);
  vec_clear(&m->waiting.at);
  map_clear(&m->known);
  for (size_t i = 0; i < count && ok; i++) {
    struct event e = events[i];
    bool port = OP_CLASS(e.kind) == CLASS_PORT;
    if (port && e.flags & EVENT_PENDING) {
      ok = e.kind == OP_RECEIVE || e.flags & EVENT_READY;
      e.flags |= EVENT_SILENT;
    } else if (port && e.kind == OP_SEND) {
      take_send(m, &e, step, &sends[e.thread]);
    } else if (port) {
      ok = take_receive(m, &e, step);
    }
    step += !(e.flags & (EVENT_SILENT | EVENT_PENDING));
    vec_push(&m->events, e);
  }
  return ok;
}

void messages_free(struct messages *m) {
  vec_free(&m->events);
  vec_free(&m->sent);
  vec_free(&m->waiting.at);
  map_free(&m->known);
  *m = (struct messages){0};
}

/* --- race sets ------------------------------------------------------------ */

static bool same_port(const struct sent_message *a,
                      const struct sent_message *b) {
  return MESSAGE_PORT(a->number & ~MESSAGE_LOST) ==
         MESSAGE_PORT(b->number & ~MESSAGE_LOST);
}

/* Whether r, which received `got`, could have received the other instead. */
static bool in_race_set(const struct messages *m, const struct order *o,
                        const struct sent_message *got,
                        const struct sent_message *s) {
  uint32_t r = got->received;
  if (s == got || !same_port(got, s) || s->number & MESSAGE_LOST ||
      s->received < r || order_after(o, r, s->sent))
    return false;
  for (const struct sent_message *k = m->sent.at;
       m->ports == PORTS_FIFO && k < s; k++)
    if (k->number >> 32 == s->number >> 32 && k->received >= r)
      return false;
  return true;
}

static void add_race(struct order *o, uint32_t r, uint64_t message) {
  struct race race = {r, (uint32_t)o->steps.len, 0};
  struct step instead = o->steps.at[r];
  instead.object = message;
  instead.flags = 0;
  vec_push(&o->steps, instead);
  vec_push(&o->races, race);
}

/* Whether more messages than there may be are in the port in some run of this
 * sequence, just before the message is received (or at the end): when all that
 * can come before that has come. */
static bool may_crowd(const struct messages *m, const struct order *o,
                      const struct sent_message *got) {
  uint64_t sent = 0, taken = 0;
  vec_each(&m->sent, k) {
    if (!same_port(k, got) || k->number & MESSAGE_LOST)
      continue;
    sent += got->received == UINT32_MAX ||
            !order_after(o, got->received, k->sent);
    taken += k->received < got->received;
  }
  return sent - taken > got->capacity;
}

/* Whether a send that failed finds its port full in some run of this sequence,
 * for all we know: when all sends have come that can, and no receives but those
 * that must. */
static bool may_wait(const struct messages *m, const struct order *o,
                     const struct sent_message *lost) {
  uint64_t sent = 0, taken = 0;
  vec_each(&m->sent, k) {
    if (!same_port(k, lost) || k->number & MESSAGE_LOST)
      continue;
    sent += !order_after(o, lost->sent, k->sent);
    taken += k->received < UINT32_MAX && order_after(o, k->received, lost->sent);
  }
  return sent - taken >= lost->capacity;
}

bool messages_races(const struct messages *m, struct order *o) {
  bool room = true;
  vec_each(&m->sent, got) {
    if (m->sent.len > got->capacity &&
        (got->number & MESSAGE_LOST ? may_wait : may_crowd)(m, o, got))
      room = false;
    if (got->received == UINT32_MAX)
      continue;
    vec_each(&m->sent, s) if (in_race_set(m, o, got, s))
        add_race(o, got->received, s->number);
  }
  return room;
}
