/* Every function of MPI that has a model, by four ranks, and what it gives.  With
 * an argument, one of those that may come too early: 0 to 4; 5 aborts. */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
#define W MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE
#define OK(call) assert((call) == MPI_SUCCESS)

static void environment(void) {
  int flag, major, minor, len, class_;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Aint there;
  MPI_Errhandler handler;
  MPI_Info info;
  void *memory;
  OK(MPI_Initialized(&flag));
  assert(flag);
  OK(MPI_Finalized(&flag));
  assert(!flag);
  OK(MPI_Query_thread(&flag));
  OK(MPI_Is_thread_main(&flag));
  assert(flag);
  OK(MPI_Get_version(&major, &minor));
  assert(major == MPI_VERSION && minor == MPI_SUBVERSION);
  OK(MPI_Get_library_version(text, &len));
  assert(len == (int)strlen(text));
  OK(MPI_Get_processor_name(text, &len));
  assert(len == (int)strlen(text));
  double before = MPI_Wtime();
  assert(MPI_Wtime() >= before && MPI_Wtick() > 0);
  OK(MPI_Error_class(MPI_ERR_RANK, &class_));
  OK(MPI_Error_string(class_, text, &len));
  assert(strstr(text, "MPI_ERR_RANK"));
  OK(MPI_Get_address(&flag, &there));
  assert(there == (MPI_Aint)&flag);
  OK(MPI_Address(&flag, &there));
  assert(MPI_Aint_diff(MPI_Aint_add(there, 8), there) == 8);
  OK(MPI_Alloc_mem(16, MPI_INFO_NULL, &memory));
  memset(memory, 1, 16);
  OK(MPI_Free_mem(memory));
  OK(MPI_Pcontrol(1));
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "key", "value"));
  OK(MPI_Info_free(&info));
  OK(MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN));
  OK(MPI_Comm_get_errhandler(W, &handler));
  assert(handler == MPI_ERRORS_RETURN);
  OK(MPI_Errhandler_free(&handler));
  assert(MPI_Send(&flag, 1, MPI_INT, size, 0, W) == MPI_ERR_RANK);
  assert(MPI_Send(&flag, -1, MPI_INT, 0, 0, W) == MPI_ERR_COUNT);
  assert(MPI_Send(&flag, 1, MPI_INT, 0, -5, W) == MPI_ERR_TAG);
  assert(MPI_Send(&flag, 1, MPI_DATATYPE_NULL, 0, 0, W) == MPI_ERR_TYPE);
  assert(MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_NULL) == MPI_ERR_COMM);
  assert(MPI_Bcast(&flag, 1, MPI_INT, size, W) == MPI_ERR_ROOT);
  OK(MPI_Errhandler_set(W, MPI_ERRORS_ARE_FATAL));
}

/* To the next rank, from the one before, each in its way. */
static int next, before;

static void modes(void) {
  int in[8] = {0}, out = rank;
  char room[256], *back;
  MPI_Request requests[8];
  OK(MPI_Buffer_attach(room, sizeof room));
  for (int tag = 0; tag < 8; tag++)
    OK(MPI_Irecv(&in[tag], 1, MPI_INT, before, tag, W, &requests[tag]));
  OK(MPI_Send(&out, 1, MPI_INT, next, 0, W));
  OK(MPI_Bsend(&out, 1, MPI_INT, next, 1, W));
  OK(MPI_Ssend(&out, 1, MPI_INT, next, 2, W));
  OK(MPI_Rsend(&out, 1, MPI_INT, next, 3, W));
  MPI_Request sends[4];
  OK(MPI_Isend(&out, 1, MPI_INT, next, 4, W, &sends[0]));
  OK(MPI_Ibsend(&out, 1, MPI_INT, next, 5, W, &sends[1]));
  OK(MPI_Issend(&out, 1, MPI_INT, next, 6, W, &sends[2]));
  OK(MPI_Irsend(&out, 1, MPI_INT, next, 7, W, &sends[3]));
  OK(MPI_Waitall(4, sends, MPI_STATUSES_IGNORE));
  OK(MPI_Waitall(8, requests, MPI_STATUSES_IGNORE));
  for (int tag = 0; tag < 8; tag++)
    assert(in[tag] == before && requests[tag] == MPI_REQUEST_NULL);
  int bytes;
  OK(MPI_Buffer_detach(&back, &bytes));
  assert(back == room && bytes == sizeof room);
}

