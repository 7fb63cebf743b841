#define FIXED
#include "semaphore-order.c"
