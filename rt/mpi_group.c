#include "rt/mpi_group.h"

#include <string.h>

#include "rt/rank.h"

enum { EMPTY_AT = MPI_GROUP_EMPTY }; /* the handle that is never given out */

static const struct mpi_group nobody;

const struct mpi_group *mpi_group(MPI_Group group) {
  if (group == MPI_GROUP_EMPTY)
    return &nobody;
  return group > EMPTY_AT && group < MPI_HANDLES ? mpi_self()->groups[group]
                                                 : NULL;
}

MPI_Group mpi_group_make(int size, const int *ranks) {
  struct mpi_rank *me = mpi_self();
  if (!size)
    return MPI_GROUP_EMPTY;
  me->groups[EMPTY_AT] = (struct mpi_group *)&nobody;
  int n = mpi_handle((void *const *)me->groups, "more than 254 groups");
  me->groups[n] = mpi_alloc(sizeof **me->groups);
  me->groups[n]->size = size;
  me->groups[n]->site = me->site;
  memcpy(me->groups[n]->ranks, ranks, (size_t)size * sizeof *ranks);
  return n;
}

int mpi_group_rank(const struct mpi_group *g, unsigned world_rank) {
  for (int i = 0; i < g->size; i++)
    if (g->ranks[i] == (int)world_rank)
      return i;
  return MPI_UNDEFINED;
}

static int no_group(void) {
  return mpi_error(MPI_ERR_GROUP, "no such group");
}

static void put(int *to, int value) {
  rt_range_write(to, sizeof *to, mpi_self()->site);
  *to = value;
}

int heddle_MPI_Group_size(MPI_Group group, int *size) {
  mpi_enter("MPI_Group_size");
  const struct mpi_group *g = mpi_group(group);
  if (!g)
    return no_group();
  put(size, g->size);
  return MPI_SUCCESS;
}

int heddle_MPI_Group_rank(MPI_Group group, int *rank) {
  mpi_enter("MPI_Group_rank");
  const struct mpi_group *g = mpi_group(group);
  if (!g)
    return no_group();
  put(rank, mpi_group_rank(g, rt_is_rank() ? rt_rank_now() : 0));
  return MPI_SUCCESS;
}

/* Those named, or all others. */
static int choose(const char *name, MPI_Group group, int n, const int *ranks,
                  bool named, MPI_Group *made) {
  int all[MPI_RANKS], size = 0;
  bool in[MPI_RANKS] = {false};
  mpi_enter(name);
  const struct mpi_group *g = mpi_group(group);
  if (!g)
    return no_group();
  for (int i = 0; i < n; i++) {
    if (ranks[i] < 0 || ranks[i] >= g->size || in[ranks[i]])
      return mpi_error(MPI_ERR_RANK, "rank %d is not there, or named twice",
                       ranks[i]);
    in[ranks[i]] = true;
    if (named)
      all[size++] = g->ranks[ranks[i]];
  }
  for (int i = 0; i < g->size && !named; i++)
    if (!in[i])
      all[size++] = g->ranks[i];
  put(made, mpi_group_make(size, all));
  return MPI_SUCCESS;
}

int heddle_MPI_Group_incl(MPI_Group group, int n, const int ranks[],
                          MPI_Group *made) {
  return choose("MPI_Group_incl", group, n, ranks, true, made);
}

int heddle_MPI_Group_excl(MPI_Group group, int n, const int ranks[],
                          MPI_Group *made) {
  return choose("MPI_Group_excl", group, n, ranks, false, made);
}

/* From first to last by steps. */
static int write_out(int n, int ranges[][3], int *out) {
  int size = 0;
  for (int i = 0; i < n; i++) {
    int from = ranges[i][0], to = ranges[i][1], by = ranges[i][2];
    for (int r = from; by && (by > 0 ? r <= to : r >= to) && size < MPI_RANKS;
         r += by)
      out[size++] = r;
  }
  return size;
}

int heddle_MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                                MPI_Group *made) {
  int all[MPI_RANKS], size = write_out(n, ranges, all);
  return choose("MPI_Group_range_incl", group, size, all, true, made);
}

int heddle_MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                                MPI_Group *made) {
  int all[MPI_RANKS], size = write_out(n, ranges, all);
  return choose("MPI_Group_range_excl", group, size, all, false, made);
}

enum joins { UNION, INTERSECTION, DIFFERENCE };

static int join(const char *name, MPI_Group a, MPI_Group b, enum joins how,
                MPI_Group *made) {
  int all[2 * MPI_RANKS], size = 0;
  mpi_enter(name);
  const struct mpi_group *x = mpi_group(a), *y = mpi_group(b);
  if (!x || !y)
    return no_group();
  for (int i = 0; i < x->size; i++) {
    bool in = mpi_group_rank(y, (unsigned)x->ranks[i]) != MPI_UNDEFINED;
    if (how == UNION || in == (how == INTERSECTION))
      all[size++] = x->ranks[i];
  }
  for (int i = 0; i < y->size && how == UNION; i++)
    if (mpi_group_rank(x, (unsigned)y->ranks[i]) == MPI_UNDEFINED)
      all[size++] = y->ranks[i];
  put(made, mpi_group_make(size, all));
  return MPI_SUCCESS;
}

int heddle_MPI_Group_union(MPI_Group a, MPI_Group b, MPI_Group *made) {
  return join("MPI_Group_union", a, b, UNION, made);
}
int heddle_MPI_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *made) {
  return join("MPI_Group_intersection", a, b, INTERSECTION, made);
}
int heddle_MPI_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *made) {
  return join("MPI_Group_difference", a, b, DIFFERENCE, made);
}

int heddle_MPI_Group_translate_ranks(MPI_Group a, int n, const int from[],
                                     MPI_Group b, int to[]) {
  mpi_enter("MPI_Group_translate_ranks");
  const struct mpi_group *x = mpi_group(a), *y = mpi_group(b);
  if (!x || !y)
    return no_group();
  for (int i = 0; i < n; i++) {
    bool nobody_at = from[i] < 0 || from[i] >= x->size;
    put(&to[i], nobody_at ? MPI_PROC_NULL
                          : mpi_group_rank(y, (unsigned)x->ranks[from[i]]));
  }
  return MPI_SUCCESS;
}

int heddle_MPI_Group_compare(MPI_Group a, MPI_Group b, int *result) {
  mpi_enter("MPI_Group_compare");
  const struct mpi_group *x = mpi_group(a), *y = mpi_group(b);
  if (!x || !y)
    return no_group();
  bool similar = x->size == y->size, same = similar;
  for (int i = 0; i < x->size && similar; i++) {
    similar = mpi_group_rank(y, (unsigned)x->ranks[i]) != MPI_UNDEFINED;
    same &= x->ranks[i] == y->ranks[i];
  }
  put(result, !similar ? MPI_UNEQUAL : same ? MPI_IDENT : MPI_SIMILAR);
  return MPI_SUCCESS;
}

int heddle_MPI_Group_free(MPI_Group *group) {
  struct mpi_rank *me = mpi_enter("MPI_Group_free");
  if (!mpi_group(*group))
    return no_group();
  if (*group > EMPTY_AT)
    me->groups[*group] = NULL;
  put(group, MPI_GROUP_NULL);
  return MPI_SUCCESS;
}
