/* mpi.h of `heddle test --ranks N` (doc/mpi.md): what MPI 3.1 declares, for
 * ranks that are threads of one process.  Functions that are declared here and
 * have no model (rt/names.h, HEDDLE_MPI) do not stop a build; when one is
 * called it is named, and the verdict is incomplete. */
#ifndef HEDDLE_MPI_H
#define HEDDLE_MPI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Group, MPI_Info;
typedef int MPI_Errhandler, MPI_Win, MPI_File, MPI_Fint, MPI_Message;
typedef int MPI_T_enum;
typedef struct heddle_mpi_request *MPI_Request;
typedef intptr_t MPI_Aint;
typedef long long MPI_Offset, MPI_Count;

typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
  int heddle_cancelled;
  size_t heddle_bytes;
} MPI_Status;

#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_UNWEIGHTED ((int *)-1)

/* Numbers that stand for somebody or something else. */
/* Numbers that nobody writes by mistake: a rank of -1 is a finding. */
#define MPI_ANY_SOURCE (-32101)
#define MPI_ANY_TAG (-32102)
#define MPI_PROC_NULL (-32103)
#define MPI_ROOT (-32104)
#define MPI_UNDEFINED (-32766)
#define MPI_TAG_UB 1
#define MPI_HOST 2
#define MPI_IO 3
#define MPI_WTIME_IS_GLOBAL 4
#define MPI_KEYVAL_INVALID 0
#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_MAX_ERROR_STRING 256
#define MPI_MAX_OBJECT_NAME 64
#define MPI_MAX_LIBRARY_VERSION_STRING 128
#define MPI_MAX_INFO_KEY 36
#define MPI_MAX_INFO_VAL 256
#define MPI_MAX_PORT_NAME 256
#define MPI_BSEND_OVERHEAD 64

#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_COMM_NULL 0
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2
#define MPI_GROUP_NULL 0
#define MPI_GROUP_EMPTY 1
#define MPI_INFO_NULL 0
#define MPI_WIN_NULL 0
#define MPI_FILE_NULL 0
#define MPI_MESSAGE_NULL 0
#define MPI_ERRHANDLER_NULL 0
#define MPI_ERRORS_ARE_FATAL 1
#define MPI_ERRORS_RETURN 2

enum {
  MPI_THREAD_SINGLE,
  MPI_THREAD_FUNNELED,
  MPI_THREAD_SERIALIZED,
  MPI_THREAD_MULTIPLE
};
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
enum { MPI_ORDER_C, MPI_ORDER_FORTRAN };
enum { MPI_COMM_TYPE_SHARED = 1 };

/* Errors. */
enum {
  MPI_SUCCESS,
  MPI_ERR_BUFFER,
  MPI_ERR_COUNT,
  MPI_ERR_TYPE,
  MPI_ERR_TAG,
  MPI_ERR_COMM,
  MPI_ERR_RANK,
  MPI_ERR_REQUEST,
  MPI_ERR_ROOT,
  MPI_ERR_GROUP,
  MPI_ERR_OP,
  MPI_ERR_TOPOLOGY,
  MPI_ERR_DIMS,
  MPI_ERR_ARG,
  MPI_ERR_UNKNOWN,
  MPI_ERR_TRUNCATE,
  MPI_ERR_OTHER,
  MPI_ERR_INTERN,
  MPI_ERR_IN_STATUS,
  MPI_ERR_PENDING,
  MPI_ERR_WIN,
  MPI_ERR_SIZE,
  MPI_ERR_DISP,
  MPI_ERR_LOCKTYPE,
  MPI_ERR_ASSERT,
  MPI_ERR_RMA_SYNC,
  MPI_ERR_RMA_CONFLICT,
  MPI_ERR_RMA_RANGE,
  MPI_ERR_LASTCODE
};

