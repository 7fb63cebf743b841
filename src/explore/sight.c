#include "explore/sight.h"

#include "base/stress.h"
#include "explore/expand.h"

enum { SIGHTS = STRESSED(2, 1024) };

void sights_open(struct sights *s, const struct mover *mv) {
  s->processes = mv->model->process_count;
  s->parts = mv->parts->count;
  s->each = 1;
  while (s->processes && s->each * 2 * (uint64_t)s->processes <= SIGHTS)
    s->each *= 2;
  s->at = alloc_zero((size_t)s->processes * s->each + 1, sizeof *s->at);
  s->faces = alloc_zero(s->parts + 1, sizeof *s->faces);
  sights_forget(s);
}

void sights_close(struct sights *s) {
  free(s->at);
  free(s->faces);
}

uint64_t sights_bytes(const struct sights *s) {
  return (uint64_t)s->processes * s->each * sizeof *s->at +
         s->parts * sizeof *s->faces;
}

void sights_forget(struct sights *s) {
  for (size_t i = 0; i < (size_t)s->processes * s->each; i++)
    s->at[i].local = NULL;
  for (part_id i = 0; i < s->parts; i++)
    s->faces[i].value = NONE;
}

/* --- looking at the state ------------------------------------------------- */

/* The entries of a process; whether it waits, and whether it can go on. */
static void look_at(struct expander *x, process_id p, const struct local *local,
                    bool *waits, bool *executable) {
  *waits = *executable = false;
  for (uint32_t i = 0; i < local->offer_count; i++) {
    const struct offer *offer = &local->at[i];
    struct view_entry e = {
        p, offer, mover_moves(x->mover, &x->hand, p, offer, x->values)};
    *waits |= e.list->waits;
    if (!e.list->count && !e.list->remark_count)
      continue;
    *executable |= e.list->executable;
    vec_push(&x->entries, e);
  }
}

/* The same, from a sight that is filled now if it is of something else. */
static bool see(struct expander *x, process_id p, const struct local *local,
                struct sight *t, const uint32_t *keys) {
  const size_t from = x->entries.len;
  if (sight_is(t, local, keys)) {
    vec_reserve(&x->entries, from + SIGHT_OFFERS);
    x->entries.len += t->count;
    for (uint32_t i = 0; i < t->count; i++)
      x->entries.at[from + i] = t->at[i];
  } else {
    t->local = NULL; /* there may be no memory */
    look_at(x, p, local, &t->waits, &t->executable);
    t->count = (uint16_t)(x->entries.len - from);
    for (uint32_t i = 0; i < t->count; i++)
      t->at[i] = x->entries.at[from + i];
    for (uint32_t i = 0; i < local->offer_count; i++)
      t->keys[i] = keys[i];
    t->local = local;
  }
  x->waits[p] = t->waits;
  return t->executable;
}

bool expander_look(struct expander *x) {
  const struct model *m = x->mover->model;
  bool executable = false, own;
  uint32_t keys[SIGHT_OFFERS];
  vec_clear(&x->entries);
  for (process_id p = 0; p < m->process_count; p++) {
    const struct local *local =
        mover_local(x->mover, &x->hand, p, x->values[p]);
    const size_t from = x->entries.len;
    x->locals[p] = local;
    x->first[p] = (uint32_t)from;
    if (sight_keys(&x->sights, x->mover, &x->hand, local, x->values, keys))
      own = see(x, p, local, sight_slot(&x->sights, p, local, keys), keys);
    else
      look_at(x, p, local, &x->waits[p], &own);
    executable |= own;
  }
  x->first[m->process_count] = (uint32_t)x->entries.len;
  return executable;
}
