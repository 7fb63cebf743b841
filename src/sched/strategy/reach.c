/* reach: reachability testing (Lei chapter 3; Lei and Carver 2004): every
 * sequence of synchronizations exactly once.
 *
 * What a sequence is.  Of messages, the SR-sequence (Lei 3.3.1): which send
 * each receive got its message from (messages.h); two sends to one port have
 * no order, so there are fewer sequences than traces.  Of semaphores, locks,
 * conditions and whatever else event.h knows, the CC-sequence (Lei and
 * Carver): the order of completed operations on each object, and which calls
 * never complete (doc/papers.md); these are the traces of `optimal`.  Of
 * variables, the order of accesses that depend on each other (the
 * RW-sequences of Hwang, Tai and Huang, Lei 3.1).  In a program without data
 * races all accesses are ordered by its synchronization and add nothing; in
 * one with data races, which Lei's theory leaves out, nothing is left out
 * here.  So all deadlocks, assertion violations and final results are
 * reached, whatever the program does.
 *
 * How.  A run is a maximal sequence Q.  For each receive r and each message
 * of its race set there is a race variant: Q without what happens after r,
 * and then r receives that message instead.  (For other operations: Q without
 * what happens after the first step of a race, then its second step.)  The
 * variant is run to its end, which gives another sequence with its own
 * variants, and so on.
 *
 * Exactly once.  As printed the algorithm keeps sends that happen after a
 * changed receive, which gives infeasible variants, duplicates, and does not
 * end (doc/papers.md); here whatever happens after r is dropped.  The
 * printed algorithm also keeps a tree of all sequences to recognise those
 * that it has seen; Lei 5.2.2 asks for none.  We keep the way to the sequence
 * that is looked at, and on it the variants whose turn has not come
 * (tree.h); a sequence is forgotten once its variants are known.  That a
 * variant is new is known from what sleeps: at each place of the way the
 * events that elder branches began with.  A variant that one of them begins
 * equally well is theirs and is left out; any other conflicts with all of
 * them, so no run is wasted and none is done twice.  The argument is that of
 * Abdulla et al. 2014 for traces, with "another message" as another event of
 * the same thread: let S be a sequence, none of whose events at some place of
 * the way is a branch there, and t the branch that comes into conflict
 * with S last, with its event e.  What S does before e goes together with t,
 * so some run Q has both, and e is in the race set of t in Q.  The variant
 * has a first event x that is a branch.  It is not in S, and comes into
 * conflict with S after e, if at all: a contradiction.
 *
 * All variants of one change at a time suffice for this; changing several
 * receives at once, as Lei does, is left to the runs that follow.
 *
 * An atomic block is an operation on every object, so that its place in the
 * sequence is that among all of them; `optimal` has fewer traces there.
 *
 * Ports.  Under async, fifo and causal the above holds as it stands while no
 * send has to wait.  Of a mailbox, and of a port that may be full, a sequence
 * has the order of sends, too (messages.h); the second shows on the way, and
 * then the search begins anew, with its first run as it was if that showed
 * it.  When a port may hold more messages than a property allows, or when one
 * message can be received in several ways, every two operations on one port
 * are dependent, as for `optimal`.
 *
 * Of programs there are ports of heddle/rt.h, each of a kind of its own, and
 * pipes, sockets and message queues, whose messages are in one order (queues.h).
 * That a stream is more than a queue of messages shows on the way as well. */
#include <string.h>

#include "base/pack.h"
#include "base/sound.h"
#include "sched/messages.h"
#include "sched/strategy.h"
#include "sched/tree.h"

struct reach {
  struct tree tree;
  const struct sched_options *options;
  bool traces;  /* every two operations on one port are dependent */
  bool restart; /* more is dependent than was thought */
  bool begun;   /* a run was taken in */
  struct messages messages; /* of the run that is being taken in */
  struct order first;       /* of the first run */
  struct order_work work;
  VEC(struct run) runs;     /* the batch as it is to be read */
  VEC(node_id) asleep;
  VEC(node_id) path;
};

/* --- variants ------------------------------------------------------------- */

/* Where n's event is in the sequence, when it can come first: `count` when it
 * is not in there and conflicts with nothing that is; UINT32_MAX when it
 * cannot. */
