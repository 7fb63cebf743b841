/* What must be so of an unfolding between two batches. */
#include "base/sound.h"
#include "sched/unfold/unfold.h"

/* A past is closed: with an event it has all that the event has. */
static const char *past_sound(const struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  const uint32_t *past = unf_past(u, r);
  const struct unf_record *mine = &u->at.at[r];
  if (past[mine->thread] != r)
    return "a record is not the last of its thread in its own past";
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id e = past[t];
    if (!e || e == r)
      continue;
    if (e >= u->at.len || u->at.at[e].thread != t)
      return "a past has an event of another thread in the place of one";
    if (!(u->at.at[e].flags & (UNF_DONE | UNF_VIRTUAL)))
      return "a past has something that was never executed";
    const uint32_t *its = unf_past(u, e);
    for (uint32_t s = 0; s < u->width; s++)
      if (s != mine->thread && !unf_on_path(u, its[s], past[s]))
        return "a past has an event without what comes before it";
  }
  return NULL;
}

/* It is listed with what it comes after. */
static const char *place_sound(const struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  const struct unf_record *mine = &u->at.at[r];
  if (mine->op >= u->ops.len || mine->then >= u->ops.len)
    return "a record does an operation that is not there";
  bool start = u->ops.at[mine->op].kind == UNF_START;
  unf_id after = start ? mine->state : mine->up;
  if (after >= r && r != 1)
    return "a record comes after one that was made later";
  if (!start && mine->up && u->at.at[mine->up].thread != mine->thread)
    return "a record goes on with another thread";
  for (unf_id e = u->at.at[after].exts; e; e = u->at.at[e].sibling)
    if (e == r)
      return NULL;
  return "a record is not among the extensions of the one before it";
}

static const char *table_sound(const struct unfold *u) {
  size_t there = 0;
  for (size_t i = 0; i < u->table_cap; i++) {
    unf_id r = u->table[i];
    if (!r)
      continue;
    there++;
    if (r >= u->at.len)
      return "the table names a record that is not there";
    size_t at = unf_table_place(u, r);
    for (; at != i; at = (at + 1) & (u->table_cap - 1))
      if (!u->table[at] || u->table[at] == r)
        return "a record is not found by its hash";
  }
  return there == u->table_len ? NULL : "the table counts other records";
}

const char *unfold_sound(const struct unfold *u) {
  const char *wrong = table_sound(u);
  for (unf_id r = 1; !wrong && r < u->at.len; r++) {
    wrong = past_sound(u, r);
    if (!wrong)
      wrong = place_sound(u, r);
  }
  return wrong;
}
