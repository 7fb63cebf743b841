#define FIXED
#include "peterson-swapped.c"
