/* Plans that are chosen here, from the runs before them in the batch: see
 * exec/executor.h.
 *
 * Of a run r, let e be a step beyond r's prefix, and q a later one of another
 * thread that depends on it, is not ordered after it by anything but their own
 * object, and would have passed there.  The plan is to do what r did before e,
 * then w, the steps after e that come before q in the order for whatever reason
 * but their object, and then q.  That can be done: no step of w is after e, since
 * q would be, too; so nothing in w needs e or what was left out, and nothing in w
 * is on q's object, as that would be after e on it.
 *
 * No two runs are equivalent.  For each e there is one plan.  Of two runs let r be
 * the latest from which both come (or which one of them is), one of them by e and
 * q.  In all that come by it q is before e, or e is not there at all, because they
 * keep the prefix.  The other comes from r by a step behind e, or is r, and has e
 * before q; or it comes by e' before e, and it is seen the other way round.  Now
 * what depends on each other is in the same order in equivalent runs.
 *
 * Only runs of operations on mutexes and memory are looked at, which say by
 * themselves what they depend on; and of these short ones: who searches for longer
 * than a moment does not need this. */
#include "rt/foresee.h"

#include "rt/rt.h"

enum { STEPS = 64, RUNS = FORESEEN + 1 };

struct place {
  const struct event *event;
  uint64_t past; /* steps before it, not by its own object */
  uint64_t all;  /* steps before it */
};

/* A run that others may begin with: those from which the latest comes. */
struct origin {
  uint32_t steps, prefix,
      next; /* next: before this one nothing was tried yet */
  struct place at[STEPS];
};

static struct {
  uint32_t depth;
  struct origin at[RUNS];
} origins;

static const struct plan *plan_at(uint32_t i) {
  return (const struct plan *)((char *)rt.wire + rt.wire->plans) + i;
}

/* --- the order of a run ---------------------------------------------------- */

static bool is_bit(uint64_t set, unsigned bit) {
  return set >> bit & 1;
}

#define BIT(kind) UINT64_C(1) << (kind)

/* Steps that are on one object alone, which their kind and its place tell. */
static bool is_ordinary(const struct event *e) {
  const uint64_t kinds =
      BIT(OP_READ) | BIT(OP_WRITE) | BIT(OP_UPDATE) | BIT(OP_CAS) |
      BIT(OP_TOUCH) | BIT(OP_FREE) | BIT(OP_LOCK) | BIT(OP_TRYLOCK) |
      BIT(OP_UNLOCK) | BIT(OP_LOCK_INIT) | BIT(OP_LOCK_DESTROY) | BIT(OP_QUIT);
  enum { NOT = EVENT_WOKEN | EVENT_ENDS | EVENT_VAIN };
  return is_bit(kinds, e->kind) && !(e->flags & NOT) && e->alts == 1 &&
         !(e->object & (SEEN_MARK | LABEL_BIT)) && e->thread < THREADS_WORD &&
         !e->more && !e->freed;
}

/* What orders threads, or nothing at all. */
static bool is_silent(const struct event *e) {
  const uint64_t kinds = BIT(OP_CREATE) | BIT(OP_START) | BIT(OP_EXIT) |
                         BIT(OP_JOIN) | BIT(OP_NOTE) | BIT(OP_REMARK);
  return is_bit(kinds, e->kind) && e->thread < THREADS_WORD &&
         e->value < THREADS_WORD && !e->more && !e->freed;
}

static void take_silent(const struct event *e, uint64_t *now) {
  if (e->kind == OP_CREATE)
    now[e->value] = now[e->thread];
  else if (e->kind == OP_JOIN)
    now[e->thread] |= now[e->value];
}

static void take_step(struct origin *o, const struct event *e, uint64_t *now) {
  const uint32_t s = o->steps++;
  uint64_t all = now[e->thread];
  struct place *p = &o->at[s];
  *p = (struct place){.event = e, .past = all};
  for (uint32_t f = s; f-- > 0;)
    if (!is_bit(all, f) && event_dependent(o->at[f].event, e))
      all |= o->at[f].all | UINT64_C(1) << f;
  p->all = all;
  now[e->thread] = all | UINT64_C(1) << s;
}

/* False: it is no such run. */
static bool look_at(struct origin *o, const struct event *events,
                    uint32_t count) {
  uint64_t now[THREADS_WORD] = {0};
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & EVENT_PENDING)
      continue;
    if (e->flags & EVENT_SILENT) {
      if (!is_silent(e))
        return false;
      take_silent(e, now);
    } else {
      if (!is_ordinary(e) || o->steps == STEPS)
        return false;
      take_step(o, e, now);
    }
  }
  return true;
}

void rt_foresee_from(uint32_t i) {
  const struct run *r = (struct run *)((char *)rt.wire + rt.wire->runs) + i;
  if (!i)
    origins.depth = 0;
  if (r->end != RUN_COMPLETE && r->end != RUN_DEADLOCK)
    return;
  struct origin *o = &origins.at[origins.depth];
  o->steps = 0;
  o->prefix = plan_at(i)->prefix_len;
  if (!look_at(o, rt.all_events + r->events, r->events_len))
    return;
  o->next = o->steps;
  origins.depth++;
}

/* --- the next plan --------------------------------------------------------- */

/* Whether q passes where e is, which has its object as it was before. */
static bool passes_before(const struct event *e, const struct event *q) {
  const uint64_t never_wait =
      BIT(OP_READ) | BIT(OP_WRITE) | BIT(OP_UPDATE) | BIT(OP_CAS);
  if (q->kind == OP_LOCK)
    return e->kind == OP_LOCK && !((e->flags | q->flags) & EVENT_FAILED);
  return is_bit(never_wait, q->kind);
}

/* The first step that comes before e instead; 0: none does. */
static uint32_t find_rival(const struct origin *o, uint32_t e) {
  for (uint32_t q = e + 1; q < o->steps; q++)
    if (!is_bit(o->at[q].past, e) &&
        o->at[q].event->thread != o->at[e].event->thread &&
        event_dependent(o->at[e].event, o->at[q].event) &&
        passes_before(o->at[e].event, o->at[q].event))
      return q;
  return 0;
}

/* False: there is no room. */
static bool write_plan(const struct origin *o, uint32_t e, uint32_t q,
                       uint32_t i) {
  struct plan *p = (struct plan *)plan_at(i);
  choice *to = (choice *)((char *)rt.wire + rt.wire->choices) + p->prefix;
  uint32_t n = 0;
  for (uint32_t s = 0; s <= q; s++) {
    if (s >= e && s != q && (s == e || !is_bit(o->at[q].past, s)))
      continue;
    if (n == FORESEEN_CHOICES)
      return false;
    to[n++] = CHOICE(o->at[s].event->thread, 0);
  }
  p->prefix_len = n;
  return true;
}

bool rt_foresee(uint32_t i) {
  while (origins.depth) {
    struct origin *o = &origins.at[origins.depth - 1];
    while (o->next > o->prefix) {
      const uint32_t e = --o->next, q = find_rival(o, e);
      if (q)
        return write_plan(o, e, q, i);
    }
    origins.depth--;
  }
  return false;
}
