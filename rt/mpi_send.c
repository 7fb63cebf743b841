/* Sending, receiving and probing.  What is sent is copied when the call is made:
 * the program must not change it before the request is complete, and whether it
 * has is seen then (mpi_wait.c).  What is received is put in its place by the
 * rank that waits for it. */
#include <stdio.h>
#include <string.h>

#include "rt/mpi.h"
#include "rt/rank.h"

/* --- arguments ----------------------------------------------------------- */

/* 0, or an error that was told. */
static int check_peer(const struct mpi_comm *c, int peer, bool any) {
  if (peer == MPI_PROC_NULL || (any && peer == MPI_ANY_SOURCE) ||
      (peer >= 0 && peer < c->size))
    return MPI_SUCCESS;
  return mpi_error(MPI_ERR_RANK, "there is no rank %d among %d", peer, c->size);
}

static int check_all(const struct mpi_comm *c, int count, MPI_Datatype type,
                     int peer, int tag, bool receives) {
  const struct mpi_type *t = mpi_type(type);
  if (!c)
    return mpi_error(MPI_ERR_COMM, "no such communicator");
  if (count < 0)
    return mpi_error(MPI_ERR_COUNT, "the count is %d", count);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  if (!t->committed)
    return mpi_error(MPI_ERR_TYPE, "the datatype was not committed");
  if (receives && t->overlaps)
    return mpi_error(MPI_ERR_TYPE, "bytes of the datatype overlap");
  if (tag < 0 && !(receives && tag == MPI_ANY_TAG))
    return mpi_error(MPI_ERR_TAG, "the tag is %d", tag);
  return check_peer(c, peer, receives);
}

/* --- posting ------------------------------------------------------------- */

static MPI_Request make_send(struct mpi_rank *me, enum mpi_mode mode,
                             const void *buf, int count, MPI_Datatype type,
                             int dest, int tag, struct mpi_comm *c) {
  MPI_Request r = mpi_request(me, REQUEST_SEND, me->call);
  r->mode = (uint8_t)mode;
  r->comm = c;
  r->tag = tag;
  r->peer = dest;
  r->nobody = dest == MPI_PROC_NULL;
  r->source = mpi_comm_rank(c, r->owner);
  r->from = r->owner;
  r->to = (uint16_t)(r->nobody ? 0 : c->ranks[dest]);
  r->buffer = (void *)buf;
  r->count = count;
  r->type = type;
  return r;
}

static MPI_Request make_receive(struct mpi_rank *me, void *buf, int count,
                                MPI_Datatype type, int source, int tag,
                                struct mpi_comm *c) {
  MPI_Request r = mpi_request(me, REQUEST_RECV, me->call);
  r->comm = c;
  r->tag = tag;
  r->peer = r->source = source;
  r->nobody = source == MPI_PROC_NULL;
  r->buffer = buf;
  r->count = count;
  r->type = type;
  return r;
}

/* Somebody it goes to may not have begun: then it has an inbox at least. */
static void open_inbox(unsigned rank) {
  if (mpi_world.ranks[rank])
    return;
  mpi_world.ranks[rank] = mpi_rank_make();
}

static struct mpi_piece piece_of(const struct heddle_mpi_request *r) {
  return mpi_piece(r->buffer, r->count, r->type, r->kind == REQUEST_RECV);
}

/* Its life begins: at the call, or at MPI_Start. */
static void launch(MPI_Request r) {
  char tag[24] = " of any tag";
  r->active = true;
  r->match = NULL;
  r->buffered = r->cancelled = r->s_posted = r->s_buffered = false;
  r->doubted = r->seen = false;
  memset(r->put_off, 0, sizeof r->put_off);
  struct mpi_piece piece = piece_of(r);
  mpi_loan_look(mpi_self(), &piece);
  r->base = mpi_type(r->type)->base;
  r->data = mpi_pack(r->buffer, r->count, r->type, &r->len, r->site);
  if (r->tag != MPI_ANY_TAG)
    snprintf(tag, sizeof tag, ", tag %d", r->tag);
  if (!r->nobody && r->kind == REQUEST_SEND) {
    mpi_tell("%s to rank %u%s", r->call, r->to, tag);
    open_inbox(r->to);
  } else if (!r->nobody && r->source != MPI_ANY_SOURCE) {
    mpi_tell("%s from rank %d%s", r->call, r->comm->ranks[r->source], tag);
  } else if (!r->nobody) {
    mpi_tell("%s from anybody%s", r->call, tag);
  }
  mpi_post_begin(r);
  mpi_post(r);
  if (r->kind == REQUEST_SEND && !r->nobody)
    mpi_late_sent(r);
  mpi_post_end(r);
  mpi_strict_posts(r);
}

