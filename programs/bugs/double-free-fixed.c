#define FIXED
#include "double-free.c"
