/* Possible extensions: which operations become possible by a new event, and
 * from where a thread stands anew (K chapter 4, 5.6).
 *
 * Completeness.  Let (up, P) be a record: an operation of a thread whose last
 * event is up, after the past P.  Take away an event m of P that matters to
 * the operation, is not below up, and is below no other such event: (up, P
 * without m) is a record too, for m leaves its object as some earlier event
 * left it, and both see that state (K lemma 5).  So all records of an operation
 * are reached from the one with the least past by adding one event at a time
 * (K theorems 2 to 5); each of those is filed under the state that the record
 * before it sees. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/unfold/net.h"

typedef uint32_t past_t[THREADS_WORD + 4];

/* --- states ------------------------------------------------------------- */

static bool overlap(const struct unf_op *a, const struct unf_op *b) {
  return a->object < b->object + b->size && b->object < a->object + a->size;
}

/* Whether e leaves everything in a new state. */
static bool changes_all(const struct unfold *u, unf_id e) {
  EXPECTS(e < u->at.len);
  return u->at.at[e].flags & UNF_SEEN ||
         unf_op_of(u, e)->class_ == CLASS_GLOBAL;
}

/* Whether e leaves the object of o in a new state. */
static bool changes_own(const struct unfold *u, const struct unf_op *o,
                        unf_id e) {
  EXPECTS(e < u->at.len);
  const struct unf_op *p = unf_op_of(u, e);
  if (changes_all(u, e))
    return true;
  if (!p->changes || p->class_ != o->class_)
    return false;
  return o->class_ == CLASS_ACCESS ? overlap(o, p) : o->object == p->object;
}

/* Or what sees o: that part of what sees it. */
static unsigned changes_seen(const struct unfold *u, const struct unf_op *o,
                             unf_id e) {
  EXPECTS(e < u->at.len);
  return changes_all(u, e) ? o->seen : o->seen & unf_op_of(u, e)->seen;
}

static bool changes(const struct unfold *u, const struct unf_op *o, unf_id e) {
  return changes_own(u, o, e) || changes_seen(u, o, e);
}

/* No: it does not.  What depends on everything has every bit. */
static bool may_change(const struct unfold *u, const struct unf_op *o,
                       unf_id e) {
  return u->at.at[e].flags & UNF_SEEN || unf_op_of(u, e)->mask & (o->mask | 1);
}

/* Whether a change of o's object changes all of it. */
static bool covers_own(const struct unfold *u, unf_id e,
                       const struct unf_op *o) {
  EXPECTS(e < u->at.len);
  const struct unf_op *p = unf_op_of(u, e);
  if (p->class_ != CLASS_ACCESS || o->class_ != CLASS_ACCESS)
    return true;
  return p->object <= o->object && p->object + p->size >= o->object + o->size;
}

static bool covers(const struct unfold *u, unf_id e, const struct unf_op *o) {
  bool own = o->class_ > CLASS_LOCAL && o->kind < OP_COUNT;
  return changes_seen(u, o, e) == o->seen &&
         (!own || (changes_own(u, o, e) && covers_own(u, e, o)));
}

/* Whether later changes leave nothing of what e changed of o's objects. */
static bool is_hidden(const struct unfold *u, const struct unf_op *o, unf_id e,
                      const unf_id *later, size_t count) {
  EXPECTS(e < u->at.len);
  bool own = changes_own(u, o, e);
  unsigned seen = changes_seen(u, o, e);
  for (size_t i = 0; i < count; i++) {
    if (later[i] < e)
      continue;
    seen &= ~changes_seen(u, o, later[i]);
    if (own && changes_own(u, o, later[i]))
      own = !covers_own(u, later[i], o) &&
            !covers_own(u, later[i], unf_op_of(u, e));
  }
  return !own && !seen;
}

/* Of an access that overlaps others in part, and of what properties see: every
 * change that later ones do not cover. */
static size_t newest_of_many(const struct unfold *u, const struct unf_op *o,
                             const uint32_t *past, unf_id *out, size_t cap,
                             bool *first) {
  EXPECTS(out && first);
  size_t n = 0;
  *first = true;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e; e = u->at.at[e].up) {
      if (!changes(u, o, e) || is_hidden(u, o, e, out, n))
        continue;
      if (n < cap)
        out[n++] = e;
      *first &= !covers(u, e, o);
      if (covers(u, e, o))
        break;
    }
  return n;
}

