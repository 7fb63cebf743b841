/* tree: what has been run, what is to be run, and what sleeps meanwhile.
 *
 * A node is a state reached by the choices from the root; the edge into it
 * carries a step.  Children of a node are ordered: a child's subtree leaves
 * to its elder siblings every run they can begin equally well, so at a node
 * the elder siblings of the branch taken *sleep* until a dependent step
 * (Godefroid 1996).  New children come last; only alternatives of one and
 * the same step stay together, since a thread sleeps as a whole.
 *
 * A leaf that is *pending* waits for its turn.  Turns go depth first, elder
 * before younger.  But the prefix of a pending leaf never changes, so leaves
 * are run ahead of their turn, many in one batch.  No run is wasted.  A subtree
 * that is done is given back at once; only the edge into it stays, for its
 * younger siblings.
 *
 * What a run teaches can be taken in at once, too, though its turn has not come
 * and elder subtrees will still grow.  The proof of Abdulla et al. goes by
 * induction over the order in which subtrees come to their end, and uses of an
 * elder only that in the end all its races have been answered; so it holds for
 * the order that the tree has when everything is over, whenever its branches
 * were put there, if three things are kept:
 *
 *   Who sleeps at a node never changes.  New branches are younger than those
 *   that are there.  But a step that ends its run never sleeps, and that is
 *   known when it was taken: a run is not looked at before every elder on its
 *   way was taken once, or is known to sleep anyway (elders_known).
 *
 *   The races of an elder help the younger.  Where something sleeps, a node
 *   does not find by itself what begins with it and comes before the sleeper
 *   wakes: that is seen in the elder's runs, and inserted here.  So insertions
 *   go through a node where something sleeps, begun or not, until it is done,
 *   and it is not done before its turn has come.  (They never add what is
 *   there: a sequence that no branch of a node begins, and nothing that sleeps
 *   there, begins a trace that needs a branch.)
 *
 *   Where nothing sleeps (NODE_ALONE) a node needs no help: everything below
 *   it is found from below.  It may be closed ahead of its turn, and insertions
 *   end there.  A leaf of a sequence that answers a race is such a node: no
 *   sleeper and no elder branch begins the sequence.  Of an atomic block that
 *   was not run yet that cannot be asked: it is taken to depend on everything.
 *   So it may turn out that something sleeps through the whole sequence; it is
 *   woken at the leaf, because insertions have ended there.
 *
 * What is inserted need not be the answer to a race that the proof asks for:
 * any sequence that can be done at a node will do, as what is there already is
 * not added, and what is added would have to be run at some time.  So the first
 * runs of a tree that is `hurried` answer more races than they must: a small
 * tree is then known after fewer batches, and a hand-over costs as much as
 * some executions.  Of larger ones the same would be found out again and again.
 *
 * With `in_turn` only the races below a leaf are answered at once, those above
 * it when its turn comes: rows whose sleep sets are not those of the tree.
 *
 * A strategy decides how a race becomes a branch: tree_insert_fn. */
#ifndef SCHED_TREE_H
#define SCHED_TREE_H

#include "base/sound.h"
#include "exec/executor.h"
#include "sched/order.h"
#include "sched/order_news.h"
#include "sched/strategy.h"

typedef uint32_t node_id; /* 0: none; the root is 1 */

enum node_flags {
  NODE_STARTED = 1, /* a run went through, its races are in the tree */
  NODE_PENDING = 2, /* a leaf whose turn has not come */
  NODE_SENT = 4,    /* a pending leaf that was or is being run */
  NODE_DONE = 8,    /* nothing left to run below */
  NODE_IDLE = 16,   /* an alternative left to an elder sibling, until a race
                       shows that it must be taken here too */
  NODE_ALONE = 32,  /* nothing sleeps at it: a run went through and has shown
                       that, or a sequence ends there */
  NODE_FRESH = 128, /* at it or below it there may be leaves that were not sent;
                       all nodes above it are fresh, too */
};

/* What a walk looks at comes first: it is one line of the cache then. */
struct node {
  node_id parent, next, first, last; /* next sibling; children */
  choice choice;
  uint8_t kind, step_flags; /* of the edge into it */
  uint8_t flags;
  uint32_t depth; /* steps from the root */
  uint32_t open;  /* children neither done nor idle */
  uint64_t object;
  uint32_t size;
  uint32_t places; /* of a turn that is one step: where in t->places; 0: none */
  uint32_t kept;   /* its run in t->kept, plus 1; or 0 */
  uint64_t leaves; /* runs below, once it is done */
};

