/* A search of inputs that is left off, and taken up by another process. */
#include "base/alloc.h"
#include "base/pack.h"
#include "sched/concolic_inside.h"

static void save_values(const struct sym_values *v, struct text *out) {
  size_t count = 0;
  for (size_t i = 0; i < v->at.len; i++)
    count += v->set.at[i];
  pack_uint(out, count);
  for (size_t i = 0; i < v->at.len; i++)
    if (v->set.at[i]) {
      pack_uint(out, i);
      pack_uint(out, (uint64_t)v->at.at[i]);
    }
}

/* What time was over for is asked about again. */
static void save_lost(const struct concolic *c, struct text *out) {
  size_t count = 0;
  vec_each(&c->lost, l) count += l->why != LOST_TIME;
  pack_uint(out, count);
  vec_each(&c->lost, l) {
    if (l->why == LOST_TIME)
      continue;
    pack_uint(out, l->site);
    pack_uint(out, l->why);
    pack_uint(out, l->count);
  }
}

/* Everything but the answers of the solver: those that matter are in what is
 * known, and others it gives again. */
void concolic_save(const struct executor *x, struct text *out) {
  const struct concolic *c = x->self;
  size_t nodes = c->store.nodes.len ? c->store.nodes.len - 1 : 0;
  pack_uint(out, nodes);
  pack_bytes(out, nodes ? c->store.nodes.at + 1 : NULL,
             nodes * sizeof *c->store.nodes.at);
  pack_vec(out, &c->hashes);
  vec_each(&c->known, k) {
    pack_uint(out, k->condition);
    pack_uint(out, k->ways | (unsigned)k->decided << 2);
  }
  save_lost(c, out);
  pack_vec(out, &c->wanted);
  pack_vec(out, &c->wants);
  pack_vec(out, &c->given);
  pack_uint(out, c->pool.len);
  vec_each(&c->pool, v) save_values(v, out);
  pack_uint(out, c->pool_next);
  pack_bytes(out, &c->stats, sizeof c->stats);
  pack_bytes(out, sym_query_stats(c->query), sizeof(struct sym_query_stats));
}

static bool load_store(struct concolic *c, struct unpack *in) {
  uint32_t count = unpack_count(in);
  struct sym_node *nodes = alloc_zero((size_t)count + 1, sizeof *nodes);
  bool ok = (size_t)(in->end - in->at) / sizeof *nodes >= count &&
            unpack_into(in, nodes, count, sizeof *nodes) &&
            sym_restore(&c->store, nodes, count);
  free(nodes);
  return ok;
}

static void load_known(struct concolic *c, struct unpack *in) {
  size_t nodes = c->store.nodes.len;
  unpack_vec(in, &c->hashes);
  for (size_t i = 0; i < c->hashes.len && !in->bad; i++) {
    struct known_branch k = {.condition = (sym_id)unpack_uint(in, UINT32_MAX)};
    unsigned ways = (unsigned)unpack_uint(in, 7);
    k.ways = ways & 3;
    k.decided = ways >> 2;
    in->bad |= !k.condition || k.condition >= nodes ||
               sym_width(&c->store, k.condition) != 1;
    vec_push(&c->known, k);
    map_put(&c->index, c->hashes.at[i], c->known.len);
  }
  for (uint32_t n = unpack_count(in); n && !in->bad; n--) {
    struct lost l = {.site = (uint32_t)unpack_uint(in, UINT32_MAX)};
    l.why = (enum lost_why)unpack_uint(in, LOST_WRONG);
    l.count = unpack_uint(in, UINT64_MAX);
    vec_push(&c->lost, l);
  }
}

static void load_wants(struct concolic *c, struct unpack *in) {
  unpack_vec(in, &c->wanted);
  unpack_vec(in, &c->wants);
  unpack_vec(in, &c->given);
  vec_each(&c->wanted, w) in->bad |=
      w->first > c->wants.len || w->count > c->wants.len - w->first ||
      w->given > c->given.len || w->given_count > c->given.len - w->given;
  vec_each(&c->wants, id) in->bad |=
      !*id || *id >= c->store.nodes.len || sym_width(&c->store, *id) != 1;
}

static void load_pool(struct concolic *c, struct unpack *in) {
  uint32_t count = (uint32_t)unpack_uint(in, POOL);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    struct sym_values v = {0};
    for (uint32_t n = unpack_count(in); n && !in->bad; n--) {
      size_t var = unpack_uint(in, UINT32_MAX);
      int64_t value = (int64_t)unpack_uint(in, UINT64_MAX);
      in->bad |= var >= c->store.inputs.len;
      if (!in->bad)
        sym_values_set(&v, var, value);
    }
    vec_push(&c->pool, v);
  }
  c->pool_next = unpack_uint(in, UINT32_MAX);
}

bool concolic_load(struct executor *x, struct unpack *in) {
  struct concolic *c = x->self;
  struct sym_query_stats asked = {0};
  if (c->store.nodes.len || !load_store(c, in))
    return false;
  load_known(c, in);
  load_wants(c, in);
  load_pool(c, in);
  if (!unpack_into(in, &c->stats, 1, sizeof c->stats) ||
      !unpack_into(in, &asked, 1, sizeof asked))
    return false;
  sym_query_count(c->query, &asked);
  return !in->bad;
}
