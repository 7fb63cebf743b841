#include "sched/unfold/roam.h"

#include <string.h>

#include "base/hash.h"
#include "base/pack.h"
#include "base/sound.h"
#include "base/stress.h"
#include "sched/sched.h"

enum { AHEAD = STRESSED(2, 32), BLOCKED = 1 << 30, PATIENCE = 64 };

static uint64_t bit(unsigned t) {
  return (uint64_t)1 << t;
}

static const struct net_step *last_step(const struct roam *w,
                                        const struct net_state *s, unsigned t) {
  return &w->u->net->steps.at[s->at[t]];
}

/* What a thread stands at; NULL: nothing, it has ended or stopped. */
static const struct unf_op *stands_at(const struct roam *w,
                                      const struct net_state *s, unsigned t) {
  op_id op = s->at[t] ? last_step(w, s, t)->then : 0;
  return op ? &w->u->ops.at[op] : NULL;
}

static bool has_ended(const struct roam *w, const struct net_state *s,
                      uint64_t t) {
  return t < THREADS_WORD && s->at[t] &&
         last_step(w, s, (unsigned)t)->flags & NET_ENDED;
}

/* Whether it goes no further, and has not ended. */
static bool has_failed(const struct roam *w, const struct net_state *s,
                       unsigned t) {
  const struct net_step *l = last_step(w, s, t);
  return s->at[t] && !l->then && !(l->flags & NET_ENDED) &&
         (l->flags & NET_STOPPED || w->u->exits);
}

static uint64_t failed(const struct roam *w, const struct net_state *s) {
  uint64_t all = 0;
  for (unsigned t = 0; t < w->u->width; t++)
    all |= has_failed(w, s, t) ? bit(t) : 0;
  return all;
}

/* --- values ---------------------------------------------------------------- */

static uint64_t value_key(uint64_t object, unsigned class_) {
  return hash_pair(object, class_);
}

static uint64_t value_of(const struct roam *w, const struct net_state *s,
                         uint64_t object, unsigned class_) {
  const uint64_t *v = map_get(&s->values, value_key(object, class_));
  if (!v)
    v = unf_shown_value(w->u, object, class_, s->since);
  return v ? *v : 0;
}

static uint64_t arrival_key(uint64_t barrier, unsigned t) {
  return hash_pair(value_key(barrier, CLASS_BARRIER), t);
}

static uint64_t arrivals(const struct net_state *s, uint64_t barrier,
                         unsigned t) {
  const uint64_t *n = map_get(&s->values, arrival_key(barrier, t));
  return n ? *n : 0;
}

static void set_values(const struct roam *w, struct net_state *s,
                       const struct event *e) {
  unsigned class_ = OP_CLASS(e->kind);
  uint64_t object = object_bare(e->object);
  if (UNF_HAVE_VALUES >> class_ & 1) {
    uint64_t before = value_of(w, s, object, class_);
    map_put(&s->values, value_key(object, class_), unf_value_behind(e, before));
  } else if (e->kind == OP_ARRIVE) {
    map_put(&s->values, arrival_key(object, e->thread),
            arrivals(s, object, e->thread) + 1);
  }
}

/* --- what can be done ------------------------------------------------------ */

/* As far as runs have shown how many it takes. */
static bool opens(const struct roam *w, const struct net_state *s,
                  const struct unf_op *o, unsigned t) {
  uint64_t round = arrivals(s, o->object, t), n = 0;
  const uint64_t *need = map_get(&w->u->barriers, o->object);
  const uint64_t *few = map_get(&w->u->too_few, o->object);
  for (unsigned k = 0; k < w->u->width; k++)
    n += arrivals(s, o->object, k) >= round;
  return need ? n >= *need : n > (few ? *few : 0);
}

static bool happens(const struct roam *w, const struct net_state *s,
                    const struct unf_op *o, unsigned t) {
  switch (o->kind) {
  case UNF_JOIN:
    return has_ended(w, s, o->object);
  case UNF_WOKEN:
    return s->walk.m.woken >> t & 1;
  case UNF_PASS:
    return opens(w, s, o, t);
  default: /* LEAVE: nobody notices */
    return false;
  }
}

