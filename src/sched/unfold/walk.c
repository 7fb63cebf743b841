/* Markings of the net: what a thread in its place sees, and where it comes. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/unfold/net.h"

void netwalk_clear(struct net_walk *w) {
  marking_clear(&w->m);
  w->joined = 0;
  if (!w->watched)
    return;
  for (unsigned p = 0; p < SEEN_PARTS; p++) {
    w->seen[p] = 0;
    map_clear(&w->looked[p]);
  }
}

/* Of a walk by itself there are no events of a run. */
void netwalk_copy(struct net_walk *to, const struct net_walk *from) {
  memcpy(to, from, sizeof *to);
  memset(&to->m.changes, 0, sizeof to->m.changes);
  memset(&to->m.next, 0, sizeof to->m.next);
  map_copy(&to->m.objects, &from->m.objects);
  for (unsigned p = 0; p < SEEN_PARTS; p++)
    map_copy(&to->looked[p], &from->looked[p]);
}

void netwalk_free(struct net_walk *w) {
  marking_free(&w->m);
  for (unsigned p = 0; p < SEEN_PARTS; p++)
    map_free(&w->looked[p]);
}

uint64_t netwalk_marking(const struct net_walk *w) {
  return marking_state(&w->m);
}

/* Tags of places, behind that of a step that failed. */
enum { TAG_CREATE = 2, TAG_CHILD, TAG_VIRTUAL };

static uint64_t pair(const struct net_walk *w, uint64_t a, uint64_t b) {
  return marking_pair(&w->m, a, b);
}

static void stand(struct net_walk *w, unsigned t, uint64_t place) {
  marking_stand(&w->m, t, place, 0);
}

void netwalk_first(struct net_walk *w, unsigned t) {
  stand(w, t, pair(w, t + 1, MARKING_TAG(TAG_VIRTUAL + UNF_START)));
}

void netwalk_create(struct net_walk *w, unsigned t, unsigned child) {
  EXPECTS(t < THREADS_WORD && child < THREADS_WORD);
  uint64_t place = w->m.base[t];
  uint64_t to = pair(w, place, MARKING_TAG(TAG_CHILD));
  stand(w, t, pair(w, place, MARKING_TAG(TAG_CREATE)));
  stand(w, child, pair(w, to, MARKING_TAG(child)));
}

/* --- what properties see --------------------------------------------------- */

static void see(struct net_walk *w, unsigned part, uint64_t key,
                uint64_t value) {
  bool added;
  key = pair(w, key, part);
  uint64_t *was = map_at(&w->looked[part], key, &added);
  w->seen[part] += hash_pair(key, value) - (added ? 0 : hash_pair(key, *was));
  *was = value;
}

/* A part of a property that sees a step reads what its object holds, and where
 * its thread is: before, other parts of what it reads were seen like this. */
static void note_seen(struct net_walk *w, const struct event *e) {
  for (uint64_t parts = object_seen(e->object); parts; parts &= parts - 1) {
    unsigned part = (unsigned)__builtin_ctzll(parts);
    uint64_t object = pair(w, object_bare(e->object), OP_CLASS(e->kind));
    w->watched = true;
    see(w, part, pair(w, object, e->size), marking_holds(&w->m, e));
    see(w, part, MARKING_TAG(e->thread), w->m.base[e->thread]);
  }
}

static uint64_t seen_before(const struct net_walk *w, const struct event *e) {
  uint64_t sum = 0;
  for (uint64_t parts = object_seen(e->object); parts; parts &= parts - 1) {
    unsigned part = (unsigned)__builtin_ctzll(parts);
    uint64_t seen =
        w->m.exact ? marking_fold(&w->m, &w->looked[part]) : w->seen[part];
    sum = pair(w, sum, pair(w, part, seen));
  }
  return sum;
}

/* --- keys ------------------------------------------------------------------ */

/* Who arrives at a barrier last is no matter of the order of steps, and nobody
 * can tell but by its result, which is not that of the last.  Of an input that
 * is followed the value is one of those that go this way, as good as any other.
 */
static struct event without_value(const struct event *e) {
  struct event bare = *e;
  if (e->kind == OP_ARRIVE || e->kind == OP_BRANCH ||
      (e->kind == OP_INPUT && e->flags & EVENT_GIVEN))
    bare.value = 0;
  return bare;
}

uint64_t netwalk_key(const struct net_walk *w, const struct event *e) {
  EXPECTS(e->thread < THREADS_WORD);
  uint64_t does = marking_number(&w->m, e);
  uint64_t sees = pair(w, marking_sees(&w->m, e), e->alt);
  return pair(w, pair(w, w->m.base[e->thread], does),
              pair(w, sees, seen_before(w, e)));
}

bool netwalk_alone(const struct net_walk *w, unsigned t, unsigned other) {
  for (unsigned k = 0; k < THREADS_WORD; k++)
    if (k != t && k != other && w->m.base[k] && !(w->joined >> k & 1))
      return false;
  return true;
}

