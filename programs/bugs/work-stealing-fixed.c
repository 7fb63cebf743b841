#define FIXED
#include "work-stealing.c"
