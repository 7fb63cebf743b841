#define FIXED
#include "stack-overflow.c"
