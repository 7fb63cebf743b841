/* What threads learn of the time from each other.
 *
 * Each thread has a clock of its own (time.c).  Whoever reads what another has
 * written knows that this was before: from then on its clock is not behind that
 * of the writer when it wrote.  The same goes for who receives a message, takes
 * a lock or a token of a semaphore, is woken, passes a barrier, or joins a
 * thread.  So a time that is handed on is never one to come, and who is woken by
 * another who slept a second has waited for a second.
 *
 * A clock is then still a matter of what its thread did and read: it follows
 * only pairs of steps that depend on each other, from one that changes an
 * object to one that sees it, and their order is kept in all runs that count as
 * the same.  (Of memory nothing goes from a read to the write behind it, of
 * read-write locks nothing from a reader to the writer: there an unfolding with
 * contexts does not look who came before.)  States as sched/marking.h has them
 * know who wrote what is there, but not who held a lock: what locks tell is
 * marked in the run, and `stateful` goes on without states.
 *
 * Nothing is done at a step.  The events of a run are gone through where a
 * clock is looked at or moved, each once, and before the number of a thread is
 * given to another. */
#include <string.h>
#include <sys/mman.h>

#include "rt/rt.h"

/* Eight bytes of memory, or an object: when each of them was written. */
struct word {
  uint64_t key; /* 0: none */
  uint64_t at[8];
};

enum { FEW = 1 << 10, LONGEST = 4096 };
static struct {
  struct event *next; /* to be gone through; NULL: none were */
  struct word *words;
  size_t cap, len;
} heard;

void rt_hear_reset(void) {
  heard.next = NULL;
  if (heard.len)
    memset(heard.words, 0, heard.cap * sizeof *heard.words);
  heard.len = 0;
}

/* --- words ---------------------------------------------------------------- */

static struct word *slot(uint64_t key) {
  uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 20;
  while (heard.words[at & (heard.cap - 1)].key &&
         heard.words[at & (heard.cap - 1)].key != key)
    at++;
  return &heard.words[at & (heard.cap - 1)];
}

