/* Where a run turns off from one before it, at step e of that, it does w and q
 * instead: q depends on e, and no step of w is e's thread's.  So e does not begin
 * what is below the branch, and is awake when q was done; nothing else sleeps,
 * because each run before it was the first at the nodes that it made.  The branch
 * is what an answer to the race of e and q would be, but for steps that depend on
 * neither and are not in w: they come below it. */
#include "sched/tree_foreseen.h"

#include "base/alloc.h"
#include "sched/strategy.h"
#include "sched/tree_races.h"

#define ROOT 1

/* The steps of the runs, one behind the other, and where those of each begin. */
struct foreseen {
  VEC(struct step) steps;
  uint32_t from[FORESEEN + 2];
  uint32_t runs;
  node_id leaves[FORESEEN + 1]; /* of those that have one */
};

static void gather(struct foreseen *f, const struct batch *b) {
  f->runs = b->done <= FORESEEN + 1 ? b->done : FORESEEN + 1;
  for (uint32_t i = 0; i < f->runs; i++) {
    const struct run *r = &b->runs[i];
    f->from[i] = (uint32_t)f->steps.len;
    for (uint32_t k = 0; k < r->events_len; k++) {
      const struct event *e = &b->events[r->events + k];
      if (e->flags & (EVENT_SILENT | EVENT_PENDING))
        continue;
      struct step s = {.object = e->object,
                       .size = e->size,
                       .thread = e->thread,
                       .kind = e->kind,
                       .flags = e->flags,
                       .alt = e->alt};
      vec_push(&f->steps, s);
    }
  }
  f->from[f->runs] = (uint32_t)f->steps.len;
}

static uint32_t steps_of(const struct foreseen *f, uint32_t run) {
  return f->from[run + 1] - f->from[run];
}

static const struct step *step_at(const struct foreseen *f, uint32_t run,
                                  uint32_t i) {
  return &f->steps.at[f->from[run] + i];
}

static bool is_step(const struct node *n, const struct step *s) {
  return n->choice == CHOICE(s->thread, s->alt) && n->kind == s->kind &&
         n->object == s->object && n->size == s->size;
}

static node_id child_for(const struct tree *t, node_id at,
                         const struct step *s) {
  node_id c = tree_node(t, at)->first;
  while (c && !is_step(tree_node(t, c), s))
    c = tree_node(t, c)->next;
  return c;
}

/* The next node of a run that is the first to come there; false: it has no such
 * step. */
static bool extend(struct tree *t, const struct foreseen *f, uint32_t run) {
  const uint32_t depth = (uint32_t)t->path.len - 1;
  if (depth >= steps_of(f, run))
    return false;
  struct order own = {
      .steps = {.at = f->steps.at + f->from[run], .len = steps_of(f, run)}};
  t->order = &own;
  tree_extend_path(t);
  t->order = NULL;
  return true;
}

/* Goes down with a run, as far as it is one before it; which is that, or
 * UINT32_MAX: it does not turn off. */
static uint32_t go_along(struct tree *t, const struct foreseen *f, uint32_t run,
                         uint32_t end) {
  uint32_t first = 0; /* the run that was the first here */
  t->path.len = 0;
  vec_push(&t->path, ROOT);
  for (uint32_t d = 0; d < end; d++) {
    const node_id at = t->path.at[d];
    if (!tree_node(t, at)->first) {
      if (!extend(t, f, first))
        return UINT32_MAX;
      t->path.len--;
    }
    const node_id c = child_for(t, at, step_at(f, run, d));
    if (!c)
      return first;
    vec_push(&t->path, c);
    for (uint32_t k = 1; k < run; k++)
      first = f->leaves[k] == c ? k : first;
  }
  return UINT32_MAX;
}

/* Whether the steps from d on up to `end` are w and q, and the first child is e. */
static bool turns_off(const struct tree *t, const struct foreseen *f,
                      uint32_t run, uint32_t d, uint32_t end) {
  const struct node *e = tree_node(t, tree_node(t, t->path.at[d])->first);
  for (uint32_t i = d; i < end; i++) {
    const struct step *s = step_at(f, run, i);
    if (s->thread == CHOICE_THREAD(e->choice) ||
        (i + 1 < end && node_depends_at(t, e, s, NULL)))
      return false;
  }
  return !e->next && node_depends_at(t, e, step_at(f, run, end - 1), NULL);
}

static node_id add_branch(struct tree *t, const struct foreseen *f,
                          uint32_t run, uint32_t d, uint32_t end) {
  uint32_t steps[FORESEEN_CHOICES];
  struct order own = {
      .steps = {.at = f->steps.at + f->from[run], .len = steps_of(f, run)}};
  for (uint32_t i = d; i < end; i++)
    steps[i - d] = i;
  t->order = &own;
  t->open = UINT32_MAX;
  tree_add(t, t->path.at[d], steps, end - d);
  t->order = NULL;
  node_id n = tree_node(t, t->path.at[d])->last;
  while (tree_node(t, n)->first)
    n = tree_node(t, n)->first;
  return n;
}

static bool take(struct tree *t, const struct batch *b, struct foreseen *f,
                 uint32_t run) {
  const uint32_t end = b->plans[run].prefix_len;
  if (end > FORESEEN_CHOICES || end > steps_of(f, run) ||
      go_along(t, f, run, end) == UINT32_MAX)
    return false;
  const uint32_t d = (uint32_t)t->path.len - 1;
  if (!turns_off(t, f, run, d, end))
    return false;
  node_id leaf = add_branch(t, f, run, d, end);
  f->leaves[run] = leaf;
  tree_node(t, leaf)->flags |= NODE_SENT;
  tree_node(t, leaf)->flags &= ~NODE_FRESH;
  tree_add_plan(t, leaf);
  t->ahead++;
  return true;
}

bool tree_foreseen(struct tree *t, const struct batch *b) {
  EXPECTS(t->batch.len == 1 && t->batch.at[0] == ROOT && b->done > 1);
  struct foreseen f = {0};
  bool ok = true;
  gather(&f, b);
  t->path_known = 0;
  for (uint32_t i = 1; ok && i < f.runs; i++)
    ok = take(t, b, &f, i);
  vec_free(&f.steps);
  t->path_known = t->elders = t->slept = t->agreed = 0;
  t->error = ok ? NULL : sched_diverged;
  return ok;
}
