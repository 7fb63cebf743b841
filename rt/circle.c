/* Whether a run goes round for ever (exec/circle.h): its steps are taken once
 * more, and states are compared byte by byte.
 *
 * A state is what the program can find again: its variables and the runtime's
 * own, the heaps with what is known of them, the stacks of all threads, on
 * which their registers lie while they are parked, and what a struct fiber
 * knows of a thread.  So that all threads are parked when somebody looks, the
 * next one is picked on a stack apart.  The clock is left out, and a thread
 * that looks at it has done something new (fiber.looks); so has one that takes
 * an input.  A run that did anything of which traces are
 * elsewhere (rt.outside) is in no circle that could be known. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "exec/circle.h"
#include "base/sound.h"
#include "rt/rt.h"
#include "rt/switch.h"

enum {
  STACK = 64 << 10,
  PARTS = 16 + 3 * THREADS_MAX,
  COPY_MAX = 64 << 20,     /* bytes of a state; larger ones are not kept */
  COMPARED_MAX = 512 << 20 /* bytes that are looked at in one run */
};

extern char __data_start[] __attribute__((weak));
extern char _end[] __attribute__((weak));
extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));

/* What a fiber says of its thread. */
struct said {
  uint64_t object, waits_on, signal_mask, sp, kept;
  const void *site, *argument, *result, *cleanups, *robust;
  uint32_t size, inputs, looks, tls_len;
  int saved_errno;
  uint8_t kind, flags;
  uint16_t joiner, parent, places;
  bool finished, joined, detached, woken;
};
_Static_assert(sizeof(struct said) == 112, "compared as bytes, all of them");

struct sets {
  struct threads made, live, ready, gated, blocked;
  uint64_t words, unjoined, atomic;
};

struct part {
  const void *at;
  size_t len;
};

/* One variable, so that it can be left out of what is compared. */
static struct {
  struct circle circle;
  char stack[STACK] __attribute__((aligned(64)));
  void *sp;
  struct said then[THREADS_MAX];
  struct sets sets, sets_then;
  struct part parts[PARTS], parts_then[PARTS];
  size_t parts_len, parts_len_then;
  const struct event *from; /* the first event after the anchor */
  char *copy;               /* of the parts when it was taken */
  size_t copy_cap;
  uint64_t compared;
  const char *witness, *was; /* a byte by which states differed, and what it
                                was then; or NULL */
  bool kept;   /* there is an anchor, and it is whole */
  bool beyond; /* the prefix is over */
  bool closed; /* the running thread is to say that it is a circle */
} self;

/* --- a state ------------------------------------------------------------ */

/* The places of its children that are taken, all words of them in one. */
static uint64_t kept_of(const struct fiber *f) {
  uint64_t sum = 0;
  for (unsigned w = 0; w * THREADS_WORD < f->places; w++)
    sum = sum * 31 + f->kept.at[w];
  return sum;
}

static void say(const struct fiber *f, struct said *out) {
  EXPECTS(f->id < THREADS_MAX);
  *out = (struct said){.object = f->object,
                       .waits_on = f->waits_on,
                       .signal_mask = f->signal_mask,
                       .sp = rt_is_live(f->id) ? (uint64_t)f->sp : 0,
                       .site = f->site,
                       .argument = f->argument,
                       .result = f->result,
                       .cleanups = f->cleanups,
                       .robust = f->robust,
                       .size = f->size,
                       .inputs = f->inputs,
                       .looks = f->looks,
                       .tls_len = f->tls_len,
                       .saved_errno = f->saved_errno,
                       .kind = f->kind,
                       .flags = f->flags,
                       .kept = kept_of(f),
                       .places = f->places,
                       .joiner = f->joiner,
                       .parent = f->parent,
                       .finished = f->finished,
                       .joined = f->joined,
                       .detached = f->detached,
                       .woken = f->woken};
}

static void take_sets(void) {
  self.sets = (struct sets){rt.made,     rt.live,  rt.ready,    rt.gated,
                            rt.blocked,  rt.words, rt.unjoined, rt.atomic};
}

