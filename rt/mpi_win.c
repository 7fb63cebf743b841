#include "rt/mpi_win.h"

#include <stdio.h>
#include <string.h>

#include "rt/calls.h"
#include "rt/mpi_coll.h"
#include "rt/rank.h"

static unsigned now(void) {
  return rt_is_rank() ? rt_rank_now() : 0;
}

static void put(int *to, int value) {
  rt_range_write(to, sizeof *to, mpi_self()->site);
  *to = value;
}

struct mpi_win *mpi_win(MPI_Win handle) {
  if (handle <= MPI_WIN_NULL || handle > mpi_world.wins_len)
    return NULL;
  struct mpi_win *w = mpi_world.wins[handle];
  int rank = mpi_comm_rank(w->comm, now());
  return rank == MPI_UNDEFINED || w->parts[rank]->freed ? NULL : w;
}

int mpi_win_rank(const struct mpi_win *w) {
  return mpi_comm_rank(w->comm, now());
}

static int no_window(void) {
  return mpi_error(MPI_ERR_WIN, "no such window");
}

static struct win_part *own_part(const struct mpi_win *w) {
  return w->parts[mpi_win_rank(w)];
}

/* --- making -------------------------------------------------------------- */

/* Everybody has come to the call, and so its part is there; the first to go on
 * makes the window of them. */
static int make(struct mpi_comm *c) {
  for (int i = 1; i <= mpi_world.wins_len; i++)
    if (mpi_world.wins[i]->comm == c)
      return i;
  if (mpi_world.wins_len == MPI_HANDLES - 1)
    rt_escape_end(WHY_MEMORY, "more than 255 windows", heddle_here);
  struct mpi_win *w = mpi_alloc(sizeof *w);
  w->comm = c;
  w->site = mpi_self()->site;
  c->is_window = true;
  for (int i = 0; i < c->size; i++)
    w->parts[i] = mpi_world.ranks[c->ranks[i]]->window_part;
  mpi_world.wins[++mpi_world.wins_len] = w;
  return mpi_world.wins_len;
}

static int create(const char *call, struct win_part *part, MPI_Comm comm,
                  MPI_Win *win) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *made = NULL;
  if (mpi_world.threads)
    rt_escape_end(WHY_UNMODELLED, "windows of ranks with threads", me->site);
  if (part->size)
    rt_touch(part->base, part->size, me->site);
  part->read_at = mpi_alloc(part->size * sizeof *part->read_at);
  part->written_at = mpi_alloc(part->size * sizeof *part->written_at);
  me->window_part = part;
  int error = mpi_comm_split(call, comm, 0, 0, NULL, &made);
  if (error)
    return error;
  rt_bounds_ask_always(true);
  put(win, make(made));
  return MPI_SUCCESS;
}

static int check_sizes(MPI_Aint size, int unit) {
  if (size < 0)
    return mpi_error(MPI_ERR_SIZE, "the size is %ld", (long)size);
  if (unit <= 0)
    return mpi_error(MPI_ERR_DISP, "the unit is %d", unit);
  return MPI_SUCCESS;
}

int heddle_MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info,
                          MPI_Comm comm, MPI_Win *win) {
  (void)info;
  mpi_enter("MPI_Win_create");
  int error = check_sizes(size, unit);
  if (!error && size && !base)
    error = mpi_error(MPI_ERR_ARG, "no memory for a window of %ld bytes",
                      (long)size);
  if (error)
    return error;
  struct win_part *part = mpi_alloc(sizeof *part);
  part->base = base;
  part->size = (size_t)size;
  part->unit = unit;
  return create("MPI_Win_create", part, comm, win);
}

int heddle_MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info,
                            MPI_Comm comm, void *base, MPI_Win *win) {
  (void)info;
  struct mpi_rank *me = mpi_enter("MPI_Win_allocate");
  int error = check_sizes(size, unit);
  if (error)
    return error;
  struct win_part *part = mpi_alloc(sizeof *part);
  part->base = heddle_malloc((size_t)size);
  part->size = (size_t)size;
  part->unit = unit;
  part->allocated = true;
  rt_range_write(base, sizeof part->base, me->site);
  memcpy(base, &part->base, sizeof part->base);
  return create("MPI_Win_allocate", part, comm, win);
}

static bool holds_a_lock(const struct mpi_win *w) {
  const struct win_part *p = own_part(w);
  for (int i = 0; i < w->comm->size; i++)
    if (p->locks[i].held)
      return true;
  return p->all;
}

