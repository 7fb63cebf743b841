#include "sched/tree.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "sched/tree_digest.h"
#include "sched/tree_races.h"

#define ROOT 1

/* Leaves that may be run ahead, and when a batch is extended. */
enum { AHEAD = STRESSED(2, 256), FURTHER = 2 * AHEAD };

/* So many runs answer every race of a lock. */
enum { HURRIED = STRESSED(4, 64) };

/* --- nodes -------------------------------------------------------------- */

node_id tree_node_new(struct tree *t, node_id parent) {
  EXPECTS(!parent || parent < t->nodes_len);
  node_id n = t->free;
  if (n) {
    t->free = t->nodes[n].next;
  } else {
    if (t->nodes_len == t->nodes_cap) {
      const uint32_t cap =
          t->nodes_cap ? t->nodes_cap * 2 : STRESSED(2, 256);
      t->nodes = alloc_resize(t->nodes, cap, sizeof *t->nodes);
      t->nodes_cap = cap;
    }
    n = t->nodes_len++;
  }
  t->nodes[n] = (struct node){.parent = parent};
  if (parent)
    t->nodes[n].depth = t->nodes[parent].depth + 1;
  return n;
}

static void set_step(struct tree *t, struct node *n, const struct step *s) {
  n->places = s->places ? tree_places(t, step_places(t->order, s)) : 0;
  n->object = s->object;
  n->size = s->size;
  n->kind = s->kind;
  n->step_flags = s->flags & EVENT_ENDS;
  n->choice = CHOICE(s->thread, s->alt);
}

/* Nodes this deep and below, of the path last looked at, may be others now. */
static void forget_path(struct tree *t, uint32_t depth) {
  t->path_known = depth < t->path_known ? depth : t->path_known;
}

/* Last, but alternatives of one step stay together. */
static void add_child(struct tree *t, node_id parent, node_id child) {
  EXPECTS(parent && parent < t->nodes_len && child < t->nodes_len);
  struct node *p = &t->nodes[parent], *c = &t->nodes[child];
  node_id after = p->last;
  for (node_id s = p->first; s; s = t->nodes[s].next)
    if (CHOICE_THREAD(t->nodes[s].choice) == CHOICE_THREAD(c->choice) &&
        t->nodes[s].object == c->object)
      after = s;
  if (after) {
    c->next = t->nodes[after].next;
    t->nodes[after].next = child;
  } else {
    p->first = child;
  }
  if (after == p->last)
    p->last = child;
  else
    forget_path(t, p->depth + 1); /* its younger siblings have a new elder */
  p->open++;
}

static void make_pending(struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  t->nodes[n].flags |= NODE_PENDING;
  for (; n && !(t->nodes[n].flags & NODE_FRESH); n = t->nodes[n].parent)
    t->nodes[n].flags |= NODE_FRESH;
}

void tree_add(struct tree *t, node_id at, const uint32_t *steps,
              uint32_t count) {
  EXPECTS(at && at < t->nodes_len);
  /* the first child of what a run came through is the run's own */
  EXPECTS(t->nodes[at].first || !(t->nodes[at].flags & NODE_STARTED));
  if (t->nodes[at].flags & NODE_IDLE) {
    t->nodes[at].flags &= ~NODE_IDLE;
    t->nodes[t->nodes[at].parent].open++;
  }
  for (uint32_t i = 0; i < count; i++) {
    node_id n = tree_node_new(t, at);
    set_step(t, &t->nodes[n], &t->order->steps.at[steps[i]]);
    if (steps[i] == t->open) {
      t->nodes[n].choice = CHOICE(CHOICE_THREAD(t->nodes[n].choice), 0);
      t->nodes[n].step_flags = 0;
      if (t->nodes[n].kind == OP_ATOMIC)
        t->nodes[n].object = 0; /* until it is run */
    }
    add_child(t, at, n);
    at = n;
  }
  if (!t->sleep_sets)
    t->nodes[at].flags |= NODE_ALONE;
  make_pending(t, at);
}

