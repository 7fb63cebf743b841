/* The world of an MPI program: who waits for what, and how it settles. */
#define IN_MPI
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "rt/mpi.h"
#include "rt/rank.h"

struct mpi_world mpi_world;

/* The object at which ranks arrive: a text, so that it has no address. */
static uint64_t world_mark(void) {
  return label_number("MPI");
}

/* --- memory -------------------------------------------------------------- */

/* Of each thread its own, so that handles depend on nothing but what it has
 * done; and not in its heap, whose state is the program's (mpi_state).  Where
 * ranks have threads the last is for what any of them may be the first to need,
 * and the program sees nothing of. */
#define ARENAS WIRE_MPI
#define ARENA_SIZE (WIRE_MPI_SIZE / MPI_RANKS)
static struct {
  bool mapped;
  size_t used[MPI_RANKS];
} arenas;

static char *arena_of(unsigned rank) {
  return (char *)(ARENAS + rank * ARENA_SIZE);
}

static bool map_arenas(void) {
  arenas.mapped =
      arenas.mapped ||
      mmap((void *)ARENAS, ARENA_SIZE * MPI_RANKS, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0) != MAP_FAILED;
  return arenas.mapped;
}

enum { SHARED = MPI_RANKS - 1u };

static void *alloc_in(unsigned arena, size_t size) {
  size_t need = (size + 31) & ~(size_t)15;
  if (!map_arenas() || need > ARENA_SIZE - arenas.used[arena])
    rt_escape_end(WHY_MEMORY, "no memory for MPI", heddle_here);
  void *p = arena_of(arena) + arenas.used[arena];
  arenas.used[arena] += need;
  return p;
}

static unsigned own_arena(void) {
  unsigned id = rt.current->id, arena = id ? id - 1 : 0;
  if (arena >= (mpi_world.threads ? SHARED : MPI_RANKS))
    rt_escape_end(WHY_THREADS, "MPI and more than 127 threads", heddle_here);
  return arena;
}

void *mpi_alloc(size_t size) {
  return alloc_in(own_arena(), size);
}

void *mpi_alloc_shared(size_t size) {
  return alloc_in(mpi_world.threads ? SHARED : own_arena(), size);
}

bool mpi_is_own(const void *p) {
  uint64_t offset = (uint64_t)p - ARENAS, arena = offset / ARENA_SIZE;
  bool others = mpi_world.threads && arena < SHARED;
  return arena < MPI_RANKS && (others || arena == own_arena()) &&
         offset % ARENA_SIZE < arenas.used[arena];
}

void rt_mpi_reset(void) {
  mpi_world.threads = false;
  if (!mpi_world.size)
    return;
  for (unsigned r = 0; r < MPI_RANKS; r++) {
    memset(arena_of(r), 0, arenas.used[r]);
    arenas.used[r] = 0;
  }
  memset(&mpi_world, 0, sizeof mpi_world);
  mpi_threads_reset();
  rt_bounds_ask_always(false);
}

int mpi_handle(void *const *all, const char *what) {
  for (int i = 1; i < MPI_HANDLES; i++)
    if (!all[i])
      return i;
  rt_escape_end(WHY_MEMORY, what, heddle_here);
}

/* --- calls --------------------------------------------------------------- */

static void begin_world(void) {
  int ranks[MPI_RANKS];
  mpi_world.size = rt.ranks ? rt.ranks : 1;
  for (unsigned r = 0; r < mpi_world.size; r++)
    ranks[r] = (int)r;
  struct mpi_comm *c = mpi_comm_make((int)mpi_world.size, ranks);
  snprintf(c->name, sizeof c->name, "MPI_COMM_WORLD");
}

struct mpi_rank *mpi_rank_make(void) {
  struct mpi_rank *made = mpi_alloc_shared(sizeof *made);
  made->posted_end = &made->posted;
  made->inbox_end = &made->inbox;
  return made;
}

