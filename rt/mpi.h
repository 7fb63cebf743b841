/* mpi: the model of MPI (doc/mpi.md).
 *
 * A call that has to wait *arrives*: a step on one object that all ranks share,
 * as at a barrier (OP_ARRIVE), whose order nobody can see.  When every rank has
 * arrived, nothing is enabled and the world *settles* (mpi_world.c):
 *
 *   1. receives that name their source get the first message that fits, and
 *      ranks whose calls are complete go on;
 *   2. if none is, sends in the standard mode are buffered, and their ranks go
 *      on;
 *   3. if there are none, one rank *decides*: which message a receive from
 *      anybody takes, which request a Waitany tells of, whether a Test comes
 *      early.  That is an input of its thread with as many values as there are
 *      answers.
 *
 * So there is no race at all between ranks, only inputs, and a program without
 * wildcards has one execution.  (Vakkalanka, Gopalakrishnan and Kirby 2008,
 * where this is the algorithm POE.)  When a rank decides, everybody else has
 * gone as far as without it, so every message that can be there is there,
 * except those that follow from decisions of others.  Where somebody else has
 * one to make, a decision has one answer more: to be *put off*.  Then it will
 * be none of the answers that there were; if no other ever comes the run is
 * none (RUN_REDUNDANT).  So each outcome is run once: a message is taken either
 * when it is first there, or by nobody who has put it off.  Searches that learn
 * from every run are told of that answer only when a run has shown a message
 * for it (mpi_late.c).
 *
 * Whether a standard send is buffered cannot be seen by what is received: with
 * buffers a rank goes on earlier, and everything that can happen without them
 * can happen with them.  Only that ranks wait for ever cannot.  So runs have
 * buffers, and a second account is kept of the same run without any
 * (mpi_strict.c), where collectives wait for all, too: if nobody can go on
 * there, and no receive could take another message instead, that is a deadlock,
 * and whether it happens is an input of one who waits.
 *
 * Where ranks have threads all this is not so: see mpi_threads.c.
 *
 * What is kept of all this is in memory of ours, by thread (mpi_alloc). */
#ifndef RT_MPI_H
#define RT_MPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/heddle/mpi/mpi.h"
#include "rt/names.h"
#include "rt/rt.h"

#define DECLARE(name) extern __typeof__(name) heddle_##name;
HEDDLE_MPI(DECLARE)
#undef DECLARE

enum { MPI_RANKS = 128, MPI_HANDLES = 256, MPI_DIMS = 8 };

/* --- datatypes: mpi_type.c ----------------------------------------------- */

/* Bytes that are next to each other. */
struct mpi_block {
  intptr_t at;
  size_t len;
};

/* Basic elements of one size in a row. */
struct mpi_run {
  uint32_t size, count;
};

struct mpi_type {
  size_t size; /* of what is sent */
  intptr_t lb, extent;
  uint32_t blocks_len;
  struct mpi_block *blocks; /* in the order they are sent */
  int base;                 /* the basic type of all of it, or 0: several */
  uint32_t runs_len;        /* then, unless there are too many: */
  struct mpi_run *runs;     /* its elements, in that order, or NULL */
  bool committed;
  bool freed;    /* and there only for requests that are under way */
  bool overlaps; /* some of its bytes are there twice: nothing is received so */
  heddle_at site; /* where it was made */
  char name[MPI_MAX_OBJECT_NAME];
};

/* NULL: there is no such type. */
const struct mpi_type *mpi_type(MPI_Datatype type);
/* What `count` of them at p are on their way, in memory of the running rank's,
 * or where they come to.  At most `len` bytes are put there. */
char *mpi_pack(const void *p, int count, MPI_Datatype type, size_t *len,
               heddle_at site);
void mpi_unpack(void *p, int count, MPI_Datatype type, const char *from,
                size_t len, heddle_at site);
const char *mpi_type_word(int base);
/* How many basic elements so many bytes of it are, or MPI_UNDEFINED. */
int mpi_elements(const struct mpi_type *t, size_t len);

/* --- operations: mpi_op.c ------------------------------------------------ */