/* Another outcome of a step, as a leaf; `idle`: it is left to an elder. */
void tree_add_outcome(struct tree *t, node_id at, const struct step *s,
                      unsigned alt, bool idle) {
  node_id n = tree_node_new(t, at);
  set_step(t, &t->nodes[n], s);
  t->nodes[n].choice = CHOICE(s->thread, alt);
  t->nodes[n].step_flags = 0;
  add_child(t, at, n);
  if (idle) {
    t->nodes[n].flags = NODE_IDLE;
    t->nodes[at].open--;
  } else {
    make_pending(t, n);
  }
}

void tree_add_way(struct tree *t, node_id at, node_id sibling, unsigned way,
                  const uint32_t *steps, uint32_t count) {
  EXPECTS(sibling && t->nodes[sibling].kind == OP_BRANCH);
  node_id n = tree_node_new(t, at);
  const struct node *s = &t->nodes[sibling];
  struct node *fresh = &t->nodes[n];
  fresh->object = s->object;
  fresh->size = s->size;
  fresh->kind = s->kind;
  fresh->choice = CHOICE(CHOICE_THREAD(s->choice), way);
  add_child(t, at, n);
  tree_add(t, n, steps, count);
}

static void note_closed(struct tree *t, uint32_t depth, uint64_t children,
                        uint64_t first, uint64_t leaves) {
  if (depth >= t->closed.len)
    vec_resize(&t->closed, depth + 1);
  struct closed_nodes *c = &t->closed.at[depth];
  c->nodes++;
  c->children += children;
  c->leaves += first ? leaves : 0;
  c->first += first;
}

/* Gives the children of a done node back: done or idle, they have none. */
static void give_back(struct tree *t, node_id n) {
  uint64_t children = 0, leaves = 0, first = 0;
  forget_path(t, t->nodes[n].depth + 1);
  for (node_id c = t->nodes[n].first, next; c; c = next) {
    next = t->nodes[c].next;
    children += t->nodes[c].leaves > 0;
    leaves += t->nodes[c].leaves;
    first = first ? first : t->nodes[c].leaves;
    t->nodes[c].next = t->free;
    t->free = c;
  }
  if (leaves)
    t->nodes[n].leaves = leaves;
  t->nodes[n].first = t->nodes[n].last = 0;
  note_closed(t, t->nodes[n].depth, children, first, leaves);
}

static bool is_over(const struct tree *t, node_id n) {
  return !t->nodes[n].open && !(t->nodes[n].flags & NODE_PENDING);
}

static void close_node(struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len && is_over(t, n));
  EXPECTS(!node_is_above(t, &t->nodes[n]));
  t->nodes[n].flags = (t->nodes[n].flags & ~NODE_FRESH) | NODE_DONE;
  give_back(t, n);
  if (n != ROOT)
    t->nodes[t->nodes[n].parent].open--;
}

/* Closes what is done from n upwards; where something sleeps, its turn does. */
static void close_from(struct tree *t, node_id n) {
  while (n && is_over(t, n) &&
         (t->in_turn || t->nodes[n].flags & NODE_ALONE)) {
    close_node(t, n);
    n = n == t->top ? 0 : t->nodes[n].parent;
  }
}

void tree_close_from(struct tree *t, node_id n) {
  close_from(t, n);
}

void tree_open(struct tree *t, bool sleep_sets, tree_insert_fn *insert,
               const struct sched_options *o) {
  memset(t, 0, TREE_ZERO);
  t->sleep_sets = t->in_turn = sleep_sets;
  t->words = 1;
  t->insert = insert;
  t->options = o;
  if (o) {
    t->work.give_up = o->give_up;
    t->work.give_up_user = o->give_up_user;
  }
  tree_node_new(t, 0); /* 0 is none */
  node_id root = tree_node_new(t, 0);
  assert(root == ROOT);
  make_pending(t, root);
  t->nodes[root].flags |= NODE_ALONE;
  t->top = root;
}

