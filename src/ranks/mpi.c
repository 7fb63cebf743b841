/* Ranks that talk by MPI.
 *
 * The library is loaded here and nowhere else (base/late.h): it takes 50 ms,
 * and only who was started by mpirun needs it.  Its constants are addresses of
 * variables, so these are looked for like functions. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/late.h"
#include "ranks/ranks.h"

#ifndef OPEN_MPI
#error "constants are looked for under the names that Open MPI has for them"
#endif

#define USED(X)                                                                \
  X(MPI_Init_thread)                                                           \
  X(MPI_Comm_rank)                                                             \
  X(MPI_Comm_size)                                                             \
  X(MPI_Allgather)                                                             \
  X(MPI_Allgatherv)                                                            \
  X(MPI_Alltoall)                                                              \
  X(MPI_Isend)                                                                 \
  X(MPI_Irecv)                                                                 \
  X(MPI_Recv)                                                                  \
  X(MPI_Iprobe)                                                                \
  X(MPI_Get_count)                                                             \
  X(MPI_Test)                                                                  \
  X(MPI_Waitall)                                                               \
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
};

enum { EXCHANGED = 1, POSTED = 2 };
/* MPI counts in ints. */
enum { SLICE = 1 << 30 };

/* --- all together --------------------------------------------------------- */

/* Few bytes, as nearly always, travel with their number. */
static bool share_few(struct by_mpi *m, const void *mine, size_t len) {
  struct few few = {.len = len};
  bool all_few = true;
  if (len && len <= sizeof few.at)
    memcpy(few.at, mine, len);
  vec_resize(&m->few, m->ranks.count);
  m->api.MPI_Allgather(&few, sizeof few, m->byte, m->few.at, sizeof few,
                       m->byte, m->world);
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
  m->api.MPI_Allgatherv(len ? mine : (const void *)&end, (int)len, m->byte,
                        all->bytes.at, m->counts.at, m->begins.at, m->byte,
                        m->world);
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
  m->api.MPI_Alltoall(to, sizeof *to, m->byte, from, sizeof *from, m->byte,
                      m->world);
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
  m->api.MPI_Waitall((int)m->requests.len, m->requests.at, MPI_STATUSES_IGNORE);
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

static bool poll(struct ranks *r, unsigned *from, struct bytes *in) {
  struct by_mpi *m = (struct by_mpi *)r;
  MPI_Status status;
  int there = 0, len = 0;
  tidy(m);
  m->api.MPI_Iprobe(MPI_ANY_SOURCE, POSTED, m->world, &there, &status);
  if (!there)
    return false;
  m->api.MPI_Get_count(&status, m->byte, &len);
  in->len = 0;
  bytes_more(in, (size_t)len + 1);
  in->len = (size_t)len;
  m->api.MPI_Recv(in->at, len, m->byte, status.MPI_SOURCE, POSTED, m->world,
                  MPI_STATUS_IGNORE);
  *from = (unsigned)status.MPI_SOURCE;
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
  free(m); /* the library stays: it does not like to be unloaded */
}

static const struct ranks_way by_mpi = {share, exchange, post, poll, close_mpi};

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
  /* One thread talks, whatever the others do. */
  if (m->api.MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level)) {
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
  return &m->ranks;
}