/* A collective that all ranks of the window wait in. */
static int meet(const char *call, const struct mpi_win *w) {
  struct coll_call c = {.name = call, .root = MPI_UNDEFINED};
  return coll_call(&c, w->comm->handle, NULL);
}

int heddle_MPI_Win_free(MPI_Win *win) {
  mpi_enter("MPI_Win_free");
  struct mpi_win *w = mpi_win(*win);
  if (!w)
    return no_window();
  struct win_part *p = own_part(w);
  if (holds_a_lock(w) || p->started.size || p->posted.size ||
      mpi_win_pending(w))
    return mpi_error(MPI_ERR_RMA_SYNC, "an epoch is under way");
  if (p->size)
    rt_touch(p->base, p->size, mpi_self()->site); /* it must still be there */
  int error = meet("MPI_Win_free", w);
  if (error)
    return error;
  p->freed = true;
  if (p->allocated)
    heddle_free(p->base);
  put(win, MPI_WIN_NULL);
  return MPI_SUCCESS;
}

/* --- asking -------------------------------------------------------------- */

int heddle_MPI_Win_get_group(MPI_Win win, MPI_Group *group) {
  mpi_enter("MPI_Win_get_group");
  const struct mpi_win *w = mpi_win(win);
  if (!w)
    return no_window();
  put(group, mpi_group_make(w->comm->size, w->comm->ranks));
  return MPI_SUCCESS;
}

int heddle_MPI_Win_get_attr(MPI_Win win, int key, void *value, int *flag) {
  struct mpi_rank *me = mpi_enter("MPI_Win_get_attr");
  const struct mpi_win *w = mpi_win(win);
  if (!w)
    return no_window();
  struct win_part *p = own_part(w);
  void *found = key == MPI_WIN_BASE        ? (void *)p->base
                : key == MPI_WIN_SIZE      ? (void *)&p->size
                : key == MPI_WIN_DISP_UNIT ? (void *)&p->unit
                                           : NULL;
  bool known = found || key == MPI_WIN_BASE;
  put(flag, known);
  if (!known)
    rt_escape(WHY_UNMODELLED, "attributes of a window", me->site);
  rt_range_write(value, sizeof found, me->site);
  memcpy(value, &found, sizeof found);
  return MPI_SUCCESS;
}

/* --- fences -------------------------------------------------------------- */

/* Everybody has come to this fence: what was over then is before whatever comes
 * now.  Others may have come to the next one. */
static void forget(struct mpi_win *w, uint32_t fences) {
  for (struct win_op **at = &w->ops; *at;)
    if ((*at)->fenced && (*at)->fenced <= fences)
      *at = (*at)->next;
    else
      at = &(*at)->next;
}

int heddle_MPI_Win_fence(int assertion, MPI_Win win) {
  mpi_enter("MPI_Win_fence");
  struct mpi_win *w = mpi_win(win);
  if (!w)
    return no_window();
  struct win_part *p = own_part(w);
  if (holds_a_lock(w) || p->started.size || p->posted.size)
    return mpi_error(MPI_ERR_RMA_SYNC, "another epoch is under way");
  if (assertion & MPI_MODE_NOPRECEDE && mpi_win_pending(w))
    return mpi_error(MPI_ERR_ASSERT, "MPI_MODE_NOPRECEDE, and accesses of this "
                                     "rank are under way");
  mpi_win_end(w, -1, true);
  p->fences++;
  if (assertion & MPI_MODE_NOPUT)
    p->no_put = p->fences;
  for (struct win_op *o = w->ops; o; o = o->next)
    if (o->origin == mpi_win_rank(w) && !o->fenced)
      o->fenced = p->fences;
  int error = meet("MPI_Win_fence", w);
  forget(w, p->fences);
  p->fenced = !(assertion & MPI_MODE_NOSUCCEED);
  return error;
}

/* --- locks --------------------------------------------------------------- */

static bool exclude(uint8_t a, uint8_t b) {
  return a && b && (a == LOCK_EXCLUSIVE || b == LOCK_EXCLUSIVE);
}

/* 1 + the rank of the world that has the lock, so that nobody else may; or 0. */
unsigned mpi_win_held_by(const struct mpi_rank *me) {
  const struct mpi_win *w = me->lock_of;
  for (int i = 0; i < w->comm->size; i++) {
    const struct win_locking *l = &w->parts[i]->locks[me->lock_target];
    if (i != me->lock_rank && exclude(l->held, me->lock_kind))
      return (unsigned)w->comm->ranks[i] + 1;
  }
  return 0;
}

