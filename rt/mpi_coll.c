#include "rt/mpi_coll.h"

#include <stdio.h>
#include <string.h>

#include "rt/rank.h"

/* --- joining ------------------------------------------------------------- */

static struct mpi_coll *coll_at(struct mpi_comm *c, uint32_t index) {
  struct mpi_coll **at = &c->colls;
  for (uint32_t i = 0; i < index && *at; i++)
    at = &(*at)->next;
  if (!*at) {
    *at = mpi_alloc_shared(sizeof **at);
    (*at)->comm = c;
    (*at)->index = index;
  }
  return *at;
}

/* The first to come says what it is. */
static int agree(struct mpi_coll *l, const struct coll_call *call) {
  if (!l->came) {
    l->name = call->name;
    l->waits = call->waits;
    l->root = call->root;
    l->op = call->op;
    return MPI_SUCCESS;
  }
  if (strcmp(l->name, call->name))
    return mpi_error(MPI_ERR_OTHER,
                     "the ranks of the communicator do not call the same: "
                     "others have called %s",
                     l->name);
  if (l->root != call->root)
    return mpi_error(MPI_ERR_ROOT, "the root is %d, and %d for others",
                     call->root, l->root);
  if (l->op != call->op)
    return mpi_error(MPI_ERR_OP, "the operation is not that of others");
  return MPI_SUCCESS;
}

static int count_of(int count, const int *counts, int rank) {
  return counts ? counts[rank] : count;
}

static char *place_of(const void *buf, int count, const int *places, int rank,
                      MPI_Datatype type) {
  intptr_t extent = mpi_type(type)->extent;
  return (char *)buf +
         (places ? places[rank] : (intptr_t)count * rank) * extent;
}

/* One part for each rank. */
static void bring_parts(struct coll_part *p, const struct coll_call *call,
                        int size, heddle_at site) {
  bool in_place = call->sendbuf == MPI_IN_PLACE;
  const void *buf = in_place ? call->recvbuf : call->sendbuf;
  int count = in_place ? call->recvcount : call->sendcount;
  const int *counts = in_place ? call->recvcounts : call->sendcounts;
  const int *places = in_place ? call->recvplaces : call->sendplaces;
  MPI_Datatype type = in_place ? call->recvtype : call->sendtype;
  p->at = mpi_alloc(((size_t)size + 1) * sizeof *p->at);
  size_t each[MPI_RANKS];
  char *data[MPI_RANKS];
  for (int i = 0; i < size; i++) {
    data[i] = mpi_pack(place_of(buf, count, places, i, type),
                       count_of(count, counts, i), type, &each[i], site);
    p->at[i + 1] = p->at[i] + each[i];
  }
  p->len = p->at[size];
  p->data = mpi_alloc(p->len);
  for (int i = 0; i < size; i++)
    memcpy(p->data + p->at[i], data[i], each[i]);
  p->base = mpi_type(type)->base;
}

static void bring_one(struct coll_part *p, const struct coll_call *call,
                      int rank, heddle_at site) {
  if (call->sendbuf == MPI_IN_PLACE && call->gets == COLL_EVERYBODYS) {
    p->data = mpi_pack(place_of(call->recvbuf, call->recvcount,
                                call->recvplaces, rank, call->recvtype),
                       count_of(call->recvcount, call->recvcounts, rank),
                       call->recvtype, &p->len, site);
    p->base = mpi_type(call->recvtype)->base;
    return;
  }
  const void *buf =
      call->sendbuf == MPI_IN_PLACE ? call->recvbuf : call->sendbuf;
  p->data = mpi_pack(buf, call->sendcount, call->sendtype, &p->len, site);
  p->base = mpi_type(call->sendtype)->base;
}

/* Whether a rank has something for others. */
static bool brings(const struct coll_call *call, int rank) {
  bool from_root = call->gets == COLL_ROOTS || call->gets == COLL_ROOTS_PART;
  return call->gets != COLL_NOTHING && (!from_root || rank == call->root);
}

/* Of a reduction all bring the same, also where nobody adds it up: what the last
 * brings to an Exscan is nobody's. */
static int agree_on_data(const struct mpi_coll *l, const struct coll_part *p) {
  if (p->call->gets < COLL_SUM)
    return MPI_SUCCESS;
  for (int i = 0; i < l->comm->size; i++) {
    const struct coll_part *other = &l->parts[i];
    if (!other->here || other == p)
      continue;
    if (other->len != p->len)
      return mpi_error(MPI_ERR_COUNT, "the ranks do not bring equally many");
    if (other->base != p->base)
      return mpi_error(MPI_ERR_TYPE,
                       "the ranks do not bring the same datatype");
  }
  return MPI_SUCCESS;
}

