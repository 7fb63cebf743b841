#define FIXED
#include "livelock.c"
