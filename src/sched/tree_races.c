#include "sched/tree_races.h"

#include "base/alloc.h"
#include "base/sound.h"
#include "sched/sched.h"

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
 * everything and would wake at once: it never sleeps. */
void tree_sleep_down(struct tree *t, node_id from, node_id into) {
  const struct node *c = &t->nodes[into];
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
  vec_resize(&t->asleep_from, depth + 2);
  t->asleep.len = t->asleep_from.at[depth];
  threads_each(t->words, &t->sleep, thread) {
    node_id s = t->sleeper[thread];
    taken &= (t->nodes[s].flags & NODE_STARTED) != 0;
    vec_push(&t->asleep, s);
  }
  t->asleep_from.at[depth + 1] = (uint32_t)t->asleep.len;
  return taken;
}

static void races_by_first(struct tree *t) {
  const struct order *o = t->order;
  vec_clear(&t->heads);
  vec_resize(&t->heads, o->executed);
  vec_resize(&t->nexts, o->races.len);
  for (size_t r = o->races.len; r-- > 0;) {
    uint32_t first = o->races.at[r].first;
    t->nexts.at[r] = t->heads.at[first];
    t->heads.at[first] = (uint32_t)r + 1;
  }
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
  threads_clear(words, &seen);
  t->old = old;
  vec_clear(&t->news);
  for (uint32_t i = old; old && i < o->executed; i++) {
    if (!threads_has(words, &seen, o->steps.at[i].thread))
      vec_push(&t->news, i);
    threads_add(words, &seen, o->steps.at[i].thread);
  }
}

/* Whether an earlier run has answered a race (tree_races.h): both steps were in
 * it, and all that this run has beyond it happens after the first of them. */
static bool is_answered(const struct tree *t, const struct race *race) {
  if (race->second >= t->old || race->tail || race->more ||
      t->order->steps.at[race->second].kind == OP_ATOMIC)
    return false; /* done elsewhere, a block may touch something else */
  vec_each(&t->news, i)
    if (!order_after(t->order, race->first, *i))
      return false;
  return true;
}

/* The steps after the race's first that do not happen after it, then its
 * second, with what comes with it. */
static void build_sequence(struct tree *t, const struct race *race) {
  const struct order *o = t->order;
  uint32_t first = race->first;
  vec_reserve(&t->sequence, o->executed - first + 1 + race->tail);
  uint32_t *out = t->sequence.at;
  const uint32_t *clock =
      o->clocks.at + (size_t)(first + 1) * o->width + o->steps.at[first].thread;
  for (uint32_t i = first + 1; i < o->executed; i++, clock += o->width) {
    *out = i;
    out += *clock <= first && !is_vain(&o->steps.at[i]);
  }
  t->sequence.len = (size_t)(out - t->sequence.at);
  for (uint32_t m = race->more; m && o->more.at[m] != UINT32_MAX; m++)
    leave_out(t, o->more.at[m]);
  uint32_t known = o->pending;
  for (uint32_t i = 0; i <= race->tail; i++)
    vec_push(&t->sequence, race->second + i);
  t->open = race->second < known ? race->second : UINT32_MAX;
}

/* The other outcomes of a step at path[i], once it has been seen to have
 * them.  When something sleeps through the step, its elder sibling's subtree
 * does them all, and only what a race asks for is done here. */
static void add_alternatives(struct tree *t, uint32_t i) {
  const struct step *s = &t->order->steps.at[i];
  node_id at = t->path.at[i];
  unsigned alts = s->alts;
  bool branch = s->kind == OP_BRANCH;
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
  tree_sleep_down(t, t->path.at[i], into);
  if (!tree_sleeps(t))
    t->nodes[into].flags |= NODE_ALONE;
  if (i + 1 == t->slept && sleep_note(t, i + 1))
    t->slept = i + 2;
}

/* Answers the races whose first step is one of from..to-1, as far as the
 * cursor does not say that it is done.  False when it gave up; the sleep sets
 * of the steps before are then as they were when it comes back, because what is
 * inserted below a node never changes who are its elders. */
bool tree_answer_races(struct tree *t, uint32_t from, uint32_t to) {
  enum { PATIENCE = 1 << 12 }; /* steps looked at between two questions */
  struct tree_cursor *c = &t->cursor;
  uint32_t spent = 0;
  races_by_first(t);
  begin_asleep(t);
  for (uint32_t i = 0; i < to; i++) {
    uint32_t r = i < from || i < c->step   ? 0
                 : i == c->step && c->race ? c->race
                                           : t->heads.at[i];
    bool other = i >= from && i >= c->step && t->order->steps.at[i].alts > 1;
    if (r && i + 1 < t->slept)
      sleep_recall(t, i);
    for (; r; r = t->nexts.at[r - 1]) {
      const struct race *race = &t->order->races.at[r - 1];
      if (is_answered(t, race))
        continue;
      spent += t->order->executed - i;
      if (spent > PATIENCE && (spent = 0, give_up(t))) {
        c->step = i;
        c->race = r;
        return false;
      }
      build_sequence(t, race);
      t->insert(t, t->path.at[i]);
    }
    go_down(t, i, other);
    if (other)
      add_alternatives(t, i);
  }
  c->step = c->race = 0;
  return true;
}
