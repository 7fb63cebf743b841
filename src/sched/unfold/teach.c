/* What a run teaches the net: its transitions, and what follows each. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/datarace.h"
#include "sched/sched.h"
#include "sched/unfold/net.h"

struct teaching {
  struct lesson *l;
  struct unf_net *n;
  struct net_walk *w;
  uint32_t at[THREADS_WORD];  /* the step that a thread has taken last */
  uint64_t fresh;             /* threads whose step is a new one */
  op_id stands[THREADS_WORD]; /* what it stands at after it, in this run */
  uint8_t did[THREADS_WORD];  /* the kind of that step */
  bool odd;                   /* something is not as it was before */
};

/* --- one transition -------------------------------------------------------- */

/* Whether two runs say the same of what follows; one may say nothing. */
static bool agree(const struct unfold *u, const struct net_step *s,
                  const struct net_step *now) {
  if (now->flags & NET_VAGUE || s->flags & NET_VAGUE)
    return true;
  if ((s->flags ^ now->flags) & NET_ENDED)
    return false;
  return s->then == now->then || u->misused;
}

/* The thread has done something in the way of `key`. */
static void enter(struct teaching *k, unsigned t, uint64_t key,
                  const struct unf_op *did, const struct event *e,
                  uint32_t index) {
  EXPECTS(t < THREADS_WORD);
  struct lesson_next next = lesson_next(k->l, t, did, k->did[t], index);
  struct net_step now = {
      .key = key,
      .then = next.op,
      .flags = (uint16_t)((next.ended ? NET_ENDED : 0) |
                          (next.vague ? NET_VAGUE : 0)),
  };
  bool added;
  uint64_t *at = map_at(&k->n->by_key, key, &added);
  if (e)
    now.e = *e;
  now.e.enabled = 0;
  now.e.stack = 0;
  now.e.more = now.e.freed = 0;
  k->did[t] = did->kind;
  k->fresh &= ~((uint64_t)1 << t);
  if (added) {
    *at = k->n->steps.len;
    vec_push(&k->n->steps, now);
    k->fresh |= (uint64_t)1 << t;
  }
  k->at[t] = (uint32_t)*at;
  struct net_step *s = &k->n->steps.at[*at];
  k->odd |= !agree(k->l->u, s, &now) ||
            (e && (s->e.flags ^ e->flags) & (EVENT_FAILED | EVENT_VAIN));
  if (s->flags & NET_VAGUE && !next.vague) {
    s->then = next.op;
    s->flags = (uint16_t)((s->flags & ~NET_VAGUE) | now.flags);
  }
  k->stands[t] = next.vague ? s->then : next.op;
}

static const struct unf_op *stands_at(const struct teaching *k, unsigned t) {
  return &k->l->u->ops.at[k->stands[t]];
}

static void enter_virtual(struct teaching *k, unsigned t, uint32_t index) {
  const struct unf_op did = *stands_at(k, t);
  uint64_t key = netwalk_virtual_key(k->w, t, did.kind, did.object);
  netwalk_virtual(k->w, t, did.kind, did.object);
  enter(k, t, key, &did, NULL, index);
}

static void start(struct teaching *k, unsigned t) {
  const struct unf_op did = {.object = t, .kind = UNF_START};
  enter(k, t, netwalk_virtual_key(k->w, t, UNF_START, t), &did, NULL, 0);
}

/* --- the events of a run --------------------------------------------------- */

static void create(struct teaching *k, const struct event *e) {
  unsigned t = e->thread, child = (unsigned)e->value % THREADS_WORD;
  netwalk_create(k->w, t, child);
  if (k->fresh >> t & 1) {
    struct net_step *s = &k->n->steps.at[k->at[t]];
    struct net_child c = {.thread = (uint16_t)child};
    uint32_t id = (uint32_t)k->n->children.len;
    vec_push(&k->n->children, c);
    if (s->last)
      k->n->children.at[s->last].next = id;
    else
      s->children = id;
    s->last = id;
  }
  start(k, child);
}

