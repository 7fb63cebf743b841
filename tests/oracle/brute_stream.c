/* Descriptors: numbers that are added up (eventfd), bytes in a row (pipe, pair
 * of sockets), as Linux has them.
 *
 * Who reads is after the write of what it gets and after those before it; that
 * it is after later ones too, or that who only looks is after anybody, is left
 * open, and so is what who writes may know of those who read before. */
#include <string.h>

#include "brute_state.h"

enum { WOULD_WAIT = 9, MOST = 200 };

static bool counts(const struct world *w, unsigned k) {
  return w->code->program->stream_kind[k] <= TOKENS;
}

bool stream_ways(const struct world *w, const struct state *s,
                 const struct instr *i) {
  unsigned k = i->object;
  if (i->op == I_WAIT_ANY) {
    for (unsigned x = 0; x < STREAMS; x++)
      if (s->held[x])
        return true;
    return false;
  }
  switch (i->statement) {
  case S_TAKE:
  case S_RECEIVE:
    return s->held[k] || w->code->program->stream_now[k];
  case S_AWAIT:
    return s->held[k] || i->k;
  default:
    return true;
  }
}

static void put(const struct world *w, struct state *s, unsigned t, unsigned k,
                unsigned value) {
  if (w->lenient)
    order_acquire(s, t, AT_STREAM + k);
  order_release(s, t, AT_STREAM + k);
  if (counts(w, k)) {
    s->endless |= s->held[k] + value > MOST;
    s->held[k] = (uint8_t)(s->held[k] + value);
    return;
  }
  if (s->held[k] == STREAM_ROOM) {
    s->endless = 1;
    return;
  }
  s->clock[AT_PIECES + k * STREAM_ROOM + s->held[k]] = s->clock[AT_STREAM + k];
  s->bytes[k][s->held[k]++] = (uint8_t)value;
}

static unsigned take_byte(struct state *s, unsigned t, unsigned k) {
  struct clock *clocks = &s->clock[AT_PIECES + k * STREAM_ROOM];
  uint8_t *bytes = s->bytes[k], value = bytes[0];
  order_acquire(s, t, AT_PIECES + k * STREAM_ROOM);
  memmove(bytes, bytes + 1, STREAM_ROOM - 1);
  memmove(clocks, clocks + 1, (STREAM_ROOM - 1) * sizeof *clocks);
  bytes[STREAM_ROOM - 1] = 0;
  clocks[STREAM_ROOM - 1] = (struct clock){0};
  s->held[k]--;
  return value;
}

static unsigned take(const struct world *w, struct state *s, unsigned t,
                     unsigned k) {
  unsigned kind = w->code->program->stream_kind[k], value = s->held[k];
  if (w->lenient)
    order_acquire(s, t, AT_STREAM + k);
  if (!value)
    return WOULD_WAIT;
  if (!counts(w, k)) {
    value = take_byte(s, t, k);
  } else {
    value = kind == TOKENS ? 1 : value;
    s->held[k] = (uint8_t)(s->held[k] - value);
    order_acquire(s, t, AT_STREAM + k);
  }
  if (w->lenient)
    order_release(s, t, AT_STREAM + k);
  return value;
}

static void receive(const struct world *w, struct state *s, unsigned t,
                    const struct instr *i) {
  struct runner *r = &s->t[t];
  bool there = s->held[i->object];
  unsigned value = take(w, s, t, i->object);
  state_set(r, i, there);
  if (there)
    r->tmp = (int16_t)value;
  else
    r->pc = i->target;
}

static void look(const struct world *w, struct state *s, unsigned t,
                 const struct instr *i) {
  struct runner *r = &s->t[t];
  r->tmp =
      (int16_t)((i->k == 1 ? 0 : r->tmp) | (s->held[i->object] ? i->k : 0));
  if (w->lenient)
    order_acquire(s, t, AT_STREAM + i->object);
  if (!i->target || !r->tmp)
    return;
  state_set(r, i, r->tmp);
  r->tmp = 0;
  r->pc = i->target;
}

void stream_step(const struct world *w, struct state *s, unsigned t,
                 const struct instr *i) {
  struct runner *r = &s->t[t];
  unsigned k = i->object;
  if (i->op == I_WAIT_ANY) {
    r->pc = i->target;
    return;
  }
  if (i->op == I_LOOK) {
    look(w, s, t, i);
    return;
  }
  switch (i->statement) {
  case S_SEND:
    put(w, s, t, k, (uint8_t)r->tmp);
    r->tmp = 0;
    break;
  case S_RECEIVE:
    receive(w, s, t, i);
    break;
  case S_PUT:
    put(w, s, t, k, (unsigned)state_value(r, i->value) & 7);
    break;
  case S_TAKE:
    state_set(r, i, (int)take(w, s, t, k));
    break;
  default:
    state_set(r, i, s->held[k] != 0);
    if (w->lenient)
      order_acquire(s, t, AT_STREAM + k);
  }
}