/* A run whose turn has not come.  Most are looked at when they come, and their
 * order is not copied. */
struct kept_run {
  struct order order;
  bool lent; /* it is t->lender instead */
  bool branch; /* its races are to be answered */
};

/* Nodes of one depth that are done. */
struct closed_nodes {
  uint64_t nodes, children;
  uint64_t leaves, first; /* of all, and of their first children */
};

/* How far the runs of a batch have been thought through: learning from long
 * runs takes long, and may be left off in the middle and be taken up again. */
struct tree_cursor {
  bool begun;          /* the run looked at has its nodes */
  uint32_t next;       /* plans of the batch before it have been looked at */
  uint32_t step, race; /* races from these on are not answered yet */
};

struct sched_options;
struct text;
struct unpack;

/* A branch that a part of a tree wants at a node above it (tree_part.h). */
struct tree_ask {
  uint32_t depth;        /* of the node, which is on the way to the part */
  uint32_t first, count; /* steps of t->asked; */
  uint32_t rest, open;   /* as those of the tree, counted from the first */
  bool outcomes;         /* it wants the other outcomes of the step instead */
};

struct tree;
/* At a node the steps in t->sequence could be done, the last of them
 * reversing a race.  May add a branch; the sequence stays what it is. */
typedef void tree_insert_fn(struct tree *t, node_id at);
/* May add races to the order of a run that has just come. */
typedef void tree_races_fn(struct tree *t, struct order *o);

struct tree {
  struct node *nodes;
  uint32_t nodes_len, nodes_cap;
  node_id free;                    /* chain by next */
  node_id top; /* of what is searched: the root, or that of a part; what is
                  above it is another's (tree_part.h) */
  bool sleep_sets;                 /* leaves are run with a sleep set */
  bool turns;                      /* turns of waiting loops are one step */
  bool raw;                        /* but no further ones */
  bool hurried;                    /* the first runs answer every race of a
                                      lock (order.h) */
  bool in_turn;                    /* races above a leaf are answered when its
                                      turn comes, and not before */
  tree_insert_fn *insert;          /* the strategy's */
  tree_races_fn *more_races;       /* likewise, or NULL */
  const struct sched_options *options; /* give_up is asked now and then */
  VEC(struct turn_place) places;        /* of turns, each list once; [0] unused */
  VEC(node_id) batch;              /* leaf of each plan */
  uint32_t learned;                /* plans of the batch whose runs have come */
  uint32_t ahead;                  /* pending leaves that were sent */
  struct tree_cursor cursor;
  uint64_t leaves;                 /* turns that have come */
  VEC(struct closed_nodes) closed; /* by depth */
  VEC(struct kept_run) kept;
  VEC(uint32_t) kept_free;
  uint64_t longest; /* bytes of the largest order so far */
  /* tree_digest.h.  By plan of the batch, in turns, as no more than half of
   * them are on their way; NULL: nobody digests. */
  struct order_news *digested;
  struct order_work *works[WORKERS_MAX];
  struct order gathered;      /* of what was digested, the last that came */
  const struct order *lender; /* of the run that came last: that, or that of
                                 t->work */
  uint32_t same; /* so many of its steps are those of the last run of lender */
  /* the run that is being looked at */
  const struct order *order;
  VEC(node_id) path;          /* its nodes; [0] is the root */
  /* So many of them are those of the run that is looked at next, if it has
   * them; their elders are known, and who sleeps at them, which is noted. */
  uint32_t path_known, elders, slept;
  uint32_t agreed; /* so many steps on it are those of the run that came last */
  VEC(node_id) asleep;        /* by depth: from asleep_from[depth] on */
  VEC(uint32_t) asleep_from;
  uint32_t old;               /* steps of it that runs before it had */
  VEC(uint32_t) known;        /* by thread: what is in the clocks of all steps
                                 behind them */
  bool outcomes;              /* some step was seen to have several */
  bool unanswered;            /* there were runs whose races were not answered */
  bool answers_all;           /* there were none, and races are a matter of the
                                 run alone */
  VEC(uint32_t) heads, nexts; /* its races by first step */
  VEC(uint32_t) sequence;     /* steps to be done instead of a race */
  VEC(uint32_t) walk;         /* what is left of it on the way down */
  uint32_t rest; /* so many of it come before what reverses the race */
  bool same_rest; /* they are those of the last sequence, at the same node, */
  bool rest_begun; /* and whether a sleeper begins them; */
  bool others;     /* whether there are sleepers of whom that was not asked; */
  struct threads through; /* and who of the others sleeps through them all */
  VEC(uint64_t) branches;     /* of tree_feasible */
  /* of a part: what it wants above it, each once */
  VEC(struct tree_ask) asks;
  struct order asked;
  struct map asks_seen;
  uint32_t open; /* the step whose outcome is open: it reverses the race */
  /* the sleep set at the node being looked at */
  struct threads sleep;
  unsigned words; /* of it: as many as the threads need that were seen */
  const char *error;
  uint64_t sound_at; /* leaves after which it is looked at (base/sound.h) */
  /* Large, and not all to be zero in the beginning: a search of a few runs would
   * do little else. */
  struct order_work work;
  node_id sleeper[THREADS_MAX]; /* the edge that put the thread to sleep */
};
enum { TREE_ZERO = offsetof(struct tree, work) + ORDER_WORK_ZERO };

