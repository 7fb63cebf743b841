#include "sched/tree_races.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "sched/order_turns.h"
#include "sched/sched.h"
#include "sched/tree_part.h"

/* --- who sleeps on the way -------------------------------------------------- */

/* Whether the step wakes who fell asleep at this edge.  Runs that are told who
 * sleeps must wake the same threads as the tree, for what begins with one that
 * sleeps is never run; and they are not told what a sleeping block would
 * touch. */
static bool wakes(const struct tree *t, node_id sleeper,
                  const struct step *s, const struct turn_place *places) {
  struct node n = t->nodes[sleeper];
  if (t->sleep_sets && n.kind == OP_ATOMIC)
    n.object = 0;
  return node_depends_at(t, &n, s, places);
}

/* Going down from a node into one of its children: elder siblings fall
 * asleep, dependent sleepers wake.  A step that cut its run off depends on
 * everything and would wake at once: it never sleeps.  Where a sequence ends
 * all wake, those too that have nothing to do with a block in it: as long as it
 * was not run what it touches was not known (tree_add). */
void tree_sleep_down(struct tree *t, node_id from, node_id into) {
  const struct node *c = &t->nodes[into];
  if (c->flags & NODE_ALONE && !t->sleep_sets) {
    tree_sleep_none(t);
    return;
  }
  unsigned thread = CHOICE_THREAD(c->choice);
  for (node_id s = t->nodes[from].first; s != into; s = t->nodes[s].next) {
    unsigned other = CHOICE_THREAD(t->nodes[s].choice);
    if (other == thread || t->nodes[s].step_flags & EVENT_ENDS)
      continue;
    tree_sleep_add(t, other, s);
  }
  if (!tree_sleeps(t))
    return;
  struct step step = node_step(c);
  threads_each(t->words, &t->sleep, s)
    if (wakes(t, t->sleeper[s], &step, node_places(t, c)))
      threads_remove(t->words, &t->sleep, (unsigned)s);
}

/* The nodes from the root to a leaf.  What is known of the path that was last
 * looked at stays, as far as it is the same. */
void tree_path_to(struct tree *t, node_id leaf) {
  EXPECTS(leaf && leaf < t->nodes_len);
  uint32_t depth = t->nodes[leaf].depth, common = depth + 1;
  vec_reserve(&t->path, depth + 1);
  t->path.len = depth + 1;
  for (node_id n = leaf; n; n = t->nodes[n].parent) {
    uint32_t d = t->nodes[n].depth;
    if (d < t->path_known && t->path.at[d] == n)
      break;
    t->path.at[d] = n;
    common = d;
  }
  t->path_known = depth + 1;
  t->elders = t->elders < common ? t->elders : common;
  t->slept = t->slept < common ? t->slept : common;
  if (t->agreed >= common)
    t->agreed = common ? common - 1 : 0;
}

void tree_fetch_soon(const struct tree *t, uint32_t i) {
  enum { ABOVE = 4, FIRST = 3 };
  for (uint32_t up = 0; up < ABOVE; up++) {
    uint32_t later = i + FIRST + ABOVE - up;
    if (later >= t->batch.len)
      continue;
    node_id n = t->batch.at[later];
    for (uint32_t k = 0; k < up && n; k++)
      n = t->nodes[n].parent;
    __builtin_prefetch(&t->nodes[n]);
  }
}

/* The sleep set at path[depth] is taken up; it was noted. */
static void sleep_recall(struct tree *t, uint32_t depth) {
  tree_sleep_none(t);
  for (size_t i = t->asleep_from.at[depth]; i < t->asleep_from.at[depth + 1];
       i++) {
    node_id s = t->asleep.at[i];
    tree_sleep_add(t, CHOICE_THREAD(t->nodes[s].choice), s);
  }
}

/* The sleep set at path[depth] is noted, and holds for every later run that
 * comes that way: who sleeps at a node never changes, once each elder was
 * taken.  False: one was not. */
