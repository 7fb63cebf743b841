#include "net/belief.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"

enum { FIRST_CAP = STRESSED(2, 64) };

void belief_begin(struct belief *b, const struct network *n,
                  struct states *rest, bool fair) {
  *b = (struct belief){0};
  chains_begin(&b->chains, n, rest);
  b->chains.fair = fair;
  vec_push(&b->first, 0);
}

void belief_mutant(struct belief *b, struct belief *base) {
  belief_begin(b, base->chains.net, base->chains.rest, base->chains.fair);
  b->base = base;
}

void belief_become(struct belief *b, const struct mutant *m) {
  b->chains.mutant = m;
  map_clear(&b->replies);
  map_clear(&b->outlooks);
  vec_clear(&b->reply);
  vec_clear(&b->ends);
  vec_clear(&b->members);
  b->first.len = 1;
  vec_clear(&b->outlook);
  vec_clear(&b->branches);
  if (b->cap)
    memset(b->slots, 0, b->cap * sizeof *b->slots);
}

void belief_end(struct belief *b) {
  chains_end(&b->chains);
  map_free(&b->replies);
  map_free(&b->outlooks);
  vec_free(&b->reply);
  vec_free(&b->ends);
  vec_free(&b->members);
  vec_free(&b->first);
  vec_free(&b->outlook);
  vec_free(&b->branches);
  vec_free(&b->scratch);
  vec_free(&b->set);
  free(b->slots);
}

uint64_t belief_bytes(const struct belief *b) {
  return (b->replies.cap + b->outlooks.cap) * (uint64_t)17 +
         b->reply.cap * sizeof *b->reply.at + b->ends.cap * sizeof *b->ends.at +
         (b->members.cap + b->first.cap + b->cap) * 4 +
         b->outlook.cap * sizeof *b->outlook.at +
         b->branches.cap * sizeof *b->branches.at;
}

/* --- sets ----------------------------------------------------------------- */

static size_t set_size(const struct belief *b, uint32_t set) {
  EXPECTS(set + 1 < b->first.len);
  return b->first.at[set + 1] - b->first.at[set];
}

static size_t slot_of(const struct belief *b, const uint32_t *at, size_t len) {
  const size_t mask = b->cap - 1;
  size_t i = hash_bytes(at, len * sizeof *at) & mask;
  for (; b->slots[i]; i = (i + 1) & mask) {
    const uint32_t set = b->slots[i] - 1;
    if (set_size(b, set) == len &&
        !memcmp(b->members.at + b->first.at[set], at, len * sizeof *at))
      break;
  }
  return i;
}

static void rehash(struct belief *b) {
  free(b->slots);
  b->cap = b->cap ? b->cap * 2 : FIRST_CAP;
  b->slots = alloc_zero(b->cap, sizeof *b->slots);
  for (uint32_t set = 0; set + 1 < b->first.len; set++)
    b->slots[slot_of(b, b->members.at + b->first.at[set], set_size(b, set))] =
        set + 1;
}

/* The number of b->set, which is increasing. */
static uint32_t intern(struct belief *b) {
  if (b->first.len * 4 > b->cap * 3)
    rehash(b);
  const size_t slot = slot_of(b, b->set.at, b->set.len);
  if (b->slots[slot])
    return b->slots[slot] - 1;
  const uint32_t set = (uint32_t)b->first.len - 1;
  vec_each(&b->set, s) vec_push(&b->members, *s);
  vec_push(&b->first, (uint32_t)b->members.len);
  b->slots[slot] = set + 1;
  return set;
}

uint32_t belief_initial(struct belief *b) {
  vec_clear(&b->set);
  vec_push(&b->set, chains_initial(&b->chains));
  return intern(b);
}

/* --- one state ------------------------------------------------------------ */

static struct belief_reply work_out(struct belief *b, uint32_t state,
                                    uint32_t input) {
  struct chains *c = &b->chains;
  chains_input(c, state, c->net->inputs.at[input]);
  const struct belief_reply r = {(uint32_t)b->ends.len, (uint32_t)c->ends.len,
                                 c->edges, c->silent};
  vec_each(&c->ends, e) vec_push(&b->ends, *e);
  return r;
}