/* Types: what they are called, in C, and what an Op makes of them. */
#define HEDDLE_MPI_TYPES(X)                                                    \
  X(MPI_CHAR, char)                                                            \
  X(MPI_SIGNED_CHAR, signed char)                                              \
  X(MPI_UNSIGNED_CHAR, unsigned char)                                          \
  X(MPI_SHORT, short)                                                          \
  X(MPI_UNSIGNED_SHORT, unsigned short)                                        \
  X(MPI_INT, int)                                                              \
  X(MPI_UNSIGNED, unsigned)                                                    \
  X(MPI_LONG, long)                                                            \
  X(MPI_UNSIGNED_LONG, unsigned long)                                          \
  X(MPI_LONG_LONG, long long)                                                  \
  X(MPI_UNSIGNED_LONG_LONG, unsigned long long)                                \
  X(MPI_INT8_T, int8_t)                                                        \
  X(MPI_INT16_T, int16_t)                                                      \
  X(MPI_INT32_T, int32_t)                                                      \
  X(MPI_INT64_T, int64_t)                                                      \
  X(MPI_UINT8_T, uint8_t)                                                      \
  X(MPI_UINT16_T, uint16_t)                                                    \
  X(MPI_UINT32_T, uint32_t)                                                    \
  X(MPI_UINT64_T, uint64_t)                                                    \
  X(MPI_AINT, MPI_Aint)                                                        \
  X(MPI_OFFSET, MPI_Offset)                                                    \
  X(MPI_COUNT, MPI_Count)                                                      \
  X(MPI_WCHAR, int32_t)                                                        \
  X(MPI_C_BOOL, uint8_t)                                                       \
  X(MPI_BYTE, uint8_t)                                                         \
  X(MPI_PACKED, uint8_t)                                                       \
  X(MPI_FLOAT, float)                                                          \
  X(MPI_DOUBLE, double)                                                        \
  X(MPI_LONG_DOUBLE, long double)

/* Pairs of a value and where it was found. */
#define HEDDLE_MPI_PAIRS(X)                                                    \
  X(MPI_FLOAT_INT, float)                                                      \
  X(MPI_DOUBLE_INT, double)                                                    \
  X(MPI_LONG_INT, long)                                                        \
  X(MPI_SHORT_INT, short)                                                      \
  X(MPI_2INT, int)

enum {
  MPI_DATATYPE_NULL,
#define ROW(name, type) name,
  HEDDLE_MPI_TYPES(ROW) HEDDLE_MPI_PAIRS(ROW)
#undef ROW
      HEDDLE_MPI_TYPES_END
};
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_CHARACTER MPI_CHAR
#define MPI_INTEGER MPI_INT
#define MPI_REAL MPI_FLOAT
#define MPI_DOUBLE_PRECISION MPI_DOUBLE

enum {
  MPI_OP_NULL,
  MPI_MAX,
  MPI_MIN,
  MPI_SUM,
  MPI_PROD,
  MPI_LAND,
  MPI_BAND,
  MPI_LOR,
  MPI_BOR,
  MPI_LXOR,
  MPI_BXOR,
  MPI_MAXLOC,
  MPI_MINLOC,
  MPI_REPLACE,
  MPI_NO_OP,
  HEDDLE_MPI_OPS_END
};

typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
typedef void MPI_Comm_errhandler_function(MPI_Comm *, int *, ...);
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void *, void *, void *,
                                        int *);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void *, void *);
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN

/* --- the environment ----------------------------------------------------- */
int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Initialized(int *flag);
int MPI_Finalized(int *flag);
int MPI_Finalize(void);
int MPI_Abort(MPI_Comm comm, int code);
int MPI_Query_thread(int *provided);
int MPI_Is_thread_main(int *flag);
int MPI_Get_version(int *version, int *subversion);
int MPI_Get_library_version(char *version, int *len);
int MPI_Get_processor_name(char *name, int *len);
double MPI_Wtime(void);
double MPI_Wtick(void);
int MPI_Error_class(int code, int *class_);
int MPI_Error_string(int code, char *text, int *len);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler);
int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *f,
                               MPI_Errhandler *handler);
int MPI_Errhandler_create(MPI_Handler_function *f, MPI_Errhandler *handler);
int MPI_Errhandler_free(MPI_Errhandler *handler);
int MPI_Comm_call_errhandler(MPI_Comm comm, int code);
int MPI_Add_error_class(int *class_);
int MPI_Add_error_code(int class_, int *code);
int MPI_Add_error_string(int code, const char *text);
int MPI_Pcontrol(const int level, ...);
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *base);
int MPI_Free_mem(void *base);
int MPI_Get_address(const void *at, MPI_Aint *address);
int MPI_Address(void *at, MPI_Aint *address);
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp);
MPI_Aint MPI_Aint_diff(MPI_Aint a, MPI_Aint b);

/* --- messages ------------------------------------------------------------ */
#define HEDDLE_MPI_SEND(name)                                                  \
  int name(const void *buf, int count, MPI_Datatype type, int dest, int tag,   \
           MPI_Comm comm);
#define HEDDLE_MPI_ISEND(name)                                                 \
  int name(const void *buf, int count, MPI_Datatype type, int dest, int tag,   \
           MPI_Comm comm, MPI_Request *request);
