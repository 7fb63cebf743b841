#define FIXED
#include "buffer-if.c"
