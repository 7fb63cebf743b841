#include "sched/order.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "exec/executor.h"
#include "sched/order_again.h"
#include "sched/order_turns.h"

enum { LINE = 16 }; /* accesses are filed by lines of this many bytes */

static uint32_t cell_of(struct order_work *k, unsigned class_, uint64_t key) {
  bool added;
  uint64_t *cell = map_at(&k->cells, key * 16 + class_, &added);
  if (added) {
    *cell = k->heads.len;
    vec_push(&k->heads, 0);
  }
  return (uint32_t)*cell;
}

/* The next that a step may depend on: for a read, among the writes only. */
static uint32_t rival(const struct order_work *k, uint32_t l, bool changes) {
  return !l || changes ? l : k->links.at[l - 1].write;
}

static inline void link_step(struct order_work *k, uint32_t cell, uint32_t step) {
  EXPECTS(cell < k->heads.len && step < k->o->steps.len);
  struct order_link l = {step, k->heads.at[cell], 0, cell};
  if (!l.prev)
    vec_push(&k->touched, cell);
  l.write = OP_CHANGES(k->o->steps.at[step].kind)
                ? (uint32_t)k->links.len + 1
                : rival(k, l.prev, false);
  vec_push(&k->links, l);
  k->heads.at[cell] = (uint32_t)k->links.len;
}

static void add_race(struct order *o, uint32_t first, uint32_t second) {
  EXPECTS(first < second && second < o->steps.len);
  struct race r = {first, second, 0};
  vec_push(&o->races, r);
}

/* Whether the object would have let w pass just before f. */
static bool ready_before(const struct step *w, const struct step *f) {
  switch (w->kind) {
  case OP_LOCK:
    return f->kind == OP_UNLOCK
               ? f->flags & EVENT_FAILED && !f->value
               : f->kind == OP_LOCK || !(f->flags & EVENT_FAILED);
  case OP_SEM_P:
    return (uint32_t)f->value > 0;
  case OP_RDLOCK:
    return f->value >> 32 == 0;
  case OP_WRLOCK:
    return f->value == 0;
  case OP_SEND:
    return f->value >> 32 > 0;
  case OP_RECEIVE:
    return (uint32_t)f->value > 0;
  case OP_STREAM_READ:
  case OP_STREAM_POLL:
  case OP_STREAM_WRITE:
    return stream_passes(w->kind, w->size, f->value);
  default:
    return true;
  }
}

/* --- read-write locks ------------------------------------------------- */

/* Whether a step is there when f and the steps of `left_out` are left out:
 * it came before f, or happens after none of them. */
static bool stays(const struct order *o, uint32_t step, uint32_t f,
                  const uint32_t *left_out, size_t count) {
  if (step < f)
    return true;
  for (size_t i = 0; i < count; i++)
    if (order_after(o, left_out[i], step))
      return false;
  return true;
}

/* The step by which the reader that came by h leaves, or UINT32_MAX; a thread
 * may read twice at once, and leaves as often as it came. */
static uint32_t leaves_by(const struct order *o, const uint32_t *readers,
                          size_t count, uint32_t h) {
  EXPECTS(h < o->steps.len);
  unsigned depth = 0;
  for (size_t i = 0; i < count; i++) {
    const struct step *s = &o->steps.at[readers[i]];
    if (readers[i] < h || s->thread != o->steps.at[h].thread)
      continue;
    if (s->kind == OP_RDLOCK)
      depth++;
    else if (s->kind == OP_RDUNLOCK && --depth == 0)
      return readers[i];
  }
  return UINT32_MAX;
}

/* Whether somebody who read before the oldest of `readers` (who came by trying,
 * or before that) does not leave when the steps of `out` are left out. */
