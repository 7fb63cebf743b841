/* The run to a fair accepted circle, and round it. */
#include "base/bitset.h"
#include "base/sound.h"
#include "explore/circles_inside.h"

enum { STARTS = 64 }; /* of circles that are put together bit by bit */

#define NO_ARC UINT32_MAX /* where a state stays */

/* A node, and the step that leaves it. */
struct leave {
  node_id node;
  uint32_t arc;
};
struct leaves {
  VEC(struct leave) at;
};

struct runner {
  struct circle_product *p;
  unsigned sets;
  uint64_t work;
  /* a search for a way inside a component; cells are a node, twice: what is
   * accepted was not yet, or was already met */
  uint32_t *stamp, *from, *via;
  uint32_t now;
  VEC(uint32_t) queue;
  /* what a circle that is put together still misses */
  uint64_t missing;
  bool *owed, *paid; /* by demand */
  struct leaves best;
  node_id best_entry;
  uint64_t best_length;
};

static uint32_t arc_of(const struct hop *h) {
  return h->arc == VISIT_STAYS ? NO_ARC : (uint32_t)h->arc;
}

/* --- ways ----------------------------------------------------------------- */

static void begin_way(struct runner *r, uint32_t cell) {
  r->now++;
  vec_clear(&r->queue);
  vec_push(&r->queue, cell);
  r->stamp[cell] = r->now;
  r->from[cell] = NONE;
}

static void go_on(struct runner *r, uint32_t from, uint32_t to, uint32_t arc) {
  if (r->stamp[to] == r->now)
    return;
  r->stamp[to] = r->now;
  r->from[to] = from;
  r->via[to] = arc;
  vec_push(&r->queue, to);
}

/* Appends the way from its beginning to the cell, and one step more. */
static void tell_way(const struct runner *r, uint32_t cell, uint32_t arc,
                     struct leaves *out) {
  size_t begin = out->at.len;
  vec_push(&out->at, ((struct leave){cell / 2, arc}));
  for (; r->from[cell] != NONE; cell = r->from[cell])
    vec_push(&out->at, ((struct leave){r->from[cell] / 2, r->via[cell]}));
  for (size_t i = begin, j = out->at.len - 1; i < j; i++, j--) {
    struct leave x = out->at.at[i];
    out->at.at[i] = out->at.at[j];
    out->at.at[j] = x;
  }
}

/* --- shortest circles ----------------------------------------------------- */

/* The next hop that is allowed and stays in the component, and where to. */
static bool hop_within(struct runner *r, uint32_t part, struct cursor *k,
                       struct hop *h, node_id *to) {
  const struct circle_product *p = r->p;
  while (cursor_next(p, k, h)) {
    *to = hop_to(p, h);
    r->work++;
    if (hop_allowed(p, h) && p->nodes.at[*to].part == part)
      return true;
  }
  return false;
}

/* The shortest accepted circle through this node, with at most so many
 * steps. */
static bool shortest_through(struct runner *r, node_id v, uint64_t most,
                             struct leaves *out) {
  EXPECTS(v < r->p->nodes.len && out);
  const struct circle_product *p = r->p;
  uint32_t part = p->nodes.at[v].part;
  begin_way(r, 2 * v + !r->sets);
  size_t level_end = 1;
  uint64_t length = 1;
  for (size_t i = 0; i < r->queue.len && length <= most; i++) {
    uint32_t cell = r->queue.at[i];
    struct cursor k = cursor_at(p, cell / 2);
    struct hop h;
    for (node_id to; hop_within(r, part, &k, &h, &to);) {
      uint32_t seen = (cell & 1) | (uint32_t)(h.sets & 1);
      if (to == v && seen) {
        tell_way(r, cell, arc_of(&h), out);
        return true;
      }
      go_on(r, cell, 2 * to + seen, arc_of(&h));
    }
    if (i + 1 == level_end) {
      level_end = r->queue.len;
      length++;
    }
  }
  return false;
}

/* --- circles put together ------------------------------------------------- */

static void note_node(struct runner *r, node_id n) {
  EXPECTS(n < r->p->nodes.len);
  const struct circle_product *p = r->p;
  for (size_t d = 0; d < p->c->demand_count; d++) {
    const struct demand *demand = &p->c->demands[d];
    bool can = demand_can(p, demand, p->nodes.at[n].state);
    if (demand->strong && can && !r->paid[d])
      r->owed[d] = true;
    if (!demand->strong && !can)
      r->owed[d] = false;
  }
}

