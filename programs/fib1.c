/* Fib 1: the bound cannot be reached. */
#define N 4
#define RACING_MAIN > 377
#include "fib.h"
