#include "sched/tree.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"
#include "sched/sched.h"
#include "sched/strategy.h"

#define ROOT 1

/* Leaves that may be run ahead, and when a batch is extended. */
enum { AHEAD = STRESSED(2, 256), FURTHER = 2 * AHEAD };

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
  p->open++;
}

static void make_pending(struct tree *t, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  t->nodes[n].flags |= NODE_PENDING;
}

void tree_add(struct tree *t, node_id at, const uint32_t *steps,
              uint32_t count) {
  EXPECTS(at && at < t->nodes_len);
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
  make_pending(t, at);
}

bool tree_feasible(struct tree *t, node_id at, const struct node *branch,
                   unsigned way, const uint32_t *steps, uint32_t count) {
  const struct sched_options *o = t->options;
  if (!o || !o->feasible)
    return true;
  vec_clear(&t->branches);
  for (node_id n = at; n; n = t->nodes[n].parent)
    if (n != ROOT && t->nodes[n].kind == OP_BRANCH)
      vec_push(&t->branches, t->nodes[n].object << 1 |
                                 (CHOICE_ALT(t->nodes[n].choice) != 0));
  vec_push(&t->branches, branch->object << 1 | way);
  for (uint32_t i = 0; i < count; i++) {
    const struct step *s = &t->order->steps.at[steps[i]];
    if (s->kind == OP_BRANCH)
      vec_push(&t->branches, s->object << 1 | (s->alt != 0));
  }
  return o->feasible(o->feasible_user, t->branches.at, t->branches.len);
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

/* Gives the children of a done node back; all of them are done or idle, so
 * they have none themselves. */
static void give_back(struct tree *t, node_id n) {
  uint64_t children = 0, leaves = 0, first = 0;
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
  t->nodes[n].flags |= NODE_DONE;
  give_back(t, n);
  if (n != ROOT)
    t->nodes[t->nodes[n].parent].open--;
}

/* Closes what is done from n upwards; where something sleeps, its turn does. */
static void close_from(struct tree *t, node_id n) {
  while (n && is_over(t, n) &&
         (t->in_turn || t->nodes[n].flags & NODE_ALONE)) {
    close_node(t, n);
    n = t->nodes[n].parent;
  }
}

void tree_open(struct tree *t, bool sleep_sets, tree_insert_fn *insert,
               const struct sched_options *o) {
  *t = (struct tree){.sleep_sets = sleep_sets,
                     .in_turn = sleep_sets,
                     .insert = insert,
                     .options = o};
  if (o) {
    t->work.give_up = o->give_up;
    t->work.give_up_user = o->give_up_user;
  }
  tree_node_new(t, 0); /* 0 is none */
  node_id root = tree_node_new(t, 0);
  assert(root == ROOT);
  make_pending(t, root);
  t->nodes[root].flags |= NODE_ALONE;
}

void tree_close(struct tree *t) {
  vec_each(&t->kept, k) order_free(&k->order);
  vec_free(&t->kept);
  vec_free(&t->kept_free);
  vec_free(&t->closed);
  vec_free(&t->batch);
  vec_free(&t->path);
  vec_free(&t->heads);
  vec_free(&t->nexts);
  vec_free(&t->sequence);
  vec_free(&t->branches);
  vec_free(&t->places);
  order_work_free(&t->work);
  for (unsigned i = 0; i < EXTENDED_MAX / DIGESTED; i++) {
    for (unsigned k = 0; t->digested[i] && k < DIGESTED; k++)
      order_free(&t->digested[i][k].order);
    free(t->digested[i]);
  }
  for (unsigned i = 0; i < WORKERS_MAX; i++) {
    if (t->works[i])
      order_work_free(t->works[i]);
    free(t->works[i]);
  }
  free(t->nodes);
  *t = (struct tree){0};
}

/* By what was run, whoever computed it: all orders are taken to be as long as
 * the longest. */
uint64_t tree_bytes(const struct tree *t) {
  return t->nodes_cap * sizeof *t->nodes + t->kept.len * t->longest;
}

/* --- sleep -------------------------------------------------------------- */

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
static void sleep_down(struct tree *t, node_id from, node_id into) {
  const struct node *c = &t->nodes[into];
  unsigned thread = CHOICE_THREAD(c->choice);
  for (node_id s = t->nodes[from].first; s != into; s = t->nodes[s].next) {
    unsigned other = CHOICE_THREAD(t->nodes[s].choice);
    if (other == thread || t->nodes[s].step_flags & EVENT_ENDS)
      continue;
    t->sleep |= (uint64_t)1 << other;
    t->sleeper[other] = s;
  }
  if (!t->sleep)
    return;
  struct step step = node_step(c);
  for (uint64_t left = t->sleep; left; left &= left - 1) {
    unsigned s = (unsigned)__builtin_ctzll(left);
    if (wakes(t, t->sleeper[s], &step, node_places(t, c)))
      t->sleep &= ~((uint64_t)1 << s);
  }
}

static void path_to(struct tree *t, node_id leaf) {
  EXPECTS(leaf && leaf < t->nodes_len);
  vec_resize(&t->path, t->nodes[leaf].depth + 1);
  for (node_id n = leaf; n; n = t->nodes[n].parent)
    t->path.at[t->nodes[n].depth] = n;
}

/* The sleep set at a leaf; false when the leaf itself would be asleep. */
static bool sleep_at(struct tree *t, node_id leaf) {
  path_to(t, leaf);
  t->sleep = 0;
  for (size_t d = 0; d + 1 < t->path.len; d++) {
    unsigned thread = CHOICE_THREAD(t->nodes[t->path.at[d + 1]].choice);
    if (t->sleep >> thread & 1)
      return false;
    sleep_down(t, t->path.at[d], t->path.at[d + 1]);
  }
  return true;
}

/* --- plans -------------------------------------------------------------- */

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
  for (node_id n = ROOT; !closed(t, ROOT); n = t->nodes[n].parent) {
    n = descend(t, n);
    if (!is_over(t, n))
      return n;
    close_node(t, n);
  }
  return 0;
}

