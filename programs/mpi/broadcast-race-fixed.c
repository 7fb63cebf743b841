#define FIXED
#include "broadcast-race.c"