HEDDLE_MPI_SEND(MPI_Send)
HEDDLE_MPI_SEND(MPI_Bsend)
HEDDLE_MPI_SEND(MPI_Ssend)
HEDDLE_MPI_SEND(MPI_Rsend)
HEDDLE_MPI_ISEND(MPI_Isend)
HEDDLE_MPI_ISEND(MPI_Ibsend)
HEDDLE_MPI_ISEND(MPI_Issend)
HEDDLE_MPI_ISEND(MPI_Irsend)
HEDDLE_MPI_ISEND(MPI_Send_init)
HEDDLE_MPI_ISEND(MPI_Bsend_init)
HEDDLE_MPI_ISEND(MPI_Ssend_init)
HEDDLE_MPI_ISEND(MPI_Rsend_init)
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag,
             MPI_Comm comm, MPI_Status *status);
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag,
                  MPI_Comm comm, MPI_Request *request);
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 int dest, int sendtag, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                 MPI_Status *status);
int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int dest,
                         int sendtag, int source, int recvtag, MPI_Comm comm,
                         MPI_Status *status);
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
               MPI_Status *status);
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status);
int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status);
int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
              MPI_Status *status);
int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Request *request);
int MPI_Buffer_attach(void *buffer, int size);
int MPI_Buffer_detach(void *buffer, int *size);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Status_set_cancelled(MPI_Status *status, int flag);
int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype type, int count);

/* --- requests ------------------------------------------------------------ */
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Waitany(int count, MPI_Request requests[], int *index,
                MPI_Status *status);
int MPI_Waitsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[]);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Testall(int count, MPI_Request requests[], int *flag,
                MPI_Status statuses[]);
int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag,
                MPI_Status *status);
int MPI_Testsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[]);
int MPI_Start(MPI_Request *request);
int MPI_Startall(int count, MPI_Request requests[]);
int MPI_Request_free(MPI_Request *request);
int MPI_Cancel(MPI_Request *request);
int MPI_Test_cancelled(const MPI_Status *status, int *flag);
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);

/* --- collectives, and those that do not wait ----------------------------- */
int MPI_Barrier(MPI_Comm comm);
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request);
int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Ibcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request *request);
int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
               MPI_Op op, int root, MPI_Comm comm);
int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count,
                MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request *request);
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request);
int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
             MPI_Op op, MPI_Comm comm);
int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
               MPI_Op op, MPI_Comm comm);
int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
              MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count,
                MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                MPI_Request *request);
int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int counts[],
                       MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int count,
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
               void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm);
int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                MPI_Comm comm, MPI_Request *request);
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                void *recvbuf, const int counts[], const int places[],
                MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                MPI_Comm comm);
int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request *request);
int MPI_Scatterv(const void *sendbuf, const int counts[], const int places[],
                 MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm);
int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *request);
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, const int counts[], const int places[],
                   MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);
int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, MPI_Request *request);
int MPI_Alltoallv(const void *sendbuf, const int sendcounts[],
                  const int sendplaces[], MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int recvplaces[],
                  MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallw(const void *sendbuf, const int sendcounts[],
                  const int sendplaces[], const MPI_Datatype sendtypes[],
                  void *recvbuf, const int recvcounts[], const int recvplaces[],
                  const MPI_Datatype recvtypes[], MPI_Comm comm);
int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 void *recvbuf, const int counts[], const int places[],
                 MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request *request);
int MPI_Iscatterv(const void *sendbuf, const int counts[], const int places[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request);
int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, const int counts[], const int places[],
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[],
                   const int sendplaces[], MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int recvplaces[],
                   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Op_create(MPI_User_function *f, int commutes, MPI_Op *op);
int MPI_Op_free(MPI_Op *op);
int MPI_Op_commutative(MPI_Op op, int *commutes);
int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type,
                     MPI_Op op);

/* --- communicators and groups -------------------------------------------- */
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy);
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request);
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *copy);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *part);
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                        MPI_Comm *part);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *part);
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                          MPI_Comm *part);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Comm_disconnect(MPI_Comm *comm);
int MPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *result);
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Comm_test_inter(MPI_Comm comm, int *flag);
int MPI_Comm_remote_size(MPI_Comm comm, int *size);
int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group);
int MPI_Comm_set_name(MPI_Comm comm, const char *name);
int MPI_Comm_get_name(MPI_Comm comm, char *name, int *len);
int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value);
int MPI_Comm_delete_attr(MPI_Comm comm, int key);
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                           MPI_Comm_delete_attr_function *delete_, int *key,
                           void *extra);