static uint32_t begins(const struct tree *t, const struct node *n,
                       const uint32_t *v, uint32_t count) {
  EXPECTS(v || !count);
  unsigned thread = CHOICE_THREAD(n->choice);
  for (uint32_t i = 0; i < count; i++) {
    const struct step *s = &t->order->steps.at[v[i]];
    if (s->thread == thread && s->object != n->object)
      return UINT32_MAX;
    if (s->thread == thread)
      return v[i] == t->open || s->alt == CHOICE_ALT(n->choice) ? i
                                                                : UINT32_MAX;
    if (node_depends(t, n, s))
      return UINT32_MAX;
  }
  return count;
}

/* What sleeps at a node of the run's path.  (The tree knows one sleeper of
 * each thread; here a thread may have several, one for each message.) */
static void find_asleep(struct reach *r, node_id at) {
  EXPECTS(at && at < r->tree.nodes_len);
  const struct tree *t = &r->tree;
  uint32_t depth = tree_node(t, at)->depth;
  vec_clear(&r->asleep);
  for (uint32_t d = 0; d < depth; d++) {
    node_id into = t->path.at[d + 1];
    const struct node *n = tree_node(t, into);
    struct step step = {.object = n->object,
                        .size = n->size,
                        .kind = n->kind,
                        .flags = n->step_flags,
                        .thread = CHOICE_THREAD(n->choice)};
    node_id s = tree_node(t, t->path.at[d])->first;
    for (; s != into; s = tree_node(t, s)->next)
      if (!(tree_node(t, s)->step_flags & EVENT_ENDS))
        vec_push(&r->asleep, s);
    size_t kept = 0;
    vec_each(&r->asleep, z) if (!node_depends(t, tree_node(t, *z), &step))
        r->asleep.at[kept++] = *z;
    r->asleep.len = kept;
  }
}

/* The subtree of a node that a run came through, or will, has the variant. */
static bool takes(const struct node *n) {
  return !(n->flags & (NODE_STARTED | NODE_PENDING));
}

static void insert_below(struct tree *t, node_id at, uint32_t *v,
                         uint32_t count) {
  while (!node_branches(t, at)) {
    uint32_t i = UINT32_MAX;
    node_id c = tree_node(t, at)->first;
    while (c && (i = begins(t, tree_node(t, c), v, count)) == UINT32_MAX)
      c = tree_node(t, c)->next;
    if (!c) {
      tree_add(t, at, v, count);
      return;
    }
    if (!takes(tree_node(t, c)))
      return;
    if (i < count) {
      memmove(v + i, v + i + 1, (count - i - 1) * sizeof *v);
      if (!--count)
        return;
    }
    at = c;
  }
  tree_insert_at_branch(t, at, v, count, takes, insert_below);
}

/* A variant, as far as it goes beyond the node, unless it is covered. */
static void insert(struct tree *t, node_id at) {
  EXPECTS(at && at < t->nodes_len);
  struct reach *r = (struct reach *)t;
  const uint32_t *v = t->sequence.at;
  uint32_t count = (uint32_t)t->sequence.len;
  find_asleep(r, at);
  vec_each(&r->asleep, z)
    if (begins(t, tree_node(t, *z), v, count) != UINT32_MAX)
      return;
  insert_below(t, at, tree_sequence_copy(t), count);
}

/* Reads on what was said of a run; true: it can be taken in. */
static bool heed(struct reach *r, enum messages_answer said) {
  r->traces |= said == MESSAGES_TRACES;
  r->restart |= said != MESSAGES_READ;
  return said == MESSAGES_READ;
}

static void add_races(struct tree *t, struct order *o) {
  struct reach *r = (struct reach *)t;
  if (!r->traces)
    heed(r, messages_races(&r->messages, o));
}

/* --- the row -------------------------------------------------------------- */

static void begin(struct reach *r) {
  tree_open(&r->tree, false, insert, r->options);
  r->tree.in_turn = true;
  r->tree.more_races = add_races;
}

static void *reach_open(const struct sched_options *o) {
  struct reach *r = alloc_zero(1, sizeof *r);
  r->options = o;
  r->traces = o->ports == PORTS_OTHER;
  begin(r);
  return r;
}