static void persistent(void) {
  int in = -1, out;
  MPI_Request both[2], others[3];
  OK(MPI_Send_init(&out, 1, MPI_INT, next, 0, W, &both[0]));
  OK(MPI_Recv_init(&in, 1, MPI_INT, before, 0, W, &both[1]));
  for (int i = 0; i < 2; i++) {
    out = rank + 10 * i;
    OK(MPI_Startall(2, both));
    OK(MPI_Waitall(2, both, MPI_STATUSES_IGNORE));
    assert(in == before + 10 * i);
  }
  OK(MPI_Bsend_init(&out, 1, MPI_INT, next, 1, W, &others[0]));
  OK(MPI_Ssend_init(&out, 1, MPI_INT, next, 2, W, &others[1]));
  OK(MPI_Rsend_init(&out, 1, MPI_INT, next, 3, W, &others[2]));
  for (int i = 0; i < 3; i++) {
    MPI_Request r;
    OK(MPI_Start(&others[i]));
    OK(MPI_Irecv(&in, 1, MPI_INT, before, i + 1, W, &r));
    OK(MPI_Wait(&r, IGNORE));
    OK(MPI_Wait(&others[i], IGNORE));
    OK(MPI_Request_free(&others[i]));
  }
  OK(MPI_Request_free(&both[0]));
  OK(MPI_Request_free(&both[1]));
}

static void exchanges(void) {
  int in = -1, out = rank, count, flag;
  MPI_Status s;
  OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 0, &in, 1, MPI_INT, before, 0, W,
                  &s));
  assert(in == before && s.MPI_SOURCE == before && s.MPI_TAG == 0);
  OK(MPI_Sendrecv_replace(&out, 1, MPI_INT, next, 0, before, 0, W, &s));
  assert(out == before);
  OK(MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, 0, W, &s));
  assert(s.MPI_SOURCE == MPI_PROC_NULL);
  OK(MPI_Get_count(&s, MPI_INT, &count));
  assert(count == 0);
  short three[3] = {1, 2, 3};
  static short got[3];
  MPI_Request r;
  OK(MPI_Isend(three, 3, MPI_SHORT, next, 9, W, &r));
  OK(MPI_Probe(before, MPI_ANY_TAG, W, &s));
  OK(MPI_Get_count(&s, MPI_SHORT, &count));
  assert(s.MPI_TAG == 9 && count == 3);
  OK(MPI_Get_elements(&s, MPI_SHORT, &count));
  assert(count == 3);
  OK(MPI_Get_count(&s, MPI_INT, &count));
  assert(count == MPI_UNDEFINED);
  OK(MPI_Test_cancelled(&s, &flag));
  assert(!flag);
  do {
    OK(MPI_Iprobe(before, 9, W, &flag, &s));
  } while (!flag);
  OK(MPI_Recv(got, 3, MPI_SHORT, before, 9, W, IGNORE));
  OK(MPI_Wait(&r, IGNORE));
}

/* Six bytes as elements of structures. */
static void elements(void) {
  short three[3] = {1, 2, 3}, got[3];
  int count;
  MPI_Status s;
  OK(MPI_Sendrecv(three, 3, MPI_SHORT, next, 7, got, 3, MPI_SHORT, before, 7, W,
                  &s));
  MPI_Datatype mixed; /* a short and an int: one of them */
  int lengths[] = {1, 1};
  MPI_Aint places[] = {0, 4};
  MPI_Datatype types[] = {MPI_SHORT, MPI_INT};
  OK(MPI_Type_create_struct(2, lengths, places, types, &mixed));
  OK(MPI_Get_elements(&s, mixed, &count));
  assert(count == 2);
  OK(MPI_Type_free(&mixed));
  lengths[0] = 2; /* two shorts, and half an int */
  OK(MPI_Type_create_struct(2, lengths, places, types, &mixed));
  OK(MPI_Get_elements(&s, mixed, &count));
  assert(count == MPI_UNDEFINED);
  OK(MPI_Type_free(&mixed));
}

