#define FIXED
#include "start-order.c"
