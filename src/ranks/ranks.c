#include "ranks/ranks.h"

#include <stdlib.h>
#include <string.h>

/* What the starters of processes leave: Open MPI's mpirun, PMIx (also under
 * Slurm), PMI-2.  The variables of a Slurm allocation are no sign: its script
 * is one process and has them, too. */
bool ranks_started(void) {
  return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") ||
         (getenv("PMI_RANK") && getenv("PMI_SIZE"));
}

void ranks_close(struct ranks *r) {
  if (r)
    r->way->close(r);
}

void ranks_all_free(struct ranks_all *a) {
  bytes_free(&a->bytes);
  vec_free(&a->ends);
}

uint8_t *bytes_more(struct bytes *b, size_t len) {
  vec_reserve(b, b->len + len);
  b->len += len;
  return b->at + b->len - len;
}

void bytes_add(struct bytes *b, const void *at, size_t len) {
  if (len)
    memcpy(bytes_more(b, len), at, len);
}

void bytes_free(struct bytes *b) {
  free(b->at);
  *b = (struct bytes){0};
}
