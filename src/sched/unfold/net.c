#include "sched/unfold/net.h"

#include "base/alloc.h"
#include "base/pack.h"

struct unf_net *net_open(bool exact, bool values) {
  struct unf_net *n = alloc_zero(1, sizeof *n);
  struct net_step none = {0};
  struct net_child nobody = {0};
  vec_push(&n->steps, none);
  vec_push(&n->children, nobody);
  vec_push(&n->keys, 0);
  n->walk.m.exact = exact ? &n->pairs : NULL;
  n->walk.m.values = values;
  return n;
}

void net_close(struct unf_net *n) {
  if (!n)
    return;
  vec_free(&n->steps);
  map_free(&n->by_key);
  vec_free(&n->children);
  vec_free(&n->keys);
  map_free(&n->ranks);
  vec_free(&n->of);
  vec_free(&n->heap);
  map_free(&n->visited);
  vec_free(&n->races);
  map_free(&n->raced);
  netwalk_free(&n->walk);
  intern_free(&n->pairs);
  vec_free(&n->path);
  vec_free(&n->levels[0]);
  vec_free(&n->levels[1]);
  free(n);
}

uint32_t net_find(const struct unf_net *n, uint64_t key) {
  const uint64_t *at = map_get(&n->by_key, key);
  return at ? (uint32_t)*at : 0;
}

uint32_t net_rank(struct unf_net *n, uint64_t key) {
  bool added;
  uint64_t *rank = map_at(&n->ranks, key, &added);
  if (added) {
    *rank = n->keys.len;
    vec_push(&n->keys, key);
  }
  return (uint32_t)*rank;
}

uint64_t net_bytes(const struct unf_net *n) {
  return n->steps.cap * sizeof *n->steps.at + n->of.cap * sizeof *n->of.at +
         n->heap.cap * sizeof *n->heap.at + n->keys.cap * sizeof *n->keys.at +
         (n->by_key.cap + n->visited.cap + n->ranks.cap) * 17 +
         intern_bytes(&n->pairs);
}

/* --- to a file and back ---------------------------------------------------- */

void net_save_map(const struct map *m, struct text *out) {
  pack_uint(out, m->len);
  for (size_t i = 0; i < m->cap; i++)
    if (m->used[i])
      pack_bytes(out, &m->slots[i], sizeof m->slots[i]);
}

void net_load_map(struct map *m, struct unpack *in) {
  uint32_t count = unpack_count(in);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    struct map_slot s = {0};
    if (unpack_into(in, &s, 1, sizeof s))
      map_put(m, s.key, s.value);
  }
}

void net_save(const struct unf_net *n, struct text *out) {
  pack_vec(out, &n->steps);
  pack_vec(out, &n->children);
  pack_vec(out, &n->keys);
  pack_uint(out, n->first);
  pack_uint(out, n->begun);
  pack_vec(out, &n->of);
  pack_vec(out, &n->heap);
  net_save_map(&n->visited, out);
  pack_uint(out, n->cuts);
  pack_vec(out, &n->races);
  net_save_map(&n->raced, out);
  pack_uint(out, n->walk.watched);
  intern_save(&n->pairs, out);
}

static bool is_sane(const struct unf_net *n, size_t records, size_t ops) {
  vec_each(&n->steps, s) if (s->then >= ops || s->children >= n->children.len ||
                             s->last >= n->children.len ||
                             s->e.thread >= THREADS_WORD) return false;
  for (size_t i = 0; i < n->children.len; i++) /* lists come to an end */
    if ((n->children.at[i].next && n->children.at[i].next <= i) ||
        n->children.at[i].next >= n->children.len ||
        n->children.at[i].thread >= THREADS_WORD)
      return false;
  vec_each(&n->of, k) if (k->step >= n->steps.len ||
                          k->rank >= n->keys.len) return false;
  vec_each(&n->heap, p) if (!p->record || p->record >= records ||
                            p->record >= n->of.len) return false;
  vec_each(&n->races, r) if (!r->one || !r->other || r->one >= records ||
                             r->other >= records) return false;
  return n->steps.len && n->children.len && n->keys.len && n->of.len <= records;
}

bool net_load(struct unf_net *n, struct unpack *in, size_t records,
              size_t ops) {
  vec_clear(&n->steps);
  vec_clear(&n->children);
  unpack_vec(in, &n->steps);
  unpack_vec(in, &n->children);
  unpack_vec(in, &n->keys);
  n->first = unpack_uint(in, UINT64_MAX);
  n->begun = unpack_uint(in, 1);
  unpack_vec(in, &n->of);
  unpack_vec(in, &n->heap);
  net_load_map(&n->visited, in);
  n->cuts = unpack_uint(in, UINT64_MAX);
  unpack_vec(in, &n->races);
  net_load_map(&n->raced, in);
  n->walk.watched = unpack_uint(in, 1);
  intern_load(&n->pairs, in);
  if (in->bad || !is_sane(n, records, ops))
    return false;
  for (size_t i = 1; i < n->steps.len; i++)
    map_put(&n->by_key, n->steps.at[i].key, i);
  for (size_t i = 1; i < n->keys.len; i++)
    map_put(&n->ranks, n->keys.at[i], i);
  return true;
}