size_t unf_newest(const struct unfold *u, op_id op, unf_id up,
                  const uint32_t *past, unf_id *out, size_t cap, bool *first) {
  EXPECTS(up < u->at.len && out && first);
  const struct unf_op *o = &u->ops.at[op];
  (void)up;
  *first = true;
  if (o->kind == UNF_JOIN || o->kind == UNF_WOKEN)
    return 0;
  if (o->multi)
    return newest_of_many(u, o, past, out, cap, first);
  unf_id newest = 0;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e > newest; e = u->at.at[e].up)
      if (may_change(u, o, e) && changes(u, o, e))
        newest = e;
  out[0] = newest;
  *first = !newest;
  return newest != 0;
}

unf_id unf_state(const struct unfold *u, op_id op, const uint32_t *past) {
  EXPECTS(op && op < u->ops.len);
  const struct unf_op *o = &u->ops.at[op];
  unf_id newest = 0;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e > newest; e = u->at.at[e].up)
      if (changes_own(u, o, e))
        newest = e;
  return newest;
}

/* --- enabled ------------------------------------------------------------ */

/* The newest change of an object before a step that depends on everything. */
static unf_id change_below(const struct unfold *u, const struct unf_op *o,
                           unf_id state) {
  EXPECTS(state < u->at.len);
  unf_id newest = 0;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = unf_past(u, state)[t]; e > newest; e = u->at.at[e].up)
      if (e != state && changes_own(u, o, e))
        newest = e;
  return newest;
}

/* The value of the object in the state that an operation finds; *at is the
 * state that tells it, which is an earlier one if this is a block that did not
 * use the object. */
static uint64_t value_at(const struct unfold *u, const struct unf_op *o,
                         unf_id state, unf_id *at) {
  EXPECTS(state < u->at.len);
  *at = state;
  if (state && !(u->at.at[state].flags & UNF_SEEN) &&
      unf_op_of(u, state)->class_ == o->class_)
    return u->afters.at[u->at.at[state].after];
  uint64_t after = u->net && state ? net_key(u->net, state) : state;
  const uint64_t *v = unf_shown_value(u, o->object, o->class_, after);
  if (v || !state || u->at.at[state].flags & UNF_SEEN)
    return v ? *v : 0;
  return value_at(u, o, change_below(u, o, state), at);
}

static uint64_t value_in(const struct unfold *u, const struct unf_op *o,
                         unf_id state) {
  unf_id at;
  return value_at(u, o, state, &at);
}

/* Who holds a read-write lock in this past: readers, writers << 32.  Readers
 * that came since the state are counted. */
static uint64_t holders(const struct unfold *u, const struct unf_op *o,
                        unf_id state, const uint32_t *past) {
  EXPECTS(state < u->at.len);
  uint64_t v = value_at(u, o, state, &state);
  int64_t readers = (int64_t)(uint32_t)v;
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id end = state ? unf_past(u, state)[t] : 0;
    for (unf_id e = past[t]; e > end; e = u->at.at[e].up) {
      const struct unf_op *p = unf_op_of(u, e);
      if (p->class_ != CLASS_RWLOCK || p->object != o->object)
        continue;
      readers += p->kind == OP_RDLOCK;
      readers -= p->kind == OP_RDUNLOCK;
    }
  }
  return v >> 32 << 32 | (readers > 0 ? (uint32_t)readers : 0);
}

/* A read that waits: written by somebody else since its thread read it. */
static bool written_since(const struct unfold *u, const struct unf_op *o,
                          unf_id up, const uint32_t *past) {
  EXPECTS(up < u->at.len);
  unsigned self = u->at.at[up].thread;
  unf_id read = up;
  for (; read; read = u->at.at[read].up) {
    const struct unf_op *p = unf_op_of(u, read);
    if (p->class_ == CLASS_ACCESS && overlap(o, p) &&
        (p->kind == OP_READ || p->kind == OP_AWAIT || p->kind == OP_CAS ||
         p->kind == OP_UPDATE))
      break;
  }
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id end = read ? unf_past(u, read)[t] : 0;
    for (unf_id e = past[t]; t != self && e > end; e = u->at.at[e].up)
      if (changes_own(u, o, e) && !(u->at.at[e].flags & UNF_FAILED))
        return true;
  }
  return false;
}