static bool elders_stay(const struct order *o, const uint32_t *readers,
                        size_t count, uint32_t f, const uint32_t *out,
                        size_t n) {
  EXPECTS(count);
  uint8_t depth[THREADS_MAX];
  memset(depth, 0, o->width);
  uint32_t elders = (uint32_t)o->steps.at[readers[0]].value;
  for (size_t i = 0; elders && i < count; i++) {
    const struct step *s = &o->steps.at[readers[i]];
    if (s->kind == OP_RDLOCK)
      depth[s->thread]++;
    else if (s->kind == OP_RDUNLOCK && depth[s->thread])
      depth[s->thread]--;
    else if (s->kind == OP_RDUNLOCK && stays(o, readers[i], f, out, n))
      elders--;
  }
  return elders;
}

/* Readers that must be left out together with f, so that nobody reads when
 * the writer comes; their number, or 0 when that cannot be.  `readers` are
 * steps since the last writer, the oldest first. */
static size_t keep_out(const struct order *o, const uint32_t *readers,
                       size_t count, uint32_t f, const uint32_t *past,
                       uint32_t out[THREADS_MAX]) {
  size_t n = 1;
  out[0] = f;
  for (size_t i = 0; i < count; i++) {
    uint32_t h = readers[i];
    if (o->steps.at[h].kind != OP_RDLOCK || !stays(o, h, f, out, n))
      continue;
    uint32_t leave = leaves_by(o, readers, count, h);
    if (leave != UINT32_MAX && stays(o, leave, f, out, n))
      continue;
    if (h < f || past[o->steps.at[h].thread] > h || n == THREADS_MAX)
      return 0;
    out[n++] = h;
    i = (size_t)-1; /* what is left out may keep others in */
  }
  return elders_stay(o, readers, count, f, out, n) ? 0 : n;
}

static void add_races(struct order *o, const uint32_t *out, size_t count,
                      uint32_t second) {
  EXPECTS(count && out[0] < second && second < o->steps.len);
  struct race r = {out[0], second, 0};
  if (count > 1) {
    if (!o->more.len)
      vec_push(&o->more, 0);
    r.more = (uint32_t)o->more.len;
    for (size_t i = 1; i < count; i++)
      vec_push(&o->more, out[i]);
    vec_push(&o->more, UINT32_MAX);
  }
  vec_push(&o->races, r);
}

/* The readers since the last writer: a reader is after none of them, a
 * writer after all, and races with each that can be kept out.  *link moves
 * to the last writer; true when races were found. */
static bool scan_readers(struct order_work *k, uint32_t *link, uint32_t s,
                         const uint32_t *past, uint32_t *clock) {
  enum { MOST = 256 };
  struct order *o = k->o;
  uint32_t readers[MOST], out[THREADS_MAX];
  size_t n = MOST, races = o->races.len;
  bool writes = OP_CHANGES(o->steps.at[s].kind);
  for (; *link; *link = k->links.at[*link - 1].prev) {
    uint32_t f = k->links.at[*link - 1].step;
    bool changes = OP_CHANGES(o->steps.at[f].kind);
    if (clock && (changes || writes))
      clocks_join(clock, order_clock(o, f), o->width);
    if (changes)
      break;
    if (n)
      readers[--n] = f;
  }
  for (size_t i = n; writes && i < MOST; i++) {
    uint32_t f = readers[i];
    if (o->steps.at[f].kind != OP_RDLOCK || past[o->steps.at[f].thread] > f)
      continue;
    size_t count = keep_out(o, readers + n, MOST - n, f, past, out);
    if (count)
      add_races(o, out, count, s);
  }
  return o->races.len > races;
}

/* --- objects ---------------------------------------------------------- */

/* A step on an object all of whose operations are ordered.  `past` is the
 * clock of its thread before it; the newest step orders all the others.
 *
 * The steps on a read-write lock are writers, whoever tries among them, with
 * readers between them that come in any order.  If s comes before a reader f
 * of those behind an older writer, whatever is behind the next writer stays
 * out, for that is after f; but others who read with f do not, unless they are
 * kept out as those behind the newest writer are. */
