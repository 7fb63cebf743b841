/* Communicators.  One that is made is a collective of the old one; the first of
 * its ranks that goes on makes it, for all. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt/mpi_coll.h"
#include "rt/mpi_group.h"
#include "rt/rank.h"

static unsigned now(void) {
  return rt_is_rank() ? rt_rank_now() : 0;
}

struct mpi_comm *mpi_comm_make(int size, const int *ranks) {
  int n =
      mpi_handle((void *const *)mpi_world.comms, "more than 255 communicators");
  if (n == MPI_COMM_SELF)
    mpi_world.comms[n++] = mpi_alloc_shared(sizeof(struct mpi_comm));
  struct mpi_comm *c = mpi_alloc_shared(sizeof *c);
  c->handle = n;
  c->size = size;
  c->ranks = mpi_alloc_shared((size_t)size * sizeof *c->ranks);
  memcpy(c->ranks, ranks, (size_t)size * sizeof *c->ranks);
  return mpi_world.comms[n] = c;
}

static struct mpi_comm *own_self(void) {
  struct mpi_rank *me = mpi_self();
  if (me->self)
    return me->self;
  struct mpi_comm *c = mpi_alloc(sizeof *c);
  c->handle = MPI_COMM_SELF;
  c->size = 1;
  c->ranks = mpi_alloc(sizeof *c->ranks);
  c->ranks[0] = (int)now();
  snprintf(c->name, sizeof c->name, "MPI_COMM_SELF");
  return me->self = c;
}

int mpi_comm_rank(const struct mpi_comm *c, unsigned world_rank) {
  for (int i = 0; i < c->size; i++)
    if (c->ranks[i] == (int)world_rank)
      return i;
  return MPI_UNDEFINED;
}

struct mpi_comm *mpi_comm(MPI_Comm handle) {
  if (handle == MPI_COMM_SELF)
    return own_self();
  if (handle <= MPI_COMM_NULL || handle >= MPI_HANDLES)
    return NULL;
  struct mpi_comm *c = mpi_world.comms[handle];
  bool mine = c && !c->freed[now()] && mpi_comm_rank(c, now()) != MPI_UNDEFINED;
  return mine ? c : NULL;
}

static int no_comm(void) {
  return mpi_error(MPI_ERR_COMM, "no such communicator");
}

static void put(int *to, int value) {
  rt_range_write(to, sizeof *to, mpi_self()->site);
  *to = value;
}

/* --- asking -------------------------------------------------------------- */

int heddle_MPI_Comm_size(MPI_Comm comm, int *size) {
  mpi_enter("MPI_Comm_size");
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  put(size, c->size);
  return MPI_SUCCESS;
}

int heddle_MPI_Comm_rank(MPI_Comm comm, int *rank) {
  mpi_enter("MPI_Comm_rank");
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  put(rank, mpi_comm_rank(c, now()));
  return MPI_SUCCESS;
}

int heddle_MPI_Comm_test_inter(MPI_Comm comm, int *flag) {
  mpi_enter("MPI_Comm_test_inter");
  if (!mpi_comm(comm))
    return no_comm();
  put(flag, 0);
  return MPI_SUCCESS;
}

int heddle_MPI_Comm_set_name(MPI_Comm comm, const char *name) {
  mpi_enter("MPI_Comm_set_name");
  struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  snprintf(c->name, sizeof c->name, "%s", name);
  return MPI_SUCCESS;
}

int heddle_MPI_Comm_get_name(MPI_Comm comm, char *name, int *len) {
  mpi_enter("MPI_Comm_get_name");
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  put(len, (int)strlen(strcpy(name, c->name)));
  return MPI_SUCCESS;
}

static bool same_ranks(const struct mpi_comm *a, const struct mpi_comm *b) {
  return a->size == b->size &&
         !memcmp(a->ranks, b->ranks, (size_t)a->size * sizeof *a->ranks);
}

int heddle_MPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *result) {
  mpi_enter("MPI_Comm_compare");
  const struct mpi_comm *x = mpi_comm(a), *y = mpi_comm(b);
  if (!x || !y)
    return no_comm();
  bool similar = x->size == y->size;
  for (int i = 0; i < x->size && similar; i++)
    similar = mpi_comm_rank(y, (unsigned)x->ranks[i]) != MPI_UNDEFINED;
  put(result, x == y             ? MPI_IDENT
              : same_ranks(x, y) ? MPI_CONGRUENT
              : similar          ? MPI_SIMILAR
                                 : MPI_UNEQUAL);
  return MPI_SUCCESS;
}

