/* Turns of waiting loops as a whole (exec/executor.h, PLAN_TURN).
 *
 * A thread that stands at the first read of a turn is tried as a whole: on the
 * memory as it is, would the turn be in vain?  Then it is not enabled.  If the
 * turn only reads and then leaves the loop, it is taken as a whole: its reads
 * follow each other, and to the search they are one step on several places
 * (sched/order.h).  Of a turn that comes to another operation the reads are
 * steps as any others.
 *
 * What else the turn could have been is known when the run is over, and is told
 * then.  The thread's stack is kept from where the turn began, so that it can
 * be tried again with what was there at other moments:
 *
 *     before which write it would have passed: the latest of those to places
 *       that the turn then reads;
 *     before which writes a part of it may have been: some of its reads before
 *       such a write, and the others later, so that it is not in vain.  Such a
 *       turn can be taken at no single moment.  It is looked for with every
 *       content that a place has from there on to the end of the run, which
 *       may be more than can be; what is found is tried by the search, its
 *       reads one by one.
 *
 * The moments of a run are those of the order in which it was taken; other
 * orders of the same trace have others.  So all this is said only if the writes
 * of others to places of the turn are in one line: each by the thread of the
 * one before it, or to bytes of that one.  If they are not, or contents are not
 * known (PLAIN, more than 8 bytes, atomic blocks), nothing is said, and the
 * reads are steps as any others. */
#include <string.h>
#include <sys/mman.h>

#include "base/sound.h"
#include "rt/rt.h"

enum {
  DEEPEST = 16 << 10, /* bytes of a stack that are kept */
  TURNS = 512,        /* of a run */
  PLACES = 32,        /* that a turn may read, one way or another */
  TRIALS = 400,       /* of a turn */
  KEPT = 4 << 20,     /* bytes of all stacks */
};

struct turn {
  struct turn_look look; /* as it was taken, or would be */
  struct watch watch;
  char head[offsetof(struct fiber, kept)];
  uint32_t event, lives, depth;
  uint32_t frames; /* of the stack: in self.kept */
  uint32_t reads;  /* of it, in one step */
  uint32_t after;  /* events before this one came before its last part; 0: it
                      is the first */
  uint16_t thread;
  bool planned, known;
};

static struct {
  struct turn *turns;
  char *kept;
  uint32_t len, kept_len;
  /* the turn that is judged */
  const struct turn *turn;
  uint32_t end; /* events of the run */
  uint32_t trials;
  bool unknown;
  struct look_read places[PLACES];
  uint32_t places_len;
} self TOUCHED;

void rt_turns_begin(void) {
  self.len = self.kept_len = 0;
  if (self.turns || !(rt.plan->flags & PLAN_TURN))
    return;
  size_t size = TURNS * sizeof *self.turns + KEPT;
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return;
  self.turns = at;
  self.kept = (char *)(self.turns + TURNS);
}

bool rt_turn_heads(struct fiber *f) {
  const struct watch *w = &f->watch;
  const struct watch_loop *l = &w->loops[w->pure_from];
  bool over = rt.plan->flags & PLAN_RAW && rt.next >= rt.prefix_end;
  if (!(rt.plan->flags & PLAN_TURN) || over || !self.turns ||
      f->kind != OP_READ || self.len == TURNS)
    return false;
  if (w->places_len == l->places)
    f->taken = 0;
  return w->places_len - l->places == f->taken && w->locks_len == l->locks &&
         !w->attempt;
}

/* Of a turn of which a part was taken: if nothing of that was written since,
 * it could as well be taken as a whole now. */
bool rt_turn_ready(struct fiber *f) {
  const struct watch *w = &f->watch;
  return rt_trial_now(f)->result != LOOK_VAIN &&
         (!f->taken || rt_wait_written(f, w->loops[w->pure_from].places));
}

/* How many of the reads that f comes to are one step; 0: each is one. */
static unsigned reads_together(const struct fiber *f, const struct turn_look *now) {
  if (f->block != TURN_RAW && f->block != TURN_FREE)
    return f->block;
  bool raw = f->block == TURN_RAW || rt.plan->flags & PLAN_RAW ||
             now->result == LOOK_OTHER;
  return now->len > 1 && raw ? 0 : now->len;
}