static void join(struct teaching *k, const struct event *e, uint32_t index) {
  struct unfold *u = k->l->u;
  unsigned t = e->thread;
  lesson_passed(k->l, index);
  if (!k->stands[t] || stands_at(k, t)->kind != UNF_JOIN)
    return;
  bool alone = netwalk_alone(k->w, t, (unsigned)e->value % THREADS_WORD);
  enter_virtual(k, t, index);
  if (!(e->flags & EVENT_SEEN))
    return;
  k->odd |= !alone;
  k->n->steps.at[k->at[t]].flags |= NET_SEEN;
  u->run++;
  lesson_values(k->l, index + 1, k->n->steps.at[k->at[t]].key);
}

/* Those who were set free, and come on by no step of their own. */
static void set_free(struct teaching *k, const struct event *e,
                     uint32_t index) {
  uint64_t woken = k->w->m.woken;
  for (; woken; woken &= woken - 1) {
    unsigned t = (unsigned)__builtin_ctzll(woken);
    if (k->stands[t] && stands_at(k, t)->kind == UNF_WOKEN)
      enter_virtual(k, t, index);
  }
  if (e->kind != OP_ARRIVE || !e->value)
    return;
  uint64_t round = e->value | (uint64_t)1 << e->thread;
  for (; round; round &= round - 1) {
    unsigned t = (unsigned)__builtin_ctzll(round);
    if (k->stands[t] && stands_at(k, t)->kind == UNF_PASS)
      enter_virtual(k, t, index);
  }
}

static bool step(struct teaching *k, const struct event *e, uint32_t index) {
  struct unfold *u = k->l->u;
  unsigned t = e->thread;
  op_id op = k->stands[t];
  lesson_passed(k->l, index);
  if (e->kind == OP_QUIT && op && u->ops.at[op].kind == UNF_LEAVE)
    return true;
  if (!op || op != unf_op_event(u, e))
    return false;
  const struct unf_op did = u->ops.at[op];
  uint64_t key = netwalk_key(k->w, e);
  netwalk_step(k->w, e);
  enter(k, t, key, &did, e, index);
  set_free(k, e, index);
  return true;
}

static bool take_in(struct teaching *k) {
  struct lesson *l = k->l;
  netwalk_clear(k->w);
  for (uint64_t left = k->n->first; left; left &= left - 1)
    netwalk_first(k->w, (unsigned)__builtin_ctzll(left));
  for (uint64_t left = k->n->first; left; left &= left - 1)
    start(k, (unsigned)__builtin_ctzll(left));
  for (uint32_t i = 0; i < l->count; i++) {
    const struct event *e = &l->events[i];
    if (e->flags & EVENT_PENDING)
      continue;
    if (!(e->flags & EVENT_SILENT)) {
      if (!step(k, e, i))
        return false;
    } else if (e->kind == OP_JOIN) {
      join(k, e, i);
    } else if (e->kind == OP_CREATE) {
      create(k, e);
    } else if (e->kind == OP_EXIT) {
      lesson_passed(l, i);
    }
  }
  return true;
}

/* --- how it ended ---------------------------------------------------------- */