int heddle_MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
  mpi_enter("MPI_Comm_group");
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  put(group, mpi_group_make(c->size, c->ranks));
  return MPI_SUCCESS;
}

/* MPI's own attributes; the program's have no model. */
int heddle_MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag) {
  static int most = INT_MAX, none = MPI_PROC_NULL, no;
  struct mpi_rank *me = mpi_enter("MPI_Comm_get_attr");
  if (!mpi_comm(comm))
    return no_comm();
  int *found = key == MPI_TAG_UB            ? &most
               : key == MPI_HOST            ? &none
               : key == MPI_IO              ? &none
               : key == MPI_WTIME_IS_GLOBAL ? &no
                                            : NULL;
  put(flag, found != NULL);
  if (!found)
    rt_escape(WHY_UNMODELLED, "attributes of a communicator", me->site);
  else
    memcpy(value, &found, sizeof found);
  return MPI_SUCCESS;
}

int heddle_MPI_Attr_get(MPI_Comm comm, int key, void *value, int *flag) {
  return heddle_MPI_Comm_get_attr(comm, key, value, flag);
}

/* --- making -------------------------------------------------------------- */

/* By key, and then as they were. */
struct member {
  int key, rank;
};

static int by_key(const void *a, const void *b) {
  const struct member *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                          : (x->rank > y->rank) - (x->rank < y->rank);
}

/* The one for the ranks that have the color of this one. */
static struct mpi_comm *make(struct mpi_coll *l, int rank) {
  struct member all[MPI_RANKS];
  int color = l->parts[rank].call->color, n = 0, ranks[MPI_RANKS];
  if (color == MPI_UNDEFINED || l->made[rank])
    return l->made[rank];
  for (int i = 0; i < l->comm->size; i++)
    if (l->parts[i].call->color == color)
      all[n++] = (struct member){l->parts[i].call->key, i};
  qsort(all, (size_t)n, sizeof *all, by_key);
  for (int i = 0; i < n; i++)
    ranks[i] = l->comm->ranks[all[i].rank];
  struct mpi_comm *made = mpi_comm_make(n, ranks);
  made->site = mpi_self()->site;
  for (int i = 0; i < n; i++)
    l->made[all[i].rank] = made;
  return made;
}

int mpi_comm_split(const char *name, MPI_Comm comm, int color, int key,
                   MPI_Comm *part, struct mpi_comm **made) {
  struct mpi_rank *me = mpi_enter(name);
  struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  struct coll_call call = {
      .name = name, .root = MPI_UNDEFINED, .color = color, .key = key};
  MPI_Request r = coll_join(me, &call, c);
  if (!r)
    return MPI_ERR_OTHER;
  mpi_finish(me, r, MPI_STATUS_IGNORE);
  struct mpi_comm *it = make(r->coll, r->source);
  if (made)
    *made = it;
  if (part)
    put(part, it ? it->handle : MPI_COMM_NULL);
  return MPI_SUCCESS;
}

static void copy_shape(struct mpi_comm *to, const struct mpi_comm *from) {
  to->dims = from->dims;
  memcpy(to->sizes, from->sizes, sizeof to->sizes);
  memcpy(to->periods, from->periods, sizeof to->periods);
}

int heddle_MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy) {
  struct mpi_comm *made = NULL;
  int error = mpi_comm_split("MPI_Comm_dup", comm, 0, 0, copy, &made);
  if (made)
    copy_shape(made, mpi_comm(comm));
  return error;
}

int heddle_MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *part) {
  mpi_enter("MPI_Comm_split");
  if (color < 0 && color != MPI_UNDEFINED)
    return mpi_error(MPI_ERR_ARG, "the color is %d", color);
  return mpi_comm_split("MPI_Comm_split", comm, color, key, part, NULL);
}

/* All ranks are in one process, and so could share memory. */
int heddle_MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                               MPI_Comm *part) {
  (void)info;
  return mpi_comm_split("MPI_Comm_split_type", comm,
                        type == MPI_UNDEFINED ? MPI_UNDEFINED : 0, key, part,
                        NULL);
}

