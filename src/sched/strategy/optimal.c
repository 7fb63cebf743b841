/* optimal: every Mazurkiewicz trace exactly once (Abdulla, Aronsson, Jonsson,
 * Sagonas 2014 and 2017: Optimal-DPOR with wakeup trees).
 *
 * A race is answered by the whole sequence that reverses it, not by its
 * first step alone.  The sequence goes into the tree unless what sleeps at
 * the node, or an elder branch, begins it equally well; so each sleeper is
 * woken inside the sequence, the sleep set at a leaf is empty, and no run is
 * ever abandoned.
 *
 * Most sequences are found again and again: of 15 readers and a writer each
 * trace can be had from seven others by one race.  Of such a race one answer
 * will do.  Let E be a node, e its step in a run and q a later one that races
 * with it, and t the steps after e that do not happen after it, so that t q is
 * the sequence.  Let x sleep at E, or begin a branch of E that is elder than
 * the run's own; let it be independent of all of t, and let q depend on it.
 * Then the race of e and q is left to that of x and q, if q writes to memory or
 * both are LOCKs.  (Abdulla et al. 2024 and Kokologiannakis et al. 2022 see to
 * it in other ways that a sequence is found once.)
 *
 * Nothing is lost.  What the proof asks for is that in the end a branch of E or
 * a sleeper begins t q equally well (tree.h).  Of all nodes A from the root
 * down to E, and all x that sleep at E because they are elder branches of A, or
 * are elder branches of E itself, such that the above is true of w t, with w
 * the steps from A to E, take the first node and there the eldest branch.
 * Traces that begin with A x w t are run below x, and are before the turn of E
 * is over; or a sleeper at A or an elder branch of A begins x w t q, and then it
 * sleeps at E and begins t q.  Among them is one with q as soon as it can be
 * done after that: at once if q is a write; if it is a LOCK, when the mutex is
 * free again, or never, if it never is.  In that run q races with x, since the
 * two depend on each other and nothing else orders them (of a LOCK, x is the
 * latest step before which it passes), and at A; and it is not left to another,
 * for that one would be an elder branch of A or of a node before A, of which
 * the above were true as well.  So its answer, w t u q with steps u that do not
 * happen after x, goes down from A, and each branch on the way to E begins it.
 * Where it turns off before E, to an elder branch or because something sleeps,
 * that one sleeps at E, and begins t q; if it does not, it comes to E.  It is not
 * held up, since x sleeps all the way: none of these nodes is alone, and none is
 * done before its turn (tree.h).
 *
 * A read would not do for q: where its thread waits for a value, it does not
 * race with every write (order.h).  Nor is any race left to others once there
 * was a run whose races were not answered, or where inputs are symbolic. */
#include <string.h>

#include "base/vec.h"
#include "sched/strategy.h"
#include "sched/tree.h"
#include "sched/tree_digest.h"
#include "sched/tree_foreseen.h"
#include "sched/tree_part.h"

/* What n's thread does first in the sequence is v[i]: `i` if it is n's step. */
static inline uint32_t is_own_step(const struct tree *t, const struct node *n,
                                   const uint32_t *v, uint32_t i) {
  const struct step *s = &t->order->steps.at[v[i]];
  return !n->places == !s->places &&
                 (v[i] == t->open || s->alt == CHOICE_ALT(n->choice))
             ? i
             : UINT32_MAX;
}

/* weak_initial, of which v[from] is the first that is not looked at yet. */
static uint32_t weak_initial_from(const struct tree *t, const struct node *n,
                                  const uint32_t *v, uint32_t count,
                                  uint32_t from) {
  unsigned thread = CHOICE_THREAD(n->choice);
  const struct step *steps = t->order->steps.at;
  for (uint32_t i = from; i < count; i++) {
    if (steps[v[i]].thread == thread)
      return is_own_step(t, n, v, i);
    if (node_depends_on(t, n, v[i]))
      return UINT32_MAX;
  }
  return node_is_part(n) ? UINT32_MAX : count;
}

/* Its kind and its place say what its step depends on: no property sees it, it
 * ends no run, and it is no turn. */
