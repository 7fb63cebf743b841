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

/* Of each rank its own, so that handles depend on nothing but what the rank has
 * done; and not in its heap, whose state is the program's (mpi_state). */
#define ARENAS UINT64_C(0x680000000000)
#define ARENA_SIZE (UINT64_C(1) << 30)
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

void *mpi_alloc(size_t size) {
  unsigned r = rt_is_rank() ? rt_rank_now() : 0;
  size_t need = (size + 31) & ~(size_t)15;
  if (!map_arenas() || need > ARENA_SIZE - arenas.used[r])
    rt_escape_end(WHY_MEMORY, "no memory for MPI", heddle_here);
  void *p = arena_of(r) + arenas.used[r];
  arenas.used[r] += need;
  return p;
}

bool mpi_is_own(const void *p) {
  unsigned r = rt_is_rank() ? rt_rank_now() : 0;
  return (uint64_t)p - (uint64_t)arena_of(r) < arenas.used[r];
}

void rt_mpi_reset(void) {
  if (!mpi_world.size)
    return;
  for (unsigned r = 0; r < MPI_RANKS; r++) {
    memset(arena_of(r), 0, arenas.used[r]);
    arenas.used[r] = 0;
  }
  memset(&mpi_world, 0, sizeof mpi_world);
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

/* Without --ranks the program is one rank by itself. */
struct mpi_rank *mpi_self(void) {
  unsigned r = rt_is_rank() ? rt_rank_now() : 0;
  if (!mpi_world.size)
    begin_world();
  if (!mpi_world.ranks[r]) {
    struct mpi_rank *me = mpi_alloc(sizeof *me);
    me->posted_end = &me->posted;
    me->inbox_end = &me->inbox;
    mpi_world.ranks[r] = me;
  }
  return mpi_world.ranks[r];
}

struct mpi_rank *mpi_enter(const char *call) {
  struct mpi_rank *me = mpi_self();
  rt_trial_stop();
  me->call = call;
  me->site = heddle_here;
  if (UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  if (!me->begun)
    mpi_misuse("%s before MPI_Init", call);
  if (me->finalized)
    mpi_misuse("%s after MPI_Finalize", call);
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
  if (rt.wire->flags & WIRE_UNBUFFERED)
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

/* What a rank can answer: a receive that takes one of some messages, or else
 * what its own call waits for. */
struct decision {
  MPI_Request receive; /* or NULL */
  unsigned count;
  MPI_Request messages[MPI_RANKS];
  int indices[64];
  bool truth; /* of a Test: it is complete */
  bool late;  /* there could be other answers later */
};

static bool is_test(const struct mpi_rank *me) {
  return me->waits == WAIT_TEST || me->waits == WAIT_TEST_ANY ||
         me->waits == WAIT_IPROBE;
}

static MPI_Request open_receive(struct mpi_rank *me, struct decision *d) {
  for (MPI_Request r = me->posted; r; r = r->next)
    if (!r->match && (d->count = mpi_candidates(r, d->messages)))
      return r;
  return NULL;
}

/* Of some requests: which are complete. */
static void find_complete(const struct mpi_rank *me, struct decision *d) {
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

static bool find_decision(struct mpi_rank *me, struct decision *d) {
  *d = (struct decision){.late = true};
  if ((d->receive = open_receive(me, d)))
    return true;
  switch (me->waits) {
  case WAIT_ANY:
    find_complete(me, d);
    return d->count;
  case WAIT_TEST:
    d->truth = all_complete(me);
    break;
  case WAIT_TEST_ANY:
    find_complete(me, d);
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
  struct decision d;
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *other = mpi_world.ranks[r];
    if (other && other != me && other->blocked && find_decision(other, &d))
      return true;
  }
  return false;
}

static void put_off(struct mpi_rank *me, const struct decision *d) {
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

static void take(struct mpi_rank *me, const struct decision *d, unsigned n) {
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
  struct decision d;
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
    put_off(me, &d);
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
  struct decision d;
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
  if (rt.wire->flags & WIRE_UNBUFFERED || rt.failure.finding != FOUND_NONE)
    return false;
  struct mpi_rank *who = mpi_strict_asks();
  for (unsigned r = 0; who && r < mpi_world.size; r++)
    if (mpi_world.ranks[r] == who) {
      who->asked = true;
      return release_one(r);
    }
  return false;
}

bool rt_mpi_goes_on(void) {
  if (!mpi_world.size)
    return false;
  mpi_match_all();
  if (release_asked() || release_done())
    return true;
  if (buffer_sends() && release_done())
    return true;
  if (release_decider())
    return true;
  if (anybody_put_off() && rt.failure.finding == FOUND_NONE)
    rt_end(RUN_REDUNDANT, FOUND_NONE, NULL);
  return false;
}