static uint64_t enabled(const struct roam *w, const struct net_state *s) {
  uint64_t all = 0;
  for (unsigned t = 0; t < w->u->width; t++) {
    const struct unf_op *o = stands_at(w, s, t);
    if (o && o->kind < OP_COUNT &&
        (!OP_WAITS(o->kind) ||
         unf_lets_pass(o, value_of(w, s, o->object, o->class_))))
      all |= bit(t);
  }
  return all;
}

/* Whether nothing is left for main but to end, and it can. */
static bool leaves(const struct roam *w, const struct net_state *s) {
  const struct unf_op *o = stands_at(w, s, 0);
  if (!o || o->kind != UNF_LEAVE)
    return false;
  for (uint64_t left = o->object; left; left &= left - 1)
    if (!has_ended(w, s, (unsigned)__builtin_ctzll(left)))
      return false;
  return true;
}

/* --- steps ----------------------------------------------------------------- */

static void begin_thread(struct roam *w, struct net_state *s, unsigned t);

/* The thread has taken a step, and created others behind it. */
static void arrive(struct roam *w, struct net_state *s, unsigned t,
                   uint32_t step) {
  const struct unf_net *n = w->u->net;
  s->at[t] = step;
  for (uint32_t c = n->steps.at[step].children; c; c = n->children.at[c].next) {
    netwalk_create(&s->walk, t, n->children.at[c].thread);
    begin_thread(w, s, n->children.at[c].thread);
  }
}

static void begin_thread(struct roam *w, struct net_state *s, unsigned t) {
  uint32_t step =
      net_find(w->u->net, netwalk_virtual_key(&s->walk, t, UNF_START, t));
  EXPECTS(t < THREADS_WORD);
  if (step) /* as in the run that created it */
    arrive(w, s, t, step);
}

static void take(struct roam *w, struct net_state *s, unsigned t,
                 uint32_t step) {
  const struct unf_op o = *stands_at(w, s, t);
  const struct net_step taken = w->u->net->steps.at[step];
  if (o.kind < OP_COUNT) {
    set_values(w, s, &taken.e);
    netwalk_step(&s->walk, &taken.e);
  } else {
    netwalk_virtual(&s->walk, t, o.kind, o.object);
  }
  if (taken.flags & NET_SEEN) {
    map_clear(&s->values);
    s->since = taken.key;
  }
  arrive(w, s, t, step);
}

/* --- what is to be run ----------------------------------------------------- */

/* The branches on the way to where the walk is, behind those of other plans. */
static void add_branches(struct roam *w) {
  for (size_t i = 1; i < w->way.len; i++)
    if (w->way.at[i].branch)
      vec_push(&w->branches, w->way.at[i].branch);
}

/* The way to where the walk is, and more.  Branches go as the inputs do, and are
 * no choices. */
static void ask(struct roam *w, enum roam_asked asked, uint64_t key,
                const choice *more, size_t count) {
  struct roam_plan p = {.key = key,
                        .from = w->choices.len,
                        .branches_from = w->branches.len,
                        .asked = (uint8_t)asked};
  for (size_t i = 1; i < w->way.len; i++)
    if (!w->way.at[i].branch)
      vec_push(&w->choices, w->way.at[i].by);
  for (size_t i = 0; i < count; i++)
    vec_push(&w->choices, more[i]);
  add_branches(w);
  p.len = w->choices.len - p.from;
  p.branches_len = w->branches.len - p.branches_from;
  vec_push(&w->plans, p);
}

static uint64_t as_branch(const struct unf_op *o, unsigned way) {
  return o->kind == OP_BRANCH ? o->object << 1 | (way != 0) : 0;
}

/* What comes of a step, of which the choice is the last unless it happens by
 * itself.  False: it was asked for, and no run could tell. */
static bool ask_step(struct roam *w, uint64_t key, const struct unf_op *o,
                     choice last) {
  bool added;
  uint64_t *tries = map_at(&w->tries, key, &added);
  if (*tries & BLOCKED)
    return false;
  ++*tries;
  uint64_t branch = as_branch(o, CHOICE_ALT(last));
  ask(w, ROAM_STEP, key, &last, o->kind < OP_COUNT && !branch);
  struct roam_plan *p = vec_last(&w->plans);
  p->opens = o->kind == UNF_PASS;
  p->branches_len += branch != 0;
  if (branch)
    vec_push(&w->branches, branch);
  return true;
}

