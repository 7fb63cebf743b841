/* mpi_group: sets of ranks in some order, each rank's own. */
#ifndef RT_MPI_GROUP_H
#define RT_MPI_GROUP_H

#include "rt/mpi.h"

struct mpi_group {
  int size;
  int ranks[MPI_RANKS]; /* of the world */
  heddle_at site;       /* where it was made */
};

/* NULL: there is none. */
const struct mpi_group *mpi_group(MPI_Group group);
MPI_Group mpi_group_make(int size, const int *ranks);
int mpi_group_rank(const struct mpi_group *g, unsigned world_rank);

#endif
