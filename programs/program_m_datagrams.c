/* Program M, over sockets for datagrams. */
#define DATAGRAMS
#include "program_m.c"
