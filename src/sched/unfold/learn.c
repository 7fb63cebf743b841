/* What a run teaches: its events, and what becomes possible by those that are
 * new (K figure 3.11). */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/strategy.h"
#include "sched/unfold/net.h"

typedef uint32_t past_t[THREADS_WORD + 4];

/* --- the run, thread by thread ------------------------------------------ */

/* Whether an event is one that its thread comes to: a step, taken or not, a
 * join, its end. */
static bool matters(const struct event *e) {
  EXPECTS(e->kind < OP_COUNT);
  if (e->kind >= OP_COUNT)
    return false;
  return !(e->flags & EVENT_SILENT) || e->kind == OP_JOIN ||
         (e->kind == OP_EXIT && !(e->flags & EVENT_PENDING));
}

static void note_created(struct lesson *l, unsigned t) {
  l->u->exits = true;
  l->u->reused |= l->made >> t & 1;
  l->made |= (uint64_t)1 << t;
}

bool lesson_begin(struct lesson *l) {
  struct unfold *u = l->u;
  for (unsigned t = 0; t < u->width; t++) { /* no run had more */
    u->thing[t] = 0;
    u->current[t] = 0;
    u->woken_by[t] = 0;
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const struct event *e = &l->events[i];
    if (e->thread >= THREADS_WORD)
      return false;
    if (e->kind < OP_COUNT)
      l->classes |= 1u << OP_CLASS(e->kind);
    l->threads |= (uint64_t)1 << e->thread;
    if (e->kind == OP_JOIN && !e->alt)
      unf_note_joiner(u, e);
    if (e->kind == OP_CREATE && e->flags & EVENT_SILENT)
      note_created(l, (unsigned)e->value % THREADS_WORD);
  }
  u->run++;
  vec_clear(&u->marks);
  u->global = 0;
  return true;
}

/* The first event of a thread from `from` on that matters, or l->count. */
static uint32_t thing_from(const struct lesson *l, unsigned t, uint32_t from) {
  while (from < l->count &&
         (l->events[from].thread != t || !matters(&l->events[from])))
    from++;
  return from;
}

static const struct event *next_thing(const struct lesson *l, unsigned t,
                                      uint32_t *index) {
  EXPECTS(t < THREADS_MAX && index);
  uint32_t i = l->u->thing[t] = thing_from(l, t, l->u->thing[t]);
  if (i == l->count)
    return NULL;
  *index = i;
  return &l->events[i];
}

/* What follows from a join.  Main's last joins teach nothing if it makes no
 * thread after them, which would have them in its past, and leaves the process
 * in peace: not with a code, which it only comes to if the threads that it waits
 * for end, and not by a failure. */
enum noticed { NOTICED, UNNOTICED, VAGUE };

static bool makes_more(const struct lesson *l, unsigned t) {
  for (uint32_t i = l->u->thing[t]; i < l->count; i++)
    if (l->events[i].thread == t && l->events[i].kind == OP_CREATE)
      return true;
  return false;
}

static enum noticed join_is_noticed(const struct lesson *l, unsigned t,
                                    uint64_t *joined) {
  *joined = 0;
  if (t || makes_more(l, t))
    return NOTICED;
  for (uint32_t i = thing_from(l, t, l->u->thing[t]); i < l->count;
       i = thing_from(l, t, i + 1)) {
    const struct event *e = &l->events[i];
    if (e->kind == OP_JOIN && e->flags & EVENT_PENDING)
      return VAGUE; /* nobody has seen yet */
    if (e->kind == OP_JOIN && e->flags & EVENT_TOLD)
      return NOTICED;
    if (e->kind == OP_JOIN && !(e->flags & EVENT_SEEN))
      *joined |= (uint64_t)1 << e->value % THREADS_WORD;
    else if (e->kind == OP_EXIT)
      return UNNOTICED;
    else
      return e->kind == OP_QUIT && !(e->flags & EVENT_PENDING) && !e->value
                 ? UNNOTICED
                 : NOTICED;
  }
  return NOTICED;
}

/* --- what the run shows of objects --------------------------------------- */

/* Before anything is concluded: what the first operations on each object show
 * from event `from` on, when all objects are as they are at first, or as they
 * are after `state`. */