/* Without --ranks the program is one rank by itself. */
struct mpi_rank *mpi_self(void) {
  unsigned r = rt_is_rank() ? rt_rank_now() : 0;
  if (!mpi_world.size)
    begin_world();
  struct mpi_rank **at = &mpi_world.ranks[r];
  if (!*at)
    *at = mpi_rank_make();
  if (!(*at)->thread)
    (*at)->thread = rt.current->id;
  return *at;
}

/* What it has seen is told by the box (mpi_threads.c). */
static bool may_be_in_vain(const char *call) {
  return !strncmp(call, "MPI_Test", 8) || !strcmp(call, "MPI_Iprobe");
}

struct mpi_rank *mpi_enter(const char *call) {
  struct mpi_rank *me = mpi_self();
  rt_trial_stop();
  me->call = call;
  me->site = heddle_here;
  if (UNLIKELY(rt_waiting()) && !(mpi_world.threads && may_be_in_vain(call)))
    rt_wait_effect(&rt.current->watch);
  if (!me->begun)
    mpi_misuse("%s before MPI_Init", call);
  if (me->finalized)
    mpi_misuse("%s after MPI_Finalize", call);
  if (UNLIKELY(mpi_world.threads))
    mpi_look_at_level(me);
  return me;
}

static uint64_t label_of(const char *text) {
  uint64_t number = label_number(text);
  rt_label_put(number, text);
  return number;
}

void mpi_tell(const char *fmt, ...) {
  char text[WIRE_LABEL_LEN];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  rt_silent(OP_REMARK, label_of(text), 0, mpi_self()->site);
}

int mpi_error(int code, const char *fmt, ...) {
  char text[200];
  struct mpi_rank *me = mpi_self();
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  if (me->errors_return)
    return code;
  heddle_here = me->site;
  mpi_misuse("%s: %s", me->call, text);
}

/* --- waiting ------------------------------------------------------------- */

/* Where a rank stands, for who asks when it stands there for ever. */
static void describe(struct mpi_rank *me) {
  char words[WIRE_LABEL_LEN] = "a message";
  unsigned whom = 0;
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && !mpi_is_complete(me->requests[i])) {
      whom = mpi_lacks(me->requests[i], words, sizeof words);
      break;
    }
  if (me->waits == WAIT_LOCK) {
    snprintf(words, sizeof words, "the lock of a window");
    whom = mpi_win_held_by(me);
  }
  struct fiber *f = rt.current;
  f->object = label_of(words);
  f->awaited = (uint16_t)(whom ? whom + 1 : 0); /* rank r is thread r + 1 */
}

/* A step, and then no more until somebody lets it go. */
static void arrive(struct mpi_rank *me) {
  struct fiber *f = rt.current;
  f->kind = OP_ARRIVE;
  f->object = world_mark();
  f->size = 1;
  f->flags = f->order = 0;
  f->site = me->site;
  f->alts = 1;
  f->alt = 0;
  rt_park();
  me->blocked = true;
  describe(me);
  rt_block(OP_NOTE, f->object, me->site);
}

static void decide(struct mpi_rank *me);

void mpi_wait_for(struct mpi_rank *me, enum mpi_wait what, MPI_Request *all,
                  int count) {
  me->waits = (uint8_t)what;
  me->requests = all;
  me->count = count;
  me->done = me->flag = me->must_come = false;
  me->index = MPI_UNDEFINED;
  me->put_off = 0;
  if (UNLIKELY(mpi_world.threads))
    mpi_wait_among(me);
  while (!me->done) {
    arrive(me);
    heddle_here = me->site;
    if (me->asked)
      mpi_strict_goes_on();
    else if (me->decides)
      decide(me);
    me->asked = me->decides = false;
  }
  me->waits = WAIT_NOTHING;
}

void rt_mpi_leave(void) {
  unsigned r = rt_rank_now();
  struct mpi_rank *me = mpi_world.size ? mpi_world.ranks[r] : NULL;
  if (!me)
    return;
  if (me->begun && !me->finalized && rt.failure.finding == FOUND_NONE)
    mpi_misuse("rank %u ends without MPI_Finalize", r);
  me->ended = true;
  struct fiber *f = rt.current;
  if (mpi_world.threads)
    return;
  f->kind = OP_ARRIVE;
  f->object = world_mark();
  f->size = 1;
  f->flags = f->order = 0;
  f->alts = 1;
  rt_park();
}