static bool sets_are_same(void) {
  take_sets();
  return !memcmp(&self.sets, &self.sets_then, sizeof self.sets);
}

/* Of the same threads. */
static bool fibers_are_same(void) {
  threads_each(rt.words, &rt.made, t) {
    struct said now;
    say(&rt.fibers[t], &now);
    if (memcmp(&now, &self.then[t], sizeof now))
      return false;
  }
  return true;
}

static void add_part(const void *from, const void *to) {
  if ((const char *)to > (const char *)from && self.parts_len < PARTS)
    self.parts[self.parts_len++] =
        (struct part){from, (size_t)((const char *)to - (const char *)from)};
}

/* All bytes from..to but those of variables that say how far a run is. */
static void add_but(const char *from, const char *to) {
  const struct part out[] = {{&rt, sizeof rt},
                             {&self, sizeof self},
                             {(void *)&heddle_event_number, sizeof(uint32_t)}};
  while (from < to) {
    struct part next = {to, 0};
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
      if ((const char *)out[i].at >= from && out[i].at < next.at)
        next = out[i];
    add_part(from, next.at);
    from = (const char *)next.at + next.len;
    if (!next.len)
      return;
  }
}

static void add_thread(const struct fiber *f) {
  EXPECTS(f->id < THREADS_MAX);
  const void *heap, *shadow;
  uint64_t top = WIRE_STACKS_AT + (f->id + UINT64_C(1)) * WIRE_STACK_SIZE;
  if (rt_is_live(f->id))
    add_part(f->sp, (void *)top);
  const struct fiber_room *room = rt_room(f);
  add_part(room->specific, room->specific + KEYS_MAX);
  uint64_t used = rt_heap_used(f->id, &heap, &shadow);
  add_part(heap, (const char *)heap + used);
  add_part(shadow, (const char *)shadow + ((used + 7) >> 3));
}

static void find_parts(void) {
  self.parts_len = 0;
  threads_each(rt.words, &rt.made, t)
    add_thread(&rt.fibers[t]);
  add_but(__data_start, _end);
  const char *variables = __start_heddle_data, *end = _end;
  if (variables < (char *)__data_start || variables >= end)
    add_but(variables, __stop_heddle_data);
  size_t size;
  const char *arguments = rt_arguments(&size);
  add_part(arguments, arguments + size);
}

/* --- the anchor --------------------------------------------------------- */