void lesson_values(struct lesson *l, uint32_t from, uint64_t state) {
  EXPECTS(from <= l->count);
  struct unfold *u = l->u;
  if (!(l->classes & UNF_HAVE_VALUES))
    return;
  for (uint32_t i = from; i < l->count; i++) {
    const struct event *e = &l->events[i];
    if (e->kind == OP_JOIN && e->flags & EVENT_SEEN)
      break;
    if (e->kind >= OP_COUNT || OP_CLASS(e->kind) <= CLASS_ACCESS)
      continue;
    uint32_t cell =
        unf_cell_of(u, OP_CLASS(e->kind), object_bare(e->object));
    if (unf_cell_in_run(u, cell)->mark)
      continue;
    unf_note_value(u, e, state);
    if (!(e->flags & EVENT_PENDING))
      unf_cell_in_run(u, cell)->mark = 1;
  }
  u->run++;
}

/* How many arrivals open a barrier, or do not, as far as the run shows. */
void lesson_barriers(struct lesson *l) {
  struct unfold *u = l->u;
  for (uint32_t i = l->classes >> CLASS_BARRIER & 1 ? 0 : l->count;
       i < l->count; i++) {
    const struct event *e = &l->events[i];
    if (e->kind != OP_ARRIVE || e->flags & EVENT_PENDING)
      continue;
    if (e->value) {
      uint64_t all = e->value | (uint64_t)1 << e->thread;
      map_put(&u->barriers, e->object, (uint64_t)__builtin_popcountll(all));
      continue;
    }
    uint64_t n = 1;
    for (uint32_t k = i; k-- > 0;) {
      const struct event *o = &l->events[k];
      if (o->kind != OP_ARRIVE || o->object != e->object)
        continue;
      if (o->value)
        break;
      n++;
    }
    const uint64_t *few = map_get(&u->too_few, e->object);
    if (n > (few ? *few : 0))
      map_put(&u->too_few, e->object, n);
  }
}

/* --- events ------------------------------------------------------------- */

void unf_set_then(struct unfold *u, unf_id e, op_id op) {
  EXPECTS(e && e < u->at.len && op < u->ops.len);
  u->at.at[e].then = op;
  unf_from_thread(u, e);
}

static op_id virtual_op(struct unfold *u, unsigned kind, uint64_t object,
                        uint32_t site) {
  struct unf_op o = {.object = object,
                     .size = 1,
                     .site = site,
                     .kind = (uint8_t)kind};
  return unf_op(u, &o);
}

/* Whether the thread that arrived by event i waits there. */
static bool waits_at_barrier(const struct lesson *l, uint32_t i) {
  const struct event *e = &l->events[i];
  uint32_t next = l->count;
  const struct event *n = next_thing(l, e->thread, &next);
  if (e->value || !n || n->flags & EVENT_PENDING)
    return true;
  for (uint32_t k = i + 1; k < next; k++) {
    const struct event *o = &l->events[k];
    if (o->kind == OP_ARRIVE && o->object == e->object &&
        o->value >> e->thread & 1)
      return true;
  }
  return false;
}

static struct lesson_next at_join(const struct lesson *l, unsigned t,
                                  const struct event *next) {
  uint64_t joined;
  op_id op = virtual_op(l->u, UNF_JOIN, next->value, next->site);
  switch (join_is_noticed(l, t, &joined)) {
  case UNNOTICED:
    op = virtual_op(l->u, UNF_LEAVE, joined, 0);
    break;
  case VAGUE:
    return (struct lesson_next){.op = op, .vague = true};
  case NOTICED:
    break;
  }
  return (struct lesson_next){.op = op};
}

struct lesson_next lesson_next(const struct lesson *l, unsigned t,
                               const struct unf_op *did, unsigned before,
                               uint32_t index) {
  struct unfold *u = l->u;
  uint32_t at = 0;
  const struct event *next = next_thing(l, t, &at);
  struct lesson_next n = {0};
  if (did->kind == OP_UNLOCK && before == OP_WAIT &&
      !(next && next->kind == OP_WAKE))
    n.op = virtual_op(u, UNF_WOKEN, did->object, did->site);
  else if (did->kind == OP_ARRIVE && waits_at_barrier(l, index))
    n.op = virtual_op(u, UNF_PASS, did->object, did->site);
  else if (next && next->kind == OP_EXIT)
    n.ended = true;
  else if (next && next->kind == OP_JOIN)
    return at_join(l, t, next);
  else if (next && next->kind != OP_STOPPED)
    n.op = unf_op_event(u, next);
  return n;
}