static bool sleep_note(struct tree *t, uint32_t depth) {
  bool taken = true;
  vec_reserve(&t->asleep_from, depth + 2);
  t->asleep_from.len = depth + 2;
  t->asleep_from.at[0] = 0;
  t->asleep.len = t->asleep_from.at[depth];
  threads_each(t->words, &t->sleep, thread) {
    node_id s = t->sleeper[thread];
    taken &= (t->nodes[s].flags & NODE_STARTED) != 0;
    vec_push(&t->asleep, s);
  }
  t->asleep_from.at[depth + 1] = (uint32_t)t->asleep.len;
  return taken;
}

/* Takes out what happens after a further step of the race. */
static void leave_out(struct tree *t, uint32_t step) {
  size_t n = 0;
  for (size_t i = 0; i < t->sequence.len; i++)
    if (!order_after(t->order, step, t->sequence.at[i]))
      t->sequence.at[n++] = t->sequence.at[i];
  t->sequence.len = n;
}

/* A turn in vain that was taken where nothing else could be: without it the
 * thread may come to it later. */
static inline bool is_vain(const struct step *s) {
  return s->flags & EVENT_SILENT;
}

/* Where each thread moves first in that part of the run that no run before had:
 * behind the last of its nodes that one came to. */
void tree_note_news(struct tree *t, uint32_t old) {
  const struct order *o = t->order;
  struct threads seen;
  unsigned words = threads_words(o->width);
  t->old = old;
  if (!old)
    return;
  threads_clear(words, &seen);
  vec_reserve(&t->known, o->width);
  for (uint32_t k = 0; k < o->width; k++)
    t->known.at[k] = INT32_MAX;
  for (uint32_t i = old; i < o->executed; i++) {
    unsigned thread = o->steps.at[i].thread;
    if (threads_has(words, &seen, thread))
      continue;
    threads_add(words, &seen, thread);
    clocks_meet(t->known.at, order_clock(o, i), o->width);
  }
}

/* Whether an earlier run has answered a race (tree_races.h): both steps were in
 * it, and all that this run has beyond it happens after the first of them. */
static inline bool is_answered(const struct tree *t, const struct race *race) {
  const struct step *steps = t->order->steps.at;
  return race->second < t->old && !race->tail && !race->more &&
         /* done elsewhere, a block may touch something else */
         steps[race->second].kind != OP_ATOMIC &&
         t->known.at[steps[race->first].thread] > race->first;
}

/* Steps of the run at which there is something to do: the first, and the end of
 * them. */
struct span {
  uint32_t first, end;
};

static inline void span_add(struct span *s, uint32_t step) {
  s->first = step < s->first ? step : s->first;
  s->end = step >= s->end ? step + 1 : s->end;
}

/* The races that are not answered, by their first steps. */
static struct span races_by_first(struct tree *t) {
  const struct order *o = t->order;
  struct span all = {UINT32_MAX, 0};
  vec_clear(&t->heads);
  vec_resize(&t->heads, o->executed);
  vec_reserve(&t->nexts, o->races.len);
  t->nexts.len = o->races.len;
  for (size_t r = o->races.len; r-- > 0;) {
    const struct race *race = &o->races.at[r];
    if (is_answered(t, race))
      continue;
    span_add(&all, race->first);
    t->nexts.at[r] = t->heads.at[race->first];
    t->heads.at[race->first] = (uint32_t)r + 1;
  }
  for (uint32_t i = 0; o->choices && i < o->executed; i++)
    if (o->steps.at[i].alts > 1)
      span_add(&all, i);
  return all;
}

/* The steps after one that do not happen after it become the sequence. */
static void build_rest(struct tree *t, uint32_t first) {
  const struct order *o = t->order;
  vec_reserve(&t->sequence, o->executed - first + 1);
  uint32_t *out = t->sequence.at;
  const uint32_t *clock =
      o->clocks.at + (size_t)(first + 1) * o->width + o->steps.at[first].thread;
  for (uint32_t i = first + 1; i < o->executed; i++, clock += o->width) {
    *out = i;
    out += *clock <= first && !is_vain(&o->steps.at[i]);
  }
  t->rest = (uint32_t)(out - t->sequence.at);
}