int heddle_MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *part) {
  mpi_enter("MPI_Comm_create");
  const struct mpi_group *g = mpi_group(group);
  if (!g)
    return mpi_error(MPI_ERR_GROUP, "no such group");
  int rank = mpi_group_rank(g, now());
  return mpi_comm_split("MPI_Comm_create", comm,
                        rank == MPI_UNDEFINED ? MPI_UNDEFINED : g->ranks[0],
                        rank, part, NULL);
}

int heddle_MPI_Comm_free(MPI_Comm *comm) {
  mpi_enter("MPI_Comm_free");
  struct mpi_comm *c = mpi_comm(*comm);
  if (!c || *comm <= MPI_COMM_SELF)
    return no_comm();
  c->freed[now()] = true;
  put(comm, MPI_COMM_NULL);
  return MPI_SUCCESS;
}

/* --- cartesian ones ------------------------------------------------------ */

int heddle_MPI_Cart_create(MPI_Comm comm, int dims, const int sizes[],
                           const int periods[], int reorder, MPI_Comm *made) {
  struct mpi_comm *c = NULL;
  const struct mpi_comm *old = mpi_comm(comm);
  int all = 1;
  (void)reorder;
  mpi_enter("MPI_Cart_create");
  if (!old)
    return no_comm();
  if (dims < 1 || dims > MPI_DIMS)
    return mpi_error(MPI_ERR_DIMS, "%d dimensions", dims);
  for (int i = 0; i < dims; all *= sizes[i++])
    if (sizes[i] < 1)
      return mpi_error(MPI_ERR_DIMS, "a dimension of size %d", sizes[i]);
  if (all < 1 || all > old->size)
    return mpi_error(MPI_ERR_DIMS, "%d places for %d ranks", all, old->size);
  int rank = mpi_comm_rank(old, now());
  int error = mpi_comm_split("MPI_Cart_create", comm,
                             rank < all ? 0 : MPI_UNDEFINED, rank, made, &c);
  if (!c)
    return error;
  c->dims = dims;
  memcpy(c->sizes, sizes, (size_t)dims * sizeof *sizes);
  memcpy(c->periods, periods, (size_t)dims * sizeof *periods);
  return error;
}

static const struct mpi_comm *cart(const char *name, MPI_Comm comm) {
  mpi_enter(name);
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c || !c->dims)
    mpi_error(MPI_ERR_TOPOLOGY, "no such communicator, or none with places");
  return c && c->dims ? c : NULL;
}

static void coords_of(const struct mpi_comm *c, int rank, int *coords) {
  for (int d = c->dims - 1; d >= 0; d--) {
    coords[d] = rank % c->sizes[d];
    rank /= c->sizes[d];
  }
}

/* MPI_PROC_NULL: there is nobody. */
static int rank_at(const struct mpi_comm *c, const int *coords) {
  int rank = 0;
  for (int d = 0; d < c->dims; d++) {
    int at = coords[d], size = c->sizes[d];
    if (c->periods[d])
      at = (at % size + size) % size;
    if (at < 0 || at >= size)
      return MPI_PROC_NULL;
    rank = rank * size + at;
  }
  return rank;
}

int heddle_MPI_Cart_coords(MPI_Comm comm, int rank, int dims, int coords[]) {
  const struct mpi_comm *c = cart("MPI_Cart_coords", comm);
  int all[MPI_DIMS];
  if (!c)
    return MPI_ERR_TOPOLOGY;
  if (rank < 0 || rank >= c->size)
    return mpi_error(MPI_ERR_RANK, "there is no rank %d", rank);
  coords_of(c, rank, all);
  for (int d = 0; d < dims && d < c->dims; d++)
    put(&coords[d], all[d]);
  return MPI_SUCCESS;
}

int heddle_MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
  const struct mpi_comm *c = cart("MPI_Cart_rank", comm);
  if (!c)
    return MPI_ERR_TOPOLOGY;
  int at = rank_at(c, coords);
  if (at == MPI_PROC_NULL)
    return mpi_error(MPI_ERR_RANK, "nobody is there");
  put(rank, at);
  return MPI_SUCCESS;
}

