#include "net/possible.h"

#include "base/alloc.h"
#include "base/map.h"
#include "base/sound.h"

struct builder {
  struct possible *p;
  struct chains chains;
  struct map links; /* that are known: from << 32 | to, plus one */
  struct map steps; /* likewise */
  struct map stuck; /* local state << 32 | symbol */
  uint32_t place;   /* state * inputs + input */
};

void possible_inputs(const struct possible *p, uint32_t place,
                     symbol_list *out) {
  const size_t first = out->len;
  vec_push(out, p->net->inputs.at[place % p->inputs]);
  for (uint32_t s = place / p->inputs; p->parent.at[s] != STATES_NONE;
       s = p->parent.at[s])
    vec_push(out, p->net->inputs.at[p->parent_input.at[s]]);
  symbols_reverse(out, first);
}

/* --- building ------------------------------------------------------------- */

static uint32_t unstable_state(struct builder *b, const uint32_t *vector) {
  struct possible *p = b->p;
  bool added;
  const uint32_t id = states_add(&p->unstable, vector, &added);
  if (added) {
    vec_push(&p->place, b->place);
    vec_push(&p->ending, false);
  }
  return id;
}

static void add_stuck(struct builder *b, const uint32_t *from) {
  struct possible *p = b->p;
  const machine_id k = p->net->symbols.at[from[0]].reader;
  bool added;
  map_at(&b->stuck, (uint64_t)from[k + 1] << 32 | from[0], &added);
  if (!added)
    return;
  struct net_stuck s = {k, from[k + 1], from[0], {0}};
  possible_inputs(p, b->place, &s.inputs);
  vec_push(&p->stuck, s);
}

static void add_link(struct builder *b, uint32_t from, uint32_t to) {
  bool added;
  map_at(&b->links, (uint64_t)from << 32 | to, &added);
  if (added)
    vec_push(&b->p->links, ((struct chain_link){from, to}));
}

static void watch(void *user, edge_id e, const uint32_t *from,
                  const uint32_t *to) {
  struct builder *b = user;
  struct possible *p = b->p;
  const uint32_t id = from ? states_find(&p->unstable, from) : STATES_NONE;
  if (e == NETWORK_NONE) {
    if (from) {
      p->ending.at[id] = true;
      add_stuck(b, from);
    }
    return;
  }
  p->fired[e] = true;
  if (p->net->symbols.at[to[0]].reader != NETWORK_NONE) {
    const uint32_t next = unstable_state(b, to);
    if (from)
      add_link(b, id, next);
  } else if (from) {
    p->ending.at[id] = true;
  }
}

/* The chains have numbered their ends; those that are new have a way now. */
static void take_ends(struct builder *b, uint32_t from) {
  struct possible *p = b->p;
  p->observable += b->chains.ends.len;
  while (p->parent.len < p->rest.count) {
    vec_push(&p->parent, from);
    vec_push(&p->parent_input, b->place % p->inputs);
  }
  vec_each(&b->chains.ends, e) {
    bool added;
    map_at(&b->steps, (uint64_t)from << 32 | e->target, &added);
    if (added)
      vec_push(&p->steps, ((struct chain_link){from, e->target}));
  }
}

uint64_t possible_bytes(const struct possible *p) {
  return states_bytes(&p->rest) + states_bytes(&p->unstable) +
         (p->parent.cap * 2 + p->place.cap) * 4 + p->ending.cap +
         (p->links.cap + p->steps.cap) * sizeof *p->links.at;
}

static enum net_verdict explore(struct builder *b, const struct net_limits *l) {
  struct possible *p = b->p;
  for (uint32_t i = 0; i < p->rest.count; i++) {
    if (l && i % 64 == 0) {
      const enum net_verdict v = net_limits_check(
          l, possible_bytes(p) + (b->links.cap + b->steps.cap) * 17);
      if (v != NET_DONE)
        return v;
      if (progress_due(l->progress))
        progress_show(l->progress, "derive",
                      &(struct progress_figure){"states", i}, 1);
    }
    if (((uint64_t)p->rest.count + 1) * (p->inputs + 1) > UINT32_MAX)
      return NET_MEMORY; /* places are numbered in 32 bits */
    for (uint32_t x = 0; x < p->inputs; x++) {
      b->place = i * p->inputs + x;
      chains_input(&b->chains, i, p->net->inputs.at[x]);
      take_ends(b, i);
    }
  }
  return NET_DONE;
}

enum net_verdict possible_build(struct possible *p, const struct network *n,
                                bool fair, const struct net_limits *l) {
  const uint32_t width = (uint32_t)n->machines.len;
  *p = (struct possible){.net = n,
                         .fair = fair,
                         .inputs = (uint32_t)n->inputs.len,
                         .rest = {.width = width},
                         .unstable = {.width = width + 1}};
  p->fired = alloc_zero(n->edges.len + 1, sizeof *p->fired);
  struct builder b = {.p = p};
  chains_begin(&b.chains, n, &p->rest);
  b.chains.fair = fair;
  b.chains.watch = watch;
  b.chains.user = &b;
  chains_initial(&b.chains);
  vec_push(&p->parent, STATES_NONE);
  vec_push(&p->parent_input, 0);
  const enum net_verdict v = explore(&b, l);
  chains_end(&b.chains);
  map_free(&b.links);
  map_free(&b.steps);
  map_free(&b.stuck);
  return v;
}

void possible_free(struct possible *p) {
  states_free(&p->rest);
  states_free(&p->unstable);
  vec_free(&p->parent);
  vec_free(&p->parent_input);
  vec_free(&p->place);
  vec_free(&p->links);
  vec_free(&p->ending);
  vec_free(&p->steps);
  vec_each(&p->stuck, s) vec_free(&s->inputs);
  vec_free(&p->stuck);
  free(p->fired);
}
