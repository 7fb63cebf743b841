/* The messages of a state, and the four orders of delivery (L 2.3). */
#include <string.h>

#include "base/sound.h"
#include "model/interp_inside.h"

static bool past_has(const struct causal_past *p, uint64_t serial) {
  EXPECTS(!p->at.len || p->at.at[0] <= p->at.at[p->at.len - 1]);
  vec_each(&p->at, x) if (*x == serial) return true;
  return false;
}

static void past_add(struct causal_past *p, uint64_t serial) {
  if (past_has(p, serial))
    return;
  vec_push(&p->at, serial);
  for (size_t i = p->at.len - 1; i && p->at.at[i - 1] > serial; i--) {
    p->at.at[i] = p->at.at[i - 1];
    p->at.at[i - 1] = serial;
  }
}

static void past_remove(struct causal_past *p, uint64_t serial) {
  EXPECTS(!p->at.len || p->at.at[0] <= p->at.at[p->at.len - 1]);
  size_t kept = 0;
  vec_each(&p->at, x) if (*x != serial) p->at.at[kept++] = *x;
  p->at.len = kept;
}

void interp_past_copy(struct causal_past *to, const struct causal_past *from) {
  EXPECTS(to != from);
  vec_each(&from->at, x) vec_push(&to->at, *x);
}

static uint32_t arity(const struct istate *s, message_id message) {
  EXPECTS(message < s->in->m->message_count);
  return s->in->m->messages[message].arity;
}

static bool is_causal(const struct istate *s, object_id o) {
  return s->in->m->scheme == SCHEME_CAUSAL &&
         s->in->m->objects[o].kind == OBJECT_PORT;
}

uint32_t interp_length(const struct istate *s, object_id o) {
  EXPECTS(o < s->in->m->object_count);
  uint32_t n = 0;
  vec_each(&s->queue, p) n += p->object == o;
  return n;
}

int interp_compare(const struct istate *s, const struct pending *a,
                   const struct pending *b) {
  EXPECTS(a->message < s->in->m->message_count);
  EXPECTS(b->message < s->in->m->message_count);
  if (a->message != b->message)
    return a->message < b->message ? -1 : 1;
  for (uint32_t i = 0; i < arity(s, a->message); i++)
    if (a->values[i] != b->values[i])
      return a->values[i] < b->values[i] ? -1 : 1;
  return 0;
}

/* Does a come before b among the messages of one object? */
static bool before(const struct istate *s, const struct pending *a,
                   const struct pending *b) {
  if (s->in->m->objects[a->object].kind == OBJECT_PORT)
    switch (s->in->m->scheme) {
    case SCHEME_ASYNC: {
      int c = interp_compare(s, a, b);
      if (c)
        return c < 0;
      break;
    }
    case SCHEME_FIFO:
    case SCHEME_CAUSAL:
      if (a->sender != b->sender)
        return a->sender < b->sender;
      break;
    case SCHEME_MAILBOX:
      break;
    }
  return a->serial < b->serial;
}

void interp_canonical(const struct istate *s, object_id o, struct fronts *out) {
  EXPECTS(o < s->in->m->object_count);
  vec_clear(&out->at);
  for (size_t i = 0; i < s->queue.len; i++) {
    if (s->queue.at[i].object != o)
      continue;
    vec_push(&out->at, ((struct front){i, 0}));
    struct front *f = out->at.at;
    for (size_t k = out->at.len - 1;
         k && before(s, &s->queue.at[i], &s->queue.at[f[k - 1].at]); k--) {
      f[k] = f[k - 1];
      f[k - 1].at = i;
    }
  }
}

/* Is no message of its causal past pending at the same port? */
static bool causally_first(const struct istate *s, const struct pending *p) {
  vec_each(&s->queue, q) if (q->object == p->object &&
                             past_has(&p->past, q->serial)) return false;
  return true;
}

/* f holds the messages of o in canonical order. */
static bool in_frontier(const struct istate *s, object_id o,
                        const struct fronts *f, size_t k) {
  const struct pending *p = &s->queue.at[f->at.at[k].at];
  const struct pending *prev = k ? &s->queue.at[f->at.at[k - 1].at] : NULL;
  if (s->in->m->objects[o].kind == OBJECT_CHANNEL)
    return k == 0;
  switch (s->in->m->scheme) {
  case SCHEME_ASYNC:
    return !prev || interp_compare(s, prev, p) != 0;
  case SCHEME_FIFO:
    return !prev || prev->sender != p->sender;
  case SCHEME_CAUSAL:
    /* At most one of each sender: a later one has every earlier pending one
     * in its past, since its sender knew it. */
    return causally_first(s, p);
  case SCHEME_MAILBOX:
    return k == 0;
  }
  return false;
}

