#include "sched/order.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "exec/executor.h"
#include "sched/order_again.h"
#include "sched/order_readers.h"
#include "sched/order_turns.h"
#include "sched/order_usual.h"
#include "sched/order_wakes.h"

enum { LINE = ORDER_LINE };

uint32_t order_find_cell(struct order_work *k, struct order_recent *r,
                         uint64_t key) {
  bool added;
  uint64_t *cell = map_at(&k->cells, key, &added);
  if (added) {
    *cell = k->heads.len;
    vec_push(&k->heads, 0);
  }
  *r = (struct order_recent){key, (uint32_t)*cell};
  return r->cell;
}

uint32_t order_cell(struct order_work *k, unsigned class_, uint64_t object) {
  return order_cell_of(k, class_, object);
}

/* The next that a step may depend on: for a read, among the writes only. */
static inline uint32_t rival(const struct order_work *k, uint32_t l,
                             bool changes) {
  return !l || changes ? l : k->links.at[l - 1].write;
}

static void link_step(struct order_work *k, uint32_t cell, uint32_t step) {
  EXPECTS(cell < k->heads.len && step < k->o->steps.len);
  const struct step *e = &k->o->steps.at[step];
  uint32_t prev = k->heads.at[cell], own = (uint32_t)k->links.len + 1;
  bool changes = OP_CHANGES(e->kind);
  if (!prev)
    vec_push(&k->touched, cell);
  vec_reserve(&k->links, own);
  k->links.at[k->links.len++] = (struct order_link){
      .step = step,
      .prev = prev,
      .write = changes ? own : rival(k, prev, false),
      .cell = cell,
      .object = object_bare(e->object),
      .size = e->size,
      .thread = e->thread,
      .changes = changes,
      .several = e->places != 0};
  k->heads.at[cell] = own;
}