/* Who joins the last of the others is alone, and what it then does is not
 * told: it may see everything. */
uint64_t netwalk_virtual_key(const struct net_walk *w, unsigned t,
                             unsigned kind, uint64_t object) {
  EXPECTS(t < THREADS_WORD);
  uint64_t tag = MARKING_TAG(TAG_VIRTUAL + kind);
  if (kind != UNF_JOIN || object >= THREADS_WORD)
    return pair(w, w->m.base[t], tag);
  bool alone = netwalk_alone(w, t, (unsigned)object);
  uint64_t sees = pair(w, w->m.base[object], alone ? netwalk_marking(w) : 0);
  return pair(w, pair(w, w->m.base[t], sees), tag);
}

/* --- steps ----------------------------------------------------------------- */

void netwalk_step(struct net_walk *w, const struct event *e) {
  struct event bare = without_value(e);
  marking_fire(&w->m, &bare);
  if (object_seen(e->object))
    note_seen(w, e);
}

void netwalk_virtual(struct net_walk *w, unsigned t, unsigned kind,
                     uint64_t object) {
  EXPECTS(t < THREADS_WORD);
  if (kind == UNF_START)
    return;
  stand(w, t, netwalk_virtual_key(w, t, kind, object));
  if (kind == UNF_WOKEN)
    marking_unpark(&w->m, t);
  if (kind == UNF_JOIN && object < THREADS_WORD)
    w->joined |= (uint64_t)1 << object;
}

/* --- records --------------------------------------------------------------- */

void netwalk_record(struct unfold *u, unf_id r, uint32_t step) {
  EXPECTS(r && r < u->at.len);
  struct unf_net *n = u->net;
  const struct net_step *s = &n->steps.at[step];
  const struct unf_op *o = unf_op_of(u, r);
  unsigned t = u->at.at[r].thread;
  if (o->kind == UNF_START && !u->at.at[r].state)
    netwalk_first(&n->walk, t);
  if (o->kind < OP_COUNT)
    netwalk_step(&n->walk, &s->e);
  else
    netwalk_virtual(&n->walk, t, o->kind, o->object);
  for (uint32_t c = s->children; c; c = n->children.at[c].next)
    netwalk_create(&n->walk, t, n->children.at[c].thread);
}

static int by_number(const void *a, const void *b) {
  unf_id x = *(const unf_id *)a, y = *(const unf_id *)b;
  return (x > y) - (x < y);
}

/* What is in a past, causes first: numbers ascend along them. */
static void lay_path(struct unfold *u, const uint32_t *past) {
  struct unf_net *n = u->net;
  vec_clear(&n->path);
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e; e = u->at.at[e].up)
      vec_push(&n->path, e);
  qsort(n->path.at, n->path.len, sizeof *n->path.at, by_number);
  u->work += n->path.len;
}

uint64_t netwalk_next_key(const struct net_walk *w, unsigned t,
                          const struct unf_op *o, unsigned alt) {
  if (o->kind >= OP_COUNT)
    return netwalk_virtual_key(w, t, o->kind, o->object);
  struct event e = {.object = object_with(o->object, o->seen),
                    .size = o->size,
                    .site = o->site & (EVENT_SITES - 1),
                    .kind = o->kind,
                    .thread = (uint16_t)t,
                    .alt = alt & 4095};
  return netwalk_key(w, &e);
}

/* Of a transition in the order of events; sums of up to 2^20 do not
 * overflow. */
static uint64_t weight_of(uint32_t rank) {
  enum {
    DRAWN = 13000039
  }; /* any number; bench/RESULTS.md says why this one */
  return hash_mix(rank + (uint64_t)DRAWN) >> 20;
}

uint64_t netwalk_before(struct unfold *u, unf_id r, uint32_t *size,
                        uint64_t *weight) {
  EXPECTS(r && r < u->at.len);
  struct unf_net *n = u->net;
  uint32_t past[THREADS_WORD + 4] = {0}, depth = 0;
  for (uint32_t t = 0; t < u->width; t++)
    past[t] = unf_past(u, r)[t];
  past[u->at.at[r].thread] = u->at.at[r].up;
  lay_path(u, past);
  netwalk_clear(&n->walk);
  *size = 1;
  *weight = 0;
  vec_each(&n->path, e) {
    const struct net_record *k = &n->of.at[*e];
    netwalk_record(u, *e, k->step);
    depth = k->depth > depth ? k->depth : depth;
    *size += k->depth != 0;
    *weight += k->depth ? weight_of(k->rank) : 0;
  }
  const struct unf_record *k = &u->at.at[r];
  uint64_t key =
      netwalk_next_key(&n->walk, k->thread, &u->ops.at[k->op], k->alt);
  if (n->of.len <= r)
    vec_resize(&n->of, u->at.len);
  n->of.at[r].rank = net_rank(n, key);
  n->of.at[r].depth = depth + 1;
  *weight += weight_of(n->of.at[r].rank);
  return key;
}
