/* The collectives of MPI, as rows of mpi_coll.h; each with its twin that does
 * not wait. */
#include "rt/mpi_coll.h"

#define CALL(name_) .name = "MPI_" name_
#define NO_ROOT .root = MPI_UNDEFINED

/* Two functions: one that waits, and one with a request behind its arguments. */
#define BOTH(name_, iname, params, more, ...)                                  \
  int heddle_MPI_##name_ params {                                              \
    return coll_call(&(struct coll_call){CALL(#name_), __VA_ARGS__}, comm,     \
                     NULL);                                                    \
  }                                                                            \
  int heddle_MPI_##iname more {                                                \
    return coll_call(&(struct coll_call){CALL(#iname), __VA_ARGS__}, comm,     \
                     request);                                                 \
  }
#define P(...) (__VA_ARGS__, MPI_Comm comm)
#define Q(...) (__VA_ARGS__, MPI_Comm comm, MPI_Request * request)
#define ARGS(name_, iname, params, ...)                                        \
  BOTH(name_, iname, P params, Q params, __VA_ARGS__)

#define SENDS .sendbuf = sendbuf, .sendcount = sendcount, .sendtype = sendtype
#define RECEIVES                                                               \
  .recvbuf = recvbuf, .recvcount = recvcount, .recvtype = recvtype
#define SENDS_EACH                                                             \
  .sendbuf = sendbuf, .sendtype = sendtype, .sendcounts = sendcounts,          \
  .sendplaces = sendplaces
#define RECEIVES_EACH                                                          \
  .recvbuf = recvbuf, .recvtype = recvtype, .recvcounts = recvcounts,          \
  .recvplaces = recvplaces
#define REDUCES                                                                \
  .sendbuf = sendbuf, .sendcount = count, .sendtype = type,                    \
  .recvbuf = recvbuf, .recvcount = count, .recvtype = type, .op = op

BOTH(Barrier, Ibarrier, (MPI_Comm comm), (MPI_Comm comm, MPI_Request *request),
     NO_ROOT)
ARGS(Bcast, Ibcast, (void *buf, int count, MPI_Datatype type, int root),
     .waits = COLL_FROM_ROOT, .gets = COLL_ROOTS, .root = root, .sendbuf = buf,
     .sendcount = count, .sendtype = type, .recvbuf = buf, .recvcount = count,
     .recvtype = type)

ARGS(Reduce, Ireduce,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
      MPI_Op op, int root),
     .waits = COLL_TO_ROOT, .gets = COLL_SUM, .only_root = true, .root = root,
     REDUCES)
ARGS(Allreduce, Iallreduce,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
      MPI_Op op),
     .gets = COLL_SUM, NO_ROOT, REDUCES)
ARGS(Scan, Iscan,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
      MPI_Op op),
     .waits = COLL_BEFORE, .gets = COLL_SUM_TO_ME, NO_ROOT, REDUCES)
ARGS(Exscan, Iexscan,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
      MPI_Op op),
     .waits = COLL_BEFORE, .gets = COLL_SUM_BEFORE, NO_ROOT, REDUCES)

ARGS(Gather, Igather,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      int recvcount, MPI_Datatype recvtype, int root),
     .waits = COLL_TO_ROOT, .gets = COLL_EVERYBODYS, .only_root = true,
     .root = root, SENDS, RECEIVES)
ARGS(Gatherv, Igatherv,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      const int *recvcounts, const int *recvplaces, MPI_Datatype recvtype,
      int root),
     .waits = COLL_TO_ROOT, .gets = COLL_EVERYBODYS, .only_root = true,
     .root = root, SENDS, RECEIVES_EACH)
ARGS(Allgather, Iallgather,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      int recvcount, MPI_Datatype recvtype),
     .gets = COLL_EVERYBODYS, NO_ROOT, SENDS, RECEIVES)
ARGS(Allgatherv, Iallgatherv,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      const int *recvcounts, const int *recvplaces, MPI_Datatype recvtype),
     .gets = COLL_EVERYBODYS, NO_ROOT, SENDS, RECEIVES_EACH)

ARGS(Scatter, Iscatter,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      int recvcount, MPI_Datatype recvtype, int root),
     .waits = COLL_FROM_ROOT, .gets = COLL_ROOTS_PART, .root = root, SENDS,
     RECEIVES)
ARGS(Scatterv, Iscatterv,
     (const void *sendbuf, const int *sendcounts, const int *sendplaces,
      MPI_Datatype sendtype, void *recvbuf, int recvcount,
      MPI_Datatype recvtype, int root),
     .waits = COLL_FROM_ROOT, .gets = COLL_ROOTS_PART, .root = root, SENDS_EACH,
     RECEIVES)

ARGS(Alltoall, Ialltoall,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
      int recvcount, MPI_Datatype recvtype),
     .gets = COLL_EVERY_PART, NO_ROOT, SENDS, RECEIVES)
ARGS(Alltoallv, Ialltoallv,
     (const void *sendbuf, const int *sendcounts, const int *sendplaces,
      MPI_Datatype sendtype, void *recvbuf, const int *recvcounts,
      const int *recvplaces, MPI_Datatype recvtype),
     .gets = COLL_EVERY_PART, NO_ROOT, SENDS_EACH, RECEIVES_EACH)

int heddle_MPI_Reduce_scatter(const void *sendbuf, void *recvbuf,
                              const int *counts, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm) {
  const struct mpi_comm *c = mpi_comm(comm);
  int all = 0;
  for (int i = 0; c && i < c->size; i++)
    all += counts[i];
  return coll_call(
      &(struct coll_call){
          CALL("Reduce_scatter"), NO_ROOT, .gets = COLL_PART_OF_SUM,
          .sendbuf = sendbuf, .sendcount = all, .sendtype = type,
          .recvbuf = recvbuf, .recvcounts = counts, .recvtype = type, .op = op},
      comm, NULL);
}

int heddle_MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf,
                                    int count, MPI_Datatype type, MPI_Op op,
                                    MPI_Comm comm) {
  const struct mpi_comm *c = mpi_comm(comm);
  return coll_call(
      &(struct coll_call){CALL("Reduce_scatter_block"), NO_ROOT,
                          .gets = COLL_PART_OF_SUM, .sendbuf = sendbuf,
                          .sendcount = count * (c ? c->size : 0),
                          .sendtype = type, .recvbuf = recvbuf,
                          .recvcount = count, .recvtype = type, .op = op},
      comm, NULL);
}
