/* Gates: threads that are parked at one lock or semaphore, where threads are
 * many.
 *
 * Whether a thread can take a lock is a matter of the lock and not of the
 * thread, so it is looked up once for all of them: a step costs as much as
 * there are locks that somebody stands at, and not as there are threads.  Who
 * waits for a condition stands aside, where nobody asks, until a signal chooses
 * it.  With one word of threads (exec/threads.h) nobody is entered here; nor is
 * one that waits for more than that (the end of a turn), nor anybody when there
 * are too many locks: these are asked one by one (pick.c). */
#include <string.h>

#include "rt/objects.h"
#include "rt/rt.h"

enum { GATES = THREADS_MAX, TABLE = 4 * GATES };

struct gate {
  uint64_t lock; /* or semaphore */
  uint32_t count;
  uint8_t kind;  /* what is to be done with it */
  uint16_t last; /* who came last: the only one if there is one */
  struct threads who;
};

static struct {
  unsigned len;
  struct threads busy;   /* gates at which somebody stands */
  uint16_t table[TABLE]; /* by a hash of the lock: 1 + its gate, or 0 */
  struct gate all[GATES];
} self;

void rt_gates_reset(void) {
  if (LIKELY(!self.len))
    return;
  self.len = 0;
  threads_clear(THREADS_WORDS, &self.busy);
  memset(self.table, 0, sizeof self.table);
}

/* The gate of a lock, or -1: there is no room for another. */
static int gate_of(uint64_t lock, uint8_t kind) {
  uint64_t at = ((lock + kind) * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
  for (;; at++) {
    uint16_t *slot = &self.table[at % TABLE];
    const struct gate *there = *slot ? &self.all[*slot - 1] : NULL;
    if (there && there->lock == lock && there->kind == kind)
      return *slot - 1;
    if (*slot)
      continue;
    if (self.len == GATES)
      return -1;
    struct gate *g = &self.all[self.len++];
    g->lock = lock;
    g->kind = kind;
    g->count = 0;
    threads_clear(THREADS_WORDS, &g->who);
    *slot = (uint16_t)self.len;
    return (int)self.len - 1;
  }
}

static bool is_aside(const struct fiber *f) {
  return f->kind == OP_LOCK && f->flags & EVENT_WOKEN && !f->woken;
}

static bool enter(struct fiber *f) {
  int at = gate_of(f->object, f->kind);
  if (at < 0)
    return false;
  struct gate *g = &self.all[at];
  g->count++;
  g->last = f->id;
  threads_add(THREADS_WORDS, &g->who, f->id);
  threads_add(THREADS_WORDS, &self.busy, (unsigned)at);
  f->gate = (uint16_t)(at + 1);
  return true;
}

void rt_gate_enter(struct fiber *f) {
  bool waits = f->kind == OP_LOCK || f->kind == OP_SEM_P ||
               f->kind == OP_RDLOCK || f->kind == OP_WRLOCK;
  f->gate = 0;
  if (waits && (is_aside(f) || enter(f)))
    threads_add(rt.words, &rt.queued, f->id);
}

void rt_gate_chosen(struct fiber *f) {
  if (!threads_has(rt.words, &rt.queued, f->id) || f->gate)
    return;
  threads_remove(rt.words, &rt.queued, f->id);
  rt_gate_enter(f);
}

void rt_gate_leave(struct fiber *f) {
  unsigned at = f->gate - 1u;
  struct gate *g = &self.all[at];
  f->gate = 0;
  threads_remove(THREADS_WORDS, &g->who, f->id);
  if (--g->count == 0)
    threads_remove(THREADS_WORDS, &self.busy, at);
  else if (g->count == 1)
    g->last = (uint16_t)threads_lowest(THREADS_WORDS, &g->who);
}

void rt_gates_open(struct threads *set) {
  threads_each(threads_words(self.len), &self.busy, at) {
    const struct gate *g = &self.all[at];
    if (!rt_passes(g->kind, g->lock))
      continue;
    if (g->count == 1)
      threads_add(rt.words, set, g->last);
    else
      threads_unite(rt.words, set, &g->who);
  }
}
