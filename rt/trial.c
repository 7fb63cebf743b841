/* Trials: a step is tried out before it is taken, and taken back.
 *
 * With PLAN_AWAIT (exec/executor.h) a thread is not enabled at a step by which
 * its turn of a waiting loop would end in vain (rt/wait.c).  Whether it would
 * is a question about the program, and the program answers it: the thread
 * goes on from where it is parked, with rt.trial set, until it is known what
 * the turn comes to, and is then put back.
 *
 *     vain     it came to the end of the turn, and the turn was in vain
 *     passes   it left the loop, or had an effect of its own
 *     other    it came to another operation, failed, or did something else
 *              that belongs to a step
 *
 * With PLAN_TURN a thread that stands where a turn begins is tried as a whole:
 * reads that follow are gone through, on the memory as it is (rt/turn.c).
 *
 * What it does in between can be taken back, because it is little.  Code of a
 * marked loop changes registers, the thread's stack, and the bytes that the
 * step itself updates; everything else is announced to the runtime before it
 * is done (an access, a call: cc/wait.c), and there the trial ends
 * (rt_trial_stop).  So stack, bytes, and what the runtime knows of the thread
 * are copied before and put back after.  Nobody else runs meanwhile.
 *
 * The bytes may be others than are there: what a write before this one found
 * there is kept, write by write, and so it can be asked whether the step would
 * have passed before that write.  The latest such write is told with the step
 * (exec/event.h); sched/order.c reverses these two and no others.
 *
 * Tried are atomic reads and updates of up to 8 bytes.  A step that is not
 * atomic may be a data race, also in vain, so it is taken and seen; and so it
 * is if others access the bytes in a way that is not atomic. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/sound.h"
#include "rt/rt.h"
#include "rt/switch.h"

enum { DEEPEST = 32 << 10, STACK = 64 << 10 };

static struct {
  void *home; /* of whoever tries */
  bool whole;
  const struct rt_contents *contents; /* what is read, or NULL: what is there */
  struct turn_look look;
  uint64_t were[LOOK_READS]; /* what is really there */
  struct event step; /* stands for the one that would be written */
  struct watch watch;
  char head[offsetof(struct fiber, kept)];
  char frames[DEEPEST];
  char stack[STACK] __attribute__((aligned(64)));
  uint64_t *found; /* by event: what was there before it */
} self;