void tree_close(struct tree *t) {
  vec_each(&t->kept, k) order_free(&k->order);
  vec_free(&t->kept);
  vec_free(&t->kept_free);
  vec_free(&t->closed);
  vec_free(&t->batch);
  vec_free(&t->path);
  vec_free(&t->asleep);
  vec_free(&t->asleep_from);
  vec_free(&t->heads);
  vec_free(&t->nexts);
  vec_free(&t->sequence);
  vec_free(&t->walk);
  vec_free(&t->known);
  vec_free(&t->branches);
  vec_free(&t->asks);
  order_free(&t->asked);
  map_free(&t->asks_seen);
  vec_free(&t->places);
  order_work_free(&t->work);
  tree_digest_close(t);
  free(t->nodes);
}

/* --- plans -------------------------------------------------------------- */

/* The sleep set at a leaf; false when the leaf itself would be asleep. */
static bool sleep_at(struct tree *t, node_id leaf) {
  tree_path_to(t, leaf);
  tree_sleep_none(t);
  for (size_t d = 0; d + 1 < t->path.len; d++) {
    unsigned thread = CHOICE_THREAD(t->nodes[t->path.at[d + 1]].choice);
    if (thread < t->words * THREADS_WORD &&
        threads_has(t->words, &t->sleep, thread))
      return false;
    tree_sleep_down(t, t->path.at[d], t->path.at[d + 1]);
  }
  return true;
}

static bool closed(const struct tree *t, node_id n) {
  return t->nodes[n].flags & (NODE_DONE | NODE_IDLE);
}

static node_id first_open(const struct tree *t, node_id n) {
  while (n && closed(t, n))
    n = t->nodes[n].next;
  return n;
}

/* Down from a node that is not done to its first pending leaf, or to a node
 * before it that waits for its turn to be closed. */
static node_id descend(const struct tree *t, node_id n) {
  EXPECTS(n);
  while (!is_over(t, n) && !(t->nodes[n].flags & NODE_PENDING))
    n = first_open(t, t->nodes[n].first);
  return n;
}

/* The leaf whose turn it is, or 0 when everything is done.  What is closed is
 * the first open child all the way up, so the next one is below its parent. */
static node_id next_leaf(struct tree *t) {
  for (node_id n = t->top; !closed(t, t->top); n = t->nodes[n].parent) {
    n = descend(t, n);
    if (!is_over(t, n))
      return n;
    close_node(t, n);
  }
  return 0;
}

/* Whether an elder of `into` by this thread was taken, and sleeps. */
static bool sleeps_anyway(const struct tree *t, node_id from, node_id into,
                          unsigned thread) {
  for (node_id s = t->nodes[from].first; s != into; s = t->nodes[s].next)
    if (CHOICE_THREAD(t->nodes[s].choice) == thread &&
        t->nodes[s].flags & NODE_STARTED &&
        !(t->nodes[s].step_flags & EVENT_ENDS))
      return true;
  return false;
}

/* Whether it is known of every elder of a node on the path if it sleeps. */
static bool elders_known_of(const struct tree *t, node_id from, node_id into) {
  unsigned own = CHOICE_THREAD(t->nodes[into].choice);
  for (node_id s = t->nodes[from].first; s != into; s = t->nodes[s].next) {
    unsigned thread = CHOICE_THREAD(t->nodes[s].choice);
    if (!(t->nodes[s].flags & NODE_STARTED) && thread != own &&
        !sleeps_anyway(t, from, into, thread))
      return false;
  }
  return true;
}

/* The same of all nodes on the way to a leaf. */
bool tree_elders_known(struct tree *t, node_id leaf) {
  tree_path_to(t, leaf);
  for (uint32_t d = t->elders ? t->elders - 1 : 0; d + 1 < t->path.len; d++) {
    if (!elders_known_of(t, t->path.at[d], t->path.at[d + 1]))
      return false;
    t->elders = d + 2;
  }
  return true;
}

