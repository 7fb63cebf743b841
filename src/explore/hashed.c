#include "explore/hashed.h"

#include "base/hash.h"
#include "base/rng.h"
#include "base/sound.h"
#include "explore/batch.h"
#include "explore/search.h"

enum { LOOK = 256 }; /* states between looks at the clock */

struct hashed {
  struct search *s;
  struct seen seen;
  struct rng order;
  value_id *values;
  VEC(bool) expanded;  /* by place on the stack */
  VEC(uint32_t) turns; /* numbers of records, in the order they are pushed */
  size_t told;         /* findings */
};

/* --- the stack ------------------------------------------------------------ */

static uint64_t hash_of(struct hashed *h, const uint64_t *words) {
  const struct layout *l = &h->s->layout;
  layout_unpack(l, words, h->values);
  return hash_bytes(h->values, l->count * sizeof *h->values);
}

/* False: no memory. */
static bool push(struct hashed *h, const uint64_t *words, state_id parent) {
  EXPECTS(words != NULL);
  struct search *s = h->s;
  state_id at = s->store.count;
  if (at >= STATES_MAX || !store_reserve(&s->store, 2))
    return false;
  store_put(&s->store, at, words);
  store_set_parent(&s->store, at, parent);
  s->store.count++;
  vec_push(&h->expanded, false);
  uint32_t depth = s->depths.at[parent] + 1;
  vec_push(&s->depths, depth);
  if (depth > s->result->stats.depth)
    s->result->stats.depth = depth;
  return true;
}

static void pop(struct hashed *h) {
  h->s->store.count--;
  h->s->depths.len--;
  h->expanded.len--;
}

/* --- one state ------------------------------------------------------------ */

/* The first is to be followed first: pushed last. */
static void find_turns(struct hashed *h, uint32_t records) {
  vec_clear(&h->turns);
  for (uint32_t i = records; i-- > 0;)
    vec_push(&h->turns, i);
  for (uint32_t i = records; h->s->options.seed && i > 1; i--) {
    uint32_t j = (uint32_t)rng_below(&h->order, i);
    uint32_t turn = h->turns.at[j];
    h->turns.at[j] = h->turns.at[i - 1];
    h->turns.at[i - 1] = turn;
  }
}

static bool push_new(struct hashed *h, const struct chunk *c, state_id from) {
  const struct share *share = &c->shares[0];
  size_t words = h->s->layout.words;
  find_turns(h, c->records);
  vec_each(&h->turns, i) {
    const uint64_t *record = share->words.at + *i * words;
    enum seen_answer answer = seen_add(&h->seen, hash_of(h, record));
    if (answer == SEEN_FULL || (answer == SEEN_NEW && !push(h, record, from)))
      return false;
  }
  return true;
}

/* Findings are told while the states of their runs are on the stack. */
static void tell_new(struct hashed *h) {
  size_t most = h->s->options.first_only && h->s->found.len;
  most = most ? most : h->s->found.len;
  for (; h->told < most; h->told++)
    search_tell(h->s, &h->s->found.at[h->told]);
}

static bool expand_top(struct hashed *h) {
  struct search *s = h->s;
  state_id top = s->store.count - 1;
  h->expanded.at[top] = true;
  s->at_limit = s->options.depth && s->depths.at[top] >= s->options.depth;
  vec_clear(&s->batch);
  vec_push(&s->batch, top);
  if (!batch_expand(s))
    return false;
  bool ok = s->at_limit || push_new(h, &s->chunks[0], top);
  search_account(s);
  s->result->stats.states = h->seen.count;
  tell_new(h);
  return ok;
}

/* --- the search ----------------------------------------------------------- */

static void go_through(struct hashed *h) {
  struct search *s = h->s;
  for (uint64_t n = 1; s->store.count && !s->short_of_slots; n++) {
    if (h->expanded.at[s->store.count - 1]) {
      pop(h);
      continue;
    }
    if (!expand_top(h)) {
      search_cut(s);
      return;
    }
    if (n % LOOK && !(s->options.first_only && s->found.len) &&
        !s->options.states)
      continue;
    search_tend(s);
    enum stop_reason why = search_limit(s);
    if (why) {
      s->result->stopped = why;
      return;
    }
  }
}

static uint64_t table_bytes(const struct search *s) {
  uint64_t bytes = (uint64_t)64 << 20;
  if (s->options.table)
    bytes = s->options.table;
  else if (s->options.memory && s->options.memory / 2 < bytes)
    bytes = s->options.memory / 2;
  return bytes;
}

void hashed_run(struct search *s) {
  struct hashed h = {.s = s, .order = rng_seed(s->options.seed)};
  unsigned hashes = s->options.hashes ? s->options.hashes : 3;
  uint64_t bytes = table_bytes(s);
  vec_each(&s->grow.ports, p) p->bound = GROW_FAR;
  s->grow.cuts = s->grow.ports.len != 0;
  if (!seen_open(&h.seen, s->options.keep, hashes, bytes, s->options.seed)) {
    s->result->stopped = STOP_MEMORY;
    return;
  }
  s->more_bytes = bytes;
  h.values = alloc_zero(s->parts.count, sizeof *h.values);
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  store_get(&s->store, 0, words);
  seen_add(&h.seen, hash_of(&h, words));
  free(words);
  vec_push(&h.expanded, s->start_failed);
  tell_new(&h);
  if (!s->start_failed)
    go_through(&h);
  s->result->stats.states = h.seen.count;
  s->result->stats.omitted = h.seen.omitted;
  s->result->stats.omission = seen_chance(&h.seen);
  free(h.values);
  vec_free(&h.expanded);
  vec_free(&h.turns);
  seen_close(&h.seen);
}

void hashed_reason(const struct search *s, struct text *out) {
  const struct explore_stats *st = &s->result->stats;
  text_printf(out,
              "%s leaves out some states with probability %.2g "
              "(expected: %.2g states)",
              keep_names[s->options.keep], st->omission, st->omitted);
  unsigned lost = strategy_relevant(s->model, s->options.find) & HASHED_LOST;
  if (!lost)
    return;
  text_add(out, ", and does not look for ");
  strategy_kinds(lost, ", ", out);
}
