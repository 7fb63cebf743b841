/* An MPI program that does what its argument says (brute.c):
 *
 *   script = rank {"/" rank}, rank = {op " "}
 *   s1.0 sends to rank 1 with tag 0; y synchronously, i without waiting;
 *   r1.0 receives from rank 1 with tag 0, n without waiting; rank * is anybody,
 *   tag * any; b is a barrier, w waits for all that was not waited for, and v
 *   for any one of it.
 *
 * Of several scripts, with ";" between them, the first rank chooses one.  A second
 * argument, of the same form, has what each rank receives in one
 * outcome: the program fails when all of them do. */
#include <assert.h>
#include <heddle/rt.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };
static MPI_Request pending[MOST];
static int got[MOST], sent[MOST];
static int pending_len, got_len;

static const char *part_of(const char *all, char end, int part) {
  while (part-- && all)
    if ((all = strchr(all, end)))
      all++;
  return all ? all : "";
}

static const char *choose(const char *all, int rank) {
  int count = 1, which = 0;
  for (const char *at = all; *at; at++)
    count += *at == ';';
  if (count == 1)
    return all;
  if (!rank)
    which = heddle_choose(count);
  MPI_Bcast(&which, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return part_of(all, ';', which);
}

static void wait_all(void) {
  MPI_Waitall(pending_len, pending, MPI_STATUSES_IGNORE);
  pending_len = 0;
}

/* Which one it was is part of the outcome. */
static void wait_any(void) {
  int index;
  MPI_Waitany(pending_len, pending, &index, MPI_STATUS_IGNORE);
  got[got_len++] = 1000 + index;
}

static void message(const char *op, int rank, int step) {
  int peer = op[1] == '*' ? MPI_ANY_SOURCE : op[1] - '0';
  int tag = op[3] == '*' ? MPI_ANY_TAG : op[3] - '0';
  int *out = &sent[step];
  *out = 10 * rank + step;
  switch (op[0]) {
  case 's':
    MPI_Send(out, 1, MPI_INT, peer, tag, MPI_COMM_WORLD);
    break;
  case 'y':
    MPI_Ssend(out, 1, MPI_INT, peer, tag, MPI_COMM_WORLD);
    break;
  case 'i':
    MPI_Isend(out, 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
              &pending[pending_len++]);
    break;
  case 'r':
    MPI_Recv(&got[got_len++], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    break;
  default:
    MPI_Irecv(&got[got_len++], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
              &pending[pending_len++]);
  }
}

static int is_forbidden(const char *outcome) {
  for (int i = 0; i < got_len; i++) {
    char *end;
    if (strtol(outcome, &end, 10) != got[i] || end == outcome)
      return 0;
    outcome = end;
  }
  return 1;
}

int main(int argc, char **argv) {
  int rank, size, mine, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char *op = part_of(choose(argv[1], rank), '/', rank);
  for (int step = 0; *op && !strchr("/;", *op); step++) {
    if (*op == 'b')
      MPI_Barrier(MPI_COMM_WORLD);
    else if (*op == 'w')
      wait_all();
    else if (*op == 'v')
      wait_any();
    else
      message(op, rank, step);
    while (*op && !strchr("/;", *op) && *op++ != ' ')
      ;
  }
  wait_all();
  if (argc > 2) {
    mine = is_forbidden(part_of(argv[2], '/', rank));
    MPI_Reduce(&mine, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    assert(rank || all < size);
  }
  MPI_Finalize();
}
