/* Program M, over pipes. */
#define PIPES
#include "program_m.c"