static void scan_waiting(struct order_work *k, uint32_t cell, uint32_t s,
                         const uint32_t *past, uint32_t *clock) {
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *w = &steps[s];
  bool reads = OP_CLASS(w->kind) == CLASS_RWLOCK;
  uint32_t l = k->heads.at[cell];
  if (!reads && l && clock)
    clocks_join(clock, order_clock(o, k->links.at[l - 1].step), o->width);
  for (; l; l = k->links.at[l - 1].prev) {
    if (reads && scan_readers(k, &l, s, past, clock))
      return;
    if (!l)
      return;
    uint32_t f = k->links.at[l - 1].step;
    if (past[steps[f].thread] > f)
      return;
    if (ready_before(w, &steps[f])) {
      add_race(o, f, s);
      return;
    }
  }
}

bool places_dependent(uint8_t a_kind, struct turn_place a,
                      const struct turn_place *more_a, uint8_t b_kind,
                      struct turn_place b, const struct turn_place *more_b) {
  const struct turn_place *x = more_a ? more_a : &a;
  for (uint32_t i = 0; i <= x->left; i++) {
    const struct turn_place *y = more_b ? more_b : &b;
    for (uint32_t k = 0; k <= y->left; k++)
      if (op_dependent(a_kind, x[i].object, x[i].size, b_kind, y[k].object,
                       y[k].size))
        return true;
  }
  return false;
}

/* Of the older step a and a step on one place. */
static bool overlap(const struct order *o, const struct step *a,
                    const struct step *b) {
  uint64_t x = object_bare(a->object), y = object_bare(b->object);
  if (x < y + b->size && y < x + a->size)
    return true;
  const struct turn_place *p = step_places(o, a);
  for (uint32_t i = 0; p && i <= p->left; i++)
    if (p[i].object < y + b->size && y < p[i].object + p[i].size)
      return true;
  return false;
}

static bool covers(const struct step *a, const struct step *b) {
  uint64_t x = object_bare(a->object), y = object_bare(b->object);
  return x <= y && x + a->size >= y + b->size;
}

/* A read that waits for a write.  Before the latest write f it passes if it
 * was enabled there, when its thread stood there already; else if there was
 * another write since the thread's own last access. */
static void scan_await(struct order_work *k, uint32_t cell, uint32_t s,
                       const uint32_t *past, uint32_t *clock) {
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *w = &steps[s];
  uint32_t latest = UINT32_MAX;
  for (uint32_t l = k->heads.at[cell]; l; l = k->links.at[l - 1].prev) {
    uint32_t f = k->links.at[l - 1].step;
    if (!overlap(o, &steps[f], w))
      continue;
    if (steps[f].thread == w->thread)
      return;
    if (!OP_CHANGES(steps[f].kind))
      continue;
    if (clock)
      clocks_join(clock, order_clock(o, f), o->width);
    if (latest == UINT32_MAX) {
      if (past[steps[f].thread] > f)
        return;
      latest = f;
      if (past[w->thread] > f)
        continue;
      if (event_enables(order_event(k, &steps[f]), w->thread))
        add_race(o, f, s);
      return;
    }
    if (!(steps[f].flags & EVENT_FAILED)) {
      add_race(o, latest, s);
      return;
    }
  }
}

/* An operation that is always enabled: newest first, so that what another
 * dependent step orders already is seen to be ordered. */
static void scan_free(struct order_work *k, uint32_t cell, uint32_t s,
                      uint32_t *clock) {
  EXPECTS(s < k->o->steps.len && clock);
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *e = &steps[s];
  bool access = OP_CLASS(e->kind) == CLASS_ACCESS;
  bool changes = OP_CHANGES(e->kind);
  for (uint32_t l = rival(k, k->heads.at[cell], changes); l;
       l = rival(k, k->links.at[l - 1].prev, changes)) {
    uint32_t f = k->links.at[l - 1].step;
    bool writes = OP_CHANGES(steps[f].kind);
    if (!(changes || writes) || (access && !overlap(o, &steps[f], e)))
      continue;
    if (clock[steps[f].thread] <= f) {
      add_race(o, f, s);
      clocks_join(clock, order_clock(o, f), o->width);
    }
    if (writes && (!access || covers(&steps[f], e)))
      return;
  }
}

