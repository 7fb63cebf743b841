#include <string.h>

#include "rt/mpi_win.h"
#include "rt/rank.h"

static unsigned now(void) {
  return rt_is_rank() ? rt_rank_now() : 0;
}

/* --- clocks -------------------------------------------------------------- */

uint32_t mpi_clock_now(struct mpi_rank *me) {
  if (!me->clock) {
    me->clock = mpi_alloc(mpi_world.size * sizeof *me->clock);
    me->clock[now()] = 1;
  }
  return me->clock[now()];
}

uint32_t *mpi_clock_told(struct mpi_rank *me) {
  if (!mpi_world.wins_len)
    return NULL;
  mpi_clock_now(me);
  uint32_t *copy = mpi_alloc(mpi_world.size * sizeof *copy);
  memcpy(copy, me->clock, mpi_world.size * sizeof *copy);
  me->clock[now()]++;
  return copy;
}

void mpi_clock_heard(struct mpi_rank *me, const uint32_t *clock) {
  if (!clock)
    return;
  mpi_clock_now(me);
  for (unsigned r = 0; r < mpi_world.size; r++)
    if (clock[r] > me->clock[r])
      me->clock[r] = clock[r];
}

/* Whether the running rank comes after a time of another, or of its own. */
static bool comes_after(struct mpi_rank *me, unsigned rank, uint32_t time) {
  mpi_clock_now(me);
  return me->clock[rank] >= time;
}

/* --- conflicts ----------------------------------------------------------- */

static const char *const verbs[] = {"is read", "is written"};

static unsigned line_of(const struct win_op *o) {
  return o->request->site ? o->request->site->line : 0;
}

static bool is_before(struct mpi_rank *me, const struct mpi_win *w,
                      const struct win_op *o) {
  return o->whole &&
         comes_after(me, (unsigned)w->comm->ranks[o->origin], o->done);
}

/* The owner's own accesses that nothing says to be before this one: of bytes
 * from one on. */
static void check_bytes(struct mpi_rank *me, const struct mpi_win *w,
                        const struct win_op *o, size_t from, size_t len) {
  const struct win_part *p = w->parts[o->target];
  unsigned owner = (unsigned)w->comm->ranks[o->target];
  for (size_t i = from; i < from + len; i++) {
    uint32_t read = o->kind == WIN_GET ? 0 : p->read_at[i];
    uint32_t last = p->written_at[i] > read ? p->written_at[i] : read;
    if (last && !comes_after(me, owner, last))
      mpi_misuse("%s: nothing says whether rank %u %s memory of its window "
                 "before or after",
                 me->call, owner,
                 p->written_at[i] == last ? "has written" : "has read");
  }
}

static void check_owner(struct mpi_rank *me, const struct mpi_win *w,
                        const struct win_op *o) {
  const struct mpi_type *t = o->piece.type;
  const char *base = w->parts[o->target]->base;
  for (int i = 0; i < o->piece.count; i++)
    for (uint32_t b = 0; b < t->blocks_len; b++) {
      const char *at =
          (const char *)o->piece.at + i * t->extent + t->blocks[b].at;
      check_bytes(me, w, o, (size_t)(at - base), t->blocks[b].len);
    }
}

/* Whether it matters which of two accumulates is first. */
static bool commute(const struct win_op *a, const struct win_op *b) {
  return a->op == b->op && !a->fetches && !b->fetches && a->op != MPI_REPLACE;
}

/* Accesses through `by`, which may be another window of the same memory: there
 * accumulates are not atomic either. */
static void check_through(struct mpi_rank *me, const struct mpi_win *w,
                          const struct win_op *o, const struct mpi_win *by) {
  int target = w->comm->ranks[o->target];
  for (const struct win_op *x = by->ops; x; x = x->next) {
    bool both = x->kind == WIN_ACCUMULATE && o->kind == WIN_ACCUMULATE;
    if (x == o || by->comm->ranks[x->target] != target ||
        (x->kind == WIN_GET && o->kind == WIN_GET) || is_before(me, by, x) ||
        !mpi_pieces_overlap(&x->piece, &o->piece))
      continue;
    if (!both || by != w)
      mpi_misuse("%s: the same memory of rank %d %s by %s of rank %d at line "
                 "%u, and nothing says which is first",
                 me->call, target, verbs[x->kind != WIN_GET], x->request->call,
                 by->comm->ranks[x->origin], line_of(x));
    if (x->origin != o->origin && !commute(x, o))
      rt_escape(WHY_BOUND, "the order of accumulates of several ranks",
                me->site);
  }
}

static void check_others(struct mpi_rank *me, const struct mpi_win *w,
                         const struct win_op *o) {
  for (int i = 1; i <= mpi_world.wins_len; i++)
    check_through(me, w, o, mpi_world.wins[i]);
}