/* --- letting go ---------------------------------------------------------- */

/* The step that came last is an arrival: it lets these go. */
static void release(const struct threads *set) {
  threads_unite(rt.words, &rt.released, set);
  if (rt.step && rt.step->kind == OP_ARRIVE && !rt.step->value)
    rt_tell_freed(set);
}

static void let_go(unsigned rank, struct threads *set) {
  mpi_world.ranks[rank]->blocked = false;
  threads_add(rt.words, set, rt.ranks ? rank + 1 : 0);
}

static bool release_one(unsigned rank) {
  struct threads set;
  threads_clear(rt.words, &set);
  let_go(rank, &set);
  release(&set);
  return true;
}

static bool all_complete(const struct mpi_rank *me) {
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && !mpi_is_complete(me->requests[i]))
      return false;
  return true;
}

static bool is_done(const struct mpi_rank *me) {
  switch (me->waits) {
  case WAIT_ALL:
    return all_complete(me);
  case WAIT_TEST:
    return me->must && all_complete(me);
  case WAIT_PROBE:
    return me->own->match != NULL;
  case WAIT_LOCK:
    return !mpi_win_held_by(me);
  default:
    return false;
  }
}

/* Everybody whose call is complete. */
static bool release_done(void) {
  struct threads set;
  threads_clear(rt.words, &set);
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    if (!me || !me->blocked || !is_done(me))
      continue;
    me->done = me->flag = true;
    let_go(r, &set);
  }
  if (!threads_any(rt.words, &set))
    return false;
  release(&set);
  return true;
}

/* All at once: nobody can see in which order. */
static bool buffer_sends(void) {
  bool any = false;
  if (mpi_unbuffered())
    return false;
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    for (int i = 0; me && me->blocked && i < me->count; i++) {
      MPI_Request q = me->requests[i];
      if (!q || q->kind != REQUEST_SEND || mpi_is_complete(q) ||
          (q->mode != MODE_STANDARD && q->mode != MODE_READY))
        continue;
      q->buffered = any = true;
    }
  }
  return any;
}

/* --- decisions ----------------------------------------------------------- */

static bool is_test(const struct mpi_rank *me) {
  return me->waits == WAIT_TEST || me->waits == WAIT_TEST_ANY ||
         me->waits == WAIT_IPROBE;
}

static MPI_Request open_receive(struct mpi_rank *me, struct mpi_answers *d) {
  for (MPI_Request r = me->posted; r; r = r->next)
    if (!r->match && (d->count = mpi_candidates(r, d->messages)))
      return r;
  return NULL;
}

void mpi_find_complete(const struct mpi_rank *me, struct mpi_answers *d) {
  bool all = true;
  for (int i = 0; i < me->count && i < 64; i++) {
    MPI_Request r = me->requests[i];
    if (!r || (r->persistent && !r->active))
      continue;
    if (mpi_is_complete(r) && !(me->put_off >> i & 1))
      d->indices[d->count++] = i;
    all &= mpi_is_complete(r);
  }
  d->late = !all;
}

static bool find_decision(struct mpi_rank *me, struct mpi_answers *d) {
  *d = (struct mpi_answers){.late = true};
  if ((d->receive = open_receive(me, d)))
    return true;
  switch (me->waits) {
  case WAIT_ANY:
    mpi_find_complete(me, d);
    return d->count;
  case WAIT_TEST:
    d->truth = all_complete(me);
    break;
  case WAIT_TEST_ANY:
    mpi_find_complete(me, d);
    d->truth = d->count;
    break;
  case WAIT_PROBE:
    d->count = mpi_candidates(me->own, d->messages);
    return d->count;
  case WAIT_IPROBE:
    d->count = mpi_candidates(me->own, d->messages);
    d->truth = d->count;
    break;
  default:
    return false;
  }
  /* a Test: it may come too early, unless it was made before */
  d->count = (d->truth ? d->count ? d->count : 1 : 0) + !me->must;
  return d->count;
}