/* A look that was tried before it was taken: it passes before the reads since
 * the latest write, if it passes now, and before the write that was told.  What
 * comes before those it races with when they are reversed. */
static void scan_look(struct order_work *k, uint32_t cell, uint32_t s,
                      const uint32_t *past, uint32_t *clock) {
  EXPECTS(s < k->o->steps.len && clock);
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *e = &steps[s];
  bool changes = OP_CHANGES(e->kind);
  bool passing = k->tried[e->thread] & TRIED_PASSES;
  bool written = false, raced = false;
  for (uint32_t l = rival(k, k->heads.at[cell], changes); l;
       l = rival(k, k->links.at[l - 1].prev, changes)) {
    uint32_t f = k->links.at[l - 1].step;
    bool writes = OP_CHANGES(steps[f].kind);
    if (!(changes || writes) || !overlap(o, &steps[f], e) ||
        (written && !writes))
      continue;
    if (!writes && passing && clock[steps[f].thread] <= f) {
      add_race(o, f, s);
      raced = true;
    }
    if (!written)
      clocks_join(clock, order_clock(o, f), o->width);
    written |= writes;
    if (writes && (raced || past[steps[f].thread] > f))
      return;
    if (writes && steps[f].event == k->passes_before[e->thread]) {
      add_race(o, f, s);
      return;
    }
  }
}

/* Whether a step that nothing but a property orders before s can come after
 * it: s found its own object as it would find it then, for whoever changed
 * that since would be in between. */
static bool could_pass(const struct step *e, bool executed) {
  return !OP_WAITS(e->kind) || executed || e->flags & EVENT_READY;
}

/* Whether the two depend on each other by a property alone. */
static bool only_seen(const struct step *a, const struct step *b) {
  return object_seen(a->object) & object_seen(b->object) &&
         !((a->flags | b->flags) & EVENT_ENDS) &&
         !op_dependent(a->kind, object_bare(a->object), a->size, b->kind,
                       object_bare(b->object), b->size);
}

/* What a property sees is in one order; the newest of its steps has the
 * others before it. */
static void scan_seen(struct order_work *k, uint32_t s, uint32_t *clock,
                      bool record) {
  enum { CLASS_SEEN = 15 };
  struct order *o = k->o;
  const struct step *e = &o->steps.at[s];
  for (uint64_t seen = object_seen(e->object); seen; seen &= seen - 1) {
    uint32_t cell =
        cell_of(k, CLASS_SEEN, (uint64_t)__builtin_ctzll(seen));
    uint32_t l = k->heads.at[cell];
    uint32_t f = l ? k->links.at[l - 1].step : 0;
    if (l && clock && clock[o->steps.at[f].thread] <= f) {
      if (could_pass(e, record))
        add_race(o, f, s);
      clocks_join(clock, order_clock(o, f), o->width);
    }
    if (record)
      link_step(k, cell, s);
  }
}

/* An atomic block of which it is not known what it touched. */
static bool is_vague(const struct step *e) {
  return e->kind == OP_ATOMIC && !(e->object & BLOCK_KNOWN);
}

/* An operation that may wait, and an atomic block that may have used its object
 * as well: the block is in no list of that object, and what its thread did
 * there later would hide it.  Whatever comes after such a block depends on it,
 * so that a thread which is not ordered after it stood there before it; and the
 * block knows who was enabled then. */
static void scan_blocks(struct order_work *k, uint32_t s,
                        const uint32_t *past) {
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *e = &steps[s];
  for (uint32_t f = s < o->executed ? s : o->executed; f-- > 0;)
    if (is_vague(&steps[f]) && past[steps[f].thread] <= f &&
        event_enables(order_event(k, &steps[f]), e->thread)) {
      add_race(o, f, s);
      return;
    }
}

