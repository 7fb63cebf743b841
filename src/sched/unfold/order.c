/* The order in which possible events are looked at, and by which of two events
 * that lead to the same marking one is a cut-off (Esparza, Römer, Vogler 2002,
 * section 5; K definition 31).
 *
 * Let C and D be the pasts of two events, these included.  C comes first if
 *
 *   it has fewer events; or as many, and
 *   its transitions weigh less (each has a weight, drawn by its rank; the sum is
 *   taken without overflow); or as much, and
 *   level by level, an event being on level k if its longest chain of causes
 *   has k events: at the first level where the two have other transitions it
 *   has fewer of them, or as many and the smallest rank that only one of them
 *   has.
 *
 * The weights stand for the lexicographic order of ERV02, and are compared in
 * one step.  Why the order is adequate: whatever is in the past of an event has
 * a smaller past.  Let C come before D, both lead to one marking, and let the
 * same transition e come behind both; we show that C with e comes before D with
 * e.  That is plain of the number and of the sum.  For the levels remember that
 * a thread never comes to a place twice, so that no transition is twice in a
 * past; and that C and D have the same transitions if they weigh the same (the
 * chance that they do not is that of two hashes; with exact states the
 * transitions are compared before the levels, in the order of their ranks).
 * Let k be the first level where they differ.  If e is on a level i <= k behind
 * C, all its causes there are on levels below i; so are all transitions of C
 * that e depends on.  These are in D too, the levels below k being the same, on
 * the same levels, and D has no others that e depends on; so e is on level i
 * behind D as well, and the other way round.  If i < k, it is added to two
 * equal levels; if i = k, to both of two that differ, which leaves their order
 * as it was, for it counts sizes first and then what only one of them has; if i
 * > k, it is added behind what decides.
 *
 * And it is total: two pasts with the same transitions on all levels are the
 * same past, since an event is a transition together with the steps before it
 * that it depends on.  So of two events with one marking one is always a
 * cut-off, and there are no more others than markings. */
#include "base/sound.h"
#include "sched/unfold/net.h"

/* --- levels ---------------------------------------------------------------- */

static int by_level(const void *a, const void *b) {
  const struct net_record *x = a, *y = b;
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static void lay_levels(struct unfold *u, unf_id r, unsigned side) {
  struct unf_net *n = u->net;
  vec_clear(&n->levels[side]);
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = unf_past(u, r)[t]; e; e = u->at.at[e].up)
      if (n->of.at[e].depth)
        vec_push(&n->levels[side], n->of.at[e]);
  qsort(n->levels[side].at, n->levels[side].len, sizeof *n->levels[side].at,
        by_level);
  u->work += n->levels[side].len;
}

static size_t end_of_level(const struct unf_net *n, unsigned side, size_t i) {
  size_t end = i;
  while (end < n->levels[side].len &&
         n->levels[side].at[end].depth == n->levels[side].at[i].depth)
    end++;
  return end;
}

/* Of two pasts of one size. */
static int compare_levels(struct unfold *u, unf_id a, unf_id b) {
  struct unf_net *n = u->net;
  lay_levels(u, a, 0);
  lay_levels(u, b, 1);
  const struct net_record *x = n->levels[0].at, *y = n->levels[1].at;
  for (size_t i = 0; i < n->levels[0].len && i < n->levels[1].len;) {
    size_t x_end = end_of_level(n, 0, i), y_end = end_of_level(n, 1, i);
    if (x_end != y_end)
      return x_end < y_end ? -1 : 1;
    for (; i < x_end; i++)
      if (x[i].rank != y[i].rank)
        return x[i].rank < y[i].rank ? -1 : 1;
  }
  return (a > b) - (a < b);
}

static int by_transition(const void *a, const void *b) {
  const struct net_record *x = a, *y = b;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Of two pasts of one size and weight: 0 if they have the same transitions, as
 * is all but certain. */
static int compare_sets(struct unfold *u, unf_id a, unf_id b) {
  struct unf_net *n = u->net;
  for (unsigned side = 0; side < 2; side++) {
    lay_levels(u, side ? b : a, side);
    qsort(n->levels[side].at, n->levels[side].len, sizeof *n->levels[side].at,
          by_transition);
  }
  for (size_t i = 0; i < n->levels[0].len && i < n->levels[1].len; i++) {
    int order = by_transition(&n->levels[0].at[i], &n->levels[1].at[i]);
    if (order)
      return order;
  }
  return 0;
}

static bool comes_first(struct unfold *u, const struct net_possible *a,
                        const struct net_possible *b) {
  if (a->size != b->size)
    return a->size < b->size;
  if (a->weight != b->weight)
    return a->weight < b->weight;
  int sets = u->net->walk.m.exact ? compare_sets(u, a->record, b->record) : 0;
  if (sets)
    return sets < 0;
  return compare_levels(u, a->record, b->record) < 0;
}

/* --- the heap -------------------------------------------------------------- */

void net_push(struct unfold *u, struct net_possible p) {
  struct unf_net *n = u->net;
  vec_push(&n->heap, p);
  struct net_possible *h = n->heap.at;
  for (size_t i = n->heap.len - 1, up; i; i = up) {
    up = (i - 1) / 2;
    if (!comes_first(u, &h[i], &h[up]))
      return;
    struct net_possible swap = h[i];
    h[i] = h[up];
    h[up] = swap;
  }
}

struct net_possible net_pop(struct unfold *u) {
  struct unf_net *n = u->net;
  EXPECTS(n->heap.len);
  struct net_possible *h = n->heap.at, least = h[0];
  size_t len = --n->heap.len;
  h[0] = h[len];
  for (size_t i = 0, kid; 2 * i + 1 < len; i = kid) {
    kid = 2 * i + 1;
    if (kid + 1 < len && comes_first(u, &h[kid + 1], &h[kid]))
      kid++;
    if (!comes_first(u, &h[kid], &h[i]))
      break;
    struct net_possible swap = h[i];
    h[i] = h[kid];
    h[kid] = swap;
  }
  return least;
}
