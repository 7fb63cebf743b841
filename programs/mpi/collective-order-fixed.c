#define FIXED
#include "collective-order.c"