static inline bool is_plain(const struct node *n) {
  return !(n->object & SEEN_MARK || n->step_flags & EVENT_ENDS || n->places) &&
         OP_CLASS(n->kind) != CLASS_GLOBAL;
}

/* The same of a step of memory. */
static inline bool is_plain_access(const struct step *s) {
  return OP_CLASS(s->kind) == CLASS_ACCESS &&
         !(s->flags & EVENT_ENDS || s->places);
}

static inline bool overlaps(const struct node *n, const struct step *s) {
  uint64_t at = object_bare(s->object);
  return n->object < at + s->size && at < n->object + n->size;
}

/* Where n's thread first moves in the sequence, when nothing before depends
 * on n's step: `count` when it does not move at all; UINT32_MAX when n is no
 * weak initial.  A search is here more often than anywhere else, so what most
 * steps are is asked first: of kinds that never depend on each other. */
THREADS_INLINE uint32_t weak_initial(const struct tree *t,
                                     const struct node *n, const uint32_t *v,
                                     uint32_t count) {
  unsigned thread = CHOICE_THREAD(n->choice);
  uint32_t rivals = op_rivals[n->kind];
  const struct step *steps = t->order->steps.at;
  if (count && steps[v[0]].thread == thread)
    return is_own_step(t, n, v, 0);
  if (!is_plain(n))
    return weak_initial_from(t, n, v, count, 0);
  for (uint32_t i = 0; i < count; i++) {
    const struct step *s = &steps[v[i]];
    if (s->thread == thread)
      return is_own_step(t, n, v, i);
    if (!(rivals >> (op_bits[s->kind] & 31) & 1 || s->flags & EVENT_ENDS))
      continue;
    if (OP_CLASS(n->kind) != CLASS_ACCESS || !is_plain_access(s))
      return weak_initial_from(t, n, v, count, i);
    if (overlaps(n, s))
      return UINT32_MAX;
  }
  return count;
}

/* The nodes that a walk comes to after n: trees are larger than the caches
 * that are near, and asking takes about as long as memory does. */
static inline void fetch_ahead(const struct tree *t, const struct node *n) {
  __builtin_prefetch(&t->nodes[n->next]);
  __builtin_prefetch(&t->nodes[n->first]);
}

static void take_out(uint32_t *v, uint32_t i, uint32_t count) {
  memmove(v + i, v + i + 1, (count - i - 1) * sizeof *v);
}

/* The first child that begins the sequence, by v[*i], or 0.  `not`: one that is
 * known not to, or 0. */
static inline node_id begun_by(const struct tree *t, node_id at, node_id not,
                               const uint32_t *v, uint32_t count, uint32_t *i) {
  for (node_id c = tree_node(t, at)->first; c; c = tree_node(t, c)->next) {
    fetch_ahead(t, tree_node(t, c));
    if (c == not)
      continue;
    *i = weak_initial(t, tree_node(t, c), v, count);
    if (*i != UINT32_MAX)
      return c;
  }
  return 0;
}

static void insert_below(struct tree *t, node_id at, uint32_t *v,
                         uint32_t count) {
  while (count && !node_branches(t, at)) {
    uint32_t i;
    node_id c = begun_by(t, at, 0, v, count, &i);
    if (!c) {
      tree_add(t, at, v, count);
      return;
    }
    if (!node_takes(tree_node(t, c)))
      return;
    if (!i)
      v++, count--;
    else if (i < count)
      take_out(v, i, count--);
    at = c;
  }
  if (node_branches(t, at))
    tree_insert_at_branch(t, at, v, count, node_takes, insert_below);
}

/* Takes out those of the sleepers whose steps depend on this one of the
 * sequence. */
THREADS_INLINE void leave_dependent(const struct tree *t, unsigned words,
                                    struct threads *sleepers, uint32_t step) {
  threads_each(words, sleepers, thread)
    if (node_depends_on(t, tree_node(t, t->sleeper[thread]), step))
      threads_remove(words, sleepers, (unsigned)thread);
}

/* Whether the thread of v[i] sleeps, and this is its step; else it sleeps no
 * more. */
