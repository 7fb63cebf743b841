/* unfold, contextual, stateful: every local state, by an unfolding (Kähkönen
 * 2015).
 *
 * unfold      place replication, chapters 3 and 4: every step of every thread
 *             after every past that matters to it is run at least once.  So
 *             every failure of a thread is met, and every data race (of two
 *             accesses the later one has the earlier in its past).
 * contextual  read arcs, chapter 5: a write does not have the reads before it
 *             in its past, so there are fewer events, and fewer runs where
 *             many reads race with writes.  Every failure of a thread is met.
 *             A data race of a read with a later write need not be met in
 *             this order, but the two can be swapped where they are next to
 *             each other, and then the read has the write in its past.
 *
 * stateful    chapter 7: the unfolding of a net that runs have shown, cut off
 *             at markings that are known (unfold/net.h).  The program is run
 *             only where the net does not know what happens, and where
 *             something is to be told.
 *
 * Every misuse is a failure of one thread, which has in its past what makes it
 * one: a lock, condition, barrier or semaphore that was destroyed, a port that
 * another receives from, a thread that was detached or joined (rt/claim.c,
 * rt/use.c).  But two joins of one thread are no steps where nobody can tell
 * which was first, and need not be run together: such programs are known by
 * their runs, and not covered (applies.c).
 *
 * All look for deadlocks in the complete unfolding (chapter 6.3) and run
 * those that no test has met: every set of threads that can wait for ever at
 * their places is found.  None need run every combination of independent
 * events, so outputs and states of several threads together are not covered:
 * nor whether messages are left when all threads of a model have ended.  What a
 * property of a model sees is no such state: the steps that it sees are not
 * independent (exec/watched.h). */
#include "base/alloc.h"
#include "sched/strategy.h"
#include "sched/unfold/unfold.h"

static void *open_replicated(const struct sched_options *o) {
  struct unfold *u = alloc_zero(1, sizeof *u);
  unfold_open(u, false, o);
  return u;
}

static void *open_contextual(const struct sched_options *o) {
  struct unfold *u = alloc_zero(1, sizeof *u);
  unfold_open(u, true, o);
  return u;
}

static void *open_stateful(const struct sched_options *o) {
  struct unfold *u = open_replicated(o);
  unfold_with_net(u);
  return u;
}

static bool propose(void *self, struct batch *b) {
  return unfold_propose(self, b);
}

static bool learn(void *self, const struct batch *b, uint32_t i, bool left_out,
                  const char **error) {
  struct unfold *u = self;
  bool ok = unfold_learn(u, b, i, !left_out);
  *error = u->error;
  return ok;
}

static void figures(const void *self, struct sched_stats *out) {
  unfold_figures(self, out);
}

static void save(const void *self, struct text *out) {
  unfold_save(self, out);
}

static bool load(void *self, struct unpack *in) {
  return unfold_load(self, in);
}

static uint64_t bytes(const void *self) {
  return unfold_bytes(self);
}

/* About as long as a step of a run takes. */
static uint64_t work(const void *self) {
  enum { STEP = 16 };
  return ((const struct unfold *)self)->work / STEP;
}

static void close_it(void *self) {
  unfold_close(self);
  free(self);
}

/* What the rows have in common. */
#define UNFOLDS                                                                \
  .preserves = PRESERVES_ALL & ~(1u << FOUND_OUTPUT | 1u << FOUND_BLOCKING),   \
  .local = true, .breaks = true, .narrow = true, .propose = propose,           \
  .learn = learn, .figures = figures, .save = save, .load = load,              \
  .bytes = bytes, .work = work, .close = close_it

const struct sched_strategy sched_unfold = {
    .name = "unfold",
    .summary = "every local state, in at most as many runs as traces",
    .open = open_replicated,
    UNFOLDS,
};
const struct sched_strategy sched_contextual = {
    .name = "contextual",
    .summary = "the same with read arcs: fewer events, fewer runs",
    .open = open_contextual,
    UNFOLDS,
};
const struct sched_strategy sched_stateful = {
    .name = "stateful",
    .summary = "every local state, by a net of what runs have shown",
    .states = true,
    .open = open_stateful,
    UNFOLDS,
};
