/* What is no use of MPI, by two ranks: the argument says which.  The line above
 * a case has what is found there, or "holds". */
#include <mpi.h>
#include <stdlib.h>

#define W MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE
static int rank, other, to[8], from[8];
static MPI_Request request, second;

static void receive(int which) {
  static volatile int seen;
  if (rank) {
    MPI_Send(from, 8, MPI_INT, 0, 0, W);
    if (which == 'c' || which == 'd')
      MPI_Send(from, 8, MPI_INT, 0, 0, W);
    return;
  }
  MPI_Irecv(to, 8, MPI_INT, 1, MPI_ANY_TAG, W, &request);
  switch (which) {
  /* the buffer of MPI_Irecv at line [0-9]* is read before that is complete */
  case 'a':
    seen = to[7];
    break;
  /* the buffer of MPI_Irecv at line [0-9]* is written before that is complete */
  case 'b':
    to[3] = 0; /* as it was */
    break;
  /* MPI_Irecv is given the buffer of MPI_Irecv at line [0-9]* before */
  case 'c':
    MPI_Irecv(to + 4, 4, MPI_INT, 1, 0, W, &second);
    break;
  /* MPI_Recv is given the buffer of MPI_Irecv at line [0-9]* before */
  case 'd':
    MPI_Recv(to + 7, 1, MPI_INT, 1, 0, W, IGNORE);
    break;
  }
  seen = from[0];
  MPI_Wait(&request, IGNORE);
  seen = to[0];
}

static void holes(int which) {
  MPI_Datatype columns;
  MPI_Type_vector(3, 1, 2, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  MPI_Irecv(to, 1, columns, other, 0, W, &request);
  /* holds */
  if (which == 'e')
    to[1] = to[3] = 1;
  /* the buffer of MPI_Irecv at line [0-9]* is written before that is complete */
  if (which == 'f')
    to[4] = 1;
  MPI_Send(from, 3, MPI_INT, other, 0, W);
  MPI_Wait(&request, IGNORE);
  MPI_Type_free(&columns);
}

static void send_(int which) {
  static volatile int seen;
  int flag = 0;
  MPI_Irecv(to, 1, MPI_INT, other, 0, W, &second);
  MPI_Isend(from, 1, MPI_INT, other, 0, W, &request);
  switch (which) {
  /* the buffer of MPI_Isend at line [0-9]* is written before that is complete */
  case 'g':
    from[0] = 0; /* as it was */
    break;
  /* holds */
  case 'h':
    seen = from[0];
    from[1] = 3;
    break;
  /* MPI_Allreduce is given the buffer of MPI_Isend at line [0-9]* before */
  case 'i':
    MPI_Allreduce(&rank, from, 1, MPI_INT, MPI_SUM, W);
    break;
  /* holds */
  case 'j':
    while (!flag)
      MPI_Test(&request, &flag, IGNORE);
    from[0] = 1;
    break;
  }
  MPI_Wait(&request, IGNORE);
  MPI_Wait(&second, IGNORE);
}

static void again(int which) {
  MPI_Send_init(from, 1, MPI_INT, other, 0, W, &request);
  for (int i = 0; i < 2; i++) {
    from[0] = i;
    MPI_Start(&request);
    MPI_Recv(to, 1, MPI_INT, other, 0, W, IGNORE);
    /* the buffer of MPI_Send_init at line [0-9]* is written before that is */
    if (which == 'k')
      from[0] = i;
    MPI_Wait(&request, IGNORE);
  }
  /* holds */
  if (which == 'l')
    from[0] = 7;
  MPI_Request_free(&request);
}

static void collective(int which) {
  static volatile int seen;
  int counts[] = {1, 1}, places[] = {0, 0};
  switch (which) {
  /* the buffer of MPI_Iallreduce at line [0-9]* is written before that is */
  case 'm':
    MPI_Iallreduce(from, to, 2, MPI_INT, MPI_SUM, W, &request);
    from[1] = 1;
    break;
  /* the buffer of MPI_Igather at line [0-9]* is read before that is complete */
  case 'n':
    MPI_Igather(from, 2, MPI_INT, to, 2, MPI_INT, 0, W, &request);
    seen = rank ? 0 : to[3];
    break;
  /* holds */
  case 'o':
    MPI_Igather(from, 2, MPI_INT, to, 2, MPI_INT, 0, W, &request);
    seen = rank ? to[3] : to[4];
    break;
  /* MPI_Allreduce: what comes overwrites what is sent */
  case 'p':
    MPI_Allreduce(to, to, 2, MPI_INT, MPI_SUM, W);
    break;
  /* MPI_Allgatherv: parts that come overwrite each other */
  case 'q':
    MPI_Allgatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, W);
    break;
  /* MPI_Exscan: the ranks do not bring the same datatype */
  case 'r':
    MPI_Exscan(from, to, 1, rank ? MPI_FLOAT : MPI_INT, MPI_SUM, W);
    break;
  /* MPI_Request_free: the request of a collective has to be waited for */
  case 's':
    MPI_Ibarrier(W, &request);
    MPI_Request_free(&request);
    break;
  /* MPI_Allreduce: the operation is only for windows */
  case 'z':
    MPI_Allreduce(from, to, 1, MPI_INT, MPI_REPLACE, W);
    break;
  /* holds */
  case 't':
    MPI_Iallreduce(MPI_IN_PLACE, to, 2, MPI_INT, MPI_SUM, W, &request);
    from[1] = 1;
    break;
  }
  MPI_Wait(&request, IGNORE);
}