static void note_hop(struct runner *r, const struct hop *h) {
  const struct circle_product *p = r->p;
  r->missing &= ~h->sets;
  for (size_t d = 0; d < p->c->demand_count; d++)
    if (demand_met(p, &p->c->demands[d], h->edge)) {
      r->owed[d] = false;
      r->paid[d] = true;
    }
}

static bool helps(const struct runner *r, const struct hop *h) {
  const struct circle_product *p = r->p;
  if (h->sets & r->missing)
    return true;
  for (size_t d = 0; d < p->c->demand_count; d++)
    if (r->owed[d] && (demand_met(p, &p->c->demands[d], h->edge) ||
                       (!p->c->demands[d].strong &&
                        !demand_can(p, &p->c->demands[d], h->state))))
      return true;
  return false;
}

/* What the steps of the way, from `begin` on and but for the last, do. */
static void note_way(struct runner *r, const struct leaves *way, size_t begin) {
  for (size_t i = begin; i + 1 < way->at.len; i++) {
    node_id next = way->at.at[i + 1].node;
    struct cursor k = cursor_at(r->p, way->at.at[i].node);
    struct hop h;
    while (cursor_next(r->p, &k, &h) &&
           (arc_of(&h) != way->at.at[i].arc || hop_to(r->p, &h) != next))
      ;
    note_hop(r, &h);
    note_node(r, next);
  }
}

/* Goes from a node to the nearest thing that is missing, or home; the node
 * where that is. */
static node_id walk_on(struct runner *r, node_id from, node_id home,
                       bool missing, struct leaves *way) {
  EXPECTS(from < r->p->nodes.len && way);
  const struct circle_product *p = r->p;
  uint32_t part = p->nodes.at[from].part;
  begin_way(r, 2 * from);
  for (size_t i = 0; i < r->queue.len; i++) {
    uint32_t cell = r->queue.at[i];
    struct cursor k = cursor_at(p, cell / 2);
    struct hop h;
    for (node_id to; hop_within(r, part, &k, &h, &to);) {
      if (missing ? helps(r, &h) : to == home) {
        size_t begin = way->at.len;
        tell_way(r, cell, arc_of(&h), way);
        note_way(r, way, begin);
        note_hop(r, &h);
        note_node(r, to);
        return to;
      }
      go_on(r, cell, 2 * to, arc_of(&h));
    }
  }
  return from; /* cannot be: nodes of a component reach each other */
}

static bool is_missing(const struct runner *r) {
  bool any = r->missing != 0;
  for (size_t d = 0; d < r->p->c->demand_count; d++)
    any |= r->owed[d];
  return any;
}

static void put_together(struct runner *r, node_id v, struct leaves *out) {
  EXPECTS(v < r->p->nodes.len && out);
  const struct circle_product *p = r->p;
  r->missing = r->sets == 64 ? UINT64_MAX : ((uint64_t)1 << r->sets) - 1;
  for (size_t d = 0; d < p->c->demand_count; d++) {
    r->owed[d] = !p->c->demands[d].strong;
    r->paid[d] = false;
  }
  note_node(r, v);
  node_id at = v;
  while (is_missing(r) || at != v || !out->at.len)
    at = walk_on(r, at, v, is_missing(r), out);
}

/* The circle begins at the node that is nearest to the initial one. */
static void rotate(const struct circle_product *p, struct leaves *way) {
  size_t n = way->at.len, least = 0;
  for (size_t i = 1; i < n; i++)
    if (p->nodes.at[way->at.at[i].node].depth <
        p->nodes.at[way->at.at[least].node].depth)
      least = i;
  struct leaves turned = {0};
  for (size_t i = 0; i < n; i++)
    vec_push(&turned.at, way->at.at[(least + i) % n]);
  vec_free(&way->at);
  *way = turned;
}

/* --- the best ------------------------------------------------------------- */

static void keep_better(struct runner *r, struct leaves *way) {
  node_id entry = way->at.at[0].node;
  uint64_t length = r->p->nodes.at[entry].depth + way->at.len;
  if (length < r->best_length) {
    vec_free(&r->best.at);
    r->best = *way;
    r->best_entry = entry;
    r->best_length = length;
  } else {
    vec_free(&way->at);
  }
}