/* The running rank accesses memory of its own window. */
static void look_at(struct mpi_rank *me, struct mpi_win *w, intptr_t at,
                    intptr_t end, bool write, heddle_at site) {
  int rank = mpi_win_rank(w);
  struct win_part *p = w->parts[rank];
  intptr_t base = (intptr_t)p->base, top = base + (intptr_t)p->size;
  at = at > base ? at : base;
  end = end < top ? end : top;
  if (at >= end)
    return;
  struct mpi_piece bytes = {(void *)at, (int)(end - at), mpi_type(MPI_BYTE),
                            write};
  for (const struct win_op *x = w->ops; x; x = x->next)
    if (x->target == rank && (write || x->kind != WIN_GET) &&
        !is_before(me, w, x) && mpi_pieces_overlap(&bytes, &x->piece))
      rt_fail(FOUND_MPI, site,
              "memory of the window %s, and nothing says whether before or "
              "after %s of rank %d at line %u",
              verbs[write], x->request->call, w->comm->ranks[x->origin],
              line_of(x));
  uint32_t time = mpi_clock_now(me);
  for (intptr_t i = at - base; i < end - base; i++)
    (write ? p->written_at : p->read_at)[i] = time;
}

void mpi_win_access(struct mpi_rank *me, uint64_t at, uint64_t size, bool write,
                    heddle_at site) {
  for (int i = 1; i <= mpi_world.wins_len; i++) {
    struct mpi_win *w = mpi_win(i);
    if (w)
      look_at(me, w, (intptr_t)at, (intptr_t)(at + size), write, site);
  }
}

/* --- epochs -------------------------------------------------------------- */

static bool in_epoch(const struct mpi_win *w, int target) {
  const struct win_part *p = w->parts[mpi_win_rank(w)];
  unsigned there = (unsigned)w->comm->ranks[target];
  return p->fenced || p->all || p->locks[target].held ||
         mpi_group_rank(&p->started, there) != MPI_UNDEFINED;
}

bool mpi_win_pending(const struct mpi_win *w) {
  int rank = mpi_win_rank(w);
  for (const struct win_op *o = w->ops; o; o = o->next)
    if (o->origin == rank && !o->whole)
      return true;
  return false;
}

/* What was there has come: so it is complete at the target, too. */
static bool brings_back(const struct win_op *o) {
  return o->kind == WIN_GET || o->fetches;
}

void mpi_win_end(struct mpi_win *w, int target, bool whole) {
  struct mpi_rank *me = mpi_self();
  int rank = mpi_win_rank(w);
  for (struct win_op *o = w->ops; o; o = o->next) {
    if (o->origin != rank || (target >= 0 && o->target != target) || o->whole)
      continue;
    mpi_give_back(me, o->request);
    o->whole = whole || brings_back(o);
    o->done = mpi_clock_now(me);
  }
}

void mpi_win_over(struct mpi_rank *me, const struct heddle_mpi_request *r) {
  for (int i = 1; i <= mpi_world.wins_len; i++)
    for (struct win_op *o = mpi_world.wins[i]->ops; o; o = o->next)
      if (o->request == r && !o->whole && brings_back(o)) {
        o->whole = true;
        o->done = mpi_clock_now(me);
      }
}

/* --- accesses ------------------------------------------------------------ */

/* What a call asks for. */
struct ask {
  const char *call;
  uint8_t kind;
  bool fetches;
  MPI_Op op;
  bool sends, gets; /* what is there of the next, which may be MPI_BOTTOM */
  const void *from;
  const void *expected;
  void *to;
  int count, to_count;
  MPI_Datatype type, to_type;
  int target;
  MPI_Aint place;
  int there_count;
  MPI_Datatype there;
  MPI_Request *request;
};

static bool is_type(MPI_Datatype type) {
  const struct mpi_type *t = mpi_type(type);
  return t && t->committed;
}

static int check_types(const struct ask *a) {
  if ((a->sends && !is_type(a->type)) || (a->gets && !is_type(a->to_type)) ||
      !is_type(a->there))
    return mpi_error(MPI_ERR_TYPE, "no such datatype, or not committed");
  if ((a->sends && a->count < 0) || (a->gets && a->to_count < 0) ||
      a->there_count < 0)
    return mpi_error(MPI_ERR_COUNT, "a count is below 0");
  const struct mpi_type *here = mpi_type(a->sends ? a->type : a->to_type);
  const struct mpi_type *there = mpi_type(a->there);
  int count = a->sends ? a->count : a->to_count;
  if (here->size * (size_t)count != there->size * (size_t)a->there_count)
    return mpi_error(MPI_ERR_COUNT, "%zu bytes here, and %zu there",
                     here->size * (size_t)count,
                     there->size * (size_t)a->there_count);
  if (here->base && there->base && here->base != there->base)
    return mpi_error(MPI_ERR_TYPE, "%s here, and %s there",
                     mpi_type_word(here->base), mpi_type_word(there->base));
  return MPI_SUCCESS;
}