void rt_turn_note(struct fiber *f) {
  const struct turn_look *now = rt_trial_now(f);
  bool planned = f->block != TURN_RAW && f->block != TURN_FREE;
  unsigned reads = reads_together(f, now);
  size_t depth = (size_t)((char *)rt_stack_top(f) - (char *)f->sp);
  bool known = depth <= DEEPEST && self.kept_len + depth <= KEPT;
  if (!reads || self.len == TURNS || (!known && !planned))
    return;
  struct turn *t = &self.turns[self.len++];
  t->look = *now;
  t->reads = reads;
  t->event = (uint32_t)(rt.event - rt.events);
  t->thread = f->id;
  t->lives = f->lives;
  t->planned = planned;
  t->known = known;
  t->after = f->taken ? f->watch.places[f->watch.places_len - 1].event : 0;
  f->gone = (uint8_t)(reads - 1);
  f->taken = (uint8_t)(f->taken + reads);
  if (!known)
    return;
  t->watch = f->watch;
  memcpy(t->head, f, sizeof t->head);
  t->depth = (uint32_t)depth;
  t->frames = self.kept_len;
  memcpy(self.kept + t->frames, f->sp, depth);
  self.kept_len += (uint32_t)depth;
}

/* --- what was where, when ----------------------------------------------- */

static bool overlap(uint64_t a, uint32_t a_size, uint64_t b, uint32_t b_size) {
  return a < b + b_size && b < a + a_size;
}

static bool writes(const struct event *e) {
  return OP_CHANGES(e->kind) && OP_CLASS(e->kind) == CLASS_ACCESS &&
         e->kind != OP_FREE && !(e->flags & (EVENT_SILENT | EVENT_PENDING));
}

static uint64_t part(uint64_t value, uint64_t offset, uint32_t size) {
  value >>= 8 * offset;
  return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
}

/* Of a write to the bytes; false: it does not say what it found, or left. */
static bool says(const struct event *e, uint64_t object, uint32_t size,
                 uint64_t value, uint64_t *content) {
  if (e->flags & EVENT_PLAIN || e->size > 8 || object < e->object ||
      object + size > e->object + e->size)
    return false;
  *content = part(value, object - e->object, size);
  return true;
}

/* Of bytes that nobody wrote: what somebody read there; or what is there, if
 * it was not written by a thread that was alone in the end. */
static bool constant(uint64_t object, uint32_t size, uint64_t *content) {
  for (uint32_t i = 0; i < self.end; i++) {
    const struct event *e = &rt.events[i];
    if (e->kind == OP_READ && e->object == object && e->size == size &&
        !(e->flags & (EVENT_SILENT | EVENT_PENDING)))
      return *content = e->value, true;
  }
  *content = rt_load((void *)object, size);
  return !rt_alone();
}

/* Its own last write before the turn, not before `event`; UINT32_MAX: none. */
static uint32_t own_write(uint32_t event, uint64_t object, uint32_t size) {
  uint32_t last =
      self.turn->event < self.end ? self.turn->event : self.end;
  for (uint32_t i = last; i-- > event;) {
    const struct event *e = &rt.events[i];
    if (e->thread == self.turn->thread && writes(e) &&
        overlap(object, size, e->object, e->size))
      return i;
  }
  return UINT32_MAX;
}

/* What was there before this event; false: it is not known. */
static bool content_before(uint32_t event, uint64_t object, uint32_t size,
                           uint64_t *content) {
  EXPECTS(content != NULL);
  for (uint32_t i = event; i < self.end; i++) {
    const struct event *e = &rt.events[i];
    if (writes(e) && overlap(object, size, e->object, e->size))
      return says(e, object, size, rt_trial_found(i), content);
  }
  for (uint32_t i = event; i-- > 0;) {
    const struct event *e = &rt.events[i];
    if (writes(e) && overlap(object, size, e->object, e->size))
      return says(e, object, size, e->value, content);
  }
  return constant(object, size, content);
}

/* --- trials ------------------------------------------------------------- */

/* What the thread itself does after the turn has not been done then. */
static uint32_t moment_of(uint32_t event, uint64_t object, uint32_t size) {
  const struct turn *t = self.turn;
  while (event > t->event && event <= self.end) {
    const struct event *e = &rt.events[event - 1];
    if (e->thread != t->thread && writes(e) &&
        overlap(object, size, e->object, e->size))
      break;
    event--;
  }
  return event;
}

/* The first reads find what a script says, the others what was there before an
 * event of somebody else.  What the thread itself has done by then it has done
 * then, too. */
struct moment {
  struct rt_contents contents;
  const struct turn_look *script;
  uint32_t scripted, event;
};

/* What the turn found in a place that nobody else writes is there always. */
static bool is_own(uint64_t object, uint32_t size, uint64_t *content) {
  const struct turn_look *l = &self.turn->look;
  unsigned k = 0;
  while (k < l->len &&
         (l->reads[k].object != object || l->reads[k].size != size))
    k++;
  if (k == l->len)
    return false;
  for (uint32_t i = 0; i < self.end; i++)
    if (rt.events[i].thread != self.turn->thread && writes(&rt.events[i]) &&
        overlap(object, size, rt.events[i].object, rt.events[i].size))
      return false;
  *content = l->reads[k].content;
  return true;
}

