/* The unfolding to a file and back; see sched/saved.h. */
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/pack.h"
#include "base/sound.h"
#include "sched/constraints.h"
#include "sched/sched.h"
#include "sched/unfold/net.h"

static void pack_map(struct text *out, const struct map *m) {
  pack_uint(out, m->len);
  for (size_t i = 0; i < m->cap; i++)
    if (m->used[i])
      pack_bytes(out, &m->slots[i], sizeof m->slots[i]);
}

static void unpack_map(struct unpack *in, struct map *m) {
  uint32_t n = unpack_count(in);
  for (uint32_t i = 0; i < n && !in->bad; i++) {
    struct map_slot s = {0};
    if (unpack_into(in, &s, 1, sizeof s))
      map_put(m, s.key, s.value);
  }
}

#define NUMBERS(X) \
  X(tests) X(events) X(seen_threads) X(deadlocks) X(run) X(work)               \
  X(asked_about) X(asked) X(solutions) X(undecided)

void unfold_save(const struct unfold *u, struct text *out) {
  pack_uint(out, u->width);
  pack_vec(out, &u->ops);
  pack_map(out, &u->op_ids);
  pack_vec(out, &u->at);
  pack_bytes(out, u->pasts, u->at.len * u->width * sizeof *u->pasts);
  pack_vec(out, &u->links);
  pack_vec(out, &u->cells);
  pack_map(out, &u->cell_ids);
  pack_vec(out, &u->afters);
  pack_map(out, &u->turns);
  pack_map(out, &u->starts);
  pack_map(out, &u->values);
  pack_map(out, &u->chosen);
  pack_uint(out, u->globals);
  pack_uint(out, u->awaits);
  pack_uint(out, u->makes);
  pack_uint(out, u->exits);
  pack_uint(out, u->misused);
  pack_bytes(out, u->joiner, sizeof u->joiner);
  pack_vec(out, &u->todo);
  pack_vec(out, &u->accesses);
  pack_vec(out, &u->vague);
  pack_vec(out, &u->vague_ops);
  pack_map(out, &u->barriers);
  pack_map(out, &u->too_few);
  pack_vec(out, &u->plans);
  pack_vec(out, &u->plan_pasts);
  pack_map(out, &u->stuck);
  pack_vec(out, &u->stuck_pasts);
  pack_vec(out, &u->stuck_keys);
  pack_vec(out, &u->again);
  pack_vec(out, &u->shown);
  pack_uint(out, u->searched | u->doubtful << 1);
#define NUMBER(name) pack_uint(out, u->name);
  NUMBERS(NUMBER)
#undef NUMBER
  pack_uint(out, u->misfit);
  pack_uint(out, u->net != NULL);
  if (u->net)
    net_save(u->net, out);
}

static bool below(const uint32_t *at, size_t len, size_t limit) {
  EXPECTS(at || !len);
  for (size_t i = 0; i < len; i++)
    if (at[i] >= limit)
      return false;
  return true;
}

static bool map_below(const struct map *m, size_t limit) {
  for (size_t i = 0; i < m->cap; i++)
    if (m->used[i] && m->slots[i].value >= limit)
      return false;
  return true;
}

/* Numbers stay inside their tables, and lists and paths come to an end. */
static bool records_are_sane(const struct unfold *u) {
  for (size_t i = 0; i < u->at.len; i++) {
    const struct unf_record *r = &u->at.at[i];
    if ((i && r->up >= i) || r->op >= u->ops.len || r->then >= u->ops.len ||
        (i && r->state >= i) || r->after >= u->afters.len ||
        r->exts >= u->at.len || (i && r->sibling >= i) ||
        r->thread >= u->width)
      return false;
    const uint32_t *past = unf_past(u, (unf_id)i);
    for (uint32_t t = 0; t < u->width; t++)
      if (past[t] > i || u->at.at[past[t]].thread != (past[t] ? t : 0))
        return false;
  }
  return true;
}

/* A list stays inside its tables, and has nothing that another has, or it twice:
 * so it comes to an end.  seen: by number of records, and of links behind them. */
static bool list_is_sane(const struct unfold *u, uint32_t list,
                         unsigned char *seen) {
  while (list) {
    uint32_t number = list & ~(uint32_t)UNF_LINK;
    if (number >= (list & UNF_LINK ? u->links.len : u->at.len))
      return false;
    size_t at = list & UNF_LINK ? u->at.len + number : number;
    if (seen[at]++ || !unf_listed(u, list) || unf_listed(u, list) >= u->at.len)
      return false;
    list = unf_behind(u, list);
  }
  return true;
}

static bool lists_are_sane(const struct unfold *u) {
  unsigned char *seen = alloc_zero(u->at.len + u->links.len, 1);
  bool sane = true;
  for (size_t i = 0; i < u->at.len && sane; i++)
    sane = list_is_sane(u, u->at.at[i].kids[0], seen) &&
           list_is_sane(u, u->at.at[i].kids[1], seen);
  for (size_t i = 0; i < u->cells.len && sane; i++)
    sane = list_is_sane(u, u->cells.at[i].roots[0], seen) &&
           list_is_sane(u, u->cells.at[i].roots[1], seen);
  free(seen);
  return sane;
}

