#define FIXED
#include "out-of-bounds.c"