static unsigned arrivals_of(const struct unfold *u, uint64_t barrier,
                            unf_id e) {
  EXPECTS(e < u->at.len);
  unsigned n = 0;
  for (; e; e = u->at.at[e].up) {
    const struct unf_op *p = unf_op_of(u, e);
    n += p->kind == OP_ARRIVE && p->object == barrier;
  }
  return n;
}

unsigned unf_arrived(const struct unfold *u, uint64_t barrier, unf_id up,
                     const uint32_t *past) {
  EXPECTS(up < u->at.len);
  unsigned round = arrivals_of(u, barrier, up), n = 0;
  for (uint32_t t = 0; t < u->width; t++)
    n += arrivals_of(u, barrier, past[t]) >= round;
  return n;
}

static bool opens(const struct unfold *u, const struct unf_op *o, unf_id up,
                  const uint32_t *past) {
  unsigned n = unf_arrived(u, o->object, up, past);
  const uint64_t *need = map_get(&u->barriers, o->object);
  const uint64_t *few = map_get(&u->too_few, o->object);
  return need ? n >= *need : n > (few ? *few : 0);
}

static bool ended(const struct unfold *u, unf_id e) {
  EXPECTS(e < u->at.len);
  return e && u->at.at[e].flags & UNF_ENDED;
}

static bool woken(const struct unfold *u, op_id op, unf_id up,
                  const uint32_t *past) {
  EXPECTS(op && op < u->ops.len && up < u->at.len);
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e; e = u->at.at[e].up)
      if (unf_frees(u, e) && unf_matters(u, op, up, e))
        return true;
  return false;
}

bool unf_enabled(struct unfold *u, op_id op, unf_id up, const uint32_t *past,
                 unf_id state) {
  EXPECTS(up < u->at.len && state < u->at.len);
  EXPECTS(op && op < u->ops.len);
  const struct unf_op *o = &u->ops.at[op];
  switch (o->kind) {
  case UNF_JOIN:
    return o->object < u->width && ended(u, past[o->object]);
  case UNF_WOKEN:
    return woken(u, op, up, past);
  case UNF_PASS:
    return opens(u, o, up, past);
  case OP_AWAIT:
    return written_since(u, o, up, past);
  case OP_WRLOCK:
    return unf_lets_pass(o, holders(u, o, state, past));
  default:
    return !(o->kind < OP_COUNT && OP_WAITS(o->kind)) ||
           unf_lets_pass(o, value_in(u, o, state));
  }
}

/* --- records ------------------------------------------------------------ */

/* Files a new record and says what it is; `state` is known unless its
 * operation overlaps others in part. */
static void file_global(struct unfold *u, unf_id r);

/* The past of a record without the record. */
static void past_before(const struct unfold *u, unf_id r, uint32_t *past) {
  EXPECTS(r && r < u->at.len);
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  past[u->at.at[r].thread] = u->at.at[r].up;
}

void unf_file_all(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  op_id op = u->at.at[r].op;
  unf_id many[64] = {u->at.at[r].state};
  size_t n = many[0] != 0;
  bool first = !n;
  past_t past;
  if (u->ops.at[op].multi) {
    past_before(u, r, past);
    n = unf_newest(u, op, u->at.at[r].up, past, many, 64, &first);
  }
  for (size_t i = 0; i < n; i++)
    unf_file(u, r, many[i]);
  if (first)
    unf_file(u, r, 0);
}

static void settle(struct unfold *u, unf_id r, unf_id state) {
  EXPECTS(r && r < u->at.len && state < u->at.len);
  op_id op = u->at.at[r].op;
  unf_id up = u->at.at[r].up;
  past_t past;
  past_before(u, r, past);
  if (u->ops.at[op].multi)
    state = unf_state(u, op, past);
  u->at.at[r].state = state;
  if (unf_is_global(&u->ops.at[op]))
    file_global(u, r);
  unf_file_all(u, r);
  if (!unf_possible(u, r))
    return;
  if (unf_enabled(u, op, up, past, state))
    vec_push(&u->todo, r);
  else
    u->at.at[r].flags |= UNF_BLOCKED;
}

/* The record of a thread at `up` with m added to a past; 0 when the two do
 * not go together, or the record is there already. */
static unf_id add_event(struct unfold *u, unf_id up, op_id op,
                        const uint32_t *past, unf_id m) {
  EXPECTS(up && up < u->at.len && op && op < u->ops.len && m < u->at.len);
  unsigned thread = u->at.at[up].thread;
  const uint32_t *other = unf_past(u, m);
  past_t both;
  bool made;
  if (other[thread] > up || past[u->at.at[m].thread] >= m)
    return 0;
  if (!unf_together(u, past, other))
    return 0;
  memcpy(both, past, u->width * sizeof *both);
  unf_join(both, other, u->width);
  unf_id r = unf_record(u, up, op, 0, both, &made);
  return made ? r : 0;
}

