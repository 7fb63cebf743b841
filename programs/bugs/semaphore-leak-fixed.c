#define FIXED
#include "semaphore-leak.c"