MPI_Request coll_join(struct mpi_rank *me, const struct coll_call *call,
                      struct mpi_comm *c) {
  MPI_Request r = mpi_request(me, REQUEST_COLL, call->name);
  struct coll_call *copy = mpi_alloc(sizeof *copy);
  uint32_t *called = &c->called[r->owner];
  int rank = mpi_comm_rank(c, r->owner);
  /* one thread of a rank at a time: which comes first is nobody's to say */
  mpi_touch("collectives-of-a-communicator",
            (uint64_t)c->handle << 32 | r->owner, me->site);
  struct mpi_coll *l = coll_at(c, (*called)++);
  if (agree(l, call))
    return NULL;
  *copy = *call;
  l->came++;
  l->requests[rank] = r;
  struct coll_part *p = &l->parts[rank];
  p->here = true;
  p->call = copy;
  p->past = me->past;
  p->clock = mpi_clock_told(me);
  if (brings(call, rank) &&
      (call->gets == COLL_ROOTS_PART || call->gets == COLL_EVERY_PART))
    bring_parts(p, call, c->size, me->site);
  else if (brings(call, rank))
    bring_one(p, call, rank, me->site);
  if (agree_on_data(l, p))
    return NULL;
  r->coll = l;
  r->comm = c;
  r->how = copy;
  r->source = rank;
  r->active = true;
  mpi_tell("%s", call->name);
  mpi_strict_posts(r);
  mpi_coll_tell(r);
  return r;
}

/* --- who waits for whom -------------------------------------------------- */

static bool has_come(const struct mpi_coll *l, int rank, bool strict) {
  return l->parts[rank].here && (!strict || l->requests[rank]->s_posted);
}

int mpi_coll_needs(const struct mpi_coll *l, int rank, bool all, int *end) {
  *end = l->comm->size;
  if (!all && l->waits == COLL_FROM_ROOT)
    return *end = l->root + 1, l->root;
  if (!all && l->waits == COLL_BEFORE)
    *end = rank;
  else if (!all && l->waits == COLL_TO_ROOT && rank != l->root)
    *end = 0;
  return 0;
}

static int needs(const struct heddle_mpi_request *r, bool all, int *end) {
  return mpi_coll_needs(r->coll, r->source, all, end);
}

/* The first of these that it still lacks, or -1. */
static int lacks(const struct heddle_mpi_request *r, bool all, bool strict) {
  int end;
  for (int i = needs(r, all, &end); i < end; i++)
    if (!has_come(r->coll, i, strict))
      return i;
  return -1;
}

void mpi_coll_past(const struct heddle_mpi_request *r, struct mpi_past *to) {
  int end;
  for (int i = needs(r, mpi_unbuffered(), &end); i < end; i++)
    mpi_past_join(to, &r->coll->parts[i].past);
}

void mpi_coll_heard(struct mpi_rank *me, const struct heddle_mpi_request *r) {
  int end;
  for (int i = needs(r, false, &end); i < end; i++)
    mpi_clock_heard(me, r->coll->parts[i].clock);
}

bool mpi_coll_is_complete(const struct heddle_mpi_request *r) {
  bool all = mpi_unbuffered();
  return lacks(r, all, false) < 0;
}

bool mpi_coll_is_complete_strictly(const struct heddle_mpi_request *r) {
  return lacks(r, !r->coll->weak, true) < 0;
}

void mpi_coll_weaken(const struct heddle_mpi_request *r) {
  r->coll->weak = true;
}

unsigned mpi_coll_lacks(const struct heddle_mpi_request *r, char *words,
                        size_t size) {
  int who = lacks(r, true, false);
  for (int i = 0; who < 0 && i < r->comm->size; i++)
    if (!has_come(r->coll, i, true))
      who = i; /* it stands before the call without buffers */
  unsigned rank = (unsigned)r->comm->ranks[who < 0 ? 0 : who];
  snprintf(words, size, "rank %u to call %s", rank, r->call);
  return who < 0 ? 0 : rank + 1;
}

/* --- what it gets -------------------------------------------------------- */

static void put(const struct coll_call *c, int rank, const char *data,
                size_t len, int base, heddle_at site) {
  int count = count_of(c->recvcount, c->recvcounts, rank);
  const struct mpi_type *t = mpi_type(c->recvtype);
  if (len > t->size * (size_t)count)
    mpi_error(MPI_ERR_TRUNCATE, "%zu bytes come, and there is room for %zu",
              len, t->size * (size_t)count);
  else if (len < t->size * (size_t)count)
    mpi_error(MPI_ERR_COUNT, "%zu bytes come, and %zu are expected", len,
              t->size * (size_t)count);
  else if (base && t->base && base != t->base)
    mpi_error(MPI_ERR_TYPE, "%s was sent, received as %s", mpi_type_word(base),
              mpi_type_word(t->base));
  else
    mpi_unpack(
        place_of(c->recvbuf, c->recvcount, c->recvplaces, rank, c->recvtype),
        count, c->recvtype, data, len, site);
}