/* inout = in op inout, as far as both are there; false: the operation is not for
 * this type. */
bool mpi_op_apply(MPI_Op op, const char *in, char *inout, size_t len, int count,
                  MPI_Datatype type);
bool mpi_op_is_known(MPI_Op op);

/* --- communicators: mpi_comm.c ------------------------------------------- */

struct mpi_coll;

struct mpi_comm {
  MPI_Comm handle; /* 0: it was freed */
  int size;
  int *ranks;             /* of the world */
  bool returns;           /* errors, by each rank's own wish: see mpi_rank */
  struct mpi_coll *colls; /* in the order of the calls */
  uint32_t called[MPI_RANKS]; /* collectives, by rank of the world */
  bool freed[MPI_RANKS];
  bool is_window; /* for what ranks say to each other of a window */
  heddle_at site; /* where it was made */
  int dims, sizes[MPI_DIMS], periods[MPI_DIMS]; /* of a cartesian one */
  char name[MPI_MAX_OBJECT_NAME];
};

/* The communicator, in which the running rank is; NULL: there is none. */
struct mpi_comm *mpi_comm(MPI_Comm handle);
struct mpi_comm *mpi_comm_make(int size, const int *ranks);
/* A collective by that name that makes one for each color; what it is called by
 * goes to the program, unless `part` is NULL. */
int mpi_comm_split(const char *name, MPI_Comm comm, int color, int key,
                   MPI_Comm *part, struct mpi_comm **made);
/* The number in it of a rank of the world, or MPI_UNDEFINED. */
int mpi_comm_rank(const struct mpi_comm *c, unsigned world_rank);

/* --- messages and requests ----------------------------------------------- */

enum mpi_mode { MODE_STANDARD, MODE_BUFFERED, MODE_SYNCHRONOUS, MODE_READY };
enum mpi_kind { REQUEST_SEND, REQUEST_RECV, REQUEST_COLL, REQUEST_PROBE };

/* A send and its message, a receive, a call of a collective, a probe. */
struct heddle_mpi_request {
  struct heddle_mpi_request *next;   /* in the queue that it is in */
  struct heddle_mpi_request *sister; /* among those of its rank */
  uint8_t kind, mode;                /* enum mpi_kind, enum mpi_mode */
  bool held;                         /* by the program: to be waited for */
  bool persistent, active;
  bool cancelled;
  uint16_t owner;    /* rank of the world */
  uint16_t from, to; /* of a message: ranks of the world */
  heddle_at site;
  const char *call; /* MPI_Send ... */
  struct mpi_comm *comm;
  int source, tag; /* as asked for, or as sent: in the communicator */
  int peer;        /* as the call has it */
  void *buffer;
  int count;
  MPI_Datatype type;
  int base;            /* of a message: the basic type of all of it, or 0 */
  MPI_Request started; /* of a persistent one: its last */
  char *data; /* on its way; of a receive: what was there when it was posted */
  size_t len;
  struct heddle_mpi_request *match; /* the other side, or NULL */
  uint32_t decision;                /* of a receive: 1 + which it was, or 0 */
  struct mpi_past *past;            /* of a message: of its sender */
  uint32_t *clock;                  /* likewise, or NULL */
  bool nobody;                      /* to or from MPI_PROC_NULL */
  bool buffered;                    /* by the system */
  bool seen;                        /* to be complete, by a look at its box */
  bool doubted; /* a Test has come too early, or could have */
  uint64_t put_off[MPI_RANKS / 64]; /* sources that it does not take */
  struct mpi_coll *coll;
  const void *how; /* of a collective: what it was called with */
  /* in the account without buffers */
  bool s_posted, s_buffered;
};

/* --- ranks: mpi_world.c -------------------------------------------------- */

enum mpi_wait {
  WAIT_NOTHING,
  WAIT_ALL,
  WAIT_ANY,  /* one of them, or several (`some`) */
  WAIT_TEST, /* all of them, now or not */
  WAIT_TEST_ANY,
  WAIT_PROBE,
  WAIT_IPROBE,
  WAIT_LOCK /* of a window */
};