/* Nodes come in the order of their depth. */
static void find_best(struct runner *r, const uint64_t *good) {
  const struct circle_product *p = r->p;
  bool simple = r->sets <= 1 && !p->c->demand_count;
  unsigned starts = 0;
  for (node_id n = 0; n < p->nodes.len; n++) {
    const struct product_node *node = &p->nodes.at[n];
    if (node->part == NONE || !bitset_has(good, node->part))
      continue;
    if (r->best.at.len &&
        (node->depth + 1 >= r->best_length || r->work > CIRCLES_WORK ||
         (!simple && starts >= STARTS)))
      break;
    struct leaves way = {0};
    starts++;
    if (!simple) {
      put_together(r, n, &way);
      rotate(p, &way);
    } else if (!shortest_through(r, n, r->best_length - node->depth - 1,
                                 &way)) {
      continue;
    }
    keep_better(r, &way);
  }
}

/* --- telling -------------------------------------------------------------- */

static void add_visit(const struct circle_product *p, struct circle_run *out,
                      node_id n, uint32_t arc) {
  EXPECTS(n < p->nodes.len);
  if (arc != NO_ARC)
    vec_push(&out->at, ((struct visit){p->nodes.at[n].state, arc}));
}

void product_run_to(const struct circle_product *p, node_id to,
                    struct circle_run *out) {
  EXPECTS(to < p->nodes.len && out);
  VEC(node_id) path = {0};
  for (node_id n = to; n != NONE; n = p->nodes.at[n].parent)
    vec_push(&path, n);
  while (path.len > 1) {
    node_id n = vec_pop(&path), next = *vec_last(&path);
    struct cursor k = cursor_at(p, n);
    struct hop h;
    while (cursor_next(p, &k, &h) && hop_to(p, &h) != next)
      ;
    add_visit(p, out, n, arc_of(&h));
  }
  vec_free(&path);
}

static bool same_visit(const struct visit *a, const struct visit *b) {
  return a->state == b->state && a->arc == b->arc;
}

/* The same run told in fewer steps: a circle that is several times a smaller
 * one, and what the stem already has of it. */
static void tell_shorter(struct circle_run *run) {
  size_t n = run->circle;
  struct visit *at = run->at.at + (run->at.len - n);
  for (size_t part = 1; part < n; part++) {
    size_t i = part;
    while (n % part == 0 && i < n && same_visit(&at[i], &at[i - part]))
      i++;
    if (n % part || i < n)
      continue;
    run->at.len -= n - part;
    run->circle = n = part;
  }
  while (n && run->at.len > n &&
         same_visit(&run->at.at[run->at.len - n - 1],
                    &run->at.at[run->at.len - 1]))
    run->at.len--;
}

void product_run(struct circle_product *p, struct circle_run *out) {
  const struct ltl *l = p->c->automaton;
  struct runner r = {
      .p = p, .sets = l ? l->set_count : 0, .best_length = UINT64_MAX};
  uint32_t parts = 0;
  vec_each(&p->good, g) parts = *g > parts ? *g : parts;
  uint64_t *good = alloc_zero(BITSET_WORDS(parts + 1), sizeof *good);
  vec_each(&p->good, g) bitset_add(good, *g);
  for (node_id n = 0; n < p->nodes.len; n++)
    if (p->nodes.at[n].part > parts)
      p->nodes.at[n].part = NONE;
  r.stamp = alloc_zero(2 * p->nodes.len, sizeof *r.stamp);
  r.from = alloc_zero(2 * p->nodes.len, sizeof *r.from);
  r.via = alloc_zero(2 * p->nodes.len, sizeof *r.via);
  r.owed = alloc_zero(p->c->demand_count + 1, sizeof *r.owed);
  r.paid = alloc_zero(p->c->demand_count + 1, sizeof *r.paid);
  find_best(&r, good);
  product_run_to(p, r.best_entry, out);
  size_t stem = out->at.len;
  vec_each(&r.best.at, s) add_visit(p, out, s->node, s->arc);
  out->circle = out->at.len - stem;
  tell_shorter(out);
  vec_free(&r.best.at);
  vec_free(&r.queue);
  free(good);
  free(r.stamp);
  free(r.from);
  free(r.via);
  free(r.owed);
  free(r.paid);
}
