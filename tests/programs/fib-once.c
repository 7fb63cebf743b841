/* One addition each, and main looks. */
#define N 1
#define RACING_MAIN > 377
#include "../../programs/fib.h"
