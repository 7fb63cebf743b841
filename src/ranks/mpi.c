/* Ranks that talk by MPI.
 *
 * The library is loaded here and nowhere else (base/late.h): it takes 50 ms,
 * and only who was started by mpirun needs it.  Its constants are addresses of
 * variables, so these are looked for like functions. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/late.h"
#include "ranks/ranks.h"

#ifndef OPEN_MPI
#error "constants are looked for under the names that Open MPI has for them"
#endif

#define USED(X)                                                                \
  X(MPI_Init_thread)                                                           \
  X(MPI_Comm_rank)                                                             \
  X(MPI_Comm_size)                                                             \
  X(MPI_Iallgather)                                                            \
  X(MPI_Iallgatherv)                                                           \
  X(MPI_Ialltoall)                                                             \
  X(MPI_Isend)                                                                 \
  X(MPI_Irecv)                                                                 \
  X(MPI_Recv)                                                                  \
  X(MPI_Iprobe)                                                                \
  X(MPI_Get_count)                                                             \
  X(MPI_Test)                                                                  \
  X(MPI_Testall)                                                               \
  X(MPI_Finalize)

struct api {
  USED(LATE_FIELD)
};

struct parcel { /* on its way */
  MPI_Request request;
  void *bytes;
};

struct few {
  uint64_t len;
  uint8_t at[120];
};

struct by_mpi {
  struct ranks ranks; /* the first: a struct ranks is one of these */
  struct api api;
  MPI_Comm world;
  MPI_Datatype byte;
  VEC(MPI_Request) requests;
  VEC(struct few) few;
  VEC(int) counts, begins;
  VEC(uint64_t) sizes; /* to each, then from each */
  VEC(struct parcel) posted;
  /* What comes, unless it has come: large letters need both sides for a while,
   * and the other may have something else to do meanwhile. */
  struct bytes coming;
  unsigned from;
  bool comes, came;
  MPI_Request arrival;
  bool crowded;       /* more ranks than cores */
  uint64_t impatient; /* the meeting at which patience was lost last */
};

enum { EXCHANGED = 1, POSTED = 2, WAITING = 3 };
/* MPI counts in ints. */
enum { SLICE = 1 << 30 };

/* --- waiting -------------------------------------------------------------- */

/* MPI waits by asking again and again, so that a rank that waits takes a core
 * from one that works where there are more ranks than cores, or somebody else
 * uses the machine.  Here who has waited a moment sleeps, an eighth of the time
 * that has gone by each time: so it wakes up at most that much too late. */
enum { SPIN_NS = 100000, NAP_LEAST_NS = 20000, NAP_MOST_NS = 5000000 };

/* Who has lost patience says so to rank 0, and who has not said it when as much
 * time has gone by again is whom they wait for.  Nothing is sent as long as
 * nobody is slow; words of an earlier meeting that came late are known by its
 * number.  The last one before this counts: who is still there waits for the same
 * one, behind whom its bytes are. */
static void say_waiting(struct by_mpi *m) {
  struct parcel p = {.bytes = alloc_zero(1, sizeof(uint64_t))};
  memcpy(p.bytes, &m->ranks.meets, sizeof m->ranks.meets);
  m->api.MPI_Isend(p.bytes, sizeof(uint64_t), m->byte, 0, WAITING, m->world,
                   &p.request);
  vec_push(&m->posted, p);
}

static void name_slow(struct by_mpi *m, double waited) {
  bool *waits = alloc_zero(m->ranks.count, sizeof *waits);
  MPI_Status status;
  int there = 1;
  waits[0] = true;
  for (;;) {
    uint64_t meeting;
    m->api.MPI_Iprobe(MPI_ANY_SOURCE, WAITING, m->world, &there, &status);
    if (!there)
      break;
    m->api.MPI_Recv(&meeting, sizeof meeting, m->byte, status.MPI_SOURCE,
                    WAITING, m->world, MPI_STATUS_IGNORE);
    waits[status.MPI_SOURCE] |= meeting + 1 >= m->ranks.meets;
  }
  for (unsigned i = 0; i < m->ranks.count; i++)
    if (!waits[i])
      m->ranks.slow(&m->ranks, i, waited);
  free(waits);
}

/* Once for each meeting. */
static void lose_patience(struct by_mpi *m, double waited) {
  const bool first = !m->ranks.rank;
  if (!m->ranks.patience || waited < m->ranks.patience * (1 + first) ||
      m->impatient == m->ranks.meets)
    return;
  m->impatient = m->ranks.meets;
  if (!first)
    say_waiting(m);
  else if (m->ranks.slow)
    name_slow(m, waited);
}

