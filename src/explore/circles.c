#include "explore/circles.h"

#include "base/sound.h"
#include "explore/circles_inside.h"
#include "explore/search.h"
#include "explore/sweep.h"

enum { LOOK = 1 << 16 }; /* edges between looks at the clock */

/* --- edges of the product ------------------------------------------------- */

struct cursor cursor_at(const struct circle_product *p, node_id from) {
  EXPECTS(from < p->nodes.len);
  const struct arcs *a = p->c->arcs;
  const struct ltl *l = p->c->automaton;
  const struct product_node *n = &p->nodes.at[from];
  struct cursor k = {from, a->first.at[n->state], a->first.at[n->state + 1], 0,
                     1};
  if (l && !p->c->moves && k.arc == k.arc_end)
    k.arc_end++; /* it stays */
  if (l) {
    k.read = l->first.at[n->reader];
    k.read_end = l->first.at[n->reader + 1];
  }
  return k;
}

bool cursor_next(const struct circle_product *p, struct cursor *k,
                 struct hop *out) {
  const struct arcs *a = p->c->arcs;
  const struct ltl *l = p->c->automaton;
  state_id here = p->nodes.at[k->from].state;
  uint32_t reader = p->nodes.at[k->from].reader;
  for (; k->arc < k->arc_end; k->arc++, k->read = l ? l->first.at[reader] : 0) {
    bool stays = a->first.at[here] == a->first.at[here + 1];
    const struct arc *arc = stays ? NULL : &a->at.at[k->arc];
    if (arc && arc->to == ARC_FAILS)
      continue;
    while (k->read < k->read_end) {
      const struct ltl_edge *e = l ? &l->edges.at[k->read] : NULL;
      k->read++;
      if (e && ((e->yes & ~p->c->truth[here]) || (e->no & p->c->truth[here])))
        continue;
      *out = (struct hop){arc ? arc->to : here, e ? e->to : 0,
                          arc ? k->arc - a->first.at[here] : VISIT_STAYS,
                          arc ? arc->edge : NONE, e ? e->sets : 0};
      return true;
    }
  }
  return false;
}

bool demand_can(const struct circle_product *p, const struct demand *d,
                state_id s) {
  EXPECTS(s < p->c->arcs->states && d->process != NONE);
  const struct arcs *a = p->c->arcs;
  for (uint64_t i = a->first.at[s]; i < a->first.at[s + 1]; i++)
    if (demand_met(p, d, a->at.at[i].edge))
      return true;
  return false;
}

/* The sets that a circle must pass. */
static uint64_t all_sets(const struct circle_product *p) {
  const struct ltl *l = p->c->automaton;
  unsigned sets = l ? l->set_count : 0;
  return sets == 64 ? UINT64_MAX : ((uint64_t)1 << sets) - 1;
}

static bool is_late(struct circle_product *p) {
  struct search *s = p->c->search;
  return ++p->looks % LOOK == 0 && search_late(s);
}

/* --- what the automaton accepts -------------------------------------------- */

/* The readers that this one leads to, over one edge or more. */
static void find_readers(const struct ltl *l, uint32_t from, bool *been) {
  VEC(uint32_t) todo = {0};
  vec_push(&todo, from);
  while (todo.len) {
    uint32_t r = vec_pop(&todo);
    for (uint32_t i = l->first.at[r]; i < l->first.at[r + 1]; i++)
      if (!been[l->edges.at[i].to]) {
        been[l->edges.at[i].to] = true;
        vec_push(&todo, l->edges.at[i].to);
      }
  }
  vec_free(&todo);
}

/* Of the automaton alone the component of each reader: whether its edges are
 * in every set of acceptance.  A component of pairs stays in one of these, so
 * if they are not, no pair with this reader is of any use. */
static void find_worthwhile(struct circle_product *p) {
  const struct ltl *l = p->c->automaton;
  uint32_t n = p->readers;
  p->worthwhile = alloc_zero(n, sizeof *p->worthwhile);
  bool *leads = l ? alloc_zero((size_t)n * n, sizeof *leads) : NULL;
  for (uint32_t r = 0; l && r < n; r++)
    find_readers(l, r, leads + (size_t)r * n);
  for (uint32_t r = 0; r < n; r++) {
    uint64_t sets = 0;
    for (uint32_t other = 0; l && other < n; other++) {
      if (!leads[(size_t)r * n + other] || !leads[(size_t)other * n + r])
        continue;
      for (uint32_t i = l->first.at[other]; i < l->first.at[other + 1]; i++)
        if (leads[(size_t)l->edges.at[i].to * n + r])
          sets |= l->edges.at[i].sets;
    }
    p->worthwhile[r] = !l || (leads[(size_t)r * n + r] && sets == all_sets(p));
  }
  free(leads);
}