/* Whether somebody else has one to make. */
static bool others_decide(const struct mpi_rank *me) {
  struct mpi_answers d;
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *other = mpi_world.ranks[r];
    if (other && other != me && other->blocked && find_decision(other, &d))
      return true;
  }
  return false;
}

void mpi_put_off(struct mpi_rank *me, const struct mpi_answers *d) {
  if (d->receive || me->waits == WAIT_PROBE) {
    MPI_Request r = d->receive ? d->receive : me->own;
    for (unsigned i = 0; i < d->count; i++)
      r->put_off[d->messages[i]->from / 64] |= UINT64_C(1)
                                               << d->messages[i]->from % 64;
  } else if (me->waits == WAIT_ANY) {
    for (unsigned i = 0; i < d->count; i++)
      me->put_off |= UINT64_C(1) << d->indices[i];
  } else {
    me->must = me->must_come = true;
  }
}

static void take(struct mpi_rank *me, const struct mpi_answers *d, unsigned n) {
  if (d->receive) {
    mpi_match(d->receive, d->messages[n]);
    mpi_tell("%s takes the message of rank %u", d->receive->call,
             d->messages[n]->from);
    return;
  }
  /* a Test in vain is the last of its answers */
  bool truth = !is_test(me) || n + !me->must < d->count;
  me->done = true;
  me->flag = truth;
  if (truth && (me->waits == WAIT_ANY || me->waits == WAIT_TEST_ANY))
    me->index = d->indices[n];
  if (truth && (me->waits == WAIT_PROBE || me->waits == WAIT_IPROBE))
    me->own->match = d->messages[n];
}

/* A Test that is not complete may also be made later, when it is: but only if
 * somebody else has something to decide first. */
static void decide(struct mpi_rank *me) {
  struct mpi_answers d;
  if (!find_decision(me, &d))
    return;
  bool test = !d.receive && is_test(me);
  bool later = d.late && others_decide(me) && !(test && (d.truth || me->must));
  unsigned answers = d.count + later, n = 0;
  if (d.receive && later) {
    struct event *at;
    n = rt_choice_late("whose message", d.count, &at);
    if (n < d.count)
      mpi_late_note(d.receive, at, d.messages, d.count);
  } else if (answers > 1)
    n = rt_choice(test                   ? "too early"
                  : d.receive || me->own ? "whose message"
                                         : "which request",
                  answers);
  if (n == d.count)
    mpi_put_off(me, &d);
  else
    take(me, &d, n);
}

static bool anybody_put_off(void) {
  for (unsigned r = 0; r < mpi_world.size; r++) {
    const struct mpi_rank *me = mpi_world.ranks[r];
    if (!me)
      continue;
    bool off = me->blocked && (me->put_off || me->must_come);
    for (MPI_Request q = me->posted; q; q = q->next)
      off |= !q->match && (q->put_off[0] || q->put_off[1]);
    if (me->blocked && me->own && me->own->kind == REQUEST_PROBE)
      off |= me->own->put_off[0] || me->own->put_off[1];
    if (off)
      return true;
  }
  return false;
}

static bool release_decider(void) {
  struct mpi_answers d;
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    if (!me || !me->blocked || !find_decision(me, &d))
      continue;
    me->decides = true;
    return release_one(r);
  }
  return false;
}

/* --- settling ------------------------------------------------------------ */

static bool release_asked(void) {
  if (mpi_unbuffered() || rt.failure.finding != FOUND_NONE)
    return false;
  struct mpi_rank *who = mpi_strict_asks();
  for (unsigned r = 0; who && r < mpi_world.size; r++)
    if (mpi_world.ranks[r] == who) {
      who->asked = true;
      return release_one(r);
    }
  return false;
}

static bool settles(void) {
  mpi_match_all();
  return release_asked() || release_done() ||
         (buffer_sends() && release_done()) || release_decider();
}

bool rt_mpi_goes_on(void) {
  if (!mpi_world.size)
    return false;
  if (!mpi_world.threads && settles())
    return true;
  if (anybody_put_off() && rt.failure.finding == FOUND_NONE)
    rt_end(RUN_REDUNDANT, FOUND_NONE, NULL);
  return false;
}
