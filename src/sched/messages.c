#include "sched/messages.h"

#include <string.h>

#include "base/alloc.h"

/* --- what waits ----------------------------------------------------------- */

/* What a port is: of a program, each says so itself. */
static unsigned kind_of(unsigned ports, uint64_t port) {
  return ports == PORTS_SAID ? PORTS_ASYNC + (unsigned)(port % PORT_KINDS)
                             : ports;
}

/* Those of models are numbered from 0 on. */
static uint64_t port_at(const struct event *e) {
  return e->object >= PORT_OBJECTS ? e->object - PORT_OBJECTS + PORT_KINDS
                                 : e->object + 1;
}

static bool has_pasts(const struct waiting_messages *w) {
  return w->ports == PORTS_CAUSAL || w->ports == PORTS_SAID;
}

void waiting_begin(struct waiting_messages *w, unsigned ports) {
  w->ports = ports;
  vec_clear(&w->at);
  vec_clear(&w->pasts);
  vec_clear(&w->now);
  memset(w->sends, 0, sizeof w->sends);
}

uint64_t waiting_send(struct waiting_messages *w, unsigned thread,
                      uint64_t port, bool lost) {
  EXPECTS(thread < THREADS_WORD);
  struct waiting_message m = {.past = (uint32_t)w->pasts.len};
  m.number = port << 40 | (uint64_t)thread << 32 | ++w->sends[thread];
  if (lost)
    return m.number | MESSAGE_LOST;
  vec_push(&w->at, m);
  if (has_pasts(w)) {
    if (!w->now.len) {
      vec_resize(&w->now, THREADS_WORD * THREADS_WORD);
      memset(w->now.at, 0, w->now.len * sizeof *w->now.at);
    }
    uint32_t *now = w->now.at + (size_t)thread * THREADS_WORD;
    for (unsigned i = 0; i < THREADS_WORD; i++)
      vec_push(&w->pasts, now[i]);
    now[thread] = w->sends[thread];
  }
  return m.number;
}

/* Whether the message is in this past. */
static bool past_has(const uint32_t *past, uint64_t message) {
  return past[MESSAGE_SENDER(message)] >= (uint32_t)message;
}

/* Whether the i-th waiting message can be received next from its port. */
static bool receivable(const struct waiting_messages *w, size_t i) {
  const struct waiting_message *m = &w->at.at[i];
  unsigned kind = kind_of(w->ports, MESSAGE_PORT(m->number));
  size_t end = kind == PORTS_ASYNC ? 0 : kind == PORTS_CAUSAL ? w->at.len : i;
  for (size_t k = 0; k < end; k++) {
    uint64_t other = w->at.at[k].number;
    if (MESSAGE_PORT(other) != MESSAGE_PORT(m->number))
      continue;
    if (kind == PORTS_MAILBOX ||
        (kind == PORTS_FIFO &&
         MESSAGE_SENDER(other) == MESSAGE_SENDER(m->number)) ||
        (kind == PORTS_CAUSAL && past_has(w->pasts.at + m->past, other)))
      return false;
  }
  return true;
}

unsigned waiting_count(const struct waiting_messages *w, uint64_t port) {
  unsigned n = 0;
  for (size_t i = 0; i < w->at.len; i++)
    n += MESSAGE_PORT(w->at.at[i].number) == port && receivable(w, i);
  return n;
}

uint64_t waiting_at(const struct waiting_messages *w, uint64_t port,
                    unsigned alt) {
  for (size_t i = 0; i < w->at.len; i++)
    if (MESSAGE_PORT(w->at.at[i].number) == port && receivable(w, i) && !alt--)
      return w->at.at[i].number;
  return 0;
}

unsigned waiting_alt(const struct waiting_messages *w, uint64_t message) {
  unsigned alt = 0;
  for (size_t i = 0; i < w->at.len; i++) {
    if (MESSAGE_PORT(w->at.at[i].number) != MESSAGE_PORT(message) ||
        !receivable(w, i))
      continue;
    if (w->at.at[i].number == message)
      return alt;
    alt++;
  }
  return UINT32_MAX;
}

void waiting_take(struct waiting_messages *w, unsigned thread,
                  uint64_t message) {
  EXPECTS(thread < THREADS_WORD);
  size_t kept = 0;
  vec_each(&w->at, m) {
    if (m->number != message) {
      w->at.at[kept++] = *m;
      continue;
    }
    for (unsigned i = 0; has_pasts(w) && i < THREADS_WORD; i++) {
      uint32_t *now = w->now.at + (size_t)thread * THREADS_WORD + i;
      uint32_t then = w->pasts.at[m->past + i];
      if (i == MESSAGE_SENDER(message))
        then = (uint32_t)message;
      *now = *now > then ? *now : then;
    }
  }
  w->at.len = kept;
}

