#define FIXED
#include "join.c"
