#define FIXED
#include "reused-buffer.c"