/* --- components (Tarjan, without recursion) ------------------------------- */

struct component {
  uint32_t part;
  VEC(node_id) nodes;
};

/* What there is in a component. */
struct census {
  _Alignas(ALLOC_APART) uint64_t sets;
  bool *moves;   /* by demand: somewhere inside */
  size_t *can;   /* by demand: in so many nodes */
  node_id *seen; /* by demand: 1 + the node counted last */
};

static void census_open(struct census *s, size_t demands) {
  s->moves = alloc_zero(demands + 1, sizeof *s->moves);
  s->can = alloc_zero(demands + 1, sizeof *s->can);
  s->seen = alloc_zero(demands + 1, sizeof *s->seen);
}

static void census_close(struct census *s) {
  free(s->moves);
  free(s->can);
  free(s->seen);
}

static void census_clear(struct census *s, size_t demands) {
  s->sets = 0;
  for (size_t d = 0; d < demands; d++) {
    s->moves[d] = false;
    s->can[d] = s->seen[d] = 0;
  }
}

/* Of a node, while components are looked for.  TAKEN: it is of one that was
 * found, or of no use. */
struct mark {
  uint32_t index; /* order of discovery + 1; 0: not yet */
  uint32_t low;
};
#define TAKEN UINT32_MAX

struct place_on_path {
  node_id node;
  uint64_t link; /* the next to follow */
};

struct splitting {
  struct circle_product *p;
  struct mark *marks; /* by node */
  uint32_t counter, parts;
  VEC(node_id) stack;
  VEC(struct place_on_path) path;
  VEC(struct component) todo;
  struct census *census; /* by worker */
};

static bool is_loop(const struct circle_product *p, node_id n) {
  EXPECTS(n < p->nodes.len);
  struct cursor k = cursor_at(p, n);
  struct hop h;
  while (cursor_next(p, &k, &h))
    if (hop_allowed(p, &h) && hop_to(p, &h) == n)
      return true;
  return false;
}

/* Takes the component of this root off the stack. */
static void take_off(struct splitting *t, node_id root) {
  struct component c = {.part = ++t->parts};
  node_id n;
  do {
    n = vec_pop(&t->stack);
    t->p->nodes.at[n].part = c.part;
    t->marks[n].index = TAKEN;
    vec_push(&c.nodes, n);
  } while (n != root);
  if (c.nodes.len > 1 || is_loop(t->p, root)) {
    vec_push(&t->todo, c);
    return;
  }
  t->p->nodes.at[root].part = NONE;
  vec_free(&c.nodes);
}

static void enter(struct splitting *t, node_id n) {
  EXPECTS(n < t->p->nodes.len);
  t->marks[n].index = t->marks[n].low = ++t->counter;
  vec_push(&t->stack, n);
  vec_push(&t->path, ((struct place_on_path){n, t->p->first_link[n]}));
}

/* From this node on, among those that have no mark yet.  False: late. */
static bool split_from(struct splitting *t, node_id root) {
  EXPECTS(root < t->p->nodes.len);
  const struct circle_product *p = t->p;
  t->counter = 0;
  enter(t, root);
  while (t->path.len) {
    struct place_on_path *k = vec_last(&t->path);
    node_id n = k->node;
    uint64_t end = p->first_link[n] + p->nodes.at[n].hops;
    uint32_t low = t->marks[n].low, index = 1;
    node_id to = NONE;
    while (k->link < end && index) {
      to = p->links[k->link++];
      index = t->marks[to].index;
      low = index && index < low ? index : low;
    }
    t->marks[n].low = low;
    if (is_late(t->p))
      return false;
    if (!index) {
      enter(t, to);
      continue;
    }
    t->path.len--;
    if (t->path.len && low < t->marks[vec_last(&t->path)->node].low)
      t->marks[vec_last(&t->path)->node].low = low;
    if (low == t->marks[n].index)
      take_off(t, n);
  }
  return true;
}

