/* Boss and workers, over sockets for datagrams. */
#define DATAGRAMS
#include "workers.c"