static unf_id state_with(const struct unfold *u, op_id op, unf_id before,
                         unf_id m) {
  EXPECTS(op && op < u->ops.len && before < u->at.len && m < u->at.len);
  return changes(u, &u->ops.at[op], m) ? m : before;
}

/* --- from an event ------------------------------------------------------ */

static void extend_list(struct unfold *u, uint32_t list, unf_id m) {
  EXPECTS(m < u->at.len);
  past_t past;
  unsigned self = u->at.at[m].thread;
  for (uint32_t l = list; l; l = unf_behind(u, l)) {
    unf_id r = unf_listed(u, l);
    const struct unf_record *k = &u->at.at[r];
    if (k->thread == self || k->alt || unf_past(u, m)[k->thread] > k->up ||
        !unf_matters(u, k->op, k->up, m))
      continue;
    unf_id up = k->up, state = k->state;
    op_id op = k->op;
    memcpy(past, unf_past(u, r), u->width * sizeof *past);
    past[k->thread] = up;
    unf_id made = add_event(u, up, op, past, m);
    if (made)
      settle(u, made, state_with(u, op, state, m));
  }
}

/* Whether what uses an object without changing it does not matter to others
 * that do. */
static bool shares(const struct unf_op *o) {
  return !o->loud &&
         (o->class_ == CLASS_ACCESS || o->class_ == CLASS_RWLOCK);
}

/* m was added to what is possible: all records that see the same state and
 * that it matters to. */
static void extend_lists(struct unfold *u, const uint32_t *from, unf_id m) {
  uint32_t lists[2] = {from[0], from[1]};
  if (!shares(unf_op_of(u, m)))
    extend_list(u, lists[0], m);
  extend_list(u, lists[1], m);
}

/* Whether everything before m is in a past. */
static bool has_causes(const struct unfold *u, const uint32_t *past,
                       unf_id m) {
  EXPECTS(m < u->at.len);
  const uint32_t *causes = unf_past(u, m);
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id c = t == u->at.at[m].thread ? u->at.at[m].up : causes[t];
    while (c && u->at.at[c].flags & (UNF_VIRTUAL | UNF_OPEN))
      c = u->at.at[c].up;
    if (c && !unf_on_path(u, c, past[t]))
      return false;
  }
  return true;
}

/* A list of operations that depend on everything and have the thread at its
 * step e, or at its start, in their past. */
static uint32_t global_cell(struct unfold *u, unsigned thread, unf_id e) {
  EXPECTS(thread < THREADS_MAX && e < u->at.len);
  while (e && u->at.at[e].flags & (UNF_VIRTUAL | UNF_OPEN))
    e = u->at.at[e].up;
  return unf_cell_of(u, UNF_CLASS_GLOBAL, (uint64_t)thread << 32 | e);
}

static void file_global(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  for (uint32_t t = 0; t < u->width; t++) {
    if (t == u->at.at[r].thread)
      continue;
    unf_file_at(u, r, global_cell(u, t, unf_past(u, r)[t]));
  }
}

/* Operations that depend on everything: one step at a time. */
static void extend_globals(struct unfold *u, unf_id m) {
  EXPECTS(m && m < u->at.len);
  past_t past;
  uint32_t cell = global_cell(u, u->at.at[m].thread, u->at.at[m].up);
  for (uint32_t l = u->cells.at[cell].roots[1]; l;
       l = unf_behind(u, l)) {
    unf_id r = unf_listed(u, l), up = u->at.at[r].up;
    op_id op = u->at.at[r].op;
    memcpy(past, unf_past(u, r), u->width * sizeof *past);
    past[u->at.at[r].thread] = up;
    if (!unf_matters(u, op, up, m) || !has_causes(u, past, m))
      continue;
    unf_id made = add_event(u, up, op, past, m);
    if (made)
      settle(u, made, 0);
  }
}

/* What can be done after a step that depends on everything: each thread
 * where it stands in its past, or where it came by no step of its own; threads
 * that are created on the way are among them. */
