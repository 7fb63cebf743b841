/* Barriers, used by as many threads as their count: then the order of
 * arrival cannot be seen, and arrivals are independent.
 *
 * Any thread of a round may be the serial one.  Whoever asks (the call's
 * result matters, rt/abi.h) takes a ticket when it has passed: the first of
 * the round is serial.  Taking it is an update of a word: nothing new has to be
 * known about order.  Where somebody in the round does not ask it may as well be
 * that one, so the first who asks is serial or not, which is a choice. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"

_Static_assert(sizeof(struct rt_barrier) <= sizeof(pthread_barrier_t),
               "fits");

/* Before the step and after it: it may be destroyed while the thread waits for
 * its turn. */
static void check(const struct rt_barrier *b, heddle_at site) {
  if (UNLIKELY(((const volatile struct rt_barrier *)b)->count == 0)) {
    heddle_here = site;
    rt_misuse("use of a barrier that is destroyed or was never made");
  }
}

static struct rt_barrier *barrier_at(pthread_barrier_t *b, heddle_at site) {
  rt_touch(b, sizeof *b, site);
  check((struct rt_barrier *)b, site);
  return (struct rt_barrier *)b;
}

int heddle_pthread_barrier_init(pthread_barrier_t *b,
                                const pthread_barrierattr_t *attributes,
                                unsigned count) {
  heddle_at site = heddle_here;
  if (!count)
    return EINVAL;
  if (attributes)
    rt_argument_read(1, attributes, sizeof *attributes, site);
  rt_visible(OP_BARRIER_INIT, (uint64_t)b, 1, EVENT_PLAIN, site);
  rt_bounds_check((uint64_t)b, sizeof *b, true, site);
  threads_each(rt.words, &rt.made, t)
    if (rt.fibers[t].barrier == (uint64_t)b)
      rt.fibers[t].barrier = 0;
  *(struct rt_barrier *)b = (struct rt_barrier){.count = count};
  return 0;
}

int heddle_pthread_barrier_destroy(pthread_barrier_t *b) {
  heddle_at site = heddle_here;
  struct rt_barrier *mine = barrier_at(b, site);
  rt_visible(OP_BARRIER_DESTROY, (uint64_t)b, 1, EVENT_PLAIN, site);
  check(mine, site);
  heddle_here = site;
  if (mine->waiting)
    rt_misuse("destroy of a barrier that threads wait at");
  mine->count = 0;
  return 0;
}

/* --- tickets ---------------------------------------------------------------- */

/* Of the ticket of a round: it is there; it is, unless one who does not ask has
 * it; somebody has asked. */
enum ticket { THERE, PERHAPS, TAKEN };

/* Those of the last rounds of all barriers.  They are not in the barrier, which
 * may be gone: who has passed may destroy and free it while others stand right
 * behind it. */
static struct {
  uint32_t rounds;
  uint8_t of[1020]; /* enum ticket */
} tickets PUT_BACK;

/* To all threads of a round that is complete: the last, and these. */
static void give_ticket(struct rt_barrier *b, const struct threads *others) {
  uint32_t n = tickets.rounds++ % sizeof tickets.of;
  tickets.of[n] = b->unasked ? PERHAPS : THERE;
  b->unasked = 0;
  rt.current->ticket = (uint16_t)n;
  threads_each(rt.words, others, t)
    rt.fibers[t].ticket = (uint16_t)n;
}

/* What stands for the ticket is no memory of the program's. */
static uint64_t ticket_object(const struct rt_barrier *b) {
  enum { BEYOND = 46 };
  uint64_t at = (uint64_t)&b->tickets;
  return at - rt_globals.base < rt_globals.size ? at
                                                : at + (UINT64_C(1) << BEYOND);
}

static bool asks(heddle_at site) {
  return !site || !(site->hidden & ABI_RESULT_IDLE);
}

/* Whether the running thread, which has passed, is the serial one. */
static bool takes_ticket(const struct rt_barrier *b, heddle_at site) {
  if (!asks(site))
    return false;
  bool step = rt_visible(OP_UPDATE, ticket_object(b), sizeof b->tickets, 0,
                         site);
  uint8_t *ticket = &tickets.of[rt.current->ticket], was = *ticket;
  if (step && was == TAKEN)
    rt.step->flags |= EVENT_FAILED;
  *ticket = TAKEN;
  if (step)
    rt.step->value = 1;
  heddle_here = site;
  return was == THERE || (was == PERHAPS && rt_choice("serial-thread", 2));
}

/* The running thread, beyond the first word, has never come to it before, since
 * it was made; its event of now apart.  Such a thread is never alone, so all
 * that it did is told. */
static bool is_new(const struct rt_barrier *b) {
  const struct fiber *f = rt.current;
  uint64_t object = rt_object((uint64_t)b);
  if (f->barrier == object)
    return false;
  for (const struct event *e = rt.event - 1; e-- > f->born;)
    if (e->object == object && e->kind == OP_BARRIER_INIT)
      return true;
    else if (e->object == object && e->kind == OP_ARRIVE && e->thread == f->id)
      return false;
  return true;
}

/* How many threads have come to it, the running one included. */
static uint32_t count_seen(struct rt_barrier *b) {
  struct fiber *f = rt.current;
  if (f->id < THREADS_WORD)
    b->seen |= UINT64_C(1) << f->id;
  else if (is_new(b))
    b->others++;
  f->barrier = rt_object((uint64_t)b);
  return threads_count_word(b->seen) + b->others;
}

/* Everybody who waits there goes on.  Who opens it for nobody else is told to
 * have set itself free: that nobody is would mean that more have to come. */
static void release(struct rt_barrier *b, bool step) {
  struct threads freed;
  threads_clear(rt.words, &freed);
  uint64_t barrier = rt_object((uint64_t)b);
  threads_each(rt.words, &rt.blocked, t) {
    const struct fiber *f = &rt.fibers[t];
    if (f->kind == OP_NOTE && f->object == barrier)
      threads_add(rt.words, &freed, (unsigned)t);
  }
  give_ticket(b, &freed);
  threads_unite(rt.words, &rt.released, &freed);
  if (!threads_any(rt.words, &freed))
    threads_add(rt.words, &freed, rt.current->id);
  if (step)
    rt_tell_freed(&freed);
}

int heddle_pthread_barrier_wait(pthread_barrier_t *b) {
  heddle_at site = heddle_here;
  struct rt_barrier *mine = barrier_at(b, site);
  bool step = rt_visible(OP_ARRIVE, (uint64_t)b, 1, 0, site);
  check(mine, site);
  if (count_seen(mine) > mine->count)
    rt_escape(WHY_UNMODELLED, "a barrier with more threads than its count",
              site);
  mine->unasked |= !asks(site);
  if (mine->waiting + 1 < mine->count) {
    mine->waiting++;
    if (!step)
      rt_stuck();
    rt_block(OP_NOTE, (uint64_t)b, site);
  } else {
    mine->waiting = 0;
    release(mine, step);
  }
  return takes_ticket(mine, site) ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