THREADS_INLINE bool own_step_sleeps(const struct tree *t, unsigned words,
                                    struct threads *sleepers,
                                    const uint32_t *v, uint32_t i) {
  unsigned thread = t->order->steps.at[v[i]].thread;
  if (thread >= words * THREADS_WORD || !threads_has(words, sleepers, thread))
    return false;
  threads_remove(words, sleepers, thread);
  return is_own_step(t, tree_node(t, t->sleeper[thread]), v, i) != UINT32_MAX;
}

/* --- races that an elder answers ------------------------------------------ */

/* Whether it may be q (see above). */
static inline bool may_be_left(const struct tree *t, const struct step *q) {
  enum { NOT = EVENT_ENDS | EVENT_FAILED | EVENT_WOKEN };
  return (q->kind == OP_WRITE || q->kind == OP_LOCK) && !(q->flags & NOT) &&
         !(q->object & SEEN_MARK) && t->answers_all;
}

/* Whether it may be x, of a step q on which it depends. */
static inline bool sees_to(const struct node *x, const struct step *q) {
  return is_plain(x) && (q->kind == OP_WRITE || x->kind == OP_LOCK);
}

/* One of the sleepers, who sleep through all that comes before this step of the
 * sequence, which is the last. */
THREADS_INLINE bool some_sees_to_it(const struct tree *t, unsigned words,
                                    const struct threads *sleepers,
                                    uint32_t step) {
  const struct step *q = &t->order->steps.at[step];
  if (!may_be_left(t, q))
    return false;
  threads_each(words, sleepers, thread)
    if (sees_to(tree_node(t, t->sleeper[thread]), q))
      return true;
  return false;
}

static bool passes_rest(const struct tree *t, const struct node *x,
                        const uint32_t *v) {
  for (uint32_t i = 0; i < t->rest; i++)
    if (node_depends_on(t, x, v[i]))
      return false;
  return true;
}

/* One of the branches elder than the run's own. */
static bool elder_sees_to_it(const struct tree *t, node_id at, node_id own,
                             const uint32_t *v, uint32_t count) {
  const struct step *q = &t->order->steps.at[v[count - 1]];
  if (!may_be_left(t, q))
    return false;
  for (node_id c = tree_node(t, at)->first; c != own;
       c = tree_node(t, c)->next) {
    const struct node *x = tree_node(t, c);
    if (x->flags & NODE_STARTED && CHOICE_THREAD(x->choice) != q->thread &&
        sees_to(x, q) && node_depends_on(t, x, v[count - 1]) &&
        passes_rest(t, x, v))
      return true;
  }
  return false;
}

/* Who sleeps through the steps that come before what reverses the race; true:
 * a sleeper begins them.  A step of a kind on which none of them can depend is
 * passed by; that does not go for nodes that are not plain. */
THREADS_INLINE bool rest_begins(struct tree *t, unsigned words,
                                const uint32_t *v) {
  uint32_t rivals = 0;
  t->others = false;
  threads_copy(words, &t->through, &t->sleep);
  threads_each(words, &t->sleep, thread) {
    const struct node *n = tree_node(t, t->sleeper[thread]);
    rivals |= op_rivals[n->kind];
    if (is_plain(n))
      continue;
    t->others = true;
    threads_remove(words, &t->through, (unsigned)thread);
  }
  for (uint32_t i = 0; threads_any(words, &t->through) && i < t->rest; i++) {
    const struct step *s = &t->order->steps.at[v[i]];
    if (own_step_sleeps(t, words, &t->through, v, i))
      return true;
    if (rivals >> (op_bits[s->kind] & 31) & 1 || s->flags & EVENT_ENDS)
      leave_dependent(t, words, &t->through, v[i]);
  }
  return false;
}

/* Whether a node that sleeps is a weak initial of the sequence, or sees to it
 * (see above), for all of them at once: first those who sleep through its rest,
 * then, one by one, those that are not plain. */
