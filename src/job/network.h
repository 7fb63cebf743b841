/* network: a network of Mealy machines from a file (read/reader.h). */
#ifndef JOB_NETWORK_H
#define JOB_NETWORK_H

#include "job/host.h"
#include "model/network.h"

/* False after messages; `n` is to be freed in any case. */
bool network_load(struct network *n, const struct host *h, const char *file);

#endif