static bool at_moment(const struct rt_contents *c, const struct turn_look *so_far,
                      uint64_t object, uint32_t size, uint64_t *content) {
  const struct moment *m = (const struct moment *)c;
  if (so_far->len < m->scripted)
    return *content = m->script->reads[so_far->len].content, true;
  uint32_t at = moment_of(m->event, object, size);
  uint32_t own = own_write(at, object, size);
  bool known = own == UINT32_MAX
                   ? content_before(at, object, size, content)
                   : says(&rt.events[own], object, size, rt.events[own].value,
                          content);
  known = known || is_own(object, size, content);
  self.unknown |= !known;
  return known;
}

static void add_places(const struct turn_look *l) {
  for (unsigned i = 0; i < l->len; i++) {
    const struct look_read *r = &l->reads[i];
    bool known = false;
    for (uint32_t k = 0; k < self.places_len && !known; k++)
      known = self.places[k].object == r->object &&
              self.places[k].size == r->size;
    if (known)
      continue;
    if (self.places_len == PLACES) {
      self.unknown = true;
      return;
    }
    self.places[self.places_len++] = *r;
  }
}

static void try_at(uint32_t event, const struct turn_look *script, uint32_t scripted,
                   struct turn_look *out) {
  EXPECTS(scripted <= LOOK_READS && out);
  struct moment m = {{at_moment, true}, script, scripted, event};
  out->result = LOOK_OTHER;
  out->len = 0;
  self.unknown |= ++self.trials > TRIALS;
  if (self.unknown)
    return;
  /* nobody is alone as long as it is tried */
  uint32_t unjoined = rt.unjoined, atomic = rt.atomic;
  struct event *block = rt.block;
  rt.unjoined = 1;
  rt.atomic = 0;
  rt.block = NULL;
  rt_trial_look(&rt.fibers[self.turn->thread], true, &m.contents, out);
  rt.unjoined = unjoined;
  rt.atomic = atomic;
  rt.block = block;
  add_places(out);
}

/* The first of its reads that the write is to; its length: none. */
static unsigned touches(const struct event *e, const struct turn_look *l) {
  unsigned i = 0;
  while (i < l->len && !overlap(l->reads[i].object, l->reads[i].size,
                                e->object, e->size))
    i++;
  return i;
}

/* Whether the turn may not be in vain if its read k is made later than `event`,
 * when others have written there, and the reads behind it are, too. */
static bool passes_later(uint32_t event, const struct turn_look *base, unsigned k) {
  const struct look_read *r = &base->reads[k];
  for (uint32_t i = event; i < self.end && !self.unknown; i++) {
    const struct event *e = &rt.events[i];
    struct turn_look script = *base, next;
    if (!writes(e) || e->thread == self.turn->thread ||
        !overlap(r->object, r->size, e->object, e->size))
      continue;
    if (!content_before(i + 1, r->object, r->size, &script.reads[k].content)) {
      self.unknown = true;
      return false;
    }
    try_at(i + 1, &script, k + 1, &next);
    if (self.unknown || next.result != LOOK_VAIN)
      return !self.unknown;
    for (unsigned n = k + 1; n < next.len; n++)
      if (passes_later(i + 1, &next, n))
        return true;
  }
  return false;
}

/* --- telling ------------------------------------------------------------ */

static bool goes_on(const struct turn *t) { return t->reads < t->look.len; }

static void tell(const struct turn *t, uint32_t before, const struct turn_look *l,
                 unsigned len, unsigned how) {
  EXPECTS(len <= LOOK_READS);


  if (len && rt_told() > rt.steps + rt.steps_max / 2) {
    self.unknown = true;
    return;
  }
  *rt.event++ = (struct event){
      .object = t->event, .value = before, .enabled = t->reads,
      .size = len, .thread = t->thread, .kind = OP_AWAIT, .alts = 1,
      .flags = EVENT_SILENT, .alt = TOLD_TURN,
      .site = how | (goes_on(t)                       ? TURN_IN_PART
                     : t->look.result == LOOK_VAIN ? TURN_IN_VAIN
                                                   : 0) |
              (t->planned ? TURN_PLANNED : 0)};
  for (unsigned i = 0; i < len; i++)
    *rt.event++ = (struct event){
        .object = l->reads[i].object, .size = l->reads[i].size,
        .thread = t->thread, .kind = OP_AWAIT, .alts = 1,
        .flags = EVENT_SILENT, .alt = TOLD_PLACE};
}