/* Steps that a turn has further than the one that it is. */
static uint32_t further(const struct tree *t, node_id n) {
  return t->nodes[n].places ? t->places.at[t->nodes[n].places].left : 0;
}

void tree_add_plan(struct tree *t, node_id leaf) {
  if (!t->digested && t->options && t->options->parallel)
    t->digested = alloc_zero(DIGESTED, sizeof *t->digested);
  vec_push(&t->batch, leaf);
}

static bool plan_leaf(struct tree *t, struct batch *b, node_id leaf) {
  EXPECTS(leaf && leaf < t->nodes_len);
  uint32_t depth = t->nodes[leaf].depth;
  for (node_id n = leaf; t->places.len && n != ROOT; n = t->nodes[n].parent)
    depth += further(t, n);
  bool room = t->batch.len < EXTENDED_MAX;
  const struct sched_start *start = leaf == ROOT ? start_of(t) : NULL;
  struct plan *p = room ? batch_plan(b, start ? start->len : depth) : NULL;
  if (!p || (t->sleep_sets && !batch_sleep(b, p, t->words, &t->sleep)))
    return false;
  p->flags |= t->turns ? PLAN_TURN : 0;
  p->flags |= t->raw ? PLAN_RAW : 0;
  p->flags |= t->hurried && t->leaves + t->ahead < HURRIED ? PLAN_OWN : 0;
  p->flags |= PLAN_LATE | (t->work.blocks ? PLAN_TOUCH : 0);
  choice *choices = b->choices + p->prefix;
  if (start) {
    batch_prefix(b, p, start->choices);
    p->flags |= PLAN_SKIP;
  }
  for (node_id n = leaf; n != ROOT; n = t->nodes[n].parent) {
    for (uint32_t i = further(t, n); i; i--)
      choices[--depth] = CHOICE(CHOICE_THREAD(t->nodes[n].choice), 0);
    choices[--depth] = t->nodes[n].choice;
  }
  tree_add_plan(t, leaf);
  t->ahead++;
  t->nodes[leaf].flags &= ~NODE_FRESH;
  t->nodes[leaf].flags |= NODE_SENT;
  return true;
}

/* A leaf that an elder sibling above begins equally well needs no run. */
static void close_leaf(struct tree *t, node_id leaf) {
  t->nodes[leaf].flags = NODE_STARTED;
  close_from(t, leaf);
}

/* False when there is no room. */
static bool send(struct tree *t, struct batch *b, node_id leaf) {
  if (!t->sleep_sets)
    return plan_leaf(t, b, leaf);
  if (leaf != next_leaf(t) && !tree_elders_known(t, leaf))
    return true; /* another time */
  if (sleep_at(t, leaf))
    return plan_leaf(t, b, leaf);
  close_leaf(t, leaf);
  return true;
}

static node_id fresh_from(const struct tree *t, node_id n) {
  while (n && !(t->nodes[n].flags & NODE_FRESH))
    n = t->nodes[n].next;
  return n;
}

static bool is_unsent(const struct node *n) {
  return (n->flags & (NODE_PENDING | NODE_SENT)) == NODE_PENDING;
}

/* The first leaf at a node or below it that is to be run; 0: there is none, and
 * that is noted. */
static node_id unsent_below(struct tree *t, node_id top) {
  for (node_id n = top;;) {
    if (is_unsent(&t->nodes[n]))
      return n;
    node_id c = fresh_from(t, t->nodes[n].first);
    if (!c)
      t->nodes[n].flags &= ~NODE_FRESH;
    if (!c && n == top)
      return 0;
    n = c ? c : t->nodes[n].parent;
  }
}

/* The one after it. */
static node_id unsent_after(struct tree *t, node_id n) {
  for (; n != t->top; n = t->nodes[n].parent) {
    node_id next = fresh_from(t, t->nodes[n].next), leaf = 0;
    for (; next && !(leaf = unsent_below(t, next));
         next = fresh_from(t, t->nodes[next].next))
      ;
    if (leaf)
      return leaf;
  }
  return 0;
}

static bool think(struct tree *t);

