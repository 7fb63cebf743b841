#include "net/close.h"

#include "base/alloc.h"

static dd_node close_bfs(struct coding *c, dd_node edges, dd_node internal) {
  dd_node closed = edges, front = edges;
  dd_protect(c->steps, &closed);
  dd_protect(c->steps, &front);
  dd_protect(c->steps, &internal);
  while (front && front != DD_FULL) {
    const dd_node next = dd_compose(c->steps, front, internal);
    front = next == DD_FULL ? DD_FULL : dd_minus(c->steps, next, closed);
    if (front == DD_FULL)
      break;
    closed = dd_union(c->steps, closed, front);
    if (closed == DD_FULL)
      break;
    if (dd_crowded(c->steps))
      dd_collect(c->steps);
  }
  dd_unprotect(c->steps, 3);
  return front == DD_FULL ? DD_FULL : closed;
}

/* Every step moves the buffer, so all of them have the same topmost
 * variable. */
static dd_node close_sat(struct coding *c, dd_node edges, dd_node internal) {
  dd_node *by_level = alloc_zero(c->machines + 2, sizeof *by_level);
  by_level[internal ? dd_level(c->steps, internal) : 0] = internal;
  const dd_node closed = dd_saturate_steps(c->steps, edges, by_level);
  free(by_level);
  return closed;
}

dd_node close_steps(struct coding *c, const struct mutant *m, dd_node edges,
                    bool bfs) {
  const dd_node internal = edges == DD_FULL ? DD_FULL : coding_internal(c, m);
  if (internal == DD_FULL)
    return DD_FULL;
  return bfs ? close_bfs(c, edges, internal) : close_sat(c, edges, internal);
}

dd_node close_observable(struct coding *c, dd_node closure) {
  if (closure == DD_FULL)
    return DD_FULL;
  const dd_node from = dd_restrict_from(c->steps, closure, c->sets, c->inputs);
  return from == DD_FULL ? DD_FULL
                         : dd_restrict_to(c->steps, from, c->sets, c->outputs);
}