int MPI_Comm_free_keyval(int *key);
int MPI_Attr_get(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Attr_put(MPI_Comm comm, int key, void *value);
int MPI_Comm_get_parent(MPI_Comm *parent);
int MPI_Comm_spawn(const char *command, char *argv[], int most, MPI_Info info,
                   int root, MPI_Comm comm, MPI_Comm *inter, int errors[]);
int MPI_Comm_accept(const char *port, MPI_Info info, int root, MPI_Comm comm,
                    MPI_Comm *made);
int MPI_Comm_connect(const char *port, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *made);
int MPI_Open_port(MPI_Info info, char *port);
int MPI_Close_port(const char *port);
int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer,
                         int remote_leader, int tag, MPI_Comm *made);
int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm *made);
int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank);
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *made);
int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *made);
int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *made);
int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *made);
int MPI_Group_union(MPI_Group a, MPI_Group b, MPI_Group *made);
int MPI_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *made);
int MPI_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *made);
int MPI_Group_compare(MPI_Group a, MPI_Group b, int *result);
int MPI_Group_translate_ranks(MPI_Group a, int n, const int from[], MPI_Group b,
                              int to[]);
int MPI_Group_free(MPI_Group *group);
int MPI_Cart_create(MPI_Comm comm, int dims, const int sizes[],
                    const int periods[], int reorder, MPI_Comm *made);
int MPI_Cart_coords(MPI_Comm comm, int rank, int dims, int coords[]);
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank);
int MPI_Cart_shift(MPI_Comm comm, int dim, int by, int *source, int *dest);
int MPI_Cart_get(MPI_Comm comm, int dims, int sizes[], int periods[],
                 int coords[]);
int MPI_Cart_sub(MPI_Comm comm, const int keep[], MPI_Comm *made);
int MPI_Cartdim_get(MPI_Comm comm, int *dims);
int MPI_Dims_create(int nodes, int dims, int sizes[]);
int MPI_Topo_test(MPI_Comm comm, int *status);
int MPI_Graph_create(MPI_Comm comm, int nodes, const int index[],
                     const int edges[], int reorder, MPI_Comm *made);
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree,
                                   const int sources[], const int weights[],
                                   int outdegree, const int dests[],
                                   const int outweights[], MPI_Info info,
                                   int reorder, MPI_Comm *made);
int MPI_Neighbor_allgather(const void *sendbuf, int sendcount,
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount,
                          MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm);

/* --- datatypes ----------------------------------------------------------- */
int MPI_Type_size(MPI_Datatype type, int *size);
int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent);
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_vector(int count, int len, int stride, MPI_Datatype old,
                    MPI_Datatype *made);
int MPI_Type_create_hvector(int count, int len, MPI_Aint stride,
                            MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_hvector(int count, int len, MPI_Aint stride, MPI_Datatype old,
                     MPI_Datatype *made);
int MPI_Type_indexed(int count, const int lens[], const int places[],
                     MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_hindexed(int count, const int lens[],
                             const MPI_Aint places[], MPI_Datatype old,
                             MPI_Datatype *made);
int MPI_Type_create_indexed_block(int count, int len, const int places[],
                                  MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_create_struct(int count, const int lens[], const MPI_Aint places[],
                           const MPI_Datatype types[], MPI_Datatype *made);
int MPI_Type_struct(int count, int lens[], MPI_Aint places[],
                    MPI_Datatype types[], MPI_Datatype *made);
int MPI_Type_create_subarray(int dims, const int sizes[], const int parts[],
                             const int starts[], int order, MPI_Datatype old,
                             MPI_Datatype *made);
int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint lb, MPI_Aint extent,
                            MPI_Datatype *made);
int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *made);
int MPI_Type_commit(MPI_Datatype *type);
int MPI_Type_free(MPI_Datatype *type);
int MPI_Type_set_name(MPI_Datatype type, const char *name);
int MPI_Type_get_name(MPI_Datatype type, char *name, int *len);
int MPI_Pack(const void *in, int count, MPI_Datatype type, void *out, int size,
             int *position, MPI_Comm comm);
int MPI_Unpack(const void *in, int size, int *position, void *out, int count,
               MPI_Datatype type, MPI_Comm comm);
int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *size);

/* --- without a model: windows, files, info ------------------------------- */
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOSTORE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOPRECEDE 8
#define MPI_MODE_NOSUCCEED 16
#define MPI_MODE_RDONLY 2
#define MPI_MODE_RDWR 8
#define MPI_MODE_WRONLY 4
#define MPI_MODE_CREATE 1
#define MPI_MODE_EXCL 64
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_APPEND 128
#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604
#define MPI_WIN_BASE 5
#define MPI_WIN_SIZE 6
#define MPI_WIN_DISP_UNIT 7
int MPI_Info_create(MPI_Info *info);
int MPI_Info_set(MPI_Info info, const char *key, const char *value);
int MPI_Info_free(MPI_Info *info);
int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info,
                   MPI_Comm comm, MPI_Win *win);
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm,
                     void *base, MPI_Win *win);