static void grow(void) {
  struct word *old = heard.words;
  size_t cap = heard.cap;
  heard.cap = cap ? 4 * cap : FEW;
  heard.words = mmap(NULL, heard.cap * sizeof *old, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (heard.words == MAP_FAILED)
    rt_escape_end(WHY_MEMORY, "clocks", NULL);
  for (size_t i = 0; i < cap; i++)
    if (old[i].key)
      *slot(old[i].key) = old[i];
  if (cap)
    munmap(old, cap * sizeof *old);
}

static struct word *word_of(uint64_t key) {
  if (2 * heard.len >= heard.cap)
    grow();
  struct word *w = slot(key);
  heard.len += !w->key;
  w->key = key;
  return w;
}

static const struct word *find(uint64_t key) {
  static const struct word none;
  const struct word *w = heard.cap ? slot(key) : &none;
  return w->key ? w : &none;
}

/* Those of objects are no addresses of eight bytes. */
static uint64_t key_of(const struct event *e, uint64_t part) {
  uint64_t object =
      object_bare(e->object) ^ part * UINT64_C(0x9e3779b97f4a7c15);
  return UINT64_C(1) << 63 | (object ^ (uint64_t)OP_CLASS(e->kind) << 58);
}

/* --- who tells, who hears ------------------------------------------------- */

static void later(uint64_t *clock, uint64_t at) {
  *clock = *clock < at ? at : *clock;
}

static void tell(const struct event *e, uint64_t part) {
  later(&word_of(key_of(e, part))->at[0], rt.fibers[e->thread].clock);
}

static void hear(const struct event *e, uint64_t part) {
  later(&rt.fibers[e->thread].clock, find(key_of(e, part))->at[0]);
}

static bool writes(const struct event *e) {
  return OP_CHANGES(e->kind) && e->kind != OP_FREE &&
         !(e->flags & EVENT_FAILED) && !(e->order & ORDER_ONLY_READS);
}

static void memory(const struct event *e) {
  uint64_t from = object_bare(e->object), *clock = &rt.fibers[e->thread].clock;
  if (e->size > LONGEST || e->kind == OP_AWAIT || e->kind == OP_TOUCH)
    return;
  for (uint64_t at = from; e->kind != OP_WRITE && at < from + e->size; at++)
    later(clock, find(at >> 3)->at[at & 7]);
  for (uint64_t at = from; writes(e) && at < from + e->size; at++)
    word_of(at >> 3)->at[at & 7] = *clock;
}

/* Whoever takes a lock or a token hears of those who gave it, as for data races
 * (sched/datarace.h); a search that knows states and not what led to them is
 * told. */
static void lock(struct event *e) {
  bool done = !(e->flags & EVENT_FAILED);
  switch (e->kind) {
  case OP_UNLOCK:
  case OP_RWUNLOCK:
  case OP_SEM_V:
    if (done)
      tell(e, 0);
    break;
  case OP_TRYLOCK:
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_SEM_P:
  case OP_SEM_TRYP:
    if (!done)
      break;
    /* fallthrough */
  case OP_LOCK: /* also one that only passes */
    e->order |= ORDER_TIMED;
    hear(e, 0);
  }
}

/* Who was chosen by a signal, or passes a barrier with the last who came. */
static void set_free(struct event *e, uint64_t at) {
  struct threads chosen;
  unsigned words = event_freed_set(e, &chosen);
  threads_each(words, &chosen, t) later(&rt.fibers[t].clock, at);
  e->order |= ORDER_TIMED;
}

static void arrive(struct event *e) {
  if (e->kind != OP_ARRIVE)
    return;
  tell(e, 0);
  if (!event_opens(e))
    return;
  uint64_t *at = &word_of(key_of(e, 0))->at[0];
  later(&rt.fibers[e->thread].clock, *at);
  set_free(e, *at);
  *at = 0;
}

/* What it took is told behind it, where that is known (message.c): then it has
 * heard of that and of no other message. */
static bool is_told(const struct event *e) {
  const struct event *next = e + 1;
  while (next < rt.event && next->thread == e->thread &&
         next->flags & EVENT_SILENT && next->kind != OP_MESSAGE)
    next++;
  return next < rt.event && next->kind == OP_MESSAGE &&
         next->thread == e->thread && next->alt == MESSAGE_TAKEN;
}

static void messages(const struct event *e) {
  switch (e->kind) {
  case OP_SEND:
  case OP_STREAM_WRITE:
  case OP_STREAM_CLOSE:
    tell(e, 0);
    break;
  case OP_RECEIVE:
  case OP_STREAM_READ:
    if (!is_told(e))
      hear(e, 0);
    break;
  case OP_STREAM_POLL:
  case OP_STREAM_LOOK:
    hear(e, 0);
    break;
  }
}

static void go_through(struct event *e) {
  switch (OP_CLASS(e->kind)) {
  case CLASS_ACCESS:
    memory(e);
    break;
  case CLASS_LOCK:
  case CLASS_RWLOCK:
  case CLASS_SEM:
    lock(e);
    break;
  case CLASS_COND:
    if (e->kind == OP_SIGNAL || e->kind == OP_BROADCAST)
      set_free(e, rt.fibers[e->thread].clock);
    break;
  case CLASS_BARRIER:
    arrive(e);
    break;
  case CLASS_STREAM:
  case CLASS_PORT:
    messages(e);
    break;
  default:
    if (e->kind == OP_JOIN)
      later(&rt.fibers[e->thread].clock, rt.fibers[e->object].clock);
    else if (e->kind == OP_MESSAGE && e->alt == MESSAGE_PUT)
      tell(e, (uint32_t)e->value);
    else if (e->kind == OP_MESSAGE)
      hear(e, (uint32_t)e->value);
  }
}

void rt_hear(void) {
  if (rt.trial || rt.ranks)
    return;
  if (!heard.next)
    heard.next = rt.events;
  for (; heard.next < rt.event; heard.next++)
    go_through(heard.next);
}