struct mpi_entry; /* mpi_strict.c */
struct mpi_loan;  /* mpi_loan.c */
struct mpi_win;   /* mpi_win.h */
struct win_part;

/* Decisions of this run: which of them somebody or something follows from. */
enum { MPI_DECISIONS = 512 };
struct mpi_past {
  uint64_t bits[MPI_DECISIONS / 64];
};
static inline void mpi_past_join(struct mpi_past *to,
                                 const struct mpi_past *from) {
  for (unsigned i = 0; i < MPI_DECISIONS / 64; i++)
    to->bits[i] |= from->bits[i];
}

struct mpi_rank {
  /* what each of its threads has by itself (mpi_threads.c): first, up to
   * `thread`, whose that is */
  bool blocked; /* it has arrived, and waits */
  bool decides; /* released, in order to decide */
  bool asked;   /* released, in order to say whether there are buffers */
  bool done;    /* its call is over */
  /* what it waits for */
  uint8_t waits; /* enum mpi_wait */
  int count;
  MPI_Request *requests;
  MPI_Request own;  /* of a call that has but one */
  int index;        /* the answer: which of them; */
  bool flag;        /* a Test: whether */
  bool must;        /* a Test that was put off, or is made again: it waits; */
  bool must_come;   /* put off */
  uint64_t put_off; /* indices that it does not tell of */
  heddle_at tested; /* where the last Test was in vain, */
  uint64_t tested_state; /* a hash of the rank's memory then, and */
  unsigned tested_turns; /* how often */
  heddle_at site;
  const char *call;
  struct win_part *window_part; /* of the window that it is making */
  struct mpi_win *lock_of;      /* the lock that it waits for */
  int lock_target, lock_rank;
  uint8_t lock_kind;
  unsigned thread;
  /* what they share */
  bool begun, finalized, ended;
  int level;     /* what the rank has asked for */
  unsigned main; /* the thread that has begun */
  struct mpi_past past;
  MPI_Request posted, *posted_end; /* receives without a message, as posted */
  MPI_Request inbox, *inbox_end;   /* messages without a receive, as sent */
  MPI_Request all;                 /* that it has made */
  struct mpi_comm *self;
  bool errors_return;
  struct mpi_loan *loans;
  uint32_t *clock; /* what it has heard of each rank, and its own time; NULL:
                      there are no windows */
  void *attached;  /* by MPI_Buffer_attach */
  int attached_size;
  struct mpi_type *types[MPI_HANDLES];
  MPI_User_function *ops[MPI_HANDLES];
  heddle_at ops_sites[MPI_HANDLES];
  struct mpi_group *groups[MPI_HANDLES];
  /* in the account without buffers */
  struct mpi_entry *log;
  uint32_t log_len, log_cap, log_at;
};

extern struct mpi_world {
  unsigned size;   /* 0: nobody has begun */
  bool threads;    /* ranks may have some: mpi_threads.c */
  bool unbuffered; /* then: no send has a buffer in this run */
  struct mpi_rank *ranks[MPI_RANKS];
  struct mpi_comm *comms[MPI_HANDLES];
  struct mpi_win *wins[MPI_HANDLES]; /* from 1 on */
  int wins_len;
  struct mpi_decision *decisions[MPI_DECISIONS]; /* mpi_late.c */
  uint32_t decisions_len;
} mpi_world;

/* Begins a call of the program by that name, of a rank between Init and
 * Finalize; of others it is a finding. */
struct mpi_rank *mpi_enter(const char *call);
/* What comes before Init and after Finalize as well. */
struct mpi_rank *mpi_self(void);
struct mpi_rank *mpi_rank_make(void);
/* What the running rank does, for stories. */
void mpi_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Waits until the call is complete. */
void mpi_wait_for(struct mpi_rank *me, enum mpi_wait what, MPI_Request *all,
                  int count);
/* A finding of the running rank, at the call that it is in. */
#define mpi_misuse(...) rt_fail(FOUND_MPI, heddle_here, __VA_ARGS__)
/* An error of the running rank's call: its code, where the program asks for
 * codes, or a finding. */
