#define FIXED
#include "map-put.c"