static void after_global(struct unfold *u, unf_id m, unf_id at) {
  past_t past;
  bool made;
  op_id op = u->at.at[at].then;
  if (op && u->ops.at[op].kind != OP_QUIT && u->ops.at[op].kind < OP_COUNT &&
      u->at.at[at].thread != u->at.at[m].thread &&
      unf_past(u, m)[u->at.at[at].thread] <= at) {
    memcpy(past, unf_past(u, m), u->width * sizeof *past);
    if (unf_together(u, unf_past(u, at), past)) {
      unf_join(past, unf_past(u, at), u->width);
      unf_id r = unf_record(u, at, op, 0, past, &made);
      if (made)
        settle(u, r, m);
    }
  }
  for (unf_id e = u->at.at[at].exts; e; e = u->at.at[e].sibling)
    if (u->at.at[e].flags & UNF_VIRTUAL && u->at.at[e].flags & UNF_DONE)
      after_global(u, m, e);
}

/* The lists in which what sees the same state as m is filed. */
static void extend_state(struct unfold *u, unf_id m) {
  EXPECTS(m && m < u->at.len);
  op_id op = u->at.at[m].op;
  unf_id many[64], up = u->at.at[m].up;
  uint32_t cells[UNF_CELLS];
  bool first = !u->at.at[m].state, all;
  size_t n = !first;
  many[0] = u->at.at[m].state;
  if (u->ops.at[op].multi) {
    past_t past;
    memcpy(past, unf_past(u, m), u->width * sizeof *past);
    past[u->at.at[m].thread] = up;
    n = unf_newest(u, op, up, past, many, 64, &first);
  }
  for (size_t i = 0; i < n; i++)
    extend_lists(u, u->at.at[many[i]].kids, m);
  if (!first)
    return;
  n = unf_cells(u, op, up, cells, &all);
  VEC(uint32_t) lines = {0}; /* what follows uses the scratch, too */
  for (size_t i = 0; all && i < u->scratch.len; i++)
    vec_push(&lines, u->scratch.at[i]);
  for (size_t i = 0; i < n; i++)
    extend_lists(u, u->cells.at[cells[i]].roots, m);
  if (!all && u->ops.at[op].class_ == CLASS_ACCESS) {
    uint32_t large = unf_cell_of(u, CLASS_ACCESS, UINT64_MAX / 32);
    extend_lists(u, u->cells.at[large].roots, m);
  }
  vec_each(&lines, l) extend_lists(u, u->cells.at[*l].roots, m);
  vec_free(&lines);
}

static void extend_cell(struct unfold *u, unsigned class_, uint64_t key,
                        unf_id m) {
  EXPECTS(m < u->at.len);
  uint32_t cell = unf_cell_of(u, class_, key);
  extend_list(u, u->cells.at[cell].roots[0], m);
  unf_file_at(u, m, cell);
}

/* The wait that a thread is in. */
static unf_id last_wait(const struct unfold *u, unf_id e) {
  EXPECTS(e < u->at.len);
  while (e && unf_op_of(u, e)->kind != OP_WAIT)
    e = u->at.at[e].up;
  return e;
}

void unf_from_event(struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_op o = *unf_op_of(u, e);
  uint64_t chosen = unf_frees(u, e);
  if (u->at.at[e].flags & (UNF_OVER | UNF_OPEN))
    return;
  for (; chosen; chosen &= chosen - 1) {
    unsigned t = (unsigned)__builtin_ctzll(chosen);
    unf_id wait = t < u->width ? last_wait(u, unf_past(u, e)[t]) : 0;
    if (wait)
      extend_cell(u, UNF_CLASS_WAKE, wait, e);
  }
  if (o.kind >= OP_COUNT)
    return;
  if (o.class_ == CLASS_GLOBAL) {
    for (uint32_t t = 0; t < u->width; t++) {
      unf_id at = unf_past(u, e)[t];
      at = at ? at : unf_newborn(u, unf_past(u, e), t);
      if (at && t != u->at.at[e].thread)
        after_global(u, e, at);
    }
  } else if ((o.class_ > CLASS_LOCAL || o.seen) && !o.reads_only) {
    extend_state(u, e);
  }
  if (u->globals)
    extend_globals(u, e);
}

void unf_thread_ended(struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  extend_cell(u, UNF_CLASS_JOIN, u->at.at[e].thread, e);
}

/* --- from a thread ------------------------------------------------------ */