/* Those that had it before, and let nobody else have it, are before. */
static void follow(struct mpi_rank *me, const struct mpi_win *w, int target) {
  int rank = mpi_win_rank(w);
  for (int i = 0; i < w->comm->size; i++) {
    const struct win_locking *l = &w->parts[i]->locks[target];
    unsigned r = (unsigned)w->comm->ranks[i];
    if (i == rank || !l->clock || !exclude(l->last, me->lock_kind))
      continue;
    mpi_clock_now(me);
    if (me->clock[r] < l->clock[r])
      rt_escape(WHY_BOUND, "the order in which ranks lock a window", me->site);
    mpi_clock_heard(me, l->clock);
  }
}

static void lock(struct mpi_rank *me, struct mpi_win *w, int target,
                 enum win_lock kind) {
  struct win_locking *l = &own_part(w)->locks[target];
  me->lock_of = w;
  me->lock_target = target;
  me->lock_rank = mpi_win_rank(w);
  me->lock_kind = (uint8_t)kind;
  while (mpi_win_held_by(me))
    mpi_wait_for(me, WAIT_LOCK, NULL, 0);
  l->held = l->last = (uint8_t)kind;
  follow(me, w, target);
}

static void unlock(struct mpi_rank *me, struct mpi_win *w, int target) {
  struct win_locking *l = &own_part(w)->locks[target];
  mpi_win_end(w, target, true);
  l->held = LOCK_NONE;
  l->clock = mpi_clock_told(me);
}

/* The window, where another epoch may begin. */
static struct mpi_win *beginning(const char *call, MPI_Win win, int *error) {
  mpi_enter(call);
  struct mpi_win *w = mpi_win(win);
  *error = w ? MPI_SUCCESS : no_window();
  if (!w)
    return NULL;
  struct win_part *p = own_part(w);
  if (p->fenced && mpi_win_pending(w) && !holds_a_lock(w))
    *error = mpi_error(MPI_ERR_RMA_SYNC, "an epoch is under way");
  p->fenced = false;
  return w;
}

static int check_target(const struct mpi_win *w, int target) {
  if (target >= 0 && target < w->comm->size)
    return MPI_SUCCESS;
  return mpi_error(MPI_ERR_RANK, "there is no rank %d among %d", target,
                   w->comm->size);
}

int heddle_MPI_Win_lock(int type, int rank, int assertion, MPI_Win win) {
  int error;
  struct mpi_win *w = beginning("MPI_Win_lock", win, &error);
  (void)assertion;
  if (!error && type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED)
    error = mpi_error(MPI_ERR_LOCKTYPE, "no such kind of lock");
  if (!error && rank == MPI_PROC_NULL)
    return MPI_SUCCESS;
  error = error ? error : check_target(w, rank);
  if (!error && (own_part(w)->all || own_part(w)->locks[rank].held))
    error = mpi_error(MPI_ERR_RMA_SYNC, "rank %d is locked", rank);
  if (error)
    return error;
  lock(mpi_self(), w, rank,
       type == MPI_LOCK_EXCLUSIVE ? LOCK_EXCLUSIVE : LOCK_SHARED);
  return MPI_SUCCESS;
}

/* The window, where rank is locked or all are. */
static struct mpi_win *locked(const char *call, MPI_Win win, int rank, bool all,
                              int *error) {
  mpi_enter(call);
  struct mpi_win *w = mpi_win(win);
  *error = w ? MPI_SUCCESS : no_window();
  if (!*error && !all)
    *error = check_target(w, rank);
  if (!*error && !(all ? own_part(w)->all : own_part(w)->locks[rank].held))
    *error = mpi_error(MPI_ERR_RMA_SYNC, "nothing is locked");
  return w;
}

int heddle_MPI_Win_unlock(int rank, MPI_Win win) {
  int error;
  if (rank == MPI_PROC_NULL)
    return MPI_SUCCESS;
  struct mpi_win *w = locked("MPI_Win_unlock", win, rank, false, &error);
  if (!error && own_part(w)->all)
    error = mpi_error(MPI_ERR_RMA_SYNC, "all ranks are locked, not one");
  if (!error)
    unlock(mpi_self(), w, rank);
  return error;
}

int heddle_MPI_Win_lock_all(int assertion, MPI_Win win) {
  int error;
  struct mpi_win *w = beginning("MPI_Win_lock_all", win, &error);
  (void)assertion;
  if (!error && holds_a_lock(w))
    error = mpi_error(MPI_ERR_RMA_SYNC, "a rank is locked");
  if (error)
    return error;
  for (int i = 0; i < w->comm->size; i++)
    lock(mpi_self(), w, i, LOCK_SHARED);
  own_part(w)->all = true;
  return MPI_SUCCESS;
}