static void put_all(const struct mpi_coll *l, const struct coll_call *c,
                    int rank, bool parts, heddle_at site) {
  for (int i = 0; i < l->comm->size; i++) {
    const struct coll_part *p = &l->parts[i];
    if (i == rank && c->sendbuf == MPI_IN_PLACE)
      continue;
    size_t from = parts ? p->at[rank] : 0;
    size_t to = parts ? p->at[rank + 1] : p->len;
    put(c, i, p->data + from, to - from, p->base, site);
  }
}

/* The contributions from the first on up to before `end`, in that order. */
static char *add_up(const struct mpi_coll *l, const struct coll_call *c,
                    int end, size_t *len) {
  char *sum = NULL;
  *len = l->parts[0].len;
  for (int i = 0; i < end; i++) {
    const struct coll_part *p = &l->parts[i];
    char *next = mpi_alloc(p->len);
    memcpy(next, p->data, p->len);
    if (p->len != *len)
      mpi_error(MPI_ERR_COUNT, "the ranks do not bring equally many");
    else if (l->parts[0].base != p->base)
      mpi_error(MPI_ERR_TYPE, "the ranks do not bring the same datatype");
    else if (sum &&
             !mpi_op_apply(c->op, sum, next, *len, c->sendcount, c->sendtype))
      mpi_error(MPI_ERR_OP, "the operation is not for this datatype");
    sum = next;
  }
  return sum;
}

static void put_sum(const struct mpi_coll *l, const struct coll_call *c,
                    int rank, heddle_at site) {
  size_t len, at = 0;
  int end = c->gets == COLL_SUM_TO_ME    ? rank + 1
            : c->gets == COLL_SUM_BEFORE ? rank
                                         : l->comm->size;
  char *sum = add_up(l, c, end, &len);
  if (!sum)
    return;
  if (c->gets != COLL_PART_OF_SUM) {
    mpi_unpack(c->recvbuf, c->sendcount, c->sendtype, sum, len, site);
    return;
  }
  size_t each = mpi_type(c->sendtype)->size;
  for (int i = 0; i < rank; i++)
    at += each * (size_t)count_of(c->recvcount, c->recvcounts, i);
  int count = count_of(c->recvcount, c->recvcounts, rank);
  mpi_unpack(c->recvbuf, count, c->sendtype, sum + at, each * (size_t)count,
             site);
}

void mpi_coll_deliver(MPI_Request r) {
  const struct mpi_coll *l = r->coll;
  const struct coll_call *c = r->how;
  const struct coll_part *root = &l->parts[l->root < 0 ? 0 : l->root];
  int rank = r->source;
  if (c->only_root && rank != l->root)
    return;
  switch (c->gets) {
  case COLL_ROOTS:
    if (rank != l->root)
      put(c, 0, root->data, root->len, root->base, r->site);
    break;
  case COLL_ROOTS_PART:
    if (c->recvbuf != MPI_IN_PLACE)
      put(c, 0, root->data + root->at[rank],
          root->at[rank + 1] - root->at[rank], root->base, r->site);
    break;
  case COLL_EVERYBODYS:
  case COLL_EVERY_PART:
    put_all(l, c, rank, c->gets == COLL_EVERY_PART, r->site);
    break;
  case COLL_NOTHING:
    break;
  default:
    put_sum(l, c, rank, r->site);
  }
}

/* --- its buffers --------------------------------------------------------- */

/* A part for each rank, or one. */
static unsigned add_pieces(struct mpi_piece *to, unsigned len, const void *buf,
                           int count, const int *counts, const int *places,
                           MPI_Datatype type, int parts, bool written) {
  for (int i = 0; i < parts; i++)
    to[len++] = mpi_piece(place_of(buf, count, places, i, type),
                          count_of(count, counts, i), type, written);
  return len;
}

/* What a rank's call reads and writes; how many pieces.  In place it only
 * writes: what is read there is overwritten, or as it was. */
