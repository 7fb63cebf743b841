/* Program M, over message queues. */
#define QUEUES
#include "program_m.c"