/* The same against every step, once some step depends on everything.  An
 * operation that may wait has had its races on its own object already, and
 * those with blocks; when it races with another step its thread stood there
 * before that step, which knows who was enabled; unless only a property orders
 * the two. */
static void scan_all(struct order_work *k, uint32_t s, uint32_t *clock,
                     bool record) {
  EXPECTS(s < k->o->steps.len && clock);
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *e = &steps[s];
  uint32_t from = s < o->executed ? s : o->executed;
  for (uint32_t f = from; f-- > 0;) {
    if (clock[steps[f].thread] > f || !step_dependent(o, &steps[f], e))
      continue;
    const struct event *then = order_event(k, &steps[f]);
    bool same = is_vague(&steps[f]) ||
                (OP_CLASS(steps[f].kind) == OP_CLASS(e->kind) &&
                 OP_CLASS(e->kind) != CLASS_GLOBAL);
    if (!OP_WAITS(e->kind) ||
        (only_seen(&steps[f], e) ? could_pass(e, record)
                                 : !same && event_enables(then, e->thread)))
      add_race(o, f, s);
    clocks_join(clock, order_clock(o, f), o->width);
  }
}

static bool depends_on_all(const struct step *e) {
  return (e->flags & EVENT_ENDS) || OP_CLASS(e->kind) == CLASS_GLOBAL;
}

static void scan_cell(struct order_work *k, uint32_t cell, uint32_t s,
                      const uint32_t *past, uint32_t *clock) {
  struct order *o = k->o;
  unsigned kind = o->steps.at[s].kind;
  if (kind == OP_AWAIT)
    scan_await(k, cell, s, past, clock);
  else if (OP_WAITS(kind))
    scan_waiting(k, cell, s, past, clock);
  else if (k->tried[o->steps.at[s].thread] & TRIED_LOOKS)
    scan_look(k, cell, s, past, clock);
  else
    scan_free(k, cell, s, clock);
}

/* A turn that is one step: what could have been instead is told (add_told), so
 * here it only comes after the latest writes of its places. */
static void scan_turn(struct order_work *k, uint32_t s, uint32_t *clock,
                      bool record) {
  struct order *o = k->o;
  const struct step *e = &o->steps.at[s];
  struct turn_place one = {e->object, e->size, 0};
  const struct turn_place *p = e->places ? step_places(o, e) : &one;
  for (uint32_t i = 0, left = p->left; i <= left; i++) {
    struct step read = {.object = p[i].object, .size = p[i].size};
    uint64_t last = (read.object + read.size - 1) / LINE;
    for (uint64_t key = read.object / LINE; key <= last; key++) {
      uint32_t cell = cell_of(k, CLASS_ACCESS, key);
      for (uint32_t l = rival(k, k->heads.at[cell], false); l;
           l = rival(k, k->links.at[l - 1].prev, false)) {
        uint32_t f = k->links.at[l - 1].step;
        if (!overlap(o, &o->steps.at[f], &read))
          continue;
        clocks_join(clock, order_clock(o, f), o->width);
        if (covers(&o->steps.at[f], &read))
          break;
      }
      if (record)
        link_step(k, cell, s);
    }
  }
}

