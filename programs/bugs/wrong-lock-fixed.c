#define FIXED
#include "wrong-lock.c"