int heddle_MPI_Win_unlock_all(MPI_Win win) {
  int error;
  struct mpi_win *w = locked("MPI_Win_unlock_all", win, 0, true, &error);
  if (error)
    return error;
  for (int i = 0; i < w->comm->size; i++)
    unlock(mpi_self(), w, i);
  own_part(w)->all = false;
  return MPI_SUCCESS;
}

static int flush(const char *call, int rank, bool whole, MPI_Win win) {
  int error;
  mpi_enter(call);
  struct mpi_win *w = mpi_win(win);
  error = !w ? no_window() : rank < 0 ? MPI_SUCCESS : check_target(w, rank);
  if (!error && (rank < 0 ? !holds_a_lock(w) : !own_part(w)->locks[rank].held))
    error = mpi_error(MPI_ERR_RMA_SYNC, "nothing is locked");
  if (!error)
    mpi_win_end(w, rank, whole);
  return error;
}

int heddle_MPI_Win_flush(int rank, MPI_Win win) {
  return rank == MPI_PROC_NULL ? MPI_SUCCESS
                               : flush("MPI_Win_flush", rank, true, win);
}

int heddle_MPI_Win_flush_local(int rank, MPI_Win win) {
  return rank == MPI_PROC_NULL ? MPI_SUCCESS
                               : flush("MPI_Win_flush_local", rank, false, win);
}

int heddle_MPI_Win_flush_all(MPI_Win win) {
  return flush("MPI_Win_flush_all", -1, true, win);
}

int heddle_MPI_Win_flush_local_all(MPI_Win win) {
  return flush("MPI_Win_flush_local_all", -1, false, win);
}

int heddle_MPI_Win_sync(MPI_Win win) {
  mpi_enter("MPI_Win_sync");
  return mpi_win(win) ? MPI_SUCCESS : no_window();
}

/* --- groups: post and start, complete and wait --------------------------- */

/* Whoever exposes its window sends a message to those who may access it, who
 * receive it when they start; in the other direction when they are done. */
enum { TAG_POST = 1, TAG_COMPLETE };

static int all_of(const struct mpi_group *g, const char *call,
                  const struct mpi_win *w, int tag, bool sends) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < g->size && !error; i++) {
    int rank = mpi_comm_rank(w->comm, (unsigned)g->ranks[i]);
    error = rank == MPI_UNDEFINED
                ? mpi_error(MPI_ERR_GROUP, "rank %d has no part in the window",
                            g->ranks[i])
            : sends ? mpi_send_word(call, rank, tag, w->comm->handle)
                    : mpi_receive_word(call, rank, tag, w->comm->handle);
  }
  return error;
}

static int begin(const char *call, MPI_Group group, MPI_Win win, bool posts) {
  int error;
  struct mpi_win *w = beginning(call, win, &error);
  const struct mpi_group *g = mpi_group(group);
  if (!error && !g)
    error = mpi_error(MPI_ERR_GROUP, "no such group");
  struct mpi_group *of = error   ? NULL
                         : posts ? &own_part(w)->posted
                                 : &own_part(w)->started;
  if (!error && of->size)
    error = mpi_error(MPI_ERR_RMA_SYNC, "an epoch is under way");
  if (!error)
    error = all_of(g, call, w, TAG_POST, posts);
  if (!error)
    *of = *g;
  return error;
}

static int end(const char *call, MPI_Win win, bool completes) {
  mpi_enter(call);
  struct mpi_win *w = mpi_win(win);
  if (!w)
    return no_window();
  struct mpi_group *of =
      completes ? &own_part(w)->started : &own_part(w)->posted;
  if (!of->size)
    return mpi_error(MPI_ERR_RMA_SYNC, "no epoch is under way");
  if (completes)
    mpi_win_end(w, -1, true);
  int error = all_of(of, call, w, TAG_COMPLETE, completes);
  of->size = 0;
  return error;
}

int heddle_MPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  (void)assertion;
  return begin("MPI_Win_post", group, win, true);
}

int heddle_MPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  (void)assertion;
  return begin("MPI_Win_start", group, win, false);
}

int heddle_MPI_Win_complete(MPI_Win win) {
  return end("MPI_Win_complete", win, true);
}

int heddle_MPI_Win_wait(MPI_Win win) {
  return end("MPI_Win_wait", win, false);
}