static bool make_room(size_t need) {
  if (need <= self.copy_cap)
    return true;
  if (need > COPY_MAX)
    return false;
  if (self.copy)
    munmap(self.copy, self.copy_cap);
  self.copy_cap = need * 2 < COPY_MAX ? need * 2 : COPY_MAX;
  self.copy = mmap(NULL, self.copy_cap, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (self.copy != MAP_FAILED)
    return true;
  self.copy = NULL;
  self.copy_cap = 0;
  return false;
}

static void drop_anchor(void) {
  size_t need = 0, at = 0;
  take_sets();
  find_parts();
  self.sets_then = self.sets;
  threads_each(rt.words, &rt.made, t)
    say(&rt.fibers[t], &self.then[t]);
  self.witness = NULL;
  memcpy(self.parts_then, self.parts, sizeof self.parts);
  self.parts_len_then = self.parts_len;
  for (size_t i = 0; i < self.parts_len; i++)
    need += self.parts[i].len;
  self.kept = make_room(need) && self.parts_len < PARTS;
  for (size_t i = 0; self.kept && i < self.parts_len; i++) {
    memcpy(self.copy + at, self.parts[i].at, self.parts[i].len);
    at += self.parts[i].len;
  }
  self.compared += need;
  self.from = rt.event;
}

/* The first byte that differs is looked at first next time: mostly that is
 * enough to know that it is another state. */
static bool is_same(const struct part *now, const char *then) {
  self.compared += now->len;
  if (!memcmp(now->at, then, now->len))
    return true;
  const char *at = now->at;
  while (*at == *then) {
    at++;
    then++;
  }
  self.witness = at;
  self.was = then;
  return false;
}

static bool is_anchor(void) {
  size_t at = 0;
  if (!self.kept || self.compared > COMPARED_MAX || !sets_are_same() ||
      (self.witness && *self.witness != *self.was) || !fibers_are_same())
    return false;
  find_parts();
  if (self.parts_len != self.parts_len_then)
    return false;
  for (size_t i = 0; i < self.parts_len; i++) {
    const struct part *now = &self.parts[i], *then = &self.parts_then[i];
    if (now->at != then->at || now->len != then->len)
      return false;
    if (!is_same(now, self.copy + at))
      return false;
    at += now->len;
  }
  return true;
}

/* --- following a run ---------------------------------------------------- */

static bool is_circle(void) {
  return !rt.outside && circle_closes(&self.circle) && is_anchor();
}

static void anchor(void) {
  circle_anchor(&self.circle, rt.steps);
  drop_anchor();
}

/* Said on the stack of the thread that came last, where debuggers look. */
static void close_circle(void) {
  self.closed = true;
  rt_switch(&self.sp, rt.current->sp);
}

static void look_anywhere(void) {
  if (is_circle())
    close_circle();
  if (!self.beyond && !rt_prefix_left()) {
    self.beyond = true;
    circle_begin(&self.circle);
  }
  if (circle_anchors(&self.circle, rt.steps))
    anchor();
}

/* The round is given: two states are compared. */
static void look_there(void) {
  bool left = rt_prefix_left();
  if (!self.circle.length && rt.next - rt.prefix >= rt.plan->round)
    anchor();
  else if (!left && is_circle())
    close_circle();
  if (!left)
    rt_end(RUN_STOPPED, FOUND_NONE, NULL);
}

/* The explorer is to see that something moves, and no more events than the
 * run had. */
static void beat(void) {
  if (rt.judged)
    rt.wire->steps = rt.judged - (rt.steps & 1);
}

static void circle_steps(unsigned thread, uint32_t steps) {
  struct threads enabled;
  event_enabled_set(rt.step, rt.words, &enabled);
  circle_step(&self.circle, rt.words, thread, &enabled, steps);
}

static void follow(void) {
  for (;;) {
    /* before a step, when all threads are parked */
    bool parked = !threads_any(rt.words, &rt.fresh) &&
                  !threads_any(rt.words, &rt.released);
    if (parked && rt.plan->round == ROUND_ANYWHERE)
      look_anywhere();
    else if (parked)
      look_there();
    uint32_t steps = rt.steps;
    struct fiber *f = rt_choose();
    if (rt.steps > steps)
      circle_steps(f->id, steps);
    beat();
    rt.current = f;
    rt_switch(&self.sp, f->sp);
  }
}

/* What earlier runs left on the stacks must not make a difference: places of
 * frames that nobody writes are compared as well. */
void rt_circle_begin(void) {
  madvise((void *)WIRE_STACKS_AT, WIRE_STACK_SIZE * rt.mapped, MADV_DONTNEED);
  rt.followed = true;
  self.kept = self.beyond = self.closed = false;
  self.compared = 0;
  circle_begin(&self.circle);
  self.sp = rt_stack_make(self.stack + STACK, follow);
}

struct fiber *rt_circle_pick(void) {
  struct fiber *f = rt.current;
  f->saved_errno = errno;
  rt_switch(&f->sp, self.sp);
  if (UNLIKELY(self.closed))
    rt_goes_round(self.from);
  errno = f->saved_errno;
  return f;
}

__attribute__((noinline)) void rt_circle_scrub(void) {
  volatile char room[1024];
  for (size_t i = 0; i < sizeof room; i++)
    room[i] = 0;
}

unsigned rt_circle_next(const struct threads *enabled) {
  return circle_pick(&self.circle, rt.words, enabled);
}
