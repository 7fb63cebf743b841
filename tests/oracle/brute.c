#include "brute.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "brute_state.h"

/* What became of a state: for the search for those that never end. */
struct node {
  bool ends;       /* the run is over here, and well (or has failed) */
  uint8_t enabled; /* threads */
};

struct edge {
  uint32_t from, to;
  uint8_t thread;
};

struct search {
  struct world world;
  struct brute *out;
  uint32_t limit;
  struct map seen; /* hash of a state -> its number */
  VEC(struct node) nodes;
  VEC(struct edge) edges;
  VEC(struct state) todo; /* states not yet left, and their numbers */
  VEC(uint32_t) todo_numbers;
};

static uint32_t number_of(struct search *b, struct state *s) {
  bool added;
  order_normalise(&b->world, s);
  uint64_t *at = map_at(&b->seen, hash_bytes(s, sizeof *s), &added);
  if (added) {
    *at = b->nodes.len;
    struct node n = {0};
    vec_push(&b->nodes, n);
    vec_push(&b->todo, *s);
    vec_push(&b->todo_numbers, (uint32_t)*at);
  }
  return (uint32_t)*at;
}

static void put(uint64_t *set, unsigned code) {
  set[code / 64] |= UINT64_C(1) << code % 64;
}

/* Nothing goes on from here: what the run came to. */
static void conclude(struct search *b, const struct state *s, uint32_t n) {
  struct brute *out = b->out;
  bool waits = false;
  for (unsigned t = 0; t < THREADS; t++)
    waits |= s->t[t].status == RUNNING && !s->exited;
  if (s->failed && !(s->failed & (s->failed - 1)))
    out->must_fail |= s->failed;
  if (s->exited && !s->failed && s->code) {
    put(out->must_exit, s->code);
    put(out->may_exit, s->code);
  }
  bool stuck = waits && !s->failed && !s->assumed;
  out->stuck |= stuck;
  out->ends_well |= !stuck && !s->failed && !s->assumed && !s->code;
  b->nodes.at[n].ends = true;
}

static void leave(struct search *b, const struct state *s, uint32_t n) {
  b->out->may_fail |= s->failed;
  b->out->too_large |= s->endless;
  b->nodes.at[n].ends = s->failed || s->assumed; /* what follows is none */
  for (unsigned t = 0; t < b->world.code->program->threads; t++) {
    unsigned ways = state_ways(&b->world, s, t);
    if (ways)
      b->nodes.at[n].enabled |= (uint8_t)(1u << t);
    for (unsigned way = 0; way < ways; way++) {
      struct state next = *s;
      state_step(&b->world, &next, t, way);
      struct edge e = {n, number_of(b, &next), (uint8_t)t};
      vec_push(&b->edges, e);
    }
  }
  if (!b->nodes.at[n].enabled)
    conclude(b, s, n);
}

/* --- runs that do not end ----------------------------------------------- */

/* A state from which no end can be reached; edges are followed backwards
 * until nothing changes. */
static bool never_ends(struct search *b) {
  bool *can = calloc(b->nodes.len, 1), changed = true, never = false;
  for (size_t i = 0; i < b->nodes.len; i++)
    can[i] = b->nodes.at[i].ends;
  while (changed) {
    changed = false;
    for (size_t i = b->edges.len; i-- > 0;) {
      const struct edge *e = &b->edges.at[i];
      if (can[e->to] && !can[e->from])
        changed = can[e->from] = true;
    }
  }
  for (size_t i = 0; i < b->nodes.len; i++)
    never |= !can[i];
  free(can);
  return never;
}

/* Tarjan 1972: the strongly connected parts, each judged when it is whole. */
struct parts {
  struct search *b;
  uint32_t *first;       /* edge of a node, by number + 1; edges are sorted */
  uint32_t *index, *low; /* 0: not met */
  uint32_t *stack, stack_len, next;
  bool *on_stack;
  bool fair;
};

/* A circle that a scheduler may keep to although it is fair: whoever could
 * always go on in it does. */