THREADS_INLINE bool some_sleeper_begins(struct tree *t, unsigned words,
                                        const uint32_t *v, uint32_t count) {
  struct threads left;
  if (!t->same_rest)
    t->rest_begun = rest_begins(t, words, v);
  if (t->rest_begun)
    return true;
  threads_copy(words, &left, &t->through);
  for (uint32_t i = t->rest; threads_any(words, &left) && i < count; i++) {
    if (own_step_sleeps(t, words, &left, v, i) ||
        some_sees_to_it(t, words, &left, v[i]))
      return true;
    leave_dependent(t, words, &left, v[i]);
  }
  if (threads_any(words, &left))
    return true;
  threads_each(t->others ? words : 0, &t->sleep, thread) {
    const struct node *n = tree_node(t, t->sleeper[thread]);
    if (!is_plain(n) && weak_initial(t, n, v, count) != UINT32_MAX)
      return true;
  }
  return false;
}

/* The run's own step there is the first of the race: it depends on the second,
 * which the sequence has, and its thread does not move before that. */
static void insert(struct tree *t, node_id at) {
  const uint32_t *v = t->sequence.at;
  uint32_t count = (uint32_t)t->sequence.len;
  node_id own = t->path.at[tree_node(t, at)->depth + 1];
  if (tree_sleeps(t) && (t->words == 1
                             ? some_sleeper_begins(t, 1, v, count)
                             : some_sleeper_begins(t, t->words, v, count)))
    return;
  if (elder_sees_to_it(t, at, own, v, count))
    return;
  if (node_branches(t, at)) {
    insert_below(t, at, tree_sequence_copy(t), count);
    return;
  }
  uint32_t i;
  node_id c = begun_by(t, at, own, v, count, &i);
  if (node_is_above(t, tree_node(t, at))) {
    if (!c || node_takes(tree_node(t, c)))
      tree_ask_branch(t, at);
  } else if (!c) {
    tree_add(t, at, v, count);
  } else if (node_takes(tree_node(t, c))) {
    uint32_t *left = tree_sequence_copy(t);
    if (i < count)
      take_out(left, i, count--);
    insert_below(t, c, left, count);
  }
}

static void *optimal_open(const struct sched_options *o) {
  struct tree *t = alloc_resize(NULL, 1, sizeof *t);
  tree_open(t, false, insert, o);
  t->turns = true;
  t->work.blocks = true;
  t->hurried = !o->feasible; /* what nobody needs, no solver need decide */
  return t;
}

static bool optimal_propose(void *self, struct batch *b) {
  return tree_propose(self, b);
}

static bool optimal_extend(void *self, struct batch *b) {
  return tree_extend(self, b);
}

static bool optimal_foreseen(void *self, const struct batch *b,
                             const char **error) {
  struct tree *t = self;
  bool ok = tree_foreseen(t, b);
  *error = t->error;
  return ok;
}

static bool optimal_digest(void *self, unsigned worker, const struct batch *b,
                       uint32_t i, uint32_t plan) {
  return tree_digest(self, worker, b, i, plan);
}

static bool optimal_learn(void *self, const struct batch *b, uint32_t i,
                          bool left_out, const char **error) {
  struct tree *t = self;
  bool ok = tree_learn(t, b, i, !left_out);
  *error = t->error;
  return ok;
}

static struct tree *optimal_tree(void *self) {
  return self;
}

static void optimal_estimate(const void *self, struct sched_estimate *out) {
  tree_estimate(self, out);
}

static void optimal_save(const void *self, struct text *out) {
  tree_save(self, out);
}

static bool optimal_load(void *self, struct unpack *in) {
  return tree_load(self, in);
}

static uint64_t optimal_bytes(const void *self) {
  return tree_bytes(self);
}

static void optimal_close(void *self) {
  tree_close(self);
  free(self);
}

const struct sched_strategy sched_optimal = {
    .name = "optimal",
    .summary = "every trace exactly once (wakeup trees)",
    .preserves = PRESERVES_ALL,
    .awaits = true,
    .exact = true,
    .open = optimal_open,
    .propose = optimal_propose,
    .extend = optimal_extend,
    .foreseen = optimal_foreseen,
    .digest = optimal_digest,
    .learn = optimal_learn,
    .tree = optimal_tree,
    .estimate = optimal_estimate,
    .save = optimal_save,
    .load = optimal_load,
    .bytes = optimal_bytes,
    .close = optimal_close,
};