static bool is_same(const struct belief *b, const struct belief_reply *r) {
  const struct mutant *m = b->chains.mutant;
  return !m || m->edge == NETWORK_NONE || !(r->edges >> m->edge % 32 & 1);
}

/* The reply, and the ends it counts in. */
static struct belief_reply reply_of(struct belief *b, uint32_t state,
                                    uint32_t input, const chain_ends **ends) {
  if (b->base) {
    const struct belief_reply r = reply_of(b->base, state, input, ends);
    if (is_same(b, &r))
      return r;
  }
  bool added;
  uint64_t *at = map_at(&b->replies, (uint64_t)state << 32 | input, &added);
  *ends = &b->ends;
  if (added) {
    *at = b->reply.len;
    vec_push(&b->reply, work_out(b, state, input));
    return *vec_last(&b->reply);
  }
  return b->reply.at[*at];
}

/* --- one set -------------------------------------------------------------- */

static int by_output(const void *a, const void *b) {
  const struct chain_end *x = a, *y = b;
  if (x->output != y->output)
    return x->output < y->output ? -1 : 1;
  return x->target == y->target ? 0 : x->target < y->target ? -1 : 1;
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x == y ? 0 : x < y ? -1 : 1;
}

/* Where all branches together may lead. */
static uint32_t unite(struct belief *b) {
  size_t kept = 0;
  vec_clear(&b->set);
  vec_each(&b->scratch, e) vec_push(&b->set, e->target);
  if (b->set.len)
    qsort(b->set.at, b->set.len, sizeof *b->set.at, by_number);
  for (size_t i = 0; i < b->set.len; i++)
    if (!i || b->set.at[i] != b->set.at[kept - 1])
      b->set.at[kept++] = b->set.at[i];
  b->set.len = kept;
  return intern(b);
}

/* The ends in b->scratch, sorted, as branches. */
static void branch(struct belief *b, struct outlook *o) {
  o->first = (uint32_t)b->branches.len;
  for (size_t i = 0; i < b->scratch.len;) {
    const symbol_id output = b->scratch.at[i].output;
    vec_clear(&b->set);
    for (; i < b->scratch.len && b->scratch.at[i].output == output; i++)
      if (!b->set.len || *vec_last(&b->set) != b->scratch.at[i].target)
        vec_push(&b->set, b->scratch.at[i].target);
    const uint32_t set = intern(b);
    vec_push(&b->branches, ((struct belief_branch){output, set}));
  }
  o->count = (uint32_t)b->branches.len - o->first;
}

static struct outlook look(struct belief *b, uint32_t set, uint32_t input) {
  struct outlook o = {.sure = true};
  vec_clear(&b->scratch);
  for (uint32_t i = b->first.at[set]; i < b->first.at[set + 1]; i++) {
    const chain_ends *ends;
    const struct belief_reply r = reply_of(b, b->members.at[i], input, &ends);
    o.sure &= !r.silent;
    o.edges |= r.edges;
    for (uint32_t k = 0; k < r.count; k++)
      vec_push(&b->scratch, ends->at[r.first + k]);
  }
  if (b->scratch.len)
    qsort(b->scratch.at, b->scratch.len, sizeof *b->scratch.at, by_output);
  branch(b, &o);
  o.all = o.count == 1 ? b->branches.at[o.first].set : unite(b);
  return o;
}

struct outlook belief_after(struct belief *b, uint32_t set, uint32_t input) {
  EXPECTS(set + 1 < b->first.len && input < b->chains.net->inputs.len);
  const uint64_t key = (uint64_t)set << 32 | input;
  const uint64_t *known = map_get(&b->outlooks, key);
  if (known)
    return b->outlook.at[*known];
  const struct outlook o = look(b, set, input);
  map_put(&b->outlooks, key, b->outlook.len);
  vec_push(&b->outlook, o);
  return o;
}

uint32_t belief_seen(const struct belief *b, const struct outlook *o,
                     symbol_id output) {
  for (uint32_t i = 0; i < o->count; i++)
    if (b->branches.at[o->first + i].output == output)
      return b->branches.at[o->first + i].set;
  return STATES_NONE;
}