static void wait_for(struct by_mpi *m, MPI_Request *requests, size_t count) {
  const double since = clock_wall();
  int done = 0;
  for (;;) {
    m->api.MPI_Testall((int)count, requests, &done, MPI_STATUSES_IGNORE);
    const double waited = clock_wall() - since;
    if (done) {
      m->ranks.waited += waited;
      return;
    }
    const double ns = waited * 1e9;
    if (ns < (m->crowded ? 0 : SPIN_NS))
      continue;
    lose_patience(m, waited);
    double nap = ns / 8;
    nap = nap < NAP_LEAST_NS ? NAP_LEAST_NS : nap;
    nap = nap > NAP_MOST_NS ? NAP_MOST_NS : nap;
    nanosleep(&(struct timespec){.tv_nsec = (long)nap}, NULL);
  }
}

/* --- all together --------------------------------------------------------- */

/* Few bytes, as nearly always, travel with their number. */
static bool share_few(struct by_mpi *m, const void *mine, size_t len) {
  struct few few = {.len = len};
  bool all_few = true;
  if (len && len <= sizeof few.at)
    memcpy(few.at, mine, len);
  vec_resize(&m->few, m->ranks.count);
  MPI_Request request;
  m->api.MPI_Iallgather(&few, sizeof few, m->byte, m->few.at, sizeof few,
                        m->byte, m->world, &request);
  wait_for(m, &request, 1);
  m->ranks.sent += sizeof few * (m->ranks.count - 1);
  vec_each(&m->few, f) all_few &= f->len <= sizeof f->at;
  return all_few;
}

static void share(struct ranks *r, const void *mine, size_t len,
                  struct ranks_all *all) {
  struct by_mpi *m = (struct by_mpi *)r;
  size_t end = 0;
  bool all_few = share_few(m, mine, len);
  vec_resize(&m->counts, r->count);
  vec_resize(&m->begins, r->count);
  vec_resize(&all->ends, r->count);
  all->bytes.len = 0;
  for (unsigned i = 0; i < r->count; i++) {
    const struct few *f = &m->few.at[i];
    if (all_few)
      bytes_add(&all->bytes, f->at, (size_t)f->len);
    m->counts.at[i] = (int)f->len;
    m->begins.at[i] = (int)end;
    all->ends.at[i] = end += (size_t)f->len;
  }
  if (all_few)
    return;
  bytes_more(&all->bytes, end);
  r->sent += len * (r->count - 1);
  MPI_Request request;
  m->api.MPI_Iallgatherv(len ? mine : (const void *)&end, (int)len, m->byte,
                         all->bytes.at, m->counts.at, m->begins.at, m->byte,
                         m->world, &request);
  wait_for(m, &request, 1);
}

/* In slices, each a message of its own: messages between two ranks stay in
 * order. */
static void receive(struct by_mpi *m, unsigned from, struct bytes *in,
                    size_t len) {
  in->len = 0;
  bytes_more(in, len);
  for (size_t at = 0; at < len; at += SLICE) {
    MPI_Request request;
    size_t rest = len - at;
    m->api.MPI_Irecv(in->at + at, (int)(rest < SLICE ? rest : SLICE), m->byte,
                     (int)from, EXCHANGED, m->world, &request);
    vec_push(&m->requests, request);
  }
}

static void send(struct by_mpi *m, unsigned to, const struct bytes *out) {
  for (size_t at = 0; at < out->len; at += SLICE) {
    MPI_Request request;
    size_t rest = out->len - at;
    m->api.MPI_Isend(out->at + at, (int)(rest < SLICE ? rest : SLICE), m->byte,
                     (int)to, EXCHANGED, m->world, &request);
    vec_push(&m->requests, request);
  }
}

static void exchange(struct ranks *r, const struct bytes *out,
                     struct bytes *in) {
  struct by_mpi *m = (struct by_mpi *)r;
  vec_resize(&m->sizes, (size_t)2 * r->count);
  uint64_t *to = m->sizes.at, *from = to + r->count;
  for (unsigned i = 0; i < r->count; i++)
    to[i] = out[i].len;
  MPI_Request sizes;
  m->api.MPI_Ialltoall(to, sizeof *to, m->byte, from, sizeof *from, m->byte,
                       m->world, &sizes);
  wait_for(m, &sizes, 1);
  vec_clear(&m->requests);
  for (unsigned k = 1; k < r->count; k++) {
    unsigned i = (r->rank + k) % r->count;
    receive(m, i, &in[i], (size_t)from[i]);
  }
  for (unsigned k = 1; k < r->count; k++) {
    unsigned i = (r->rank + k) % r->count;
    send(m, i, &out[i]);
    r->sent += out[i].len;
  }
  in[r->rank].len = 0;
  bytes_add(&in[r->rank], out[r->rank].at, out[r->rank].len);
  wait_for(m, m->requests.at, m->requests.len);
}