void interp_frontier(const struct istate *s, object_id o, struct fronts *out) {
  EXPECTS(o < s->in->m->object_count);
  struct fronts all = {0};
  interp_canonical(s, o, &all);
  vec_clear(&out->at);
  for (size_t k = 0; k < all.at.len; k++) {
    if (!in_frontier(s, o, &all, k))
      continue;
    struct front f = {all.at.at[k].at, 0};
    if (s->in->m->objects[o].kind == OBJECT_PORT) {
      if (s->in->m->scheme == SCHEME_ASYNC)
        f.choice = (int32_t)out->at.len;
      else if (s->in->m->scheme != SCHEME_MAILBOX)
        f.choice = (int32_t)s->queue.at[f.at].sender;
    }
    vec_push(&out->at, f);
  }
  vec_free(&all.at);
}

/* The message that a reception takes, in the queue; SIZE_MAX: none. */
static size_t taken_by(const struct istate *s, const struct model_step *step) {
  struct fronts front = {0};
  size_t at = SIZE_MAX;
  interp_frontier(s, step->object, &front);
  vec_each(&front.at, f) if (f->choice == step->choice) at = f->at;
  vec_free(&front.at);
  return at;
}

process_id interp_sender(const struct istate *s,
                         const struct model_step *step) {
  const struct process *p = &s->in->m->processes[step->process];
  bool receives =
      step->edge == NONE || p->edges[step->edge].action == ACT_RECEIVE;
  size_t at = receives && step->object != NONE ? taken_by(s, step) : SIZE_MAX;
  return at == SIZE_MAX ? NONE : s->queue.at[at].sender;
}

size_t interp_takes(const struct istate *s, const struct model_step *step,
                    uint32_t *places, size_t cap) {
  size_t at = taken_by(s, step), count = 0;
  bool equals = s->in->m->scheme == SCHEME_ASYNC;
  uint32_t place = 0;
  for (size_t i = 0; at != SIZE_MAX && i < s->queue.len && count < cap; i++) {
    if (s->queue.at[i].object != step->object)
      continue;
    if (i == at ||
        (equals && !interp_compare(s, &s->queue.at[i], &s->queue.at[at])))
      places[count++] = place;
    place++;
  }
  return count;
}

/* Of equal messages the one of the lowest serial number is taken. */
void interp_prefer(struct istate *s, const struct model_step *step,
                   uint32_t place) {
  size_t at = taken_by(s, step);
  for (size_t i = 0; at != SIZE_MAX && i < s->queue.len; i++) {
    struct pending *p = &s->queue.at[i], *q = &s->queue.at[at];
    if (p->object != step->object || place--)
      continue;
    uint64_t serial = p->serial;
    if (!interp_compare(s, p, q)) {
      p->serial = q->serial;
      q->serial = serial;
    }
    return;
  }
}

static int32_t *values_copy(const int32_t *values, uint32_t count) {
  if (!count)
    return NULL;
  int32_t *copy = alloc_zero(count, sizeof *copy);
  memcpy(copy, values, count * sizeof *copy);
  return copy;
}

void interp_send(struct istate *s, object_id o, process_id sender,
                 message_id message, const int32_t *values) {
  EXPECTS(sender < s->in->m->process_count);
  EXPECTS(o < s->in->m->object_count);
  EXPECTS(message < s->in->m->message_count);
  struct pending p = {.serial = s->next_serial++,
                      .object = o,
                      .sender = sender,
                      .message = message,
                      .values = values_copy(values, arity(s, message))};
  if (is_causal(s, o)) {
    interp_past_copy(&p.past, &s->known[sender]);
    past_add(&s->known[sender], p.serial);
  }
  vec_push(&s->queue, p);
}

static void pending_free(struct pending *p) {
  free(p->values);
  vec_free(&p->past.at);
}

void interp_receive(struct istate *s, size_t at, process_id receiver) {
  EXPECTS(receiver < s->in->m->process_count);
  EXPECTS(at < s->queue.len && receiver < s->in->m->process_count);
  struct pending got = s->queue.at[at];
  for (size_t i = at + 1; i < s->queue.len; i++)
    s->queue.at[i - 1] = s->queue.at[i];
  s->queue.len--;
  if (is_causal(s, got.object)) {
    vec_each(&got.past.at, x) past_add(&s->known[receiver], *x);
    for (process_id p = 0; p < s->in->m->process_count; p++)
      past_remove(&s->known[p], got.serial);
    vec_each(&s->queue, q) past_remove(&q->past, got.serial);
  }
  pending_free(&got);
}

uint32_t interp_position(const struct istate *s, const struct pending *p) {
  EXPECTS(p->object < s->in->m->object_count);
  uint32_t n = 0;
  vec_each(&s->queue, q) n +=
      q->object == p->object && q->sender == p->sender && q->serial < p->serial;
  return n;
}

void interp_queue_copy(struct istate *to, const struct istate *from) {
  EXPECTS(to != from && to->in == from->in);
  to->next_serial = from->next_serial;
  vec_each(&from->queue, q) {
    struct pending p = *q;
    p.values = values_copy(q->values, arity(from, q->message));
    p.past = (struct causal_past){0};
    interp_past_copy(&p.past, &q->past);
    vec_push(&to->queue, p);
  }
}

void interp_queue_free(struct istate *s) {
  vec_each(&s->queue, p) pending_free(p);
  vec_free(&s->queue);
}
