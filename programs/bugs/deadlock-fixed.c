#define FIXED
#include "deadlock.c"
