/* What unfoldings are not for: programs in which something that matters is no
 * step, or steps are not told apart. */
#include "sched/unfold/unfold.h"

/* Two who join one thread misuse it, whoever is first.  Where that is no step
 * of theirs, neither has the other in its past, and there need not be a run in
 * which both come to it.  But in some run each does, because that is a local
 * state of its thread: so such programs are known. */
void unf_note_joiner(struct unfold *u, const struct event *e) {
  uint16_t *who = &u->joiner[e->value % THREADS_WORD];
  u->rejoined |= *who && *who != e->thread + 1;
  *who = (uint16_t)(e->thread + 1);
}

/* The bytes that an operation on an object of the program's needs, and a plain
 * access that touches some of them.  Where the operation is preceded by a TOUCH,
 * of its first byte, the two depend on each other if the access writes that. */
static bool overlays(const struct unfold *u, const struct unf_op *access,
                     const struct unf_op *o) {
  uint32_t bytes = op_bytes(o->kind, o->object, o->size);
  if (!access->plain || access->object >= o->object + bytes ||
      o->object >= access->object + access->size)
    return false;
  bool first = access->changes && access->object <= o->object;
  vec_each(&u->accesses, id) {
    const struct unf_op *p = &u->ops.at[*id];
    if (first && p->kind == OP_TOUCH && p->object == o->object)
      return false;
  }
  return true;
}

/* An access to an object as memory and an operation on it need not be in one
 * run; but in some run each is, and so such programs are known. */
void unf_note_memory(struct unfold *u, op_id id) {
  EXPECTS(id && id < u->ops.len);
  const struct unf_op *o = &u->ops.at[id];
  if (o->class_ == CLASS_ACCESS && o->plain) {
    vec_each(&u->ops, p) if (p->kind < OP_COUNT && p->class_ > CLASS_ACCESS)
        u->overlaid |= overlays(u, o, p);
  } else if (o->kind < OP_COUNT && o->class_ > CLASS_ACCESS) {
    vec_each(&u->accesses, other) u->overlaid |=
        overlays(u, &u->ops.at[*other], o);
  }
}

const char unfold_mixed[] =
    "it has atomic blocks and loops that wait for a write: whether such a loop "
    "goes on after a block cannot be told from the order of steps; optimal "
    "applies";

static const char unfold_passed[] =
    "it passes a barrier in an atomic block; optimal applies";

static const char unfold_branches[] =
    "it has atomic blocks, and branches on inputs, which may be in them; "
    "optimal applies";

static const char unfold_reused[] =
    "it makes more threads than it has at a time, so that some have the same "
    "number; optimal applies";

static const char unfold_lengths[] =
    "a text is read that another thread makes longer or shorter; optimal applies";

static const char unfold_rejoined[] =
    "two of its threads come to join the same one, perhaps in one run; optimal "
    "applies";

static const char unfold_overlaid[] =
    "it accesses a lock or the like as memory, and uses it; optimal applies";

const char *unf_does_not_apply(const struct unfold *u) {
  if (u->overlaid)
    return unfold_overlaid;
  if (u->rejoined)
    return unfold_rejoined;
  if (u->lengths)
    return unfold_lengths;
  if (u->globals && u->awaits)
    return unfold_mixed;
  if (u->globals && u->branches)
    return unfold_branches;
  if (u->mixed)
    return unfold_passed;
  return u->reused ? unfold_reused : NULL;
}