/* Whether the thread has written in the last so many of its steps. */
static bool has_stored(const struct lesson *l, unsigned t, uint32_t steps) {
  for (uint32_t i = l->count; i-- > 0 && steps;) {
    const struct event *e = &l->events[i];
    if (e->thread != t || e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    if (e->kind == OP_WRITE)
      return true;
    steps--;
  }
  return false;
}

/* A turn is in vain if it changed nothing.  Whether a write changed something
 * is a matter of what was there before, which a write does not see. */
static void note_vain(struct teaching *k) {
  uint32_t steps;
  for (uint32_t i = k->l->count; i-- > 0;) {
    const struct event *e = &k->l->events[i];
    if (!(e->flags & EVENT_PENDING))
      return;
    if (!k->at[e->thread] || !lesson_in_vain(k->l, i, &steps))
      continue;
    struct net_step *s = &k->n->steps.at[k->at[e->thread]];
    s->flags |= NET_STOPPED | NET_VAIN;
    s->looks = steps;
    k->odd |= has_stored(k->l, e->thread, steps);
  }
}

static uint64_t failed_threads(const struct batch *b, uint32_t i) {
  const struct run *run = &b->runs[i];
  const struct run_found *list;
  uint64_t failed = 0;
  uint32_t count = batch_findings(b, i, &list);
  for (uint32_t f = 0; f < count; f++)
    if (unf_stops_a_thread(list[f].kind))
      failed |= (uint64_t)1 << list[f].thread;
  if (!count && unf_stops_a_thread(run->finding))
    failed = (uint64_t)1 << run->thread % THREADS_WORD;
  return failed;
}

/* A run tells of one failure, unless they are listed; others that happened in
 * it are hidden by it (again.c). */
static void note_failures(struct teaching *k, const struct batch *b,
                          uint32_t i) {
  const struct run *run = &b->runs[i];
  const struct run_found *list;
  uint64_t failed = failed_threads(b, i);
  bool all = !run->finding || run->finding == FOUND_DEADLOCK ||
             batch_findings(b, i, &list);
  for (unsigned t = 0; t < THREADS_WORD; t++) {
    if (!k->at[t])
      continue;
    struct net_step *s = &k->n->steps.at[k->at[t]];
    s->flags |= failed >> t & 1 ? NET_STOPPED : 0;
    s->flags |= all || t == run->thread ? NET_TOLD : 0;
  }
}

/* As unf_stuck_key has it. */
uint64_t net_stuck_key(const struct unfold *u, const uint32_t *at) {
  uint64_t key = 0;
  bool waits = false;
  for (unsigned t = 0; t < u->width && t < THREADS_WORD; t++) {
    if (!at[t])
      continue;
    const struct net_step *s = &u->net->steps.at[at[t]];
    if (s->then && u->ops.at[s->then].kind != UNF_LEAVE) {
      key = hash_pair(key, unf_wait_key(u, t, s->then));
      waits = true;
    } else if (!s->then && s->flags & NET_VAIN) {
      key = hash_pair(key, hash_pair(t, s->e.site));
      waits = true;
    } else if (!s->then && (s->flags & NET_STOPPED ||
                            (u->exits && !(s->flags & NET_ENDED)))) {
      key = hash_pair(key, t);
    }
  }
  return waits ? key | 1 : 0;
}

bool net_teach(struct lesson *l, const struct batch *b, uint32_t i,
               uint64_t *key) {
  struct unfold *u = l->u;
  struct teaching k = {.l = l, .n = u->net, .w = &u->net->walk};
  *key = 0;
  if (!lesson_begin(l))
    return false;
  lesson_values(l, 0, 0);
  lesson_barriers(l);
  u->net->first = lesson_first_threads(l);
  if (!take_in(&k))
    return false;
  note_vain(&k);
  if (k.odd)
    return false;
  note_failures(&k, b, i);
  /* Where somebody looked too early others may be stuck who look later: a
   * marking does not tell the two apart, as a set of events does. */
  if (b->runs[i].end != RUN_EARLY && lesson_is_stuck(l, b, i))
    *key = net_stuck_key(u, k.at);
  return true;
}

/* --- what the net is not for ----------------------------------------------- */

static enum net_misfit misfit_of(const struct event *e) {
  if (e->flags & EVENT_SILENT)
    return NET_FITS;
  if (e->flags & EVENT_ENDS)
    return NET_HANG;
  if (e->kind == OP_BRANCH && (!e->object || e->flags & EVENT_INSIDE))
    return NET_INPUTS;
  if ((OP_CLASS(e->kind) == CLASS_GLOBAL && e->kind != OP_QUIT) ||
      event_is_inside(e))
    return NET_ATOMIC;
  if (OP_CLASS(e->kind) != CLASS_ACCESS && e->order & ORDER_TIMED)
    return NET_TIMED;
  return e->kind == OP_LOCK && e->flags & EVENT_FAILED ? NET_ONCE : NET_FITS;
}

enum net_misfit net_misfit_of(const struct unfold *u, const struct batch *b,
                              uint32_t i) {
  const struct run *run = &b->runs[i];
  const struct event *events = b->events + run->events;
  uint64_t made = 0;
  if (run->finding == FOUND_MISUSE)
    return NET_MISUSE;
  for (uint32_t k = 0; k < run->events_len; k++) {
    enum net_misfit why = misfit_of(&events[k]);
    if (why)
      return why;
    if (events[k].kind != OP_CREATE || !(events[k].flags & EVENT_SILENT))
      continue;
    uint64_t child = (uint64_t)1 << events[k].value % THREADS_WORD;
    if (made & child)
      return NET_REUSED;
    made |= child;
  }
  return !(u->options && u->options->no_races) &&
                 datarace_unordered(events, run->events_len)
             ? NET_UNORDERED
             : NET_FITS;
}

const char *unfold_misfit(unsigned why) {
  static const char *const text[NET_MISFITS] = {
      [NET_ATOMIC] = "it has atomic blocks",
      [NET_ONCE] = "it has locks that are only passed, as pthread_once",
      [NET_UNORDERED] = "threads learn from others without being ordered after "
                        "them, and there are accesses that could race",
      [NET_REUSED] = "threads have the number of others that have ended",
      [NET_MISUSE] = "a lock or thread was misused",
      [NET_HANG] = "a run made no step any more",
      [NET_OTHERWISE] = "a thread did in one local state what it had not done "
                        "there before",
      [NET_TIMED] = "clocks are read, and locks and the like say what time it "
                    "is",
      [NET_INPUTS] = "inputs decide what is not followed, and of which a state "
                     "says nothing",
      [NET_WAITS] = "it has loops that wait for a write",
      [NET_APART] = "something that matters is no step of its own"};
  return why < NET_MISFITS ? text[why] : NULL;
}

/* From the beginning, without the net; the rest of the batch says nothing. */
static bool give_up_net(struct unfold *u, enum net_misfit why) {
  const struct sched_options *o = u->options;
  unfold_close(u);
  unfold_open(u, false, o);
  u->misfit = why;
  return true;
}

/* The target of a plan: known now; or the run did not come to it. */
static bool came_to(struct unfold *u, const struct lesson *l,
                    const struct run *run, unf_id r) {
  struct unf_record *k = &u->at.at[r];
  k->flags &= (uint16_t)~UNF_SENT;
  if (net_find(u->net, net_key(u->net, r)))
    vec_push(&u->todo, r);
  else if (u->ops.at[k->op].kind == UNF_PASS || lesson_was_cut(l, run))
    k->flags |= UNF_BLOCKED;
  else
    return false;
  return true;
}

/* What was taken along ended the run, or the process, before the target; it is
 * known now, and so is not taken along again. */
static bool try_again(struct unfold *u, uint32_t i, size_t known) {
  unf_id r = u->plans.at[i].target;
  const uint32_t *past = u->plan_pasts.at + (size_t)i * u->width;
  bool alone = !memcmp(past, unf_past(u, r), u->width * sizeof *past);
  if (alone || u->net->steps.len == known)
    return false;
  vec_push(&u->todo, r);
  return true;
}

bool net_learn(struct unfold *u, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *run = &b->runs[i];
  struct lesson l = {u, b->events + run->events, run->events_len, UINT32_MAX};
  const struct unf_plan p = u->plans.at[i];
  uint64_t key = 0;
  size_t known = u->net->steps.len;
  enum net_misfit why = net_misfit_of(u, b, i);
  if (why)
    return give_up_net(u, why);
  if (!net_teach(&l, b, i, &key))
    return give_up_net(u, NET_OTHERWISE);
  if (key)
    map_put(&u->stuck, key, 1);
  if (p.deadlock ? key == p.key || lesson_was_cut(&l, run)
                 : !p.target || came_to(u, &l, run, p.target) ||
                       try_again(u, i, known))
    return true;
  return give_up_net(u, NET_OTHERWISE);
}