int mpi_error(int code, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Memory of the running thread's, all zero; whether it is such of its rank's; of
 * what others may be the first to need. */
void *mpi_alloc(size_t size);
bool mpi_is_own(const void *p);
void *mpi_alloc_shared(size_t size);
/* The first handle of an array that stands for nothing, from 1 on. */
int mpi_handle(void *const *all, const char *what);

/* What a rank can answer where it has to decide: a receive that takes one of
 * some messages, or else what its own call waits for. */
struct mpi_answers {
  MPI_Request receive; /* or NULL */
  unsigned count;
  MPI_Request messages[MPI_RANKS];
  int indices[64];
  bool truth; /* of a Test: it is complete */
  bool late;  /* there could be other answers later */
};
/* Those that are put off will not be given. */
void mpi_put_off(struct mpi_rank *me, const struct mpi_answers *d);
/* Of some requests: which are complete. */
void mpi_find_complete(const struct mpi_rank *me, struct mpi_answers *d);

/* --- mpi_threads.c -------------------------------------------------------- */
/* mpi_wait_for, where ranks have threads. */
void mpi_wait_among(struct mpi_rank *me);
/* A request that is about to be posted, and is then: a step, unless ranks have no
 * threads. */
void mpi_post_begin(const struct heddle_mpi_request *r);
void mpi_post_end(MPI_Request r);
/* Who waited for it is told: when the call looks whether it is complete, or here
 * where it does not. */
void mpi_post_tell(const struct heddle_mpi_request *r);
/* The running thread may call MPI, and nobody else does. */
void mpi_look_at_level(struct mpi_rank *me);
/* It uses what two threads must not use at once: a data race by this name. */
void mpi_touch(const char *what, uint64_t which, heddle_at site);
/* A rank that has brought its part: tells those who need it; waits for those
 * whom it needs. */
void mpi_coll_tell(MPI_Request r);
void mpi_coll_await(MPI_Request r);
void mpi_threads_reset(void);
/* No send has a buffer. */
bool mpi_unbuffered(void);

/* --- mpi_match.c --------------------------------------------------------- */
/* A receive that names its source takes the message that is there. */
bool mpi_match_named(struct mpi_rank *me);
/* A receive or a message of the running rank's takes its place. */
void mpi_post(MPI_Request r);
/* Gives messages to those receives that could take no other. */
void mpi_match_all(void);
/* The messages that a receive or a probe from anybody could take now, one of
 * each source, without those put off; how many. */
unsigned mpi_candidates(const struct heddle_mpi_request *r, MPI_Request *out);
void mpi_match(MPI_Request receive, MPI_Request message);
bool mpi_fits(const struct heddle_mpi_request *r,
              const struct heddle_mpi_request *message);
bool mpi_is_complete(const struct heddle_mpi_request *r);
/* Who has to move for it to be complete: 1 + rank, or 0; in words. */
unsigned mpi_lacks(const struct heddle_mpi_request *r, char *words,
                   size_t size);

/* --- mpi_coll.c ---------------------------------------------------------- */
bool mpi_coll_is_complete(const struct heddle_mpi_request *r);
bool mpi_coll_is_complete_strictly(const struct heddle_mpi_request *r);
/* Whom a rank of its communicator needs: from one on, up to before another. */
struct mpi_coll;
int mpi_coll_needs(const struct mpi_coll *l, int rank, bool all, int *end);
unsigned mpi_coll_lacks(const struct heddle_mpi_request *r, char *words,
                        size_t size);
/* What follows from it for who goes on after it. */
void mpi_coll_past(const struct heddle_mpi_request *r, struct mpi_past *to);
void mpi_coll_heard(struct mpi_rank *me, const struct heddle_mpi_request *r);
void mpi_coll_weaken(const struct heddle_mpi_request *r);
/* A request that is complete is over: what came is put into its place. */
void mpi_coll_deliver(MPI_Request r);
void mpi_coll_finalize(struct mpi_rank *me);

/* --- mpi_loan.c ---------------------------------------------------------- */
/* Elements of a type from a place on, which MPI reads or writes. */
struct mpi_piece {
  const void *at;
  int count; /* 0: nothing */
  const struct mpi_type *type;
  bool written;
};
/* A piece that a request has until it is complete. */
struct mpi_loan {
  struct mpi_loan *next;
  MPI_Request of;
  struct mpi_piece piece;
};
struct mpi_piece mpi_piece(const void *at, int count, MPI_Datatype type,
                           bool written);
bool mpi_pieces_overlap(const struct mpi_piece *a, const struct mpi_piece *b);
/* The running rank's call is about to use a piece: a finding, if a request has
 * it that is not complete. */
void mpi_loan_look(struct mpi_rank *me, const struct mpi_piece *p);
/* From now on a request has it; it has nothing any more. */
void mpi_lend(struct mpi_rank *me, MPI_Request r, const struct mpi_piece *p);
void mpi_give_back(struct mpi_rank *me, const struct heddle_mpi_request *r);

/* --- mpi_late.c ---------------------------------------------------------- */
/* A receive is about to take one of these messages, by the choice that is this
 * event, and could be put off. */
void mpi_late_note(MPI_Request receive, struct event *event,
                   const MPI_Request *messages, unsigned count);
/* A message is sent: whoever could have waited for it is told. */
void mpi_late_sent(MPI_Request message);
/* The running rank goes on after a request. */
void mpi_late_over(struct mpi_rank *me, const struct heddle_mpi_request *r);

/* --- mpi_send.c ---------------------------------------------------------- */
/* A message without contents, that has a buffer; the rank that it comes from is
 * waited for. */
int mpi_send_word(const char *call, int rank, int tag, MPI_Comm comm);
int mpi_receive_word(const char *call, int rank, int tag, MPI_Comm comm);

/* --- mpi_rma.c ----------------------------------------------------------- */
/* What the running rank tells others of its time, or NULL; it has heard. */
uint32_t *mpi_clock_told(struct mpi_rank *me);
void mpi_clock_heard(struct mpi_rank *me, const uint32_t *clock);
/* A request of its own is complete, which may be an Rget. */
void mpi_win_over(struct mpi_rank *me, const struct heddle_mpi_request *r);
/* It accesses its own memory. */
void mpi_win_access(struct mpi_rank *me, uint64_t at, uint64_t size, bool write,
                    heddle_at site);

/* --- mpi_win.c ----------------------------------------------------------- */
/* 1 + the rank that has the lock that another waits for, or 0. */
unsigned mpi_win_held_by(const struct mpi_rank *me);

/* --- mpi_strict.c -------------------------------------------------------- */
/* The running rank goes on only if this is complete; posts it. */
void mpi_strict_needs(MPI_Request r);
void mpi_strict_posts(MPI_Request r);
/* It was seen to be complete, and need not have been. */
void mpi_strict_saw(MPI_Request r);
/* The rank that says whether there are buffers, or NULL: without them nobody
 * is in a deadlock. */
struct mpi_rank *mpi_strict_asks(void);
/* There are, or not. */
void mpi_strict_goes_on(void);
_Noreturn void mpi_strict_ends(void);

/* --- mpi_wait.c, for calls that wait at once ----------------------------- */
MPI_Request mpi_request(struct mpi_rank *me, enum mpi_kind kind,
                        const char *call);
/* Waits for one request, which is over then; one that is complete is over. */
int mpi_finish(struct mpi_rank *me, MPI_Request r, MPI_Status *status);
int mpi_over(struct mpi_rank *me, MPI_Request r, MPI_Status *status);
/* Of a Test, or a probe that does not wait. */
void mpi_put_answer(struct mpi_rank *me, int *to, int value);
/* The memory of the running rank, as a hash; whether a Test is made again as it
 * was in vain before; how one went. */
uint64_t mpi_state(void);
bool mpi_test_again(struct mpi_rank *me, uint64_t state);
void mpi_tested(struct mpi_rank *me, bool found, uint64_t state);

#endif