/* Whatever is in *t; closed, it may be opened again. */
void tree_open(struct tree *t, bool sleep_sets, tree_insert_fn *insert,
               const struct sched_options *o);
void tree_close(struct tree *t);
/* Plans for pending leaves, as many as fit; false when none is left.  True
 * without a plan: it was asked to give up while it still learned. */
bool tree_propose(struct tree *t, struct batch *b);
/* More of them behind those that are in the batch, which are not all learned
 * yet, up to EXTENDED_MAX in all.  False when it was asked to give up: nothing
 * has changed. */
bool tree_extend(struct tree *t, struct batch *b);
/* For tree_load: the next plan of the batch is that of this leaf. */
void tree_add_plan(struct tree *t, node_id leaf);
/* Takes in the run of plan i of the batch.  With `branch` false the run is
 * only noted, its races are not answered.  False: the run is not what its
 * prefix promised (t->error), or it gave up, and nothing has changed. */
bool tree_learn(struct tree *t, const struct batch *b, uint32_t i,
                bool branch);
uint64_t tree_bytes(const struct tree *t);

/* Whether it is known of all elders on the way to a node if they sleep. */
bool tree_elders_known(struct tree *t, node_id leaf);
/* Closes what is done from n upwards, where that need not wait. */
void tree_close_from(struct tree *t, node_id n);

/* tree_save.c: everything that matters, to go on from there in another
 * process.  tree_load needs a tree just opened; false: this is none. */
void tree_save(const struct tree *t, struct text *out);
bool tree_load(struct tree *t, struct unpack *in);
/* A node and what is below it, and back into a node that has nothing below it;
 * `lists`: of places, as it knew them.  What it cannot be: in->bad. */
void tree_pack_below(const struct tree *t, node_id top, struct text *out);
void tree_unpack_below(struct tree *t, node_id top, struct unpack *in,
                       const struct turn_place *lists, size_t lists_len);

/* tree_sound.c: NULL, or what is wrong with the tree (base/sound.h). */
const char *tree_sound(const struct tree *t);

/* tree_size.c: how many runs the tree will have had at its end. */
struct sched_estimate;
void tree_estimate(const struct tree *t, struct sched_estimate *out);

/* The sleep set at the node being looked at: nobody; whether there is
 * somebody, and who; one more, by this edge. */
static inline void tree_sleep_none(struct tree *t) {
  threads_clear(t->words, &t->sleep);
}
static inline bool tree_sleeps(const struct tree *t) {
  return threads_any(t->words, &t->sleep);
}
static inline void tree_sleep_add(struct tree *t, unsigned thread, node_id by) {
  while (thread >= t->words * THREADS_WORD)
    t->sleep.at[t->words++] = 0;
  threads_add(t->words, &t->sleep, thread);
  t->sleeper[thread] = by;
}

/* For tree_insert_fn.  A node that begins a sequence is gone through unless
 * what comes below it needs no help (see above). */