/* A join that no run has passed: a run that does may tell whether anybody
 * notices; if not, somebody does. */
static bool ask_join(struct roam *w, struct net_state *s, unsigned t) {
  struct net_step *l = &w->u->net->steps.at[s->at[t]];
  if (!(l->flags & NET_VAGUE) || l->flags & NET_ASKED)
    return false;
  l->flags |= NET_ASKED;
  ask(w, ROAM_JOIN, l->key, NULL, 0);
  return true;
}

/* --- a state --------------------------------------------------------------- */

enum settled { SETTLED, ASKED, MOVED };

/* What happens to a thread by itself. */
static enum settled settle_thread(struct roam *w, struct net_state *s,
                                  unsigned t) {
  const struct unf_op *o = stands_at(w, s, t);
  if (!o || o->kind < OP_COUNT || !happens(w, s, o, t))
    return SETTLED;
  if (o->kind == UNF_JOIN && ask_join(w, s, t))
    return ASKED;
  uint64_t key = netwalk_next_key(&s->walk, t, o, 0);
  uint32_t step = net_find(w->u->net, key);
  if (!step)
    return ask_step(w, key, o, 0) ? ASKED : SETTLED;
  take(w, s, t, step);
  return MOVED;
}

static bool settle(struct roam *w, struct net_state *s) {
  bool moved = true;
  while (moved) {
    moved = false;
    for (unsigned t = 0; t < w->u->width; t++) {
      enum settled how = settle_thread(w, s, t);
      if (how == ASKED)
        return false;
      moved |= how == MOVED;
    }
  }
  return true;
}

/* Failures that no run has told of; where others have failed, they may hide
 * them. */
static void tell_failures(struct roam *w, const struct net_state *s) {
  uint64_t all = failed(w, s);
  if (!all || all & (all - 1))
    return;
  struct net_step *l = &w->u->net->steps.at[s->at[__builtin_ctzll(all)]];
  if (!net_has_to_tell(w->u, l))
    return;
  l->flags |= NET_TOLD;
  ask(w, ROAM_TOLD, 0, NULL, 0);
}

static void show_deadlock(struct roam *w, const struct net_state *s) {
  bool added;
  uint64_t key = net_stuck_key(w->u, s->at);
  if (!key || failed(w, s) || leaves(w, s))
    return;
  w->u->deadlocks++;
  uint64_t *known = map_at(&w->u->stuck, key, &added);
  if (*known)
    return;
  *known = 1;
  ask(w, ROAM_DEADLOCK, key, NULL, 0);
}

static void show_races(struct roam *w, const struct net_state *s,
                       uint64_t able) {
  bool added;
  for (uint64_t left = able; left; left &= left - 1)
    for (uint64_t more = left & (left - 1); more; more &= more - 1) {
      unsigned t = (unsigned)__builtin_ctzll(left);
      unsigned k = (unsigned)__builtin_ctzll(more);
      const struct unf_op *a = stands_at(w, s, t), *b = stands_at(w, s, k);
      if (!net_may_race(a, b))
        continue;
      uint64_t *known = map_at(&w->u->net->raced, net_places(a, b), &added);
      if (*known)
        continue;
      *known = 1;
      choice two[] = {CHOICE(t, 0), CHOICE(k, 0)};
      ask(w, ROAM_RACE, 0, two, 2);
    }
}

/* Who goes first: a thread at a branch on inputs, if there is one. */
static uint64_t first_of(const struct roam *w, const struct net_state *s,
                         uint64_t able) {
  for (uint64_t left = able; left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    if (stands_at(w, s, t)->kind == OP_BRANCH)
      return bit(t);
  }
  return able;
}

/* The walk has come to a state: who is to go on from it. */
static void enter(struct roam *w, struct roam_level *l) {
  bool fresh;
  struct net_state *s = &l->state;
  uint64_t able = enabled(w, s);
  uint64_t *slept = map_at(&w->visited, netwalk_marking(&s->walk), &fresh);
  l->entered = true;
  l->todo = (fresh ? first_of(w, s, able) : *slept) & ~l->sleep;
  l->sleep &= fresh ? able : *slept;
  *slept = l->sleep;
  if (!fresh)
    return;
  tell_failures(w, s);
  if (!able)
    show_deadlock(w, s);
  else if (!w->u->options || !w->u->options->no_races)
    show_races(w, s, able);
}