/* After an event of a thread: what it stands at. */
static void go_on(struct lesson *l, unf_id e, uint32_t index) {
  struct unfold *u = l->u;
  const struct unf_op did = *unf_op_of(u, e);
  if (u->at.at[e].then || u->at.at[e].flags & UNF_ENDED)
    return;
  struct lesson_next next =
      lesson_next(l, u->at.at[e].thread, &did,
                  unf_op_of(u, u->at.at[e].up)->kind, index);
  if (next.ended) {
    u->at.at[e].flags |= UNF_ENDED;
    unf_thread_ended(u, e);
  } else if (next.vague) {
    vec_push(&u->vague, e);
    vec_push(&u->vague_ops, next.op);
  } else if (next.op && u->ops.at[next.op].kind == UNF_LEAVE) {
    u->at.at[e].then = next.op;
  } else if (next.op) {
    unf_set_then(u, e, next.op);
  }
}

/* The event of a record that is executed here, perhaps for the first time. */
void unf_execute(struct unfold *u, unf_id e, const struct event *by) {
  EXPECTS(e && e < u->at.len);
  struct unf_record *r = &u->at.at[e];
  if (r->flags & UNF_DONE)
    return;
  r->flags |= UNF_DONE;
  r->flags &= (uint16_t)~UNF_BLOCKED;
  if (by) {
    u->events++;
    u->seen_threads |= (uint64_t)1 << r->thread;
    r->after = unf_after(u, unf_value_after(by));
    r->flags |= by->flags & EVENT_FAILED ? UNF_FAILED : 0;
    r->flags |= by->flags & EVENT_VAIN ? UNF_STOPPED | UNF_VAIN | UNF_LOOK : 0;
    r->flags |= by->flags & EVENT_ENDS || by->kind == OP_QUIT ? UNF_OVER : 0;
    unf_choose(u, e, by);
    if (by->flags & EVENT_VAIN)
      map_put(&u->turns, e, 1);
  }
  unf_from_event(u, e);
}

static unf_id find_record(struct unfold *u, unf_id up, op_id op, unsigned alt,
                          const uint32_t *past, unf_id state) {
  EXPECTS(up && up < u->at.len && op && op < u->ops.len);
  bool made;
  unf_id r = unf_record(u, up, op, alt, past, &made);
  if (made) {
    u->missed += !alt;
    u->at.at[r].state = state;
    unf_file_all(u, r);
  }
  return r;
}

/* An event that is no step. */
static unf_id happen(struct lesson *l, unf_id up, op_id op,
                     const uint32_t *past) {
  EXPECTS(up && op);
  struct unfold *u = l->u;
  unf_id r = find_record(u, up, op, 0, past, 0);
  u->current[u->at.at[up].thread] = r;
  unf_execute(u, r, NULL);
  return r;
}

/* A thread that waited for a signal has got it. */
static void wake(struct lesson *l, unsigned t, uint32_t index) {
  EXPECTS(t < THREADS_MAX);
  struct unfold *u = l->u;
  unf_id up = u->current[t], by = u->woken_by[t];
  past_t past;
  if (!up || !by || unf_op_of(u, up)->kind != OP_UNLOCK || !u->at.at[up].then ||
      u->ops.at[u->at.at[up].then].kind != UNF_WOKEN)
    return;
  memcpy(past, unf_past(u, up), u->width * sizeof *past);
  unf_join(past, unf_past(u, by), u->width);
  unf_id r = happen(l, up, u->at.at[up].then, past);
  u->woken_by[t] = 0;
  go_on(l, r, index);
}