static inline bool node_takes(const struct node *n) {
  return !(n->flags & (NODE_PENDING | NODE_ALONE | NODE_DONE));
}
/* What the first run begins with, or NULL: any run will do. */
static inline const struct sched_start *start_of(const struct tree *t) {
  return t->options && t->options->starts_len ? t->options->starts : NULL;
}
static inline struct node *tree_node(const struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  return &t->nodes[n];
}
/* Whether it is above the part that is searched here. */
static inline bool node_is_above(const struct tree *t, const struct node *n) {
  return n->depth < tree_node(t, t->top)->depth;
}
/* Places of a step in a list of the tree. */
uint32_t tree_places(struct tree *t, const struct turn_place *p);
static inline const struct turn_place *node_places(const struct tree *t,
                                              const struct node *n) {
  EXPECTS(n->places < t->places.len || !n->places);
  return n->places ? &t->places.at[n->places] : NULL;
}
/* Part of a turn of a waiting loop: runs below it are those in which the rest
 * of that turn comes later, and it stands for no others. */
static inline bool node_is_part(const struct node *n) {
  return n->places && CHOICE_ALT(n->choice) & CHOICE_PART;
}
/* Its step, without places. */
static inline struct step node_step(const struct node *n) {
  return (struct step){.object = n->object,
                       .size = n->size,
                       .kind = n->kind,
                       .flags = n->step_flags,
                       .thread = (uint16_t)CHOICE_THREAD(n->choice)};
}
/* With a step that has these places. */
static inline bool node_depends_at(const struct tree *t, const struct node *n,
                                   const struct step *s,
                                   const struct turn_place *more) {
  EXPECTS(n->kind < OP_COUNT && s->kind < OP_COUNT);
  if (CHOICE_THREAD(n->choice) == s->thread ||
      ((n->step_flags | s->flags) & EVENT_ENDS))
    return true;
  if (!n->places && !more)
    return op_dependent(n->kind, n->object, n->size, s->kind, s->object,
                        s->size);
  return places_dependent(n->kind, (struct turn_place){n->object, n->size, 0},
                          node_places(t, n), s->kind,
                          (struct turn_place){s->object, s->size, 0}, more);
}
/* With a step of the run that is looked at. */
static inline bool node_depends(const struct tree *t, const struct node *n,
                                const struct step *s) {
  return node_depends_at(t, n, s, step_places(t->order, s));
}
/* The same of a step of t->sequence.  The last of them is done where it was
 * not, so it is not known what it touches if it is an atomic block. */
static inline bool node_depends_on(const struct tree *t, const struct node *n,
                                   uint32_t step) {
  EXPECTS(step < t->order->steps.len);
  const struct step *s = &t->order->steps.at[step];
  return (s->kind == OP_ATOMIC && step == t->open &&
          OP_CLASS(n->kind) > CLASS_ORDER) ||
         node_depends(t, n, s);
}
/* The sequence, to be changed: with room for one step more. */
uint32_t *tree_sequence_copy(struct tree *t);
/* A new branch at a node: these steps, a pending leaf at their end. */
void tree_add(struct tree *t, node_id at, const uint32_t *steps,
              uint32_t count);
/* Another outcome of a step there: a leaf, or `idle`. */
void tree_add_outcome(struct tree *t, node_id at, const struct step *s,
                      unsigned alt, bool idle);
/* Branches on symbolic inputs (concolic.h).  A thread that comes to one takes
 * it at once, so at such a node nobody else moves, and its children are the
 * ways it goes.  Whether, behind `at`, the branch can go this way and the
 * steps come as they do: */
static inline bool node_branches(const struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  node_id c = t->nodes[n].first;
  return c && t->nodes[c].kind == OP_BRANCH;
}
bool tree_feasible(struct tree *t, node_id at, const struct node *branch,
                   unsigned way, const uint32_t *steps, uint32_t count);
/* The other way beside `sibling`, and then the steps; a pending leaf at their
 * end. */
void tree_add_way(struct tree *t, node_id at, node_id sibling, unsigned way,
                  const uint32_t *steps, uint32_t count);
/* tree_ways.c: a sequence that has come down to a node where a thread branches.
 * `takes`: whether it is to go further down, through a child that there is;
 * `below` then takes it on from there.  v has room for one step more than it
 * has had. */
typedef bool tree_takes_fn(const struct node *n);
typedef void tree_below_fn(struct tree *t, node_id at, uint32_t *v,
                           uint32_t count);
void tree_insert_at_branch(struct tree *t, node_id at, uint32_t *v,
                           uint32_t count, tree_takes_fn *takes,
                           tree_below_fn *below);
/* For tree_load: a new node, without a place among its parent's children. */
node_id tree_node_new(struct tree *t, node_id parent);

#endif