static int check(const struct mpi_win *w, const struct ask *a) {
  if (!w)
    return mpi_error(MPI_ERR_WIN, "no such window");
  if (a->target != MPI_PROC_NULL &&
      (a->target < 0 || a->target >= w->comm->size))
    return mpi_error(MPI_ERR_RANK, "there is no rank %d among %d", a->target,
                     w->comm->size);
  int error = check_types(a);
  if (error || a->target == MPI_PROC_NULL)
    return error;
  if (a->kind == WIN_ACCUMULATE && !a->expected &&
      (a->op <= MPI_OP_NULL || a->op >= HEDDLE_MPI_OPS_END))
    return mpi_error(MPI_ERR_OP, "no operation of MPI's own");
  if (!in_epoch(w, a->target))
    return mpi_error(MPI_ERR_RMA_SYNC, "no epoch is under way");
  return MPI_SUCCESS;
}

/* The bytes at the target must be in its window. */
static int check_range(const struct win_part *p, const struct ask *a) {
  const struct mpi_type *t = mpi_type(a->there);
  intptr_t base = a->place * p->unit;
  for (uint32_t b = 0; b < t->blocks_len && a->there_count; b++) {
    intptr_t first = base + t->blocks[b].at;
    intptr_t last = first + (a->there_count - 1) * t->extent;
    intptr_t len = (intptr_t)t->blocks[b].len;
    if (first < 0 || last < 0 || first + len > (intptr_t)p->size ||
        last + len > (intptr_t)p->size)
      return mpi_error(
          MPI_ERR_RMA_RANGE, "byte %ld of the window of rank %d, which has %zu",
          (long)((first < last ? last : first) + len - 1), a->target, p->size);
  }
  return MPI_SUCCESS;
}

/* Between the target's memory, which may be put aside, and ours: one after the
 * other. */
static void copy(unsigned owner, const struct mpi_piece *p, char *ours,
                 bool to_target) {
  const struct mpi_type *t = p->type;
  for (int i = 0; i < p->count; i++)
    for (uint32_t b = 0; b < t->blocks_len; b++) {
      char *place = (char *)p->at + i * t->extent + t->blocks[b].at;
      char *theirs = rt_rank_memory(owner, place);
      size_t len = t->blocks[b].len;
      memcpy(to_target ? theirs : ours, to_target ? ours : theirs, len);
      ours += len;
    }
}

static int carry_out(struct mpi_rank *me, const struct mpi_win *w,
                     const struct ask *a, const struct win_op *o) {
  unsigned owner = (unsigned)w->comm->ranks[o->target];
  size_t len = o->piece.type->size * (size_t)a->there_count, some;
  char *there = mpi_alloc(len), *from = NULL;
  bool writes = a->kind != WIN_GET;
  copy(owner, &o->piece, there, false);
  if (a->sends)
    from = mpi_pack(a->from, a->count, a->type, &some, me->site);
  if (a->gets)
    mpi_unpack(a->to, a->to_count, a->to_type, there, len, me->site);
  if (a->expected) {
    rt_range_read(a->expected, len, me->site);
    writes = !memcmp(a->expected, there, len);
  }
  if (a->kind == WIN_PUT || a->expected || a->op == MPI_REPLACE)
    there = from;
  else if (a->kind == WIN_ACCUMULATE && from &&
           !mpi_op_apply(a->op, from, there, len, a->there_count, a->there))
    return mpi_error(MPI_ERR_OP, "the operation is not for this datatype");
  if (writes && there)
    copy(owner, &o->piece, there, true);
  return MPI_SUCCESS;
}

/* A request that is complete as soon as it is asked: it has the buffers. */
static MPI_Request lend_all(struct mpi_rank *me, const struct ask *a) {
  MPI_Request r = mpi_request(me, REQUEST_SEND, a->call);
  struct mpi_piece pieces[] = {
      mpi_piece(a->from, a->sends ? a->count : 0, a->type, false),
      mpi_piece(a->to, a->gets ? a->to_count : 0, a->to_type, true)};
  r->nobody = true;
  for (int i = 0; i < 2; i++)
    mpi_lend(me, r, &pieces[i]);
  return r;
}

static void look_at_buffers(struct mpi_rank *me, const struct ask *a) {
  struct mpi_piece from =
      mpi_piece(a->from, a->sends ? a->count : 0, a->type, false);
  struct mpi_piece to =
      mpi_piece(a->to, a->gets ? a->to_count : 0, a->to_type, true);
  mpi_loan_look(me, &from);
  mpi_loan_look(me, &to);
}