static void pass_barrier(struct lesson *l, const struct event *e,
                         uint32_t index) {
  struct unfold *u = l->u;
  uint64_t round = e->value | (uint64_t)1 << e->thread;
  past_t past = {0};
  for (uint64_t rest = round; rest; rest &= rest - 1) {
    unsigned t = (unsigned)__builtin_ctzll(rest);
    if (t < u->width && u->current[t])
      unf_join(past, unf_past(u, u->current[t]), u->width);
  }
  unf_id passed[THREADS_WORD];
  unsigned n = 0;
  for (uint64_t rest = round; rest; rest &= rest - 1) {
    unsigned t = (unsigned)__builtin_ctzll(rest);
    unf_id up = t < u->width ? u->current[t] : 0;
    if (up && u->at.at[up].then &&
        u->ops.at[u->at.at[up].then].kind == UNF_PASS)
      passed[n++] = happen(l, up, u->at.at[up].then, past);
  }
  for (unsigned i = 0; i < n; i++)
    go_on(l, passed[i], index);
}

/* Sets others free. */
static void consequences(struct lesson *l, const struct event *e, unf_id r,
                         uint32_t index) {
  EXPECTS(r && r < l->u->at.len);
  struct unfold *u = l->u;
  uint64_t chosen = unf_frees(u, r);
  if (e->kind == OP_WAIT)
    u->woken_by[e->thread] = 0;
  for (; chosen; chosen &= chosen - 1) {
    unsigned t = (unsigned)__builtin_ctzll(chosen);
    u->woken_by[t] = r;
    wake(l, t, index);
  }
  if (e->kind == OP_UNLOCK)
    wake(l, e->thread, index);
  if (e->kind == OP_ARRIVE && e->value)
    pass_barrier(l, e, index);
}

/* The other outcomes of a step that has several. */
void unf_add_alternatives(struct unfold *u, unf_id r, unsigned alts) {
  EXPECTS(r && r < u->at.len && alts);
  past_t past;
  bool made;
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  past[u->at.at[r].thread] = u->at.at[r].up;
  for (unsigned alt = 0; alt < alts; alt++) {
    unf_id other =
        unf_record(u, u->at.at[r].up, u->at.at[r].op, alt, past, &made);
    if (!made)
      continue;
    u->at.at[other].state = u->at.at[r].state;
    unf_file_all(u, other);
    if (unf_possible(u, other))
      vec_push(&u->todo, other);
  }
}

static bool same_but_size(const struct unf_op *o, const struct event *e) {
  return o->kind == e->kind && o->site == e->site &&
         o->object == object_bare(e->object) &&
         o->seen == object_seen(e->object) && o->inside == event_is_inside(e);
}

/* How far a text is read is known when it is read (rt/extent.h). */
static bool same_op(struct unfold *u, const struct unf_op *o,
                    const struct event *e) {
  bool like = same_but_size(o, e), same = like && o->size == e->size;
  u->lengths |= like && !same && e->kind == OP_READ;
  return same;
}

static unf_id thread_at(struct lesson *l, unsigned t) {
  EXPECTS(t < THREADS_MAX);
  struct unfold *u = l->u;
  if (u->current[t])
    return u->current[t];
  u->current[t] = unf_start(u, t, 0);
  go_on(l, u->current[t], 0);
  return u->current[t];
}

/* Whether a step of the run is a planned one; its record, or 0.  As long as a
 * run does what was planned, each step has what it has in its record: a plan is
 * a set of events that go together, in an order that they can be taken in, and
 * what a step has in its past then does not depend on the order (unfold.h).  So
 * its past need not be looked for.  Branches are not planned, and depend on
 * nothing. */
static unf_id as_planned(struct lesson *l, const struct event *e, unf_id up,
                         op_id op) {
  struct unfold *u = l->u;
  if (l->plan == l->plan_end || e->kind == OP_BRANCH)
    return 0;
  unf_id r = *l->plan++;
  const struct unf_record *k = &u->at.at[r];
  if (k->up != up || k->op != op || k->alt != e->alt) {
    l->plan = l->plan_end;
    return 0;
  }
  return r;
}

/* The same record is found by looking. */
static bool is_found(struct unfold *u, unf_id r) {
  past_t past;
  unf_id state;
  bool made;
  const struct unf_record k = u->at.at[r];
  unf_look_back(u, k.up, k.op, past, &state);
  return unf_record(u, k.up, k.op, k.alt, past, &made) == r &&
         (state == k.state || state != u->global);
}

