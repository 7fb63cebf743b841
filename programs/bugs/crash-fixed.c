#define FIXED
#include "crash.c"