/* --- what a component is good for ----------------------------------------- */

static void count_can(node_id n, uint32_t demand, struct census *out) {
  if (demand == NONE || out->seen[demand] == n + 1)
    return;
  out->seen[demand] = n + 1;
  out->can[demand]++;
}

static void count_node(const struct circle_product *p, node_id n,
                       struct census *out) {
  EXPECTS(n < p->nodes.len && out);
  const struct arcs *a = p->c->arcs;
  state_id s = p->nodes.at[n].state;
  for (uint64_t i = a->first.at[s]; i < a->first.at[s + 1]; i++) {
    uint32_t edge = a->at.at[i].edge & ~ARC_PROGRESS;
    count_can(n, p->of_process[a->owner[edge]], out);
    count_can(n, p->of_edge[edge], out);
  }
}

static void count_hop(const struct circle_product *p, const struct hop *h,
                      struct census *out) {
  out->sets |= h->sets;
  if (h->edge == NONE)
    return;
  uint32_t edge = h->edge & ~ARC_PROGRESS;
  uint32_t who = p->of_process[p->c->arcs->owner[edge]];
  if (who != NONE)
    out->moves[who] = true;
  if (p->of_edge[edge] != NONE)
    out->moves[p->of_edge[edge]] = true;
}

struct counting {
  const struct circle_product *p;
  const struct component *c;
  struct census *by; /* by worker */
};

static void count_slice(void *ctx, unsigned worker, uint64_t begin,
                        uint64_t end) {
  EXPECTS(begin <= end);
  const struct counting *x = ctx;
  const struct circle_product *p = x->p;
  struct census *out = &x->by[worker];
  for (uint64_t i = begin; i < end; i++) {
    node_id n = x->c->nodes.at[i];
    struct cursor k = cursor_at(p, n);
    struct hop h;
    while (cursor_next(p, &k, &h))
      if (hop_allowed(p, &h) && p->nodes.at[hop_to(p, &h)].part == x->c->part)
        count_hop(p, &h, out);
    if (p->c->demand_count)
      count_node(p, n, out);
  }
}

/* What all workers have counted is then in the first census. */
static void count(struct splitting *t, const struct component *c) {
  struct counting x = {t->p, c, t->census};
  struct census *all = &t->census[0];
  size_t demands = t->p->c->demand_count;
  unsigned jobs = t->p->c->search->jobs;
  for (unsigned w = 0; w < jobs; w++)
    census_clear(&t->census[w], demands);
  if (!sweep(t->p->c->search, 0, c->nodes.len, count_slice, &x))
    return;
  for (unsigned w = 1; w < jobs; w++) {
    all->sets |= t->census[w].sets;
    for (size_t d = 0; d < demands; d++) {
      all->moves[d] |= t->census[w].moves[d];
      all->can[d] += t->census[w].can[d];
    }
  }
}

enum worth { USELESS, TOO_LARGE, GOOD };

static enum worth worth_of(const struct circle_product *p,
                           const struct component *c, const struct census *s) {
  enum worth worth = s->sets == all_sets(p) ? GOOD : USELESS;
  for (size_t d = 0; d < p->c->demand_count && worth; d++)
    if (!p->c->demands[d].strong && !s->moves[d] && s->can[d] == c->nodes.len)
      worth = USELESS;
    else if (p->c->demands[d].strong && !s->moves[d] && s->can[d])
      worth = TOO_LARGE;
  return worth;
}

struct shrinking {
  struct splitting *t;
  const struct component *c;
  const struct census *census;
};

/* Leaves out the states where somebody could move who never does; the others
 * get back their marks. */
static void shrink_slice(void *ctx, unsigned worker, uint64_t begin,
                         uint64_t end) {
  EXPECTS(begin <= end);
  const struct shrinking *x = ctx;
  struct circle_product *p = x->t->p;
  const struct census *s = x->census;
  (void)worker;
  for (uint64_t i = begin; i < end; i++) {
    node_id n = x->c->nodes.at[i];
    bool out = false;
    for (size_t d = 0; d < p->c->demand_count && !out; d++)
      out = p->c->demands[d].strong && !s->moves[d] && s->can[d] &&
            demand_can(p, &p->c->demands[d], p->nodes.at[n].state);
    if (out)
      p->nodes.at[n].part = NONE;
    else
      x->t->marks[n].index = 0;
  }
}