void rt_trial_begin(void) {
  rt_turns_begin();
  uint16_t not = PLAN_OUTPUT | PLAN_SYMBOLIC | PLAN_CIRCLE;
  rt.trial = NO_TRIAL;
  rt.awaits = rt.plan->flags & PLAN_AWAIT && !(rt.plan->flags & not) &&
              !rt.wire->ranks && /* whose variables are not in place */
              &heddle_has_waits;
  if (!rt.awaits || self.found)
    return;
  void *at = mmap(NULL, rt.wire->events_cap * sizeof *self.found,
                  PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    rt.awaits = false;
  else
    self.found = at;
}

bool rt_trial_applies(const struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  bool kind = f->kind == OP_READ || f->kind == OP_UPDATE || f->kind == OP_CAS;
  return kind && !(f->flags & EVENT_PLAIN) && f->size && f->size <= 8 &&
         rt_bounds_mapped(f->object, f->size);
}

/* --- one trial ---------------------------------------------------------- */

_Noreturn void rt_trial_end(enum look_result result) {
  void *dead;

  rt.trial = NO_TRIAL;
  self.look.result = (uint8_t)result;
  rt_switch(&dead, self.home);
  __builtin_unreachable();
}

/* The thread that is tried is about to read this; false: it is not known what
 * is there. */
static bool reads(const struct fiber *f) {
  struct turn_look *l = &self.look;
  uint64_t content = rt_load((void *)f->object, f->size);
  self.were[l->len] = content;
  if (self.contents &&
      !self.contents->of(self.contents, l, f->object, f->size, &content))
    return false;
  memcpy((void *)f->object, &content, f->size);
  l->reads[l->len++] = (struct look_read){f->object, content, f->size,
                                          f->flags & EVENT_PLAIN};
  return true;
}

/* In this run, so far. */
static bool written_by_others(const struct fiber *f) {
  for (const struct event *e = rt.events; e < rt.event; e++)
    if (e->thread != f->id && !(e->flags & EVENT_SILENT) &&
        OP_CHANGES(e->kind) &&
        op_dependent(OP_READ, f->object, f->size, e->kind, e->object, e->size))
      return true;
  return false;
}

/* A read that is not atomic, of what others write, is taken and seen. */
bool rt_trial_parks(void) {
  const struct fiber *f = rt.current;
  if (!self.whole || f->kind != OP_READ || !f->size || f->size > 8 ||
      self.look.len == LOOK_READS || !rt_bounds_mapped(f->object, f->size) ||
      (f->flags & EVENT_PLAIN && rt.trial == TRIAL && written_by_others(f)) ||
      !reads(f))
    rt_trial_end(LOOK_OTHER);
  return false;
}

/* The turn of a loop is over.  If it was in vain, but began later than the
 * trial, the thread has read something before it that it may remember. */
_Noreturn void rt_trial_turned(const struct watch_loop *l, bool vain) {
  const struct watch *w = &rt.current->watch;
  bool outermost = l == &w->loops[w->pure_from];
  rt_trial_end(vain ? l->places <= self.watch.places_len ? LOOK_VAIN
                                                         : LOOK_OTHER
               : outermost ? LOOK_PASSES
                           : LOOK_OTHER);
}

/* What comes of the turn of f. */
void rt_trial_look(struct fiber *f, bool whole,
                   const struct rt_contents *contents, struct turn_look *out) {
  EXPECTS(out);
  size_t depth = (size_t)((char *)rt_stack_top(f) - (char *)f->sp);
  out->result = LOOK_OTHER;
  out->len = 0;
  if (depth > DEEPEST)
    return;
  struct fiber *current = rt.current;
  struct event *step = rt.step;
  bool yielded = rt.yielded;
  heddle_at here = heddle_here;
  int error = errno;
  memcpy(self.frames, f->sp, depth);
  memcpy(self.head, f, sizeof self.head);
  self.watch = f->watch;
  self.look.result = LOOK_OTHER;
  self.look.len = 0;
  self.whole = whole;
  self.contents = contents;
  self.step = (struct event){.kind = f->kind};
  rt.step = &self.step;
  rt.current = f;
  if (reads(f)) {
    rt.trial = contents && contents->over ? JUDGED_TRIAL : TRIAL;
    rt_switch(&self.home, f->sp);
  }
  rt.update.event = NULL;
  rt.current = current;
  rt.step = step;
  rt.yielded = yielded;
  heddle_here = here;
  memcpy(f, self.head, sizeof self.head);
  f->watch = self.watch;
  out->result = self.look.result;
  out->len = self.look.len;
  memcpy(out->reads, self.look.reads, out->len * sizeof *out->reads);
  while (self.look.len--)
    memcpy((void *)self.look.reads[self.look.len].object,
           &self.were[self.look.len], self.look.reads[self.look.len].size);
  memcpy(f->sp, self.frames, depth);
  errno = error;
}

/* Contents of the one place that is tried. */
struct one_content {
  struct rt_contents contents;
  uint64_t content;
};

static bool one(const struct rt_contents *c, const struct turn_look *so_far,
                uint64_t object, uint32_t size, uint64_t *content) {
  (void)so_far, (void)object, (void)size;
  *content = ((const struct one_content *)c)->content;
  return true;
}

/* The thread does not move meanwhile, so of each content it is asked once;
 * unless its turn was observed, which may make it one with effects. */
static struct trials *trials_of(struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  struct trials *t = &rt_room(f)->trials;
  if (t->pure_from != f->watch.pure_from)
    *t = (struct trials){.pure_from = f->watch.pure_from};
  return t;
}

static bool passes_with(struct fiber *f, uint64_t content) {
  struct trials *t = trials_of(f);
  for (unsigned i = 0; i < t->len; i++)
    if (t->content[i] == content)
      return t->passes >> i & 1;
  struct one_content c = {{one, false}, content};
  struct turn_look look;
  rt_trial_look(f, false, &c.contents, &look);
  bool passes = look.result != LOOK_VAIN;
  if (t->len < TRIALS_KEPT) {
    t->content[t->len] = content;
    t->passes |= (uint32_t)passes << t->len++;
  }
  return passes;
}

static bool is_as_now(const struct turn_look *l) {
  for (unsigned i = 0; i < l->len; i++)
    if (rt_load((void *)l->reads[i].object, l->reads[i].size) !=
        l->reads[i].content)
      return false;
  return true;
}

const struct turn_look *rt_trial_now(struct fiber *f) {
  struct trials *t = trials_of(f);
  for (unsigned i = 0; i < t->looks_len; i++)
    if (is_as_now(&t->looks[i]))
      return &t->looks[i];
  struct turn_look *l = &t->looks[t->looks_next++ % TRIALS_LOOKS];
  t->looks_len += t->looks_len < TRIALS_LOOKS;
  rt_trial_look(f, true, NULL, l);
  return l;
}

bool rt_trial_passes(struct fiber *f) {
  if (f->heads)
    return rt_turn_ready(f);
  return passes_with(f, rt_load((void *)f->object, f->size));
}

/* --- who goes next ------------------------------------------------------ */

static void pick_apart(void) { rt_leave(rt_pick()); }

void rt_trial_pick(void) {
  struct fiber *f = rt.current;
  struct trials *t = &rt_room(f)->trials;
  t->len = t->passes = 0;
  t->looks_len = t->looks_next = 0;
  t->pure_from = f->watch.pure_from;
  f->saved_errno = errno;
  rt_switch(&f->sp, rt_stack_make(self.stack + STACK, pick_apart));
  errno = f->saved_errno;
}

bool rt_trial_is_parked(unsigned thread) {
  return rt.awaits && threads_has(rt.words, &rt.gated, thread) &&
         rt.fibers[thread].tried;
}

void rt_trial_parked(struct threads *out) {
  threads_clear(rt.words, out);
  if (rt.awaits)
    threads_each(rt.words, &rt.gated, t)
      if (rt.fibers[t].tried)
        threads_add(rt.words, out, (unsigned)t);
}

/* --- what is told ------------------------------------------------------- */

/* What the write e found in f's bytes; false: it is not known, or does not
 * say whether a look in vain could be noticed.  It could if it was no atomic
 * access: a data race. */
static bool found_by(const struct event *e, const struct fiber *f,
                     uint64_t *content) {
  uint64_t offset = f->object - e->object;
  if (OP_CLASS(e->kind) == CLASS_GLOBAL || e->flags & EVENT_PLAIN ||
      e->size > 8 || f->object < e->object || offset + f->size > e->size)
    return false;
  *content = self.found[e - rt.events] >> 8 * offset;
  if (f->size < 8)
    *content &= (UINT64_C(1) << 8 * f->size) - 1;
  return true;
}

/* 1 + the latest write before which f's step would have passed, 0: there is
 * none, before the thread's own last write; *known false: it cannot be told. */
static uint64_t latest_passing(struct fiber *f, bool *known) {
  for (const struct event *e = rt.event; e-- > rt.events;) {
    uint64_t content;
    if (e->flags & EVENT_SILENT ||
        !op_dependent(f->kind, f->object, f->size, e->kind, e->object,
                      e->size))
      continue;
    if (e->thread == f->id && OP_CHANGES(e->kind))
      return 0;
    if (e->thread == f->id || (!OP_CHANGES(e->kind) &&
                               !(e->flags & EVENT_PLAIN)))
      continue;
    if (!found_by(e, f, &content)) {
      *known = false;
      return 0;
    }
    if (OP_CHANGES(e->kind) && passes_with(f, content))
      return (uint64_t)(e - rt.events) + 1;
  }
  return 0;
}

/* More of it than there is room for, beside the steps of a run, is left
 * untold. */
void rt_trial_tell(struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  bool known = true;
  if (f->heads) {
    rt_turn_note(f);
    return;
  }
  if (rt_told() > rt.steps + rt.steps_max / 2)
    return;
  uint64_t latest = latest_passing(f, &known);
  bool passes = rt_trial_passes(f);
  struct event e = {.object = f->object, .value = latest,
                    .enabled = passes, .size = f->size,
                    .site = rt_site(f->site), .thread = f->id,
                    .kind = OP_AWAIT, .alts = 1,
                    .flags = EVENT_SILENT | (known ? 0 : EVENT_FAILED)};
  *rt.event++ = e;
}

void rt_trial_step(struct fiber *f) {
  if (f->tried)
    rt_trial_tell(f);
  f->tried = false;
  if (OP_CLASS(f->kind) == CLASS_ACCESS && OP_CHANGES(f->kind) &&
      f->size <= 8 && rt_bounds_mapped(f->object, f->size))
    self.found[rt.event - rt.events] = rt_load((void *)f->object, f->size);
}

uint64_t rt_trial_found(uint32_t event) { return self.found[event]; }