static void other_arguments(int which) {
  MPI_Comm made;
  int sizes[] = {-2, -1}, periods[] = {0, 0};
  switch (which) {
  /* MPI_Comm_split: the color is -10 */
  case 'u':
    MPI_Comm_split(W, -10, 0, &made);
    break;
  /* MPI_Cart_create: a dimension of size -2 */
  case 'v':
    MPI_Cart_create(W, 2, sizes, periods, 0, &made);
    break;
  /* MPI_Comm_create: no such group */
  case 'w':
    MPI_Comm_create(W, MPI_GROUP_NULL, &made);
    break;
  /* MPI_Sendrecv: what comes overwrites what is sent */
  case 'x':
    MPI_Sendrecv(to, 2, MPI_INT, other, 0, to + 1, 2, MPI_INT, other, 0, W,
                 IGNORE);
    break;
  /* holds */
  case 'y':
    MPI_Sendrecv_replace(to, 2, MPI_INT, other, 0, other, 0, W, IGNORE);
    MPI_Sendrecv(to, 2, MPI_INT, MPI_PROC_NULL, 0, to, 2, MPI_INT,
                 MPI_PROC_NULL, 0, W, IGNORE);
    break;
  }
}

/* Memory that both ranks may access. */
static void window(int which) {
  static int memory[8];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, W, &win);
  switch (which) {
  /* MPI_Put: no epoch is under way */
  case '0':
    MPI_Put(from, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    break;
  /* MPI_Put: the same memory of rank 1 is written by MPI_Put of rank 0 */
  case '1':
    MPI_Win_fence(0, win);
    MPI_Put(from, 2, MPI_INT, 1, rank, 2, MPI_INT, win);
    break;
  /* memory of the window is written, and nothing says whether before or after */
  case '2':
    MPI_Win_fence(0, win);
    if (!rank)
      MPI_Get(to, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    else
      memory[3] = 1;
    break;
  /* nothing says whether rank 0 has written memory of its window before */
  case '3':
    MPI_Win_fence(0, win);
    if (!rank)
      memory[3] = 1;
    else
      MPI_Get(to, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    break;
  /* the buffer of MPI_Get at line [0-9]* is read before that is complete */
  case '4':
    MPI_Win_fence(0, win);
    MPI_Get(to, 1, MPI_INT, other, 3, 1, MPI_INT, win);
    from[0] = to[0];
    break;
  /* the buffer of MPI_Put at line [0-9]* is written before that is complete */
  case '5':
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(from, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
    from[0] = 1;
    MPI_Win_unlock(1, win);
    break;
  /* MPI_Put: byte 35 of the window of rank 1, which has 32 */
  case '6':
    MPI_Win_fence(0, win);
    MPI_Put(from, 2, MPI_INT, 1, 7, 2, MPI_INT, win);
    break;
  /* MPI_Win_free: an epoch is under way */
  case '7':
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    break;
  /* MPI_Accumulate: the same memory of rank 1 is written by MPI_Put of rank 0 */
  case '8':
    MPI_Win_fence(0, win);
    if (!rank)
      MPI_Put(from, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    else
      MPI_Accumulate(from, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    break;
  /* incomplete: the order in which ranks lock a window */
  case '9':
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(from, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    break;
  }
  if (which <= '4' || which == '6' || which == '8')
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}

/* Two windows of the same memory, or, to begin with, of other parts of it. */
static void windows(int which) {
  static int memory[8];
  MPI_Win one, two;
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, W, &one);
  /* MPI_Put: the same memory of rank 1 is written by MPI_Put of rank 0 */
  if (which == 'J')
    MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, W, &two);
  /* holds */
  if (which == 'K')
    MPI_Win_create(memory + 4, 16, 4, MPI_INFO_NULL, W, &two);
  MPI_Win_fence(0, one);
  MPI_Win_fence(0, two);
  MPI_Put(from, 1, MPI_INT, 1, 0, 1, MPI_INT, rank ? one : two);
  MPI_Win_fence(0, one);
  MPI_Win_fence(0, two);
  MPI_Win_free(&one);
  MPI_Win_free(&two);
}

/* What is said of a fence. */
static void asserted(int which) {
  static int memory[8];
  MPI_Win win;
  int before = 0, after = 0;
  MPI_Win_create(memory, 32, 4, MPI_INFO_NULL, W, &win);
  /* MPI_Put: the fence of rank 1 has said MPI_MODE_NOPUT */
  if (which == 'L')
    before = rank ? MPI_MODE_NOPUT : 0;
  /* MPI_Win_fence: MPI_MODE_NOPRECEDE, and accesses of this rank are under way */
  if (which == 'M')
    after = MPI_MODE_NOPRECEDE;
  /* holds */
  if (which == 'N')
    before = rank ? 0 : MPI_MODE_NOPUT;
  MPI_Win_fence(before, win);
  if (!rank)
    MPI_Put(from, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(after, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
}

static void gone(void) {
  int *memory = malloc(8);
  MPI_Win win;
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, W, &win);
  free(memory);
  MPI_Win_free(&win);
}

static void nowhere(void) {
  MPI_Win win;
  MPI_Win_create(to, sizeof to, 4, MPI_INFO_NULL, W, &win);
  MPI_Win_fence(0, win);
  MPI_Get(NULL, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void overlapping(void) {
  MPI_Datatype type;
  MPI_Type_create_hvector(4, 1, 3, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Isend(from, 1, type, other, 0, W, &request);
  MPI_Recv(to, 1, type, other, 0, W, IGNORE);
  MPI_Wait(&request, IGNORE);
}

static void add_up(void *in, void *inout, int *len, MPI_Datatype *type) {
  (void)in, (void)inout, (void)len, (void)type;
}

/* With --mpi-leaks. */
static void leak(int which) {
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Group group;
  MPI_Op op;
  MPI_Comm_dup(W, &comm);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Comm_group(W, &group);
  MPI_Op_create(add_up, 1, &op);
  /* the communicator made at line [0-9]* was never freed */
  if (which != 'A')
    MPI_Comm_free(&comm);
  /* the datatype made at line [0-9]* was never freed */
  if (which != 'B')
    MPI_Type_free(&type);
  /* the group made at line [0-9]* was never freed */
  if (which != 'C')
    MPI_Group_free(&group);
  /* the operation made at line [0-9]* was never freed */
  if (which != 'D')
    MPI_Op_free(&op);
  /* holds */
  if (which == 'E')
    MPI_Barrier(W);
}

static void memoryless(int size) {
  MPI_Win w;
  MPI_Win_create(NULL, size, 4, MPI_INFO_NULL, W, &w);
  MPI_Win_free(&w);
}

int main(int argc, char **argv) {
  int which = argc > 1 ? argv[1][0] : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(W, &rank);
  other = 1 - rank;
  if (which >= 'a' && which <= 'd')
    receive(which);
  else if (which <= '9')
    window(which);
  else if (which <= 'E')
    leak(which);
  /* MPI_Recv: bytes of the datatype overlap */
  else if (which == 'F')
    overlapping();
  /* MPI_Recv: there is no rank -1 among 2 */
  else if (which == 'G')
    MPI_Recv(to, 1, MPI_INT, -1, 0, W, IGNORE);
  /* use of freed memory */
  else if (which == 'H')
    gone();
  /* crash by a signal: Segmentation fault at address 0x0 */
  else if (which == 'I')
    nowhere();
  else if (which <= 'K')
    windows(which);
  else if (which <= 'N')
    asserted(which);
  /* MPI_Win_create: no memory for a window of 8 bytes */
  else if (which == 'O')
    memoryless(8);
  /* holds */
  else if (which == 'P')
    memoryless(0);
  else if (which <= 'f')
    holes(which);
  else if (which <= 'j')
    send_(which);
  else if (which <= 'l')
    again(which);
  else if (which <= 't' || which == 'z')
    collective(which);
  else
    other_arguments(which);
  MPI_Finalize();
}