static bool plans_are_sane(const struct unfold *u) {
  vec_each(&u->plans, p)
    if (p->again >= u->at.len || p->target >= u->at.len ||
        p->one >= u->at.len || p->other >= u->at.len)
      return false;
  return true;
}

static bool shown_is_sane(const struct unfold *u) {
  const struct constraints *c = u->options ? u->options->constraints : NULL;
  vec_each(&u->shown, s)
    if (s->event >= u->at.len || !c || s->thing >= c->things)
      return false;
  return true;
}

static bool ops_are_sane(const struct unfold *u) {
  vec_each(&u->ops, o)
    if (o->cell > u->cells.len)
      return false;
  return true;
}

static bool is_sane(const struct unfold *u) {
  size_t records = u->at.len;
  return u->ops.len && records && u->links.len && u->afters.len &&
         !u->afters.at[0] && records_are_sane(u) && lists_are_sane(u) &&
         ops_are_sane(u) && shown_is_sane(u) &&
         below(u->again.at, u->again.len, records) && plans_are_sane(u) &&
         map_below(&u->op_ids, u->ops.len) &&
         map_below(&u->cell_ids, u->cells.len) &&
         map_below(&u->starts, records) &&
         below(u->todo.at, u->todo.len, records) &&
         below(u->accesses.at, u->accesses.len, u->ops.len) &&
         below(u->vague.at, u->vague.len, records) &&
         below(u->vague_ops.at, u->vague_ops.len, u->ops.len) &&
         u->vague.len == u->vague_ops.len &&
         below(u->plan_pasts.at, u->plan_pasts.len, records) &&
         below(u->stuck_pasts.at, u->stuck_pasts.len, records) &&
         u->plan_pasts.len == u->plans.len * u->width &&
         u->stuck_pasts.len == u->stuck_keys.len * u->width;
}

static void make_tables(struct unfold *u) {
  for (size_t i = 1; i < u->at.len; i++)
    unf_tabulate(u, (unf_id)i);
  for (size_t i = 1; i < u->afters.len; i++)
    map_put(&u->after_ids, u->afters.at[i], i);
  for (size_t i = 0; i < u->shown.len; i++)
    map_put(&u->shown_ids, shown_key(u->shown.at[i].event, u->shown.at[i].thing),
            i);
}

bool unfold_load(struct unfold *u, struct unpack *in) {
  u->width = (uint32_t)unpack_uint(in, THREADS_WORD);
  if (!u->width)
    return u->width = 2, false;
  unpack_vec(in, &u->ops);
  vec_each(&u->ops, o) u->branches |= o->kind == OP_BRANCH;
  unpack_map(in, &u->op_ids);
  unpack_vec(in, &u->at);
  free(u->pasts);
  u->pasts_cap = u->at.len + 1;
  u->pasts = alloc_zero(u->pasts_cap * u->width, sizeof *u->pasts);
  unpack_into(in, u->pasts, u->at.len * u->width, sizeof *u->pasts);
  unpack_vec(in, &u->links);
  unpack_vec(in, &u->cells);
  unpack_map(in, &u->cell_ids);
  unpack_vec(in, &u->afters);
  unpack_map(in, &u->turns);
  unpack_map(in, &u->starts);
  unpack_map(in, &u->values);
  unpack_map(in, &u->chosen);
  u->globals = unpack_uint(in, 1);
  u->awaits = unpack_uint(in, 1);
  u->makes = unpack_uint(in, 1);
  u->exits = unpack_uint(in, 1);
  u->misused = unpack_uint(in, 1);
  unpack_into(in, u->joiner, THREADS_WORD, sizeof *u->joiner);
  unpack_vec(in, &u->todo);
  unpack_vec(in, &u->accesses);
  unpack_vec(in, &u->vague);
  unpack_vec(in, &u->vague_ops);
  unpack_map(in, &u->barriers);
  unpack_map(in, &u->too_few);
  unpack_vec(in, &u->plans);
  unpack_vec(in, &u->plan_pasts);
  unpack_map(in, &u->stuck);
  unpack_vec(in, &u->stuck_pasts);
  unpack_vec(in, &u->stuck_keys);
  unpack_vec(in, &u->again);
  unpack_vec(in, &u->shown);
  unsigned known = (unsigned)unpack_uint(in, 3);
  u->searched = known & 1, u->doubtful = known >> 1;
#define NUMBER(name) u->name = (__typeof__(u->name))unpack_uint(in, UINT64_MAX);
  NUMBERS(NUMBER)
#undef NUMBER
  if (in->bad || !is_sane(u))
    return false;
  make_tables(u);
  u->misfit = (unsigned)unpack_uint(in, NET_MISFITS);
  if (unpack_uint(in, 1))
    return u->net && net_load(u->net, in, u->at.len, u->ops.len);
  net_close(u->net); /* it was given up */
  u->net = NULL;
  return !in->bad;
}