/* A step that was done before. */
static void step_again(struct lesson *l, const struct event *e, unf_id r,
                       uint32_t index) {
  struct unfold *u = l->u;
  u->current[e->thread] = r;
  unf_mark(u, r);
  if (!u->at.at[r].then)
    go_on(l, r, index);
  if (u->chosen.len || e->kind == OP_WAIT || e->kind == OP_UNLOCK ||
      e->kind == OP_ARRIVE)
    consequences(l, e, r, index);
}

static bool step(struct lesson *l, const struct event *e, uint32_t index) {
  struct unfold *u = l->u;
  unf_id up = thread_at(l, e->thread), state;
  past_t past;
  lesson_passed(l, index);
  op_id op = u->at.at[up].then;
  if (e->kind == OP_QUIT && op && u->ops.at[op].kind == UNF_LEAVE)
    return true;
  if (!op || !same_op(u, &u->ops.at[op], e))
    return false;
  unf_id r = as_planned(l, e, up, op);
  EXPECTS(!r || is_found(u, r));
  if (r && u->at.at[r].flags & UNF_DONE && index != l->over) {
    step_again(l, e, r, index);
    return true;
  }
  if (r) {
    state = u->at.at[r].state;
  } else {
    unf_look_back(u, up, op, past, &state);
    r = find_record(u, up, op, e->alt, past, state);
  }
  if (state && state == u->global && OP_CLASS(e->kind) > CLASS_ACCESS &&
      OP_CLASS(e->kind) != CLASS_RWLOCK)
    unf_note_value(u, e, state);
  bool fresh = !(u->at.at[r].flags & UNF_DONE);
  uint32_t at;
  const struct event *next = next_thing(l, e->thread, &at);
  if (next && event_is_inside(next))
    u->at.at[r].flags |= UNF_OPEN;
  if (index == l->over)
    u->at.at[r].flags |= UNF_OVER;
  u->current[e->thread] = r;
  if (fresh && (e->kind == OP_ATOMIC || event_is_inside(e)))
    unf_note_block(u, r, e + 1, l->events + l->count);
  unf_execute(u, r, e);
  if (fresh && e->alts > 1)
    unf_add_alternatives(u, r, e->alts);
  unf_mark(u, r);
  go_on(l, r, index);
  consequences(l, e, r, index);
  return true;
}

static void join(struct lesson *l, const struct event *e, uint32_t index) {
  struct unfold *u = l->u;
  unf_id up = thread_at(l, e->thread);
  unsigned other = (unsigned)e->value % THREADS_WORD;
  op_id op = u->at.at[up].then;
  bool noticed = op && u->ops.at[op].kind == UNF_JOIN;
  past_t past;
  lesson_passed(l, index);
  if (!noticed)
    return;
  memcpy(past, unf_past(u, up), u->width * sizeof *past);
  if (u->current[other])
    unf_join(past, unf_past(u, u->current[other]), u->width);
  unf_id r = happen(l, up, op, past);
  if (e->flags & EVENT_SEEN) {
    u->at.at[r].flags |= UNF_SEEN;
    u->global = r;
    u->run++;
    lesson_values(l, index + 1, r);
  }
  go_on(l, r, index);
}

static void create(struct lesson *l, const struct event *e) {
  struct unfold *u = l->u;
  unsigned child = (unsigned)e->value % THREADS_WORD;
  unf_id up = thread_at(l, e->thread);
  u->current[child] = unf_start(u, child, up);
  go_on(l, u->current[child], 0);
}

uint64_t lesson_first_threads(struct lesson *l) {
  uint64_t all = l->threads | 1;
  unf_widen(l->u, 63 - (unsigned)__builtin_clzll(all | l->made));
  return all & ~l->made;
}

/* Threads that nobody creates are there from the beginning. */
static void begin(struct lesson *l) {
  struct unfold *u = l->u;
  for (uint64_t all = lesson_first_threads(l); all; all &= all - 1)
    u->current[__builtin_ctzll(all)] =
        unf_start(u, (unsigned)__builtin_ctzll(all), 0);
  for (unsigned t = 0; t < u->width; t++)
    if (u->current[t])
      go_on(l, u->current[t], 0);
}