static int do_access(MPI_Win win, const struct ask *a) {
  struct mpi_rank *me = mpi_enter(a->call);
  struct mpi_win *w = mpi_win(win);
  int error = check(w, a);
  if (error)
    return error;
  bool nobody = a->target == MPI_PROC_NULL;
  struct win_op *o = mpi_alloc(sizeof *o);
  if (!nobody) {
    struct win_part *p = w->parts[a->target];
    if ((error = check_range(p, a)))
      return error;
    const struct win_part *own = w->parts[mpi_win_rank(w)];
    if (a->kind != WIN_GET && own->fenced && own->fences == p->no_put)
      return mpi_error(MPI_ERR_ASSERT,
                       "the fence of rank %d has said "
                       "MPI_MODE_NOPUT",
                       w->comm->ranks[a->target]);
    *o = (struct win_op){.kind = a->kind, .fetches = a->fetches, .op = a->op};
    o->origin = mpi_win_rank(w);
    o->target = a->target;
    o->piece = mpi_piece(p->base + a->place * p->unit, a->there_count, a->there,
                         a->kind != WIN_GET);
    look_at_buffers(me, a);
    check_owner(me, w, o);
    check_others(me, w, o);
    if ((error = carry_out(me, w, a, o)))
      return error;
    mpi_tell("%s at rank %d", a->call, w->comm->ranks[a->target]);
  }
  MPI_Request r = o->request = lend_all(me, a);
  if (nobody)
    mpi_give_back(me, r);
  else {
    o->next = w->ops;
    w->ops = o;
  }
  if (a->request) {
    r->held = true;
    rt_range_write(a->request, sizeof *a->request, me->site);
    *a->request = r;
  }
  return MPI_SUCCESS;
}

/* --- calls --------------------------------------------------------------- */

#define ASK(name, kind_, ...)                                                  \
  do_access(win, &(struct ask){.call = "MPI_" name,                            \
                               .kind = kind_,                                  \
                               .target = rank,                                 \
                               .place = place,                                 \
                               .there_count = there_count,                     \
                               .there = there,                                 \
                               __VA_ARGS__})
#define FROM .sends = true, .from = from, .count = count, .type = type
#define TO .gets = true, .to = to, .to_count = count, .to_type = type
#define THERE int rank, MPI_Aint place, int there_count, MPI_Datatype there

int heddle_MPI_Put(const void *from, int count, MPI_Datatype type, THERE,
                   MPI_Win win) {
  return ASK("Put", WIN_PUT, FROM);
}

int heddle_MPI_Rput(const void *from, int count, MPI_Datatype type, THERE,
                    MPI_Win win, MPI_Request *request) {
  return ASK("Rput", WIN_PUT, FROM, .request = request);
}

int heddle_MPI_Get(void *to, int count, MPI_Datatype type, THERE, MPI_Win win) {
  return ASK("Get", WIN_GET, TO);
}

int heddle_MPI_Rget(void *to, int count, MPI_Datatype type, THERE, MPI_Win win,
                    MPI_Request *request) {
  return ASK("Rget", WIN_GET, TO, .request = request);
}

int heddle_MPI_Accumulate(const void *from, int count, MPI_Datatype type, THERE,
                          MPI_Op op, MPI_Win win) {
  return ASK("Accumulate", WIN_ACCUMULATE, FROM, .op = op);
}

int heddle_MPI_Get_accumulate(const void *from, int count, MPI_Datatype type,
                              void *to, int to_count, MPI_Datatype to_type,
                              THERE, MPI_Op op, MPI_Win win) {
  bool only = op == MPI_NO_OP; /* what would be added is not looked at */
  return ASK("Get_accumulate", WIN_ACCUMULATE, .sends = !only, .gets = true,
             .from = from, .count = count, .type = type, .to = to,
             .to_count = to_count, .to_type = to_type, .op = op,
             .fetches = true);
}

int heddle_MPI_Fetch_and_op(const void *from, void *to, MPI_Datatype there,
                            int rank, MPI_Aint place, MPI_Op op, MPI_Win win) {
  int there_count = 1;
  bool only = op == MPI_NO_OP;
  return ASK("Fetch_and_op", WIN_ACCUMULATE, .sends = !only, .gets = true,
             .from = from, .count = 1, .type = there, .to = to, .to_count = 1,
             .to_type = there, .op = op, .fetches = true);
}

int heddle_MPI_Compare_and_swap(const void *from, const void *expected,
                                void *to, MPI_Datatype there, int rank,
                                MPI_Aint place, MPI_Win win) {
  int there_count = 1;
  return ASK("Compare_and_swap", WIN_ACCUMULATE, .sends = true, .gets = true,
             .from = from, .count = 1, .type = there, .expected = expected,
             .to = to, .to_count = 1, .to_type = there, .op = MPI_REPLACE,
             .fetches = true);
}
