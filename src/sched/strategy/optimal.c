/* optimal: every Mazurkiewicz trace exactly once (Abdulla, Aronsson, Jonsson,
 * Sagonas 2014 and 2017: Optimal-DPOR with wakeup trees).
 *
 * A race is answered by the whole sequence that reverses it, not by its
 * first step alone.  The sequence goes into the tree unless what sleeps at
 * the node, or an elder branch, begins it equally well; so each sleeper is
 * woken inside the sequence, the sleep set at a leaf is empty, and no run is
 * ever abandoned. */
#include <string.h>

#include "base/vec.h"
#include "sched/strategy.h"
#include "sched/tree.h"

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

static void insert_below(struct tree *t, node_id at, uint32_t *v,
                         uint32_t count);

static void take_out(uint32_t *v, uint32_t i, uint32_t count) {
  memmove(v + i, v + i + 1, (count - i - 1) * sizeof *v);
}

/* `not`: a child that is known not to begin the sequence, or 0. */
static void insert_beside(struct tree *t, node_id at, node_id not, uint32_t *v,
                          uint32_t count) {
  while (!node_branches(t, at)) {
    uint32_t i = UINT32_MAX;
    node_id c = count ? tree_node(t, at)->first : 0;
    if (!count)
      return;
    for (; c; c = tree_node(t, c)->next) {
      fetch_ahead(t, tree_node(t, c));
      if (c == not)
        continue;
      i = weak_initial(t, tree_node(t, c), v, count);
      if (i != UINT32_MAX)
        break;
    }
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
  tree_insert_at_branch(t, at, v, count, node_takes, insert_below);
}

static void insert_below(struct tree *t, node_id at, uint32_t *v,
                         uint32_t count) {
  insert_beside(t, at, 0, v, count);
}

/* Takes out those of the sleepers whose steps depend on this one of the
 * sequence. */
THREADS_INLINE void leave_dependent(const struct tree *t, unsigned words,
                                    struct threads *sleepers, uint32_t step) {
  threads_each(words, sleepers, thread)
    if (node_depends_on(t, tree_node(t, t->sleeper[thread]), step))
      threads_remove(words, sleepers, (unsigned)thread);
}

/* Whether a node that sleeps is a weak initial of the sequence, for all of them
 * at once.  A step of a kind on which none of them can depend is passed by;
 * that does not go for nodes that are not plain, which are asked one by one. */
THREADS_INLINE bool some_sleeper_begins(const struct tree *t, unsigned words,
                                        const uint32_t *v, uint32_t count) {
  struct threads left;
  uint32_t rivals = 0;
  threads_copy(words, &left, &t->sleep);
  threads_each(words, &t->sleep, thread) {
    const struct node *n = tree_node(t, t->sleeper[thread]);
    rivals |= op_rivals[n->kind];
    if (is_plain(n))
      continue;
    if (weak_initial(t, n, v, count) != UINT32_MAX)
      return true;
    threads_remove(words, &left, (unsigned)thread);
  }
  for (uint32_t i = 0; threads_any(words, &left) && i < count; i++) {
    const struct step *s = &t->order->steps.at[v[i]];
    if (s->thread < words * THREADS_WORD) {
      if (threads_has(words, &left, s->thread) &&
          is_own_step(t, tree_node(t, t->sleeper[s->thread]), v, i) !=
              UINT32_MAX)
        return true;
      threads_remove(words, &left, s->thread);
    }
    if (rivals >> (op_bits[s->kind] & 31) & 1 || s->flags & EVENT_ENDS)
      leave_dependent(t, words, &left, v[i]);
  }
  return threads_any(words, &left);
}

/* The run's own step there is the first of the race: it depends on the second,
 * which the sequence has, and its thread does not move before that. */
static void insert(struct tree *t, node_id at) {
  uint32_t *v = t->sequence.at, count = (uint32_t)t->sequence.len;
  node_id own = t->path.at[tree_node(t, at)->depth + 1];
  if (tree_sleeps(t) && (t->words == 1
                             ? some_sleeper_begins(t, 1, v, count)
                             : some_sleeper_begins(t, t->words, v, count)))
    return;
  insert_beside(t, at, own, v, count);
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

static void optimal_digest(void *self, unsigned worker, const struct batch *b,
                       uint32_t i, uint32_t plan) {
  tree_digest(self, worker, b, i, plan);
}

static bool optimal_learn(void *self, const struct batch *b, uint32_t i,
                          bool left_out, const char **error) {
  struct tree *t = self;
  bool ok = tree_learn(t, b, i, !left_out);
  *error = t->error;
  return ok;
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
    .digest = optimal_digest,
    .learn = optimal_learn,
    .estimate = optimal_estimate,
    .save = optimal_save,
    .load = optimal_load,
    .bytes = optimal_bytes,
    .close = optimal_close,
};