/* Which alternative a receive is depends on what else has come by then. */
static void name_alternatives(struct reach *r, struct batch *b, uint32_t i) {
  EXPECTS(i < b->plans_len);
  const struct tree *t = &r->tree;
  choice *choices = b->choices + b->plans[i].prefix;
  struct waiting_messages *w = &r->messages.waiting;
  waiting_begin(w, r->options->ports);
  vec_clear(&r->path);
  for (node_id n = t->batch.at[i]; tree_node(t, n)->parent;
       n = tree_node(t, n)->parent)
    vec_push(&r->path, n);
  for (size_t k = r->path.len; k-- > 0; choices++) {
    const struct node *n = tree_node(t, r->path.at[k]);
    unsigned thread = CHOICE_THREAD(n->choice);
    if (n->kind == OP_SEND)
      waiting_send(w, thread, MESSAGE_PORT(n->object & ~MESSAGE_LOST),
                   n->object & MESSAGE_LOST || n->size == SIZE_LOST);
    if (n->kind != OP_RECEIVE)
      continue;
    *choices = CHOICE(thread, waiting_alt(w, n->object));
    waiting_take(w, thread, n->object);
  }
}

static bool reach_propose(void *self, struct batch *b) {
  struct reach *r = self;
  if (r->restart) {
    tree_close(&r->tree);
    begin(r);
    r->restart = false;
  }
  bool more = tree_propose(&r->tree, b);
  for (uint32_t i = 0; !r->traces && i < r->tree.batch.len; i++)
    name_alternatives(r, b, i);
  return more;
}

/* Reads a run.  If the first shows that more is dependent, it is read again at
 * once: nothing was learned from it yet. */
static void read_run(struct reach *r, const struct event *events,
                     size_t count) {
  enum messages_answer said;
  bool first = !r->begun;
  r->begun = true;
  do {
    said = messages_take(&r->messages, r->options->ports,
                         r->options->ports_most, events, count);
    if (first && said == MESSAGES_READ &&
        order_compute(&r->work, &r->first, r->messages.events.at,
                      r->messages.events.len))
      said = messages_races(&r->messages, &r->first);
  } while (first && said == MESSAGES_AGAIN);
  if (first && said == MESSAGES_TRACES)
    r->traces = true;
  else
    heed(r, said);
}

static bool reach_learn(void *self, const struct batch *b, uint32_t i,
                        bool left_out, const char **error) {
  struct reach *r = self;
  const struct run *run = &b->runs[i];
  struct batch read = *b;
  if (!r->traces && !r->restart)
    read_run(r, b->events + run->events, run->events_len);
  if (!r->traces) {
    vec_resize(&r->runs, b->plans_len);
    r->runs.at[i] = *run;
    r->runs.at[i].events = 0;
    r->runs.at[i].events_len = (uint32_t)r->messages.events.len;
    read.runs = r->runs.at;
    read.events = r->messages.events.at;
  }
  if (r->restart)
    return true;
  bool ok = tree_learn(&r->tree, &read, i, !left_out);
  *error = r->tree.error;
  return ok;
}

static void reach_estimate(const void *self, struct sched_estimate *out) {
  tree_estimate(&((const struct reach *)self)->tree, out);
}

static void reach_save(const void *self, struct text *out) {
  const struct reach *r = self;
  pack_uint(out, (unsigned)r->traces | r->restart << 1 | r->begun << 2);
  pack_vec(out, &r->messages.ordered);
  pack_vec(out, &r->messages.queues.plain);
  tree_save(&r->tree, out);
}

static bool reach_load(void *self, struct unpack *in) {
  struct reach *r = self;
  unsigned flags = (unsigned)unpack_uint(in, 7);
  r->traces = flags & 1;
  r->restart = flags >> 1 & 1;
  r->begun = flags >> 2;
  unpack_vec(in, &r->messages.ordered);
  unpack_vec(in, &r->messages.queues.plain);
  return tree_load(&r->tree, in);
}

static uint64_t reach_bytes(const void *self) {
  return tree_bytes(&((const struct reach *)self)->tree);
}

static void reach_close(void *self) {
  struct reach *r = self;
  tree_close(&r->tree);
  messages_free(&r->messages);
  order_free(&r->first);
  order_work_free(&r->work);
  vec_free(&r->runs);
  vec_free(&r->asleep);
  vec_free(&r->path);
  free(r);
}

const struct sched_strategy sched_reach = {
    .name = "reach",
    .summary = "every synchronization sequence exactly once (race variants)",
    .preserves = PRESERVES_ALL,
    .exact = true,
    .open = reach_open,
    .propose = reach_propose,
    .learn = reach_learn,
    .estimate = reach_estimate,
    .save = reach_save,
    .load = reach_load,
    .bytes = reach_bytes,
    .close = reach_close,
};
