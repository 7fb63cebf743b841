#define FIXED
#include "one-condition.c"
