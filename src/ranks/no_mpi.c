/* Built without MPI. */
#include "ranks/ranks.h"

struct ranks *ranks_open(struct text *why) {
  text_add(why, "heddle was built without MPI: install libopenmpi-dev and "
                "openmpi-bin and build it again");
  return NULL;
}