enum { PIECES = 2 * MPI_RANKS };
static unsigned pieces_of(const struct coll_call *c, int size, int rank,
                          struct mpi_piece *to) {
  bool sends_parts = c->gets == COLL_ROOTS_PART || c->gets == COLL_EVERY_PART;
  bool gets_parts = c->gets == COLL_EVERYBODYS || c->gets == COLL_EVERY_PART;
  bool gets = c->gets != COLL_NOTHING && c->recvbuf != MPI_IN_PLACE &&
              !(c->only_root && rank != c->root) &&
              !(c->gets == COLL_ROOTS && rank == c->root);
  unsigned len = 0;
  if (brings(c, rank) && c->sendbuf != MPI_IN_PLACE)
    len = add_pieces(to, len, c->sendbuf, c->sendcount, c->sendcounts,
                     c->sendplaces, c->sendtype, sends_parts ? size : 1, false);
  if (gets && c->gets == COLL_PART_OF_SUM)
    to[len++] =
        mpi_piece(c->recvbuf, count_of(c->recvcount, c->recvcounts, rank),
                  c->recvtype, true);
  else if (gets && c->gets == COLL_SUM_BEFORE && !rank)
    return len;
  else if (gets)
    len = add_pieces(to, len, c->recvbuf, c->recvcount, c->recvcounts,
                     c->recvplaces, c->recvtype, gets_parts ? size : 1, true);
  return len;
}

/* They must be nobody else's, and nothing is written that is used twice. */
static int check_pieces(struct mpi_rank *me, const struct mpi_piece *all,
                        unsigned len) {
  for (unsigned i = 0; i < len; i++) {
    mpi_loan_look(me, &all[i]);
    for (unsigned k = 0; k < i; k++)
      if ((all[i].written || all[k].written) &&
          mpi_pieces_overlap(&all[i], &all[k]))
        return mpi_error(MPI_ERR_BUFFER,
                         all[k].written ? "parts that come overwrite each other"
                                        : "what comes overwrites what is sent");
  }
  return MPI_SUCCESS;
}

/* --- the call ------------------------------------------------------------ */

static bool is_type(MPI_Datatype type) {
  const struct mpi_type *t = mpi_type(type);
  return t && t->committed;
}

static int check(const struct coll_call *c, const struct mpi_comm *comm,
                 int rank) {
  bool sends = brings(c, rank) && c->sendbuf != MPI_IN_PLACE;
  bool receives = c->gets != COLL_NOTHING && c->recvbuf != MPI_IN_PLACE &&
                  !(c->only_root && rank != c->root);
  if (c->root != MPI_UNDEFINED && (c->root < 0 || c->root >= comm->size))
    return mpi_error(MPI_ERR_ROOT, "there is no rank %d among %d", c->root,
                     comm->size);
  if (c->gets >= COLL_SUM && !mpi_op_is_known(c->op))
    return mpi_error(MPI_ERR_OP, "no such operation");
  if (c->gets >= COLL_SUM && (c->op == MPI_REPLACE || c->op == MPI_NO_OP))
    return mpi_error(MPI_ERR_OP, "the operation is only for windows");
  if (((sends || c->gets >= COLL_SUM) && !is_type(c->sendtype)) ||
      (receives && c->gets < COLL_SUM && !is_type(c->recvtype)))
    return mpi_error(MPI_ERR_TYPE, "no such datatype, or not committed");
  if ((sends && !c->sendcounts && c->sendcount < 0) ||
      (receives && !c->recvcounts && c->recvcount < 0))
    return mpi_error(MPI_ERR_COUNT, "a count is below 0");
  return MPI_SUCCESS;
}

int coll_call(const struct coll_call *call, MPI_Comm comm,
              MPI_Request *request) {
  struct mpi_rank *me = mpi_enter(call->name);
  struct mpi_comm *c = mpi_comm(comm);
  unsigned now = rt_is_rank() ? rt_rank_now() : 0;
  if (!c)
    return mpi_error(MPI_ERR_COMM, "no such communicator");
  struct mpi_piece pieces[PIECES];
  int rank = mpi_comm_rank(c, now);
  int error = check(call, c, rank);
  unsigned len = error ? 0 : pieces_of(call, c->size, rank, pieces);
  if (!error)
    error = check_pieces(me, pieces, len);
  if (error)
    return error;
  MPI_Request r = coll_join(me, call, c);
  if (!r)
    return MPI_ERR_OTHER;
  if (!request)
    return mpi_finish(me, r, MPI_STATUS_IGNORE);
  r->held = true;
  for (unsigned i = 0; i < len; i++)
    mpi_lend(me, r, &pieces[i]);
  rt_range_write(request, sizeof *request, me->site);
  *request = r;
  return MPI_SUCCESS;
}

void mpi_coll_finalize(struct mpi_rank *me) {
  struct coll_call call = {.name = "MPI_Finalize", .root = MPI_UNDEFINED};
  MPI_Request r = coll_join(me, &call, mpi_world.comms[MPI_COMM_WORLD]);
  mpi_finish(me, r, MPI_STATUS_IGNORE);
}
