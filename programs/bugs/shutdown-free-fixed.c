#define FIXED
#include "shutdown-free.c"
