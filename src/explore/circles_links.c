/* Where each node leads, one after the other: what components are found by.
 *
 * The hops that a circle may take to nodes that may be of use, and nothing else
 * of them, made once by all workers: one worker then goes through them alone
 * (components are found depth first), and must not wait for what others could
 * have made. */
#include "base/sound.h"
#include "explore/circles_inside.h"
#include "explore/search.h"
#include "explore/sweep.h"

static void link_slice(void *ctx, unsigned worker, uint64_t begin,
                       uint64_t end) {
  EXPECTS(begin <= end);
  const struct circle_product *p = ctx;
  (void)worker;
  for (node_id n = (node_id)begin; n < end; n++) {
    node_id *to = p->links + p->first_link[n];
    uint32_t count = 0;
    if (p->nodes.at[n].part == NONE)
      continue;
    struct cursor k = cursor_at(p, n);
    struct hop h;
    while (cursor_next(p, &k, &h)) {
      node_id next = hop_to(p, &h);
      if (hop_allowed(p, &h) && p->nodes.at[next].part != NONE)
        to[count++] = next;
    }
    p->nodes.at[n].hops = count;
  }
}

bool product_link(struct circle_product *p) {
  struct search *s = p->c->search;
  uint64_t links = 0, nodes = p->nodes.len;
  p->first_link = alloc_zero(nodes + 1, sizeof *p->first_link);
  for (uint64_t n = 0; n < nodes; n++) {
    p->first_link[n] = links;
    links += p->nodes.at[n].part == NONE ? 0 : p->nodes.at[n].hops;
  }
  s->more_bytes += links * sizeof *p->links + nodes * sizeof *p->first_link;
  if (search_late(s))
    return false;
  p->links = alloc_zero(links + 1, sizeof *p->links);
  for (uint64_t begin = 0, end; begin < nodes; begin = end) {
    end = sweep_round(s, begin, nodes);
    sweep(s, begin, end, link_slice, p);
    if (search_late(s))
      return false;
  }
  return true;
}