/* Plans the next leaves, until so many are ahead; false: there is no room. */
static bool plan_next(struct tree *t, struct batch *b, unsigned most) {
  node_id leaf = next_leaf(t) ? unsent_below(t, t->top) : 0, next;
  for (unsigned n = 0; leaf && ((n < most && t->ahead < most) || !t->batch.len);
       n++, leaf = next) {
    next = unsent_after(t, leaf);
    if (!send(t, b, leaf))
      return false;
  }
  return true;
}

/* Whether it is the turn of a leaf that was run ahead, or of one to be run. */
static bool goes_on(struct tree *t) {
  node_id leaf = next_leaf(t);
  return leaf && (t->nodes[leaf].kept || !(t->nodes[leaf].flags & NODE_SENT));
}

/* A leaf that needed no run was closed, so it may be the turn of one that was
 * run ahead; and others wait for what is learned from that. */
bool tree_propose(struct tree *t, struct batch *b) {
  bool room;
  do {
    if (!think(t))
      return true;
    room = plan_next(t, b, AHEAD);
  } while (room && !t->batch.len && goes_on(t));
  return t->batch.len > 0;
}

bool tree_extend(struct tree *t, struct batch *b) {
  if (t->cursor.next < t->learned && !think(t))
    return false;
  plan_next(t, b, FURTHER);
  return true;
}

/* --- learning ----------------------------------------------------------- */

static const struct order *order_of(const struct tree *t,
                                    const struct kept_run *k) {
  return k->lent ? t->lender : &k->order;
}

/* What a block touched that was first run here is known now; but not if the
 * run was told who sleeps, since it did not know either when it was planned. */
static void take_block(const struct tree *t, struct node *n,
                       const struct step *s) {
  if (n->kind == OP_ATOMIC && s->kind == OP_ATOMIC && !t->sleep_sets)
    n->object = s->object;
}

static bool same_object(const struct node *n, const struct step *s) {
  return n->object == s->object || (n->kind == OP_ATOMIC && !n->object);
}

/* How far a text is read is known when it is read (rt/extent.h).  A sequence has
 * it from a run in which what it races with came before.  What is decided by a
 * length that is not the right one yet: to go below this node instead of beside
 * it; and as what races with its step by the right one is found in the runs
 * below, nothing is lost.  Nodes that sleep were run. */
static void take_extent(struct node *n, const struct step *s) {
  if (n->kind == OP_READ && s->kind == OP_READ)
    n->size = s->size;
}

static bool follows_at(const struct tree *t, node_id i, const struct order *o) {
  struct node *n = &t->nodes[i];
  const struct step *s = &o->steps.at[n->depth - 1];
  if (!n->object)
    take_block(t, n, s);
  take_extent(n, s);
  return CHOICE_THREAD(n->choice) == s->thread && n->kind == s->kind &&
         same_object(n, s) && n->size == s->size && !n->places == !s->places &&
         (!n->places || further(t, i) == step_places(o, s)->left);
}

/* Whether the run took the steps of its prefix.  Of those that it has from the
 * run before it, and that were on the way to the leaf of that, it is known. */
static bool follows(struct tree *t, node_id leaf, const struct kept_run *k) {
  const struct order *o = order_of(t, k);
  uint32_t depth = t->nodes[leaf].depth;
  t->error = sched_diverged;
  if (o->executed < depth)
    return false;
  tree_path_to(t, leaf);
  uint32_t d = t->agreed < t->same ? t->agreed : t->same;
  for (d = k->lent ? d : 0; d < depth; d++)
    if (!follows_at(t, t->path.at[d + 1], o))
      return false;
  t->agreed = k->lent ? depth : 0;
  t->error = NULL;
  return true;
}

/* Whether a limit cut the run off inside its prefix: before the leaf, or in the
 * middle of a turn, whose reads up to there are then steps of their own. */
