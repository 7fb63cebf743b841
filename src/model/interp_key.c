/* When two states are the same: locations, variables, values of objects, and
 * the messages as far as their order can matter (doc/papers.md for the
 * causal sets, which name messages by port, sender and position). */
#include "base/sound.h"
#include "model/interp_inside.h"

static void put(struct text *key, int64_t v) {
  text_add_n(key, (const char *)&v, sizeof v);
}

static const struct pending *find(const struct istate *s, uint64_t serial) {
  vec_each(&s->queue, p) if (p->serial == serial) return p;
  assert(!"a causal past names pending messages only");
  return NULL;
}

static bool older(const struct pending *a, const struct pending *b) {
  if (a->object != b->object)
    return a->object < b->object;
  if (a->sender != b->sender)
    return a->sender < b->sender;
  return a->serial < b->serial;
}

static void put_past(struct text *key, const struct istate *s,
                     const struct causal_past *past) {
  EXPECTS(s->in->m->scheme == SCHEME_CAUSAL || !past->at.len);
  VEC(const struct pending *) sorted = {0};
  vec_each(&past->at, x) {
    const struct pending *p = find(s, *x);
    vec_push(&sorted, p);
    for (size_t i = sorted.len - 1; i && older(p, sorted.at[i - 1]); i--) {
      sorted.at[i] = sorted.at[i - 1];
      sorted.at[i - 1] = p;
    }
  }
  put(key, (int64_t)sorted.len);
  vec_each(&sorted, p) {
    put(key, (*p)->object);
    put(key, (*p)->sender);
    put(key, interp_position(s, *p));
  }
  vec_free(&sorted);
}

/* Under async and mailbox nobody can tell who sent a message. */
static bool sender_matters(const struct istate *s, object_id o) {
  const struct model *m = s->in->m;
  return m->objects[o].kind == OBJECT_PORT &&
         (m->scheme == SCHEME_FIFO || m->scheme == SCHEME_CAUSAL);
}

static void put_queue(struct text *key, const struct istate *s, object_id o) {
  EXPECTS(o < s->in->m->object_count);
  struct fronts all = {0};
  interp_canonical(s, o, &all);
  put(key, (int64_t)all.at.len);
  vec_each(&all.at, f) {
    const struct pending *p = &s->queue.at[f->at];
    if (sender_matters(s, o))
      put(key, p->sender);
    put(key, p->message);
    for (uint32_t i = 0; i < s->in->m->messages[p->message].arity; i++)
      put(key, p->values[i]);
    put_past(key, s, &p->past);
  }
  vec_free(&all.at);
}

void interp_key(const struct interp *in, const struct istate *s,
                struct text *key) {
  EXPECTS(s->in == in);
  const struct model *m = in->m;
  if (s->machine) {
    machine_state_key(s->machine, key);
    return;
  }
  text_clear(key);
  put(key, s->failed);
  for (process_id p = 0; p < m->process_count; p++) {
    put(key, s->at[p]);
    put_past(key, s, &s->known[p]);
  }
  for (uint32_t i = 0; i < in->slot_base[m->process_count]; i++)
    put(key, s->slots[i]);
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_CHANNEL ||
        m->objects[o].kind == OBJECT_PORT)
      put_queue(key, s, o);
    else
      put(key, s->values[o]);
}