static bool is_fair(const struct parts *p, const uint32_t *part, uint32_t len) {
  uint8_t always = 0xff, inside = 0;
  for (uint32_t i = 0; i < len; i++) {
    uint32_t n = part[i];
    always &= p->b->nodes.at[n].enabled;
    for (uint32_t e = p->first[n]; e < p->first[n + 1]; e++)
      for (uint32_t k = 0; k < len; k++)
        if (p->b->edges.at[e].to == part[k])
          inside |= (uint8_t)(1u << p->b->edges.at[e].thread);
  }
  return inside && !(always & ~inside);
}

static void visit(struct parts *p, uint32_t n) {
  p->index[n] = p->low[n] = ++p->next;
  p->stack[p->stack_len++] = n;
  p->on_stack[n] = true;
  for (uint32_t e = p->first[n]; e < p->first[n + 1]; e++) {
    uint32_t to = p->b->edges.at[e].to;
    if (!p->index[to])
      visit(p, to);
    if (p->on_stack[to] && p->low[to] < p->low[n])
      p->low[n] = p->low[to];
  }
  if (p->low[n] != p->index[n])
    return;
  uint32_t from = p->stack_len;
  do
    p->on_stack[p->stack[--from]] = false;
  while (p->stack[from] != n);
  p->fair |= is_fair(p, p->stack + from, p->stack_len - from);
  p->stack_len = from;
}

static int by_from(const void *a, const void *b) {
  const struct edge *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

static bool goes_round(struct search *b) {
  size_t n = b->nodes.len;
  qsort(b->edges.at, b->edges.len, sizeof *b->edges.at, by_from);
  struct parts p = {.b = b,
                    .first = calloc(n + 2, sizeof(uint32_t)),
                    .index = calloc(n, sizeof(uint32_t)),
                    .low = calloc(n, sizeof(uint32_t)),
                    .stack = calloc(n, sizeof(uint32_t)),
                    .on_stack = calloc(n, 1)};
  vec_each(&b->edges, e) p.first[e->from + 1]++;
  for (size_t i = 0; i < n; i++)
    p.first[i + 1] += p.first[i];
  visit(&p, 0);
  free(p.first);
  free(p.index);
  free(p.low);
  free(p.stack);
  free(p.on_stack);
  return p.fair;
}

/* --- all of it ---------------------------------------------------------- */

static void explore(const struct code *c, uint32_t limit, bool lenient,
                    bool must, bool may, struct brute *out) {
  struct search b = {
      .world = {c, lenient, must, may, out}, .out = out, .limit = limit};
  struct state s;
  state_begin(&b.world, &s);
  number_of(&b, &s);
  while (b.todo.len && !out->too_large) {
    s = vec_pop(&b.todo);
    leave(&b, &s, vec_pop(&b.todo_numbers));
    out->too_large |= b.nodes.len > limit;
  }
  out->states = (uint32_t)b.nodes.len;
  if (c->loops && !out->too_large) { /* else every run ends */
    out->stuck |= never_ends(&b);
    out->circles |= goes_round(&b);
  }
  map_free(&b.seen);
  vec_free(&b.nodes);
  vec_free(&b.edges);
  vec_free(&b.todo);
  vec_free(&b.todo_numbers);
}

/* Whether standards or conventions leave the order open somewhere. */
static bool is_open(const struct program *p) {
  for (unsigned v = 0; v < p->vars; v++)
    if (p->kind[v] == VAR_MIXED)
      return true;
  for (unsigned k = 0; k < MUTEXES; k++)
    if (mutex_is_robust(p->mutex_kind[k]))
      return true;
  return program_uses(p, S_PUT) || program_uses(p, S_SEND) ||
         program_uses(p, S_STORE) || program_uses(p, S_GETVALUE) ||
         program_uses(p, S_STORE_AT) || program_uses(p, S_FENCE) ||
         program_uses(p, S_ATOMIC);
}

void brute_explore(const struct code *c, uint32_t limit, struct brute *out) {
  *out = (struct brute){0};
  bool open = is_open(c->program);
  explore(c, limit, true, true, !open, out);
  if (open && !out->too_large)
    explore(c, limit, false, false, true, out);
}

bool brute_holds(const struct brute *b) {
  uint64_t exits = 0;
  for (unsigned i = 0; i < 4; i++)
    exits |= b->may_exit[i];
  return !b->may_fail && !exits && !b->stuck && !b->may_races;
}
