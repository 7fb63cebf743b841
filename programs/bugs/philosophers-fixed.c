#define FIXED
#include "philosophers.c"