/* Adds every event of a list that matters to the record. */
static void grow_by_list(struct unfold *u, uint32_t list, unf_id r) {
  EXPECTS(r && r < u->at.len);
  op_id op = u->at.at[r].op;
  unf_id up = u->at.at[r].up, state = u->at.at[r].state;
  past_t past;
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  past[u->at.at[r].thread] = up;
  for (uint32_t l = list; l; l = unf_behind(u, l)) {
    unf_id m = unf_listed(u, l);
    if (!(u->at.at[m].flags & UNF_DONE) || !unf_matters(u, op, up, m))
      continue;
    unf_id made = add_event(u, up, op, past, m);
    if (!made)
      continue;
    settle(u, made, state_with(u, op, state, m));
    vec_push(&u->news, made);
  }
}

static void grow_by_lists(struct unfold *u, const uint32_t *from, unf_id r) {
  uint32_t lists[2] = {from[0], from[1]};
  const struct unf_op *o = unf_op_of(u, r);
  if (!shares(o) && !(u->contextual && o->class_ == CLASS_ACCESS))
    grow_by_list(u, lists[0], r);
  grow_by_list(u, lists[1], r);
}

/* The steps that can be taken next after a past, by threads that stand at
 * `at`, or come there by no step of their own. */
static void grow_by_steps(struct unfold *u, unf_id at, unf_id r) {
  past_t past;
  op_id op = u->at.at[r].op;
  unf_id up = u->at.at[r].up;
  for (unf_id m = u->at.at[at].exts; m; m = u->at.at[m].sibling) {
    if (!(u->at.at[m].flags & UNF_DONE))
      continue;
    if (u->at.at[m].flags & (UNF_VIRTUAL | UNF_OPEN)) {
      grow_by_steps(u, m, r);
      continue;
    }
    memcpy(past, unf_past(u, r), u->width * sizeof *past);
    past[u->at.at[r].thread] = up;
    if (!unf_matters(u, op, up, m) || !has_causes(u, past, m))
      continue;
    unf_id made = add_event(u, up, op, past, m);
    if (!made)
      continue;
    settle(u, made, 0);
    vec_push(&u->news, made);
  }
}

static void grow_global(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id at = unf_past(u, r)[t];
    at = at ? at : unf_newborn(u, unf_past(u, r), t);
    if (at && t != u->at.at[r].thread)
      grow_by_steps(u, at, r);
  }
}

static void grow(struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  op_id op = u->at.at[r].op;
  unf_id many[64], up = u->at.at[r].up;
  uint32_t cells[UNF_CELLS];
  bool first = !u->at.at[r].state, all;
  size_t n = !first;
  if (unf_is_global(&u->ops.at[op])) {
    grow_global(u, r);
    return;
  }
  many[0] = u->at.at[r].state;
  if (u->ops.at[op].multi) {
    past_t past;
    memcpy(past, unf_past(u, r), u->width * sizeof *past);
    past[u->at.at[r].thread] = up;
    n = unf_newest(u, op, up, past, many, 64, &first);
  }
  for (size_t i = 0; i < n; i++)
    grow_by_lists(u, u->at.at[many[i]].kids, r);
  if (!first)
    return;
  n = unf_cells(u, op, up, cells, &all);
  VEC(uint32_t) lines = {0};
  for (size_t i = 0; all && i < u->scratch.len; i++)
    vec_push(&lines, u->scratch.at[i]);
  for (size_t i = 0; i < n; i++)
    grow_by_lists(u, u->cells.at[cells[i]].roots, r);
  if (u->ops.at[op].class_ == CLASS_ACCESS && !all) {
    uint32_t large = unf_cell_of(u, CLASS_ACCESS, UINT64_MAX / 32);
    grow_by_lists(u, u->cells.at[large].roots, r);
  }
  vec_each(&lines, l) grow_by_lists(u, u->cells.at[*l].roots, r);
  vec_free(&lines);
}

void unf_from_thread(struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  op_id op = u->at.at[e].then;
  unf_id many[64];
  bool first, made;
  past_t past;
  memcpy(past, unf_past(u, e), u->width * sizeof *past);
  unf_id r = unf_record(u, e, op, 0, past, &made);
  if (made) {
    size_t n = unf_is_global(&u->ops.at[op])
                   ? 0
                   : unf_newest(u, op, e, past, many, 64, &first);
    settle(u, r, n ? many[0] : 0);
  }
  vec_clear(&u->news);
  vec_push(&u->news, r);
  while (u->news.len) {
    unf_id next = vec_pop(&u->news);
    grow(u, next);
  }
}
