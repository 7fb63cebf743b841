#define FIXED
#include "head-to-head.c"
