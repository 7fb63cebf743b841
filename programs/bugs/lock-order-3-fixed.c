#define FIXED
#include "lock-order-3.c"