/* --- the walk -------------------------------------------------------------- */

static void free_level(struct roam_level *l) {
  netwalk_free(&l->state.walk);
  map_free(&l->state.values);
}

static void begin(struct roam *w) {
  struct unf_net *n = w->u->net;
  struct roam_level first = {0};
  struct net_state *s = &first.state;
  s->walk.m.exact = n->walk.m.exact;
  s->walk.m.values = n->walk.m.values;
  netwalk_clear(&s->walk);
  for (uint64_t left = n->first; left; left &= left - 1)
    netwalk_first(&s->walk, (unsigned)__builtin_ctzll(left));
  for (uint64_t left = n->first; left; left &= left - 1)
    begin_thread(w, s, (unsigned)__builtin_ctzll(left));
  vec_push(&w->way, first);
  w->begun = true;
}

static uint64_t independent(const struct roam *w, const struct net_state *s,
                            uint64_t sleep, const struct unf_op *o) {
  for (uint64_t left = sleep; left; left &= left - 1) {
    unsigned t = (unsigned)__builtin_ctzll(left);
    if (unf_dependent(stands_at(w, s, t), o))
      sleep &= ~bit(t);
  }
  return sleep;
}

/* By leaving the process it is over; a code is told once, where nobody has
 * failed. */
static void quit(struct roam *w, const struct net_state *s, uint32_t step,
                 choice last) {
  struct net_step *taken = &w->u->net->steps.at[step];
  if (failed(w, s) || !net_has_to_tell(w->u, taken))
    return;
  taken->flags |= NET_TOLD;
  ask(w, ROAM_TOLD, 0, &last, 1);
}

static void go_on(struct roam *w, const struct net_state *from, uint64_t sleep,
                  uint32_t step, choice by) {
  unsigned t = CHOICE_THREAD(by);
  const struct unf_op *o = stands_at(w, from, t);
  if (o->kind == OP_QUIT) {
    quit(w, from, step, by);
    return;
  }
  struct roam_level next = {.by = by,
                            .branch = as_branch(o, CHOICE_ALT(by)),
                            .sleep = independent(w, from, sleep, o)};
  memcpy(next.state.at, from->at, sizeof next.state.at);
  next.state.since = from->since;
  netwalk_copy(&next.state.walk, &from->walk);
  map_copy(&next.state.values, &from->values);
  take(w, &next.state, t, step);
  vec_push(&w->way, next);
}

/* Whether this way can be gone with those before it.  One that was not seen is
 * not there if a run has shown that the other is the only one. */
static bool is_open(struct roam *w, const struct net_state *s, unsigned t,
                    const struct unf_op *o, unsigned way, uint32_t step) {
  const struct sched_options *options = w->u->options;
  uint32_t other = net_find(w->u->net, netwalk_next_key(&s->walk, t, o, !way));
  if (!step && other && w->u->net->steps.at[other].e.alts == 1)
    return false;
  if (!options || !options->feasible)
    return true;
  size_t from = w->branches.len;
  add_branches(w);
  vec_push(&w->branches, as_branch(o, way));
  bool open = options->feasible(options->feasible_user, w->branches.at + from,
                                w->branches.len - from);
  w->branches.len = from;
  return open;
}

/* The next step from the last state on the way; false: a run must tell what it
 * does. */
static bool go(struct roam *w) {
  struct roam_level *l = vec_last(&w->way);
  unsigned t = (unsigned)__builtin_ctzll(l->todo);
  const struct unf_op *o = stands_at(w, &l->state, t);
  uint64_t key = netwalk_next_key(&l->state.walk, t, o, l->alt);
  uint32_t step = net_find(w->u->net, key);
  choice by = CHOICE(t, l->alt);
  bool branch = o->kind == OP_BRANCH;
  bool closed = branch && !is_open(w, &l->state, t, o, l->alt, step);
  if (!step && !closed && ask_step(w, key, o, by))
    return false;
  uint32_t alts = branch ? 2 : step ? w->u->net->steps.at[step].e.alts : 1;
  if (++l->alt >= alts) {
    l->todo &= ~bit(t);
    l->alt = 0;
  }
  uint64_t sleep = l->sleep;
  l->sleep |= l->alt ? 0 : bit(t);
  if (step && !closed)
    go_on(w, &l->state, sleep, step, by);
  return true;
}