/* Whether it is known of every elder on the way to a leaf if it sleeps. */
static bool elders_known(struct tree *t, node_id leaf) {
  path_to(t, leaf);
  for (size_t d = 0; d + 1 < t->path.len; d++) {
    node_id into = t->path.at[d + 1];
    uint64_t unknown = 0, asleep = 0;
    for (node_id s = t->nodes[t->path.at[d]].first; s != into;
         s = t->nodes[s].next) {
      uint64_t bit = (uint64_t)1 << CHOICE_THREAD(t->nodes[s].choice);
      if (!(t->nodes[s].flags & NODE_STARTED))
        unknown |= bit;
      else if (!(t->nodes[s].step_flags & EVENT_ENDS))
        asleep |= bit;
    }
    asleep |= (uint64_t)1 << CHOICE_THREAD(t->nodes[into].choice);
    if (unknown & ~asleep)
      return false;
  }
  return true;
}

/* Steps that a turn has further than the one that it is. */
static uint32_t further(const struct tree *t, node_id n) {
  return t->nodes[n].places ? t->places.at[t->nodes[n].places].left : 0;
}

void tree_add_plan(struct tree *t, node_id leaf) {
  struct digested **place = &t->digested[t->batch.len / DIGESTED];
  if (!*place)
    *place = alloc_zero(DIGESTED, sizeof **place);
  vec_push(&t->batch, leaf);
}

static struct digested *digested_at(const struct tree *t, uint32_t plan) {
  return &t->digested[plan / DIGESTED][plan % DIGESTED];
}

static bool plan_leaf(struct tree *t, struct batch *b, node_id leaf) {
  EXPECTS(leaf && leaf < t->nodes_len);
  uint32_t depth = t->nodes[leaf].depth;
  for (node_id n = leaf; n != ROOT; n = t->nodes[n].parent)
    depth += further(t, n);
  bool room = t->batch.len < EXTENDED_MAX;
  struct plan *p = room ? batch_plan(b, depth) : NULL;
  if (!p)
    return false;
  p->sleep = t->sleep_sets ? t->sleep : 0;
  p->flags |= t->turns ? PLAN_TURN : 0;
  p->flags |= t->raw ? PLAN_RAW : 0;
  p->flags |= t->work.blocks ? PLAN_TOUCH : 0;
  choice *choices = b->choices + p->prefix;
  for (node_id n = leaf; n != ROOT; n = t->nodes[n].parent) {
    for (uint32_t i = further(t, n); i; i--)
      choices[--depth] = CHOICE(CHOICE_THREAD(t->nodes[n].choice), 0);
    choices[--depth] = t->nodes[n].choice;
  }
  tree_add_plan(t, leaf);
  t->nodes[leaf].flags |= NODE_SENT;
  return true;
}

/* A leaf that an elder sibling somewhere above begins equally well needs no
 * run. */
static void close_leaf(struct tree *t, node_id leaf) {
  t->nodes[leaf].flags = NODE_STARTED;
  close_from(t, leaf);
}

/* False when there is no room. */
static bool send(struct tree *t, struct batch *b, node_id leaf) {
  if (!t->sleep_sets)
    return plan_leaf(t, b, leaf);
  if (leaf != next_leaf(t) && !elders_known(t, leaf))
    return true; /* another time */
  if (sleep_at(t, leaf))
    return plan_leaf(t, b, leaf);
  close_leaf(t, leaf);
  return true;
}