static bool take_in(struct lesson *l) {
  if (!lesson_begin(l))
    return false;
  lesson_values(l, 0, 0);
  lesson_barriers(l);
  begin(l);
  for (uint32_t i = 0; i < l->count; i++) {
    const struct event *e = &l->events[i];
    if (e->flags & EVENT_PENDING)
      continue;
    if (e->flags & EVENT_SILENT) {
      if (e->kind == OP_JOIN)
        join(l, e, i);
      else if (e->kind == OP_CREATE)
        create(l, e);
      else if (e->kind == OP_EXIT)
        lesson_passed(l, i);
      else if (e->kind == OP_SHOWS &&
               !unf_show(l->u, e->alt ? 0 : l->u->current[e->thread], e))
        return false;
    } else if (!step(l, e, i)) {
      return false;
    }
  }
  return true;
}

/* Whether somebody could go on at the end of the run, which nobody ended: a
 * bound was reached.  A run that has failed does not say so. */
bool lesson_was_cut(const struct lesson *l, const struct run *run) {
  if (run->end != RUN_FAILED)
    return run_is_cut(run->end);
  for (uint32_t i = l->count; i-- > 0;) {
    const struct event *e = &l->events[i];
    if (!(e->flags & EVENT_PENDING))
      return false;
    if (e->flags & EVENT_READY)
      break;
  }
  for (uint32_t i = l->count; i-- > 0;)
    if (!(l->events[i].flags & EVENT_PENDING))
      return l->events[i].kind != OP_QUIT &&
             !(l->events[i].flags & EVENT_ENDS);
  return false;
}

/* Targets of a plan that its run did not come to: a barrier that does not
 * open; the bound on steps; another target that ended the run, and then they
 * are tried again. */
static bool reached(struct lesson *l, const struct run *run,
                    const uint32_t *past) {
  struct unfold *u = l->u;
  bool some = false, cut = lesson_was_cut(l, run);
  size_t before = u->todo.len;
  for (uint32_t t = 0; t < u->width; t++) {
    struct unf_record *r = &u->at.at[past[t]];
    r->flags &= (uint16_t)~UNF_SENT;
    if (!past[t])
      continue;
    some |= r->flags & UNF_DONE && r->flags & UNF_OVER;
    if (r->flags & UNF_DONE)
      continue;
    if (u->ops.at[r->op].kind == UNF_PASS || cut || u->misused)
      r->flags |= UNF_BLOCKED;
    else
      vec_push(&u->todo, past[t]);
  }
  return some || u->todo.len == before;
}

bool lesson_in_vain(const struct lesson *l, uint32_t i, uint32_t *steps) {
  const struct event *e = &l->events[i];
  *steps = 0;
  if (e->kind != OP_AWAIT || event_is_aside(e) || !e->enabled)
    return false;
  for (uint64_t k = e->enabled - 1; k < i; k++)
    *steps += l->events[k].thread == e->thread &&
              !(l->events[k].flags & (EVENT_SILENT | EVENT_PENDING));
  return true;
}

/* Threads of a program that stopped after a look in vain. */
static void note_vain(const struct lesson *l) {
  struct unfold *u = l->u;
  uint32_t steps;
  for (uint32_t i = l->count; i-- > 0;) {
    const struct event *e = &l->events[i];
    if (!(e->flags & EVENT_PENDING))
      return;
    unf_id r = u->current[e->thread];
    if (!r || !lesson_in_vain(l, i, &steps))
      continue;
    u->at.at[r].flags |= UNF_STOPPED | UNF_VAIN;
    map_put(&u->turns, r, steps);
  }
}

/* Whether nobody could go on at the end of the run, be it that somebody would
 * have had to look later.  A run of a model that a violated property made fail
 * lists the deadlock, if it is one. */
