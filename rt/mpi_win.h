/* mpi_win: windows, and what ranks do to each other's memory through them.
 *
 * A Put or a Get is carried out at once, although MPI may do so at any time until
 * the epoch ends.  That makes no difference to a program in which no two
 * accesses to the same bytes are in conflict: one of them writes, and nothing
 * says which of them is first.  Such conflicts are findings, as data races are,
 * so every other outcome of the same program is the same (MPI 3.1, section
 * 11.7).  What says which is first are clocks: each rank counts its own
 * messages, and what it has heard of others goes with them.
 *
 * Accumulates are atomic, and their order matters only to who asks for what was
 * there, or for operations that do not commute; ranks that lock the same window,
 * one of them exclusively, come in some order.  Of these one order is run, and
 * the others are named as not looked at.
 *
 * The buffers of the origin are on loan until its epoch ends (mpi_loan.c). */
#ifndef RT_MPI_WIN_H
#define RT_MPI_WIN_H

#include "rt/mpi.h"
#include "rt/mpi_group.h"

enum win_lock { LOCK_NONE, LOCK_SHARED, LOCK_EXCLUSIVE };
enum win_kind { WIN_GET, WIN_PUT, WIN_ACCUMULATE };

/* One access through a window. */
struct win_op {
  struct win_op *next;
  uint8_t kind; /* enum win_kind */
  bool fetches; /* an accumulate that asks for what was there */
  MPI_Op op;
  int origin, target; /* ranks of the window */
  bool whole;         /* complete at its target, at that time of the origin: */
  uint32_t done;
  uint32_t fenced;        /* by which fence of its origin; 0: none yet */
  MPI_Request request;    /* has the buffers; the call and its line */
  struct mpi_piece piece; /* of the target's memory */
};

/* The last of a rank's locks of a target. */
struct win_locking {
  uint8_t held, last; /* enum win_lock */
  uint32_t *clock;    /* when it was given back; NULL: never */
};

struct mpi_win {
  struct mpi_comm *comm; /* of its own */
  heddle_at site;        /* where it was made */
  struct win_op *ops;    /* that are not over for everybody */
  /* by rank: */
  struct win_part {
    bool freed;
    char *base;
    size_t size;
    int unit;
    bool allocated;    /* by MPI */
    uint32_t *read_at; /* by byte: when its owner did so last, or 0 */
    uint32_t *written_at;
    bool fenced;     /* an epoch of MPI_Win_fence may be under way */
    uint32_t fences; /* so far */
    uint32_t no_put; /* the last from which nobody puts anything here */
    bool all;        /* of MPI_Win_lock_all */
    struct mpi_group started, posted;
    struct win_locking locks[MPI_RANKS]; /* by target */
  } * parts[MPI_RANKS];
};

/* The window of the running rank; NULL: there is none. */
struct mpi_win *mpi_win(MPI_Win handle);
/* The running rank's number in it. */
int mpi_win_rank(const struct mpi_win *w);
/* Its accesses to that target, or to all (-1), are complete: for itself, or at
 * the target, too. */
void mpi_win_end(struct mpi_win *w, int target, bool whole);
/* Whether it has some that are not. */
bool mpi_win_pending(const struct mpi_win *w);

/* --- clocks -------------------------------------------------------------- */
/* The time of the running rank. */
uint32_t mpi_clock_now(struct mpi_rank *me);

#endif