/* Writes of others to its places are in one line, and nothing is done to these
 * that is not known. */
static void check_line(const struct turn *t) {
  const struct event *last = NULL;
  uint32_t made = 0, maker = THREADS_MAX;
  for (uint32_t i = 0; i < t->event && i < self.end; i++)
    if (rt.events[i].kind == OP_CREATE && rt.events[i].value == t->thread) {
      made = i; /* what its maker did before is behind them all */
      maker = rt.events[i].thread;
    }
  for (uint32_t i = 0; i < self.end; i++) {
    const struct event *e = &rt.events[i];
    bool to_place = false, plain = e->flags & EVENT_PLAIN;
    if (OP_CLASS(e->kind) == CLASS_GLOBAL && e->kind != OP_QUIT)
      self.unknown = true;
    if (e->thread == t->thread || OP_CLASS(e->kind) != CLASS_ACCESS ||
        !OP_CHANGES(e->kind) || e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    for (uint32_t k = 0; k < self.places_len; k++)
      if (overlap(self.places[k].object, self.places[k].size, e->object,
                  e->size)) {
        to_place = true;
        plain |= self.places[k].plain;
      }
    if (!to_place)
      continue;
    self.unknown |= plain || e->kind == OP_FREE || e->size > 8;
    if (e->thread == maker && i < made)
      continue;
    self.unknown |= last && last->thread != e->thread &&
                    !overlap(last->object, last->size, e->object, e->size);
    last = e;
  }
}

/* Of what is left of a turn: the first write to what was read before. */
static uint32_t earliest(const struct turn *t) {
  const struct watch *w = &t->watch;
  uint32_t i = t->after;
  for (; t->after && i < t->event && i < self.end; i++) {
    const struct event *e = &rt.events[i];
    if (!writes(e) || e->thread == t->thread)
      continue;
    for (uint32_t k = w->loops[w->pure_from].places; k < w->places_len; k++)
      if (overlap(w->places[k].object, w->places[k].size, e->object, e->size))
        return i + 1;
  }
  return i;
}

/* The writes of others that came before it, the latest first. */
static void look_back(const struct turn *t) {
  struct turn_look now = t->look, then;
  bool passed = false;
  uint32_t i = t->event < self.end ? t->event : self.end, least = earliest(t);
  while (i-- > least && !self.unknown) {
    const struct event *e = &rt.events[i];
    bool other = writes(e) && e->thread != t->thread;
    unsigned first = other ? touches(e, &now) : now.len;
    if (first == now.len)
      continue;
    try_at(i, NULL, 0, &then);
    self.unknown |= first >= then.len;
    if (self.unknown)
      break;
    bool raw = then.result == LOOK_OTHER && (!passed || self.places_len > 1);
    if (then.result == LOOK_PASSES && !passed)
      tell(t, i + 1, &then, then.len, TURN_TOLD_WHOLE);
    if (raw)
      tell(t, i + 1, &then, first + 1, TURN_TOLD_RAW);
    passed |= then.result != LOOK_VAIN;
    for (unsigned k = first + 1; k < then.len && !raw; k++)
      if (passes_later(i, &then, k))
        tell(t, i + 1, &then, k, TURN_TOLD_PART);
    now = then;
  }
}

static void judge(const struct turn *t) {
  struct fiber *f = &rt.fibers[t->thread];
  struct event *told = rt.event;
  char head[sizeof t->head]; /* as it is in the end */
  self.turn = t;
  self.trials = self.places_len = 0;
  self.unknown = !t->known || f->lives != t->lives;
  if (!self.unknown) {
    memcpy(head, f, sizeof head);
    memcpy(f, t->head, sizeof t->head);
    f->watch = t->watch;
    memcpy(f->sp, self.kept + t->frames, t->depth);
    add_places(&t->look);
    tell(t, 0, NULL, 0, TURN_TOLD_WHOLE);
    if (!goes_on(t))
      look_back(t);
    check_line(t);
    memcpy(f, head, sizeof head);
  }

  if (!self.unknown)
    return;
  rt.event = told;
  if (t->planned || self.places_len > 1)
    tell(t, 0, NULL, 0, TURN_TOLD_UNKNOWN);
}

void rt_turns_judge(struct run *r) {

  self.end = r->events_len;
  if (!rt.awaits)
    return;
  for (uint32_t i = 0; i < self.len; i++)
    judge(&self.turns[i]);
  r->events_len = (uint32_t)(rt.event - rt.events);
}
