/* Two threads with five additions each; main only waits. */
#define N 5
#include "../fib.h"
