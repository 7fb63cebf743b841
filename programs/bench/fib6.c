/* Two threads with six additions each; main only waits. */
#define N 6
#include "../fib.h"