/* The steps after the race's first that do not happen after it, then its
 * second, with what comes with it.  Races of one step have the same rest;
 * `again`: it is there. */
static void build_sequence(struct tree *t, const struct race *race,
                           bool again) {
  const struct order *o = t->order;
  if (!again)
    build_rest(t, race->first);
  t->same_rest = again;
  t->sequence.len = t->rest;
  for (uint32_t m = race->more; m && o->more.at[m] != UINT32_MAX; m++)
    leave_out(t, o->more.at[m]);
  t->rest = (uint32_t)t->sequence.len;
  for (uint32_t i = 0; i <= race->tail; i++)
    vec_push(&t->sequence, race->second + i);
  t->open = race->second < o->pending ? race->second : UINT32_MAX;
}

uint32_t *tree_sequence_copy(struct tree *t) {
  vec_reserve(&t->walk, t->sequence.len + 1);
  memcpy(t->walk.at, t->sequence.at, t->sequence.len * sizeof *t->walk.at);
  return t->walk.at;
}

/* The other outcomes of a step at path[i], once it has been seen to have
 * them.  When something sleeps through the step, its elder sibling's subtree
 * does them all, and only what a race asks for is done here. */
static void add_alternatives(struct tree *t, uint32_t i, const struct step *s) {
  node_id at = t->path.at[i];
  unsigned alts = s->alts;
  bool branch = s->kind == OP_BRANCH;
  t->outcomes |= alts > 1;
  if (branch && tree_sleeps(t) && !t->sleep_sets)
    return; /* insertions ask for what is needed */
  for (unsigned alt = 0; alt < alts; alt++) {
    bool there = false;
    if (branch && !(s->value >> alt & 1))
      continue;
    for (node_id c = t->nodes[at].first; c; c = t->nodes[c].next)
      there |= t->nodes[c].choice == CHOICE(s->thread, alt);
    if (there)
      continue;
    if (node_is_above(t, tree_node(t, at))) {
      tree_ask_outcomes(t, at, s);
      return;
    }
    tree_add_outcome(t, at, s, alt, tree_sleeps(t) && !t->sleep_sets);
  }
}

static bool give_up(const struct tree *t) {
  const struct sched_options *o = t->options;
  return o && o->give_up && o->give_up(o->give_up_user);
}

/* Nobody sleeps at the root. */
static void begin_asleep(struct tree *t) {
  tree_sleep_none(t);
  if (!t->slept)
    sleep_note(t, 0);
  t->slept = t->slept ? t->slept : 1;
  sleep_recall(t, t->slept - 1);
}

/* From path[i] to path[i + 1]: who sleeps there is known already, or looked up.
 * `all`: and is asked for. */
static void go_down(struct tree *t, uint32_t i, bool all) {
  node_id into = t->path.at[i + 1];
  if (i + 1 < t->slept) {
    if (all || i + 2 == t->slept)
      sleep_recall(t, i + 1);
    return;
  }
  if (tree_sleeps(t) || t->nodes[t->path.at[i]].first != into)
    tree_sleep_down(t, t->path.at[i], into);
  if (!tree_sleeps(t))
    t->nodes[into].flags |= NODE_ALONE;
  if (i + 1 == t->slept && sleep_note(t, i + 1))
    t->slept = i + 2;
}

/* Nothing is to be done in the rest of the run, and nothing sleeps at path[i],
 * nor therefore behind it: the nodes there would be closed at once, and nobody
 * would look at them.  They are only counted. */
static void leave_rest(struct tree *t, uint32_t i) {
  uint32_t end = t->order->executed;
  if (end >= t->closed.len)
    vec_resize(&t->closed, end + 1);
  for (uint32_t d = i; d <= end; d++) {
    struct closed_nodes *c = &t->closed.at[d];
    c->nodes += d > i; /* it will be closed itself */
    c->children += d < end;
    c->leaves += d < end;
    c->first += d < end;
  }
}