void waiting_free(struct waiting_messages *w) {
  vec_free(&w->at);
  vec_free(&w->pasts);
  vec_free(&w->now);
  *w = (struct waiting_messages){0};
}

/* --- ports whose sends are ordered ------------------------------------------ */

bool messages_ordered(const struct messages *m, uint64_t port) {
  return kind_of(m->ports, port) == PORTS_MAILBOX ||
         (port < m->ordered.len && m->ordered.at[port]);
}

void messages_order(struct messages *m, uint64_t port) {
  if (port >= m->ordered.len)
    vec_resize(&m->ordered, port + 1);
  m->ordered.at[port] = 1;
}

static uint64_t port_of(const struct sent_message *s) {
  return MESSAGE_PORT(s->number & ~MESSAGE_LOST);
}

/* The step before it comes after that one too: order.c. */
static void follows(struct messages *m, const struct event *e, uint32_t step) {
  vec_push(&m->events, queues_after(e, step));
}

/* The receive that made room for the newest message, or UINT32_MAX. */
static uint32_t room_by(const struct messages *m) {
  const struct sent_message *s = vec_last(&m->sent);
  uint64_t sent = 0, need = 0;
  vec_each(&m->sent, k)
    sent += k == s || (!(k->number & MESSAGE_LOST) && port_of(k) == port_of(s));
  if (sent <= s->capacity)
    return UINT32_MAX;
  need = sent - s->capacity;
  vec_each(&m->receives, r) {
    const struct sent_message *k = &m->sent.at[*r];
    if (port_of(k) == port_of(s) && !--need)
      return k->received;
  }
  return UINT32_MAX;
}

/* --- reading a run -------------------------------------------------------- */

static void take_send(struct messages *m, struct event *e, uint32_t step) {
  bool lost = e->flags & EVENT_FAILED;
  struct sent_message sent = {
      .sent = step,
      .received = UINT32_MAX,
      .capacity = (uint32_t)e->value + (uint32_t)(e->value >> 32),
      .past = (uint32_t)m->waiting.pasts.len};
  uint64_t port = port_at(e);
  sent.number = waiting_send(&m->waiting, e->thread, port, lost);
  bool ordered = messages_ordered(m, port);
  vec_push(&m->sent, sent);
  map_put(&m->known, sent.number, m->sent.len);
  e->size = ordered && lost ? SIZE_LOST : 1;
  e->object = ordered ? MESSAGE_ANY(port) : sent.number;
  e->value = (uint64_t)1 << 32; /* nothing there before, and room */
  vec_push(&m->events, *e);
  uint32_t room = ordered ? room_by(m) : UINT32_MAX;
  if (room != UINT32_MAX)
    follows(m, e, room);
}

static bool take_receive(struct messages *m, struct event *e, uint32_t step) {
  uint64_t port = port_at(e);
  if (e->alts >= ALTS_MAX || waiting_count(&m->waiting, port) != e->alts)
    return false;
  e->object = waiting_at(&m->waiting, port, e->alt);
  e->value = 1;
  e->alt = 0;
  e->alts = 1;
  waiting_take(&m->waiting, e->thread, e->object);
  uint32_t at = (uint32_t)*map_get(&m->known, e->object) - 1;
  m->sent.at[at].received = step;
  vec_push(&m->receives, at);
  vec_push(&m->events, *e);
  if (messages_ordered(m, port))
    follows(m, e, m->sent.at[at].sent);
  return true;
}

/* Where a thread stands at the end.  Who waits to receive could get nothing
 * else; who waits to send could have come earlier. */
static bool take_pending(struct messages *m, const struct event *e) {
  struct event at = *e;
  uint64_t port = port_at(e);
  bool ordered = messages_ordered(m, port);
  if (e->kind == OP_SEND && !ordered && !(e->flags & EVENT_READY)) {
    messages_order(m, port);
    return false;
  }
  if (e->kind == OP_SEND && ordered) {
    at.object = MESSAGE_ANY(port);
    at.value = (uint64_t)1 << 32;
  } else {
    at.flags |= EVENT_SILENT;
  }
  vec_push(&m->events, at);
  return true;
}