int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info,
                            MPI_Comm comm, void *base, MPI_Win *win);
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size);
int MPI_Win_detach(MPI_Win win, const void *base);
int MPI_Win_free(MPI_Win *win);
int MPI_Win_fence(int assertion, MPI_Win win);
int MPI_Win_lock(int type, int rank, int assertion, MPI_Win win);
int MPI_Win_unlock(int rank, MPI_Win win);
int MPI_Win_lock_all(int assertion, MPI_Win win);
int MPI_Win_unlock_all(MPI_Win win);
int MPI_Win_flush(int rank, MPI_Win win);
int MPI_Win_flush_all(MPI_Win win);
int MPI_Win_flush_local(int rank, MPI_Win win);
int MPI_Win_flush_local_all(MPI_Win win);
int MPI_Win_sync(MPI_Win win);
int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win);
int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win);
int MPI_Win_complete(MPI_Win win);
int MPI_Win_wait(MPI_Win win);
int MPI_Win_test(MPI_Win win, int *flag);
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *unit,
                         void *base);
int MPI_Win_get_group(MPI_Win win, MPI_Group *group);
int MPI_Win_get_attr(MPI_Win win, int key, void *value, int *flag);
int MPI_Put(const void *from, int count, MPI_Datatype type, int rank,
            MPI_Aint place, int there_count, MPI_Datatype there, MPI_Win win);
int MPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint place,
            int there_count, MPI_Datatype there, MPI_Win win);
int MPI_Rput(const void *from, int count, MPI_Datatype type, int rank,
             MPI_Aint place, int there_count, MPI_Datatype there, MPI_Win win,
             MPI_Request *request);
int MPI_Rget(void *to, int count, MPI_Datatype type, int rank, MPI_Aint place,
             int there_count, MPI_Datatype there, MPI_Win win,
             MPI_Request *request);
int MPI_Accumulate(const void *from, int count, MPI_Datatype type, int rank,
                   MPI_Aint place, int there_count, MPI_Datatype there,
                   MPI_Op op, MPI_Win win);
int MPI_Get_accumulate(const void *from, int count, MPI_Datatype type,
                       void *result, int result_count, MPI_Datatype result_type,
                       int rank, MPI_Aint place, int there_count,
                       MPI_Datatype there, MPI_Op op, MPI_Win win);
int MPI_Fetch_and_op(const void *from, void *result, MPI_Datatype type,
                     int rank, MPI_Aint place, MPI_Op op, MPI_Win win);
int MPI_Compare_and_swap(const void *from, const void *expected, void *result,
                         MPI_Datatype type, int rank, MPI_Aint place,
                         MPI_Win win);
int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info,
                  MPI_File *file);
int MPI_File_close(MPI_File *file);
int MPI_File_delete(const char *name, MPI_Info info);
int MPI_File_get_size(MPI_File file, MPI_Offset *size);
int MPI_File_set_size(MPI_File file, MPI_Offset size);
int MPI_File_seek(MPI_File file, MPI_Offset offset, int whence);
int MPI_File_set_view(MPI_File file, MPI_Offset place, MPI_Datatype type,
                      MPI_Datatype file_type, const char *how, MPI_Info info);
#define HEDDLE_MPI_FILE(name, qualifier)                                       \
  int name(MPI_File file, qualifier void *buf, int count, MPI_Datatype type,   \
           MPI_Status *status);
#define HEDDLE_MPI_FILE_AT(name, qualifier)                                    \
  int name(MPI_File file, MPI_Offset at, qualifier void *buf, int count,       \
           MPI_Datatype type, MPI_Status *status);
HEDDLE_MPI_FILE(MPI_File_read, )
HEDDLE_MPI_FILE(MPI_File_read_all, )
HEDDLE_MPI_FILE(MPI_File_read_shared, )
HEDDLE_MPI_FILE(MPI_File_write, const)
HEDDLE_MPI_FILE(MPI_File_write_all, const)
HEDDLE_MPI_FILE(MPI_File_write_shared, const)
HEDDLE_MPI_FILE(MPI_File_write_ordered, const)
HEDDLE_MPI_FILE_AT(MPI_File_read_at, )
HEDDLE_MPI_FILE_AT(MPI_File_read_at_all, )
HEDDLE_MPI_FILE_AT(MPI_File_write_at, const)
HEDDLE_MPI_FILE_AT(MPI_File_write_at_all, const)

#ifdef __cplusplus
}
#endif

#endif