/* Answers the races whose first step is step i, from r on; false when it gave
 * up. */
static bool answer(struct tree *t, uint32_t i, uint32_t r, uint32_t *spent) {
  enum { PATIENCE = 1 << 12 }; /* steps looked at between two questions */
  bool again = false;
  for (; r; r = t->nexts.at[r - 1]) {
    const struct race *race = &t->order->races.at[r - 1];
    *spent += t->order->executed - i;
    if (*spent > PATIENCE && (*spent = 0, give_up(t))) {
      t->cursor.step = i;
      t->cursor.race = r;
      return false;
    }
    build_sequence(t, race, again && !race->more);
    t->insert(t, t->path.at[i]);
    again = !race->more;
  }
  return true;
}

/* Answers the races whose first step is one of from..to-1, as far as the
 * cursor does not say that it is done.  False when it gave up; the sleep sets
 * of the steps before are then as they were when it comes back, because what is
 * inserted below a node never changes who are its elders. */
bool tree_answer_races(struct tree *t, uint32_t from, uint32_t to) {
  struct tree_cursor *c = &t->cursor;
  uint32_t spent = 0;
  struct span todo = races_by_first(t);
  begin_asleep(t);
  uint32_t i = todo.first < t->slept - 1 ? todo.first : t->slept - 1;
  for (; i < to; i++) {
    uint32_t r = i < from || i < c->step   ? 0
                 : i == c->step && c->race ? c->race
                                           : t->heads.at[i];
    bool other = i >= from && i >= c->step && t->order->steps.at[i].alts > 1;
    if (i + 1 == t->path.len) {
      if (i >= todo.end && !tree_sleeps(t)) {
        leave_rest(t, i);
        break;
      }
      tree_extend_path(t);
    }
    if (r && i + 1 < t->slept)
      sleep_recall(t, i);
    if (!answer(t, i, r, &spent))
      return false;
    go_down(t, i, other);
    if (other)
      add_alternatives(t, i, &t->order->steps.at[i]);
  }
  c->step = c->race = 0;
  return true;
}

/* --- what a part wants above it ----------------------------------------------- */

static void asks_by_node(struct tree *t, const struct tree_ask *asks,
                         size_t count) {
  vec_clear(&t->heads);
  vec_resize(&t->heads, t->path.len);
  vec_reserve(&t->nexts, count);
  t->nexts.len = count;
  for (size_t r = count; r-- > 0;) {
    t->nexts.at[r] = t->heads.at[asks[r].depth];
    t->heads.at[asks[r].depth] = (uint32_t)r + 1;
  }
}

/* The steps of t->order that are asked for become the sequence. */
static void ask_branch(struct tree *t, uint32_t i, const struct tree_ask *a) {
  vec_reserve(&t->sequence, a->count);
  t->sequence.len = a->count;
  for (uint32_t k = 0; k < a->count; k++)
    t->sequence.at[k] = a->first + k;
  t->rest = a->rest;
  t->open = a->open < a->count ? a->first + a->open : UINT32_MAX;
  t->same_rest = false;
  t->insert(t, t->path.at[i]);
}

void tree_answer_asks(struct tree *t, node_id top, const struct tree_ask *asks,
                      size_t count) {
  uint32_t depth = tree_node(t, top)->depth;
  tree_path_to(t, top);
  asks_by_node(t, asks, count);
  begin_asleep(t);
  for (uint32_t i = 0; i < depth; i++) {
    if (i + 1 < t->slept)
      sleep_recall(t, i);
    for (uint32_t r = t->heads.at[i]; r; r = t->nexts.at[r - 1])
      if (!asks[r - 1].outcomes)
        ask_branch(t, i, &asks[r - 1]);
    go_down(t, i, true);
    for (uint32_t r = t->heads.at[i]; r; r = t->nexts.at[r - 1])
      if (asks[r - 1].outcomes)
        add_alternatives(t, i, &t->order->steps.at[asks[r - 1].first]);
  }
}
