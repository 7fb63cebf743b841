/* The pairs that can be reached, numbered breadth first by all workers.
 *
 * Nodes are left in rounds, each a row of nodes that follow each other.  In a
 * round every worker claims, for the nodes of its slice, the cells that have no
 * number yet; of several claims that of the first node wins.  What is won then
 * gets its numbers in the order of nodes and of their hops.  So a node's number
 * and its parent are those that one worker alone would give them. */
#include "base/sound.h"
#include "explore/circles_inside.h"
#include "explore/search.h"
#include "explore/sweep.h"

#define CLAIMED 0x80000000u /* the rest is the node that claims it */

struct claim_of {
  state_id state;
  uint32_t reader;
  node_id from;
};

struct reach_share {
  _Alignas(ALLOC_APART) VEC(struct claim_of) claims;
  node_id ended; /* the first of its slice where the automaton ends */
  size_t first;  /* number of its first new node */
};

struct reach {
  struct circle_product *p;
  struct reach_share *shares; /* by worker */
};

static bool ends_at(const struct circle_product *p, node_id n) {
  EXPECTS(n < p->nodes.len);
  const struct ltl *l = p->c->automaton;
  const struct product_node *node = &p->nodes.at[n];
  uint64_t truth = p->c->truth ? p->c->truth[node->state] : 0;
  for (size_t i = 0; l && i < l->ends.len; i++) {
    const struct ltl_end *e = &l->ends.at[i];
    if (e->from == node->reader && !(e->yes & ~truth) && !(e->no & truth))
      return true;
  }
  return false;
}

/* False: it has a number, or a node before this one claims it. */
static bool claim(_Atomic uint32_t *cell, node_id from) {
  uint32_t now = atomic_load_explicit(cell, memory_order_relaxed);
  while (!now || (now & CLAIMED && (now & ~CLAIMED) > from))
    if (atomic_compare_exchange_weak_explicit(cell, &now, CLAIMED | from,
                                              memory_order_relaxed,
                                              memory_order_relaxed))
      return true;
  return false;
}

static void claim_slice(void *ctx, unsigned worker, uint64_t begin,
                        uint64_t end) {
  EXPECTS(begin <= end);
  const struct reach *r = ctx;
  struct reach_share *share = &r->shares[worker];
  for (node_id n = (node_id)begin; n < end && share->ended == NONE; n++) {
    if (ends_at(r->p, n))
      share->ended = n;
    struct cursor k = cursor_at(r->p, n);
    struct hop h;
    uint32_t hops = 0;
    for (; cursor_next(r->p, &k, &h); hops++)
      if (claim(product_cell(r->p, h.state, h.reader), n))
        vec_push(&share->claims, ((struct claim_of){h.state, h.reader, n}));
    r->p->nodes.at[n].hops = hops;
  }
}

/* Keeps the claims that nobody before has made as well. */
static void sift_share(void *ctx, unsigned worker) {
  const struct reach *r = ctx;
  struct reach_share *share = &r->shares[worker];
  size_t kept = 0;
  vec_each(&share->claims, c) if (*product_cell(r->p, c->state, c->reader) ==
                                  (CLAIMED | c->from))
      share->claims.at[kept++] = *c;
  share->claims.len = kept;
}

static void number_share(void *ctx, unsigned worker) {
  const struct reach *r = ctx;
  const struct reach_share *share = &r->shares[worker];
  size_t at = share->first;
  vec_each(&share->claims, c) {
    r->p->nodes.at[at++] = (struct product_node){
        c->state, c->reader, c->from, r->p->nodes.at[c->from].depth + 1,
        r->p->worthwhile[c->reader] ? 0 : NONE};
    *product_cell(r->p, c->state, c->reader) = (uint32_t)at;
  }
}

/* Numbers what was claimed, by several workers or by one; false: too many to
 * be numbered. */
static bool number_claims(struct reach *r, bool several) {
  struct search *s = r->p->c->search;
  if (several)
    crew_run(&s->crew, sift_share, r);
  else
    sift_share(r, 0);
  size_t total = r->p->nodes.len;
  for (unsigned w = 0; w < s->jobs; w++) {
    r->shares[w].first = total;
    total += r->shares[w].claims.len;
  }
  if (total >= STATES_MAX)
    return false;
  vec_resize(&r->p->nodes, total);
  if (several)
    crew_run(&s->crew, number_share, r);
  else
    number_share(r, 0);
  for (unsigned w = 0; w < s->jobs; w++)
    vec_clear(&r->shares[w].claims);
  return true;
}

static bool go_through(struct reach *r) {
  struct circle_product *p = r->p;
  struct search *s = p->c->search;
  for (uint64_t begin = 0, end; begin < p->nodes.len; begin = end) {
    end = sweep_round(s, begin, p->nodes.len);
    bool several = sweep(s, begin, end, claim_slice, r);
    for (unsigned w = 0; w < s->jobs; w++)
      if (r->shares[w].ended < p->ended)
        p->ended = r->shares[w].ended;
    if (p->ended != NONE)
      return true;
    if (!number_claims(r, several) || search_late(s))
      return false;
  }
  return true;
}

bool product_reach(struct circle_product *p) {
  struct search *s = p->c->search;
  struct reach r = {p, alloc_apart(s->jobs, sizeof *r.shares)};
  for (unsigned w = 0; w < s->jobs; w++)
    r.shares[w].ended = NONE;
  vec_push(&p->nodes,
           ((struct product_node){.parent = NONE,
                                  .part = p->worthwhile[0] ? 0 : NONE}));
  *product_cell(p, 0, 0) = 1;
  bool in_time = go_through(&r);
  for (unsigned w = 0; w < s->jobs; w++)
    vec_free(&r.shares[w].claims);
  free(r.shares);
  return in_time;
}
