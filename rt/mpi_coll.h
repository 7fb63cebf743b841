/* mpi_coll: a collective call, by all ranks of a communicator.
 *
 * The k-th collective that a rank calls on a communicator is the k-th of all its
 * ranks: they must be the same, with the same root and operation, or it is a
 * finding of the one who comes second.  Each leaves what it contributes; whoever
 * needs that of others waits until they have come, and no longer (in the account
 * without buffers, mpi_strict.c, until all have). */
#ifndef RT_MPI_COLL_H
#define RT_MPI_COLL_H

#include "rt/mpi.h"

/* Whom a rank waits for: all, the root, only as the root, those before it. */
enum coll_waits { COLL_ALL, COLL_FROM_ROOT, COLL_TO_ROOT, COLL_BEFORE };

/* What a rank gets: nothing, what the root (or each) has for all, what it (or
 * each) has for this rank, the results of an operation. */
enum coll_gets {
  COLL_NOTHING,
  COLL_ROOTS,       /* Bcast */
  COLL_ROOTS_PART,  /* Scatter */
  COLL_EVERYBODYS,  /* Gather, Allgather */
  COLL_EVERY_PART,  /* Alltoall */
  COLL_SUM,         /* Reduce, Allreduce */
  COLL_SUM_TO_ME,   /* Scan */
  COLL_SUM_BEFORE,  /* Exscan */
  COLL_PART_OF_SUM, /* Reduce_scatter */
};

/* A call, as the program made it; counts and places are NULL where there is one
 * count for all. */
struct coll_call {
  const char *name;
  uint8_t waits, gets; /* enum coll_waits, coll_gets */
  bool only_root;      /* gets something */
  const void *sendbuf;
  int sendcount;
  MPI_Datatype sendtype;
  const int *sendcounts, *sendplaces;
  void *recvbuf;
  int recvcount;
  MPI_Datatype recvtype;
  const int *recvcounts, *recvplaces;
  MPI_Op op;
  int root;       /* or MPI_UNDEFINED */
  int color, key; /* of a communicator to be made */
};

/* What one rank brought. */
struct coll_part {
  bool here;
  char *data;
  size_t len;
  size_t *at; /* where the part for each rank begins, and its end; or NULL */
  const struct coll_call *call;
  struct mpi_past past;
  uint32_t *clock; /* of its rank, or NULL */
  int base;
};

struct mpi_coll {
  struct mpi_coll *next;
  uint32_t index; /* among those of its communicator */
  const char *name;
  uint8_t waits;
  int root;
  MPI_Op op;
  unsigned came;
  bool weak; /* without buffers: whoever needs nobody goes on */
  struct mpi_comm *comm;
  MPI_Request requests[MPI_RANKS]; /* by rank of the communicator */
  struct coll_part parts[MPI_RANKS];
  struct mpi_comm *made[MPI_RANKS]; /* communicators, by the rank that asks */
  struct stream *tokens; /* of each for each (mpi_threads.c), or NULL */
};

/* Makes the call, and waits for it unless a request is asked for.  The request
 * that it was, for those that make more of it. */
int coll_call(const struct coll_call *call, MPI_Comm comm,
              MPI_Request *request);
MPI_Request coll_join(struct mpi_rank *me, const struct coll_call *call,
                      struct mpi_comm *comm);

#endif