/* Races of step s, and its clock: `clock` begins as the thread's own. */
static void scan(struct order_work *k, uint32_t s, uint32_t *clock,
                 bool record) {
  struct order *o = k->o;
  const struct step *e = &o->steps.at[s];
  unsigned class_ = OP_CLASS(e->kind);
  bool slow = k->everything || depends_on_all(e);
  if (class_ <= CLASS_LOCAL && !slow && !object_seen(e->object))
    return;
  uint32_t past[THREADS_MAX + 4];
  memcpy(past, clock, o->width * sizeof *past);
  bool waits = OP_WAITS(e->kind);
  uint64_t first = object_bare(e->object), last = first;
  if (class_ == CLASS_ACCESS) {
    last = (first + (e->size ? e->size - 1 : 0)) / LINE;
    first /= LINE;
  }
  for (uint64_t key = first; key <= last && class_ > CLASS_LOCAL; key++) {
    uint32_t cell = cell_of(k, class_, key);
    if (!slow || waits)
      scan_cell(k, cell, s, past, slow ? NULL : clock);
    if (record)
      link_step(k, cell, s);
  }
  if (object_seen(e->object))
    scan_seen(k, s, slow ? NULL : clock, record);
  if (slow && waits)
    scan_blocks(k, s, past);
  if (slow) {
    scan_all(k, s, clock, record);
    if (record && depends_on_all(e) && !k->everything) {
      k->everything = true;
      k->everything_from = s;
    }
  }
}

/* The last to arrive: everyone of this round goes on after all arrivals. */
static void barrier_opens(struct order_work *k, uint32_t s) {
  struct order *o = k->o;
  uint32_t all[THREADS_MAX + 4];
  memset(all, 0, o->width * sizeof *all);
  const struct step *e = &o->steps.at[s];
  uint32_t l = k->heads.at[cell_of(k, CLASS_BARRIER, e->object)];
  for (; l; l = k->links.at[l - 1].prev) {
    uint32_t f = k->links.at[l - 1].step;
    const struct step *g = &o->steps.at[f];
    if (f != s && (g->kind != OP_ARRIVE || event_opens(order_event(k, g))))
      break;
    clocks_join(all, order_clock(o, f), o->width);
  }
  struct threads freed;
  unsigned words = event_freed_set(order_event(k, e), &freed);
  threads_each(words, &freed, t)
    if (t < o->width && t != e->thread)
      clocks_join(order_now(k, (unsigned)t), all, o->width);
  clocks_join(order_now(k, e->thread), all, o->width);
}

/* Who is chosen by a signal that is step s, or part of it. */
static void signalled(struct order_work *k, const struct event *e, uint32_t s) {
  struct threads chosen;
  if (e->kind != OP_SIGNAL && e->kind != OP_BROADCAST)
    return;
  unsigned words = event_freed_set(e, &chosen);
  threads_each(words, &chosen, t)
    k->woken_by[t] = s;
}

/* Who is set free by a step, or begins to wait for that. */
static void sets_free(struct order_work *k, uint32_t s) {
  k->odd = true;
  const struct event *e = order_event(k, &k->o->steps.at[s]);
  signalled(k, e, s);
  if (e->kind == OP_WAIT)
    k->woken_by[e->thread] = UINT32_MAX;
  if (e->kind == OP_ARRIVE && event_opens(e))
    barrier_opens(k, s);
}

/* The same in an atomic block, which comes after everything before it. */
static void block_sets_free(struct order_work *k, const struct event *e) {
  struct order *o = k->o;
  struct threads freed;
  k->odd = true;
  if (!o->executed)
    return;
  signalled(k, e, o->executed - 1);
  unsigned words = e->kind == OP_ARRIVE ? event_freed_set(e, &freed) : 0;
  threads_each(words, &freed, t)
    if (t < o->width)
      clocks_join(order_now(k, (unsigned)t), order_clock(o, o->executed - 1),
                  o->width);
}

/* ------------------------------------------------------------------------ */

static void silent(struct order_work *k, const struct event *e) {
  if (event_tells(e)) {
    order_note_look(k, e);
    return;
  }
  if (OP_CLASS(e->kind) == CLASS_COND || OP_CLASS(e->kind) == CLASS_BARRIER) {
    block_sets_free(k, e);
    return;
  }
  if (OP_CLASS(e->kind) == CLASS_PORT) {
    order_follow(k, (uint32_t)e->value);
    return;
  }
  unsigned other = (unsigned)e->value % THREADS_MAX;
  if (other >= k->width)
    return;
  if (e->kind == OP_CREATE || e->kind == OP_JOIN)
    order_log(k, e->kind == OP_CREATE ? other : e->thread);
  if (e->kind == OP_CREATE)
    memcpy(order_now(k, other), order_now(k, e->thread),
           k->width * sizeof *k->now);
  if (e->kind == OP_JOIN)
    clocks_join(order_now(k, e->thread), order_now(k, other), k->width);
}