/* --- from one to another -------------------------------------------------- */

/* What has arrived where it was meant for. */
static void tidy(struct by_mpi *m) {
  size_t kept = 0;
  for (size_t i = 0; i < m->posted.len; i++) {
    int arrived = 0;
    m->api.MPI_Test(&m->posted.at[i].request, &arrived, MPI_STATUS_IGNORE);
    if (arrived)
      free(m->posted.at[i].bytes);
    else
      m->posted.at[kept++] = m->posted.at[i];
  }
  m->posted.len = kept;
}

static void post(struct ranks *r, unsigned to, const void *at, size_t len) {
  struct by_mpi *m = (struct by_mpi *)r;
  struct parcel p = {.bytes = alloc_zero(len + 1, 1)};
  tidy(m);
  if (len)
    memcpy(p.bytes, at, len);
  m->api.MPI_Isend(p.bytes, (int)len, m->byte, (int)to, POSTED, m->world,
                   &p.request);
  vec_push(&m->posted, p);
  r->sent += len;
}

static void begin_to_receive(struct by_mpi *m) {
  MPI_Status status;
  int there = 0, len = 0;
  m->api.MPI_Iprobe(MPI_ANY_SOURCE, POSTED, m->world, &there, &status);
  if (!there)
    return;
  m->api.MPI_Get_count(&status, m->byte, &len);
  m->coming.len = 0;
  bytes_more(&m->coming, (size_t)len + 1);
  m->coming.len = (size_t)len;
  m->from = (unsigned)status.MPI_SOURCE;
  m->comes = true;
  m->api.MPI_Irecv(m->coming.at, len, m->byte, status.MPI_SOURCE, POSTED,
                   m->world, &m->arrival);
}

static void attend(struct ranks *r) {
  struct by_mpi *m = (struct by_mpi *)r;
  int arrived = 0;
  tidy(m);
  if (!m->comes)
    begin_to_receive(m);
  if (m->comes && !m->came)
    m->api.MPI_Test(&m->arrival, &arrived, MPI_STATUS_IGNORE);
  m->came |= arrived;
}

static bool poll(struct ranks *r, unsigned *from, struct bytes *in) {
  struct by_mpi *m = (struct by_mpi *)r;
  attend(r);
  if (!m->came)
    return false;
  struct bytes old = *in;
  *in = m->coming;
  m->coming = old;
  m->comes = m->came = false;
  *from = m->from;
  return true;
}

/* --- life ----------------------------------------------------------------- */

static void close_mpi(struct ranks *r) {
  struct by_mpi *m = (struct by_mpi *)r;
  while (m->posted.len)
    tidy(m);
  m->api.MPI_Finalize();
  vec_free(&m->requests);
  vec_free(&m->few);
  vec_free(&m->counts);
  vec_free(&m->begins);
  vec_free(&m->sizes);
  vec_free(&m->posted);
  bytes_free(&m->coming);
  free(m); /* the library stays: it does not like to be unloaded */
}

static const struct ranks_way by_mpi = {share, exchange, post,
                                        poll,  attend,   close_mpi};

static bool load(struct by_mpi *m, struct text *why) {
  struct api *api = &m->api;
  void *l = dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);
  if (!l)
    l = dlopen("libmpi.so", RTLD_NOW | RTLD_GLOBAL);
  m->world = l ? dlsym(l, "ompi_mpi_comm_world") : NULL;
  m->byte = l ? dlsym(l, "ompi_mpi_byte") : NULL;
  bool ok = l && m->world && m->byte && USED(LATE_FIND) true;
  if (!ok)
    text_printf(why, "cannot load Open MPI (libmpi.so.40): %s", dlerror());
  return ok;
}

struct ranks *ranks_open(struct text *why) {
  struct by_mpi *m = alloc_zero(1, sizeof *m);
  int level = 0, rank = 0, count = 1;
  if (!load(m, why)) {
    free(m);
    return NULL;
  }
  /* One thread talks at a time. */
  if (m->api.MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) ||
      level < MPI_THREAD_SERIALIZED) {
    text_add(why, "MPI does not begin");
    free(m);
    return NULL;
  }
  m->api.MPI_Comm_rank(m->world, &rank);
  m->api.MPI_Comm_size(m->world, &count);
  const char *here = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (!here)
    here = getenv("SLURM_NTASKS_PER_NODE");
  long local = here ? strtol(here, NULL, 10) : count;
  m->ranks = (struct ranks){.rank = (unsigned)rank,
                            .count = (unsigned)count,
                            .here = local > 0 ? (unsigned)local : 1,
                            .way = &by_mpi};
  m->crowded = m->ranks.here > clock_cores();
  return &m->ranks;
}
