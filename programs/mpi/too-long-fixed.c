#define FIXED
#include "too-long.c"