static void take_step(struct order_work *k, uint32_t s, bool turn) {
  struct order *o = k->o;
  const struct step *e = &o->steps.at[s];
  uint32_t *now = order_now(k, e->thread);
  order_log(k, e->thread);
  if (e->flags & EVENT_WOKEN && k->woken_by[e->thread] != UINT32_MAX)
    clocks_join(now, order_clock(o, k->woken_by[e->thread]), o->width);
  if (turn)
    scan_turn(k, s, now, true);
  else
    scan(k, s, now, true);
  k->tried[e->thread] &= (uint8_t)~TRIED_LOOKS;
  now[e->thread] = s + 1;
  memcpy(o->clocks.at + (size_t)s * o->width, now, o->width * sizeof *now);
  o->clocks.len = ((size_t)s + 1) * o->width;
  if (OP_CLASS(e->kind) == CLASS_COND || OP_CLASS(e->kind) == CLASS_BARRIER)
    sets_free(k, s);
}

static void pending(struct order_work *k, uint32_t s, bool ended,
                    struct order_turn *turn) {
  struct order *o = k->o;
  uint32_t clock[THREADS_MAX + 4];
  struct step *e = &o->steps.at[s];
  memcpy(clock, order_now(k, e->thread), o->width * sizeof *clock);
  if (e->flags & EVENT_WOKEN) {
    if (k->woken_by[e->thread] == UINT32_MAX)
      return; /* it still waits for a signal */
    clocks_join(clock, order_clock(o, k->woken_by[e->thread]), o->width);
  }
  if (turn) {
    order_keep_past(k, turn, s);
    if (turn->vain)
      return; /* it would not have gone on */
  }
  if (ended && e->flags & EVENT_READY) {
    /* it would have gone on, had the last step not ended the run */
    add_race(o, o->executed - 1, s);
    return;
  }
  scan(k, s, clock, false);
}

/* An input in an atomic block is part of it, and races with nobody. */
static struct step step_of(const struct order_work *k, const struct event *e,
                           size_t index) {
  bool block = e->kind == OP_ATOMIC && k->blocks && e->value & BLOCK_KNOWN;
  return (struct step){.object = block ? e->value : e->object,
                       .value = e->value,
                       .size = e->size,
                       .event = (uint32_t)index,
                       .thread = e->thread,
                       .kind = event_is_inside(e) ? OP_NOTE : e->kind,
                       .flags = e->flags,
                       .alt = e->alt,
                       .alts = e->alts};
}

/* Room for every thread that occurs; forgets the run before. */
static void prepare(struct order_work *k, const struct event *events,
                    size_t count) {
  struct order *o = k->o;
  unsigned top = 0;
  size_t steps = 0;
  for (size_t i = 0; i < count; i++) {
    top = events[i].thread > top ? events[i].thread : top;
    if (events[i].kind == OP_CREATE && events[i].value > top)
      top = (unsigned)events[i].value % THREADS_MAX;
    steps += !(events[i].flags & (EVENT_SILENT | EVENT_PENDING));
  }
  uint32_t width = (top + 4) / 4 * 4;
  if (width > k->width) {
    k->now = alloc_resize(k->now, (size_t)THREADS_MAX * width, sizeof *k->now);
    k->width = width;
  }
  memset(k->now, 0, (size_t)k->width * k->width * sizeof *k->now);
  memset(k->woken_by, 255, k->width * sizeof *k->woken_by);
  vec_each(&k->touched, cell) k->heads.at[*cell] = 0;
  vec_clear(&k->touched);
  vec_clear(&k->links);
  vec_clear(&k->marks);
  vec_clear(&k->undo);
  k->everything = k->odd = false;
  memset(k->tried, 0, k->width);
  vec_clear(&o->places);
  o->unordered = false;
  order_note_turns(k, events, count);
  vec_clear(&o->steps);
  vec_clear(&o->races);
  vec_clear(&o->more);
  vec_clear(&o->clocks);
  vec_reserve(&o->clocks, steps * k->width + 1);
  o->width = k->width;
  o->executed = 0;
}