/* A type may be freed while it is used; what is not used may be anything. */
static void unused(void) {
  int out[4] = {rank, 0, rank, 0}, in[4], all[8] = {0};
  MPI_Datatype type, other;
  MPI_Request r[2];
  OK(MPI_Type_vector(2, 1, 2, MPI_INT, &type));
  OK(MPI_Type_commit(&type));
  OK(MPI_Isend(out, 1, type, next, 0, W, &r[0]));
  OK(MPI_Irecv(in, 1, type, before, 0, W, &r[1]));
  OK(MPI_Type_free(&type));
  OK(MPI_Type_contiguous(3, MPI_CHAR, &other)); /* another handle */
  OK(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
  assert(in[0] == before && in[2] == before);
  OK(MPI_Type_free(&other));
  if (rank)
    OK(MPI_Iscatter(NULL, -1, MPI_DATATYPE_NULL, in, 1, MPI_INT, 0, W, r));
  else
    OK(MPI_Iscatter(all, 1, MPI_INT, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, 0, W,
                    r));
  OK(MPI_Wait(r, IGNORE));
  if (rank)
    OK(MPI_Igather(out, 1, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, 0, W, r));
  else
    OK(MPI_Igather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, 0, W,
                   r));
  OK(MPI_Wait(r, IGNORE));
}

/* Each in the memory of the next rank. */
static void windows(void) {
  static int memory[8];
  int one = 1, two[2] = {rank, rank}, got[4], *own;
  MPI_Win w, v;
  MPI_Group group, there, here;
  OK(MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, W,
                    &w));
  OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, w));
  OK(MPI_Put(two, 2, MPI_INT, next, 2, 2, MPI_INT, w));
  OK(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w));
  OK(MPI_Put(two, 2, MPI_INT, MPI_PROC_NULL, 2, 2, MPI_INT, w));
  OK(MPI_Accumulate(two, 1, MPI_2INT, next, 4, 1, MPI_2INT, MPI_REPLACE, w));
  OK(MPI_Win_fence(0, w));
  assert(memory[4] == before && memory[5] == before);
  assert(memory[2] == before && memory[3] == before);
  assert(memory[0] == (rank ? 0 : size));
  OK(MPI_Get(got, 2, MPI_INT, next, 2, 2, MPI_INT, w));
  OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, w));
  assert(got[0] == rank && got[1] == rank);
  OK(MPI_Win_get_group(w, &group));
  OK(MPI_Group_incl(group, 1, &next, &there));
  OK(MPI_Group_incl(group, 1, &before, &here));
  OK(MPI_Win_post(here, 0, w));
  OK(MPI_Win_start(there, 0, w));
  OK(MPI_Put(&rank, 1, MPI_INT, next, 5, 1, MPI_INT, w));
  OK(MPI_Win_complete(w));
  OK(MPI_Win_wait(w));
  assert(memory[5] == before);
  OK(MPI_Barrier(W));
  OK(MPI_Win_lock_all(0, w));
  MPI_Request r;
  OK(MPI_Rput(&one, 1, MPI_INT, next, 6, 1, MPI_INT, w, &r));
  OK(MPI_Wait(&r, IGNORE));
  one = 2;
  OK(MPI_Win_flush(next, w));
  OK(MPI_Rget(got, 1, MPI_INT, next, 6, 1, MPI_INT, w, &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(got[0] == 1);
  OK(MPI_Fetch_and_op(&one, got, MPI_INT, next, 6, MPI_SUM, w));
  OK(MPI_Win_flush_local(next, w));
  assert(got[0] == 1);
  OK(MPI_Get_accumulate(&one, 1, MPI_INT, got, 1, MPI_INT, next, 6, 1, MPI_INT,
                        MPI_NO_OP, w));
  OK(MPI_Win_flush_all(w));
  assert(got[0] == 3);
  got[1] = 3;
  OK(MPI_Compare_and_swap(&one, &got[1], &got[2], MPI_INT, next, 6, w));
  OK(MPI_Win_flush_local_all(w));
  assert(got[2] == 3);
  OK(MPI_Win_sync(w));
  OK(MPI_Win_unlock_all(w));
  OK(MPI_Barrier(W));
  assert(memory[6] == 2);
  OK(MPI_Win_allocate(8, 4, MPI_INFO_NULL, W, &own, &v));
  int flag;
  void *base;
  OK(MPI_Win_get_attr(v, MPI_WIN_BASE, &base, &flag));
  assert(flag && base == own);
  OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, v));
  own[1] = rank;
  OK(MPI_Win_unlock(rank, v));
  OK(MPI_Barrier(W));
  OK(MPI_Win_lock(MPI_LOCK_SHARED, next, 0, v));
  OK(MPI_Get(got, 1, MPI_INT, next, 1, 1, MPI_INT, v));
  OK(MPI_Win_unlock(next, v));
  assert(got[0] == next);
  OK(MPI_Win_free(&v));
  OK(MPI_Group_free(&group));
  OK(MPI_Group_free(&there));
  OK(MPI_Group_free(&here));
  OK(MPI_Win_free(&w));
  assert(w == MPI_WIN_NULL);
}

