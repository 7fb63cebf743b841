/* Boss and workers, over message queues. */
#define QUEUES
#include "workers.c"