static bool cut_inside(const struct tree *t, node_id leaf,
                       const struct order *o) {
  uint32_t first = o->executed; /* of the reads at the end by one thread */
  if (first < t->nodes[leaf].depth)
    return true;
  while (first && !o->steps.at[first - 1].places &&
         o->steps.at[first - 1].thread == o->steps.at[o->executed - 1].thread)
    first--;
  for (node_id i = leaf; t->nodes[i].depth > first; i = t->nodes[i].parent)
    if (t->nodes[i].places)
      return true;
  return false;
}

void tree_extend_path(struct tree *t) {
  uint32_t i = (uint32_t)t->path.len - 1;
  node_id parent = t->path.at[i], n = tree_node_new(t, parent);
  set_step(t, &t->nodes[n], &t->order->steps.at[i]);
  t->nodes[n].flags = NODE_STARTED;
  t->nodes[parent].first = t->nodes[parent].last = n;
  t->nodes[parent].open = 1;
  t->path_known += t->path_known == t->path.len;
  vec_push(&t->path, n);
}

static const struct kept_run *look_at(struct tree *t, node_id leaf) {
  const struct kept_run *k = &t->kept.at[t->nodes[leaf].kept - 1];
  t->order = order_of(t, k);
  tree_path_to(t, leaf);
  return k;
}

/* The nodes that are there of the run: the first child is its own, others come
 * behind it. */
static void follow_path(struct tree *t) {
  for (node_id n; (n = t->nodes[*vec_last(&t->path)].first);)
    vec_push(&t->path, n);
}

/* The steps above the leaf, once known: how many a run has come through. */
static uint32_t start_path(struct tree *t) {
  size_t i = t->path.len;
  for (; i-- > 0;) {
    struct node *n = &t->nodes[t->path.at[i]];
    if (n->flags & NODE_STARTED)
      return (uint32_t)i;
    n->flags |= NODE_STARTED;
    if (i && i <= t->order->executed)
      n->step_flags = t->order->steps.at[i - 1].flags & EVENT_ENDS;
  }
  return 0;
}

/* All that it means from a step on; false when it gave up. */
static bool learn_from(struct tree *t, uint32_t from) {
  follow_path(t); /* it has been here and left off, or some were foreseen */
  t->cursor.begun = true;
  if (!tree_answer_races(t, from, t->order->executed))
    return false;
  t->cursor.begun = false;
  t->nodes[*vec_last(&t->path)].leaves = 1;
  return true;
}

static void finish_leaf(struct tree *t, node_id leaf) {
  t->leaves++;
  t->kept.at[t->nodes[leaf].kept - 1].lent = false;
  vec_push(&t->kept_free, t->nodes[leaf].kept - 1);
  t->nodes[leaf].kept = 0;
  t->ahead--;
  t->nodes[leaf].flags &= ~(NODE_PENDING | NODE_SENT);
  if (!t->nodes[leaf].first) {
    t->nodes[leaf].leaves = 1;
    t->nodes[leaf].flags |= NODE_ALONE;
  }
}

/* Whether what a run answers needs no answer by later ones that have the same
 * steps.  What is told of turns is not a matter of the steps before alone. */
static bool answers_once(const struct tree *t) {
  return t->answers_all && !t->order->places.len &&
         t->order->pending == t->order->steps.len;
}

/* Each way at a branch on inputs is a program of its own, and what is added to
 * races no matter of the run alone. */
static void note_answers(struct tree *t, bool branch) {
  t->unanswered |= !branch;
  t->answers_all = !t->unanswered && !t->more_races &&
                   !(t->options && t->options->feasible);
}

/* What a run means. */
static bool learn_all(struct tree *t, node_id leaf) {
  const struct kept_run *k = look_at(t, leaf);
  bool again = t->cursor.begun; /* it has been here, and left off */
  uint32_t old = start_path(t);
  note_answers(t, k->branch);
  tree_note_news(t, again || !answers_once(t) ? 0 : old);
  if (k->branch && !learn_from(t, 0))
    return false;
  node_id end = *vec_last(&t->path);
  finish_leaf(t, leaf);
  close_from(t, end);
  return true;
}