/* Only two ranks, or there would be too many outcomes. */
static void tests(int way) {
  int in[2] = {0, 0}, out = 7, flag, index, done, all[2];
  MPI_Request r[2];
  if (rank == 1)
    for (int i = 0; i < 2; i++)
      OK(MPI_Send(&out, 1, MPI_INT, 0, i, W));
  if (rank)
    return;
  OK(MPI_Irecv(&in[0], 1, MPI_INT, 1, 0, W, &r[0]));
  OK(MPI_Irecv(&in[1], 1, MPI_INT, 1, 1, W, &r[1]));
  for (int left = 2; left;) {
    flag = done = 1;
    if (way == 0)
      OK(MPI_Waitany(2, r, &index, IGNORE));
    else if (way == 1)
      OK(MPI_Waitsome(2, r, &done, all, MPI_STATUSES_IGNORE));
    else if (way == 2)
      OK(MPI_Testany(2, r, &index, &flag, IGNORE));
    else if (way == 3)
      OK(MPI_Testsome(2, r, &done, all, MPI_STATUSES_IGNORE));
    else if (left == 2)
      OK(MPI_Test(&r[0], &flag, IGNORE));
    else
      OK(MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE));
    left -= flag ? done : 0;
  }
  assert(in[0] == 7 && in[1] == 7);
  OK(MPI_Waitany(2, r, &index, IGNORE));
  assert(index == MPI_UNDEFINED);
}

static void add(void *from, void *to, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; i++)
    ((int *)to)[i] += ((int *)from)[i];
}

