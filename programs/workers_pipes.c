/* Boss and workers, over pipes. */
#define PIPES
#include "workers.c"
