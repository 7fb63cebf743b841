/* The same run without buffers.
 *
 * Each rank has a log of what it posted and of what it went on after.  In this
 * account a rank is somewhere in its log: it goes on when what it needs is
 * complete here, where a send in the standard mode is complete when its receive
 * has been posted, and a collective when all have called it.  Who is matched
 * with whom is taken from the run.  As these are fixed it makes no difference
 * in which order ranks go on here.
 *
 * When nobody does, and somebody stands before a send or a collective that the
 * run has passed, then ranks could stand like this without buffers.  It is a
 * deadlock unless some receive could take a message that the run has given to
 * another: then what follows is that of another run, and is looked at there.  A
 * rank that was told by a Test that something is complete would here have been
 * told that it is not, and gone another way: that, too, is another run's. */
#include <stdio.h>
#include <string.h>

#include "rt/mpi.h"

enum entry_kind { ENTRY_POSTS, ENTRY_NEEDS, ENTRY_SAW };
struct mpi_entry {
  MPI_Request request;
  heddle_at site;
  uint8_t kind; /* enum entry_kind */
};

static void add(MPI_Request r, enum entry_kind kind) {
  struct mpi_rank *me = mpi_self();
  if (mpi_world.threads)
    return;
  if (me->log_len == me->log_cap) {
    uint32_t cap = me->log_cap ? 2 * me->log_cap : 64;
    struct mpi_entry *more = mpi_alloc(cap * sizeof *more);
    if (me->log_len)
      memcpy(more, me->log, me->log_len * sizeof *more);
    me->log = more;
    me->log_cap = cap;
  }
  me->log[me->log_len++] = (struct mpi_entry){r, me->site, (uint8_t)kind};
}

void mpi_strict_posts(MPI_Request r) {
  add(r, ENTRY_POSTS);
}
void mpi_strict_needs(MPI_Request r) {
  add(r, ENTRY_NEEDS);
}
void mpi_strict_saw(MPI_Request r) {
  add(r, ENTRY_SAW);
}

static bool is_complete(const struct heddle_mpi_request *r) {
  if (r->nobody || r->cancelled)
    return true;
  if (r->kind == REQUEST_COLL)
    return mpi_coll_is_complete_strictly(r);
  if (r->kind == REQUEST_SEND && (r->mode == MODE_BUFFERED || r->s_buffered))
    return true;
  return r->match && r->match->s_posted;
}

static bool is_behind(const struct mpi_rank *me) {
  return me->log_at < me->log_len;
}

static bool goes_on(struct mpi_rank *me) {
  if (!is_behind(me))
    return false;
  const struct mpi_entry *e = &me->log[me->log_at];
  if (e->kind == ENTRY_POSTS)
    e->request->s_posted = true;
  else if (!is_complete(e->request))
    return false;
  me->log_at++;
  return true;
}

static void go_on(void) {
  for (bool again = true; again;) {
    again = false;
    for (unsigned r = 0; r < mpi_world.size; r++)
      while (goes_on(mpi_world.ranks[r]))
        again = true;
  }
}

/* It stands before something that the run has passed, or is about to. */
static bool is_held(const struct mpi_rank *me) {
  if (!is_behind(me))
    return false;
  const struct heddle_mpi_request *r = me->log[me->log_at].request;
  return mpi_is_complete(r) ||
         (r->kind == REQUEST_SEND && r->mode != MODE_SYNCHRONOUS);
}

/* A message is on its way here that a receive, or a probe, could take. */
static bool is_offered(const struct heddle_mpi_request *r) {
  for (unsigned b = 0; b < mpi_world.size && r->kind != REQUEST_SEND; b++)
    for (MPI_Request m = mpi_world.ranks[b]->all; m; m = m->sister)
      if (m->kind == REQUEST_SEND && m->s_posted && !m->nobody &&
          mpi_fits(r, m) && !(m->match && m->match->s_posted))
        return true;
  return false;
}

/* Nobody here would let it go on. */
static bool is_stuck(const struct mpi_rank *me) {
  if (is_behind(me))
    return me->log[me->log_at].kind == ENTRY_NEEDS;
  if (me->ended)
    return true;
  if (!me->blocked || (me->waits != WAIT_ANY && me->waits != WAIT_PROBE))
    return false; /* what it needed is behind it, or it does not wait */
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] &&
        (is_complete(me->requests[i]) || is_offered(me->requests[i])))
      return false;
  return true;
}

/* Some receive that is posted here could take a message that is. */
static bool another_fits(void) {
  for (unsigned a = 0; a < mpi_world.size; a++)
    for (MPI_Request r = mpi_world.ranks[a]->all; r; r = r->sister)
      if (r->kind == REQUEST_RECV && r->s_posted && !is_complete(r) &&
          is_offered(r))
        return true;
  return false;
}

struct mpi_rank *mpi_strict_asks(void) {
  struct mpi_rank *first = NULL;
  for (unsigned r = 0; r < mpi_world.size; r++)
    if (!mpi_world.ranks[r] || !mpi_world.ranks[r]->begun)
      return NULL;
  go_on();
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    if (!is_stuck(me))
      return NULL;
    if (!first && is_held(me) && me->blocked)
      first = me;
  }
  return first && !another_fits() ? first : NULL;
}

/* Everybody who is held here stands where it would. */
_Noreturn void mpi_strict_ends(void) {
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    struct fiber *f = &rt.fibers[rt.ranks ? r + 1 : 0];
    char words[WIRE_LABEL_LEN];
    if (!is_behind(me) || !me->blocked)
      continue;
    const struct mpi_entry *e = &me->log[me->log_at];
    unsigned whom = mpi_lacks(e->request, words, sizeof words);
    f->object = label_number(words);
    rt_label_put(f->object, words);
    f->awaited = (uint16_t)(whom ? whom + 1 : 0);
    f->site = e->site;
  }
  rt_end(RUN_DEADLOCK, FOUND_DEADLOCK, NULL);
}

/* Buffers from here on, for those who stand before one. */
void mpi_strict_goes_on(void) {
  if (rt_choice("no buffers", 2)) {
    struct mpi_rank *me = mpi_self();
    me->blocked = true;
    threads_add(rt.words, &rt.blocked, rt.current->id);
    rt.current->kind = OP_NOTE;
    mpi_strict_ends();
  }
  for (unsigned r = 0; r < mpi_world.size; r++) {
    struct mpi_rank *me = mpi_world.ranks[r];
    if (!is_held(me))
      continue;
    MPI_Request q = me->log[me->log_at].request;
    if (q->kind == REQUEST_COLL)
      mpi_coll_weaken(q);
    else
      q->s_buffered = true;
  }
}
