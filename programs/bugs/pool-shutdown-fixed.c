#define FIXED
#include "pool-shutdown.c"