/* The same, of a request that the program waits for later. */
static void launch_and_lend(struct mpi_rank *me, MPI_Request r) {
  struct mpi_piece piece = piece_of(r);
  launch(r);
  mpi_post_tell(r);
  if (!r->nobody)
    mpi_lend(me, r, &piece);
}

/* --- calls that wait ----------------------------------------------------- */

static int do_send(const char *call, enum mpi_mode mode, const void *buf,
                   int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *c = mpi_comm(comm);
  int error = check_all(c, count, type, dest, tag, false);
  if (error)
    return error;
  MPI_Request r = make_send(me, mode, buf, count, type, dest, tag, c);
  launch(r);
  return mpi_finish(me, r, MPI_STATUS_IGNORE);
}

int mpi_send_word(const char *call, int rank, int tag, MPI_Comm comm) {
  return do_send(call, MODE_BUFFERED, NULL, 0, MPI_BYTE, rank, tag, comm);
}

#define SEND(name, mode)                                                       \
  int heddle_MPI_##name(const void *buf, int count, MPI_Datatype type,         \
                        int dest, int tag, MPI_Comm comm) {                    \
    return do_send("MPI_" #name, mode, buf, count, type, dest, tag, comm);     \
  }
SEND(Send, MODE_STANDARD)
SEND(Bsend, MODE_BUFFERED)
SEND(Ssend, MODE_SYNCHRONOUS)
SEND(Rsend, MODE_READY)
#undef SEND

static int do_receive(const char *call, void *buf, int count, MPI_Datatype type,
                      int source, int tag, MPI_Comm comm, MPI_Status *status) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *c = mpi_comm(comm);
  int error = check_all(c, count, type, source, tag, true);
  if (error)
    return error;
  MPI_Request r = make_receive(me, buf, count, type, source, tag, c);
  launch(r);
  return mpi_finish(me, r, status);
}

int heddle_MPI_Recv(void *buf, int count, MPI_Datatype type, int source,
                    int tag, MPI_Comm comm, MPI_Status *status) {
  return do_receive("MPI_Recv", buf, count, type, source, tag, comm, status);
}

int mpi_receive_word(const char *call, int rank, int tag, MPI_Comm comm) {
  return do_receive(call, NULL, 0, MPI_BYTE, rank, tag, comm,
                    MPI_STATUS_IGNORE);
}

static int send_and_receive(struct mpi_rank *me, MPI_Request s, MPI_Request r,
                            MPI_Status *status) {
  MPI_Request both[] = {s, r};
  launch(r);
  launch(s);
  mpi_strict_needs(s);
  mpi_strict_needs(r);
  mpi_wait_for(me, WAIT_ALL, both, 2);
  int error = mpi_over(me, s, MPI_STATUS_IGNORE);
  int other = mpi_over(me, r, status);
  return error ? error : other;
}

/* `replaces`: what comes takes the place of what is sent, of which there is the
 * copy on its way. */
static int do_sendrecv(const char *call, bool replaces, const void *sendbuf,
                       int sendcount, MPI_Datatype sendtype, int dest,
                       int sendtag, void *recvbuf, int recvcount,
                       MPI_Datatype recvtype, int source, int recvtag,
                       MPI_Comm comm, MPI_Status *status) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *c = mpi_comm(comm);
  int error = check_all(c, sendcount, sendtype, dest, sendtag, false);
  if (!error)
    error = check_all(c, recvcount, recvtype, source, recvtag, true);
  if (error)
    return error;
  MPI_Request s = make_send(me, MODE_STANDARD, sendbuf, sendcount, sendtype,
                            dest, sendtag, c);
  MPI_Request r =
      make_receive(me, recvbuf, recvcount, recvtype, source, recvtag, c);
  struct mpi_piece sent = piece_of(s), got = piece_of(r);
  if (!replaces && !s->nobody && !r->nobody && mpi_pieces_overlap(&sent, &got))
    return mpi_error(MPI_ERR_BUFFER, "what comes overwrites what is sent");
  return send_and_receive(me, s, r, status);
}