int heddle_MPI_Cart_shift(MPI_Comm comm, int dim, int by, int *source,
                          int *dest) {
  const struct mpi_comm *c = cart("MPI_Cart_shift", comm);
  int coords[MPI_DIMS];
  if (!c)
    return MPI_ERR_TOPOLOGY;
  if (dim < 0 || dim >= c->dims)
    return mpi_error(MPI_ERR_DIMS, "there is no dimension %d", dim);
  coords_of(c, mpi_comm_rank(c, now()), coords);
  coords[dim] += by;
  put(dest, rank_at(c, coords));
  coords[dim] -= 2 * by;
  put(source, rank_at(c, coords));
  return MPI_SUCCESS;
}

int heddle_MPI_Cart_get(MPI_Comm comm, int dims, int sizes[], int periods[],
                        int coords[]) {
  const struct mpi_comm *c = cart("MPI_Cart_get", comm);
  int all[MPI_DIMS];
  if (!c)
    return MPI_ERR_TOPOLOGY;
  coords_of(c, mpi_comm_rank(c, now()), all);
  for (int d = 0; d < dims && d < c->dims; d++) {
    put(&sizes[d], c->sizes[d]);
    put(&periods[d], c->periods[d]);
    put(&coords[d], all[d]);
  }
  return MPI_SUCCESS;
}

int heddle_MPI_Cartdim_get(MPI_Comm comm, int *dims) {
  const struct mpi_comm *c = cart("MPI_Cartdim_get", comm);
  if (!c)
    return MPI_ERR_TOPOLOGY;
  put(dims, c->dims);
  return MPI_SUCCESS;
}

int heddle_MPI_Cart_sub(MPI_Comm comm, const int keep[], MPI_Comm *made) {
  const struct mpi_comm *c = cart("MPI_Cart_sub", comm);
  struct mpi_comm *part = NULL;
  int coords[MPI_DIMS], color = 0;
  if (!c)
    return MPI_ERR_TOPOLOGY;
  int rank = mpi_comm_rank(c, now());
  coords_of(c, rank, coords);
  for (int d = 0; d < c->dims; d++)
    if (!keep[d])
      color = color * c->sizes[d] + coords[d];
  int error = mpi_comm_split("MPI_Cart_sub", comm, color, rank, made, &part);
  if (!part)
    return error;
  part->dims = 0;
  for (int d = 0; d < c->dims; d++)
    if (keep[d]) {
      part->sizes[part->dims] = c->sizes[d];
      part->periods[part->dims++] = c->periods[d];
    }
  return error;
}

/* The factors that are nearest to each other, in descending order. */
static void divide(int nodes, int dims, int *sizes) {
  for (int d = 0; d < dims; d++) {
    int left = dims - d, best = nodes;
    for (int f = nodes; f >= 1; f--) {
      double power = 1;
      if (nodes % f)
        continue;
      for (int i = 0; i < left; i++)
        power *= f;
      if (power >= nodes)
        best = f;
    }
    sizes[d] = best;
    nodes /= best;
  }
}

int heddle_MPI_Dims_create(int nodes, int dims, int sizes[]) {
  int free_dims = 0, all[MPI_DIMS], n = 0;
  mpi_enter("MPI_Dims_create");
  if (dims < 1 || dims > MPI_DIMS || nodes < 1)
    return mpi_error(MPI_ERR_DIMS, "%d dimensions for %d", dims, nodes);
  for (int d = 0; d < dims; d++)
    if (!sizes[d])
      free_dims++;
    else if (nodes % sizes[d])
      return mpi_error(MPI_ERR_DIMS, "%d is no multiple of %d", nodes,
                       sizes[d]);
    else
      nodes /= sizes[d];
  divide(nodes, free_dims, all);
  for (int d = 0; d < dims; d++)
    if (!sizes[d])
      put(&sizes[d], all[n++]);
  return MPI_SUCCESS;
}

int heddle_MPI_Topo_test(MPI_Comm comm, int *status) {
  mpi_enter("MPI_Topo_test");
  const struct mpi_comm *c = mpi_comm(comm);
  if (!c)
    return no_comm();
  put(status, c->dims ? MPI_CART : MPI_UNDEFINED);
  return MPI_SUCCESS;
}