bool lesson_is_stuck(const struct lesson *l, const struct batch *b, uint32_t i) {
  const struct run *run = &b->runs[i];
  const struct run_found *list;
  uint32_t count = batch_findings(b, i, &list);
  bool property = count != 0, listed = false;
  for (uint32_t k = 0; k < count; k++) {
    property &= list[k].kind == FOUND_PROPERTY || list[k].kind == FOUND_DEADLOCK;
    listed |= list[k].kind == FOUND_DEADLOCK;
  }
  if ((run->end != RUN_DEADLOCK && run->end != RUN_FAILED &&
       run->end != RUN_ASSUMED && run->end != RUN_EARLY) ||
      (run->end == RUN_FAILED && property && !listed))
    return false;
  for (uint32_t k = l->count; k-- > 0;) {
    const struct event *e = &l->events[k];
    if (!(e->flags & EVENT_PENDING))
      return !(e->flags & EVENT_ENDS) && e->kind != OP_QUIT;
    if (e->flags & EVENT_READY)
      return false;
  }
  return true;
}

/* Somebody could go on, and no bound was reached: what was done in an atomic
 * block ended the run (exec/event.h). */
static uint32_t over_at(const struct lesson *l, const struct run *run) {
  bool ready = false;
  if (run->end != RUN_COMPLETE && run->end != RUN_DEADLOCK &&
      run->end != RUN_FAILED && run->end != RUN_ASSUMED)
    return UINT32_MAX;
  for (uint32_t i = l->count; i-- > 0;) {
    const struct event *e = &l->events[i];
    if (e->flags & EVENT_PENDING)
      ready |= (e->flags & EVENT_READY) != 0;
    else if (!(e->flags & EVENT_SILENT))
      return ready && e->flags & EVENT_INSIDE &&
                     (e->kind == OP_ATOMIC || e->kind == OP_INPUT)
                 ? i
                 : UINT32_MAX;
  }
  return UINT32_MAX;
}

static bool run_violates(const struct batch *b, uint32_t i) {
  const struct run_found *list;
  uint32_t count = batch_findings(b, i, &list);
  for (uint32_t k = 0; k < count; k++)
    if (list[k].kind == FOUND_PROPERTY)
      return true;
  return b->runs[i].finding == FOUND_PROPERTY;
}

/* A key says where threads wait, not what they saw: where somebody looked too
 * early others, who look there later, may be stuck.  If a past that was run as
 * a deadlock is none (a signal may have come too late, rt/signals.h), each
 * that has a key of its own from then on is run. */
static void note_stuck(struct unfold *u, uint64_t key, bool early,
                       bool planned) {
  if (!early)
    map_put(&u->stuck, unf_stuck_known(u, key, u->current), 1);
  else if (planned && !u->doubtful)
    u->doubtful = true, u->searched = false;
}

static bool learn_run(struct unfold *u, const struct batch *b, uint32_t i) {
  const struct run *run = &b->runs[i];
  struct lesson l = {.u = u,
                     .events = b->events + run->events,
                     .count = run->events_len};
  u->misused |= run->finding == FOUND_MISUSE;
  l.over = over_at(&l, run);
  if (i < u->plan_ends.len) {
    l.plan = u->plan_steps.at + (i ? u->plan_ends.at[i - 1] : 0);
    l.plan_end = u->plan_steps.at + u->plan_ends.at[i];
  }
  bool ok = take_in(&l) || u->misused;
  if (ok) {
    note_vain(&l);
    unf_note_stopped(u, b, i);
  }
  uint64_t key = ok && lesson_is_stuck(&l, b, i) ? unf_stuck_key(u, u->current) : 0;
  const struct unf_plan *p = &u->plans.at[i];
  if (key)
    note_stuck(u, key, run->end == RUN_EARLY, p->deadlock);
  if (ok && p->violates)
    unf_violated(u, run_violates(b, i));
  else if (ok && p->deadlock)
    ok = key == p->key || u->misused || lesson_was_cut(&l, run);
  else if (ok)
    ok = reached(&l, run, u->plan_pasts.at + i * u->width);
  if (!ok)
    u->error = sched_diverged;
  return ok;
}

bool unfold_learn(struct unfold *u, const struct batch *b, uint32_t i,
                  bool follow) {
  EXPECTS(i < b->done);
  u->error = NULL;
  if (i >= u->plans.len)
    return true;
  u->tests++;
  if (!follow)
    return true;
  bool ok = u->net ? net_learn(u, b, i) : learn_run(u, b, i);
  const char *why = unf_does_not_apply(u);
  if (why || u->stopped) {
    u->error = u->stopped ? NULL : why;
    ok = false;
  }
  return ok;
}