int heddle_MPI_Sendrecv(const void *sendbuf, int sendcount,
                        MPI_Datatype sendtype, int dest, int sendtag,
                        void *recvbuf, int recvcount, MPI_Datatype recvtype,
                        int source, int recvtag, MPI_Comm comm,
                        MPI_Status *status) {
  return do_sendrecv("MPI_Sendrecv", false, sendbuf, sendcount, sendtype, dest,
                     sendtag, recvbuf, recvcount, recvtype, source, recvtag,
                     comm, status);
}

int heddle_MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type,
                                int dest, int sendtag, int source, int recvtag,
                                MPI_Comm comm, MPI_Status *status) {
  return do_sendrecv("MPI_Sendrecv_replace", true, buf, count, type, dest,
                     sendtag, buf, count, type, source, recvtag, comm, status);
}

/* --- calls that do not --------------------------------------------------- */

static int do_isend(const char *call, enum mpi_mode mode, const void *buf,
                    int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request, bool init) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *c = mpi_comm(comm);
  int error = check_all(c, count, type, dest, tag, false);
  if (error)
    return error;
  MPI_Request r = make_send(me, mode, buf, count, type, dest, tag, c);
  r->held = true;
  r->persistent = init;
  if (!init)
    launch_and_lend(me, r);
  rt_argument_write(6, request, sizeof *request, me->site, (uint64_t)r);
  *request = r;
  return MPI_SUCCESS;
}

#define ISEND(name, mode, init)                                                \
  int heddle_MPI_##name(const void *buf, int count, MPI_Datatype type,         \
                        int dest, int tag, MPI_Comm comm,                      \
                        MPI_Request *request) {                                \
    return do_isend("MPI_" #name, mode, buf, count, type, dest, tag, comm,     \
                    request, init);                                            \
  }
ISEND(Isend, MODE_STANDARD, false)
ISEND(Ibsend, MODE_BUFFERED, false)
ISEND(Issend, MODE_SYNCHRONOUS, false)
ISEND(Irsend, MODE_READY, false)
ISEND(Send_init, MODE_STANDARD, true)
ISEND(Bsend_init, MODE_BUFFERED, true)
ISEND(Ssend_init, MODE_SYNCHRONOUS, true)
ISEND(Rsend_init, MODE_READY, true)
#undef ISEND

static int do_irecv(const char *call, void *buf, int count, MPI_Datatype type,
                    int source, int tag, MPI_Comm comm, MPI_Request *request,
                    bool init) {
  struct mpi_rank *me = mpi_enter(call);
  struct mpi_comm *c = mpi_comm(comm);
  int error = check_all(c, count, type, source, tag, true);
  if (error)
    return error;
  MPI_Request r = make_receive(me, buf, count, type, source, tag, c);
  r->held = true;
  r->persistent = init;
  if (!init)
    launch_and_lend(me, r);
  rt_argument_write(6, request, sizeof *request, me->site, (uint64_t)r);
  *request = r;
  return MPI_SUCCESS;
}

int heddle_MPI_Irecv(void *buf, int count, MPI_Datatype type, int source,
                     int tag, MPI_Comm comm, MPI_Request *request) {
  return do_irecv("MPI_Irecv", buf, count, type, source, tag, comm, request,
                  false);
}

int heddle_MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source,
                         int tag, MPI_Comm comm, MPI_Request *request) {
  return do_irecv("MPI_Recv_init", buf, count, type, source, tag, comm, request,
                  true);
}

/* What it posts is another request each time, so that the account without
 * buffers can be behind: the program holds the first of them. */