/* Whether the object would have let w pass just before f. */
static bool ready_before(const struct step *w, const struct step *f) {
  switch (w->kind) {
  case OP_LOCK:
    return lock_passes_before(f);
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

/* --- objects ---------------------------------------------------------- */

/* A step on an object all of whose operations are ordered.  `past` is the
 * clock of its thread before it; the newest step orders all the others.  Unless
 * it is on a read-write lock the two may be one, as that is joined last.
 *
 * The steps on a read-write lock are writers, whoever tries among them, with
 * readers between them that come in any order.  If s comes before a reader f
 * of those behind an older writer, whatever is behind the next writer stays
 * out, for that is after f; but others who read with f do not, unless they are
 * kept out as those behind the newest writer are. */
void order_scan_waiting(struct order_work *k, uint32_t cell, uint32_t s,
                        const uint32_t *past, uint32_t *clock) {
  struct order *o = k->o;
  const struct step *steps = o->steps.at, *w = &steps[s];
  bool reads = OP_CLASS(w->kind) == CLASS_RWLOCK;
  uint32_t newest = k->heads.at[cell];
  for (uint32_t l = newest; l; l = k->links.at[l - 1].prev) {
    if (reads && order_scan_readers(k, &l, s, past, clock))
      break;
    if (!l)
      break;
    uint32_t f = k->links.at[l - 1].step;
    if (past[steps[f].thread] > f)
      break;
    if (ready_before(w, &steps[f])) {
      order_add_race(o, f, s);
      if (!k->every || w->kind != OP_LOCK)
        break;
    }
  }
  if (!reads && newest && clock)
    clocks_join(clock, order_clock(o, k->links.at[newest - 1].step), o->width);
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

/* One of the places of a turn, and `size` bytes from y on. */
bool order_overlaps_further(const struct order *o, uint32_t a, uint64_t y,
                            uint32_t size) {
  const struct turn_place *p = step_places(o, &o->steps.at[a]);
  for (uint32_t i = 0; i <= p->left; i++)
    if (p[i].object < y + size && y < p[i].object + p[i].size)
      return true;
  return false;
}

/* Of the older step a and a step on one place. */
static bool overlap(const struct order *o, const struct step *a,
                    const struct step *b) {
  uint64_t x = object_bare(a->object), y = object_bare(b->object);
  if (x < y + b->size && y < x + a->size)
    return true;
  return a->places &&
         order_overlaps_further(o, (uint32_t)(a - o->steps.at), y, b->size);
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
        order_add_race(o, f, s);
      return;
    }
    if (!(steps[f].flags & EVENT_FAILED)) {
      order_add_race(o, latest, s);
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
  const struct step *e = &o->steps.at[s];
  bool access = OP_CLASS(e->kind) == CLASS_ACCESS;
  bool changes = OP_CHANGES(e->kind);
  uint64_t from = object_bare(e->object), to = from + e->size;
  for (uint32_t l = rival(k, k->heads.at[cell], changes); l;) {
    const struct order_link *f = &k->links.at[l - 1];
    l = rival(k, f->prev, changes);
    if (access && !(f->object < to && from < f->object + f->size) &&
        !(f->several && order_overlaps_further(o, f->step, from, e->size)))
      continue;
    if (clock[f->thread] <= f->step) {
      order_add_race(o, f->step, s);
      clocks_join(clock, order_clock(o, f->step), o->width);
    }
    if (f->changes &&
        (!access || (f->object <= from && f->object + f->size >= to)))
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
      order_add_race(o, f, s);
      raced = true;
    }
    if (!written)
      clocks_join(clock, order_clock(o, f), o->width);
    written |= writes;
    if (writes && (raced || past[steps[f].thread] > f))
      return;
    if (writes && steps[f].event == k->passes_before[e->thread]) {
      order_add_race(o, f, s);
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
        order_cell_of(k, CLASS_SEEN, (uint64_t)__builtin_ctzll(seen));
    uint32_t l = k->heads.at[cell];
    uint32_t f = l ? k->links.at[l - 1].step : 0;
    if (l && clock && clock[o->steps.at[f].thread] <= f) {
      if (could_pass(e, record))
        order_add_race(o, f, s);
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
      order_add_race(o, f, s);
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
      order_add_race(o, f, s);
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
    order_scan_waiting(k, cell, s, past, clock);
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
      uint32_t cell = order_cell_of(k, CLASS_ACCESS, key);
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
    uint32_t cell = order_cell_of(k, class_, key);
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

/* ------------------------------------------------------------------------ */

static void silent(struct order_work *k, const struct event *e) {
  if (e->kind == OP_START || e->kind == OP_EXIT)
    return;
  if (event_tells(e)) {
    order_note_look(k, e);
    return;
  }
  if (OP_CLASS(e->kind) == CLASS_COND || OP_CLASS(e->kind) == CLASS_BARRIER) {
    order_block_sets_free(k, e);
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
    clocks_copy(order_now(k, other), order_now(k, e->thread), k->width);
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
  clocks_copy(o->clocks.at + (size_t)s * o->width, now, o->width);
  o->clocks.len = ((size_t)s + 1) * o->width;
  if (OP_CLASS(e->kind) == CLASS_COND || OP_CLASS(e->kind) == CLASS_BARRIER)
    order_sets_free(k, s);
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
    order_add_race(o, o->executed - 1, s);
    return;
  }
  scan(k, s, clock, false);
}

/* An input in an atomic block is part of it, and races with nobody. */
static inline struct step step_of(const struct order_work *k,
                                  const struct event *e, size_t index) {
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
  k->everything = k->odd = o->choices = false;
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

/* For so many events, so that it need not be looked at each of them. */
static void make_room(struct order_work *k, size_t events) {
  struct order *o = k->o;
  vec_reserve(&o->steps, o->steps.len + events);
  vec_reserve(&k->marks, k->marks.len + events + 1);
  vec_reserve(&k->undo, k->undo.len + events * (k->width + 1));
}

/* Long runs only: short ones are done before anybody could ask. */
enum { LONG = 4096 };
static bool gives_up(const struct order_work *k, size_t i, size_t count) {
  enum { EVERY = 16 };
  return count > LONG && i % EVERY == 0 && k->give_up &&
         k->give_up(k->give_up_user);
}

/* Nobody asks, nothing is told of turns, nothing depends on everything. */
static bool may_hurry(const struct order_work *k, size_t count) {
  return count <= LONG && !k->turns.len && !k->everything;
}

/* A step that was taken; where what belongs to it ends, as far as it is one of
 * several. */
static uint32_t executed(struct order_work *k, const struct event *events,
                         size_t count, size_t i) {
  struct order *o = k->o;
  struct order_turn *t = k->turns.len ? order_turn_at(k, i) : NULL;
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
  o->choices |= s.alts > 1;
  take_step(k, o->executed++, t);
  return rest;
}

/* Where it was gone back to another run nobody looked whether something is told
 * in what is new, or a thread is new. */
static bool is_news(const struct order_work *k, const struct event *e) {
  return event_tells(e) || e->thread >= k->width ||
         (e->kind == OP_CREATE && e->value >= k->width);
}

/* All events from `from` on; how far it came, which is the end, where it gave up,
 * or, if `from` is not 0, the first that is news. */
static size_t go_through(struct order_work *k, const struct event *events,
                         size_t count, size_t from) {
  uint32_t rest = 0; /* reads that belong to the step before */
  uint32_t past = k->own.executed;
  bool ended = past && k->own.steps.at[past - 1].flags & EVENT_ENDS;
  bool waits = false;
  size_t i = from;
  make_room(k, count - from);
  for (; i < count; i++) {
    if (!rest && !waits && may_hurry(k, count)) {
      i = order_take_usual(k, events, i, count);
      if (i == count)
        break;
    }
    const struct event *e = &events[i];
    if (gives_up(k, i, count) || (from && is_news(k, e)))
      return i;
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
  return i;
}

bool order_compute(struct order_work *k, struct order *o,
                   const struct event *events, size_t count) {
  k->o = &k->own;
  k->events = events;
  size_t from = order_go_back(k, events, count), to = 0;
  k->same = from ? k->own.executed : 0;
  k->same_races = from ? (uint32_t)k->own.races.len : 0;
  if (from)
    to = go_through(k, events, count, from);
  if (!from || (to < count && is_news(k, &events[to]))) {
    from = k->same = k->same_races = 0;
    prepare(k, events, count);
    to = go_through(k, events, count, 0);
  }
  if (to < count)
    return k->odd = true, false;
  k->own.pending = (uint32_t)k->own.steps.len;
  order_add_told(k, events);
  order_keep_events(k, events, count, from);
  k->had_every = k->every;
  if (o)
    order_copy(o, &k->own);
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
}