enum messages_answer messages_take(struct messages *m, unsigned ports,
                                   const uint32_t *most,
                                   const struct event *events, size_t count) {
  uint32_t step = 0;
  enum messages_answer said = MESSAGES_READ;
  m->ports = ports;
  m->most = most;
  vec_clear(&m->events);
  vec_clear(&m->sent);
  vec_clear(&m->receives);
  waiting_begin(&m->waiting, ports);
  queues_begin(&m->queues);
  map_clear(&m->known);
  for (size_t i = 0; i < count; i++) {
    struct event e = events[i];
    bool port = OP_CLASS(e.kind) == CLASS_PORT, good = true;
    if (OP_CLASS(e.kind) == CLASS_STREAM)
      good = queues_take(&m->queues, events, i, count, step, &m->events);
    else if (!port)
      vec_push(&m->events, e);
    else if (e.flags & EVENT_PENDING)
      good = take_pending(m, &e);
    else if (e.kind == OP_SEND)
      take_send(m, &e, step);
    else if (!take_receive(m, &e, step))
      return MESSAGES_TRACES;
    /* Whatever else in this run is to be ordered is found at once: a run with
     * thousands of such streams is not read thousands of times. */
    if (!good)
      said = MESSAGES_AGAIN;
    step += !(e.flags & (EVENT_SILENT | EVENT_PENDING));
  }
  return said;
}

void messages_free(struct messages *m) {
  vec_free(&m->events);
  vec_free(&m->sent);
  vec_free(&m->receives);
  vec_free(&m->ordered);
  waiting_free(&m->waiting);
  queues_free(&m->queues);
  map_free(&m->known);
  *m = (struct messages){0};
}

/* --- race sets ------------------------------------------------------------ */

/* Whether message k has to be received before message s of the same port. */
static bool comes_first(const struct messages *m, const struct sent_message *k,
                        const struct sent_message *s) {
  switch (kind_of(m->ports, port_of(s))) {
  case PORTS_FIFO:
    return k < s && k->number >> 32 == s->number >> 32;
  case PORTS_CAUSAL:
    return k < s && past_has(m->waiting.pasts.at + s->past, k->number);
  default:
    return false;
  }
}

/* Whether r, which received `got`, could have received the other instead. */
static bool in_race_set(const struct messages *m, const struct order *o,
                        const struct sent_message *got,
                        const struct sent_message *s) {
  uint32_t r = got->received;
  if (s == got || port_of(got) != port_of(s) || s->number & MESSAGE_LOST ||
      s->received < r || order_after(o, r, s->sent))
    return false;
  for (const struct sent_message *k = m->sent.at; k < s; k++)
    if (!(k->number & MESSAGE_LOST) && port_of(k) == port_of(s) &&
        k->received >= r && comes_first(m, k, s))
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

/* How many messages are in the port in some run of this sequence, at most,
 * just before the message is received (or at the end): when all that can come
 * before that has come. */
static uint64_t crowd(const struct messages *m, const struct order *o,
                      const struct sent_message *got) {
  uint64_t sent = 0, taken = 0;
  vec_each(&m->sent, k) {
    if (port_of(k) != port_of(got) || k->number & MESSAGE_LOST)
      continue;
    sent += got->received == UINT32_MAX ||
            !order_after(o, got->received, k->sent);
    taken += k->received < got->received;
  }
  return sent - taken;
}

/* How many a send that failed finds in its port, at most, for all we know:
 * when all sends have come that can, and no receives but those that must. */
static uint64_t crowd_lost(const struct messages *m, const struct order *o,
                           const struct sent_message *lost) {
  uint64_t sent = 0, taken = 0;
  vec_each(&m->sent, k) {
    if (port_of(k) != port_of(lost) || k->number & MESSAGE_LOST)
      continue;
    sent += !order_after(o, lost->sent, k->sent);
    taken += k->received < UINT32_MAX && order_after(o, k->received, lost->sent);
  }
  return sent - taken + 1;
}

/* What follows from how full the port of a message may be. */
static enum messages_answer judge_crowd(struct messages *m,
                                        const struct order *o,
                                        const struct sent_message *s) {
  bool lost = s->number & MESSAGE_LOST;
  uint32_t most = m->most ? m->most[port_of(s) - 1] : UINT32_MAX;
  if (m->sent.len <= most && m->sent.len <= s->capacity)
    return MESSAGES_READ;
  uint64_t n = (lost ? crowd_lost : crowd)(m, o, s);
  if (!lost && n > most)
    return MESSAGES_TRACES;
  if (n <= s->capacity || messages_ordered(m, port_of(s)))
    return MESSAGES_READ;
  messages_order(m, port_of(s));
  return MESSAGES_AGAIN;
}

enum messages_answer messages_races(struct messages *m, struct order *o) {
  enum messages_answer worst = MESSAGES_READ;
  vec_each(&m->sent, got) {
    enum messages_answer said = judge_crowd(m, o, got);
    worst = said > worst ? said : worst;
    if (got->received == UINT32_MAX ||
        kind_of(m->ports, port_of(got)) == PORTS_MAILBOX)
      continue;
    vec_each(&m->sent, s) if (in_race_set(m, o, got, s))
        add_race(o, got->received, s->number);
  }
  return worst;
}