static int start(struct mpi_rank *me, MPI_Request r) {
  if (!r || !r->persistent)
    return mpi_error(MPI_ERR_REQUEST, "the request is not a persistent one");
  if (r->active)
    return mpi_error(MPI_ERR_REQUEST, "the request was started before");
  MPI_Request now = mpi_request(me, r->kind, r->call);
  MPI_Request sister = now->sister;
  *now = *r;
  now->sister = sister;
  now->site = me->site;
  now->persistent = now->held = false;
  launch_and_lend(me, now);
  r->active = true;
  r->started = now;
  return MPI_SUCCESS;
}

int heddle_MPI_Start(MPI_Request *request) {
  struct mpi_rank *me = mpi_enter("MPI_Start");
  return start(me, *request);
}

int heddle_MPI_Startall(int count, MPI_Request requests[]) {
  struct mpi_rank *me = mpi_enter("MPI_Startall");
  int error = MPI_SUCCESS;
  for (int i = 0; i < count && !error; i++)
    error = start(me, requests[i]);
  return error;
}

/* --- probing ------------------------------------------------------------- */

static MPI_Request make_probe(struct mpi_rank *me, int source, int tag,
                              MPI_Comm comm, int *error) {
  struct mpi_comm *c = mpi_comm(comm);
  *error = check_all(c, 0, MPI_BYTE, source, tag, true);
  if (*error)
    return NULL;
  MPI_Request r = make_receive(me, NULL, 0, MPI_BYTE, source, tag, c);
  r->kind = REQUEST_PROBE;
  me->own = r;
  return r;
}

/* What it tells of is there, and not taken. */
static void told(struct mpi_rank *me, MPI_Request r, MPI_Status *status) {
  me->own = NULL;
  if (!r->match && !r->nobody)
    return;
  MPI_Status s = {.MPI_SOURCE = r->nobody ? MPI_PROC_NULL : r->match->source,
                  .MPI_TAG = r->nobody ? MPI_ANY_TAG : r->match->tag,
                  .heddle_bytes = r->nobody ? 0 : r->match->len};
  if (!status)
    return;
  rt_range_write(status, sizeof s, me->site);
  s.MPI_ERROR = status->MPI_ERROR;
  *status = s;
}

int heddle_MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  struct mpi_rank *me = mpi_enter("MPI_Probe");
  int error;
  MPI_Request r = make_probe(me, source, tag, comm, &error);
  if (!r)
    return error;
  if (!r->nobody)
    mpi_wait_for(me, WAIT_PROBE, &me->own, 1);
  mpi_strict_needs(r);
  told(me, r, status);
  return MPI_SUCCESS;
}

int heddle_MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
                      MPI_Status *status) {
  uint64_t state = mpi_state();
  struct mpi_rank *me = mpi_enter("MPI_Iprobe");
  int error;
  MPI_Request r = make_probe(me, source, tag, comm, &error);
  if (!r)
    return error;
  me->must = mpi_test_again(me, state);
  if (!r->nobody)
    mpi_wait_for(me, WAIT_IPROBE, &me->own, 1);
  bool there = r->nobody || r->match;
  mpi_tested(me, there, state);
  if (there)
    mpi_strict_saw(r);
  told(me, r, status);
  mpi_put_answer(me, flag, there);
  return MPI_SUCCESS;
}

/* --- buffers of the program's, which are never too small here ------------ */

int heddle_MPI_Buffer_attach(void *buffer, int size) {
  struct mpi_rank *me = mpi_enter("MPI_Buffer_attach");
  if (me->attached)
    return mpi_error(MPI_ERR_BUFFER, "a buffer is attached");
  me->attached = buffer;
  me->attached_size = size;
  return MPI_SUCCESS;
}

int heddle_MPI_Buffer_detach(void *buffer, int *size) {
  struct mpi_rank *me = mpi_enter("MPI_Buffer_detach");
  if (!me->attached)
    return mpi_error(MPI_ERR_BUFFER, "no buffer is attached");
  rt_argument_write(0, buffer, sizeof me->attached, me->site, 0);
  memcpy(buffer, &me->attached, sizeof me->attached);
  rt_argument_write(1, size, sizeof *size, me->site, 0);
  *size = me->attached_size;
  me->attached = NULL;
  return MPI_SUCCESS;
}