/* One move; false: something must be run first. */
static bool move(struct roam *w) {
  struct roam_level *l = vec_last(&w->way);
  w->moves++;
  if (!l->entered) {
    if (!settle(w, &l->state))
      return false;
    enter(w, l);
  } else if (l->todo) {
    return go(w);
  } else {
    free_level(l);
    w->way.len--;
  }
  return true;
}

bool roam_walk(struct roam *w) {
  enum { ASKED_EVERY = 256 };
  if (w->plans.len || w->over)
    return w->plans.len;
  if (!w->u->tests) {
    ask(w, ROAM_FIRST, 0, NULL, 0);
    return true;
  }
  if (!w->begun)
    begin(w);
  for (uint64_t count = 1; w->way.len && w->plans.len < AHEAD; count++)
    if (!move(w) ||
        (count % ASKED_EVERY == 0 && unfold_leaves_off(w->u, roam_bytes(w))))
      return w->plans.len;
  w->over = !w->way.len;
  return w->plans.len;
}

/* --- what runs have shown -------------------------------------------------- */

bool roam_learn(struct roam *w, const struct roam_plan *p, uint64_t deadlock,
                bool cut) {
  bool added;
  if (p->asked == ROAM_DEADLOCK)
    return deadlock == p->key || cut;
  if (p->asked != ROAM_STEP || net_find(w->u->net, p->key))
    return true;
  uint64_t *tries = map_at(&w->tries, p->key, &added);
  if (cut)
    *tries |= BLOCKED;
  return cut || (p->opens && *tries < PATIENCE);
}

void roam_learned(struct roam *w, size_t plans) {
  EXPECTS(plans <= w->plans.len);
  bool all = plans == w->plans.len;
  size_t first = all ? w->choices.len : w->plans.at[plans].from;
  size_t branch = all ? w->branches.len : w->plans.at[plans].branches_from;
  for (size_t i = plans; i < w->plans.len; i++) {
    w->plans.at[i - plans] = w->plans.at[i];
    w->plans.at[i - plans].from -= first;
    w->plans.at[i - plans].branches_from -= branch;
  }
  for (size_t i = first; i < w->choices.len; i++)
    w->choices.at[i - first] = w->choices.at[i];
  for (size_t i = branch; i < w->branches.len; i++)
    w->branches.at[i - branch] = w->branches.at[i];
  w->plans.len -= plans;
  w->choices.len -= first;
  w->branches.len -= branch;
}

void roam_open(struct roam *w, struct unfold *u) {
  EXPECTS(u->net);
  *w = (struct roam){.u = u};
}

void roam_close(struct roam *w) {
  vec_each(&w->way, l) free_level(l);
  vec_free(&w->way);
  map_free(&w->visited);
  map_free(&w->tries);
  vec_free(&w->plans);
  vec_free(&w->choices);
  vec_free(&w->branches);
}

/* A table that will soon be moved into one twice as large takes both. */
static uint64_t table_bytes(const struct map *m) {
  enum { SOON = 4096 };
  uint64_t bytes = m->cap * (sizeof *m->slots + sizeof *m->used);
  return (m->len + SOON) * 4 > m->cap * 3 ? 3 * bytes : bytes;
}

uint64_t roam_bytes(const struct roam *w) {
  return w->way.cap * sizeof *w->way.at + table_bytes(&w->visited) +
         w->choices.cap * sizeof *w->choices.at;
}

/* --- to a file and back ---------------------------------------------------- */

void roam_save(const struct roam *w, struct text *out) {
  net_save_map(&w->tries, out);
  pack_vec(out, &w->plans);
  pack_vec(out, &w->choices);
  pack_vec(out, &w->branches);
}

bool roam_load(struct roam *w, struct unpack *in) {
  net_load_map(&w->tries, in);
  unpack_vec(in, &w->plans);
  unpack_vec(in, &w->choices);
  unpack_vec(in, &w->branches);
  vec_each(
      &w->plans,
      p) if (p->from > w->choices.len || p->len > w->choices.len - p->from ||
             p->branches_from > w->branches.len ||
             p->branches_len > w->branches.len - p->branches_from) return false;
  w->u->deadlocks = 0; /* they are met again */
  return !in->bad;
}