/* The pending leaf whose turn is after this one's; 0: there is none. */
static node_id leaf_after(const struct tree *t, node_id n) {
  do {
    node_id next = first_open(t, t->nodes[n].first);
    for (; !next && n != ROOT; n = t->nodes[n].parent)
      next = first_open(t, t->nodes[n].next);
    n = next ? descend(t, next) : 0;
  } while (n && is_over(t, n));
  return n;
}

static bool think(struct tree *t);

/* Plans those of the next leaves that were not run ahead already; false when
 * there is no room. */
static bool plan_next(struct tree *t, struct batch *b, unsigned most) {
  node_id leaf = next_leaf(t), next;
  for (unsigned n = 0; leaf && (n < most || !t->batch.len); n++, leaf = next) {
    next = leaf_after(t, leaf);
    if (!(t->nodes[leaf].flags & NODE_SENT) && !send(t, b, leaf))
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

/* Whether the run took the steps of its prefix. */
static bool follows(struct tree *t, node_id leaf, const struct order *o) {
  t->error = sched_diverged;
  if (o->executed < t->nodes[leaf].depth)
    return false;
  for (node_id i = leaf; i != ROOT; i = t->nodes[i].parent) {
    struct node *n = &t->nodes[i];
    const struct step *s = &o->steps.at[n->depth - 1];
    if (!n->object)
      take_block(t, n, s);
    if (CHOICE_THREAD(n->choice) != s->thread || n->kind != s->kind ||
        !same_object(n, s) || n->size != s->size ||
        !n->places != !s->places ||
        (n->places && further(t, i) != step_places(o, s)->left))
      return false;
  }
  t->error = NULL;
  return true;
}

/* The run's steps below its leaf become nodes. */
static void extend_path(struct tree *t) {
  const struct order *o = t->order;
  for (uint32_t i = (uint32_t)t->path.len - 1; i < o->executed; i++) {
    node_id parent = t->path.at[i], n = tree_node_new(t, parent);
    set_step(t, &t->nodes[n], &o->steps.at[i]);
    t->nodes[n].flags = NODE_STARTED;
    t->nodes[parent].first = t->nodes[parent].last = n;
    t->nodes[parent].open = 1;
    vec_push(&t->path, n);
  }
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
  unsigned alts = s->alts < ALTS_MAX ? s->alts : ALTS_MAX;
  bool branch = s->kind == OP_BRANCH;
  if (branch && t->sleep && !t->sleep_sets)
    return; /* insertions ask for what is needed */
  for (unsigned alt = 0; alt < alts; alt++) {
    bool there = false;
    if (branch && !(s->value >> alt & 1))
      continue;
    for (node_id c = t->nodes[at].first; c; c = t->nodes[c].next)
      there |= t->nodes[c].choice == CHOICE(s->thread, alt);
    if (there)
      continue;
    node_id n = tree_node_new(t, at);
    set_step(t, &t->nodes[n], s);
    t->nodes[n].choice = CHOICE(s->thread, alt);
    t->nodes[n].step_flags = 0;
    add_child(t, at, n);
    if (t->sleep && !t->sleep_sets) {
      t->nodes[n].flags = NODE_IDLE;
      t->nodes[at].open--;
    } else {
      make_pending(t, n);
    }
  }
}

static bool give_up(const struct tree *t) {
  const struct sched_options *o = t->options;
  return o && o->give_up && o->give_up(o->give_up_user);
}

/* Answers the races whose first step is one of from..to-1, as far as the
 * cursor does not say that it is done.  False when it gave up; the sleep sets
 * of the steps before are then as they were when it comes back, because what is
 * inserted below a node never changes who are its elders. */
static bool answer_races(struct tree *t, uint32_t from, uint32_t to) {
  enum { PATIENCE = 1 << 12 }; /* steps looked at between two questions */
  struct tree_cursor *c = &t->cursor;
  uint32_t spent = 0;
  races_by_first(t);
  t->sleep = 0;
  for (uint32_t i = 0; i < to; i++) {
    uint32_t r = i < from || i < c->step   ? 0
                 : i == c->step && c->race ? c->race
                                           : t->heads.at[i];
    for (; r; r = t->nexts.at[r - 1]) {
      spent += t->order->executed - i;
      if (spent > PATIENCE && (spent = 0, give_up(t))) {
        c->step = i;
        c->race = r;
        return false;
      }
      build_sequence(t, &t->order->races.at[r - 1]);
      t->insert(t, t->path.at[i]);
    }
    sleep_down(t, t->path.at[i], t->path.at[i + 1]);
    if (!t->sleep)
      t->nodes[t->path.at[i + 1]].flags |= NODE_ALONE;
    if (i >= from && i >= c->step && t->order->steps.at[i].alts > 1)
      add_alternatives(t, i);
  }
  c->step = c->race = 0;
  return true;
}

static const struct kept_run *look_at(struct tree *t, node_id leaf) {
  const struct kept_run *k = &t->kept.at[t->nodes[leaf].kept - 1];
  t->order = &k->order;
  path_to(t, leaf);
  return k;
}

/* The nodes that extend_path made: the first child is the run's own, others
 * come behind it. */
static void follow_path(struct tree *t) {
  for (uint32_t i = (uint32_t)t->path.len - 1; i < t->order->executed; i++)
    vec_push(&t->path, t->nodes[t->path.at[i]].first);
}

/* Now it is known how the steps above the leaf ended. */
static void start_path(struct tree *t) {
  for (size_t i = 0; i < t->path.len; i++) {
    struct node *n = &t->nodes[t->path.at[i]];
    n->flags |= NODE_STARTED;
    if (i && i <= t->order->executed)
      n->step_flags = t->order->steps.at[i - 1].flags & EVENT_ENDS;
  }
}

/* All that it means from a step on; false when it gave up. */
static bool learn_from(struct tree *t, uint32_t from) {
  if (t->cursor.begun)
    follow_path(t);
  else
    extend_path(t);
  t->cursor.begun = true;
  if (!answer_races(t, from, t->order->executed))
    return false;
  t->cursor.begun = false;
  t->nodes[*vec_last(&t->path)].leaves = 1;
  return true;
}

static void finish_leaf(struct tree *t, node_id leaf) {
  t->leaves++;
  vec_push(&t->kept_free, t->nodes[leaf].kept - 1);
  t->nodes[leaf].kept = 0;
  t->nodes[leaf].flags &= ~(NODE_PENDING | NODE_SENT);
  if (!t->nodes[leaf].first) {
    t->nodes[leaf].leaves = 1;
    t->nodes[leaf].flags |= NODE_ALONE;
  }
}

/* What a run means. */
static bool learn_all(struct tree *t, node_id leaf) {
  const struct kept_run *k = look_at(t, leaf);
  start_path(t);
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
  if (k->branch && !answer_races(t, 0, t->nodes[leaf].depth))
    return false;
  finish_leaf(t, leaf);
  close_from(t, leaf);
  return true;
}

/* What can be learned of a run at once. */
static bool learn_early(struct tree *t, node_id leaf) {
  if (t->in_turn)
    return learn_below(t, leaf);
  return (!t->cursor.begun && !elders_known(t, leaf)) || learn_all(t, leaf);
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

void tree_digest(struct tree *t, unsigned worker, const struct batch *b,
                 uint32_t i, uint32_t plan) {
  EXPECTS(worker < WORKERS_MAX && i < b->done);
  struct digested *d = digested_at(t, plan);
  const struct run *run = &b->runs[i];
  if (!t->works[worker]) {
    t->works[worker] = alloc_zero(1, sizeof **t->works);
    t->works[worker]->blocks = t->work.blocks;
    t->works[worker]->give_up = t->work.give_up;
    t->works[worker]->give_up_user = t->work.give_up_user;
  }
  d->there = order_compute(t->works[worker], &d->order,
                           b->events + run->events, run->events_len);
}

/* The order of the run of plan i. */
static bool take_order(struct tree *t, const struct batch *b, uint32_t i,
                       struct order *out) {
  struct digested *d = digested_at(t, i);
  if (!d->there)
    return order_compute(&t->work, out, b->events + b->runs[i].events,
                         b->runs[i].events_len);
  struct order order = d->order;
  d->order = *out;
  *out = order;
  d->there = false;
  return true;
}

bool tree_learn(struct tree *t, const struct batch *b, uint32_t i,
                bool branch) {
  EXPECTS(i < b->done && b->done <= b->plans_len);
  const struct run *run = &b->runs[i];
  node_id leaf = t->batch.at[i];
  struct kept_run *k = keep(t, leaf);
  if (!take_order(t, b, i, &k->order)) {
    vec_push(&t->kept_free, t->nodes[leaf].kept - 1);
    t->nodes[leaf].kept = 0;
    return false;
  }
  uint64_t bytes =
      k->order.steps.len * sizeof(struct step) +
      (uint64_t)k->order.executed * k->order.width * sizeof(uint32_t);
  t->longest = bytes > t->longest ? bytes : t->longest;
  t->raw |= k->order.unordered;
  SOUND(order_sound(&k->order));
  if (t->more_races)
    t->more_races(t, &k->order);
  /* a limit may cut a run off inside its prefix */
  bool cut =
      run_is_cut(run->end) && k->order.executed < t->nodes[leaf].depth;
  k->branch = branch && !cut;
  if (!cut && !follows(t, leaf, &k->order))
    return false;
  t->learned++;
  think(t); /* if it gives up, it is taken up again */
  return true;
}