/* What it means below its leaf. */
static bool learn_below(struct tree *t, node_id leaf) {
  if (!look_at(t, leaf)->branch)
    return true;
  tree_note_news(t, 0);
  if (!learn_from(t, t->nodes[leaf].depth))
    return false;
  node_id end = *vec_last(&t->path);
  if (end != leaf) /* else its turn closes it */
    close_from(t, end);
  return true;
}

/* And above it, when its turn has come. */
static bool learn_above(struct tree *t, node_id leaf) {
  const struct kept_run *k = look_at(t, leaf);
  start_path(t);
  tree_note_news(t, 0);
  if (k->branch && !tree_answer_races(t, 0, t->nodes[leaf].depth))
    return false;
  finish_leaf(t, leaf);
  close_from(t, leaf);
  return true;
}

/* What can be learned of a run at once. */
static bool learn_early(struct tree *t, node_id leaf) {
  if (t->in_turn)
    return learn_below(t, leaf);
  return (!t->cursor.begun && !tree_elders_known(t, leaf)) ||
         learn_all(t, leaf);
}

/* Looks at the runs that have come.  A run whose elders are not known to sleep
 * waits until it is its turn.  False when it gave up; it goes on where it left
 * off. */
static bool think(struct tree *t) {
  node_id leaf;
  for (; t->cursor.next < t->learned; t->cursor.next++) {
    leaf = t->batch.at[t->cursor.next];
    if (!learn_early(t, leaf))
      return false;
  }
  if (t->learned < t->batch.len)
    return true;
  while ((leaf = next_leaf(t)) && t->nodes[leaf].kept)
    if (!(t->in_turn ? learn_above : learn_all)(t, leaf))
      return false;
  t->cursor = (struct tree_cursor){0};
  t->learned = 0;
  vec_clear(&t->batch);
  if (sound_due(t->leaves, &t->sound_at))
    SOUND(tree_sound(t));
  return true;
}

static struct kept_run *keep(struct tree *t, node_id leaf) {
  if (!t->kept_free.len) {
    struct kept_run fresh = {0};
    vec_push(&t->kept_free, (uint32_t)t->kept.len);
    vec_push(&t->kept, fresh);
  }
  uint32_t slot = vec_pop(&t->kept_free);
  t->nodes[leaf].kept = slot + 1;
  return &t->kept.at[slot];
}

/* The run that was computed last is looked at later. */
static void keep_order(struct tree *t, uint32_t slot) {
  struct kept_run *k = &t->kept.at[slot];
  if (k->lent)
    order_copy(&k->order, t->lender);
  k->lent = false;
}

bool tree_learn(struct tree *t, const struct batch *b, uint32_t i,
                bool branch) {
  EXPECTS(i < b->done && b->done <= b->plans_len);
  const struct run *run = &b->runs[i];
  node_id leaf = t->batch.at[i];
  struct kept_run *k = keep(t, leaf);
  uint32_t slot = t->nodes[leaf].kept - 1;
  tree_fetch_soon(t, i);
  if (!tree_take_order(t, b, i, k)) {
    vec_push(&t->kept_free, slot);
    k->lent = false;
    t->nodes[leaf].kept = 0;
    return false;
  }
  const struct order *o = order_of(t, k);
  uint64_t bytes = o->steps.len * sizeof(struct step) +
                   (uint64_t)o->executed * o->width * sizeof(uint32_t);
  t->longest = bytes > t->longest ? bytes : t->longest;
  t->raw |= o->unordered;
  SOUND(order_sound(o));
  if (t->more_races)
    t->more_races(t, &k->order);
  bool cut = run_is_cut(run->end) && cut_inside(t, leaf, o);
  k->branch = branch && !cut;
  t->agreed = cut ? 0 : t->agreed;
  bool ok = cut || follows(t, leaf, k);
  if (ok) {
    t->learned++;
    think(t); /* if it gives up, it is taken up again */
  }
  keep_order(t, slot);
  return ok;
}
