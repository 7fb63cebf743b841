#define FIXED
#include "timeout-free.c"
