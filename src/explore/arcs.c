#include "explore/arcs.h"

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "explore/search.h"
#include "explore/sweep.h"

static void number_edges(struct arcs *a, const struct model *m) {
  a->base = alloc_zero(m->process_count + 1, sizeof *a->base);
  for (process_id p = 0; p < m->process_count; p++)
    a->base[p + 1] = a->base[p] + m->processes[p].edge_count;
  a->edges = a->base[m->process_count];
  a->owner = alloc_zero(a->edges + m->process_count, sizeof *a->owner);
  for (process_id p = 0; p < m->process_count; p++) {
    for (uint32_t e = a->base[p]; e < a->base[p + 1]; e++)
      a->owner[e] = p;
    a->owner[a->edges + p] = p;
  }
}

static uint32_t number_of(const struct arcs *a, const struct model_step *s) {
  return s->edge == NONE ? a->edges + s->process
                         : a->base[s->process] + s->edge;
}

/* What a worker has found of its slice. */
struct arcs_share {
  _Alignas(ALLOC_APART) VEC(struct arc) at;
  VEC(uint64_t) hashes; /* of the successors of a state */
};

struct arcs_maker {
  struct arcs *a;
  struct search *s;
  struct arcs_share *shares; /* by worker */
};

static void add_arcs(const struct arcs_maker *k, unsigned worker, state_id id) {
  EXPECTS(id < k->s->store.count);
  struct search *s = k->s;
  struct arcs_share *share = &k->shares[worker];
  struct expander *x = &s->expanders[worker];
  size_t words = s->layout.words, count;
  expand_steps(x, id);
  count = x->record_steps.len;
  vec_resize(&share->hashes, count);
  uint64_t *hashes = share->hashes.at;
  for (size_t i = 0; i < count; i++) {
    hashes[i] = hash_words(x->records.at + i * words, words);
    store_prefetch(&s->store, hashes[i]);
  }
  for (size_t i = 0; i < count; i++)
    store_prefetch_state(&s->store, hashes[i]);
  for (size_t i = 0; i < count; i++) {
    const uint64_t *record = x->records.at + i * words;
    struct arc arc = {store_known(&s->store, hashes[i], record),
                      number_of(k->a, &x->record_steps.at[i])};
    if (x->record_passes.at[i])
      arc.edge |= ARC_PROGRESS;
    vec_push(&share->at, arc);
  }
  vec_each(&x->failing, f) {
    struct arc arc = {ARC_FAILS, number_of(k->a, f)};
    vec_push(&share->at, arc);
  }
}

/* Of each state, for now, only how many arcs it has. */
static void make_slice(void *ctx, unsigned worker, uint64_t begin,
                       uint64_t end) {
  EXPECTS(begin <= end);
  const struct arcs_maker *k = ctx;
  for (uint64_t id = begin; id < end; id++) {
    size_t before = k->shares[worker].at.len;
    add_arcs(k, worker, (state_id)id);
    k->a->first.at[id] = k->shares[worker].at.len - before;
  }
}

/* The arcs of all slices, in order. */
static void join_slices(struct arcs_maker *k, uint64_t begin, uint64_t end) {
  EXPECTS(begin <= end);
  struct arcs *a = k->a;
  uint64_t at = a->at.len;
  for (uint64_t id = begin; id < end; id++) {
    uint64_t count = a->first.at[id];
    a->first.at[id] = at;
    at += count;
  }
  vec_reserve(&a->at, at);
  for (unsigned w = 0; w < k->s->jobs; w++) {
    struct arcs_share *share = &k->shares[w];
    if (share->at.len)
      memcpy(a->at.at + a->at.len, share->at.at,
             share->at.len * sizeof *share->at.at);
    a->at.len += share->at.len;
    vec_clear(&share->at);
  }
}

static bool make_all(struct arcs_maker *k) {
  struct arcs *a = k->a;
  vec_resize(&a->first, (size_t)a->states + 1);
  for (uint64_t begin = 0, end; begin < a->states; begin = end) {
    end = sweep_round(k->s, begin, a->states);
    sweep(k->s, begin, end, make_slice, k);
    join_slices(k, begin, end);
    k->s->more_bytes = arcs_bytes(a);
    if (end < a->states && search_late(k->s))
      return false;
  }
  a->first.at[a->states] = a->at.len;
  return true;
}

bool arcs_open(struct arcs *a, struct search *s) {
  *a = (struct arcs){.states = s->store.count};
  struct arcs_maker k = {a, s, alloc_apart(s->jobs, sizeof *k.shares)};
  for (unsigned w = 0; w < s->jobs; w++) {
    s->expanders[w].note_seen = s->note_seen.at; /* it may have moved */
    s->expanders[w].note_seen_len = s->note_seen.len;
  }
  number_edges(a, s->model);
  bool in_time = make_all(&k);
  for (unsigned w = 0; w < s->jobs; w++) {
    vec_free(&k.shares[w].at);
    vec_free(&k.shares[w].hashes);
  }
  free(k.shares);
  return in_time;
}

void arcs_close(struct arcs *a) {
  vec_free(&a->first);
  vec_free(&a->at);
  free(a->base);
  free(a->owner);
}

uint64_t arcs_bytes(const struct arcs *a) {
  return a->at.cap * sizeof *a->at.at + a->first.cap * sizeof *a->first.at;
}

void arcs_steps(struct search *s, state_id from, uint64_t n,
                struct explore_run *out) {
  EXPECTS(from < s->store.count);
  struct expander *x = &s->expanders[0];
  expand_steps(x, from);
  if (s->slots) {
    const struct leaps *l = &x->leaps;
    for (uint32_t i = n ? l->ends.at[n - 1] : 0; i < l->ends.at[n]; i++)
      vec_push(&out->steps, l->steps.at[i]);
    return;
  }
  struct model_step step = x->record_steps.at[n];
  expand_object(x, &step);
  vec_push(&out->steps, step);
}
