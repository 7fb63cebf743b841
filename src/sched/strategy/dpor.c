/* dpor: dynamic partial-order reduction (Flanagan, Godefroid 2005) with
 * source sets and sleep sets (Abdulla et al. 2014: Source-DPOR).
 *
 * A race is answered by one step: some initial of the sequence that reverses
 * it, unless an initial is a branch of the node already, or sleeps there.
 * Every trace is run at least once; runs in which everything enabled sleeps
 * are abandoned and counted as redundant. */
#include "sched/strategy.h"
#include "sched/tree.h"
#include "sched/tree_digest.h"

/* Whether n's thread can begin the sequence. */
static bool initial(const struct tree *t, const struct node *n) {
  unsigned thread = CHOICE_THREAD(n->choice);
  for (size_t i = 0; i < t->sequence.len; i++) {
    uint32_t v = t->sequence.at[i];
    const struct step *s = &t->order->steps.at[v];
    if (s->thread == thread)
      return v == t->open || s->alt == CHOICE_ALT(n->choice);
    if (node_depends_on(t, n, v))
      return false;
  }
  return false;
}

static void insert(struct tree *t, node_id at) {
  threads_each(t->words, &t->sleep, thread)
    if (initial(t, tree_node(t, t->sleeper[thread])))
      return;
  for (node_id c = tree_node(t, at)->first; c; c = tree_node(t, c)->next)
    if (initial(t, tree_node(t, c)))
      return;
  tree_add(t, at, t->sequence.at, 1);
}

static void *dpor_open(const struct sched_options *o) {
  struct tree *t = alloc_resize(NULL, 1, sizeof *t);
  tree_open(t, true, insert, o);
  t->work.blocks = true;
  return t;
}

static bool dpor_propose(void *self, struct batch *b) {
  return tree_propose(self, b);
}

static bool dpor_digest(void *self, unsigned worker, const struct batch *b,
                       uint32_t i, uint32_t plan) {
  return tree_digest(self, worker, b, i, plan);
}

static bool dpor_learn(void *self, const struct batch *b, uint32_t i,
                       bool left_out, const char **error) {
  struct tree *t = self;
  bool ok = tree_learn(t, b, i, !left_out);
  *error = t->error;
  return ok;
}

static void dpor_estimate(const void *self, struct sched_estimate *out) {
  tree_estimate(self, out);
}

static void dpor_save(const void *self, struct text *out) {
  tree_save(self, out);
}

static bool dpor_load(void *self, struct unpack *in) {
  return tree_load(self, in);
}

static uint64_t dpor_bytes(const void *self) {
  return tree_bytes(self);
}

static void dpor_close(void *self) {
  tree_close(self);
  free(self);
}

const struct sched_strategy sched_dpor = {
    .name = "dpor",
    .summary = "every trace at least once (source sets, sleep sets)",
    .preserves = PRESERVES_ALL,
    .awaits = true,
    .open = dpor_open,
    .propose = dpor_propose,
    .digest = dpor_digest,
    .learn = dpor_learn,
    .estimate = dpor_estimate,
    .save = dpor_save,
    .load = dpor_load,
    .bytes = dpor_bytes,
    .close = dpor_close,
};