/* False: late while the rest was taken apart. */
static bool shrink(struct splitting *t, struct component *c,
                   const struct census *s) {
  struct shrinking x = {t, c, s};
  bool in_time = true;
  sweep(t->p->c->search, 0, c->nodes.len, shrink_slice, &x);
  for (size_t i = 0; i < c->nodes.len && in_time; i++)
    if (!t->marks[c->nodes.at[i]].index)
      in_time = split_from(t, c->nodes.at[i]);
  return in_time;
}

static bool look_at(struct splitting *t, struct component *c) {
  struct circle_product *p = t->p;
  count(t, c);
  switch (worth_of(p, c, &t->census[0])) {
  case GOOD:
    vec_push(&p->good, c->part);
    return true;
  case TOO_LARGE:
    return shrink(t, c, &t->census[0]);
  case USELESS:
    vec_each(&c->nodes, n) p->nodes.at[*n].part = NONE;
  }
  return true;
}

static bool find_components(struct circle_product *p) {
  struct splitting t = {.p = p};
  bool in_time = true;
  unsigned jobs = p->c->search->jobs;
  t.census = alloc_apart(jobs, sizeof *t.census);
  for (unsigned w = 0; w < jobs; w++)
    census_open(&t.census[w], p->c->demand_count);
  t.marks = alloc_zero(p->nodes.len, sizeof *t.marks);
  for (node_id n = 0; n < p->nodes.len && in_time; n++)
    if (!t.marks[n].index && p->nodes.at[n].part != NONE)
      in_time = split_from(&t, n);
  while (t.todo.len && in_time) {
    struct component c = vec_pop(&t.todo);
    in_time = look_at(&t, &c);
    vec_free(&c.nodes);
  }
  vec_each(&t.todo, c) vec_free(&c->nodes);
  for (unsigned w = 0; w < jobs; w++)
    census_close(&t.census[w]);
  free(t.census);
  vec_free(&t.todo);
  vec_free(&t.stack);
  vec_free(&t.path);
  free(t.marks);
  return in_time;
}

/* -------------------------------------------------------------------------- */

static void index_demands(struct circle_product *p) {
  const struct arcs *a = p->c->arcs;
  process_id processes = p->c->search->model->process_count;
  p->of_process = alloc_zero(processes + 1, sizeof *p->of_process);
  p->of_edge = alloc_zero(a->edges + processes + 1, sizeof *p->of_edge);
  for (process_id i = 0; i < processes; i++)
    p->of_process[i] = NONE;
  for (uint32_t i = 0; i < a->edges + processes; i++)
    p->of_edge[i] = NONE;
  for (uint32_t d = 0; d < p->c->demand_count; d++) {
    const struct demand *demand = &p->c->demands[d];
    if (demand->edge == NONE)
      p->of_process[demand->process] = d;
    else
      p->of_edge[demand->edge] = d;
  }
}

enum circles_answer circles_find(const struct circles *c,
                                 struct circle_run *out) {
  struct circle_product p = {.c = c, .ended = NONE};
  struct search *s = c->search;
  enum circles_answer answer = CIRCLES_NONE;
  p.readers = c->automaton ? c->automaton->state_count : 1;
  uint64_t cells = (uint64_t)c->arcs->states * p.readers;
  uint64_t more = s->more_bytes;
  s->more_bytes += cells * sizeof *p.number;
  if (search_late(s))
    return CIRCLES_LATE;
  p.number = alloc_zero(cells, sizeof *p.number);
  find_worthwhile(&p);
  index_demands(&p);
  if (!product_reach(&p) ||
      (p.ended == NONE && !(product_link(&p) && find_components(&p)))) {
    answer = CIRCLES_LATE;
  } else if (p.ended != NONE) {
    product_run_to(&p, p.ended, out);
    answer = CIRCLES_FOUND;
  } else if (p.good.len) {
    product_run(&p, out);
    answer = CIRCLES_FOUND;
  }
  s->more_bytes = more;
  free(p.number);
  free(p.links);
  free(p.first_link);
  free(p.worthwhile);
  free(p.of_process);
  free(p.of_edge);
  vec_free(&p.nodes);
  vec_free(&p.good);
  return answer;
}