static void reductions(void) {
  int one = rank + 1, sum = 0, many[4], part;
  MPI_Request r;
  MPI_Op own;
  OK(MPI_Op_create(add, 1, &own));
  OK(MPI_Reduce(&one, &sum, 1, MPI_INT, own, 0, W));
  assert(sum == (rank ? 0 : 10));
  OK(MPI_Op_free(&own));
  OK(MPI_Ireduce(&one, &sum, 1, MPI_INT, MPI_PROD, 0, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(sum == (rank ? 0 : 24));
  OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_MAX, W));
  assert(sum == 4);
  OK(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_MIN, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(sum == 1);
  OK(MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, W));
  assert(sum == (rank + 1) * (rank + 2) / 2);
  OK(MPI_Iscan(&one, &sum, 1, MPI_INT, MPI_SUM, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  sum = 0;
  OK(MPI_Exscan(&one, &sum, 1, MPI_INT, MPI_SUM, W));
  assert(sum == rank * (rank + 1) / 2);
  OK(MPI_Iexscan(&one, &sum, 1, MPI_INT, MPI_SUM, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  for (int i = 0; i < 4; i++)
    many[i] = i;
  OK(MPI_Reduce_scatter(many, &part, (int[]){1, 1, 1, 1}, MPI_INT, MPI_SUM, W));
  assert(part == 4 * rank);
  OK(MPI_Reduce_scatter_block(many, &part, 1, MPI_INT, MPI_SUM, W));
  assert(part == 4 * rank);
  OK(MPI_Reduce_local(&one, &part, 1, MPI_INT, MPI_SUM));
  assert(part == 5 * rank + 1);
  struct {
    double value;
    int place;
  } best = {rank % 2, rank}, all;
  OK(MPI_Allreduce(&best, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, W));
  assert(all.place == 1);
  OK(MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_BOR, W));
  assert(one == 7);
}

static void check(const int *all) {
  for (int i = 0; i < 4; i++)
    assert(all[i] == i);
}

static void collectives(void) {
  int value = rank ? 0 : 42, all[4], mine = rank, each[4];
  const int ones[] = {1, 1, 1, 1}, places[] = {0, 1, 2, 3};
  MPI_Request r;
  OK(MPI_Barrier(W));
  OK(MPI_Ibarrier(W, &r));
  OK(MPI_Wait(&r, IGNORE));
  OK(MPI_Bcast(&value, 1, MPI_INT, 0, W));
  OK(MPI_Ibcast(&value, 1, MPI_INT, 0, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(value == 42);
  for (int i = 0; i < 4; i++)
    all[i] = i, each[i] = 10 * rank + i;
  OK(MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, 0, W));
  assert(value == rank);
  OK(MPI_Iscatter(all, 1, MPI_INT, &value, 1, MPI_INT, 0, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  OK(MPI_Scatterv(all, ones, places, MPI_INT, &value, 1, MPI_INT, 0, W));
  OK(MPI_Iscatterv(all, ones, places, MPI_INT, &value, 1, MPI_INT, 0, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(value == rank);
#define FILLED(call)                                                           \
  memset(all, -1, sizeof all);                                                 \
  OK(call);                                                                    \
  if (r)                                                                       \
    OK(MPI_Wait(&r, IGNORE));                                                  \
  check(all)
  if (rank == 0) {
    FILLED(MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, W));
    FILLED(MPI_Igather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, W, &r));
    FILLED(MPI_Gatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, 0, W));
    FILLED(
        MPI_Igatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, 0, W, &r));
  } else {
    OK(MPI_Gather(&mine, 1, MPI_INT, NULL, 0, MPI_INT, 0, W));
    OK(MPI_Igather(&mine, 1, MPI_INT, NULL, 0, MPI_INT, 0, W, &r));
    OK(MPI_Wait(&r, IGNORE));
    OK(MPI_Gatherv(&mine, 1, MPI_INT, NULL, NULL, NULL, MPI_INT, 0, W));
    OK(MPI_Igatherv(&mine, 1, MPI_INT, NULL, NULL, NULL, MPI_INT, 0, W, &r));
    OK(MPI_Wait(&r, IGNORE));
  }
  FILLED(MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, W));
  FILLED(MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, W, &r));
  FILLED(MPI_Allgatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, W));
  FILLED(MPI_Iallgatherv(&mine, 1, MPI_INT, all, ones, places, MPI_INT, W, &r));
  OK(MPI_Alltoall(each, 1, MPI_INT, all, 1, MPI_INT, W));
  assert(all[3] == 30 + rank);
  OK(MPI_Ialltoall(each, 1, MPI_INT, all, 1, MPI_INT, W, &r));
  OK(MPI_Wait(&r, IGNORE));
  OK(MPI_Alltoallv(each, ones, places, MPI_INT, all, ones, places, MPI_INT, W));
  OK(MPI_Ialltoallv(each, ones, places, MPI_INT, all, ones, places, MPI_INT, W,
                    &r));
  OK(MPI_Wait(&r, IGNORE));
  assert(all[2] == 20 + rank);
}

static void communicators(void) {
  MPI_Comm copy, half, part, none;
  MPI_Group all, some, other;
  int result, n, there, flag, *most;
  char name[MPI_MAX_OBJECT_NAME];
  OK(MPI_Comm_dup(W, &copy));
  OK(MPI_Comm_compare(W, copy, &result));
  assert(result == MPI_CONGRUENT);
  OK(MPI_Comm_set_name(copy, "copy"));
  OK(MPI_Comm_get_name(copy, name, &n));
  assert(n == 4 && !strcmp(name, "copy"));
  OK(MPI_Comm_test_inter(copy, &flag));
  assert(!flag);
  OK(MPI_Comm_get_attr(W, MPI_TAG_UB, &most, &flag));
  assert(flag && *most >= 32767);
  OK(MPI_Attr_get(W, MPI_TAG_UB, &most, &flag));
  OK(MPI_Topo_test(W, &result));
  assert(result == MPI_UNDEFINED);
  OK(MPI_Comm_split(W, rank % 2, -rank, &half));
  OK(MPI_Comm_rank(half, &there));
  OK(MPI_Comm_size(half, &n));
  assert(n == 2 && there == (rank < 2));
  OK(MPI_Comm_split(W, rank ? MPI_UNDEFINED : 0, 0, &none));
  assert((none == MPI_COMM_NULL) == (rank != 0));
  OK(MPI_Comm_split_type(W, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part));
  OK(MPI_Comm_free(&part));
  OK(MPI_Comm_group(W, &all));
  OK(MPI_Group_incl(all, 2, (int[]){3, 1}, &some));
  OK(MPI_Group_excl(all, 2, (int[]){3, 1}, &other));
  OK(MPI_Group_size(some, &n));
  OK(MPI_Group_rank(some, &there));
  assert(n == 2 && there == (rank == 3 ? 0 : rank == 1 ? 1 : MPI_UNDEFINED));
  OK(MPI_Group_translate_ranks(some, 2, (int[]){0, 1}, all, (int[2]){0}));
  OK(MPI_Group_compare(some, other, &result));
  assert(result == MPI_UNEQUAL);
  OK(MPI_Comm_create(W, some, &part));
  assert((part == MPI_COMM_NULL) == (rank % 2 == 0));
  MPI_Group sums[5];
  OK(MPI_Group_union(some, other, &sums[0]));
  OK(MPI_Group_intersection(some, all, &sums[1]));
  OK(MPI_Group_difference(all, some, &sums[2]));
  OK(MPI_Group_range_incl(all, 1, (int[][3]){{0, 3, 2}}, &sums[3]));
  OK(MPI_Group_range_excl(all, 1, (int[][3]){{0, 3, 2}}, &sums[4]));
  for (int i = 0; i < 5; i++) {
    OK(MPI_Group_size(sums[i], &n));
    assert(n == (i ? 2 : 4));
    OK(MPI_Group_free(&sums[i]));
  }
  OK(MPI_Comm_free(&copy));
}

static void places(void) {
  MPI_Comm grid, row;
  int sizes[2] = {0, 0}, periods[2] = {0, 1}, coords[2], source, dest, n;
  OK(MPI_Dims_create(4, 2, sizes));
  assert(sizes[0] == 2 && sizes[1] == 2);
  OK(MPI_Cart_create(W, 2, sizes, periods, 0, &grid));
  OK(MPI_Cart_coords(grid, rank, 2, coords));
  assert(coords[0] == rank / 2 && coords[1] == rank % 2);
  OK(MPI_Cart_rank(grid, coords, &n));
  assert(n == rank);
  OK(MPI_Cart_shift(grid, 0, 1, &source, &dest));
  assert(dest == (rank < 2 ? rank + 2 : MPI_PROC_NULL));
  OK(MPI_Cart_get(grid, 2, sizes, periods, coords));
  OK(MPI_Cartdim_get(grid, &n));
  assert(n == 2);
  OK(MPI_Cart_sub(grid, (int[]){0, 1}, &row));
  OK(MPI_Comm_size(row, &n));
  assert(n == 2);
}

struct pair {
  char letter;
  double number;
};

static void send_as(MPI_Datatype type, const void *out, void *in) {
  OK(MPI_Type_commit(&type));
  OK(MPI_Sendrecv(out, 1, type, next, 0, in, 1, type, before, 0, W, IGNORE));
  OK(MPI_Type_free(&type));
  assert(type == MPI_DATATYPE_NULL);
}

static void types(void) {
  MPI_Datatype t, u;
  MPI_Aint lb, extent;
  int n, grid[16], back[16] = {0};
  for (int i = 0; i < 16; i++)
    grid[i] = i;
  OK(MPI_Type_contiguous(4, MPI_INT, &t));
  OK(MPI_Type_size(t, &n));
  assert(n == 16);
  send_as(t, grid, back);
  assert(back[3] == 3);
  OK(MPI_Type_vector(4, 1, 4, MPI_INT, &t));
  OK(MPI_Type_extent(t, &extent));
  assert(extent == 13 * sizeof(int));
  send_as(t, grid + 1, back + 1);
  assert(back[13] == 13 && back[12] == 0);
  OK(MPI_Type_create_hvector(2, 1, 8 * sizeof(int), MPI_INT, &t));
  send_as(t, grid + 4, back + 4);
  assert(back[12] == 12);
  OK(MPI_Type_hvector(2, 1, 8, MPI_INT, &t));
  OK(MPI_Type_free(&t));
  OK(MPI_Type_indexed(2, (int[]){1, 2}, (int[]){6, 10}, MPI_INT, &t));
  send_as(t, grid, back);
  assert(back[6] == 6 && back[10] == 10 && back[11] == 11 && back[7] == 0);
  OK(MPI_Type_create_hindexed(1, (int[]){1}, (MPI_Aint[]){28}, MPI_INT, &t));
  send_as(t, grid, back);
  assert(back[7] == 7);
  OK(MPI_Type_create_indexed_block(1, 1, (int[]){14}, MPI_INT, &t));
  send_as(t, grid, back);
  assert(back[14] == 14);
  OK(MPI_Type_create_subarray(2, (int[]){4, 4}, (int[]){1, 1}, (int[]){3, 3},
                              MPI_ORDER_C, MPI_INT, &t));
  send_as(t, grid, back);
  assert(back[15] == 15);
  struct pair out = {'x', 2.5}, in = {0};
  MPI_Aint offsets[] = {offsetof(struct pair, letter),
                        offsetof(struct pair, number)};
  MPI_Datatype members[] = {MPI_CHAR, MPI_DOUBLE};
  OK(MPI_Type_create_struct(2, (int[]){1, 1}, offsets, members, &t));
  OK(MPI_Type_create_resized(t, 0, sizeof(struct pair), &u));
  OK(MPI_Type_get_extent(u, &lb, &extent));
  assert(lb == 0 && extent == sizeof(struct pair));
  send_as(u, &out, &in);
  assert(in.letter == 'x' && in.number == 2.5);
  OK(MPI_Type_dup(t, &u));
  OK(MPI_Type_struct(2, (int[]){1, 1}, offsets, members, &t));
  char name[MPI_MAX_OBJECT_NAME];
  OK(MPI_Type_set_name(t, "pair"));
  OK(MPI_Type_get_name(t, name, &n));
  assert(!strcmp(name, "pair"));
  char packed[64];
  int at = 0, need;
  OK(MPI_Type_commit(&t));
  OK(MPI_Pack_size(1, t, W, &need));
  OK(MPI_Pack(&out, 1, t, packed, sizeof packed, &at, W));
  assert(at == need);
  at = 0;
  in.number = 0;
  OK(MPI_Unpack(packed, sizeof packed, &at, &in, 1, t, W));
  assert(in.number == 2.5);
}

int main(int argc, char **argv) {
  int provided;
  if (argc > 1)
    OK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
  else
    OK(MPI_Init(&argc, &argv));
  OK(MPI_Comm_rank(W, &rank));
  OK(MPI_Comm_size(W, &size));
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  if (argc > 1 && argv[1][0] == '5') {
    MPI_Abort(W, 3);
  } else if (argc > 1) {
    tests(argv[1][0] - '0');
  } else {
    environment();
    modes();
    persistent();
    exchanges();
    reductions();
    collectives();
    communicators();
    places();
    types();
    elements();
    unused();
    windows();
  }
  OK(MPI_Finalize());
}
