#define FIXED
#include "callback.c"