/* Long runs only: short ones are done before anybody could ask. */
static bool gives_up(const struct order_work *k, size_t i, size_t count) {
  enum { LONG = 4096, EVERY = 16 };
  return count > LONG && i % EVERY == 0 && k->give_up &&
         k->give_up(k->give_up_user);
}

/* A step that was taken; where what belongs to it ends, as far as it is one of
 * several. */
static uint32_t executed(struct order_work *k, const struct event *events,
                         size_t count, size_t i) {
  struct order *o = k->o;
  struct order_turn *t = order_turn_at(k, i);
  struct step s = step_of(k, &events[i], i);
  uint32_t rest = 0;
  if (t && (t->reads > 1 || t->part)) {
    size_t at = o->places.len;
    if (order_gather(k, t, events, count)) {
      s.places = (uint32_t)(at + 1);
      s.alt = (uint16_t)(t->reads | (t->part ? CHOICE_PART : 0));
      rest = t->reads - 1;
    } else {
      t = NULL;
    }
  }
  if (t && k->everything)
    t->unknown = true;
  if (t && t->vain)
    s.flags |= EVENT_SILENT; /* it may as well be left out */
  vec_push(&o->steps, s);
  if (t)
    order_keep_past(k, t, o->executed);
  take_step(k, o->executed++, t);
  return rest;
}

bool order_compute(struct order_work *k, struct order *o,
                   const struct event *events, size_t count) {
  uint32_t rest = 0; /* reads that belong to the step before */
  k->o = &k->own;
  k->events = events;
  size_t from = order_go_back(k, events, count);
  if (!from)
    prepare(k, events, count);
  uint32_t past = k->own.executed;
  bool ended = past && k->own.steps.at[past - 1].flags & EVENT_ENDS;
  bool waits = false;
  for (size_t i = from; i < count; i++) {
    const struct event *e = &events[i];
    if (gives_up(k, i, count))
      return k->odd = true, false;
    if (!waits)
      order_mark(k);
    waits |= (e->flags & EVENT_PENDING) != 0;
    if ((e->flags & EVENT_PENDING) && (e->flags & EVENT_SILENT)) {
      continue;
    } else if (e->flags & EVENT_PENDING) {
      vec_push(&k->own.steps, step_of(k, e, i));
      pending(k, (uint32_t)k->own.steps.len - 1, ended, order_turn_at(k, i));
    } else if (e->flags & EVENT_SILENT) {
      silent(k, e);
    } else if (rest) {
      rest--;
    } else {
      rest = executed(k, events, count, i);
      ended = e->flags & EVENT_ENDS;
    }
  }
  if (!waits)
    order_mark(k);
  k->own.pending = (uint32_t)k->own.steps.len;
  order_add_told(k, events);
  order_hand_out(k, o, events, count, from);
  return true;
}

void order_free(struct order *o) {
  vec_free(&o->steps);
  vec_free(&o->races);
  vec_free(&o->more);
  vec_free(&o->places);
  vec_free(&o->clocks);
  *o = (struct order){0};
}

void order_work_free(struct order_work *k) {
  order_free(&k->own);
  vec_free(&k->last);
  vec_free(&k->marks);
  vec_free(&k->undo);
  vec_free(&k->heads);
  vec_free(&k->touched);
  vec_free(&k->links);
  vec_free(&k->turns);
  vec_free(&k->pasts);
  map_free(&k->cells);
  free(k->now);
  *k = (struct order_work){0};
}
